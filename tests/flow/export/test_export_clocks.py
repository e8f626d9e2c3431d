# SPDX-License-Identifier: Apache-2.0
"""The GMU interface with a clock of its own: its packages, and what tools are told of the crossing."""

import re
import shutil
from fnmatch import fnmatchcase
from pathlib import Path

import exported_netlists
import pytest
from exported_netlists import Synthesised
from own_state import here

from hashloom.catalogue import resolve_design
from hashloom.commands import main
from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.export import known_answers, proof, trial, verilog
from hashloom.export.flows import FIFOS, SYNCHRONIZERS
from hashloom.flow import timing

LIMITS = jobs.Limits(wall_seconds=300)
FLAT = ("proc", "flatten", "opt_clean")
LANE = "adapter.gen_two_clocks.gen_lane[0].lane"


def arguments(folder: Path, *more: str) -> list[str]:
    return ["export", "sha1", "-o", str(folder), "--no-verify", "--bus", "gmu", "--io-ratio", "4", *more]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """sha1 with four I/O words in a word, proven; nobody writes into it."""
    folder = tmp_path_factory.mktemp("clocks") / "sha1"
    assert main(arguments(folder, "--mhz", "50", "--io-mhz", "160")) == 0
    return folder


@pytest.fixture(scope="module")
def elaborated(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Synthesised:
    """Its Verilog-2005, flat."""
    folder = tmp_path_factory.mktemp("elaborated") / "flat"
    return exported_netlists.run(package / "verilog/sha1.v", "sha1", FLAT, folder)


@pytest.mark.parametrize("simulator", ["icarus", "icarus-verilog"])
def test_it_works_with_clocks_that_drift(package: Path, tmp_path: Path, simulator: str) -> None:
    folder = Path(shutil.copytree(package, tmp_path / "elsewhere"))
    answers = known_answers.cases(resolve_design("sha1", here()).function)
    found = trial.run(folder, simulator, LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * len(answers), 0), found
    assert trial.run(folder, "lint", LIMITS).state == jobs.OK, (folder / "lint.log").read_text()
    texts = [path.read_text() for path in package.rglob("*") if path.is_file()]
    assert [text for text in texts if re.search(r"\{%|%\}|\{\{ | \}\}|\{#|#\}", text)] == []


@pytest.mark.parametrize(
    ("file", "one", "other"),
    [
        ("asynchronous_fifo", "write_gray != (read_seen ^ APART)", "1'b1"),
        ("asynchronous_fifo", "read_gray != write_seen", "read_gray != write_next"),
        ("gmu_lane", "out_valid && !dst_ready", "out_valid"),
    ],
)
def test_the_test_bench_notices_a_broken_crossing(
    package: Path, tmp_path: Path, file: str, one: str, other: str
) -> None:
    folder = Path(shutil.copytree(package, tmp_path / "elsewhere"))
    source = folder / f"rtl/sha1__{file}.sv"
    text = source.read_text()
    assert one in text
    source.write_text(text.replace(one, other))
    found = trial.run(folder, "icarus", LIMITS)
    assert found.state == jobs.TOOL_CRASH
    assert found.failed > 0, (folder / "icarus.log").read_text()[-500:]


def test_a_register_with_the_other_clock_is_noticed(package: Path, tmp_path: Path) -> None:
    changed = other_clock(package, tmp_path / "sha1.v")
    sources = [tmp_path / name for name in in_order(package, tmp_path)]
    with pytest.raises(CheckFailed, match="has another clock in Verilog-2005"):
        proof.prove("sha1", sources, changed, tmp_path / "proof", LIMITS, ("clk", "io_clk"))


def other_clock(package: Path, path: Path) -> Path:
    """The Verilog-2005, at this path, with a register of a FIFO that has the other clock."""
    text = (package / "verilog/sha1.v").read_text()
    fifo = text.index("module sha1__asynchronous_fifo")
    head, register, tail = text[fifo:].partition("always @(posedge read_clk)")
    assert register
    path.write_text(text[:fifo] + head + "always @(posedge write_clk)" + tail)
    return path


def in_order(package: Path, folder: Path) -> list[str]:
    """Names of the RTL of a package in compile order; copies are put into the folder."""
    listed = re.search(r"^RTL := (.*)$", (package / "Makefile").read_text(), re.MULTILINE)
    assert listed is not None
    for name in listed[1].split():
        shutil.copy(package / name, folder)
    return [Path(name).name for name in listed[1].split()]


def synchronizers() -> list[str]:
    return [f"{LANE}.{fifo}.{register}" for fifo, _, _ in FIFOS for register in SYNCHRONIZERS]


def marked(netlist: Synthesised) -> set[str]:
    """Nets that are ASYNC_REG and come from flip-flops."""
    return {net for net in netlist.registers() if netlist.attribute(net, "ASYNC_REG") == "TRUE"}


def test_the_verilog_says_which_registers_are_between_the_clocks(elaborated: Synthesised) -> None:
    assert marked(elaborated) == set(synchronizers())


def test_without_the_attribute_it_would_say_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verilog, "KEPT", ("X_INTERFACE_INFO",))
    assert main(arguments(tmp_path / "x", "--no-proof")) == 0
    text = (tmp_path / "x/verilog/sha1.v").read_text()
    assert set(re.findall(r"\(\* (\w+)", text)) == {"X_INTERFACE_INFO"}


