# SPDX-License-Identifier: Apache-2.0
"""What the parts around a core cost: area, clock, and the cycles of a short message, with them and without.

Each part is a module of the same design: the block level, the message level, and both with what the family's
extensions add. A part is measured once its level has passed verification, and the proofs that speak of the
level's RTL hold. Of the block level and the message level the netlist is simulated; of what Skein's arguments
and trees add it is not: no bench drives such a netlist. A row has

    design, part, target, goal
    area_ge or area_lut, area_ff      of the module with all that is in it
    clock_mhz                         on standard cells; None where it was only mapped
    cycles_per_message                from digest to digest, messages of one block back to back in all lanes,
                                      over the number of lanes; None at a level that takes one at a time
    ubi_calls                         of UBI that such a message takes; None of other functions than Skein
    rtl_digest, tools, state, message
    assurance, netlist_simulated      on what the state ok rests, as in a row of a design

What a bus adapter costs is in rows of its own: see `hashloom.analysis.bus_overhead`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from typing import Any

from hashloom import flow, simulation, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.evaluation import at_level
from hashloom.evaluation.assured import assure
from hashloom.evaluation.reuse import Reusable
from hashloom.evaluation.synthesis import ASSURED
from hashloom.execution import jobs
from hashloom.execution.progress import Progress
from hashloom.execution.session import Session
from hashloom.flow.measurement import run_of
from hashloom.flow.on_target import tools_of
from hashloom.flow.result import Assurance, Measurement, failed, plain
from hashloom.models import model_for
from hashloom.models.skein import Skein
from hashloom.reproduction import today
from hashloom.results.versions import Content, Member, stamped
from hashloom.rows import Row
from hashloom.simulation import Message
from hashloom.targets import AnyTarget, VendorFpga
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

    @property
    def levels(self) -> tuple[Level, ...]:
        """Levels that are verified before it is measured."""
        return (self.level,) if self.level in rtl.EXTENSION_LEVELS else ASSURED

    @property
    def simulated(self) -> bool:
        """Whether a bench drives its netlist: that of a level without Skein's arguments."""
        return self.module is None and self.level not in rtl.EXTENSION_LEVELS

    def unit(self, design: Design, tuning: Tuning, capture: Capture | None = None) -> RtlUnit:
        """RTL of the part. `capture`: the state of the files, by default that of now."""
        unit = rtl.unit(design, self.level, tuning, capture=capture)
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
    reusable: Reusable | None = None,
) -> Overhead:
    """Measure the parts of designs; FPGAs are only mapped. CheckFailed where a part does not pass.

    `done` is told of each row. What `reusable` documents say that a design has passed is not run again.
    """
    found, before = [], reusable or Reusable(session.places)
    for row in _rows(designs, target_names, goal, session, progress, before):
        found.append(row)
        done()
    return assemble(found, ())


def _rows(
    designs: Sequence[Design],
    target_names: Sequence[str],
    goal: str,
    session: Session,
    progress: Progress,
    reusable: Reusable,
) -> Iterator[Row]:
    for design in designs:
        for name in target_names:
            target = targets.find(name, session.places.libraries)
            tuning = Tuning(target.technology, goal, target.name)
            for part in parts_of(design):
                found, assurance, simulated = _measured(
                    design, part, target, tuning, session, progress, reusable
                )
                yield {
                    "design": design.name,
                    "part": part.name,
                    "target": target.name,
                    "goal": goal,
                    **{key: value for key, value in asdict(found).items() if key in FIGURES},
                    "ubi_calls": part.ubi_calls if design.core.extensions else None,
                    "cycles_per_message": float(cycles_per_message(design, part.level, session, tuning))
                    if part.counted
                    else None,
                    "assurance": None if assurance is None else plain(assurance),
                    "netlist_simulated": simulated,
                }


def _measured(
    design: Design,
    part: Part,
    target: AnyTarget,
    tuning: Tuning,
    session: Session,
    progress: Progress,
    reusable: Reusable,
) -> tuple[Measurement, Assurance | None, bool]:
    """The figures of a part, what it passed, and whether its netlist was simulated.

    No figures where a proof or the netlist fails.
    """
    capture, what = Capture(), f"{design.name} {tuning.goal} on {target.name}, {part.name}"
    unit = part.unit(design, tuning, capture)
    tools = tools_of(target)
    passed = assure(design, tuning, part.levels, session, what, progress, capture, reusable.told(design))
    if passed.assurance is None:
        return failed(passed.state, passed.message, unit.digest(), tools), None, False
    progress(f"{what}: synthesis")
    found, simulated = flow.measure(unit, target, tuning.goal, 0, session), False
    if found.state == jobs.OK and part.simulated and not isinstance(target, VendorFpga):
        progress(f"{what}: simulation of the netlist")
        run, key = run_of(unit, target, tuning.goal), passed.assurance.verification
        check = at_level.netlist_simulation(design, part.level, tuning, run, key).perform(session)
        simulated = check.state == jobs.OK
        if not simulated:
            found = failed(check.state, str(check.body["message"]), unit.digest(), tools)
    return found, passed.assurance, simulated


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
