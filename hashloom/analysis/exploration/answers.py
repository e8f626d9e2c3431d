# SPDX-License-Identifier: Apache-2.0
"""Three questions to the points of a target, answered in sentences.

The smallest design with a throughput, the fastest within an area, the best ratio of both; each within a
latency, if one is given. Where no design keeps a bound, the answer says so and names the nearest: the one
that misses the bound by the smallest factor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from hashloom.analysis.exploration.points import Point, Units
from hashloom.rows.table import number


@dataclass(frozen=True)
class Bounds:
    """What a design must have at least or at most, in the units of the target; None: no bound."""

    throughput: float | None = None
    area: float | None = None
    latency: float | None = None

    def misses_by(self, point: Point) -> float:
        """The factor by which a point misses these bounds, the largest if several; at most 1 if none.

        ValueError for a point without figures.
        """
        if point.throughput is None or point.area is None or point.latency is None:
            raise ValueError(f"{point.name} has no figures")
        factors = [0.0]
        if self.throughput is not None:
            factors.append(self.throughput / point.throughput)
        if self.area is not None:
            factors.append(point.area / self.area)
        if self.latency is not None:
            factors.append(point.latency / self.latency)
        return max(factors)

    def text(self, units: Units) -> str:
        """The bounds as the end of a phrase: ` with at least 2 Gbit/s`; empty if there are none."""
        parts = [
            f"{word} {number_text(bound)} {unit}"
            for word, bound, unit in (
                ("at least", self.throughput, units.throughput),
                ("at most", self.area, units.area),
                ("a latency of at most", self.latency, units.latency),
            )
            if bound is not None
        ]
        return f" with {' and '.join(parts)}" if parts else ""


@dataclass(frozen=True)
class Answer:
    """The answer to one of QUESTIONS: a design that keeps the bounds, or else the nearest, and a sentence.

    `point` is None where nothing was measured.
    """

    question: str
    kept: bool
    point: Point | None
    sentence: str


@dataclass(frozen=True)
class Question:
    """A question: how its answer begins, which bounds it heeds, and the order of preference, least first.

    The bounds and the target stand between `subject` and `verb`.
    """

    name: str
    subject: str
    verb: str
    bounds: Callable[[Bounds], Bounds]
    order: Callable[[Point], tuple[float, ...]]


def _ratio(point: Point) -> float:
    return point.ratio or 0.0


QUESTIONS = (
    Question(
        "smallest",
        "The smallest design",
        "is",
        lambda bounds: replace(bounds, area=None),
        lambda point: (point.costs()[1], point.costs()[0]),
    ),
    Question(
        "fastest",
        "The fastest design",
        "is",
        lambda bounds: replace(bounds, throughput=None),
        Point.costs,
    ),
    Question(
        "ratio",
        "The best ratio of throughput to area",
        "has",
        lambda bounds: bounds,
        lambda point: (-_ratio(point), *point.costs()),
    ),
)


def answers(points: Sequence[Point], bounds: Bounds, units: Units) -> list[Answer]:
    """The three answers, in the order of QUESTIONS."""
    counting = [point for point in points if point.counts]
    return [_answer(question, counting, question.bounds(bounds), units) for question in QUESTIONS]


def _answer(question: Question, points: Sequence[Point], bounds: Bounds, units: Units) -> Answer:
    where = f"{bounds.text(units)} on {units.target}"
    if not points:
        nothing = f"Nothing that counts was measured on {units.target}, so there is no answer."
        return Answer(question.name, False, None, nothing)
    kept = [point for point in points if bounds.misses_by(point) <= 1]
    if kept:
        best = min(kept, key=question.order)
        return Answer(
            question.name, True, best, f"{question.subject}{where} {question.verb} {figures(best)}."
        )
    nearest = min(points, key=lambda point: (bounds.misses_by(point), question.order(point)))
    sentence = f"There is no design{where}; the nearest is {figures(nearest)}."
    return Answer(question.name, False, nearest, sentence)


def figures(point: Point) -> str:
    """A design by name, with its throughput, area, ratio and latency."""
    units = point.units
    return (
        f"{point.name}: {number(point.throughput, decimals(point.throughput))} {units.throughput}, "
        f"{number(point.area, 0)} {units.area}, {number(point.ratio, decimals(point.ratio))} {units.ratio}, "
        f"latency {number(point.latency, decimals(point.latency))} {units.latency}"
    )


def decimals(value: float | None) -> int:
    """Decimals that show about four digits of a number."""
    return 1 if value is not None and value >= 100 else 2 if value is not None and value >= 10 else 3


def number_text(value: float) -> str:
    """A number as the user wrote it, with a comma between thousands."""
    return f"{value:,.10g}"
