# SPDX-License-Identifier: Apache-2.0
"""Transitions of a mapped circuit with delays, beside those that Icarus counts with the same SDF."""

import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from own_state import own_session
from target_kinds import standard_cells

from hashloom import libraries
from hashloom.catalogue.rtl import RtlUnit
from hashloom.energy import circuit, delays, program
from hashloom.energy.delays import Path as Way
from hashloom.execution import jobs
from hashloom.flow import cells, timing, yosys
from hashloom.flow.placement import netlist
from hashloom.libraries import liberty_power

MODELS = Path("/usr/share/qflow/tech/osu018/osu018_stdcells.v")
LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=300)
CYCLES, WARM = 120, 3
"""Cycles, and those at first that do not count: there Icarus knows no states yet."""
PERIOD_NS = 50
NEARNESS = 0.05
RTL = """
module product (input wire clk, input wire [7:0] a, input wire [7:0] b, output reg [15:0] p);
  reg [7:0] x, y;
  always @(posedge clk) begin
    x <= a;
    y <= b;
    p <= x * y;
  end
endmodule
"""
_VARIABLE = re.compile(r"\$var \w+ (\d+) (\S+) \\?(\S+).* \$end")
_CHANGE = re.compile(r"(?:([01xz])|b([01xz]+) )(\S+)")
_TRIPLE = re.compile(r"\(([\d.]+)::([\d.]+)\)")


@dataclass(frozen=True)
class Mapped:
    """A netlist, its delays as SDF and in the simulator's terms, and values of its inputs by cycle."""

    text: str
    sdf: str
    described: circuit.Described
    values: tuple[dict[str, int], ...]


needs_icarus = pytest.mark.skipif(
    not MODELS.is_file() or shutil.which("iverilog") is None, reason="the cells or Icarus are not here"
)


