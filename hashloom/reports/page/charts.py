# SPDX-License-Identifier: Apache-2.0
"""The pictures as Vega-Lite specifications, made by Altair.

They hold no data: who draws them fills the data sets that they name. A *plane* shows one design per point,
its height one of `AXES`,
`points` of {x, y, name, family, hollow, strong, label, tip} and `front` of {x, y}, in the window that the
parameters x0, x1, y0 and y1 give, with lines of equal throughput per area. *Bars* shows one function per bar
from 1, which is SHA-2: `bars` of {name, value, low, high, text, tip}, and the values on single targets,
`dots` of {name, value, tip}, between the parameters x0 and x1; `room` is the width of the texts at the right
in pixels.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hashloom.reports.drawing import altair
from hashloom.reports.page.themes import Spec

Operation = dict[str, Any]

VEGA_LITE = "6.4"
"""Version of Vega-Lite that Altair writes for."""
AVOIDED = ("ratios_marks", "front_marks")
"""Marks that labels keep clear of, beside the points."""
WIDTH, HEIGHT = 720, 460
"""Size of a picture that is saved, in pixels."""


@dataclass(frozen=True)
class Axis:
    """A vertical axis: its title for designs with a clock, and that for designs which were mapped only.

    `share`: from 0 on, in per cent, and of no merit: such a plane has no front. Others are logarithmic.
    """

    name: str
    title: str
    relative: str = ""
    share: bool = False


AXES = {
    "throughput": Axis("throughput", "throughput, Gbit/s", "relative throughput, bit/level"),
    "latency": Axis("latency", "latency of a block, ns", "relative latency, levels of logic"),
    "energy": Axis("energy per bit", "energy, pJ/bit"),
    "energy-delay": Axis("energy-delay product", "energy-delay product, pJ ns/bit²"),
    "wires": Axis("share of wires", "share of wires: 1 - clock with wires / clock without", share=True),
    "glitches": Axis("share of glitches", "share of glitches in the energy", share=True),
}
"""What a plane can have on its vertical axis; all but the first two of designs placed with wires."""


def _plain(chart: Any) -> Spec:
    """The specification without Altair's own configuration, which would go before ours."""
    return {key: value for key, value in chart.to_dict().items() if key != "config"}


def _logarithmic(channel: Any, name: str, form: str, **scaling: Any) -> Any:
    """The channel on a logarithmic axis from the parameter <name>0 to <name>1, labels at 1, 2 and 5."""
    alt = altair()
    scale = alt.Scale(type="log", nice=False, domain=alt.ExprRef(f"[{name}0, {name}1]"), **scaling)
    mantissa = "round(datum.value / pow(10, floor(log(datum.value) / LN10 + 1e-9)))"
    label = f"indexof([1, 2, 5], {mantissa}) < 0 ? '' : format(datum.value, '{form}')"
    return channel.scale(scale).axis(format=form, labelExpr=label, labelOverlap="greedy", labelSeparation=6)


