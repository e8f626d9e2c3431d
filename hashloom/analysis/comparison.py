# SPDX-License-Identifier: Apache-2.0
"""Our designs beside the open cores of other people (`hashloom.analysis.peers`), function by function.

Ours are synthesised in our flow, or found in the records. What follows from the rows of ours and from the
peers' figures is computed from them each time: throughput, throughput per area, and how many times better
the best of ours is than the best peer.

A row of ours is that of `flow.Result`, with `messages` (in flight in the core at once); a row of a peer has
the same names where it has the same figures, with `peer` (its id) in place of `architecture`. Both have
`kbit_per_s_per_ge` or `mbit_per_s_per_lut`; what is not known is None.

A peer is set against the level of ours that has such ports (`peers.Level`). Rows of ours at message level
have a `level` as in `hashloom.reproduction.levels`, and a document of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hashloom import catalogue, targets
from hashloom.analysis import peers
from hashloom.analysis.peers import BLOCK, MESSAGE
from hashloom.catalogue.design import Design, Function
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.evaluation import at_level
from hashloom.evaluation.reuse import Reusable
from hashloom.execution.jobs import parallel
from hashloom.execution.session import Session
from hashloom.flow import GOALS
from hashloom.flow.goals import check_goal
from hashloom.reproduction import OK, ResultProgress, today
from hashloom.reproduction.hardware import SEEDS, measured, workers_of
from hashloom.reproduction.levels import document_name, level_called
from hashloom.results.versions import Content, stamped
from hashloom.rows import Row
from hashloom.rows.parts import PER_AREA

NAME = "peers"
"""Name of the document in a folder of results."""

TARGETS = ("osu018", "ecp5")
UNITS = {"kbit_per_s_per_ge": "kbit/s per GE", "mbit_per_s_per_lut": "Mbit/s per LUT", "clock_mhz": "MHz"}

PEERS_TOO_FAST = 5
"""By how many percent the clocks of peers on standard cells are too high at most (docs/comparison.md)."""
NOTE = (
    "Ours at block level takes a whole padded block and gives the digest, with one handshake each; no bus, "
    "no padding. At message level it takes words, pads the message, collects a block and gives the digest in "
    "words. A peer is set against the block level, or, where it collects words in registers of a block, or "
    "pads, against the message level; ours pads there also where the peer does not. Ours "
    "has passed verification and its netlist was simulated; a peer's digest was looked at where its cycles "
    "were counted in simulation. Throughput is that of long messages, for ours with as many messages as it "
    "has in flight. Tools and library or device are the same on both sides. A peer's best counts, of all "
    "goals that it was measured for. How logic is mapped changes a core's figures by half and more: only the "
    "goals called hashloom are the flow that ours went through, and where a peer lacks them, part of the "
    "factor is the flow's."
)


@dataclass(frozen=True)
class Selection:
    """What is compared: None is everything, `seeds` placements on an FPGA, `workers` runs at a time.

    `level` is the one of ours that is measured.
    """

    functions: Sequence[Function] | None = None
    targets: Sequence[str] | None = None
    architectures: Sequence[str] | None = None
    goals: Sequence[str] | None = None
    seeds: int = SEEDS
    workers: int | None = None
    level: peers.Level = BLOCK


@dataclass(frozen=True)
class Comparison:
    """Rows of ours, with date and tools; the rest of the document is computed from them and the peers.

    Rows of both levels may be together; a document has those of one.
    """

    rows: tuple[Row, ...]
    provenance: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Name of the file, of rows of one level."""
        return name_of(self.level)

    @property
    def level(self) -> peers.Level:
        """The level of all rows; AssertionError where there are two."""
        (level,) = self.levels() or [BLOCK]
        return level

    def levels(self) -> list[peers.Level]:
        """The levels that rows are of."""
        return [level for level in (BLOCK, MESSAGE) if any(level_of(row) == level for row in self.rows)]

    def of_level(self, level: peers.Level) -> Comparison:
        """The rows of one level."""
        return Comparison(tuple(row for row in self.rows if level_of(row) == level), self.provenance)

    def sections(self) -> list[tuple[str, str]]:
        """The pairs of function and target that are compared, in their order."""
        return list(dict.fromkeys((row["function"], row["target"]) for row in self.rows))

    def ours(self, function: str, target: str, level: peers.Level | None = None) -> list[Row]:
        """Rows of ours of one section, of this level if one is named."""
        return [
            row
            for row in self.rows
            if (row["function"], row["target"]) == (function, target) and level in (None, level_of(row))
        ]

    def factors(self) -> list[Row]:
        """How many times better ours are, section by section and level by level."""
        return [
            factor
            for function, target in self.sections()
            for level in self.levels()
            for factor in factors(self.ours(function, target, level), peer_rows(function, target, level))
        ]

    def document(self) -> Content:
        """The comparison as one JSON document."""
        content = {
            "provenance": {**self.provenance, "peers": peers.measurement().plain(), "note": NOTE},
            "factors": self.factors(),
            "rows": list(self.rows),
            "peers": [row for section in self.sections() for row in peer_rows(*section, self.level)],
        }
        if self.level == BLOCK:
            return stamped("comparison", content)
        return stamped("message-comparison", {"level": self.level, **content})

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Comparison:
        """The comparison that `document` made this JSON document."""
        kept = {key: document["provenance"][key] for key in ("date", "tools")}
        return cls(tuple(document["rows"]), kept)

    def complete(self) -> bool:
        """Is every row's state ok?"""
        return all(row["state"] == OK for row in self.rows)

    def updated(self, newer: Comparison) -> Comparison:
        """This comparison with the sections of a newer one in the place of its own, level by level."""
        renewed = {(row["function"], row["target"], level_of(row)) for row in newer.rows}
        kept = [row for row in self.rows if (row["function"], row["target"], level_of(row)) not in renewed]
        return assemble([*kept, *newer.rows])


