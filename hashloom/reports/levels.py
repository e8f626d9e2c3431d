# SPDX-License-Identifier: Apache-2.0
"""A table at message level beside the block level: figures of both, of the paper, and what is aimed at.

`levels PAPER [TARGET]`      the table of each target, or of one
`levels-aim PAPER`           in sentences, which areas are as aimed at and which are not
`levels-provenance PAPER`    date, tools and digests behind these
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hashloom import reproduction
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.reports import comparison
from hashloom.reports.results import path_of
from hashloom.reproduction.levels import LEVELS, LevelReport, LevelReproduction, document_name, missed
from hashloom.results import reader
from hashloom.results.reproductions import Levels
from hashloom.rows.table import ABSENT, Column, Row, Table, number

MESSAGE = "message"
SIDES = {"block": "core", MESSAGE: LEVELS[MESSAGE]}
"""Levels by their names in tables."""
QUANTITIES = (
    # key, heading with unit, decimals, in the paper
    ("clock_mhz", "clock, MHz", 1, False),
    ("cycles_per_block", "cycles per block", 2, False),
    ("throughput_gbps", "Gbit/s", 2, False),
    ("area_ge", "GE", 0, False),
    ("area_lut", "LUT", 0, False),
    ("area_ff", "flip-flops", 0, False),
    ("kbit_per_s_per_ge", "kbit/s per GE", 1, False),
    ("throughput_ratio", "Gbit/s ratio", 2, True),
)


def load(folder: Any, paper: str, places: Places) -> LevelReport:
    """The report of a folder of results; HashloomError with the command that makes it if there is none.

    UsageError that names the rows that cannot be used, if there are any.
    """
    command = f"hashloom reproduce {paper} --level {MESSAGE} -o {folder}"
    path = path_of(folder, document_name(paper, MESSAGE))
    return LevelReport.from_document(reader.read(path, Levels, places, command).plain())


def tables(paper: LevelReproduction, report: LevelReport) -> dict[str, tuple[str, Table]]:
    """Heading and table by target."""
    found = {}
    for target in dict.fromkeys(row["target"] for row in report.rows):
        rows = report.at(target, SIDES["block"])
        found[target] = (comparison.heading(rows), table(paper, report, target))
    return found


def table(paper: LevelReproduction, report: LevelReport, target: str) -> Table:
    """A line for each design: both levels side by side, the paper's ratios, the area that is aimed at."""
    sides = {side: {row["architecture"]: row for row in report.at(target, SIDES[side])} for side in SIDES}
    rows = [
        {**{side: found[name] for side, found in sides.items()}, "architecture": name}
        for name in sides["block"]
    ]
    columns = [Column("architecture", lambda row: str(row["architecture"]), numeric=False)]
    every = [row[side] for row in rows for side in sides]
    if any(row["state"] != "ok" for row in every):
        columns += [_text(side, "state", lambda row: str(row["state"])) for side in sides]
    if not all(row.get("netlist_simulated") for row in every if row["state"] == "ok"):
        columns += [_text(side, "netlist", _netlist) for side in sides]
    for key, title, decimals, of_paper in QUANTITIES:
        if any(row.get(key) is not None for row in every):
            columns += [_figure(side, key, title, decimals) for side in sides]
            columns += [_of_paper(key, title)] if of_paper else []
    columns += [_figure(side, "area_ratio", "area ratio", 2) for side in sides]
    columns.append(_of_paper("area_ratio", "area ratio"))
    columns.append(Column("aim", lambda row: number(paper.aim.get(row["architecture"]), 2), "area ratio"))
    return Table(tuple(columns), tuple(rows))


def _text(side: str, group: str, say: Callable[[Row], str]) -> Column:
    return Column(side, lambda row: say(row[side]), group, numeric=False)


def _netlist(row: Row) -> str:
    return "simulated" if row.get("netlist_simulated") else "not simulated"


def _figure(side: str, key: str, group: str, decimals: int) -> Column:
    return Column(side, lambda row: number(row[side].get(key), decimals), group)


def _of_paper(key: str, group: str) -> Column:
    return Column("paper", lambda row: number(row["block"]["paper"].get(key), 2), group)


def _paper(name: str) -> LevelReproduction:
    found = reproduction.load(name)
    if not isinstance(found, LevelReproduction):
        raise HashloomError(f"{name} is not made again at message level")
    return found


def region(places: Places, paper: str, target: str | None = None) -> str:
    """The tables as Markdown, each under a line that says what its rows share."""
    found = tables(_paper(paper), load(places.results, paper, places))
    parts = [
        f"{heading}:\n\n{made.markdown()}"
        for name, (heading, made) in found.items()
        if target in (None, name)
    ]
    if not parts:
        raise HashloomError(f"the results of {paper} at message level have no target {target}")
    return "\n\n".join(parts)


def aim(places: Places, paper: str) -> str:
    """What is aimed at at message level, and what is reached, target by target."""
    found, report = _paper(paper), load(places.results, paper, places)
    sentences: list[str] = []
    for target in dict.fromkeys(row["target"] for row in report.rows):
        rows = [row for row in report.at(target, SIDES[MESSAGE]) if row["area_ratio"] is not None]
        if not sentences and rows:
            wanted = _ratios([row["paper"].get("throughput_ratio") for row in rows])
            areas = _ratios([found.aim.get(row["architecture"]) for row in rows])
            sentences.append(f"Aimed at is the paper's throughput, {wanted}, at areas of at most {areas}.")
        speed = _ratios([row["throughput_ratio"] for row in rows])
        area = _ratios([row["area_ratio"] for row in rows])
        sentences.append(f"On {target} throughput is {speed} and area {area}; {_missed(rows, found.aim)}.")
    return " ".join(sentences)


def _ratios(values: Sequence[float | None]) -> str:
    return " : ".join(number(value, 2) for value in values) or ABSENT


def _missed(rows: Sequence[Row], areas: Mapping[str, float]) -> str:
    over = missed(rows, areas)
    if not over:
        return "the aim is reached"
    each = (f"{one.quantity} of {one.architecture} by {one.by:.2f}" for one in over)
    return f"**the aim is missed**: {', '.join(each)}"


def provenance(places: Places, paper: str) -> str:
    """Where the figures come from: the command, the date and the tools."""
    found, report = _paper(paper), load(places.results, paper, places)
    measured = tuple(dict.fromkeys(row["target"] for row in report.rows))
    chosen = "".join(f" --target {name}" for name in measured) if measured != found.targets else ""
    tools = ", ".join(f"{name} {version}" for name, version in report.provenance["tools"].items())
    made = f"`hashloom reproduce {paper} --level {MESSAGE}{chosen}`, {report.provenance['date']}"
    return f"Ours: {made}, with {tools}; digests of RTL and vectors in `results/{report.name}.json`."


MAKERS: dict[str, Callable[..., str]] = {
    "levels": region,
    "levels-aim": aim,
    "levels-provenance": provenance,
}
