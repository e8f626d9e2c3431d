# SPDX-License-Identifier: Apache-2.0
"""What the parts around a core cost: area, clock, and the cycles of a short message, with them and without.

Each part is a module of the same design: the block level, the message level, and both with what the family's
extensions add. A part is measured once its level has passed verification. A row has

    design, part, target, goal
    area_ge or area_lut, area_ff      of the module with all that is in it
    clock_mhz                         on standard cells; None where it was only mapped
    cycles_per_message                from digest to digest, messages of one block back to back in all lanes,
                                      over the number of lanes; None at a level that takes one at a time
    ubi_calls                         of UBI that such a message takes; None of other functions than Skein
    rtl_digest, tools, state

What a bus adapter costs is in rows of its own: see `hashloom.analysis.bus_overhead`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from hashloom import flow, simulation, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.execution.progress import Progress
from hashloom.execution.session import Session
from hashloom.models import model_for
from hashloom.models.skein import Skein
from hashloom.reproduction import today
from hashloom.results.versions import Content, Member, stamped
from hashloom.rows import Row
from hashloom.simulation import Message
from hashloom.verification import require_verified
from hashloom.verification.arguments import Request, packets

NAME = "overhead"
"""Name of the document in a folder of results."""
MESSAGES = 14
"""Messages of a lane whose cycles are counted; the first two fill the circuit."""
FIGURES = ("area_ge", "area_lut", "area_ff", "clock_mhz", "rtl_digest", "tools", "state", "message")


@dataclass(frozen=True)
class Part:
    """A module of a design: its name in tables, the level that proves it, the module where it is another.

    `ubi_calls` are those of a message of one block of Skein; `counted`: the cycles of such messages are.
    """

    name: str
    level: Level
    module: str | None = None
    ubi_calls: int | None = None
    counted: bool = True

    def unit(self, design: Design, tuning: Tuning) -> RtlUnit:
        """RTL of the part."""
        unit = rtl.unit(design, self.level, tuning)
        return unit if self.module is None else replace(unit, top=self.module)


PARTS = (
    Part("block level", "core", ubi_calls=2),
    Part("block level, arguments", "arguments", "skein_argument_core", counted=False),
    Part("block level, arguments and trees", "tree", "skein_tree_core", counted=False),
    Part("message level", "top", ubi_calls=2),
    Part("message level, arguments", "arguments", ubi_calls=3),
    Part("message level, arguments and trees", "tree", counted=False),
)


@dataclass(frozen=True)
class Overhead:
    """Rows in the order of designs, targets and parts; those of the bus adapters."""

    rows: tuple[Row, ...]
    adapters: tuple[Row, ...]
    provenance: Member

    @property
    def name(self) -> str:
        """Name of the file."""
        return NAME

    def document(self) -> Content:
        """All of it as a JSON object."""
        content = {"provenance": self.provenance, "rows": list(self.rows), "adapters": list(self.adapters)}
        return stamped("overhead", content)

    def updated(self, newer: Overhead) -> Overhead:
        """This overhead with newer rows in the place of those of the same designs, targets and goals."""
        measured = {_subject(row) for row in newer.rows}
        kept = [row for row in self.rows if _subject(row) not in measured]
        return assemble((*kept, *newer.rows), newer.adapters or self.adapters)

    def complete(self) -> bool:
        """Whether every row has its figures."""
        return all(row["state"] == "ok" for row in (*self.rows, *self.adapters))


def assemble(rows: Sequence[Row], adapters: Sequence[Row]) -> Overhead:
    """Overhead of these rows, with the tools that all of them name."""
    tools = {name: version for row in (*rows, *adapters) for name, version in row["tools"].items()}
    return Overhead(tuple(rows), tuple(adapters), {"date": today(), "tools": dict(sorted(tools.items()))})


def _subject(row: Row) -> tuple[Any, ...]:
    return row["design"], row["target"], row["goal"]


def parts_of(design: Design) -> list[Part]:
    """The parts that a design has."""
    return [part for part in PARTS if part.level in rtl.levels(design)]


def overheads(
    designs: Sequence[Design],
    target_names: Sequence[str],
    goal: str,
    session: Session,
    progress: Progress,
    done: Callable[[], None] = lambda: None,
) -> Overhead:
    """Measure the parts of designs; FPGAs are only mapped. CheckFailed where a part does not pass.

    `done` is told of each row.
    """
    found = []
    for row in _rows(designs, target_names, goal, session, progress):
        found.append(row)
        done()
    return assemble(found, ())


def _rows(
    designs: Sequence[Design],
    target_names: Sequence[str],
    goal: str,
    session: Session,
    progress: Progress,
) -> Iterator[Row]:
    for design in designs:
        for name in target_names:
            target = targets.find(name, session.places.libraries)
            tuning = Tuning(target.technology, goal, target.name)
            for part in parts_of(design):
                what = f"{design.name} {goal} on {target.name}, {part.name}"
                progress(f"{what}: verification")
                require_verified(design, tuning, session, levels=(part.level,))
                unit = part.unit(design, tuning)
                progress(f"{what}: synthesis")
                found = asdict(flow.measure(unit, target, goal, 0, session))
                yield {
                    "design": design.name,
                    "part": part.name,
                    "target": target.name,
                    "goal": goal,
                    **{key: found[key] for key in FIGURES},
                    "ubi_calls": part.ubi_calls if design.core.extensions else None,
                    "cycles_per_message": float(cycles_per_message(design, part.level, session, tuning))
                    if part.counted
                    else None,
                }


def cycles_per_message(
    design: Design, level: Level, session: Session, tuning: Tuning | None = None
) -> Fraction:
    """Cycles from digest to digest of messages of one block, back to back in all lanes, over the lanes.

    The block level is taken as it is, a message level with words as wide as they come.
    """
    circuit = simulation.simulator(rtl.unit(design, level, tuning), level, session).patient(design)
    count = MESSAGES * circuit.lanes
    messages = [_message(design, level, circuit.word_bits, number) for number in range(count)]
    places = [(number % circuit.lanes, 0) for number in range(count)]
    run = circuit.run(messages, instances=1, places=places)
    if run.failure is not None:
        raise AssertionError(str(run.failure))  # the level has passed verification
    ends = sorted(found.last_digest for found in run.messages if found is not None)
    return Fraction(ends[-1] - ends[2 * circuit.lanes - 1], count - 2 * circuit.lanes)


def _message(design: Design, level: Level, word: int, number: int) -> Message:
    function = design.function
    bits = function.block_bits
    text = bytes([number % 256]) * (bits // 8)
    if level == "core":
        return model_for(function).blocks(text, bits)
    if level == "top":
        return simulation.stream(text, bits, word)
    skein = Skein(bits, function.digest_bits, str(function.fields["version"]))
    return packets(Request(text, bits, b"", "", skein), word)
