# SPDX-License-Identifier: Apache-2.0
"""The program that simulates with delays: compiled from `simulator/` once, for all circuits, and run."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom.energy.circuit import TICKS
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.execution.code import digest_of
from hashloom.execution.session import Session
from hashloom.simulation import driver_program
from hashloom.simulation.compiled import compiled

SOURCES = Path(__file__).parent / "simulator"
SHARED = driver_program.SOURCES
"""Folder of the generator of random numbers, which is that of the bench."""
LOG = "simulation.log"
_CIRCUIT, _STIMULUS, _CYCLES, _NETS = "circuit.txt", "stimulus.txt", "cycles.txt", "nets.txt"


@dataclass(frozen=True)
class Cycle:
    """What a cycle took, in femtojoule, and its transitions.

    `switching` is energy of loads, `internal` that of cells, with all transitions and, `free_`, without
    glitches; `wires` is the part of wires in the first, `clock` is apart. `swallowed` counts pulses that a
    gate did not let through, `lost` is what they would have taken at its output. `settled` is when the last
    net changed, in ps. `outputs` are the values of the outputs at the end, as they are numbered.
    """

    clock: float
    switching: float
    internal: float
    free_switching: float
    free_internal: float
    wires: float
    lost: float
    toggles: int
    free_toggles: int
    swallowed: int
    settled: float
    outputs: str


@dataclass(frozen=True)
class Run:
    """Cycles, and transitions of each net, as they are numbered: all, and those without glitches."""

    cycles: tuple[Cycle, ...]
    nets: tuple[tuple[int, int], ...]


def program(session: Session, sources: Path = SOURCES) -> Path:
    """Path of the compiled program. MissingTool without a C++ compiler."""
    files = sorted([*sources.glob("*.cc"), *sources.glob("*.h"), SHARED / "random.h"])
    ingredients = {
        "of": "energy",
        "code": digest_of(sources, files),
        "flags": [*driver_program.FLAGS],
        "machine": os.uname().machine,
    }

    def make(folder: Path) -> Path:
        output = folder / "energy"
        command = [driver_program.compiler(session.places), *driver_program.FLAGS, f"-I{SHARED}"]
        command += [*(str(one) for one in files if one.suffix == ".cc"), "-o", str(output)]
        outcome = jobs.run(command, folder, folder / "log", jobs.Limits(wall_seconds=600))
        if outcome.state != jobs.OK or not output.is_file():
            raise HashloomError(
                f"the simulator of energy does not compile ({outcome.state}): {outcome.tail(12)}"
            )
        return output

    return compiled(ingredients, make, session)


def simulate(
    simulator: Path,
    circuit: Sequence[str],
    stimulus: Sequence[str],
    period_ns: float,
    seed: int,
    folder: Path,
    limits: jobs.Limits,
) -> tuple[Run | None, jobs.Outcome]:
    """Simulate in this folder; nothing where the program did not end well.

    `circuit` are lines of `circuit.Described`, `stimulus` those of `stimulus.Stimulus`. The clock falls in
    the middle of its period; `seed` is that of the first states.
    """
    (folder / _CIRCUIT).write_text("\n".join(circuit), encoding="ascii")
    (folder / _STIMULUS).write_text("\n".join(stimulus), encoding="ascii")
    half = round(period_ns / 2 * 1000 * TICKS)
    command = [str(simulator), _CIRCUIT, _STIMULUS, _CYCLES, _NETS, str(seed), str(half)]
    outcome = jobs.run(command, folder, folder / LOG, limits)
    if outcome.state != jobs.OK:
        return None, outcome
    cycles = tuple(_cycle(line) for line in (folder / _CYCLES).read_text(encoding="ascii").splitlines())
    lines = (folder / _NETS).read_text(encoding="ascii").splitlines()
    for name in (_CIRCUIT, _STIMULUS, _CYCLES, _NETS):
        (folder / name).unlink()
    return Run(cycles, tuple((int(one), int(free)) for one, free in map(str.split, lines))), outcome


def _cycle(line: str) -> Cycle:
    *numbers, toggles, free_toggles, swallowed, settled, outputs = line.split(" ")
    clock, switching, internal, free_switching, free_internal, wires, lost = map(float, numbers)
    return Cycle(
        clock, switching, internal, free_switching, free_internal, wires, lost,
        int(toggles), int(free_toggles), int(swallowed), int(settled) / TICKS, outputs,
    )  # fmt: skip