def compare(
    selection: Selection,
    session: Session,
    begin: Callable[[int], ResultProgress],
    reusable: Reusable | None = None,
) -> Comparison:
    """Synthesise what is selected, or find it in what is reusable, or in the session.

    `begin` is called with the number of results to come and gives who is told of them. UsageError for a
    selection that cannot be; MissingTool if a tool is missing.
    """
    workers = workers_of(selection.workers)
    if selection.seeds < 1:
        raise UsageError(f"{selection.seeds} placements cannot be made; give at least 1")
    jobs = list(runs(selection, session.places))
    progress = begin(len(jobs))

    def make(job: tuple[Design, str, str]) -> Row:
        design, target, goal = job
        level = at_level.BLOCK if selection.level == BLOCK else level_called(selection.level)
        row = measured(
            design, target, goal, selection.seeds, session, progress, reusable=reusable, level=level
        )
        at = {} if level == at_level.BLOCK else {"level": level}
        return with_per_area({**row, **at, "messages": design.architecture.stages})

    return assemble(parallel(make, jobs, workers))


def runs(selection: Selection, places: Places) -> Iterator[tuple[Design, str, str]]:
    """Design, target and goal of every row to make. UsageError for what is unknown or has no peer.

    The goal of an FPGA is `fast` unless goals are selected: what differs between goals there is nothing but
    the parameters of the RTL, if a family's tuning says so.
    """
    level = None if selection.level == BLOCK else selection.level
    functions = default_functions(places, level) if selection.functions is None else selection.functions
    chosen = dict.fromkeys(check_goal(goal) for goal in selection.goals or ())
    for target in selection.targets or ():
        targets.find(target)
    for function in dict.fromkeys(functions):
        for target in dict.fromkeys(selection.targets or TARGETS):
            if peers.beside(function.name, target, level):
                goals = chosen or (GOALS if targets.find(target).technology == "asic" else ("fast",))
                for design in designs(function, selection.architectures):
                    yield from ((design, target, goal) for goal in goals)
            elif not peers.beside(function.name, level=level) or selection.targets:
                raise UsageError(nobody(function.name, target, level))


def default_functions(places: Places, level: peers.Level | None = None) -> list[Function]:
    """The functions of the catalogue that peers, of this level if one is named, stand beside first."""
    known = {function.name: function for function in catalogue.functions(places)}
    return [known[name] for name in peers.functions() if name in known and peers.beside(name, level=level)]


def nobody(function: str, target: str, level: peers.Level | None = None) -> str:
    """Sentence that says that nobody's core of this function was measured on this target, and whose were."""
    if level is not None and peers.beside(function, target):
        return (
            f"no core of other people that computes {function} on {target} has the ports of the {level} level"
        )
    if not peers.beside(function):
        known = catalogue.nearest(function, [*peers.functions(), *(n for p in peers.cores() for n in p.also)])
        return f"no core of other people that computes {function} was measured; {known}"
    measured = dict.fromkeys(figures.target for peer in peers.beside(function) for figures in peer.figures)
    there = " and ".join(measured)
    return f"no core of other people that computes {function} was measured on {target}; there are on {there}"


def designs(function: Function, architectures: Sequence[str] | None) -> list[Design]:
    """The designs of a function: those of these architectures, or of every named one."""
    if architectures is not None:
        return [catalogue.design_of(function, name) for name in dict.fromkeys(architectures)]
    named = (Design(function, architecture) for architecture in function.family.architectures.values())
    return [design for design in named if design.is_valid()]


def assemble(rows: Iterable[Row]) -> Comparison:
    """The comparison of these rows, functions in the order of the peers, targets in that of TARGETS."""
    known = [*peers.functions(), *(name for peer in peers.cores() for name in peer.also)]
    place = {name: number for number, name in reversed(list(enumerate([*known, *TARGETS])))}
    last = len(place)
    ordered = sorted(rows, key=lambda row: (place.get(row["function"], last), place.get(row["target"], last)))
    tools: dict[str, str] = {}
    for row in ordered:
        tools.update(row.get("tools", {}))
    return Comparison(tuple(ordered), {"date": today(), "tools": dict(sorted(tools.items()))})


