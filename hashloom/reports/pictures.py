# SPDX-License-Identifier: Apache-2.0
"""Pictures of a reproduction as SVG: points of ours and of the paper in one plane, axes logarithmic."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from hashloom.reports import drawing
from hashloom.reports.comparison import by_target, label, varying
from hashloom.reports.drawing import (
    COLOURS,
    CONTEXT_COLOUR,
    HEIGHT,
    PAPER_COLOUR,
    PAPER_SHAPE,
    SHAPES,
    WIDTH,
    Point,
)
from hashloom.reports.plane import Plane, joined, spot_of
from hashloom.reproduction.published import PublishedRow
from hashloom.rows.table import Row


@dataclass(frozen=True)
class Axis:
    """A quantity on an axis: key of the row, title with unit, format of its figures.

    `ticks_at_points`: the axis is marked where the points are, not at round numbers.
    """

    key: str
    title: str
    format: str = "~s"
    ticks_at_points: bool = False


LATENCY = Axis("latency_cycles", "latency of one block, clock cycles", "d", ticks_at_points=True)
THROUGHPUT = Axis("throughput_gbps", "throughput, Gbit/s", "~g")
AREA_GE = Axis("area_ge", "area, gate equivalents")
AREA_LUT = Axis("area_lut", "area, LUT")


def pictures(rows: Sequence[Row], context: Sequence[PublishedRow]) -> dict[str, str]:
    """The pictures that these rows allow, as SVG by name: `throughput-latency`, `-area`, `-lut`."""
    found: dict[str, str] = {}
    good = [row for row in rows if row["state"] == "ok"]
    if good and "architecture" in varying(good) and len({row["latency_cycles"] for row in good}) > 1:
        found["throughput-latency"] = picture(good, LATENCY, THROUGHPUT, context)
    for name, axis in (("throughput-area", AREA_GE), ("throughput-lut", AREA_LUT)):
        measured = [row for row in good if row.get(axis.key)]
        if measured:
            found[name] = picture(measured, axis, THROUGHPUT, context)
    return found


def picture(rows: Sequence[Row], x: Axis, y: Axis, context: Sequence[PublishedRow]) -> str:
    """One picture as SVG: a series per target, one of the paper's, and the paper's `context` rows in grey."""
    alt = drawing.altair()
    found = _series(rows, x, y)
    points = [
        {**point, "series": key, "curve": f"{key} {point['line']}"}
        for key, members in found.items()
        for point in members
    ]
    others = [
        _point(dict(row), x, y, f"{row.label}, {row.group}", "") for row in context if dict(row).get(x.key)
    ]
    plane = Plane([spot_of(point) for point in (*points, *others)], WIDTH, HEIGHT)
    position = {"x": _position("x", x, points, plane.xs), "y": _position("y", y, points, plane.ys)}
    targets = len(by_target(rows))
    colour = drawing.series("color", found, [*COLOURS[:targets], PAPER_COLOUR])
    shape = drawing.series("shape", found, [*SHAPES[:targets], PAPER_SHAPE])
    lines = joined(sorted(points, key=lambda point: point["x"]), "curve")
    named = plane.labels([*points, *others], [spot_of(point) for point in (*points, *others)], lines)
    grey = [
        drawing.chart(others).mark_point(filled=True, size=40, opacity=1, color=CONTEXT_COLOUR),
        *drawing.names(named[len(points) :], color=alt.value(CONTEXT_COLOUR)),
    ]
    ours = [
        drawing.chart(points)
        .mark_line(strokeWidth=1.2, opacity=0.6)
        .encode(color=colour, detail="line:N", order="x:Q"),
        drawing.chart(points).mark_point(filled=True, size=80, opacity=1).encode(color=colour, shape=shape),
        *drawing.names(named[: len(points)], color=colour),
    ]
    whole = alt.layer(*(grey if others else []), *ours).encode(**position)
    title = f"{_subject(rows)}: {_quantity(y)} against {_quantity(x)}"
    return drawing.svg(whole.properties(width=WIDTH, height=HEIGHT), title)


def _subject(rows: Sequence[Row]) -> str:
    """What all rows are figures of: their function, or what the names of their functions begin with."""
    names = sorted({str(row["function"]) for row in rows})
    return names[0] if len(names) == 1 else _common_prefix(names).rstrip("-") or "hash functions"


def _quantity(axis: Axis) -> str:
    return axis.title.partition(",")[0]


def _series(rows: Sequence[Row], x: Axis, y: Axis) -> dict[str, list[Point]]:
    """Points by the name of their series: one series per target, the last that of the paper."""
    keys = varying(rows)
    prefix = _common_prefix([row["function"] for row in rows]) if "function" in keys else ""

    def point(row: Row, figures: Row) -> Point:
        return _point(figures, x, y, label(row, keys).removeprefix(prefix), label(row, keys[:-1]))

    series = {target: [point(row, row) for row in members] for target, members in by_target(rows).items()}
    published = {row["paper"]["label"]: row for row in rows if row["paper"].get(x.key)}
    if published:
        name = f"paper: {rows[0]['paper']['technology']}"
        series[name] = [point(row, row["paper"]) for row in published.values()]
    return series


def _point(figures: Row, x: Axis, y: Axis, text: str, line: str) -> Point:
    return {"x": figures[x.key], "y": figures[y.key], "label": text, "line": line}


def _common_prefix(names: Sequence[str]) -> str:
    """What all names begin with, up to and with a hyphen."""
    parts = [name.split("-") for name in names]
    shared = [
        column[0] for column in takewhile(lambda column: len(set(column)) == 1, zip(*parts, strict=False))
    ]
    return "".join(f"{part}-" for part in shared)


def _position(channel: str, axis: Axis, points: Sequence[Point], ends: Sequence[float]) -> Any:
    ticks = sorted({point[channel] for point in points}) if axis.ticks_at_points else ()
    return drawing.logarithmic(channel, axis.title, axis.format, domain=ends, ticks=ticks)
