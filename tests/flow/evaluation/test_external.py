# SPDX-License-Identifier: Apache-2.0
"""RTL of others through our flow: what is measured, and what is said where it cannot be."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import folders
import pytest
from own_state import here, own_session, state_folder
from target_kinds import standard_cells

from hashloom import flow, targets
from hashloom.analysis import peers
from hashloom.catalogue.rtl import RtlUnit
from hashloom.commands import main
from hashloom.commands._terminal import DISPLAY
from hashloom.errors import UsageError
from hashloom.evaluation import external
from hashloom.evaluation.own import captured, front_end
from hashloom.evaluation.own.core import ExternalCore
from hashloom.evaluation.own.front_end import Front
from hashloom.flow import Measurement, SeedRun

ADDER_TREE = folders.RTL / "adder_tree.sv"


@pytest.fixture(scope="module", autouse=True)
def state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records of this module; what one test has computed is there for the next."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HASHLOOM_STATE", str(tmp_path_factory.mktemp("external")))
        patch.delenv("HASHLOOM_RECORDS", raising=False)
        yield


def write(folder: Path, text: str, name: str = "core.v") -> str:
    path = folder / name
    path.write_text(text)
    return str(path)


def synth(*arguments: str, target: str = "osu018", status: int = 0) -> None:
    assert main(["synth", *arguments, "--target", target, "--goal", "fast", "-j", "1"]) == status


def rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(capsys.readouterr().out)["rows"]
    return found


def test_a_row_is_that_of_the_flow(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--rtl", str(ADDER_TREE), "--top", "adder_tree", "--parameter", "WIDTH=0x10"]
    synth(*command, "--parameter", "ADDER=plain", "--json")
    (row,) = rows(capsys)
    assert (row["top"], row["parameters"]) == ("adder_tree", {"WIDTH": 16, "ADDER": "plain"})
    assert row["verification"] == "not verified by hashloom"
    assert "netlist_simulated" not in row
    assert "throughput_gbps" not in row, "nobody said how many bits a cycle hashes"
    core = ExternalCore("adder_tree", (ADDER_TREE,), (("WIDTH", 16), ("ADDER", "plain")))
    unit = front_end.read(core, here(), flow.LIMITS).unit
    found = flow.measure(unit, standard_cells(), "fast", 1, own_session())
    assert unit.digest() == RtlUnit("own", core.top, core.sources, core.parameters).digest(), "as it is"
    assert (row["clock_mhz"], row["area_ge"], row["area_ff"]) == (found.clock_mhz, found.area_ge, 16)
    synth(*command, "--parameter", "ADDER=split", "--json")
    (faster,) = rows(capsys)
    assert faster["clock_mhz"] > row["clock_mhz"]


def test_the_throughput_follows_from_bits_and_cycles(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["--rtl", str(ADDER_TREE), "--top", "adder_tree"]
    synth(*command, "--block-bits", "512", "--cycles-per-block", "64.5", "--json")
    (row,) = rows(capsys)
    assert row["throughput_gbps"] == pytest.approx(512 / 64.5 * row["clock_mhz"] / 1000)
    assert (row["block_bits"], row["cycles_per_block"]) == (512, 64.5)


def test_the_table_says_that_nothing_was_verified(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(DISPLAY, "show", lambda text, *others: shown.append(text))
    synth("--rtl", str(ADDER_TREE), "--top", "adder_tree")
    captured = capsys.readouterr()
    (line,) = [line for line in captured.out.splitlines() if line.startswith("adder_tree")]
    assert "not verified by hashloom" in line
    assert " GE " in line
    assert "adder_tree fast on osu018: synthesis" in shown


@pytest.mark.parametrize("target", ["osu018", "ecp5"])
def test_a_clock_of_another_name_changes_no_figure(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """An input of the name that the flow gives its clock is an input like others."""
    text = re.sub(r"\bclk\b", "clock", ADDER_TREE.read_text())
    renamed = write(tmp_path, re.sub(r"\benable\b", "clk", text), "renamed.sv")
    command = ["--top", "adder_tree", "--parameter", "WIDTH=8", "--seeds", "0", "--json"]
    synth("--rtl", renamed, *command, "--clock", "clock", target=target)
    synth("--rtl", str(ADDER_TREE), *command, target=target)
    found = capsys.readouterr().out.split("\n}\n")
    other, own = (json.loads(f"{text}\n}}")["rows"][0] for text in found[:2])
    figures = ["state", "area", "area_ff", *(["clock_mhz"] if target == "osu018" else ["levels"])]
    assert [other[name] for name in figures] == [own[name] for name in figures]
    assert other["area_ff"] == 8
    assert not any("core." in end for end in other["critical_path"])


def test_an_fpga_has_one_row_and_standard_cells_both_goals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The rows have what an entry of peers.toml has."""

    def fake(unit: object, target: targets.Target, goal: str, *_: object, **__: object) -> Measurement:
        on_cells = target.technology == "asic"
        return Measurement(
            "ok", {"yosys": "1"}, "0" * 64, "1" * 64, clock_mhz=250.0, period_ns=4.0, area_ff=7,
            area=(900.25 if goal == "fast" else 800.0) if on_cells else 99,
            area_unit="GE" if on_cells else "LUT",
            area_ge=(900.25 if goal == "fast" else 800.0) if on_cells else None,
            area_lut=None if on_cells else 99, seeds=() if on_cells else (SeedRun(1, "ok"), SeedRun(2, "ok")),
        )  # fmt: skip

    monkeypatch.setattr(flow, "measure", fake)
    command = ["synth", "--rtl", str(ADDER_TREE), "--top", "adder_tree", "--json"]
    assert main([*command, "--target", "osu018", "--target", "ecp5"]) == 0
    names = set(peers.PeerFigures.model_fields)
    found = [{name: value for name, value in row.items() if name in names} for row in rows(capsys)]
    assert [(one["target"], one["goal"]) for one in found] == [
        ("osu018", "small"), ("osu018", "fast"), ("ecp5", "fast"),
    ]  # fmt: skip
    figures = [peers.PeerFigures(**{**one, "seeds": len(one.get("seeds", ())) or None}) for one in found]
    assert [(one.area_ge, one.area_lut, one.area_ff, one.clock) for one in figures] == [
        (800.0, None, 7, 250.0), (900.25, None, 7, 250.0), (None, 99, 7, 250.0),
    ]  # fmt: skip


