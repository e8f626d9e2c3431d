# SPDX-License-Identifier: Apache-2.0
"""Pictures of the comparison with the GMU group: the paper's figure 1 with ours in it, and both orders.

figure-1    overall normalised area and throughput with 512 bits, each candidate twice and joined
order-512   the candidates' places by throughput per area: the paper's, ours in its loops, our best
"""

from __future__ import annotations

from hashloom.reports import drawing
from hashloom.reports.drawing import (
    COLOURS,
    CONTEXT_COLOUR,
    PAPER_COLOUR,
    PAPER_SHAPE,
    SHAPES,
    Point,
)
from hashloom.reports.plane import HEIGHT, WIDTH, Plane, Spot, joined, spot_of
from hashloom.reproduction import study_paper
from hashloom.reproduction.study import BEST, FAR, PAPERS, PaperStudy
from hashloom.reproduction.study_paper import CANDIDATES, OVERALL
from hashloom.reproduction.study_rows import AREA, RATIO, THROUGHPUT, StudyCampaign

PAPERS_NAME, OURS_NAME = "paper, seven FPGA families", "ours, the paper's own loops"
EQUAL_RATIOS = (0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10)


def pictures(campaign: StudyCampaign) -> dict[str, str]:
    """The pictures as SVG, by name; none where no candidate counts."""
    papers, best = PaperStudy(campaign, PAPERS), PaperStudy(campaign, BEST)
    found = {}
    if any(papers.overall(RATIO, label, 512) for label in CANDIDATES):
        found["figure-1"] = scatter(papers)
        found["order-512"] = slopes(papers, best)
    return found


def scatter(study: PaperStudy) -> str:
    """Figure 1 as SVG, both axes logarithmic; lines of equal throughput per area."""
    points: list[Point] = [
        {"label": label, "series": name, "x": spot[0], "y": spot[1]}
        for label in CANDIDATES
        for name, spot in ((PAPERS_NAME, papers_spot(label)), (OURS_NAME, _our_spot(study, label)))
        if spot is not None
    ]
    plane = Plane([(point["x"], point["y"]) for point in points] + [(1.0, 1.0)])
    last = {point["label"]: point for point in points}
    wanted = [*last.values(), {"label": study_paper.YARDSTICK, "x": 1.0, "y": 1.0}]
    taken = [spot_of(point) for point in points]
    names = plane.labels(wanted, [*taken, (1.0, 1.0)], joined(points, "label"))
    lines = [
        {"ratio": f"{ratio:g}", "x": x, "y": ratio * x}
        for ratio in EQUAL_RATIOS
        for x in plane.crossing(ratio)
    ]
    ends = list({line["ratio"]: line for line in lines}.values())

    alt = drawing.altair()
    position = {
        "x": drawing.logarithmic("x", "normalised area", "~g", domain=plane.xs),
        "y": drawing.logarithmic("y", "normalised throughput", "~g", domain=plane.ys),
    }
    kinds = (PAPERS_NAME, OURS_NAME)
    layers = [
        drawing.chart(lines)
        .mark_line(color=CONTEXT_COLOUR, strokeDash=[3, 5], strokeWidth=0.8)
        .encode(detail="ratio:N"),
        drawing.chart(ends)
        .mark_text(align="right", baseline="middle", dy=9, fontSize=10, color=CONTEXT_COLOUR)
        .encode(text="ratio:N"),
        drawing.chart(points)
        .mark_line(strokeWidth=1.2, opacity=0.5, color=CONTEXT_COLOUR)
        .encode(detail="label:N"),
        drawing.chart(points)
        .mark_point(filled=True, size=70, opacity=1)
        .encode(
            color=drawing.series("color", kinds, (PAPER_COLOUR, COLOURS[0])),
            shape=drawing.series("shape", kinds, (PAPER_SHAPE, SHAPES[0])),
        ),
        drawing.chart([{"x": 1, "y": 1}]).mark_point(shape="cross", filled=True, size=90, color=COLOURS[1]),
        *drawing.names(names),
    ]
    whole = alt.layer(*layers).encode(**position)
    title = "The fourteen candidates with 512 bits, as multiple of SHA-512: the paper's and ours"
    return drawing.svg(whole.properties(width=WIDTH, height=HEIGHT), title)


def slopes(papers: PaperStudy, best: PaperStudy) -> str:
    """The places as SVG: a line for each candidate that all three orders have."""
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
    alt = drawing.altair()
    text = {"baseline": "middle", "fontSize": 12}
    colour = drawing.series("color", kinds, (COLOURS[1], COLOURS[0]))
    x = alt.X(
        "column:N",
        sort=list(columns),
        scale=alt.Scale(type="point", padding=0.35),
        axis=alt.Axis(
            title=None,
            orient="top",
            labelAngle=0,
            labelFontSize=12,
            labelLimit=0,
            domain=False,
            ticks=False,
        ),
    )
    y = alt.Y("place:Q", axis=None, scale=alt.Scale(domain=[len(common) + 0.5, 0.5], nice=False, zero=False))
    empty = alt.Chart()
    layers = [
        empty.mark_line(strokeWidth=2).encode(color=colour, detail="label:N"),
        empty.mark_point(filled=True, size=70, opacity=1).encode(color=colour),
        *(
            empty.transform_filter(alt.FieldEqualPredicate(field="column", equal=column))
            .mark_text(**text, **side)
            .encode(text="name:N")
            for column, side in (
                (first, {"align": "right", "dx": -12}),
                (final, {"align": "left", "dx": 12}),
            )
        ),
    ]
    whole = alt.layer(*layers, data=alt.Data(values=values)).encode(x=x, y=y)
    title = "The candidates' order by throughput per area, 512 bits"
    return drawing.svg(whole.properties(width=WIDTH, height=28 * max(len(common), 1)), title, stroke=None)


def papers_spot(label: str) -> Spot | None:
    """Overall normalised area and throughput of a candidate in the paper."""
    area, throughput = (study_paper.normalised(name, label, 512, OVERALL) for name in (AREA, THROUGHPUT))
    return (area, throughput) if area and throughput else None


def _our_spot(study: PaperStudy, label: str) -> Spot | None:
    area, throughput = (study.overall(name, label, 512) for name in (AREA, THROUGHPUT))
    return (area.value, throughput.value) if area and throughput else None
