# SPDX-License-Identifier: Apache-2.0
"""Pictures of the comparison with the GMU group: the paper's figure 1 with ours in it, and both orders.

figure-1    overall normalised area and throughput with 512 bits, each candidate twice and joined
order-512   the candidates' places by throughput per area: the paper's, ours in its loops, our best
"""

from __future__ import annotations

from typing import Any

from hashloom.reports.pictures import (
    COLOURS,
    CONTEXT_COLOUR,
    FONT,
    PAPER_COLOUR,
    PAPER_SHAPE,
    SCHEMA,
    SHAPES,
    Spec,
)
from hashloom.reports.plane import HEIGHT, WIDTH, Plane, Spot
from hashloom.reproduction import study_paper
from hashloom.reproduction.study import BEST, FAR, PAPERS, Study
from hashloom.reproduction.study_paper import CANDIDATES, OVERALL
from hashloom.reproduction.study_rows import AREA, RATIO, THROUGHPUT, Campaign

PAPERS_NAME, OURS_NAME = "paper, seven FPGA families", "ours, the paper's own loops"
EQUAL_RATIOS = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)
# Room between the entries: a browser's letters are wider than those the picture was laid out with.
LEGEND = {"title": None, "orient": "top", "labelLimit": 0, "labelFontSize": 12, "columnPadding": 60}


def pictures(campaign: Campaign) -> dict[str, str]:
    """The pictures as SVG, by name; none where no candidate counts."""
    import vl_convert

    papers, best = Study(campaign, PAPERS), Study(campaign, BEST)
    found = {}
    if any(papers.overall(RATIO, label, 512) for label in CANDIDATES):
        found["figure-1"] = str(vl_convert.vegalite_to_svg(scatter(papers)))
        found["order-512"] = str(vl_convert.vegalite_to_svg(slopes(papers, best)))
    return found


def scatter(study: Study) -> Spec:
    """Figure 1 as a Vega-Lite specification, both axes logarithmic; lines of equal throughput per area."""
    points: list[dict[str, Any]] = [
        {"label": label, "series": name, "x": spot[0], "y": spot[1]}
        for label in CANDIDATES
        for name, spot in ((PAPERS_NAME, papers_spot(label)), (OURS_NAME, _our_spot(study, label)))
        if spot is not None
    ]
    plane = Plane([(point["x"], point["y"]) for point in points] + [(1.0, 1.0)])
    last: dict[str, Spot] = {point["label"]: (point["x"], point["y"]) for point in points}
    spots = plane.labels([*last.items(), (study_paper.YARDSTICK, (1.0, 1.0))], points)
    names = [{"label": label, "x": x, "y": y} for label, (x, y) in spots.items()]
    lines = [
        {"ratio": f"{ratio:g}", "x": x, "y": ratio * x}
        for ratio in EQUAL_RATIOS
        for x in plane.crossing(ratio)
    ]
    ends = list({line["ratio"]: line for line in lines}.values())

    def axis(field: str, title: str, domain: Spot) -> Spec:
        look = {"labelFontSize": 11, "titleFontSize": 13, "titlePadding": 10, "gridOpacity": 0.6}
        scale = {"type": "log", "nice": False, "domain": list(domain)}
        return {
            "field": field,
            "type": "quantitative",
            "title": title,
            "scale": scale,
            "axis": {**look, "format": "~g"},
        }

    encoding = {
        "x": axis("x", "normalised area", plane.xs),
        "y": axis("y", "normalised throughput", plane.ys),
    }
    kinds = [PAPERS_NAME, OURS_NAME]
    series = {"field": "series", "type": "nominal", "legend": LEGEND}
    text: Spec = {"type": "text", "align": "center", "baseline": "middle", "fontSize": 12}
    halo: Spec = {"stroke": "white", "strokeWidth": 3}
    detail = {"field": "label", "type": "nominal"}
    return {
        "$schema": SCHEMA,
        "width": WIDTH,
        "height": HEIGHT,
        "config": {"font": FONT, "background": "white"},
        "encoding": encoding,
        "layer": [
            {
                "data": {"values": lines},
                "mark": {"type": "line", "color": CONTEXT_COLOUR, "strokeDash": [3, 5], "strokeWidth": 0.8},
                "encoding": {"detail": {"field": "ratio", "type": "nominal"}},
            },
            {
                "data": {"values": ends},
                "mark": {**text, "align": "right", "dy": 9, "fontSize": 10, "color": CONTEXT_COLOUR},
                "encoding": {"text": {"field": "ratio", "type": "nominal"}},
            },
            {
                "data": {"values": points},
                "mark": {"type": "line", "strokeWidth": 1.2, "opacity": 0.5, "color": CONTEXT_COLOUR},
                "encoding": {"detail": detail},
            },
            {
                "data": {"values": points},
                "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
                "encoding": {
                    "color": {**series, "scale": {"domain": kinds, "range": [PAPER_COLOUR, COLOURS[0]]}},
                    "shape": {**series, "scale": {"domain": kinds, "range": [PAPER_SHAPE, SHAPES[0]]}},
                },
            },
            {
                "data": {"values": [{"x": 1, "y": 1}]},
                "mark": {"type": "point", "shape": "cross", "filled": True, "size": 90, "color": COLOURS[1]},
            },
            *(
                {"data": {"values": names}, "mark": text | outline, "encoding": {"text": detail}}
                for outline in (halo, {})
            ),
        ],
    }


