# SPDX-License-Identifier: Apache-2.0
"""What was measured as points: throughput, area and latency in the units of one target, and their front."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hashloom.analysis import pareto
from hashloom.analysis.exploration.space import Settings
from hashloom.flow.result import speed
from hashloom.rows import Row

SLACK = 0.25
"""By how much the ratio of two throughputs may be off that are estimated before placement.

Of ten designs of SHA-1 and SHA-256 on the ECP5 clock times levels lies between 767 and 914 MHz, 19 % apart.
"""


@dataclass(frozen=True)
class Units:
    """Units of the points of one target; `relative` figures are per level of logic in place of seconds.

    A design that was mapped and not placed has no clock, but the logic depth of its slowest path,
    to which its clock period is proportional on one target.
    """

    target: str
    area: str
    relative: bool = False

    @property
    def throughput(self) -> str:
        """Unit of the throughput."""
        return "bit/level" if self.relative else "Gbit/s"

    @property
    def latency(self) -> str:
        """Unit of the time from one block of a message to its next."""
        return "levels" if self.relative else "ns"

    @property
    def ratio(self) -> str:
        """Unit of throughput per area."""
        if self.relative:
            return f"bit/level per 1000 {self.area}"
        return "kbit/s per GE" if self.area == "GE" else f"Mbit/s per {self.area}"

    def scale(self) -> float:
        """Throughput over area times this is the ratio in its unit."""
        return 1e6 if self.area == "GE" and not self.relative else 1e3


@dataclass(frozen=True)
class Point:
    """A measured design: its row and, where it counts, its figures in the units of its target.

    Throughput is that of long messages; latency is the time from one block of a message to its next. A row
    whose state is not ok, or whose figures are of another kind than those of the target, has none of them.
    """

    row: Row
    settings: Settings
    units: Units
    throughput: float | None = None
    area: float | None = None
    latency: float | None = None

    @property
    def counts(self) -> bool:
        """Has it figures that compare with those of the others?"""
        return None not in (self.throughput, self.area, self.latency)

    @property
    def ratio(self) -> float | None:
        """Throughput per area."""
        if self.throughput is None or not self.area:
            return None
        return self.throughput / self.area * self.units.scale()

    @property
    def name(self) -> str:
        """How a sentence calls it."""
        chosen = ", ".join([self.row["goal"], *(f"{name}={value}" for name, value in self.settings)])
        return f"{self.row['function']}/{self.row['architecture']} ({chosen})"

    def costs(self, latency: bool = False) -> pareto.Costs:
        """Throughput, area and, if asked for, latency as costs. ValueError if it has none."""
        if self.throughput is None or self.area is None or self.latency is None:
            raise ValueError(f"{self.name} has no figures")
        return (-self.throughput, self.area, *((self.latency,) if latency else ()))


def point(row: Row, settings: Settings, units: Units) -> Point:
    """The point of a row, which `hashloom.flow.Result.row` gave."""
    found = Point(row, settings, units)
    measured = speed(row, units.relative)
    if measured is None or not row.get("area"):
        return found
    # Per delay of one level of logic, or per nanosecond.
    cycles = measured if units.relative else measured / 1000
    return Point(
        row,
        settings,
        units,
        throughput=row["block_bits"] / row["cycles_per_block"] * cycles,
        area=row["area"],
        latency=row["latency_cycles"] / cycles,
    )


def front(points: Iterable[Point], latency: bool = False) -> list[Point]:
    """The points that no other beats: more throughput, less area and, if asked for, less latency."""
    return pareto.front([one for one in points if one.counts], lambda one: one.costs(latency))


def worth_placing(points: Sequence[Point], latency: bool = False) -> list[Point]:
    """Of designs that are mapped only those that may be on the front once they are placed.

    Left out is what another design beats in area, which mapping knows, and by more than SLACK in throughput,
    which is estimated from the logic depth; with `latency` in latency too, likewise estimated. What has no
    estimate stays.
    """
    ranked = [one for one in points if one.counts]

    def hopeless(one: Point) -> bool:
        throughput, area, *time = one.costs(latency)
        hoped = (throughput * (1 + SLACK), area, *(value / (1 + SLACK) for value in time))
        return any(pareto.dominates(other.costs(latency), hoped) for other in ranked)

    return [one for one in points if not one.counts or not hopeless(one)]