def name_of(level: peers.Level) -> str:
    """Name of the document of a level."""
    return NAME if level == BLOCK else document_name(NAME, level)


def level_of(row: Mapping[str, Any]) -> peers.Level:
    """The level of a row of ours or of a peer's."""
    return MESSAGE if row.get("level", BLOCK) in (MESSAGE, level_called(MESSAGE)) else BLOCK


def together(found: Sequence[Comparison]) -> Comparison:
    """Comparisons of several levels as one, as of the newest day."""
    made = assemble([row for one in found for row in one.rows])
    return Comparison(made.rows, {**made.provenance, "date": max(one.provenance["date"] for one in found)})


def peer_rows(function: str, target: str, level: peers.Level | None = None) -> list[Row]:
    """A row for each run of each peer of a function on a target, in the order of the peers.

    Of the peers of this level if one is named.
    """
    rows = []
    for peer in peers.beside(function, target, level):
        for figures in peer.figures:
            if figures.target != target:
                continue
            clock, cycles = figures.clock, peer.cycles
            throughput = (
                None
                if clock is None or cycles is None or peer.block_bits is None
                else clock * peer.block_bits / cycles / 1000
            )
            row = {
                "function": function,
                "peer": peer.id,
                "level": peer.level,
                "target": target,
                "goal": figures.goal,
                "same_flow": figures.same_flow,
                "whole": peer.whole,
                "digest_verified": peer.digest_verified,
                "cycles_per_block": cycles,
                "cycles_assumed": peer.assumed,
                "clock_mhz": clock,
                "seeds": figures.seeds,
                "throughput_gbps": throughput,
                "area_ge": figures.area_ge,
                "area_lut": figures.area_lut,
                "area_ff": figures.area_ff,
                "title": peer.title,
                "origin": peer.origin,
                "note": peer.note,
            }
            rows.append(with_per_area(row))
    return rows


def with_per_area(row: Row) -> Row:
    """The row with its throughput per area, None where one of the two is not known."""
    throughput = row.get("throughput_gbps")
    for key, (name, unit) in PER_AREA.items():
        area = row.get(key)
        if area:
            row = {**row, name: None if throughput is None else throughput * unit / area}
    return row


def per_area_key(rows: Iterable[Mapping[str, Any]]) -> str:
    """Name of the throughput per area that these rows of one target have."""
    for key, (name, _) in PER_AREA.items():
        if any(row.get(key) for row in rows):
            return name
    return next(iter(PER_AREA.values()))[0]


def best(rows: Iterable[Row], key: str) -> Row | None:
    """The row with the greatest figure, the first of equals; None if no row has it."""
    return max((row for row in rows if row.get(key)), key=lambda row: row[key], default=None)


def factors(ours: Sequence[Row], theirs: Sequence[Row]) -> list[Row]:
    """What the best of ours is to the best peer, in throughput per area and in clock, of one section.

    Ours count where the state is ok; peers where they are whole. The first factor of a measure is over all
    figures that rest on no assumption. Another follows where a peer with assumed cycles is better than these
    (`assumed`), and one over the figures that others' flow gave, where ours gave a better one (`same_flow`
    says which it was). All come again for the best of ours with one message in flight where the best has
    several.
    """
    good = [row for row in ours if row["state"] == OK]
    whole = [row for row in theirs if row["whole"]]
    found: list[Row] = []
    for key in (per_area_key([*ours, *theirs]), "clock_mhz"):
        sound = whole if key == "clock_mhz" else [row for row in whole if not row["cycles_assumed"]]
        rivals = [
            best(sound, key),
            best(whole, key),
            best((row for row in sound if not row["same_flow"]), key),
        ]
        mine = [best(good, key), best((row for row in good if row["messages"] == 1), key)]
        for our in unique(mine):
            for peer in unique(rivals):
                found.append(factor(our, peer, key))
    return found


def unique(rows: Iterable[Row | None]) -> list[Row]:
    """The rows that are there, each once."""
    found: list[Row] = []
    for row in rows:
        if row is not None and all(row is not other for other in found):
            found.append(row)
    return found


def factor(our: Row, peer: Row, key: str) -> Row:
    """What one figure of ours is to a peer's, and whose they are."""
    return {
        "function": our["function"],
        "target": our["target"],
        "level": level_of(our),
        "measure": key,
        "architecture": our["architecture"],
        "messages": our["messages"],
        "goal": our["goal"],
        "ours": our[key],
        "peer": peer["peer"],
        "peer_goal": peer["goal"],
        "theirs": peer[key],
        "same_flow": peer["same_flow"],
        "assumed": bool(peer["cycles_assumed"]) and key != "clock_mhz",
        "factor": our[key] / peer[key],
    }
