# SPDX-License-Identifier: Apache-2.0
"""Colours and shapes: a pair for every family, in a light and in a dark theme."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from hashloom.reports.drawing import FONT

Spec = dict[str, Any]

OTHER = "other"
"""The family of functions that the catalogue does not have."""
REFERENCE = "sha2"
"""The family that all are set against."""
NOT_OURS = {"others": "triangle-right", "published": "triangle-left"}
"""Shapes of the points that are no designs of ours."""
SHAPES = ("circle", "square", "triangle-up", "triangle-down")


@dataclass(frozen=True)
class Ink:
    """Colours of a theme. `families` are Okabe and Ito's, darker on white and lighter on black."""

    paper: str
    text: str
    quiet: str
    line: str
    guide: str
    better: str
    worse: str
    families: tuple[str, ...]


@dataclass(frozen=True)
class Mark:
    """Shape of the points of a family, and their colour: its number in `Ink.families`, or its name."""

    shape: str
    colour: int | str


INKS = {
    "light": Ink(
        paper="#ffffff", text="#1b1f24", quiet="#5c6570", line="#d5dae0", guide="#8a94a0",
        better="#0072b2", worse="#b8620b",
        families=("#0072b2", "#d55e00", "#008060", "#b04c8c", "#2590c8", "#a67c00"),
    ),
    "dark": Ink(
        paper="#14171b", text="#e8eaed", quiet="#a4adb8", line="#333a43", guide="#77818d",
        better="#56b4e9", worse="#e69f00",
        families=("#4aa3e0", "#ff8a3d", "#2fbf92", "#e38bc2", "#8fd3ff", "#e6b93d"),
    ),
}  # fmt: skip


def marks(names: Iterable[str]) -> dict[str, Mark]:
    """The mark of every family and series: no two look the same; the reference and others stand apart."""
    names = list(names)
    colours = len(INKS["light"].families)
    found = {
        name: Mark(SHAPES[i // colours % len(SHAPES)], i % colours)
        for i, name in enumerate(sorted(set(names) - {REFERENCE, OTHER, *NOT_OURS}))
    }
    if REFERENCE in names:
        found[REFERENCE] = Mark("diamond", "text")
    if OTHER in names:
        found[OTHER] = Mark("cross", "quiet")
    found |= {name: Mark(shape, "quiet") for name, shape in NOT_OURS.items() if name in names}
    return found


def config(ink: Ink, families: Mapping[str, Mark]) -> Spec:
    """Vega-Lite's configuration in these colours; the marks of the families are its default range."""
    colours = [
        ink.families[mark.colour] if isinstance(mark.colour, int) else getattr(ink, mark.colour)
        for mark in families.values()
    ]
    return {
        "font": FONT,
        "background": "transparent",
        "view": {"stroke": None},
        "axis": {
            "labelColor": ink.quiet, "titleColor": ink.quiet, "titleFontWeight": "normal",
            "labelFontSize": 11, "titleFontSize": 12, "titlePadding": 8, "gridColor": ink.line,
            "gridOpacity": 0.55, "domainColor": ink.line, "tickColor": ink.line, "labelLimit": 0,
        },
        "title": {"color": ink.text, "fontSize": 13, "fontWeight": 600, "anchor": "start", "offset": 10},
        "legend": {"labelColor": ink.text, "labelFontSize": 11, "symbolOpacity": 1, "orient": "right"},
        "range": {"category": colours, "symbol": [mark.shape for mark in families.values()]},
        "style": {
            "guide": {"color": ink.guide},
            "front": {"color": ink.text},
            "label": {"color": ink.text, "fill": ink.text},
            "better": {"color": ink.better},
            "worse": {"color": ink.worse},
            "whisker": {"color": ink.text},
            "dot": {"color": ink.text},
        },
    }  # fmt: skip


def css(ink: Ink) -> str:
    """The colours as custom properties of CSS: `--text`, `--family-0`, ..."""
    named = {name: value for name, value in vars(ink).items() if name != "families"}
    named |= {f"family-{i}": value for i, value in enumerate(ink.families)}
    return "".join(f"--{name}:{value};" for name, value in named.items())