def plane(y: str, unit: str, placed: bool, families: Sequence[str]) -> Spec:
    """The plane of area in `unit` and of y, one of AXES; `placed`: the designs have a clock.

    `families` are the names in the order of their marks. Lines of equal ratio there are of throughput only.
    """
    alt = altair()
    axis = AXES[y]
    title_x = f"area, {'gate equivalents' if unit == 'GE' else unit}"
    title_y = axis.title if placed else axis.relative

    def x(field: str = "x") -> Any:
        return _logarithmic(alt.X(f"{field}:Q", title=title_x), "x", "~s")

    def height(field: str = "y") -> Any:
        channel = alt.Y(f"{field}:Q", title=title_y)
        if axis.share:
            domain = alt.Scale(nice=False, domain=alt.ExprRef("[y0, y1]"))
            return channel.scale(domain).axis(format=".0%", tickCount=6)
        return _logarithmic(channel, "y", "~g")

    legend = alt.Legend(title=None)
    colour = alt.Color("family:N", scale=alt.Scale(domain=list(families)), legend=legend)
    shape = alt.Shape("family:N", scale=alt.Scale(domain=list(families)), legend=legend)
    points = alt.NamedData(name="points")
    layers = [
        alt.Chart(alt.NamedData(name="front"), name="front")
        .mark_line(style="front", interpolate="step-after", strokeWidth=1, opacity=0.6)
        .encode(x=x(), y=height()),
        alt.Chart(points, name="points")
        .mark_point(size=48, filled=True, strokeWidth=1.2, clip=True)
        .encode(
            x=x(),
            y=height(),
            color=colour,
            shape=shape,
            fillOpacity=alt.condition("datum.hollow", alt.value(0), alt.value(1)),
            opacity=alt.condition("datum.strong", alt.value(1), alt.value(0.5)),
            tooltip=alt.Tooltip("tip:N"),
            description=alt.Description("name:N"),
            key=alt.Key("id:N"),
        ),
        # The places of the labels are found by `plane_patch`.
        alt.Chart(points, name="labels").mark_text(style="label", fontSize=11).encode(text="label:N"),
    ]
    if y == "throughput":
        layers[:0] = _lines(x, height, unit, placed)
    start = {"x0": 1, "x1": 10, "y0": 1, "y1": 10}
    chart = alt.layer(*layers).properties(
        width=WIDTH,
        height=HEIGHT,
        autosize=alt.AutoSizeParams(type="fit", contains="padding"),
    )
    chart = chart.add_params(*(alt.param(name=name, value=value) for name, value in start.items()))
    return _plain(chart)


def _lines(x: Any, y: Any, unit: str, placed: bool) -> list[Any]:
    """Lines of equal throughput per area at 1, 2 and 5 times powers of ten, within the window."""
    alt = altair()
    words, per = (f" kbit/s per {unit}", 10**6) if placed else (f" bit/level per 1000 {unit}", 1000)
    what = json.dumps(words)
    data = (
        alt.Chart(alt.sequence(-60, 61, as_="k"))
        .transform_calculate(mantissa="[1, 2, 5][(datum.k + 60) % 3]")
        # Where the window is high, every second would be too near to the next.
        .transform_filter("datum.mantissa == 1 || y1 / y0 * x1 / x0 < 1e3")
        .transform_calculate(ratio="datum.mantissa * pow(10, floor((datum.k + 60) / 3) - 20)")
        .transform_calculate(
            xa=f"max(x0, y0 * {per} / datum.ratio)",
            xb=f"min(x1, y1 * {per} / datum.ratio)",
        )
        .transform_filter("datum.xb > datum.xa * 1.02")
        .transform_calculate(
            ya=f"datum.xa * datum.ratio / {per}",
            yb=f"datum.xb * datum.ratio / {per}",
            # A small picture has no room for words.
            text=f"width < 380 ? '' : format(datum.ratio, '~r') + (datum.xb < x1 ? '' : {what})",
        )
        .transform_calculate(
            xt="datum.xb * pow(datum.xa / datum.xb, 0.06)", yt="datum.yb * pow(datum.ya / datum.yb, 0.06)"
        )
    )
    rule = data.mark_rule(style="guide", strokeDash=[2, 4], strokeWidth=0.8)
    text = data.properties(name="ratios").mark_text(style="guide", fontSize=10, align="right", dx=-3, dy=-5)
    ends = {"x2": alt.X2("xb"), "y2": alt.Y2("yb")}
    return [
        rule.encode(x=x("xa"), y=y("ya"), **ends),
        text.encode(x=x("xt"), y=y("yt"), text="text:N"),
    ]


