# SPDX-License-Identifier: Apache-2.0
"""Rows of adder chains as tables and bars, and the slowest paths of designs beside those predicted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from hashloom.reports import bars, comparison
from hashloom.reports.bars import Bar
from hashloom.reports.comparison import by_target
from hashloom.reports.drawing import COLOURS, PAPER_COLOUR
from hashloom.reproduction import Report
from hashloom.reproduction.dadda import FAST, KEY
from hashloom.rows.table import ABSENT, Column, Row, Table, number

PREFIX = "adder-chains-"
FAST_PREFIX = "fast-adders-"
PAPER = "paper"

OF_DESIGNS = (
    # key, heading with unit, decimals
    ("clock_mhz", "clock, MHz", 1),
    ("clock_ratio", "MHz ratio", 2),
    ("hash_cycles", "cycles per hash", 0),
    ("hash_ns", "ns per hash", 1),
    ("throughput_gbps", "Gbit/s", 2),
    ("area_ge", "GE", 0),
    ("area_lut", "LUT", 0),
    ("area_um2", "area, µm²", 0),
    ("area_ratio", "area ratio", 2),
)

QUANTITIES = (
    # key, heading with unit, decimals of ours and of the paper's
    ("delay_ns", "delay, ns", 2, 2),
    ("delay_ratio", "delay ratio", 2, 2),
    ("area_ge", "GE", 0, 0),
    ("area_um2", "area, µm²", 0, 0),
    ("area_ratio", "area ratio", 2, 2),
    ("area_delay", "area × delay, µm² ns", 0, 0),
    ("area_delay_ratio", "area × delay ratio", 2, 2),
)


def designs(rows: Sequence[Row]) -> Table:
    """Designs of one target, with the slowest path of each: predicted and found, in names of parts."""
    table = comparison.table(rows, OF_DESIGNS)
    columns = (
        Column("predicted", _text("critical_path_predicted"), "critical path", numeric=False),
        Column("found", _text("critical_path_found"), "critical path", numeric=False),
        Column("as predicted", _verdict, numeric=False),
    )
    return replace(table, columns=(*table.columns, *columns))


def design_tables(report: Report) -> dict[str, tuple[str, Table]]:
    """A table of the designs for every target, by target; of those with fast adders after FAST_PREFIX."""
    return {
        f"{prefix}{target}": (f"{comparison.heading(rows)}{adders(rows)}", designs(rows))
        for prefix, found in (("", report.rows), (FAST_PREFIX, report.further.get(FAST, ())))
        for target, rows in by_target(found).items()
    }


def adders(rows: Sequence[Row]) -> str:
    """The adders that all of these rows were set to have, as the end of a heading."""
    name = rows[0].get("settings", {}).get("ADDER")
    return f", {spelled(name)} adders" if name else ""


def spelled(adder: str) -> str:
    """The name of a carry network as people write it."""
    return adder.replace("_", " ").title().replace(" ", "-")


def tables(report: Report) -> dict[str, tuple[str, Table]]:
    """A table of adder chains for every target, with its heading, by PREFIX and target."""
    return {
        f"{PREFIX}{target}": (heading(rows), table(rows))
        for target, rows in by_target(report.further.get(KEY, ())).items()
    }


def heading(rows: Sequence[Row]) -> str:
    """What is common to these rows, in one line."""
    first = rows[0]
    what = f"adder chains of {first['word']} bits, {spelled(first['adder'])}"
    return f"{what}, {first['goal']} on {first['target']}"


def table(rows: Sequence[Row]) -> Table:
    """Rows of one target; the state has a column where a row's is other than ok."""
    columns = [Column("chain", lambda row: str(row["paper"]["label"]), numeric=False)]
    if any(row["state"] != "ok" for row in rows):
        columns.append(Column("state", _text("state"), numeric=False))
    for key, title, *decimals in QUANTITIES:
        for side, digits in zip(("ours", PAPER), decimals, strict=True):
            if any(_of(row, side).get(key) is not None for row in rows):
                columns.append(Column(side, _figure(key, side, digits), title))
    return Table(tuple(columns), tuple(rows))


def pictures(report: Report) -> dict[str, str]:
    """Bars as SVG by name: `clock-period` of the designs, `adder-chains`, each relative to its reference."""
    periods = [
        Bar(str(row["architecture"]), str(row["target"]), 1 / row["clock_ratio"], str(row["target"]))
        for row in report.rows
        if row.get("clock_ratio")
    ]
    found = {
        "clock-period": _with_paper(
            periods,
            {row["architecture"]: row["paper"].get("clock_ratio") for row in report.rows},
            lambda ratio: 1 / ratio,
        )
    }
    for name, key in (("adder-chains-delay", "delay_ratio"), ("adder-chains-product", "area_delay_ratio")):
        rows = report.further.get(KEY, ())
        ours = [
            Bar(row["paper"]["label"], str(row["target"]), row[key], str(row["target"]))
            for row in rows
            if row.get(key)
        ]
        found[name] = _with_paper(ours, {row["paper"]["label"]: row["paper"].get(key) for row in rows}, float)
    said = {
        "clock-period": ("Circuits of SHA-256", "clock period, figure 2 (basic) = 1"),
        "adder-chains-delay": ("Ways to add eight words", "delay, (3,2)-cla #2 = 1"),
        "adder-chains-product": ("Ways to add eight words", "area × delay, (3,2)-cla #2 = 1"),
    }
    return {name: bars.picture(made, *said[name], _colours(made)) for name, made in found.items() if made}


def _with_paper(
    ours: Sequence[Bar], paper: dict[str, float | None], value: Callable[[float], float]
) -> list[Bar]:
    """Bars of ours with the paper's own before them in each group."""
    made: list[Bar] = []
    for group in dict.fromkeys(bar.group for bar in ours):
        ratio = paper.get(group)
        if ratio:
            made.append(Bar(group, PAPER, value(ratio), PAPER))
        made += [bar for bar in ours if bar.group == group]
    return made


def _colours(found: Sequence[Bar]) -> dict[str, str]:
    targets = [name for name in dict.fromkeys(bar.series for bar in found) if name != PAPER]
    return {PAPER: PAPER_COLOUR, **dict(zip(targets, COLOURS, strict=False))}


def _of(row: Row, side: str) -> Row:
    return row if side == "ours" else row["paper"]


def _text(key: str) -> Callable[[Row], str]:
    return lambda row: str(row.get(key) or ABSENT)


def _verdict(row: Row) -> str:
    verdict = row.get("critical_path_as_predicted")
    return ABSENT if verdict is None else "yes" if verdict else "no"


def _figure(key: str, side: str, decimals: int) -> Callable[[Row], str]:
    return lambda row: number(_of(row, side).get(key), decimals)
