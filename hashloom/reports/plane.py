# SPDX-License-Identifier: Apache-2.0
"""A plane with logarithmic axes, and where the labels of its points have room."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from hashloom.reports import lettering
from hashloom.reports.drawing import LETTERS, Point

WIDTH, HEIGHT = 760, 560
"""Size of the plane in pixels."""
LINE, POINT = 13, 10
"""Height of a line of a label, and size of a point, in pixels."""
STEP = 12
"""Pixels from one point of a line to the next at which labels keep clear of it."""

Spot = tuple[float, float]
Line = tuple[Spot, Spot]
Box = tuple[float, float, float, float]
"""Left, upper, right and lower edge."""


class Plane:
    """A plane with logarithmic axes around these spots, and where labels have room in it."""

    def __init__(self, spots: Sequence[Spot], width: int = WIDTH, height: int = HEIGHT) -> None:
        """`spots` have room around them; `xs` and `ys` are the ends of the axes."""
        self.width, self.height = width, height
        self.xs, self.ys = (
            (min(column) / room, max(column) * room)
            for column, room in zip(zip(*spots, strict=True), (1.35, 1.2), strict=True)
        )

    def pixel(self, spot: Spot) -> Spot:
        """Place of a spot in pixels from the upper left corner."""
        right, up = (
            math.log(value / low) / math.log(high / low)
            for value, (low, high) in zip(spot, (self.xs, self.ys), strict=True)
        )
        return right * self.width, (1 - up) * self.height

    def spot(self, pixel: Spot) -> Spot:
        """The spot at a place in pixels."""
        (left, right), (low, high) = self.xs, self.ys
        x, y = pixel[0] / self.width, 1 - pixel[1] / self.height
        return left * (right / left) ** x, low * (high / low) ** y

    def crossing(self, ratio: float) -> list[float]:
        """The areas at which a line of equal throughput per area enters and leaves the plane, if it does."""
        first, last = max(self.xs[0], self.ys[0] / ratio), min(self.xs[1], self.ys[1] / ratio)
        return [first, last] if first < last else []

    def labels(
        self, wanted: Sequence[Point], points: Sequence[Spot], lines: Sequence[Line] = ()
    ) -> list[Point]:
        """These points moved to where the middle of their label stands, beside them.

        Labels keep clear of `points`, of `lines` and of each other as well as they can.
        """
        taken = [box(self.pixel(spot), POINT, POINT) for spot in points]
        taken += [
            box(spot, 2, 2) for one, other in lines for spot in _along(self.pixel(one), self.pixel(other))
        ]
        found = []
        for point in wanted:
            width = lettering.width(point["label"], LETTERS)
            x, y = self.pixel(spot_of(point))
            places = [
                (x + side * (width / 2 + gap), y + height * (LINE / 2 + gap))
                for gap in (7, 13, 20, 28)
                for side, height in ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
            ]
            boxes = [box(place, width, LINE) for place in places]
            inside = [one for one in boxes if self._holds(one)] or boxes
            overlaps = [sum(common_area(one, other) for other in taken) for one in inside]
            chosen = inside[overlaps.index(min(overlaps))]
            taken.append(chosen)
            x, y = self.spot(((chosen[0] + chosen[2]) / 2, (chosen[1] + chosen[3]) / 2))
            found.append({**point, "x": x, "y": y})
        return found

    def _holds(self, box: Box) -> bool:
        return box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height


def spot_of(point: Point) -> Spot:
    """Where a point is."""
    return point["x"], point["y"]


def joined(points: Sequence[Point], key: str) -> list[Line]:
    """The lines from each point to the next one of the same `key`."""
    lines, last = [], dict[str, Spot]()
    for point in points:
        if point[key] in last:
            lines.append((last[point[key]], spot_of(point)))
        last[point[key]] = spot_of(point)
    return lines


def _along(one: Spot, other: Spot) -> Iterator[Spot]:
    """Points of a line, its ends among them, in pixels."""
    steps = max(1, math.ceil(math.dist(one, other) / STEP))
    for step in range(steps + 1):
        share = step / steps
        yield one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share


def box(middle: Spot, width: float, height: float) -> Box:
    """A box by its middle and size."""
    return middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2


def common_area(one: Box, other: Box) -> float:
    """Area in which two boxes overlap."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0
