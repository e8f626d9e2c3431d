# SPDX-License-Identifier: Apache-2.0
"""Which registers of a circuit depend on what they held at first: simulation with unknown or random values.

At first every register is unknown. Icarus simulates the circuit that yosys elaborates, of assignments and of
registers that take a value with every edge: there an unknown value stays one wherever it may matter (a choice
by an unknown bit is unknown, but for the bits in which both cases agree). So what is known in the end is the
same whatever the registers held: a proof, for these inputs. What is unknown may depend on it.
"""

import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.flow import yosys

LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=300)
_TO_REGISTERS = (
    "proc", "flatten", "opt_expr", "opt_clean", "memory -nordff", "pmuxtree", "opt_expr", "opt_clean",
)  # fmt: skip
_TO_BITS = ("simplemap", "opt_clean", "splitnets -format <>")
_VARIABLE = re.compile(r"^\$var reg (\d+) (\S+) (\S+)", re.MULTILINE)
_BIT = re.compile(r"(.*?)(?:<(\d+)>)?")
_VALUE = re.compile(r"^b([01xz]+) (\S+)$|^([01xz])(\S+)$", re.MULTILINE)


@dataclass(frozen=True)
class Known:
    """How the simulation ended: what it printed, bits in registers, and the registers with unknown bits."""

    said: str
    bits: int
    unknown: tuple[str, ...]


def simulated(unit: RtlUnit, bench: str, folder: Path, single_bits: bool = False) -> Known:
    """Simulate the module `bench`, which has the unit as `dut`, dumps it and ends, in an empty folder.

    With `single_bits` each bit is a net of its own. Of a wide net Icarus computes all again with every bit
    that changes, which takes minutes where a thousand bits are permuted; it is slower where words are added.
    """
    ((said, values),) = _runs(unit, bench, folder, _TO_BITS if single_bits else (), ("",))
    unknown = sorted(name for name, value in values.items() if set(value) & {"x", "z"})
    return Known(said, sum(map(len, values.values())), tuple(unknown))


def differing(unit: RtlUnit, bench: str, folder: Path, seeds: Sequence[int]) -> dict[str, set[int]]:
    """Registers that end with other values when they begin with others, drawn with each of the seeds.

    With those of their bits that do, counted from the most significant, 0.

    For circuits that clear memories place by place from wherever they are: `simulated` knows nothing there.
    """
    begins = [f"setundef -init -random {seed}" for seed in seeds]
    ends = [values for _, values in _runs(unit, bench, folder, (), begins)]
    bits = {
        name: {
            at
            for at, column in enumerate(zip(*(values[name] for values in ends), strict=True))
            if len(set(column)) > 1
        }
        for name in ends[0]
    }
    return {name: those for name, those in bits.items() if those}


def _runs(
    unit: RtlUnit, bench: str, folder: Path, form: Sequence[str], begins: Sequence[str]
) -> Iterator[tuple[str, dict[str, str]]]:
    """What a simulation prints and the registers it ends with, for each command that says how they begin.

    The circuit is elaborated once and brought into a form by further commands.
    """
    yosys.copy_sources(unit, folder)
    script = [*yosys.elaborate(unit), *_TO_REGISTERS, *form, "design -save registers"]
    for number, begin in enumerate(begins):
        written = ["setundef -zero", f"write_verilog -noattr -simple-lhs {number}.v"]
        script += ["design -load registers", *filter(None, [begin]), *written]
    made = yosys.run(folder, script, LIMITS)
    assert made.state == jobs.OK, made.tail(10)
    (folder / "bench.sv").write_text(bench)
    for number in range(len(begins)):
        for command in (
            ["iverilog", "-g2005-sv", "-s", "bench", "-o", "bench.vvp", f"{number}.v", "bench.sv"],
            ["vvp", "-n", "bench.vvp"],
        ):
            done = subprocess.run(
                command, cwd=folder, capture_output=True, text=True, timeout=LIMITS.wall_seconds, check=False
            )
            assert (done.returncode, done.stderr) == (0, ""), done.stderr[-2000:]
        yield done.stdout, _values((folder / "waves.vcd").read_text())


def _values(waves: str) -> dict[str, str]:
    """Values of registers by name, every bit of them, the most significant first."""
    known = {code: (name.removeprefix("\\"), int(width)) for width, code, name in _VARIABLE.findall(waves)}
    parts: dict[str, dict[int, str]] = {}
    for one in _VALUE.findall(waves):
        value, code = one[0] or one[2], one[1] or one[3]
        if code in known:
            name, width = known[code]
            # A waveform leaves out what repeats at the front: zeros before a one, and unknown bits.
            whole = value.rjust(width, value[0] if value[0] in "xz" else "0")
            register, bit = cast(re.Match[str], _BIT.fullmatch(name)).groups()
            parts.setdefault(register, {})[int(bit or 0)] = whole
    return {name: "".join(of[bit] for bit in sorted(of, reverse=True)) for name, of in parts.items()}
