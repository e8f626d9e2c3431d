# SPDX-License-Identifier: Apache-2.0
"""The GMU group's comparison made of the rows of a campaign: the form of the paper's tables 3 to 10.

Of every function one design counts on each target, chosen in one of three ways (SELECTIONS). Its throughput,
area and throughput per area are normalised to those of SHA-2 of the same size on the same target, chosen
in the same way; geometric means over targets say what holds overall. What cannot be compared is left out of a
mean, which says how many targets count.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from hashloom.reproduction import study_paper
from hashloom.reproduction.published import PublishedHashTime
from hashloom.reproduction.study_paper import CANDIDATES, LABELS, LINES, OVERALL, SIZES, YARDSTICK
from hashloom.reproduction.study_rows import (
    AREA,
    RATIO,
    StudyCampaign,
    StudyFigures,
    figures,
    why_not,
)
from hashloom.rows import Row

PAPERS, ALONE, BEST, SEVERAL = "paper", "alone", "best", "several"
SELECTIONS = {
    PAPERS: "the paper's own loop; where it has no figures, the best with one message in flight",
    ALONE: "the paper's own loop, nothing instead",
    BEST: "best throughput per area with one message in flight",
    SEVERAL: "best throughput per area with any number of messages in flight",
}
"""Ways to choose the one design of a function that counts on a target."""
BASIC = "basic"
PAPERS_OWN = {"Skein": "8r-1m", "SHA-2": "rescheduled"}
"""Architectures of the paper, by label, that have another name than `basic`."""
FAR = 3
"""A function that stands more than so many places elsewhere than in the paper's order has moved."""


def papers_architecture(line: PublishedHashTime) -> str:
    """Our name of the paper's own loop of a function."""
    return PAPERS_OWN.get(line.label, BASIC)


@dataclass(frozen=True)
class Choice:
    """The design that counts for a function on a target, if any.

    `reason` says why there is none or, where the paper's own loop was to be, why it is not that.
    """

    row: Row | None
    figures: StudyFigures | None
    reason: str | None = None


@dataclass(frozen=True)
class Mean:
    """A geometric mean and the targets that count in it."""

    value: float
    targets: tuple[str, ...]


def mean(values: Mapping[str, float | None]) -> Mean | None:
    """Geometric mean of the values that are there, by target; None if there are none."""
    found = {target: value for target, value in values.items() if value}
    return Mean(statistics.geometric_mean(found.values()), tuple(found)) if found else None


def ranks(values: Sequence[float]) -> list[float]:
    """Rank of each value, the smallest 1; equal values share the mean of their ranks."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    found = [0.0] * len(values)
    first = 1
    for _, members in groupby(order, key=lambda place: values[place]):
        places = list(members)
        for place in places:
            found[place] = first + (len(places) - 1) / 2
        first += len(places)
    return found


def spearman(pairs: Iterable[tuple[float | None, float | None]]) -> float | None:
    """Spearman's rank correlation of the pairs that have both values; None for fewer than three of them."""
    whole = [(one, other) for one, other in pairs if one is not None and other is not None]
    if len(whole) < 3:
        return None
    ours, theirs = (ranks(column) for column in zip(*whole, strict=True))
    if len(set(ours)) == 1 or len(set(theirs)) == 1:
        return None
    return statistics.correlation(ours, theirs)


