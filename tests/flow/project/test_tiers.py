# SPDX-License-Identifier: Apache-2.0
"""Tests have the marker of their tier, the long ones come first, samples follow the seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from folders import SUPPORT, TESTS

PROBE = """
import pytest

def test_short() -> None: pass

@pytest.mark.long
def test_long(shared_folder, simulation_state) -> None:
    print("shared", shared_folder, simulation_state)
"""

SAMPLED = """
import pytest

@pytest.mark.parametrize("a", range(5))
@pytest.mark.parametrize("b", "vxyz")
@pytest.mark.sampled(3)
def test_sampled(a: int, b: str) -> None: pass

@pytest.mark.parametrize("a", range(2))
@pytest.mark.sampled(3)
def test_few(a: int) -> None: pass
"""


def new_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our conftest.py."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "conftest.py").write_text((TESTS / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our conftest.py, and of each tier a short and a long test."""
    folder = new_project(tmp_path_factory)
    for tier in ("unit", "rtl", "flow", "software", "page", "other"):
        (folder / tier).mkdir()
        (folder / tier / f"test_{tier}.py").write_text(PROBE, encoding="utf-8")
    return folder


def said(project: Path, *options: str, status: int = 0) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={project}"]
    command += [f"--basetemp={project / 'made'}", "--strict-markers", *options]
    found = {**os.environ, "PYTHONPATH": str(SUPPORT)}  # which the settings of the project say of the tests
    done = subprocess.run(command, cwd=project, env=found, capture_output=True, text=True, timeout=120)
    assert done.returncode == status, done.stdout + done.stderr
    return (done.stdout + done.stderr * (status != 0)).splitlines()


def collected(project: Path, *options: str) -> list[str]:
    return [line for line in said(project, "--collect-only", *options) if "::" in line]


@pytest.mark.parametrize("tier", ["unit", "rtl", "flow", "software", "page"])
def test_a_tier_is_chosen_by_its_marker(tier: str, project: Path) -> None:
    file = f"{tier}/test_{tier}.py"
    assert collected(project, "-m", tier) == [f"{file}::test_long", f"{file}::test_short"]
    assert collected(project, "-m", f"{tier} and not long") == [f"{file}::test_short"]


def test_what_takes_long_comes_first_and_what_is_quick_last(project: Path) -> None:
    found = collected(project)
    assert len(found) == 12
    assert all(name.endswith("test_long") for name in found[:6])
    assert found[5].startswith("unit/")
    assert found[-1] == "unit/test_unit.py::test_short"


def test_every_worker_begins_with_its_share_of_the_long_tests(project: Path) -> None:
    pytest.importorskip("xdist")
    lines = said(project, "-n", "2", "--dist", "worksteal", "-vv")
    done = [line.split() for line in lines if line.startswith("[gw")]
    first = {words[0]: words[-1] for words in reversed(done)}
    assert len(done) == 12
    assert set(first) == {"[gw0]", "[gw1]"}
    assert all(name.endswith("test_long") for name in first.values())


def test_all_workers_have_one_state_folder(project: Path) -> None:
    pytest.importorskip("xdist")
    for options in ([], ["-n", "2"]):
        lines = {line for line in said(project, "-m", "long", "-rP", *options) if line.startswith("shared ")}
        folder = project / "made"
        assert lines == {f"shared {folder} {folder / 'simulation-state'}"}


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Our conftest.py, and sampled tests, of twenty parameter sets and of two."""
    folder = new_project(tmp_path_factory)
    (folder / "test_samples.py").write_text(SAMPLED, encoding="utf-8")
    return folder


@pytest.mark.long
def test_a_run_has_a_sample_that_follows_from_its_seed(samples: Path) -> None:
    runs = [collected(samples, "--hashloom-seed", str(seed)) for seed in range(12)]
    assert {len(run) for run in runs} == {3 + 2}
    assert len({tuple(run) for run in runs}) > 6
    assert len({name for run in runs for name in run}) > 2 + 12
    assert collected(samples, "--hashloom-seed", "3") == runs[3]


@pytest.mark.long
def test_samples_are_drawn_from_what_was_chosen(samples: Path) -> None:
    alone = "test_samples.py::test_sampled[x-4]"
    for seed in range(6):
        assert collected(samples, alone, "--hashloom-seed", str(seed)) == [alone]
        assert len(collected(samples, "-k", "test_sampled and z", "--hashloom-seed", str(seed))) == 3


def test_a_complete_run_leaves_nothing_out(samples: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHLOOM_COMPLETE", "1")
    assert len(collected(samples)) == 20 + 2


@pytest.mark.long
def test_a_run_has_a_share_of_the_long_tests(project: Path) -> None:
    """Others in each run, all of what is quick; and a complete run has them all, whatever the share."""
    options = ["-k", "test_short or test_long", "--long-share", "4", "--hashloom-seed"]
    every = collected(project, "-k", "test_long")
    runs = [collected(project, *options, str(seed)) for seed in range(12)]
    assert {len(run) for run in runs} == {2 + 6}
    assert {sum(name.endswith("test_long") for name in run) for run in runs} == {2}
    assert len({name for run in runs for name in run}) == 12
    for run in runs:
        first, second = sorted(every.index(name) // 4 for name in run if name.endswith("test_long"))
        assert (first, second) == (0, 1), "one of the first four, one of the two behind them"
    refused = said(project, "--long-share", "0", status=pytest.ExitCode.USAGE_ERROR)
    assert "--long-share is 0; it must be 1 or more" in "\n".join(refused)


def test_a_complete_run_has_all_long_tests(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHLOOM_COMPLETE", "1")
    assert len(collected(project, "-k", "test_short or test_long", "--long-share", "4")) == 12


def test_workers_draw_the_same(samples: Path) -> None:
    pytest.importorskip("xdist")
    options = ["-n", "2", "-rA", "--hashloom-seed", "5"]
    passed = {line.split()[1] for line in said(samples, *options) if line.startswith("PASSED")}
    assert passed == set(collected(samples, "--hashloom-seed", "5"))
