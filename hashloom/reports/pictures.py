# SPDX-License-Identifier: Apache-2.0
"""Pictures of a reproduction as SVG: points of ours and of the paper in one plane, axes logarithmic.

The colours are Okabe and Ito's, told apart by colour-blind readers; series differ in shape as well. The font
is one that the renderer brings along, so that a picture is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import takewhile
from typing import Any

from hashloom.reports.comparison import by_target, label, varying
from hashloom.reproduction.published import PublishedRow
from hashloom.rows.table import Row

SCHEMA = "https://vega.github.io/schema/vega-lite/v5.json"
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
PAPER_COLOUR = "#000000"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9")
CONTEXT_COLOUR = "#767676"
PAPER_SHAPE = "diamond"
SHAPES = ("circle", "square", "triangle-up", "cross", "triangle-down")

Point = dict[str, Any]
Spec = dict[str, Any]
WIDTH, HEIGHT = 640, 420


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
    import vl_convert

    return str(vl_convert.vegalite_to_svg(specification(rows, x, y, context)))


def specification(rows: Sequence[Row], x: Axis, y: Axis, context: Sequence[PublishedRow]) -> Spec:
    """The picture as a Vega-Lite specification."""
    series = _series(rows, x, y)
    colours = [*COLOURS[: len(by_target(rows))], PAPER_COLOUR]
    shapes = [*SHAPES[: len(by_target(rows))], PAPER_SHAPE]
    legend = {"title": None, "orient": "top", "symbolOpacity": 1, "labelLimit": 0, "labelFontSize": 12}
    points = [{**point, "series": key} for key, members in series.items() for point in members]
    position = {"x": _position("x", x, points), "y": _position("y", y, points)}
    colour = _nominal("series", scale=_scale(series, colours), legend=legend)
    shape = _nominal("series", scale=_scale(series, shapes), legend=legend)
    name = {"type": "text", "align": "left", "dx": 9, "dy": 4, "fontSize": 12}
    text = _nominal("label")
    layers: list[Spec] = [
        {
            "mark": {"type": "line", "strokeWidth": 1.2, "opacity": 0.6},
            "encoding": {
                "color": colour,
                "detail": _nominal("line"),
                "order": {"field": "x", "type": "quantitative"},
            },
        },
        {"mark": {**name, "stroke": "white", "strokeWidth": 3}, "encoding": {"text": text}},
        {
            "mark": {"type": "point", "filled": True, "size": 80, "opacity": 1},
            "encoding": {"color": colour, "shape": shape},
        },
        {"mark": name, "encoding": {"text": text, "color": colour}},
    ]
    ours = {
        "data": {"values": points},
        "encoding": position,
        "layer": layers,
    }
    others = [
        _point(asdict(row), x, y, f"{row.label}, {row.group}", "")
        for row in context
        if asdict(row).get(x.key)
    ]
    grey = {
        "data": {"values": others},
        "encoding": position,
        "layer": [
            {"mark": {"type": "point", "filled": True, "size": 40, "opacity": 1, "color": CONTEXT_COLOUR}},
            {
                "mark": {
                    **name,
                    "dx": -5,
                    "dy": 15,
                    "fontSize": 11,
                    "color": CONTEXT_COLOUR,
                },
                "encoding": {"text": text},
            },
        ],
    }
    return {
        "$schema": SCHEMA,
        "width": WIDTH,
        "height": HEIGHT,
        "config": {"font": FONT, "background": "white"},
        "layer": [grey, ours] if others else [ours],
    }


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


def _nominal(field: str, **more: Any) -> Spec:
    return {"field": field, "type": "nominal", **more}


def _scale(series: Iterable[str], values: Sequence[str]) -> Spec:
    names = list(series)
    return {"domain": names, "range": values[: len(names)]}


def _position(field: str, axis: Axis, points: Sequence[Point]) -> Spec:
    look: Spec = {"labelFontSize": 11, "titleFontSize": 13, "titlePadding": 10, "gridOpacity": 0.6}
    if axis.ticks_at_points:
        look["values"] = sorted({point[field] for point in points})
    return {
        "field": field,
        "type": "quantitative",
        "title": axis.title,
        "scale": {"type": "log", "nice": False, "padding": 24},
        "axis": {**look, "format": axis.format},
    }