@pytest.mark.long
def test_they_are_flip_flops_of_the_fpga_and_stay_marked(package: Path, tmp_path: Path) -> None:
    source = package / "verilog/sha1.v"
    netlist = exported_netlists.run(source, "sha1", ["synth_xilinx -flatten -top sha1"], tmp_path / "x")
    assert marked(netlist) == set(synchronizers())
    assert netlist.complaints() == []


def flip_flops(netlist: Synthesised) -> list[str]:
    """Each bit of each register, its instances separated by /."""
    registers = netlist.registers()
    return [
        f"{name.replace(LANE, LANE.replace('adapter.', 'adapter/')).replace('lane.', 'lane/', 1)}"
        .replace("fifo.", "fifo/") + f"[{bit}]"
        for name, bits in registers.items()
        for bit in range(len(bits))
    ]  # fmt: skip


def patterns(package: Path) -> dict[str, list[str]]:
    """What each constraint file calls registers, as patterns over these names; once each."""
    folder = package / "constraints"
    texts = {name: (folder / f"sha1_{name}").read_text() for name in ("crossing.xdc", "crossing.lpf")}
    vivado = re.findall(r"NAME =~ (\S+?)(?:/C)?[ }]", texts["crossing.xdc"])
    quartus = re.findall(r"(\*\S+?)[ }]", (folder / "sha1_crossing_quartus.sdc").read_text())
    assigned = re.findall(r'-to "(\*\S+)"', (folder / "sha1.qsf").read_text())
    diamond = re.findall(r'CELL "(\*.+?)"', texts["crossing.lpf"])
    return {
        "vivado": [pattern.replace("_reg*", "[[]*") for pattern in vivado],
        "quartus": [pattern.replace("|", "/").replace("[*]", "[[]*") for pattern in (*quartus, *assigned)],
        "diamond": diamond,
    }


@pytest.mark.parametrize("tool", ["vivado", "quartus", "diamond"])
def test_what_the_constraints_name_is_there(package: Path, elaborated: Synthesised, tool: str) -> None:
    names, found = flip_flops(elaborated), patterns(package)[tool]
    assert len(set(found)) >= 10
    assert [pattern for pattern in found if not any(fnmatchcase(name, pattern) for name in names)] == []
    assert not any(fnmatchcase(name, found[0].replace("fifo", "queue")) for name in names)


def test_nothing_crosses_but_what_the_constraints_name(
    package: Path, elaborated: Synthesised, tmp_path: Path
) -> None:
    found = elaborated.crossings()
    pointers = {
        (f"{LANE}.{fifo}.{end}_gray", f"{LANE}.{fifo}.{end}_seen_early")
        for fifo, _, _ in FIFOS
        for end in ("write", "read")
    }
    assert pointers <= found
    words = {f"{LANE}.{fifo}.words" for fifo, _, _ in FIFOS}
    assert {source for source, _ in found - pointers} == words
    changed = other_clock(package, tmp_path / "sha1.v")
    assert exported_netlists.run(changed, "sha1", FLAT, tmp_path / "flat").crossings() - found


def test_clocks_and_scripts_name_both_clocks_and_the_crossing(package: Path) -> None:
    read = {path.name: path.read_text() for path in (package / "constraints").iterdir()}
    for suffix in ("xdc", "sdc", "pdc"):
        assert "create_clock -name clk -period 20.000 [get_ports clk]" in read[f"sha1.{suffix}"]
        assert "create_clock -name io_clk -period 6.250 [get_ports io_clk]" in read[f"sha1.{suffix}"]
    assert 'FREQUENCY PORT "io_clk" 160 MHZ;' in read["sha1.lpf"]
    assert "SDC_FILE sha1_crossing_quartus.sdc" in read["sha1.qsf"]
    assert "PROCESSING_ORDER LATE [get_files $here/sha1_crossing.xdc]" in read["sha1_vivado.tcl"]
    core = (package / "sha1.core").read_text()
    assert "constraints/sha1_crossing.xdc: {file_type: xdc}" in core
    assert "constraints/sha1_crossing.xdc" in (package / "component.xml").read_text()
    assert "SDC PATH constraints/sha1_crossing_quartus.sdc" in (package / "sha1_hw.tcl").read_text()


