# SPDX-License-Identifier: Apache-2.0
"""The pictures of the report as SVG for papers, without a browser: those that the page saves without filters.

They are drawn from the specifications of `charts`, on white, in one size, with the legend of the families and
with names at the best design of every function, where there is room for them: Vega finds that room in a
browser only, so `labelled` does.
"""

from __future__ import annotations

import copy
import math
import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from hashloom.catalogue.places import Places
from hashloom.reports import lettering
from hashloom.reports.drawing import Point
from hashloom.reports.page import charts, figures, themes
from hashloom.reports.page.charts import Operation
from hashloom.reports.page.document import METRICS
from hashloom.reports.page.study import ReportStudy
from hashloom.reports.page.themes import Mark, Spec
from hashloom.reports.ranking import YARDSTICK
from hashloom.rows.table import Row

SHARE_MARGIN = 1.15
"""A window of shares begins at 0 and reaches beyond the greatest by this factor."""
MARGIN, SPAN = 1.3, 4.0
"""A window reaches beyond its values by the first of these factors; it spans at least the second."""
BAR_PIXELS, BARS_PIXELS = 20, 50
"""Height of a bar, and of what stands around all of them."""

PLOT = (540.0, 400.0)
"""Least width and height of the plane inside its axes and beside its legend, in pixels."""
PLACES = (("left", 7, 4), ("right", -7, 4), ("center", 0, -8), ("center", 0, 16))
"""Where a label can stand: its alignment, and how far right of and below its point its base line begins."""
HALO = "paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round"
"""What crosses a label stays beside its letters."""
HALOED = re.compile(r'<g class="mark-text role-mark (?:labels|ratios)_marks"')
LETTER = (6.2, 12.0)
"""Width and height of a letter of a label in pixels."""

Item = TypeVar("Item")
Key = TypeVar("Key", bound=Hashable)
Data = Mapping[str, Sequence[Mapping[str, Any]]]
Window = Mapping[str, float]


def pictures(study: ReportStudy, places: Places) -> dict[str, str]:
    """All pictures by name: `<target>-throughput`, `<target>-latency`, `sha2-<bits>-<metric>`.

    What was mapped and not placed has names that begin with `<target>-mapped`, what was placed with wires
    such that begin with `<target>-wires`; further axes are those of `charts.AXES`.
    """
    rows = figures.derived(study.rows, places)
    marks = themes.marks([row["mark"] for row in rows])
    found = {}
    for y in charts.AXES:
        for target, own in _groups((row for row in rows if figures.height(row, y)), _panel).items():
            found[f"{re.sub(r'[^a-zA-Z0-9_.-]+', '-', target)}-{y}"] = plane(own, y, marks)
    for metric in METRICS:
        for bits in YARDSTICK:
            plain = [row for row in figures.ranked(rows) if not row.get("wires")]
            own = [row for row in plain if row.get("digest_bits") == bits]
            svg = bars(own, metric, marks)
            if svg is not None:
                found[f"sha2-{bits}-{metric}"] = svg
    return found


def plane(rows: Sequence[Row], y: str, marks: Mapping[str, Mark]) -> str:
    """Throughput or latency against area, of designs on one target that are all placed or all mapped only."""
    best = _groups(figures.ranked(rows), _function).values()
    strong = {id(max(own, key=figures.efficiency)) for own in best}
    points = [
        {
            "id": number,
            "x": row["area"],
            "y": figures.height(row, y),
            "name": f"{row['function']}/{row['architecture']}",
            "family": row["mark"],
            "hollow": row.get("digest_bits") == min(YARDSTICK),
            "strong": int(id(row) in strong),
            "label": row["function"] if id(row) in strong else "",
        }
        for number, row in enumerate(rows)
    ]
    axis = charts.AXES[y]
    front = [] if axis.share else figures.front(rows, y)
    line = sorted({(row["area"], figures.height(row, y)) for row in front})
    (x0, x1), (y0, y1) = (_window([point[name] for point in points]) for name in ("x", "y"))
    if axis.share:
        y0, y1 = 0.0, max(point["y"] for point in points) * SHARE_MARGIN
    first = rows[0]
    spec = charts.plane(y, str(first.get("area_unit", "units")), not first.get("mapped_only"), list(marks))
    shown = {point["family"] for point in points}
    for layer in spec["layer"]:
        for channel in ("color", "shape"):
            if channel in layer.get("encoding", {}):
                layer["encoding"][channel]["legend"]["values"] = [name for name in marks if name in shown]
    edge = [{"x": x, "y": height} for x, height in [*line, *((x1, height) for _, height in line[-1:])]]
    window = {"x0": x0, "x1": x1, "y0": y0, "y1": y1}
    kind = (
        " at the clock with wires" if first.get("wires") else ", mapped" if first.get("mapped_only") else ""
    )
    title = f"{axis.name[0].upper()}{axis.name[1:]} against area on {first['target']}{kind}"
    data = {"points": labelled(points, window, logarithmic=not axis.share), "front": edge}
    return drawn({**with_labels(spec), "title": title}, data, window, marks)


