# SPDX-License-Identifier: Apache-2.0
"""What pictures of results have in common: Altair, font, colours, axes, legends.

The colours are Okabe and Ito's, told apart by colour-blind readers; series differ in shape as well. The font
is one that the renderer brings along, so that a picture is the same on every machine; other fonts get the
same room (`lettering`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

from hashloom.reports import lettering

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
PAPER_COLOUR = "#000000"
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9")
CONTEXT_COLOUR = "#767676"
PAPER_SHAPE = "diamond"
SHAPES = ("circle", "square", "triangle-up", "cross", "triangle-down")
OUTLINE = {"stroke": "white", "strokeWidth": 3}
"""Of a text that stands on lines."""
WIDTH, HEIGHT = 640, 420
LETTERS = 12
"""Size of the names of points."""

Point = dict[str, Any]
"""A point of a picture, with what is drawn and said there."""


@cache
def altair() -> Any:
    """Altair, imported where something is drawn: it takes a good part of a second."""
    import altair

    return altair


def chart(points: Iterable[Point]) -> Any:
    """A chart of these points, without a mark."""
    alt = altair()
    return alt.Chart(alt.Data(values=list(points)))


def logarithmic(
    channel: str,
    title: str,
    form: str,
    *,
    field: str | None = None,
    domain: Sequence[float] = (),
    ticks: Sequence[float] = (),
) -> Any:
    """The channel `x` or `y` on a logarithmic axis, its field of the same name unless another is given.

    `form` is the format of the figures. The axis reaches over `domain`, else a little beyond the points; it
    is marked at `ticks`, else at round numbers.
    """
    alt = altair()
    look: dict[str, Any] = {"labelFontSize": 11, "titleFontSize": 13, "titlePadding": 10, "gridOpacity": 0.6}
    look["labelSeparation"] = 6
    ends = {"domain": list(domain)} if domain else {"padding": 24}
    return {"x": alt.X, "y": alt.Y}[channel](
        field=field or channel,
        type="quantitative",
        title=title,
        scale=alt.Scale(type="log", nice=False, **ends),
        axis=alt.Axis(format=form, **look, **({"values": list(ticks)} if ticks else {})),
    )


def series(channel: str, names: Iterable[str], values: Sequence[str], **legend: Any) -> Any:
    """The channel `color` or `shape` by the field `series`: one of `values` for each name, and a legend."""
    look = {"symbolOpacity": 1, "columnPadding": 24, **legend}
    alt = altair()
    domain = list(names)
    return {"color": alt.Color, "shape": alt.Shape}[channel](
        "series:N",
        scale=alt.Scale(domain=domain, range=list(values[: len(domain)])),
        legend=alt.Legend(title=None, orient="top", labelLimit=0, labelFontSize=12, **look),
    )


def names(points: Iterable[Point], **encoding: Any) -> list[Any]:
    """Layers with the names of points, each in the middle of where its point is, set off from lines."""
    alt = altair()
    text = {"align": "center", "baseline": "middle", "fontSize": LETTERS}
    data = alt.Data(values=list(points))
    outline, name = (alt.Chart(data).mark_text(**text, **look) for look in (OUTLINE, {}))
    return [outline.encode(text="label:N"), name.encode(text="label:N", **encoding)]


def svg(picture: Any, title: str, **view: Any) -> str:
    """The finished chart as SVG on white under its title; `view` configures what surrounds its axes."""
    import vl_convert

    heading = altair().TitleParams(text=title, anchor="start", fontSize=15, offset=10)
    configured = picture.properties(title=heading).configure(font=FONT, background="white")
    return lettering.fitted(vl_convert.vegalite_to_svg(configured.configure_view(**view).to_dict()))
