# SPDX-License-Identifier: Apache-2.0
"""Packages with register slices: their test benches, what these notice, and what is refused."""

import re
from pathlib import Path

import pytest
from exported_packages import arguments
from own_state import here

from hashloom.catalogue import resolve_design
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.export import BUSES, SLICED, known_answers, trial, verilog

LIMITS = jobs.Limits(wall_seconds=300)
SIMULATORS = ("icarus", "icarus-verilog", "verilator")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """sha1 with slices behind each bus that has them, by its name; for secrets behind the last of them."""
    folder = tmp_path_factory.mktemp("slices")
    for bus in SLICED:
        more = ["--secret"] if bus == SLICED[-1] else []
        assert main(arguments(folder / bus, "--bus", bus, "--slices", *more)) == 0
    return folder


@pytest.mark.parametrize("bus", SLICED)
@pytest.mark.parametrize("simulator", SIMULATORS)
@pytest.mark.sampled(3)
def test_it_passes_its_own_test_bench(packages: Path, bus: str, simulator: str) -> None:
    answers = known_answers.cases(resolve_design("sha1", here()).function)
    found = trial.run(packages / bus, simulator, LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * len(answers), 0), found
    assert trial.run(packages / bus, "lint", LIMITS).state == jobs.OK


@pytest.mark.parametrize("bus", SLICED)
def test_each_stream_has_one(packages: Path, bus: str) -> None:
    wrapper = (packages / bus / "rtl" / "sha1.sv").read_text()
    assert len(re.findall(r"\bsha1__stream_slice #\(", wrapper)) == 2
    assert wrapper.count(".SECRET(1)") == (2 if bus == "axis" else 0)
    sheet = (packages / bus / "DATASHEET.md").read_text()
    assert "no path leads through the module" in sheet
    assert "None is stored" not in sheet


@pytest.mark.long
def test_each_lane_has_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    folder = tmp_path / "x"
    options = ["--slices", "--no-verify", "--no-proof"]
    assert main(["export", "luffa-r2-256/apart-2m", "-o", str(folder), *options]) == 0
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.failed) == (jobs.OK, 0), found
    wrapper = folder / "rtl" / "luffa_r2_256.sv"
    right, wrong = ".in_data({in_data[64 +: 64]", ".in_data({in_data[0 +: 64]"
    assert right in wrapper.read_text()
    wrapper.write_text(wrapper.read_text().replace(right, wrong))
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.failed > 0) == (jobs.TOOL_CRASH, True), found


@pytest.mark.long
def test_the_proof_covers_it(tmp_path: Path) -> None:
    assert main(["export", "sha1", "-o", str(tmp_path / "x"), "--no-verify", "--slices"]) == 0
    assert "is proven to be equivalent" in (tmp_path / "x" / "DATASHEET.md").read_text()


@pytest.mark.parametrize("bus", [bus for bus in BUSES if bus not in SLICED])
def test_other_buses_have_none(tmp_path: Path, capsys: pytest.CaptureFixture[str], bus: str) -> None:
    assert main(arguments(tmp_path / "x", "--bus", bus, "--slices")) == UsageError.exit_status
    assert f"for the buses stream and axis, not for {bus}" in capsys.readouterr().err