def bars(rows: Sequence[Row], metric: str, marks: Mapping[str, Mark]) -> str | None:
    """Functions beside SHA-2, over all targets; None if there is nothing to set beside it."""
    name, more_is_better = METRICS[metric]
    key, targets = f"{metric}_to_sha2", {row["target"] for row in rows}
    found: list[Point] = []
    dots: list[Point] = []
    for function, own in _groups((row for row in rows if row.get("ratio_to_sha2")), _function).items():
        best = [
            max(there, key=lambda row: float(row["ratio_to_sha2"]))
            for there in _groups(own, lambda row: str(row["target"])).values()
        ]
        spreads = [(1.0, 1.0) if metric == "area" else _spread(row) for row in best]
        low, mean, high = (
            math.exp(
                math.fsum(math.log(row[key] * factor) for row, factor in zip(best, each, strict=True))
                / len(best)
            )
            for each in ([one[0] for one in spreads], [1.0] * len(best), [one[1] for one in spreads])
        )
        count = f" · {len(best)}/{len(targets)}" if len(best) < len(targets) else ""
        found.append(
            {"name": function, "value": mean, "low": low, "high": high, "text": f"{mean:,.2f}{count}"}
        )
        dots += [{"name": function, "value": row[key]} for row in best] if len(targets) > 1 else []
    if not found:
        return None
    found.sort(key=lambda bar: -bar["value"] if more_is_better else bar["value"])
    values = [1.0, *(bar[end] for bar in found for end in ("low", "high")), *(dot["value"] for dot in dots)]
    room = 80 if any("·" in bar["text"] for bar in found) else 40
    bits = rows[0]["digest_bits"]
    title = f"{name[0].upper()}{name[1:]} beside SHA-2, {bits} bits"
    height = BAR_PIXELS * len(found) + BARS_PIXELS
    spec = {**charts.bars(name, more_is_better), "height": height, "title": title}
    window = {"x0": min(values) / 1.1, "x1": max(values) * 1.1, "room": room}
    return drawn(spec, {"bars": found, "dots": dots}, window, marks)


def labelled(points: Sequence[Mapping[str, Any]], window: Window, logarithmic: bool = True) -> list[Point]:
    """Points with `align`, `dx`, `dy` of their labels; a label that finds no room is empty.

    `logarithmic`: their heights are, as the areas always are.

    Labels keep clear of all points and of each other; the higher point comes first.
    """

    def share(point: Mapping[str, Any], axis: str) -> float:
        low, high = window[f"{axis}0"], window[f"{axis}1"]
        if axis == "x" or logarithmic:
            return math.log(point[axis] / low) / math.log(high / low)
        return float((point[axis] - low) / (high - low))

    def pixels(point: Mapping[str, Any]) -> tuple[float, float]:
        return share(point, "x") * PLOT[0], (1 - share(point, "y")) * PLOT[1]

    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in map(pixels, points)]
    found: list[Point] = []
    for point in sorted(points, key=lambda point: -float(point["y"])):
        text, (x, y) = str(point["label"]), pixels(point)
        width = LETTER[0] * len(text)
        chosen: Point = {"label": "", "align": "left", "dx": 0, "dy": 0}
        for align, dx, dy in PLACES if text else ():
            left = x + dx - width * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
            box = (left, y + dy - LETTER[1], left + width, y + dy + 2)
            inside = box[0] >= 0 and box[1] >= 0 and box[2] <= PLOT[0] and box[3] <= PLOT[1]
            if inside and not any(_overlap(box, other) for other in taken):
                taken.append(box)
                chosen = {"label": text, "align": align, "dx": dx, "dy": dy}
                break
        found.append({**point, **chosen})
    return sorted(found, key=lambda point: int(point["strong"]))


def with_labels(spec: Spec) -> Spec:
    """The plane with its labels where `labelled` has put them."""
    found = copy.deepcopy(spec)
    layers = {layer.get("name"): layer for layer in found["layer"]}
    labels = layers["labels"]
    labels["mark"] |= {key: {"expr": f"datum.{key}"} for key in ("align", "dx", "dy")}
    labels["encoding"] |= {axis: layers["points"]["encoding"][axis] for axis in ("x", "y")}
    return found


def drawn(spec: Spec, data: Data, window: Window, marks: Mapping[str, Mark]) -> str:
    """A picture with these data sets and parameters as SVG."""
    import vl_convert

    parameters = [{**one, "value": window[one["name"]]} for one in spec["params"]]
    config = {**themes.config(themes.INKS["light"], marks), "background": "white"}
    filled = {**spec, "datasets": dict(data), "params": parameters, "config": config}
    compiled = charts.vega(filled)
    patch = charts.outline_patch(compiled) if "points" in data else []
    haloed = HALOED.sub(rf'\g<0> style="{HALO}"', str(vl_convert.vega_to_svg(patched(compiled, patch))))
    return lettering.fitted(haloed)


def patched(document: Any, operations: Iterable[Operation]) -> Any:
    """The document after operations `add` and `replace` of JSON Patch (RFC 6902) on members of objects."""
    found = copy.deepcopy(document)
    for operation in operations:
        *way, last = operation["path"].strip("/").split("/")
        place = found
        for step in way:
            place = place[int(step)] if isinstance(place, list) else place[step]
        place[last] = operation["value"]
    return found


def _overlap(one: Sequence[float], other: Sequence[float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _window(values: Sequence[float]) -> tuple[float, float]:
    low, high = min(values), max(values)
    factor = max(MARGIN, math.sqrt(SPAN / (high / low)))
    return low / factor, high * factor


def _spread(row: Row) -> tuple[float, float]:
    """Lowest and highest clock of the placements, as multiples of the median."""
    if not (row.get("clock_mhz") and row.get("clock_mhz_min") and row.get("clock_mhz_max")):
        return 1.0, 1.0
    return row["clock_mhz_min"] / row["clock_mhz"], row["clock_mhz_max"] / row["clock_mhz"]


def _panel(row: Row) -> str:
    kind = "-mapped" if row.get("mapped_only") else "-wires" if row.get("wires") else ""
    return f"{row['target']}{kind}"


def _function(row: Row) -> str:
    return str(row["function"])


def _groups(items: Iterable[Item], key: Callable[[Item], Key]) -> dict[Key, list[Item]]:
    found: dict[Key, list[Item]] = {}
    for item in items:
        found.setdefault(key(item), []).append(item)
    return found