def slopes(papers: Study, best: Study) -> Spec:
    """The places as a Vega-Lite specification: a line for each candidate that all three orders have."""
    common = {label for label, *_ in papers.moves(RATIO)} & set(best.places(RATIO))
    columns = {
        "paper": [label for label in study_paper.order(RATIO) if label in common],
        "ours, the paper's own loops": [label for label in papers.places(RATIO) if label in common],
        "ours, best with one message": [label for label in best.places(RATIO) if label in common],
    }
    far = {label for label, *_ in papers.moved(RATIO)}
    kinds = [f"more than {FAR} places from the paper's in its own loops", "others"]
    values = [
        {
            "column": column,
            "label": label,
            "place": place,
            "name": f"{place}  {label}",
            "series": kinds[label not in far],
        }
        for column, order in columns.items()
        for place, label in enumerate(order, 1)
    ]
    first, *_, final = columns
    text: Spec = {"type": "text", "baseline": "middle", "fontSize": 12}
    series = {
        "field": "series",
        "type": "nominal",
        "scale": {"domain": kinds, "range": [COLOURS[1], COLOURS[0]]},
        "legend": {**LEGEND, "symbolOpacity": 1},
    }
    x: Spec = {
        "field": "column",
        "type": "nominal",
        "sort": list(columns),
        "scale": {"type": "point", "padding": 0.35},
        "axis": {
            "title": None,
            "orient": "top",
            "labelAngle": 0,
            "labelFontSize": 12,
            "labelLimit": 0,
            "domain": False,
            "ticks": False,
        },
    }
    y: Spec = {
        "field": "place",
        "type": "quantitative",
        "axis": None,
        "scale": {"domain": [len(common) + 0.5, 0.5], "nice": False, "zero": False},
    }
    detail = {"field": "label", "type": "nominal"}
    sides: tuple[tuple[str, Spec], ...] = (
        (first, {"align": "right", "dx": -12}),
        (final, {"align": "left", "dx": 12}),
    )
    return {
        "$schema": SCHEMA,
        "width": WIDTH,
        "height": 28 * max(len(common), 1),
        "config": {"font": FONT, "background": "white", "view": {"stroke": None}},
        "data": {"values": values},
        "encoding": {"x": x, "y": y},
        "layer": [
            {"mark": {"type": "line", "strokeWidth": 2}, "encoding": {"color": series, "detail": detail}},
            {
                "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
                "encoding": {"color": series},
            },
            *(
                {
                    "transform": [{"filter": {"field": "column", "equal": column}}],
                    "mark": text | side,
                    "encoding": {"text": {"field": "name", "type": "nominal"}},
                }
                for column, side in sides
            ),
        ],
    }


def papers_spot(label: str) -> Spot | None:
    """Overall normalised area and throughput of a candidate in the paper."""
    area, throughput = (study_paper.normalised(name, label, 512, OVERALL) for name in (AREA, THROUGHPUT))
    return (area, throughput) if area and throughput else None


def _our_spot(study: Study, label: str) -> Spot | None:
    area, throughput = (study.overall(name, label, 512) for name in (AREA, THROUGHPUT))
    return (area.value, throughput.value) if area and throughput else None
