# SPDX-License-Identifier: Apache-2.0
"""Tests are marked with the tier whose folder they are in, and the long ones come first."""

import subprocess
import sys
from pathlib import Path

import pytest
from folders import TESTS

PROBE = """
import pytest

def test_short() -> None: pass

@pytest.mark.long
def test_long(shared_folder, simulation_state) -> None:
    print("shared", shared_folder, simulation_state)
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with our conftest.py, and of each tier a short and a long test."""
    folder = tmp_path_factory.mktemp("project")
    (folder / "conftest.py").write_text((TESTS / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    for tier in ("unit", "rtl", "flow", "software", "page", "other"):
        (folder / tier).mkdir()
        (folder / tier / f"test_{tier}.py").write_text(PROBE, encoding="utf-8")
    return folder


def said(project: Path, *options: str) -> list[str]:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={project}"]
    command += [f"--basetemp={project / 'made'}", "--strict-markers", *options]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


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


def test_all_workers_have_one_state_folder(project: Path) -> None:
    pytest.importorskip("xdist")
    for options in ([], ["-n", "2"]):
        lines = {line for line in said(project, "-m", "long", "-rP", *options) if line.startswith("shared ")}
        folder = project / "made"
        assert lines == {f"shared {folder} {folder / 'simulation-state'}"}
