# SPDX-License-Identifier: Apache-2.0
"""Designs on placed standard cells by the best of several scripts, beside the one script of `fast`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashloom.catalogue.places import Places
from hashloom.execution.jobs import OK
from hashloom.flow.goals import FAST, PORTFOLIO, about, scripts
from hashloom.flow.result import throughput_gbps
from hashloom.reports import ranking
from hashloom.reproduction.hardware import per_area
from hashloom.rows.table import ABSENT, Column, Row, Table, number

DOCUMENT = "portfolio"
"""Document of results that the tables are of."""
NOT_MEASURED = "Not measured yet: `results/portfolio.json` has no design."


def region(places: Places) -> str:
    """Every goal of each design on each target, or that there are none."""
    return _made(places, table)


def tried(places: Places) -> str:
    """The clock with wires of each script, likewise."""
    return _made(places, by_script)


def listed(_: Places) -> str:
    """The scripts, with what their comments say."""
    columns = (
        Column("script", lambda row: f"`{row['script']}`", numeric=False),
        Column("what it does", lambda row: str(row["about"]), numeric=False),
    )
    return Table(columns, tuple({"script": name, "about": about(name)} for name in scripts())).markdown()


def _made(places: Places, make: Callable[[Sequence[Row]], Table]) -> str:
    found = ranking.rows(places, (DOCUMENT,))
    rows = [row for row in found if row["goal"] in PORTFOLIO and row.get("placement")]
    return make(rows).markdown() if rows else NOT_MEASURED


def table(rows: Sequence[Row]) -> Table:
    """Clocks, area, and what each goal wins over the script of `fast`, which has a line of its own."""
    entries: list[Row] = []
    for row in rows:
        fast = _of(row, FAST)
        if fast is not None and not any(_subject(row) == _subject(one) for one in entries):
            entries.append({**fast, "goal": FAST, "gain": None})
        entries.append({**row, "gain": fast})
    return Table(
        (
            *_DESIGN,
            Column("goal", lambda row: f"`{row['goal']}`", numeric=False),
            Column("script", _script, numeric=False),
            Column("MHz without wires", lambda row: number(row["clock_mhz"], 0)),
            Column("with wires", lambda row: number(row["clock_placed_mhz"], 0)),
            Column("GE", lambda row: number(row["area_ge"], 0)),
            Column("kbit/s per GE", lambda row: number(per_area(row), 0)),
            Column("clock", lambda row: _gain(row, lambda one: one["clock_placed_mhz"])),
            Column("per area", lambda row: _gain(row, per_area)),
        ),
        tuple(entries),
    )


def by_script(rows: Sequence[Row]) -> Table:
    """Clock with wires, and that per area, of each script over those of `fast`: once of each design."""
    found: dict[tuple[str, str], Row] = {}
    for row in rows:
        found.setdefault(_subject(row), row)
    columns = [
        Column(f"`{name}`", lambda row, name=name: _of_script(row, name))  # type: ignore[misc]
        for name in scripts()[1:]
    ]
    return Table((*_DESIGN, *columns), tuple(found.values()))


_DESIGN = (
    Column("design", lambda row: f"`{row['function']}/{row['architecture']}`", numeric=False),
    Column("target", lambda row: f"`{row['target']}`", numeric=False),
)


def _subject(row: Row) -> tuple[str, str]:
    """What goals are compared on: a design and a target."""
    return f"{row['function']}/{row['architecture']}", row["target"]


def _script(row: Row) -> str:
    """The best script of a portfolio, and whether its second pass was better."""
    if row["goal"] == FAST:
        return ABSENT
    return f"`{row['script']}`" + (", second pass" if row["portfolio"]["with_loads"] else "")


def _of(row: Row, script: str) -> Row | None:
    """The row with the figures of another script in the first pass; None without."""
    for one in row["portfolio"]["tried"]:
        if (one["script"], one["with_loads"], one["state"]) == (script, False, OK):
            clock = one["clock_placed_mhz"]
            throughput = throughput_gbps(row["block_bits"], row["cycles_per_block"], clock)
            return {**row, **one, "throughput_gbps": throughput}
    return None


def _gain(row: Row, figure: Callable[[Row], float | None]) -> str:
    """By how much a figure is more than that of `fast`."""
    own, other = figure(row), None if row["gain"] is None else figure(row["gain"])
    return f"{own / other - 1:+.1%}" if own and other else ABSENT


def _of_script(row: Row, script: str) -> str:
    """By how much a script's clock, and its clock per area, are more than those of `fast`, first pass."""
    entry = {**(_of(row, script) or {}), "gain": _of(row, FAST)}
    if "script" not in entry:
        return ABSENT
    return f"{_gain(entry, lambda one: one['clock_placed_mhz'])} / {_gain(entry, per_area)}"
