# SPDX-License-Identifier: Apache-2.0
"""Tables of hardware at message level, everything counted, beside the same at block level.

A row is that of `reproduction.hardware` with its `level`. At message level its RTL has the core with padding,
collector and output of the digest; its cycles per block are those that were counted with long messages in all
lanes. Ratios are to the row of reference at the same level.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hashloom.catalogue.rtl import Level
from hashloom.errors import UsageError
from hashloom.evaluation.at_level import BLOCK
from hashloom.reproduction import Report, ReproductionOptions, ResultProgress
from hashloom.reproduction.hardware import HardwareReproduction, provenance, reproduce, workers_of
from hashloom.results.versions import Content, stamped
from hashloom.rows import Row

LEVELS: Mapping[str, Level] = {"message": "top"}
"""Levels that can stand beside the block level, by their names on the command line."""


class LevelReport(Report):
    """What was found at two levels; rows come target by target, a level of one after the other."""

    @property
    def name(self) -> str:
        """The paper's name and that of the further level."""
        return document_name(self.paper, "message")

    def document(self) -> Content:
        """The report as one JSON document."""
        levels = list(dict.fromkeys(row["level"] for row in self.rows))
        content = {"paper": self.paper, "levels": levels, "provenance": dict(self.provenance)}
        return stamped("levels", {**content, "rows": list(self.rows)})

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> LevelReport:
        """The report that `document` made this JSON document."""
        return cls(document["paper"], tuple(document["rows"]), document["provenance"])

    def at(self, target: str, level: Level) -> list[Row]:
        """The rows of a level on a target, in the paper's order."""
        return [row for row in self.rows if (row["target"], row["level"]) == (target, level)]


def document_name(paper: str, level: str) -> str:
    """The name of the report of a paper at a level."""
    return f"{paper}-{level}"


@dataclass(frozen=True)
class LevelReproduction(HardwareReproduction):
    """How one table of designs is made again, at block level or at two levels beside each other.

    `aim`: the areas that are aimed at there, as ratios to the row of reference, by architecture.
    """

    aim: Mapping[str, float] = field(default_factory=dict)

    takes = HardwareReproduction.takes | {"level"}

    def document_name(self, level: str | None) -> str:
        """That of the paper, with that of a further level."""
        return self.name if level is None else document_name(self.name, level)

    def make(self, options: ReproductionOptions, begin: Callable[[int], ResultProgress]) -> Report:
        """The rows of the block level; where a level is asked for, a `LevelReport`."""
        if options.level is None:
            return super().make(options, begin)
        levels = (BLOCK, level_called(options.level))
        names = self.target_names(options)
        progress = begin(len(levels) * len(names) * len(self.jobs()))
        found: list[Row] = []
        for name in names:
            for level in levels:
                work = self.synthesis(options, progress, level)
                rows = reproduce(self, [name], work, workers_of(options.workers)).rows
                found += [{**row, "level": level} for row in rows]
        return LevelReport(self.name, tuple(found), provenance(found))


def level_called(name: str) -> Level:
    """The level of a name on the command line. UsageError for another."""
    if name not in LEVELS:
        raise UsageError(f"no level '{name}' stands beside the block level; give {' or '.join(LEVELS)}")
    return LEVELS[name]


@dataclass(frozen=True)
class Missed:
    """A ratio to the row of reference that is not as aimed at: `throughput` too low, or `area` too high.

    Both ratios are in hundredths, as tables print them.
    """

    architecture: str
    quantity: str
    ratio: float
    aim: float

    @property
    def by(self) -> float:
        """How far the ratio is from the aim."""
        return abs(self.ratio - self.aim)


def missed(rows: Iterable[Mapping[str, Any]], areas: Mapping[str, float]) -> list[Missed]:
    """What of these rows misses the paper's throughput, or these areas by architecture; both as ratios."""
    found = []
    for row in rows:
        name, paper = row["architecture"], row["paper"].get("throughput_ratio")
        for quantity, aim, sign in (("throughput", paper, -1), ("area", areas.get(name), 1)):
            ratio = row[f"{quantity}_ratio"]
            if ratio is None or aim is None:
                continue
            shown = Missed(name, quantity, round(ratio, 2), round(aim, 2))
            if sign * (shown.ratio - shown.aim) > 0:
                found.append(shown)
    return found