@dataclass(frozen=True)
class PaperStudy:
    """The comparison with one way to choose designs."""

    campaign: StudyCampaign
    selection: str = PAPERS

    @property
    def targets(self) -> tuple[str, ...]:
        """The campaign's targets, in its order."""
        return tuple(self.campaign.targets)

    @cached_property
    def _rows(self) -> dict[tuple[str, str], list[Row]]:
        found: dict[tuple[str, str], list[Row]] = {}
        for row in self.campaign.rows:
            found.setdefault((row["function"], row["target"]), []).append(row)
        return found

    @cached_property
    def _choices(self) -> dict[tuple[str, int, str], Choice]:
        return {
            (label, bits, target): self._choose(line, target)
            for (label, bits), line in LINES.items()
            for target in self.targets
        }

    def choice(self, label: str, bits: int, target: str) -> Choice:
        """The design of a function that counts on a target."""
        return self._choices[label, bits, target]

    def _choose(self, line: PublishedHashTime, target: str) -> Choice:
        rows, group = self._rows.get((line.function, target), []), self.campaign.group(target)
        own = papers_architecture(line)
        reason = None
        if self.selection in (PAPERS, ALONE):
            papers = [row for row in rows if row["architecture"] == own]
            chosen = _best(papers, group)
            if chosen.row is not None:
                return chosen
            reason = f"`{own}` {why_not(papers, group)}"
        if self.selection == ALONE:
            return Choice(None, None, reason)
        chosen = _best(
            (row for row in rows if self.selection == SEVERAL or row["stages"] == 1),
            group,
        )
        if chosen.row is None and reason is None:
            reason = "; ".join(
                dict.fromkeys(f"`{row['architecture']}` {why_not([row], group)}" for row in rows)
            )
        return Choice(chosen.row, chosen.figures, reason)

    def normalised(self, quantity: str, label: str, bits: int, target: str) -> float | None:
        """A figure as multiple of that of SHA-2 of the same size on the same target."""
        own, unit = (self.choice(name, bits, target).figures for name in (label, YARDSTICK))
        return own.of(quantity) / unit.of(quantity) if own and unit else None

    def overall(self, quantity: str, label: str, bits: int, group: str | None = None) -> Mean | None:
        """Geometric mean of `normalised` over the targets that count, of all or of one group."""
        return self._mean(lambda target: self.normalised(quantity, label, bits, target), group)

    def larger_to_smaller(self, quantity: str, label: str, target: str) -> float | None:
        """The 512-bit variant's figure as multiple of the 256-bit variant's on a target.

        None where both do not have the same architecture.
        """
        small, large = (self.choice(label, bits, target) for bits in SIZES)
        if not (small.row and small.figures and large.row and large.figures):
            return None
        if small.row["architecture"] != large.row["architecture"]:
            return None
        return large.figures.of(quantity) / small.figures.of(quantity)

    def larger_to_smaller_overall(self, quantity: str, label: str, group: str | None = None) -> Mean | None:
        """Geometric mean of `larger_to_smaller` over the targets that count, of all or of one group."""
        return self._mean(lambda target: self.larger_to_smaller(quantity, label, target), group)

    def _mean(self, value: Callable[[str], float | None], group: str | None) -> Mean | None:
        """Geometric mean of the value over the targets of a group, or over all."""
        return mean(
            {name: value(name) for name in self.targets if group in (None, self.campaign.group(name))}
        )

    def columns(self, bits: int) -> list[tuple[str, str]]:
        """Columns of the paper's order and what of ours answers each: a target, OVERALL or a group."""
        near = [
            (family, target)
            for family, target in study_paper.NEAREST.items()
            if target in self.targets and (bits == 512 or family in study_paper.BOTH_SIZES)
        ]
        groups = list(dict.fromkeys(self.campaign.group(target) for target in self.targets))
        return [(OVERALL, name) for name in (OVERALL, *groups)] + near if bits == 512 else near

    def correlation(self, quantity: str, bits: int, family: str, ours: str) -> tuple[float | None, int]:
        """Rank correlation with a column of the paper's, and the number of functions that count in it."""
        pairs = [
            (study_paper.normalised(quantity, label, bits, family), self._ours(quantity, label, bits, ours))
            for label in CANDIDATES
        ]
        return spearman(pairs), sum(None not in pair for pair in pairs)

    def _ours(self, quantity: str, label: str, bits: int, column: str) -> float | None:
        if column in self.campaign.targets:
            return self.normalised(quantity, label, bits, column)
        found = self.overall(quantity, label, bits, None if column == OVERALL else column)
        return None if found is None else found.value

    def places(self, quantity: str, bits: int = 512) -> dict[str, int]:
        """Place of each candidate by its overall figure, the best 1; without those that have none."""
        found = {label: self.overall(quantity, label, bits) for label in CANDIDATES}
        values = {label: one.value for label, one in found.items() if one is not None}
        order = sorted(values, key=values.__getitem__, reverse=quantity != AREA)
        return {label: place for place, label in enumerate(order, 1)}

    def moves(self, quantity: str) -> list[tuple[str, int, int]]:
        """Label, the paper's place and ours, 512 bits, among the candidates that both have; paper's order."""
        ours = self.places(quantity)
        common = [label for label in study_paper.order(quantity) if label in ours]
        order = sorted(common, key=ours.__getitem__)
        return [(label, place, order.index(label) + 1) for place, label in enumerate(common, 1)]

    def moved(self, quantity: str = RATIO) -> list[tuple[str, int, int]]:
        """Those of `moves` that stand more than FAR places elsewhere."""
        return [move for move in self.moves(quantity) if abs(move[1] - move[2]) > FAR]

    def left_out(self) -> list[Row]:
        """Where a function has no design that counts, or another than the paper's own loop counts."""
        return [
            {
                "label": label,
                "function": LINES[label, bits].function,
                "bits": bits,
                "target": target,
                "instead": None if choice.row is None else choice.row["architecture"],
                "reason": choice.reason or "not in the campaign",
            }
            for label in LABELS
            for bits in SIZES
            for target in self.targets
            for choice in [self.choice(label, bits, target)]
            if choice.row is None or choice.reason
        ]


def _best(rows: Iterable[Row], group: str) -> Choice:
    """The row with the best throughput per area of those that count."""
    found = [(row, value) for row in rows if (value := figures(row, group)) is not None]
    row, value = max(found, key=lambda pair: pair[1].of(RATIO), default=(None, None))
    return Choice(row, value)
