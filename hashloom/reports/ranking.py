# SPDX-License-Identifier: Apache-2.0
"""The functions beside each other on one target: what `synth` measured, ranked by throughput per area.

Of every function the design with the best throughput per area counts, once of those with one message in
flight and once of all.
"""

from __future__ import annotations

from collections.abc import Iterable

from hashloom import catalogue
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.reports import drawing
from hashloom.reports.drawing import COLOURS, CONTEXT_COLOUR, Point
from hashloom.reports.plane import Plane, Spot, joined, spot_of
from hashloom.reproduction.hardware import per_area
from hashloom.results import reader
from hashloom.results.tables import Synthesis
from hashloom.rows.table import ABSENT, Column, Row, Table, number

SYNTHESISED = ("variants", "netlists", "candidates", "candidates-targets")
"""Files of results/ that `hashloom synth` made."""
COMPARED = ("variants", "candidates")
"""Those of the functions that are compared with each other."""
RANKED = ("osu018",)
"""Targets for which every architecture of every function is measured."""
SIZES = (256, 512)
"""Lengths of digests in bits that are compared."""
EQUAL_RATIOS = (20, 50, 100, 200, 500, 1000, 2000)
"""Throughput per area along the lines of a picture, in kbit/s per gate equivalent."""
YARDSTICK = {256: "sha256", 512: "sha512"}


class NothingMeasured(HashloomError):
    """The results have no row of what is asked for."""


def rows(places: Places, names: Iterable[str] = SYNTHESISED) -> list[Row]:
    """All rows of these results of `synth` whose state is ok. UsageError for rows that cannot be used."""
    paths = [places.results / f"{name}.json" for name in names]
    return [
        row.plain()
        for path in paths
        if path.exists()
        for row in reader.read(path, Synthesis, places).rows
        if row.state == jobs.OK
    ]


def messages(row: Row, places: Places) -> int:
    """Messages in flight in the design of a row."""
    design = catalogue.resolve_design(f"{row['function']}/{row['architecture']}", places)
    return design.architecture.stages


def best(found: Iterable[Row]) -> Row | None:
    """The row with the best throughput per area; None if no row has both."""
    return max((row for row in found if per_area(row)), key=lambda row: per_area(row) or 0.0, default=None)


def ranking(places: Places, target: str, bits: int) -> list[dict[str, Row | None]]:
    """For each function with digests of `bits` bits its best row `any`, and its best `one` with one message.

    The best first. NothingMeasured if there is no such row on the target.
    """
    measured = [row for row in rows(places, COMPARED) if row["target"] == target and per_area(row)]
    functions = [
        name
        for name in dict.fromkeys(row["function"] for row in measured)
        if catalogue.resolve_function(name, places).digest_bits == bits
    ]
    if not functions:
        raise NothingMeasured(f"the results of synth have nothing of {bits} bits on {target}; make results")
    found: list[dict[str, Row | None]] = []
    for name in functions:
        own = [row for row in measured if row["function"] == name]
        found.append({"any": best(own), "one": best(row for row in own if messages(row, places) == 1)})
    return sorted(found, key=lambda entry: -(per_area(entry["any"] or {}) or 0.0))


def table(places: Places, target: str, bits: str) -> str:
    """The ranking as Markdown, each function also as multiple of SHA-2."""
    found = ranking(places, target, int(bits))
    yardstick = next(
        (entry for entry in found if entry["any"] and entry["any"]["function"] == YARDSTICK.get(int(bits))),
        None,
    )

    def ratio(entry: Row, key: str) -> str:
        ours, theirs = (per_area(one[key] or {}) for one in (entry, yardstick or {key: None}))
        return f"{ours / theirs:.2f}" if ours and theirs else ABSENT

    def columns(key: str, heading: str) -> tuple[Column, ...]:
        def figure(title: str, name: str, digits: int) -> Column:
            return Column(title, lambda row: number((row[key] or {}).get(name), digits))

        return (
            Column(
                heading, lambda row: f"`{row[key]['architecture']}`" if row[key] else ABSENT, numeric=False
            ),
            figure("MHz", "clock_mhz", 0),
            figure("Gbit/s", "throughput_gbps", 2),
            figure("GE", "area_ge", 0),
            Column("kbit/s per GE", lambda row: number(per_area(row[key] or {}), 1)),
            Column("of SHA-2", lambda row: ratio(row, key)),
        )

    first = Column("function", lambda row: f"`{row['any']['function']}`", numeric=False)
    return Table(
        (first, *columns("one", "one message"), *columns("any", "any number")), tuple(found)
    ).markdown()