def test_what_takes_no_look_up_table_has_a_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The area of ECP5 is its look-up tables, and a shift register needs none."""
    text = """module shift(input clk, input [7:0] d, output reg [7:0] q);
reg [7:0] between;
always @(posedge clk) begin between <= d; q <= between; end
endmodule
"""
    synth("--rtl", write(tmp_path, text), "--top", "shift", "--seeds", "0", "--json", target="ecp5")
    (row,) = rows(capsys)
    assert (row["state"], row["area"], row["area_unit"], row["area_ff"]) == ("ok", 0, "LUT", 16)


def test_asynchronous_resets_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = """module ar(input clk, input n, input [3:0] d, output reg [3:0] q);
always @(posedge clk or negedge n) if (!n) q <= 0; else q <= q + d;
endmodule
"""
    file = write(tmp_path, text)
    synth("--rtl", file, "--top", "ar", status=1)
    captured = capsys.readouterr()
    assert (
        "ar fast on osu018: unsupported: the core has flip-flops with asynchronous set or reset"
        in captured.err
    )
    assert f"({file}:2)" in captured.err
    assert "unsupported" in captured.out


GOOD = "module good(input clock, input d, output reg q); always @(posedge clock) q <= q ^ d; endmodule\n"


@pytest.mark.parametrize(
    ("text", "arguments", "sentence"),
    [
        (GOOD, ["--top", "goot"], "there is no module 'goot' in the files; the nearest known: good"),
        (GOOD, ["--top", "good"], "the module good has no input 'clk' of one bit; "),
        (GOOD, ["--top", "good", "--clock", "clok"], "the nearest known: clock; name its clock with --clock"),
        (GOOD, ["--top", "good", "--parameter", "N=1"], "--parameter names those of the top module"),
        ("module bad(input clk; endmodule\n", ["--top", "bad"], "core.v:1: syntax error, unexpected ';'"),
        (
            '`include "a.vh"\n' + GOOD,
            ["--top", "good"],
            "core.v:1: 'a.vh': No such file or directory",
        ),
        (
            "module one(input clk, d, output q); other o (d, q); endmodule\n",
            ["--top", "one"],
            "is not part of the design; name the file of that module with --rtl too",
        ),
        (
            "module pad(input clk, d, inout q); endmodule\n",
            ["--top", "pad"],
            "the port q of pad is an inout; the harness has none",
        ),
        (
            "module sink(input clk, input d, output [1:0] q); endmodule\n",
            ["--top", "sink"],
            "the module sink needs 2 bits of input beside its clock at least",
        ),
        (
            "module fold(input clk, input [7:0] d, output q); endmodule\n",
            ["--top", "fold"],
            "the module fold needs 2 bits of output at least",
        ),
    ],
)
def test_a_core_that_cannot_be_measured_is_refused(
    text: str, arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sorted(state_folder().rglob("*"))
    synth("--rtl", write(tmp_path, text), *arguments, status=UsageError.exit_status)
    error = capsys.readouterr().err
    assert sentence in error
    assert len(error.splitlines()) == 1
    assert [path for path in sorted(state_folder().rglob("*")) if path.name != "work"] == [
        path for path in before if path.name != "work"
    ], "nothing is recorded of it"


def test_files_that_yosys_does_not_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    vhdl = write(tmp_path, "entity core is end;", "core.VHD")
    synth("--rtl", vhdl, str(ADDER_TREE), "--top", "core", status=2)
    assert f"core.VHD is VHDL and {ADDER_TREE} is not" in capsys.readouterr().err
    for missing in (str(tmp_path / "nothing.v"), str(tmp_path)):
        synth("--rtl", str(ADDER_TREE), missing, "--top", "adder_tree", status=2)
        assert f"there is no file {missing}" in capsys.readouterr().err


RTL = ["--rtl", str(ADDER_TREE)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "name a DESIGN, or RTL of your own: --rtl FILE... --top NAME"),
        (["sha1", *RTL, "--top", "adder_tree"], "give a DESIGN (sha1) or --rtl, not both"),
        (["sha1", "--top", "a", "--block-bits", "1"], "--top, --block-bits: this is for RTL of your own"),
        (RTL, "--rtl needs the name of the top module: --top NAME"),
        ([*RTL, "--top", "a", "--set", "ADDER=1"], "--set is for designs"),
        ([*RTL, "--top", "a", "--parameter", "W"], "'W' sets no parameter; write NAME=VALUE"),
        ([*RTL, "--top", "a", "--parameter", 'W="'], "sets no parameter; write NAME=VALUE"),
        ([*RTL, "--top", "a", "--block-bits", "512"], "needs both --block-bits and --cycles-per-block"),
        (
            [*RTL, "--top", "a", "--block-bits", "512", "--cycles-per-block", "0"],
            "bits and cycles of a block must be positive",
        ),
        ([*RTL, "--top", "a", "--seeds", "-1"], "-1 placements cannot be made"),
    ],
)
def test_wrong_usage(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    synth(*arguments, status=UsageError.exit_status)
    assert sentence in capsys.readouterr().err


def test_a_failure_is_one_line() -> None:
    core = ExternalCore("top", (Path("a.v"), Path("dir/b.v")))
    unit = captured.plain_unit("top", "top", [])
    front = Front(unit, (), "read_verilog", {}, named={"rtl/01_b.v": "dir/b.v"})
    message = "x\nrtl/01_b.v:7: ERROR: Wrong \\width!\n"
    found = flow.Measurement("tool-crash", {}, "", "", message=message)
    row = external.row(core, front, targets.find("osu018"), "fast", found)
    assert (row["state"], row["message"]) == ("tool-crash", "dir/b.v:7: Wrong width")
