# SPDX-License-Identifier: Apache-2.0
"""The comparison with open cores of other people: tables, pictures and regions of Markdown files.

Regions (`results/peers.json` and `results/peers-message.json` behind all but the last):

`peers FUNCTION [TARGET...]`     ours and the others' cores, best throughput per area first
`peers-factors [FUNCTION...]`    what the best of ours is to the best peer
`peers-each [FUNCTION...]`       what the best of ours is to each peer on standard cells, flow by flow
`peers-remarks FUNCTION...`      what is to be known of these functions' peers
`peers-setting`                  how both sides were measured
`peers-cores [FUNCTION...]`      the peers: what they compute, whose they are, their ports
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from hashloom.analysis import comparison, peers
from hashloom.analysis.comparison import Comparison, level_of, peer_rows
from hashloom.analysis.peers import BLOCK, MESSAGE
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.reports import drawing, results
from hashloom.reports.drawing import COLOURS, CONTEXT_COLOUR, HEIGHT, WIDTH
from hashloom.reports.plane import Line, Plane, spot_of
from hashloom.reproduction import OK
from hashloom.results import reader
from hashloom.results import tables as documents
from hashloom.rows.parts import PER_AREA
from hashloom.rows.table import ABSENT, Column, Row, Table, number

AREAS = {"area_ge": ("GE", "area, gate equivalents"), "area_lut": ("LUT", "area, LUT")}
SERIES = {
    ("ours", BLOCK): ("ours", COLOURS[0], "circle"),
    ("ours", MESSAGE): ("ours, message level", COLOURS[0], "diamond"),
    ("others", BLOCK): ("others", COLOURS[1], "square"),
    ("others", MESSAGE): ("others, message level", COLOURS[1], "cross"),
    ("assumed", BLOCK): ("others, cycles assumed", COLOURS[3], "triangle-up"),
    ("assumed", MESSAGE): ("others, message level, cycles assumed", COLOURS[3], "triangle-down"),
}
"""Name, colour and shape in pictures, by whose a core is and its level."""
MODELS: dict[peers.Level, type[documents.Comparison | documents.MessageComparison]] = {
    BLOCK: documents.Comparison,
    MESSAGE: documents.MessageComparison,
}
"""The documents, by their level."""


def load(folder: Path, places: Places) -> Comparison:
    """The comparison in a folder of results, of both levels.

    HashloomError, with the command, if there is none; UsageError if a row of ours cannot be used.
    """
    paths = {level: results.path_of(folder, comparison.name_of(level)) for level in MODELS}
    levels = [level for level, path in paths.items() if path.exists()] or [BLOCK]
    found = [
        reader.read(paths[level], MODELS[level], places, f"hashloom compare -o {folder}") for level in levels
    ]
    return comparison.together([Comparison.from_document(one.plain()) for one in found])


def kept(folder: Path, level: peers.Level, places: Places) -> tuple[Comparison | None, list[str]]:
    """What can be used of the comparison of a level in a folder, None if there is none to go on from.

    With it come the sentences that name the rows that cannot be used.
    """
    path = results.path_of(folder, comparison.name_of(level))
    if not path.exists():
        return None, []
    found, unusable = reader.salvage(path, MODELS[level], places)
    return Comparison.from_document(found.plain()), unusable


def shown(found: Comparison, function: str, target: str) -> list[Row]:
    """Rows of a section for a table: of every core the run that is best per area and the one that is fastest,
    at each level.

    The best throughput per area comes first; what has none comes last, ours before the others. Runs of ours
    that did not end well are all there.
    """
    rows = [*found.ours(function, target), *peer_rows(function, target)]
    key = comparison.per_area_key(rows)
    chosen: list[Row] = []
    for name in dict.fromkeys((core(row), level_of(row)) for row in rows):
        runs = [row for row in rows if (core(row), level_of(row)) == name]
        good = [row for row in runs if row.get("state", OK) == OK]
        best = [comparison.best(good, measure) for measure in (key, "clock_mhz")]
        chosen.extend(comparison.unique(best) or good[:1])
        chosen.extend(row for row in runs if row.get("state", OK) != OK)
    return sorted(chosen, key=lambda row: -(row.get(key) or 0))


def core(row: Row) -> str:
    """Name of a row's core: the architecture of ours, the peer's id."""
    return str(row["peer"] if "peer" in row else row["architecture"])


def tables(found: Comparison) -> dict[tuple[str, str], tuple[str, Table]]:
    """Heading and table of every function and target."""
    return {
        (function, target): (f"{function} on {target}", table(shown(found, function, target)))
        for function, target in found.sections()
    }


def table(rows: Sequence[Row]) -> Table:
    """Rows of one section."""
    key = comparison.per_area_key(rows)
    area = next((name for name, (per_area, _) in PER_AREA.items() if per_area == key), "area_ge")
    columns = [
        Column("core", core, numeric=False),
        Column("whose", lambda row: "others" if "peer" in row else "ours", numeric=False),
        Column("level", level_of, numeric=False),
        Column("goal", lambda row: row.get("goal") or ABSENT, numeric=False),
        Column("MHz", lambda row: number(row.get("clock_mhz"), 1)),
        Column("messages", lambda row: str(row.get("messages", 1))),
        Column("cycles/block", _cycles),
        Column("Gbit/s", lambda row: number(row.get("throughput_gbps"), 3)),
        Column(AREAS[area][0], lambda row: number(row.get(area), 0)),
        Column("flip-flops", lambda row: number(row.get("area_ff"), 0)),
        Column(comparison.UNITS[key], lambda row: number(row.get(key), _decimals(key))),
    ]
    if any(_remark(row) for row in rows):
        columns.append(Column("remark", lambda row: _remark(row) or ABSENT, numeric=False))
    return Table(tuple(columns), tuple(rows))


def factor_table(rows: Iterable[Row]) -> Table:
    """What the best of ours is to the best peer."""
    columns = (
        Column("function", lambda row: row["function"], numeric=False),
        Column("target", lambda row: row["target"], numeric=False),
        Column("level", lambda row: row["level"], numeric=False),
        Column("measure", lambda row: comparison.UNITS[row["measure"]], numeric=False),
        Column("ours", lambda row: number(row["ours"], _decimals(row["measure"]))),
        Column("by", _our_name, numeric=False),
        Column("best peer", lambda row: number(row["theirs"], _decimals(row["measure"]))),
        Column("by", _peer_name, numeric=False),
        Column("factor", lambda row: number(row["factor"], 2)),
    )
    return Table(columns, tuple(rows))


def each(found: Comparison, functions: Sequence[str] = ()) -> list[Row]:
    """What the best of ours is to each whole peer on standard cells in throughput per gate equivalent.

    Ours counts at the level of the peer. A row has `function`, `target`, `level`, `ours` (the row of ours,
    None where none was measured at that level), `peer`, and its best figures and ours over them: `same_flow`
    and `same_flow_factor` in our flow, `other_flow` and `other_flow_factor` in another.
    """
    key = PER_AREA["area_ge"][0]
    rows: list[Row] = []
    for function, target in found.sections():
        good = [row for row in found.ours(function, target) if row["state"] == OK and row.get(key)]
        if not good or (functions and function not in functions):
            continue
        theirs = [row for row in peer_rows(function, target) if row["whole"] and row.get(key)]
        for name, level in dict.fromkeys((row["peer"], level_of(row)) for row in theirs):
            ours = comparison.best((row for row in good if level_of(row) == level), key)
            made: dict[str, Any] = {"function": function, "target": target, "level": level}
            made |= {"ours": ours, "peer": name}
            for flow, wanted in (("same_flow", True), ("other_flow", False)):
                runs = (row for row in theirs if row["peer"] == name and row["same_flow"] is wanted)
                figure = comparison.best(runs, key)
                made[flow] = figure
                made[f"{flow}_factor"] = ours[key] / figure[key] if ours and figure else None
            rows.append(made)
    return rows


def each_table(rows: Iterable[Row]) -> Table:
    """A line for each peer; see `each`."""
    key = PER_AREA["area_ge"][0]
    flows = (("same_flow", "our flow"), ("other_flow", "other flow"))

    def figure(flow: str) -> Callable[[Row], str]:
        return lambda row: number(row[flow] and row[flow][key], 1)

    def factor(flow: str) -> Callable[[Row], str]:
        return lambda row: number(row[f"{flow}_factor"], 2)

    columns = (
        Column("function", lambda row: row["function"], numeric=False),
        Column("level", lambda row: row["level"], numeric=False),
        Column("ours", lambda row: number(row["ours"] and row["ours"][key], 1)),
        Column("by", lambda row: _our_name(row["ours"]) if row["ours"] else ABSENT, numeric=False),
        Column("peer", _each_name, numeric=False),
        *(Column(title, figure(flow), "peer, kbit/s per GE") for flow, title in flows),
        *(Column(title, factor(flow), "factor") for flow, title in flows),
    )
    return Table(columns, tuple(rows))


def remarks(found: Comparison) -> list[str]:
    """What is to be known of the peers that are compared with, one sentence or more for each."""
    beside = {peer.id for section in found.sections() for peer in peers.beside(*section)}
    return [f"{peer.id}: {peer.note}" for peer in peers.cores() if peer.note and peer.id in beside]


def setting(found: Comparison) -> list[str]:
    """How both sides were measured."""
    tools = ", ".join(f"{name} {version}" for name, version in found.provenance["tools"].items())
    other = peers.measurement()
    lines = [
        f"Ours: hashloom compare, {found.provenance['date']}, with {tools}.",
        f"The others, {other.date}: {other.what}.",
    ]
    targets = {target for _, target in found.sections()}
    lines += [f"{name}: {text}." for name, text in other.targets.items() if name in targets]
    goals = {row["goal"] for section in found.sections() for row in peer_rows(*section)}
    told = "; ".join(f"{name}: {text}" for name, text in other.goals.items() if name in goals)
    return lines + ([f"Goals of the others: {told}."] if told else [])


def pictures(found: Comparison) -> dict[str, str]:
    """Throughput against area as SVG, `FUNCTION-TARGET` by name."""
    made = {
        f"{function}-{target}": _picture(
            shown(found, function, target), f"{function} on {target}: our cores and those of others"
        )
        for function, target in found.sections()
    }
    return {name: svg for name, svg in made.items() if svg is not None}


def picture_files(folder: Path, places: Places) -> dict[Path, str]:
    """The pictures of the comparison in this folder: path and SVG."""
    found = load(folder, places)
    return {folder / f"{comparison.NAME}-{name}.svg": svg + "\n" for name, svg in pictures(found).items()}


def _picture(rows: Sequence[Row], title: str) -> str | None:
    """The picture of a section as SVG; None if nothing of it can be drawn.

    Every core is one point, that of its best throughput per area. The line joins all points that are as good
    as the best peer; above it is better.
    """
    key = comparison.per_area_key(rows)
    area = next(name for name, (per_area, _) in PER_AREA.items() if per_area == key)
    drawn = {
        (core(row), level_of(row)): row
        for row in reversed(rows)
        if row.get(key) and row.get("state", OK) == OK
    }
    if not drawn:
        return None
    alt = drawing.altair()
    points = [
        {"x": row[area], "y": row["throughput_gbps"], "label": name, "series": _series(row)[0]}
        for (name, _), row in reversed(drawn.items())
    ]
    spots = [spot_of(point) for point in points]
    plane = Plane(spots, WIDTH, HEIGHT)
    position = {
        "x": drawing.logarithmic("x", AREAS[area][1], "~s", domain=plane.xs),
        "y": drawing.logarithmic("y", "throughput, Gbit/s", "~g", domain=plane.ys),
    }
    used = {point["series"] for point in points}
    series = [one for one in SERIES.values() if one[0] in used]
    colour, shape = (
        drawing.series(channel, [one[0] for one in series], [one[number] for one in series])
        for number, channel in ((1, "color"), (2, "shape"))
    )
    layers = []
    lines: list[Line] = []
    rival = max((row[key] for row in drawn.values() if "peer" in row), default=None)
    if rival is not None:
        scale = dict(PER_AREA.values())[key]
        ends = [(x, x * rival / scale) for x in plane.crossing(rival / scale)]
        lines = [(ends[0], ends[1])] if ends else []
        dashed = drawing.chart({"x": x, "y": y} for x, y in ends)
        layers.append(dashed.mark_line(color=CONTEXT_COLOUR, strokeDash=[5, 4], strokeWidth=1.2))
    layers += [
        drawing.chart(points).mark_point(filled=True, size=80, opacity=1).encode(color=colour, shape=shape),
        *drawing.names(plane.labels(points, spots, lines), color=colour),
    ]
    return drawing.svg(alt.layer(*layers).encode(**position).properties(width=WIDTH, height=HEIGHT), title)


def table_region(places: Places, function: str, *targets: str) -> str:
    """The tables of a function, on every target or on these."""
    found = tables(load(places.results, places))
    parts = [
        f"{heading}:\n\n{made.markdown()}"
        for (name, target), (heading, made) in found.items()
        if name == function and (not targets or target in targets)
    ]
    if not parts:
        where = f" on {', '.join(targets)}" if targets else ""
        raise HashloomError(f"results/{comparison.NAME}.json has no rows for {function}{where}")
    return "\n\n".join(parts)


def factors_region(places: Places, *functions: str) -> str:
    """The factors of all functions, or of these."""
    rows = load(places.results, places).factors()
    return factor_table(row for row in rows if not functions or row["function"] in functions).markdown()


def each_region(places: Places, *functions: str) -> str:
    """What the best of ours is to each peer of all functions, or of these."""
    return each_table(each(load(places.results, places), functions)).markdown()


def remarks_region(places: Places, *functions: str) -> str:
    """What is to be known of the peers of all functions, or of these."""
    found = load(places.results, places)
    rows = tuple(row for row in found.rows if not functions or row["function"] in functions)
    lines = remarks(Comparison(rows, found.provenance))
    return "\n".join(f"- `{line.partition(':')[0]}`:{line.partition(':')[2]}" for line in lines)


def setting_region(places: Places) -> str:
    """How both sides were measured."""
    return "\n".join(f"- {line}" for line in setting(load(places.results, places)))


def cores_region(places: Places, *functions: str) -> str:
    """The peers of all functions, or of these: what they compute, whose they are, what goes in and out."""
    columns = (
        Column("core", lambda row: f"`{row['peer'].id}`", numeric=False),
        Column("computes", lambda row: row["peer"].title, numeric=False),
        Column("from", lambda row: row["peer"].origin, numeric=False),
        Column(
            "language, licence", lambda row: f"{row['peer'].language}; {row['peer'].licence}", numeric=False
        ),
        Column("ports", lambda row: row["peer"].ports, numeric=False),
        Column("level", lambda row: row["peer"].level, numeric=False),
        Column(
            "digest right in simulation",
            lambda row: "yes" if row["peer"].digest_verified else "not looked at",
            numeric=False,
        ),
    )
    rows = tuple(
        {"peer": peer}
        for peer in peers.cores()
        if not functions or any(peer.stands_beside(function) for function in functions)
    )
    return Table(columns, rows).markdown()


def _cycles(row: Row) -> str:
    """Cycles per block, with a word where nobody counted them."""
    cycles = row.get("cycles_per_block")
    if cycles is None:
        return ABSENT
    return f"{cycles:g}, assumed" if row.get("cycles_assumed") else f"{cycles:g}"


def _remark(row: Row) -> str:
    """Why a row has no figures, or what they are not."""
    if row.get("state", OK) != OK:
        return str(row["state"])
    if not row.get("whole", True):
        return "part of a core"
    if not row.get("netlist_simulated", True):
        return "netlist not simulated"
    if row.get("cycles_assumed"):
        return "cycles assumed"
    missing = [
        name
        for name, key in (("register-to-register delay", "clock_mhz"), ("cycles", "cycles_per_block"))
        if row.get(key) is None
    ]
    return f"no {' and '.join(missing)}" if missing else ""


def _decimals(key: str) -> int:
    return 3 if key == "mbit_per_s_per_lut" else 1


def _our_name(row: Row) -> str:
    messages = f", {row['messages']} messages" if row["messages"] > 1 else ""
    return f"{row['architecture']} ({row['goal']}{messages})"


def _peer_name(row: Row) -> str:
    words = [word for word in (row["peer_goal"], "cycles assumed" if row["assumed"] else None) if word]
    return f"{row['peer']} ({', '.join(words)})" if words else str(row["peer"])


def _each_name(row: Row) -> str:
    assumed = (row["same_flow"] or row["other_flow"])["cycles_assumed"]
    return f"{row['peer']} (cycles assumed)" if assumed else str(row["peer"])


def _series(row: Row) -> tuple[str, str, str]:
    whose = "ours" if "peer" not in row else "assumed" if row["cycles_assumed"] else "others"
    return SERIES[whose, level_of(row)]


MAKERS: dict[str, Callable[..., str]] = {
    "peers": table_region,
    "peers-factors": factors_region,
    "peers-each": each_region,
    "peers-remarks": remarks_region,
    "peers-setting": setting_region,
    "peers-cores": cores_region,
}
"""Makers of regions by kind."""
