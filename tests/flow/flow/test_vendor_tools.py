# SPDX-License-Identifier: Apache-2.0
"""Targets that a vendor's tool measures, with mocks of Vivado and Quartus that read what they are given.

The calls stand in golden/, as those of the open tools (`test_flow_tools`).
"""

import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from folders import RTL, SUPPORT
from own_state import here, own_records, own_session, state_folder
from processes import marked, wait_until

from hashloom import catalogue, evaluation, flow, rows, targets
from hashloom.catalogue.ports import Port
from hashloom.catalogue.rtl import RtlUnit
from hashloom.commands import main
from hashloom.errors import MissingTool, UsageError
from hashloom.evaluation import reuse
from hashloom.execution import jobs
from hashloom.execution.jobs import Limits
from hashloom.execution.session import Reuse, again
from hashloom.flow import on_target, yosys
from hashloom.flow.vendor import circuit, steps, vivado
from hashloom.reports.designs import table
from hashloom.results.versions import stamped
from hashloom.targets import VendorFpga

MOCKS = SUPPORT / "mock_tools"
GOLDEN = Path(__file__).parent / "golden"
LIMITS = Limits(memory_bytes=2**33, wall_seconds=60)
VENDORS = [name for name in targets.names() if isinstance(targets.find(name), VendorFpga)]
AROUND = 17
"""Look-up tables of the harness, as the mocks have it."""
PROGRAMS = {"vivado": "vivado", "quartus": "quartus_sh"}
CORE = """module core #(parameter N = 1, parameter ADDER = "plain") (
    input logic clk, input logic [2:0] a, output logic [1:0] y
);
endmodule
"""


@pytest.fixture(autouse=True)
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """Mock tools in the place of the real ones; the file they write their calls to."""
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    monkeypatch.setenv("HASHLOOM_MOCK_LOG", str(tmp_path / "calls"))
    monkeypatch.setenv("HASHLOOM_TEST_MARK", str(tmp_path))
    monkeypatch.setenv("PATH", f"{MOCKS}:{os.environ['PATH']}")
    monkeypatch.setattr(yosys, "_CHILD", MOCKS / "yosys.py")
    steps._asked.cache_clear()
    yield tmp_path / "calls"
    steps._asked.cache_clear()


@pytest.fixture
def unit(tmp_path: Path) -> RtlUnit:
    (tmp_path / "a pkg;.sv").write_text("package a_pkg;\nendpackage\n")
    (tmp_path / "core.sv").write_text(CORE)
    files = (tmp_path / "a pkg;.sv", tmp_path / "core.sv")
    return RtlUnit("u", "core", files, (("N", 7), ("ADDER", "fast")))


def vendor(name: str, monkeypatch: pytest.MonkeyPatch) -> VendorFpga:
    """A target, with the edition of its tool that it needs."""
    target = targets.find(name)
    assert isinstance(target, VendorFpga)
    monkeypatch.setenv("HASHLOOM_MOCK_EDITION", next(iter(target.editions), "Lite"))
    return target


def measure(
    unit: RtlUnit, target: VendorFpga, seeds: int = 1, reuse: Reuse | None = None, limits: Limits = LIMITS
) -> flow.Measurement:
    return flow.measure(unit, target, "fast", seeds, own_session(reuse), limits=limits)


def misbehave(monkeypatch: pytest.MonkeyPatch, target: VendorFpga, mode: str) -> None:
    monkeypatch.setenv("HASHLOOM_MOCK_MODE", f"{PROGRAMS[target.tool]}={mode}")


def test_there_are_targets_of_both_tools() -> None:
    found = {targets.find(name) for name in VENDORS}
    assert {one.tool for one in found if isinstance(one, VendorFpga)} == set(steps.DRIVERS) == set(PROGRAMS)
    assert all(targets.UNTESTED in one.description for one in found)


