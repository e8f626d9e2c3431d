# SPDX-License-Identifier: Apache-2.0
"""Bar charts as SVG: one quantity of several subjects, in groups, less is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hashloom.reports.pictures import FONT, SCHEMA

Spec = dict[str, Any]
WIDTH, STEP = 420, 19


@dataclass(frozen=True)
class Bar:
    """One bar: the group it stands in, its name there, its length, and the series, which gives its colour."""

    group: str
    name: str
    value: float
    series: str


def picture(found: Sequence[Bar], title: str, colours: Mapping[str, str]) -> str:
    """The bars in the order given, as SVG; `title` names the quantity and its unit, `colours` by series."""
    import vl_convert

    return str(vl_convert.vegalite_to_svg(specification(found, title, colours)))


def specification(found: Sequence[Bar], title: str, colours: Mapping[str, str]) -> Spec:
    """The picture as a Vega-Lite specification: groups below each other."""
    series = [name for name in colours if any(bar.series == name for bar in found)]
    longest = max(bar.value for bar in found)
    position: Spec = {
        "y": {
            "field": "name",
            "type": "nominal",
            "sort": None,
            "title": None,
            "axis": {"labelLimit": 0, "labelFontSize": 12, "ticks": False, "domain": False},
        },
        "x": {
            "field": "value",
            "type": "quantitative",
            "title": title,
            "scale": {"domain": [0, longest * 1.1], "nice": False},
            "axis": {"titleFontSize": 13, "labelFontSize": 11, "gridOpacity": 0.6},
        },
    }
    colour = {
        "field": "series",
        "type": "nominal",
        "scale": {"domain": series, "range": [colours[name] for name in series]},
        "legend": {"title": None, "orient": "top", "labelLimit": 0, "labelFontSize": 12, "columns": 2},
    }
    text = {"field": "value", "type": "quantitative", "format": ".2f"}
    return {
        "$schema": SCHEMA,
        "config": {"font": FONT, "background": "white", "view": {"stroke": None}},
        "data": {"values": [asdict(bar) for bar in found]},
        "facet": {
            "row": {
                "field": "group",
                "type": "nominal",
                "sort": list(dict.fromkeys(bar.group for bar in found)),
                "title": None,
                "header": {
                    "labelAngle": 0,
                    "labelAlign": "left",
                    "labelFontSize": 13,
                    "labelFontWeight": "bold",
                    "labelOrient": "left",
                },
            }
        },
        "spacing": 8,
        "resolve": {"scale": {"y": "independent"}},
        "spec": {
            "width": WIDTH,
            "height": {"step": STEP},
            "encoding": position,
            "layer": [
                {"mark": {"type": "bar", "height": STEP - 5}, "encoding": {"color": colour}},
                {
                    "mark": {"type": "text", "align": "left", "dx": 4, "fontSize": 11},
                    "encoding": {"text": text},
                },
            ],
        },
    }