def test_a_ratio_that_cannot_be_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    base = ["export", "sha1", "-o", str(tmp_path / "x"), "--no-verify", "--no-proof"]
    for more, said in (
        (["--bus", "axis", "--io-ratio", "2"], "no ratio of words to choose"),
        (["--bus", "gmu", "--io-mhz", "80"], "no clock for I/O"),
        (["--bus", "gmu", "--io-ratio", "16"], "fewer than 8 bits"),
        (["--bus", "gmu", "--io-ratio", "2", "--io-mhz", "0"], "cannot be asked for"),
    ):
        assert main([*base, *more]) == UsageError.exit_status
        assert said in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


LIBERTY = """
library(tiny) {
  delay_model : table_lookup; time_unit : "1ns"; capacitive_load_unit(1, pf);
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  cell(DFF) {
    area : 1;
    ff(IQ, IQN) { clocked_on : "C"; next_state : "D"; }
    pin(C) { direction : input; clock : true; capacitance : 0.001; }
    pin(D) {
      direction : input; capacitance : 0.001;
      timing() {
        related_pin : "C"; timing_type : setup_rising;
        rise_constraint(scalar) { values("0.1"); } fall_constraint(scalar) { values("0.1"); }
      }
      timing() {
        related_pin : "C"; timing_type : hold_rising;
        rise_constraint(scalar) { values("0.1"); } fall_constraint(scalar) { values("0.1"); }
      }
    }
    pin(Q) {
      direction : output; function : "IQ";
      timing() {
        related_pin : "C"; timing_type : rising_edge;
        cell_rise(scalar) { values("0.5"); } cell_fall(scalar) { values("0.5"); }
        rise_transition(scalar) { values("0.1"); } fall_transition(scalar) { values("0.1"); }
      }
    }
  }
}
"""
CROSSING = """
module sha1 (input clk, input io_clk, input d, output q);
  wire a, b, c;
  DFF first (.C(io_clk), .D(d), .Q(a));
  DFF second (.C(clk), .D(a), .Q(b));
  DFF third (.C(clk), .D(b), .Q(c));
  DFF fourth (.C(io_clk), .D(c), .Q(q));
endmodule
"""


def opensta(folder: Path, constraints: list[Path]) -> dict[str, str]:
    """What OpenSTA reports of the paths between the two clocks, by direction and corner."""
    folder.mkdir()
    (folder / "tiny.lib").write_text(LIBERTY)
    (folder / "crossing.v").write_text(CROSSING)
    asked = [
        (one, other, kind) for one, other in (("io_clk", "clk"), ("clk", "io_clk")) for kind in ("max", "min")
    ]
    commands = ["read_liberty tiny.lib", "read_verilog crossing.v", "link_design sha1"]
    for number, path in enumerate(constraints):
        shutil.copy(path, folder / f"{number}.sdc")
        commands.append(f"read_sdc {number}.sdc")
    for one, other, kind in asked:
        ends = f"-from [get_clocks {one}] -to [get_clocks {other}]"
        commands += ['puts "=== report"', f"report_checks -path_delay {kind} {ends} -digits 3"]
    assert timing.run(folder, commands, LIMITS).state == jobs.OK, (folder / timing.LOG).read_text()
    reports = (folder / timing.LOG).read_text().split("=== report")[1:]
    return {f"{one} {kind}": report for (one, _, kind), report in zip(asked, reports, strict=True)}


def test_opensta_holds_the_crossing_to_the_shorter_period(package: Path, tmp_path: Path) -> None:
    clocks, crossing = (package / f"constraints/sha1{end}.sdc" for end in ("", "_crossing"))
    for clock, names in (("io_clk", ("first", "second")), ("clk", ("third", "fourth"))):
        report = opensta(tmp_path / clock, [clocks, crossing])
        assert all(name in report[f"{clock} max"] for name in names)
        assert re.search(r"6\.250\s+6\.250\s+max_delay", report[f"{clock} max"]), report
        assert "No paths found" in report[f"{clock} min"]
    alone = opensta(tmp_path / "alone", [clocks])
    assert "max_delay" not in alone["clk max"]
    assert "fourth" in alone["clk min"]