def pictures(places: Places) -> dict[str, str]:
    """Throughput against area as SVG by name, for every target and length of digest that was measured."""
    made = {}
    for target in RANKED:
        for bits in SIZES:
            try:
                found = ranking(places, target, bits)
            except NothingMeasured:
                continue
            title = f"Hash functions with {bits} bits on {target}, the best designs of each"
            made[f"{bits}-{target}"] = _picture(found, title)
    return made


def _named(points: Iterable[Point]) -> list[Point]:
    """Of every function its last point; functions that have the same one share it, and their names."""
    last = {point["label"]: point for point in points}
    shown: dict[Spot, Point] = {}
    for name, point in last.items():
        if spot_of(point) in shown:
            shown[spot_of(point)]["label"] += f", {name}"
        else:
            shown[spot_of(point)] = dict(point)
    return list(shown.values())


def _picture(found: Iterable[dict[str, Row | None]], title: str) -> str:
    """The picture as SVG: of each function both rows, joined; lines of equal ratio."""
    names = {"one": "one message in flight", "any": "several"}
    points = [
        {
            "x": row["area_ge"],
            "y": row["throughput_gbps"],
            "label": row["function"],
            "series": names[key],
            "line": row["function"],
        }
        for entry in found
        for key, row in entry.items()
        if row is not None and (key == "one" or row != entry["one"])
    ]
    spots = [spot_of(point) for point in points]
    plane = Plane(spots)
    lines = [
        {"x": x, "y": x * ratio / 1e6, "ratio": f"{ratio} kbit/s per GE"}
        for ratio in EQUAL_RATIOS
        for x in plane.crossing(ratio / 1e6)
    ]
    axes = {"x": ("area, gate equivalents", plane.xs), "y": ("throughput, Gbit/s", plane.ys)}
    position, at_the_end = (
        {
            channel: drawing.logarithmic(channel, title, "~s", field=form.format(channel), domain=ends)
            for channel, (title, ends) in axes.items()
        }
        for form in ("{}", "end['{}']")
    )
    domain = [name for name in names.values() if any(point["series"] == name for point in points)]
    alt = drawing.altair()
    grey = alt.layer(
        alt.Chart().mark_line(color=CONTEXT_COLOUR, strokeDash=[3, 5], strokeWidth=0.8),
        alt.Chart()
        .transform_aggregate(end="argmax(x)", groupby=["ratio"])
        .mark_text(align="right", dx=-6, dy=-5, fontSize=10, color=CONTEXT_COLOUR)
        .encode(**at_the_end, text="ratio:N"),
        data=alt.Data(values=lines),
    ).encode(**position, detail="ratio:N")
    ours = alt.layer(
        drawing.chart(points)
        .mark_line(strokeWidth=1, opacity=0.5, color=CONTEXT_COLOUR)
        .encode(detail="line:N"),
        drawing.chart(points)
        .mark_point(filled=True, size=60, opacity=1)
        .encode(color=drawing.series("color", domain, COLOURS)),
        *drawing.names(plane.labels(_named(points), spots, joined(points, "line"))),
    ).encode(**position)
    return drawing.svg(alt.layer(grey, ours).properties(width=plane.width, height=plane.height), title)