@pytest.mark.parametrize("name", VENDORS)
def test_the_calls(
    log: Path, tmp_path: Path, unit: RtlUnit, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = vendor(name, monkeypatch)
    found = measure(unit, target, 2)
    assert found.state == jobs.OK, found.message
    calls = log.read_text().replace(str(tmp_path), "FOLDER")
    path = GOLDEN / f"{name}.txt"
    if os.environ.get("HASHLOOM_RENEW_GOLDEN"):
        path.write_text(calls)
    assert calls == path.read_text()


def luts_with_harness(target: VendorFpga) -> list[int]:
    """Look-up tables of the whole circuit in every run."""
    folder = state_folder() / "cache" / steps.KIND
    if target.tool == "vivado":
        texts = [path.read_text() for path in folder.rglob("utilization.rpt")]
        return [
            int(one) for text in texts for one in re.findall(r"^\| (?:Slice|CLB) LUTs +\| +(\d+)", text, re.M)
        ]
    lines = [one for path in folder.rglob("*.fit*.rpt") for one in path.read_text("latin-1").splitlines()]
    return [int(one.split(";")[7].split()[0]) for one in lines if one.startswith("; |serial_harness ")]


@pytest.mark.parametrize("name", VENDORS)
def test_the_figures(unit: RtlUnit, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    target = vendor(name, monkeypatch)
    found = measure(unit, target, 3)
    assert found.state == jobs.OK, found.message
    assert found.device == target.part
    assert found.area_unit == target.area_unit
    assert [run.seed for run in found.seeds] == [1, 2, 3]
    clocks = sorted(run.clock_mhz or 0 for run in found.seeds)
    assert (found.clock_mhz_min, found.clock_mhz, found.clock_mhz_max) == tuple(clocks)
    assert len(set(clocks)) == 3
    assert found.critical_path == ("state_reg[3]", "digest_reg[5]") or found.critical_path == (
        "state[3]",
        "digest[5]",
    )
    assert found.logic_levels == (7 if target.tool == "vivado" else None)
    first, *placed = own_records().all(steps.KIND)
    assert first["asked_ns"] == target.first_period_ns
    assert {body["asked_ns"] for body in placed} == {first["period_ns"]}
    for body in (first, *placed):
        assert body["period_ns"] == pytest.approx(body["asked_ns"] - body["slack_ns"], abs=1e-9)
        assert body["clock_mhz"] == round(1000 / body["period_ns"], 3)
        assert body["area_lut"] == found.area_lut
    assert found.area_lut
    assert found.area == (-(-found.area_lut // 3) if target.tool == "vivado" else found.area_lut / 2)
    assert luts_with_harness(target) == [found.area_lut + AROUND] * 4, "the harness is in no figure"
    version = "2023.2 build 4029153" if target.tool == "vivado" else "20.1.1 build 720"
    assert found.tools[run_of(unit, target).driver.name].startswith(version)
    assert found.synthesis_key == found.steps["first pass"]
    assert set(found.steps) == {"first pass", "placement 1", "placement 2", "placement 3"}


def run_of(unit: RtlUnit, target: VendorFpga) -> steps.VendorRun:
    return steps.VendorRun(unit, target, LIMITS)


@pytest.mark.parametrize("name", ["vivado_artix7", "quartus_cyclonev"])
def test_nothing_is_done_twice_and_nothing_of_the_tool_is_kept(
    log: Path, unit: RtlUnit, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = vendor(name, monkeypatch)
    once = measure(unit, target, 2)
    log.unlink()
    assert measure(unit, target, 2) == once
    assert not log.exists()
    measure(unit, target, 3)
    assert log.read_text().count(f"$ {PROGRAMS[target.tool]}") == 1
    folders = list((state_folder() / "cache" / steps.KIND).iterdir())
    kept = {path.relative_to(folder).as_posix() for folder in folders for path in folder.rglob("*")}
    assert len(folders) == 4
    assert not any("db" in one or "Xil" in one or "core.sv" in one for one in kept)
    assert steps.LOG in kept
    assert any(one.endswith(".rpt") for one in kept)


@pytest.mark.parametrize("name", ["vivado_artix7", "quartus_cyclonev"])
def test_what_changes_the_outcome_changes_the_figures_and_the_key(
    unit: RtlUnit, name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    target = vendor(name, monkeypatch)
    here_ = measure(unit, target)
    changes = (
        (replace(unit, parameters=(("N", 8), ("ADDER", "fast"))), target),
        (replace(unit, sources=unit.sources[1:]), target),
    )
    for other, on in changes:
        found = measure(other, on)
        assert found.steps.keys() == here_.steps.keys()
        assert not set(found.steps.values()) & set(here_.steps.values())
        assert (found.area_lut, found.area_ff) != (here_.area_lut, here_.area_ff)
    slower = measure(unit, replace(target, first_period_ns=20.0))
    assert not set(slower.steps.values()) & set(here_.steps.values())
    copy = tmp_path / "bin"
    shutil.copytree(MOCKS, copy)
    with (copy / PROGRAMS[target.tool]).open("a") as file:
        file.write("# another build\n")
    monkeypatch.setenv("PATH", f"{copy}:{os.environ['PATH']}")
    assert not set(measure(unit, target).steps.values()) & set(here_.steps.values())


@pytest.mark.parametrize("name", ["vivado_artix7", "quartus_cyclonev"])
@pytest.mark.parametrize(
    ("mode", "state", "message"),
    [
        ("crash", jobs.TOOL_CRASH, "has met with an accident"),
        ("sleep", jobs.TIMED_OUT, ""),
        ("full", jobs.DOES_NOT_FIT, "UTLZ-1|170012"),
        ("syntax", jobs.TOOL_CRASH, r"syntax error near ; \[rtl/00_a_pkg_.sv:7\]"),
        ("no-report", jobs.TOOL_CRASH, "left no report .*(timing_summary.rpt|sta.rpt)"),
        ("truncated", jobs.TOOL_CRASH, "breaks off"),
        ("other-period", jobs.TOOL_CRASH, "is of a period of 11.0 ns, and 10.0 ns were asked"),
        ("other-device", jobs.TOOL_CRASH, "is of (xc7k70tfbg484-2|5CEBA4F23C7), and .* was asked for"),
        ("hold", jobs.TOOL_CRASH, "hold lacks 0.041 ns, which no period of the clock mends"),
        (
            "memory",
            jobs.UNSUPPORTED,
            "built the core with (12 LUT as Memory|4096 Block Memory Bits): areas are",
        ),
    ],
)
@pytest.mark.sampled(5)
def test_tools_that_misbehave(
    unit: RtlUnit,
    tmp_path: Path,
    name: str,
    mode: str,
    state: str,
    message: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    target = vendor(name, monkeypatch)
    misbehave(monkeypatch, target, mode)
    limits = Limits(wall_seconds=1.0 if state == jobs.TIMED_OUT else 60)
    found = measure(unit, target, 2, limits=limits)
    assert found.state == state, found.message
    assert (found.clock_mhz, found.area) == (None, None)
    if message:
        assert re.search(message, str(found.message)), found.message
    assert wait_until(lambda: marked(str(tmp_path)) == [os.getpid()] or not marked(str(tmp_path)))
    monkeypatch.delenv("HASHLOOM_MOCK_MODE")
    assert measure(unit, target, 2, again("all")).state == jobs.OK


@pytest.mark.parametrize(
    ("name", "mode", "message"),
    [
        ("vivado_kintexup", "unrouted", "it left 3 nets that are not routed"),
        ("quartus_agilex", "other-top", "is of another_top, and serial_harness was asked for"),
    ],
)
def test_reports_of_something_else(
    unit: RtlUnit, name: str, mode: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = vendor(name, monkeypatch)
    misbehave(monkeypatch, target, mode)
    found = measure(unit, target)
    assert (found.state, message in str(found.message)) == (jobs.TOOL_CRASH, True), found.message


@pytest.mark.parametrize("name", ["vivado_artix7", "quartus_cyclonev"])
def test_a_clock_that_is_missed_gives_the_period_that_was_reached(
    unit: RtlUnit, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = vendor(name, monkeypatch)
    misbehave(monkeypatch, target, "late")
    found = measure(unit, target)
    first, placed = own_records().all(steps.KIND)
    assert (first["asked_ns"], first["slack_ns"], first["period_ns"]) == (10.0, -0.75, 10.75)
    assert (placed["asked_ns"], placed["slack_ns"], placed["period_ns"]) == (10.75, -0.75, 11.5)
    assert found.clock_mhz == round(1000 / 11.5, 3)


@pytest.mark.parametrize("name", ["vivado_artix7", "quartus_cyclonev"])
def test_a_clock_whose_pulses_are_too_short_is_slower(
    unit: RtlUnit, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = vendor(name, monkeypatch)
    misbehave(monkeypatch, target, "short-pulse")
    measure(unit, target)
    first = own_records().all(steps.KIND)[0]
    assert first["slack_ns"] > 0
    assert first["period_ns"] == 10.5


@pytest.mark.parametrize(
    ("name", "mode", "message"),
    [
        (
            "vivado_artix7",
            "license",
            "Vivado 2023.2 build 4029153 has no valid licence for feature 'Synthesis' and/or device "
            "'xc7a100tcsg324'",
        ),
        ("vivado_artix7", "no-such-part", "has no part xc7a100tcsg324-1: install the devices of its family"),
        (
            "quartus_cyclonev",
            "license",
            "Quartus 20.1.1 build 720 Lite Edition has no licence for it (Current license file does not "
            "support the 5CEFA7F31C6 device)",
        ),
        ("quartus_cyclonev", "no-such-part", "has no part 5CEFA7F31C6: install the devices of its family"),
    ],
)
def test_what_says_nothing_of_the_design_is_not_recorded(
    unit: RtlUnit, name: str, mode: str, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = vendor(name, monkeypatch)
    misbehave(monkeypatch, target, mode)
    with pytest.raises(MissingTool) as caught:
        measure(unit, target)
    assert message in str(caught.value)
    assert own_records().all(steps.KIND) == []
    monkeypatch.delenv("HASHLOOM_MOCK_MODE")
    assert measure(unit, target).state == jobs.OK


@pytest.mark.parametrize("name", VENDORS)
def test_a_tool_that_is_not_there(unit: RtlUnit, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = os.pathsep.join(one for one in os.environ["PATH"].split(os.pathsep) if one != str(MOCKS))
    monkeypatch.setenv("PATH", path)
    target = vendor(name, monkeypatch)
    sentence = rf"^{PROGRAMS[target.tool]} is not on PATH, and {name} is measured by .* alone: install it"
    with pytest.raises(MissingTool, match=sentence):
        on_target.tools_of(target)
    with pytest.raises(MissingTool, match=sentence):
        measure(unit, target)


def test_a_tool_of_another_edition(unit: RtlUnit, monkeypatch: pytest.MonkeyPatch) -> None:
    agilex = vendor("quartus_agilex", monkeypatch)
    cyclone = vendor("quartus_cyclonev", monkeypatch)
    with pytest.raises(
        MissingTool, match=r"is Quartus 20\.1\.1 build 720 Lite Edition, and AGF.* needs the edition Pro"
    ):
        measure(unit, agilex)
    vendor("quartus_agilex", monkeypatch)
    steps._asked.cache_clear()
    with pytest.raises(MissingTool, match="Pro Edition, and 5CEFA7F31C6 needs the edition Lite or Standard"):
        measure(unit, cyclone)


def test_a_program_that_does_not_say_its_version(
    unit: RtlUnit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "vivado").write_text("#!/bin/sh\necho the licence server is down\nexit 3\n")
    (tmp_path / "vivado").chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    with pytest.raises(
        MissingTool, match="vivado -version does not say its version: the licence server is down"
    ):
        measure(unit, vendor("vivado_artix7", monkeypatch))


def test_numbers_of_placements(unit: RtlUnit, monkeypatch: pytest.MonkeyPatch) -> None:
    artix, cyclone = (vendor(name, monkeypatch) for name in ("vivado_artix7", "quartus_cyclonev"))
    for target in (artix, cyclone):
        with pytest.raises(UsageError, match="give at least 1 placement"):
            measure(unit, target, 0)
    most = len(vivado.DIRECTIVES)
    assert len(set(vivado.DIRECTIVES)) == most
    with pytest.raises(UsageError, match=f"Vivado has no seeds, but {most} directives of placement"):
        measure(unit, artix, most + 1)
    assert len(measure(unit, artix, most).seeds) == most
    with pytest.raises(UsageError, match="only standard cells are placed with estimated wires"):
        on_target.refuse_unplaceable(artix, 1)


def test_the_core_stands_in_the_harness_with_its_parameters(tmp_path: Path) -> None:
    (tmp_path / "core.sv").write_text(CORE)
    ports = [Port("clk", "input", 1), Port("a", "input", 3), Port("y", "output", 2)]
    parameters: tuple[tuple[str, int | str], ...] = (
        ("N", -7), ("ADDER", "fast"), ("IV", 0x6A09E667F3BCC908), ("LOW", -(2**40)),
    )  # fmt: skip
    unit = RtlUnit("u", "core", (tmp_path / "core.sv",), parameters)
    files = circuit.harness(unit, ports, '(* keep_hierarchy = "yes" *) ')
    assert list(files) == ["serial_source.sv", "serial_sink.sv", "serial_harness.sv"]
    (line,) = (one for one in files["serial_harness.sv"].splitlines() if one.endswith(" core ("))
    assert line == (
        '  (* keep_hierarchy = "yes" *) core #(.N(-7), .ADDER("fast"), .IV(64\'sd7640891576956012808), '
        ".LOW(-42'sd1099511627776)) core ("
    )
    for wrong in (("ADDER", 'f"ast'), ("ADDER", "a\\b"), ("N]", 1)):
        with pytest.raises(UsageError, match="vendors' tools"):
            circuit.harness(replace(unit, parameters=(wrong,)), ports, "")
    with pytest.raises(UsageError, match="vendors' tools may read in another way"):
        circuit.harness(replace(unit, top="core$[exit]"), ports, "")


def test_a_row_of_the_command_says_what_was_not_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With yosys itself, and RTL of a user's: its ports make the harness, the mock reads what it is given."""
    monkeypatch.undo()
    for name, value in (("STATE", "state"), ("MOCK_LOG", "calls")):
        monkeypatch.setenv(f"HASHLOOM_{name}", str(tmp_path / value))
    monkeypatch.setenv("PATH", f"{MOCKS}:{os.environ['PATH']}")
    command = ["synth", "--rtl", str(RTL / "adder_tree.sv"), "--top", "adder_tree", "--json", "--seeds", "2"]
    assert (
        main(
            [*command, "--parameter", "WIDTH=16", "--target", "vivado_artix7", "--target", "quartus_cyclonev"]
        )
        == 0
    )
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["state"], row["area_unit"], len(row["seeds"])) for row in rows] == [
        ("ok", "slice", 2),
        ("ok", "ALM", 2),
    ]
    assert rows[0]["tools"]["Vivado"] == "2023.2 build 4029153"
    monkeypatch.setenv("HASHLOOM_MOCK_MODE", "quartus_sh=syntax")
    assert main([*command, "--parameter", "WIDTH=8", "--target", "quartus_cyclonev"]) == 1
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["message"].endswith(f"syntax error near ; [{RTL / 'adder_tree.sv'}:7]")


def test_the_table_says_that_a_netlist_was_not_simulated() -> None:
    row = {
        "function": "f", "architecture": "a", "target": "vivado_artix7", "goal": "fast", "state": "ok",
        "netlist_simulated": False,
    }  # fmt: skip
    assert "not simulated" in table([row]).terminal()
    assert "not simulated" not in table([{**row, "state": "tool-crash"}]).terminal()
    assert "not simulated" not in table([{**row, "netlist_simulated": True}]).terminal()


def test_campaigns_and_explorations_leave_vendors_tools_to_synth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "own.toml").write_text(
        'name = "own"\n[[sweep]]\ndesigns = ["sha1/basic"]\ntargets = ["vivado_artix7"]\ngoals = ["fast"]\n'
    )
    for command in (
        ["explore", "sha1", "--target", "vivado_artix7"],
        ["campaign", str(tmp_path / "own.toml")],
    ):
        assert main(command) == 2
        told = capsys.readouterr().err
        assert "vivado_artix7 is measured by a vendor's tool, and only synth runs these" in told


@pytest.mark.long
def test_a_design_is_verified_and_its_netlist_is_not_said_to_be_simulated(
    tmp_path: Path, simulation_state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    monkeypatch.setenv("HASHLOOM_STATE", str(simulation_state))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    monkeypatch.setenv("HASHLOOM_MOCK_LOG", str(tmp_path / "calls"))
    monkeypatch.setenv("PATH", f"{MOCKS}:{os.environ['PATH']}")
    design, session = catalogue.resolve_design("sha1/basic", here()), own_session()
    result = evaluation.synthesise(design, "vivado_kintexup", "fast", 2, session, limits=flow.LIMITS)
    assert (result.state, result.netlist_simulated) == (jobs.OK, False), result.measurement.message
    row = json.loads(json.dumps(result.row()))
    assert rows.complaints(row, here(), rows.DESIGN) == []
    other = {**row, "area_unit": "slice"}
    assert rows.complaints(other, here(), rows.DESIGN) == [
        '"area_unit" slice is not that of vivado_kintexup, CLB'
    ]
    assert row["assurance"]["levels"] == ["core", "top"]
    assert json.loads(json.dumps(flow.Result.from_row(row).row())) == row
    (tmp_path / "row.json").write_text(json.dumps(stamped("synthesis", {"rows": [row]})))
    reusable = reuse.read([tmp_path / "row.json"], here())
    assert reusable.result(design, "vivado_kintexup", "fast", 2) is None
