# SPDX-License-Identifier: Apache-2.0
"""A plane with logarithmic axes, and where the labels of its points have room."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hashloom.reports.drawing import Point

WIDTH, HEIGHT = 760, 560
"""Size of the plane in pixels."""
LETTER, LINE, POINT = 7.6, 13, 10
"""Width of a letter, height of a line and size of a point, in pixels."""

Spot = tuple[float, float]
Box = tuple[float, float, float, float]
"""Left, upper, right and lower edge."""


class Plane:
    """A plane with logarithmic axes around these spots, and where labels have room in it."""

    def __init__(self, spots: Sequence[Spot]) -> None:
        """`spots` have room around them; `xs` and `ys` are the ends of the axes."""
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
        return right * WIDTH, (1 - up) * HEIGHT

    def spot(self, pixel: Spot) -> Spot:
        """The spot at a place in pixels."""
        (left, right), (low, high) = self.xs, self.ys
        return left * (right / left) ** (pixel[0] / WIDTH), low * (high / low) ** (1 - pixel[1] / HEIGHT)

    def crossing(self, ratio: float) -> list[float]:
        """The areas at which a line of equal throughput per area enters and leaves the plane, if it does."""
        first, last = max(self.xs[0], self.ys[0] / ratio), min(self.xs[1], self.ys[1] / ratio)
        return [first, last] if first < last else []

    def labels(self, wanted: Sequence[tuple[str, Spot]], points: Sequence[Point]) -> dict[str, Spot]:
        """Where the middle of each label stands: beside its spot, clear of points, lines and other labels."""
        ends: dict[str, list[Spot]] = {}
        for point in points:
            ends.setdefault(point["label"], []).append(self.pixel((point["x"], point["y"])))
        taken = [box(spot, POINT, POINT) for spots in ends.values() for spot in spots]
        taken.append(box(self.pixel((1.0, 1.0)), POINT, POINT))
        taken += [
            box((one[0] + (other[0] - one[0]) * step / 24, one[1] + (other[1] - one[1]) * step / 24), 2, 2)
            for one, other in (spots for spots in ends.values() if len(spots) == 2)
            for step in range(25)
        ]
        found = {}
        for label, spot in wanted:
            width = LETTER * len(label)
            x, y = self.pixel(spot)
            places = [
                (x + side * (width / 2 + gap), y + height * (LINE / 2 + gap))
                for gap in (7, 13, 20, 28)
                for side, height in ((1, 0), (-1, 0), (0, -1), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1))
            ]
            boxes = [box(place, width, LINE) for place in places]
            inside = [one for one in boxes if _inside(one)] or boxes
            overlaps = [sum(common_area(one, other) for other in taken) for one in inside]
            chosen = inside[overlaps.index(min(overlaps))]
            taken.append(chosen)
            found[label] = self.spot(((chosen[0] + chosen[2]) / 2, (chosen[1] + chosen[3]) / 2))
        return found


def box(middle: Spot, width: float, height: float) -> Box:
    """A box by its middle and size."""
    return middle[0] - width / 2, middle[1] - height / 2, middle[0] + width / 2, middle[1] + height / 2


def common_area(one: Box, other: Box) -> float:
    """Area in which two boxes overlap."""
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    return width * height if width > 0 and height > 0 else 0.0


def _inside(box: Box) -> bool:
    return box[0] >= 0 and box[1] >= 0 and box[2] <= WIDTH and box[3] <= HEIGHT
