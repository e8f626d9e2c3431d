# SPDX-License-Identifier: Apache-2.0
"""Which design of a function to take on a target, by what the documents of results have of it.

    choice = Choice.of(function, places)     what was measured, target by target
    Choice.among(function, found)            the same of rows that were read before
    choice.on("osu018").take("speed")        the best for a purpose, and why; None where nothing was measured

Nothing is measured here, and nothing is estimated: a design without a figure is not compared by it. On one
target designs with a clock are never set against designs that were mapped only; these compare among
themselves where no design has a clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from hashloom import targets
from hashloom.analysis.exploration.answers import decimals
from hashloom.analysis.exploration.points import Point, Units, point
from hashloom.catalogue.design import Design, Function, Tuning
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.evaluation.committed import Committed, CommittedRow, committed
from hashloom.evaluation.measured_again import MEASURED
from hashloom.rows import Row
from hashloom.rows.table import number

ENERGY = "pJ/bit"
AREA_PURPOSE, ENERGY_PURPOSE = "area", "energy"
OTHER = "another row of the same design has other figures: of the RTL that lies here, or of more placements"


@dataclass(frozen=True)
class Candidate:
    """A circuit that was measured on a target: its row, its figures, and the documents that have it.

    `energy` is in picojoule per bit; it and the figures of `point` are None where they were not measured.
    `wired` is the row that has the clock with wires, and the energy where that is known; None without one.
    `is_here`: whether it was measured of the RTL that lies here.
    """

    design: Design
    tuning: Tuning
    row: Row
    point: Point
    energy: float | None
    documents: tuple[str, ...]
    is_here: bool
    wired: Row | None = None

    @property
    def messages(self) -> int:
        """Messages in flight when it is busy."""
        return self.design.architecture.stages

    @property
    def latency(self) -> float | None:
        """Time from the only block of a message to its digest, in the unit of the target."""
        if self.point.latency is None:
            return None
        return self.point.latency * self.design.latency_cycles(1) / self.design.cycles_block()

    @property
    def how(self) -> str:
        """Goal, and RTL parameters in the place of the tuning's, as a sentence has them."""
        return ", ".join([self.tuning.goal, *(f"{key}={value}" for key, value in self.settings.items())])

    @property
    def settings(self) -> Mapping[str, Any]:
        """RTL parameters in the place of the tuning's, adders by name."""
        return dict(self.row.get("settings") or {})

    def export(self) -> list[str]:
        """The command that takes it home."""
        architecture = self.design.architecture.name
        settings = [word for key, value in self.settings.items() for word in ("--set", f"{key}={value}")]
        how = ["--target", self.tuning.target, "--goal", self.tuning.goal, *settings]
        folder = f"{self.design.function.name}-{architecture}"
        return ["hashloom", "export", self.design.name, *how, "-o", folder]


Unit = Callable[[Units], str]
THROUGHPUT: Unit = attrgetter("throughput")
AREA: Unit = attrgetter("area")
RATIO: Unit = attrgetter("ratio")
LATENCY: Unit = attrgetter("latency")


@dataclass(frozen=True)
class Purpose:
    """What a design can be taken for: the figure that decides, and whether more of it is better.

    `best` says what the best has: the most throughput.
    """

    name: str
    best: str
    figure: Callable[[Candidate], float | None]
    unit: Unit
    more: bool = False

    def cost(self, one: Candidate) -> tuple[float, float, str]:
        """What is least of the best; of equal figures the smaller design, then the name, decide."""
        figure = self.figure(one)
        if figure is None:
            raise ValueError(f"{one.point.name} was not measured for {self.name}")
        return (-figure if self.more else figure, one.point.area or 0.0, one.point.name)


PURPOSES = {
    one.name: one
    for one in (
        Purpose("speed", "the most throughput", lambda one: one.point.throughput, THROUGHPUT, more=True),
        Purpose(AREA_PURPOSE, "the least area", lambda one: one.point.area, AREA),
        Purpose("ratio", "the most throughput per area", lambda one: one.point.ratio, RATIO, more=True),
        Purpose("latency", "the shortest time from a block to its digest", lambda one: one.latency, LATENCY),
        Purpose(ENERGY_PURPOSE, "the least energy", lambda one: one.energy, lambda units: ENERGY),
    )
}
"""What a design can be taken for, by name."""


@dataclass(frozen=True)
class Take:
    """The design to take for a purpose, with its figure: the best `of` so many that have one."""

    purpose: Purpose
    taken: Candidate
    figure: float
    unit: str
    of: int

    @property
    def shown(self) -> str:
        """The figure with its unit."""
        digits = 0 if self.purpose.name == AREA_PURPOSE else decimals(self.figure)
        return f"{number(self.figure, digits)} {self.unit}"

    @property
    def why(self) -> str:
        """Why it is taken, and what it needs."""
        designs = f"{self.purpose.best} of {self.of} designs" if self.of > 1 else "the only design"
        lanes = self.taken.messages
        needs = f"; it needs {lanes} messages in flight" if lanes > 1 else ""
        return f"{self.shown}, {designs} measured{needs}"


