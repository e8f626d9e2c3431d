# SPDX-License-Identifier: Apache-2.0
"""Bar charts as SVG: one quantity of several subjects, in groups, less is better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from hashloom.reports import drawing

WIDTH, STEP = 420, 19


@dataclass(frozen=True)
class Bar:
    """One bar: the group it stands in, its name there, its length, and the series, which gives its colour."""

    group: str
    name: str
    value: float
    series: str


def picture(found: Sequence[Bar], title: str, quantity: str, colours: Mapping[str, str]) -> str:
    """The bars in the order given, as SVG; `quantity` has its unit, `colours` are by series."""
    alt = drawing.altair()
    names = [name for name in colours if any(bar.series == name for bar in found)]
    longest = max(bar.value for bar in found)
    colour = drawing.series("color", names, [colours[name] for name in names], columns=1)
    position = {
        "y": alt.Y(
            "name:N",
            sort=None,
            title=None,
            axis=alt.Axis(labelLimit=0, labelFontSize=12, ticks=False, domain=False),
        ),
        "x": alt.X(
            "value:Q",
            title=quantity,
            scale=alt.Scale(domain=[0, longest * 1.1], nice=False),
            axis=alt.Axis(titleFontSize=13, labelFontSize=11, gridOpacity=0.6),
        ),
    }
    empty = alt.Chart()
    group = alt.layer(
        empty.mark_bar(height=STEP - 5).encode(color=colour),
        empty.mark_text(align="left", dx=4, fontSize=11).encode(text=alt.Text("value:Q", format=".2f")),
        data=alt.Data(values=[asdict(bar) for bar in found]),
    )
    header = alt.Header(
        labelAngle=0, labelAlign="left", labelFontSize=13, labelFontWeight="bold", labelOrient="left"
    )
    whole = (
        group.encode(**position)
        .properties(width=WIDTH, height=alt.Step(STEP))
        .facet(
            row=alt.Row(
                "group:N", sort=list(dict.fromkeys(bar.group for bar in found)), title=None, header=header
            ),
            spacing=8,
        )
        .resolve_scale(y="independent")
    )
    return drawing.svg(whole, title, stroke=None)
