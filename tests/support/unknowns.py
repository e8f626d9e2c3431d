# SPDX-License-Identifier: Apache-2.0
"""Which registers of a circuit depend on what they held at first: simulation with unknown or random values.

At first every register is unknown. Icarus simulates the circuit that yosys elaborates, of assignments and of
registers that take a value with every edge: there an unknown value stays one wherever it may matter (a choice
by an unknown bit is unknown, but for the bits in which both cases agree). So what is known in the end is the
same whatever the registers held: a proof, for these inputs. What is unknown may depend on it.
"""

import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.flow import yosys

LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=300)
_TO_REGISTERS = (
    "proc", "flatten", "opt_expr", "opt_clean", "memory -nordff", "pmuxtree", "opt_expr", "opt_clean",
)  # fmt: skip
_TO_VERILOG = ("setundef -zero", "write_verilog -noattr -simple-lhs netlist.v")
_VARIABLE = re.compile(r"^\$var reg (\d+) (\S+) (\S+)", re.MULTILINE)
_VALUE = re.compile(r"^b([01xz]+) (\S+)$|^([01xz])(\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Known:
    """How the simulation ended: what it printed, bits in registers, and the registers with unknown bits."""

    said: str
    bits: int
    unknown: tuple[str, ...]


def simulated(unit: RtlUnit, bench: str, folder: Path) -> Known:
    """Simulate the module `bench`, which has the unit as `dut`, dumps it and ends, in an empty folder."""
    said, waves = _run(unit, bench, folder, ())
    values = _values(waves)
    unknown = sorted(name for name, value in values.items() if set(value) & {"x", "z"})
    return Known(said, sum(int(width) for width, _, _ in _VARIABLE.findall(waves)), tuple(unknown))


def differing(unit: RtlUnit, bench: str, folder: Path, seeds: Sequence[int]) -> dict[str, set[int]]:
    """Registers that end with other values when they begin with others, drawn with each of the seeds.

    With those of their bits that do, counted from the most significant, 0.

    For circuits that clear memories place by place from wherever they are: `simulated` knows nothing there.
    """
    ends = []
    for number, seed in enumerate(seeds):
        (folder / str(number)).mkdir()
        _, waves = _run(unit, bench, folder / str(number), (f"setundef -init -random {seed}",))
        ends.append(_values(waves))
    bits = {
        name: {
            at
            for at, column in enumerate(zip(*(values[name] for values in ends), strict=True))
            if len(set(column)) > 1
        }
        for name in ends[0]
    }
    return {name: those for name, those in bits.items() if those}


def _run(unit: RtlUnit, bench: str, folder: Path, begin: Sequence[str]) -> tuple[str, str]:
    """What a simulation prints, and its waves."""
    yosys.copy_sources(unit, folder)
    made = yosys.run(folder, [*yosys.elaborate(unit), *_TO_REGISTERS, *begin, *_TO_VERILOG], LIMITS)
    assert made.state == jobs.OK, made.tail(10)
    (folder / "bench.sv").write_text(bench)
    for command in (
        ["iverilog", "-g2005-sv", "-s", "bench", "-o", "bench.vvp", "netlist.v", "bench.sv"],
        ["vvp", "-n", "bench.vvp"],
    ):
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=LIMITS.wall_seconds, check=False
        )
        assert (done.returncode, done.stderr) == (0, ""), done.stderr[-2000:]
    return done.stdout, (folder / "waves.vcd").read_text()


def _values(waves: str) -> dict[str, str]:
    """Values of registers by name, every bit of them."""
    known = {code: (name.removeprefix("\\"), int(width)) for width, code, name in _VARIABLE.findall(waves)}
    values = {}
    for one in _VALUE.findall(waves):
        value, code = one[0] or one[2], one[1] or one[3]
        if code in known:
            name, width = known[code]
            # A waveform leaves out what repeats at the front: zeros before a one, and unknown bits.
            values[name] = value.rjust(width, value[0] if value[0] in "xz" else "0")
    return values