@pytest.fixture(scope="module", autouse=True)
def state(simulation_state: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HASHLOOM_RECORDS", str(tmp_path_factory.mktemp("icarus") / "records.sqlite"))
        yield


@pytest.fixture(scope="module")
def mapped(state: None, tmp_path_factory: pytest.TempPathFactory) -> Mapped:
    """An array multiplier between registers: it has many glitches."""
    folder = tmp_path_factory.mktemp("mapped")
    (folder / "product.v").write_text(RTL)
    target = standard_cells()
    run = cells.CellsRun(RtlUnit("product", "product", (folder / "product.v",), ()), target, "small", LIMITS)
    made = cells.synthesis(run).perform(own_session(), files=True).folder / yosys.NETLIST
    text = made.read_text()
    (folder / yosys.NETLIST).write_text(text)
    library = libraries.prepare(target.source, target.dont_use)
    script = timing.script(str(library.path), yosys.NETLIST, "product", target.driving_cell, target.load_ff)
    assert timing.run(folder, [*script, *delays.commands()], LIMITS).state == jobs.OK
    sdf = (folder / delays.SDF).read_text()
    found = netlist.read(text)
    around = circuit.Surroundings(
        delays.sdf(sdf.splitlines()),
        delays.slews((folder / delays.SLEWS).read_text().splitlines()),
        {},
        target.load_ff,
        "clk",
    )
    power = liberty_power.power(target.source.path().read_text(), circuit.used_cells(found))
    draw = random.Random(7)
    values = tuple({"a": draw.randrange(256), "b": draw.randrange(256)} for _ in range(CYCLES + 1))
    return Mapped(text, sdf, circuit.Described(found, power, around), values)


def own_counts(one: Mapped, folder: Path) -> dict[str, tuple[int, int]]:
    """Transitions of each net, all and without glitches, in all cycles but the first."""
    described = circuit.Described(one.described.netlist, one.described.library, one.described.around)
    lines = described.lines()
    places = [(bit[0], int(bit[2:-1])) for bit in described.inputs]  # a[0], b[7]

    def stimulus(cycles: int) -> list[str]:
        found = [" ".join(str(one.values[0][name] >> bit & 1) for name, bit in places)]
        for before, now in zip(one.values, one.values[1 : cycles + 1], strict=False):
            changed = [
                number for number, (name, bit) in enumerate(places) if (before[name] ^ now[name]) >> bit & 1
            ]
            found.append(" ".join(map(str, (len(changed), *changed))))
        return found

    counts = []
    for cycles in (WARM, CYCLES):
        run, outcome = program.simulate(
            program.program(own_session()), lines, stimulus(cycles), PERIOD_NS, 1, folder, LIMITS
        )
        assert run is not None, outcome.tail()
        counts.append(run.nets)
    early, late = counts
    return {
        net: (late[number][0] - early[number][0], late[number][1] - early[number][1])
        for net, number in described.nets.items()
    }


def icarus_counts(one: Mapped, folder: Path) -> dict[str, int]:
    """The same transitions in Icarus, with the vendor's models of the cells."""
    folder.mkdir()
    # Icarus takes the middle one of three values.
    middle = _TRIPLE.sub(lambda m: f"({m[1]}:{(float(m[1]) + float(m[2])) / 2:.6f}:{m[2]})", one.sdf)
    (folder / "delays.sdf").write_text(middle)
    (folder / "cells.v").write_text(MODELS.read_text().replace("1ns/10ps", "1ns/100fs"))
    (folder / "netlist.v").write_text(one.text)
    drives = "\n".join(f"    @(posedge clk); a = {now['a']}; b = {now['b']};" for now in one.values[1:])
    (folder / "bench.v").write_text(f"""
`timescale 1ns/100fs
module bench;
  reg clk = 0;
  reg [7:0] a = {one.values[0]["a"]}, b = {one.values[0]["b"]};
  wire [15:0] p;
  product dut (.clk(clk), .a(a), .b(b), .p(p));
  initial begin
    $sdf_annotate("delays.sdf", dut);
    $dumpfile("nets.vcd");
    $dumpvars(1, dut);
    #1;
{drives}
    #{PERIOD_NS / 2};
    $finish;
  end
  always #{PERIOD_NS / 2} clk = !clk;
endmodule
""")
    for command in (
        [
            "iverilog",
            "-g2012",
            "-gspecify",
            "-Ttyp",
            "-s",
            "bench",
            "-o",
            "bench.vvp",
            "bench.v",
            "cells.v",
            "netlist.v",
        ],
        ["vvp", "-n", "bench.vvp"],
    ):
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "SDF ERROR" not in done.stdout + done.stderr
    # The first edge is at half a period; of cycle n, from 1, it is at (n - 1/2) periods.
    begin = (WARM + 0.25) * PERIOD_NS * 10_000
    return toggles(folder / "nets.vcd", begin)


def toggles(path: Path, begin: float) -> dict[str, int]:
    """Transitions of each bit in a waveform, from a time on."""
    names: dict[str, list[str]] = {}
    values: dict[str, str] = {}
    counts: dict[str, int] = {}
    now = 0
    for line in path.read_text().splitlines():
        if variable := _VARIABLE.fullmatch(line):
            width, code, name = int(variable[1]), variable[2], variable[3]
            bits = [name] if width == 1 else [f"{name}[{bit}]" for bit in reversed(range(width))]
            names.setdefault(code, []).extend(bits)
        elif line.startswith("#"):
            now = int(line[1:])
        elif change := _CHANGE.fullmatch(line):
            bits = names[change[3]]
            new = change[1] or change[2]
            # What is left out at the left is 0, or unknown as the first digit.
            new = new.rjust(len(bits), "0" if new[0] == "1" else new[0])
            for name, value in zip(bits, new, strict=True):
                if now >= begin and values.get(name, value) != value:
                    counts[name] = counts.get(name, 0) + 1
                values[name] = value
    return {name: counts.get(name, 0) for bits in names.values() for name in bits}


def sums(mapped: Mapped, folder: Path) -> tuple[int, int, int, int]:
    """Transitions of all nets: ours, those without glitches, those of Icarus; how far ours are off by net."""
    own, known = own_counts(mapped, folder), icarus_counts(mapped, folder / "icarus")
    nets = [net for net in own if net in known]
    assert len(nets) > 300
    ours, free = (sum(own[net][kind] for net in nets) for kind in (0, 1))
    off = sum(abs(own[net][0] - known[net]) for net in nets)
    return ours, free, sum(known[net] for net in nets), off


@pytest.mark.long
@needs_icarus
def test_transitions_are_those_of_icarus(mapped: Mapped, tmp_path: Path) -> None:
    ours, free, theirs, off = sums(mapped, tmp_path)
    assert ours == pytest.approx(theirs, rel=NEARNESS)
    assert off < NEARNESS * theirs
    # The glitches are what Icarus is there for: without them the sums are apart.
    assert free < theirs * (1 - 2 * NEARNESS)


@needs_icarus
@pytest.mark.parametrize("fault", ["the same for all", "twice as long for a fall"])
def test_other_delays_are_noticed(fault: str, mapped: Mapped, tmp_path: Path) -> None:
    same, found = fault == "the same for all", mapped.described.around.delays
    paths = {
        key: [
            Way(one.condition, 100.0 if same else one.rise, 100.0 if same else 2 * one.fall) for one in ways
        ]
        for key, ways in found.paths.items()
    }
    around = replace(mapped.described.around, delays=delays.Delays(paths, found.wires))
    described = circuit.Described(mapped.described.netlist, mapped.described.library, around)
    _, _, theirs, off = sums(replace(mapped, described=described), tmp_path)
    assert off > 2 * NEARNESS * theirs
