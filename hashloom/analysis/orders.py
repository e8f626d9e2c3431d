# SPDX-License-Identifier: Apache-2.0
"""How designs on placed standard cells stand to each other by what is measured, and whether the orders agree.

    throughput per area    kbit/s per GE, at the clock without wires and at that with them
    energy                 pJ/bit, with glitches and without
    energy-delay product   pJ/bit times ns/bit, with glitches, at the clock with wires

Two orders agree by Spearman's rank correlation: 1 where they are the same, -1 where one is the reverse of the
other, about 0 where neither says anything of the other. Equal figures share the mean of their places.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import StatisticsError, correlation

from hashloom.flow.result import throughput_gbps
from hashloom.rows.table import Row


@dataclass(frozen=True)
class Measure:
    """What designs are ordered by: name, unit, the figure of a row, and whether more is better."""

    name: str
    unit: str
    of: Callable[[Row], float]
    more_is_better: bool = True

    def places(self, rows: Sequence[Row]) -> list[float]:
        """The place of each row, 1 the best; equal figures share the mean of theirs."""
        figures = [self.of(row) if self.more_is_better else -self.of(row) for row in rows]
        ahead = [sum(other > one for other in figures) for one in figures]
        return [n + (figures.count(one) + 1) / 2 for n, one in zip(ahead, figures, strict=True)]


def _per_area(row: Row, clock: str) -> float:
    speed = throughput_gbps(row["block_bits"], row["cycles_per_block"], row[clock])
    assert speed is not None, "the clock is known"
    return speed * 1e6 / float(row["area_ge"])


MEASURES = (
    Measure("without wires", "kbit/s per GE", lambda row: _per_area(row, "clock_mhz")),
    Measure("with wires", "kbit/s per GE", lambda row: _per_area(row, "clock_placed_mhz")),
    Measure(
        "energy without glitches", "pJ/bit", lambda row: float(row["energy_glitch_free_pj_per_bit"]), False
    ),
    Measure("energy", "pJ/bit", lambda row: float(row["energy_pj_per_bit"]), False),
    Measure(
        "energy-delay",
        "pJ ns/bit²",
        lambda row: float(row["energy_pj_per_bit"]) / float(row["throughput_gbps"]),
        False,
    ),
)


def agreement(rows: Sequence[Row]) -> dict[tuple[str, str], float]:
    """Spearman's rank correlation of each pair of MEASURES over the rows, by their names.

    ValueError for fewer than three rows, or where all have the same figure.
    """
    if len(rows) < 3:
        raise ValueError(f"{len(rows)} designs have no order to compare; it takes three")
    placed = {one.name: one.places(rows) for one in MEASURES}
    return {(one, other): _correlation(placed[one], placed[other]) for one, other in combinations(placed, 2)}


def _correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Pearson's correlation of places, which is Spearman's of figures."""
    try:
        return correlation(one, other)
    except StatisticsError as error:
        raise ValueError("all designs have the same figure, so they have no order") from error