def bars(metric: str, more_is_better: bool) -> Spec:
    """A bar per function from 1, whiskers from `low` to `high`, dots for single targets; logarithmic."""
    alt = altair()
    title = f"{metric}, SHA-2 = 1"
    data = alt.NamedData(name="bars")
    y = alt.Y(
        "name:N", sort=None, title=None, axis=alt.Axis(ticks=False, domain=False, grid=False, labelPadding=6)
    )
    # What is printed at the end of every line has its own room.
    x = _logarithmic(alt.X("value:Q", title=title), "x", "~r", range=[0, alt.ExprRef("width - room")])
    good, bad = ("better", "worse") if more_is_better else ("worse", "better")
    layers = [
        alt.Chart(data, name=name)
        .transform_filter(test)
        .mark_bar(style=style, height=alt.RelativeBandSize(0.62), opacity=0.85)
        .encode(x=x, x2=alt.datum(1), y=y, tooltip=alt.Tooltip("tip:N"))
        for name, test, style in (
            ("above", "datum.value >= 1", good),
            ("under", "datum.value < 1", bad),
        )
    ]
    layers += [
        alt.Chart(data).mark_rule(style="guide").encode(x=alt.datum(1)),
        alt.Chart(alt.NamedData(name="dots"))
        .mark_point(style="dot", size=14, filled=True, opacity=0.45)
        .encode(x=x, y=y, tooltip=alt.Tooltip("tip:N")),
        alt.Chart(data, name="whiskers")
        .transform_filter("datum.high > datum.low")
        .mark_rule(style="whisker", strokeWidth=1.4)
        .encode(x=alt.X("low:Q", title=title), x2="high:Q", y=y),
        alt.Chart(data)
        .mark_text(style="label", fontSize=10.5, align="right", dx=-4)
        .encode(x=alt.value(alt.ExprRef("width")), y=y, text="text:N"),
    ]
    chart = alt.layer(*layers).properties(
        width=WIDTH,
        height=HEIGHT,
        autosize=alt.AutoSizeParams(type="fit", contains="padding"),
    )
    start = {"x0": 0.1, "x1": 10, "room": 40}
    chart = chart.add_params(*(alt.param(name=name, value=value) for name, value in start.items()))
    return _plain(chart)


def outline_patch(compiled: Spec) -> list[Operation]:
    """Operation of JSON Patch on the compiled plane: points have an outline in the colour of their family.

    Vega-Lite has no words for that.
    """
    return [
        {
            "op": "add",
            "path": f"{_place(compiled, 'points')}/encode/update/stroke",
            "value": {"scale": "color", "field": "family"},
        }
    ]


def plane_patch(spec: Spec) -> list[Operation]:
    """Operations of JSON Patch on the compiled plane, for what Vega can do and Vega-Lite has no words for.

    Besides the outline of the points: labels stand where there is room beside the points, those with a
    greater `strong` first; a label that finds no room is left out.
    """
    compiled = vega(spec)
    labels = _place(compiled, "labels")
    label = {
        "type": "label",
        "size": {"signal": "[width, height]"},
        "anchor": ["right", "left", "top", "bottom", "top-right", "bottom-right", "top-left", "bottom-left"],
        "offset": [4],
        "avoidMarks": [mark["name"] for mark in compiled["marks"] if mark["name"] in AVOIDED],
        "sort": {"field": "datum.datum.strong", "order": "descending"},
    }
    update = {"text": {"field": "datum.label"}, "fontSize": {"value": 11}}
    return [
        *outline_patch(compiled),
        {"op": "replace", "path": f"{labels}/from", "value": {"data": "points_marks"}},
        {"op": "replace", "path": f"{labels}/encode", "value": {"update": update}},
        {"op": "add", "path": f"{labels}/transform", "value": [label]},
    ]


def vega(spec: Spec) -> Spec:
    """The specification as Vega-Lite compiles it."""
    import vl_convert

    compiled: Spec = vl_convert.vegalite_to_vega(spec, vl_version=VEGA_LITE)
    return compiled


def _place(compiled: Spec, name: str) -> str:
    """Path of the marks of a layer in the compiled specification."""
    names = [mark["name"] for mark in compiled["marks"]]
    return f"/marks/{names.index(f'{name}_marks')}"