@dataclass(frozen=True)
class OnTarget:
    """What was measured of a function on a target; `unmeasured` are named architectures without any figure.

    `mapped` are designs that have no clock where others have one; they are compared with none.
    """

    target: str
    description: str
    units: Units
    candidates: tuple[Candidate, ...]
    mapped: tuple[Candidate, ...]
    unmeasured: tuple[str, ...]

    def take(self, purpose: str) -> Take | None:
        """The best design for a purpose; None where that figure was measured of none."""
        asked = PURPOSES[purpose]
        having = [one for one in self.candidates if asked.figure(one) is not None]
        if not having:
            return None
        best = min(having, key=asked.cost)
        figure = asked.figure(best)
        assert figure is not None, "what has no figure was left out"
        return Take(asked, best, figure, asked.unit(self.units), len(having))

    def missing(self, purpose: str) -> str:
        """That nothing was measured for a purpose."""
        return f"no {'energy' if purpose == ENERGY_PURPOSE else 'figure'} was measured on {self.target}"


@dataclass(frozen=True)
class Choice:
    """What was measured of a function, target by target, and what was `left_out` by what is wrong with it."""

    function: Function
    targets: tuple[OnTarget, ...]
    left_out: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, function: Function, places: Places, target: str | None = None) -> Choice:
        """The choice on all targets, or on one. UsageError for a target, or a document, that is none."""
        return cls.among(function, committed(function, places), target)

    @classmethod
    def among(cls, function: Function, found: Committed, target: str | None = None) -> Choice:
        """The choice among these rows of the function. UsageError for a target that is none."""
        wanted = None if target is None else targets.find(target).name
        measured = sorted({one.tuning.target for one in found.rows if wanted in (None, one.tuning.target)})
        left_out = dict(found.left_out)
        chosen = tuple(_on(name, function, found, left_out) for name in measured)
        return cls(function, chosen, left_out)

    def need(self, purpose: str, target: str) -> Take:
        """The design to take for a purpose on a target. UsageError where nothing was measured for it."""
        found = self.on(target)
        take = None if found is None else found.take(purpose)
        if take is not None:
            return take
        what = "energy" if purpose == ENERGY_PURPOSE else "figure"
        having = [one.target for one in self.targets if one.take(purpose) is not None]
        elsewhere = f"it was on {', '.join(having)}" if having else "nor was it on any other target"
        raise UsageError(
            f"no {what} of {self.function.name} was measured on {targets.find(target).name}, so nothing says "
            f"which design to take for {purpose}; {elsewhere}"
        )

    def on(self, target: str) -> OnTarget | None:
        """What was measured on a target; None where nothing was."""
        return next((one for one in self.targets if one.target == targets.find(target).name), None)


def architectures(function: Function) -> list[Design]:
    """The named architectures that the function can be built in."""
    found = (Design(function, one) for one in function.family.architectures.values())
    return [design for design in found if design.is_valid()]


def _on(target: str, function: Function, found: Committed, left_out: dict[str, tuple[str, ...]]) -> OnTarget:
    """What was measured on a target. What two documents have of a circuit is one candidate."""
    rows = [one for one in found.rows if one.tuning.target == target]
    relative = all(one.row.get("mapped_only") for one in rows)
    units = Units(target, rows[0].row["area_unit"], relative)
    circuits: dict[tuple[Any, ...], list[CommittedRow]] = {}
    for one in rows:
        what = (one.design.architecture.name, one.tuning, bool(one.row.get("mapped_only")))
        circuits.setdefault(what, []).append(one)
    candidates: list[Candidate] = []
    for same in circuits.values():
        made, others = _candidate(same, units)
        candidates.append(made)
        if others:
            left_out[OTHER] = (*left_out.get(OTHER, ()), *others)
    order = sorted(candidates, key=lambda one: (one.point.area or one.row["area"], one.point.name))
    measured = {one.design.architecture.name for one in candidates}
    named = [design.architecture.name for design in architectures(function)]
    return OnTarget(
        target,
        targets.find(target).description,
        units,
        tuple(one for one in order if one.point.counts),
        tuple(one for one in order if not one.point.counts),
        tuple(name for name in named if name not in measured),
    )


def _candidate(same: Sequence[CommittedRow], units: Units) -> tuple[Candidate, list[str]]:
    """The candidate of rows of one circuit, and the names of rows with other figures than it has."""
    # Of equals the first.
    first = max(same, key=lambda one: (one.is_here, MEASURED not in one.row, len(one.row.get("seeds") or ())))
    kept = [one for one in same if _figures(one.row) == _figures(first.row)]
    placed = [one.row for one in kept if one.row.get("clock_placed_mhz") is not None]
    # Of placements the first with an energy, else the first.
    wired = next(
        (row for row in placed if row.get("energy_pj_per_bit") is not None), next(iter(placed), None)
    )
    others = [
        f"{one.design.name} on {one.tuning.target} in {one.document}.json"
        for one in same
        if one not in kept or not _same_wires(one.row, wired)
    ]
    energy = None if wired is None else wired.get("energy_pj_per_bit")
    documents = tuple(dict.fromkeys(one.document for one in kept))
    found = point(first.row, first.tuning.settings, units)
    made = Candidate(first.design, first.tuning, first.row, found, energy, documents, first.is_here, wired)
    return made, others


def _same_wires(row: Row, wired: Row | None) -> bool:
    """Whether a row says nothing of wires and energy that the one that counts does not say."""
    told = [key for key in ("clock_placed_mhz", "energy_pj_per_bit") if row.get(key) is not None]
    return all(wired is not None and row[key] == wired.get(key) for key in told)


def _figures(row: Row) -> tuple[Any, ...]:
    return tuple(row.get(key) for key in ("clock_mhz", "levels", "area"))
