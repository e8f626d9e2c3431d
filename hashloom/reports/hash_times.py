# SPDX-License-Identifier: Apache-2.0
"""Hash times as tables: formulas of the paper and ours for each length of digest, then figures by target."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hashloom.reports import comparison
from hashloom.reports.table import ABSENT, Column, Row, Table, number

PREFIX = "cycles-"
"""Of the names of the tables of cycles; a number of bits follows."""
FIGURES = (
    ("clock_mhz", "clock, MHz", 1),
    ("cycles_per_block", "cycles a block", 0),
    ("throughput_gbps", "Gbit/s", 2),
    ("area_ge", "GE", 0),
    ("area_lut", "LUT", 0),
    ("area_ff", "flip-flops", 0),
    ("kbit_per_s_per_ge", "kbit/s per GE", 1),
)


def tables(rows: Sequence[Row]) -> dict[str, tuple[str, Table]]:
    """The tables of cycles, one for each length of digest, and a table for each target with figures."""
    made = {}
    by_target = comparison.by_target(rows)
    first = next(iter(by_target.values()), [])
    for variant in dict.fromkeys(row["variant"] for row in first):
        heading = f"{variant}-bit variants, cycles of a message of N blocks"
        made[f"{PREFIX}{variant}"] = heading, cycles([row for row in first if row["variant"] == variant])
    for target, members in by_target.items():
        shown = [{**row, "paper": {}} for row in members if row.get("clock_mhz") is not None]
        if shown:
            made[target] = f"{shown[0]['goal']} on {target}", comparison.table(shown, FIGURES)
    return made


def cycles(rows: Sequence[Row]) -> Table:
    """Formulas of one length of digest, the paper's beside ours; the state where one is not ok."""
    columns = [
        Column("function", lambda row: f"`{row['function']}`", numeric=False),
        Column("architecture", lambda row: row["architecture"], numeric=False),
        Column("bus", lambda row: str(row["paper"]["bus_bits"])),
        Column("ours", lambda row: row.get("hash_time", {}).get("formula", ABSENT), "hash time, cycles"),
        Column("paper", lambda row: row["paper"]["hash_time"], "hash time, cycles"),
        Column("ours", _block, "cycles a block"),
        Column("paper", lambda row: str(row["paper"]["cycles_per_block"]), "cycles a block"),
        Column("ours", lambda row: row.get("throughput_formula", ABSENT), "throughput"),
        Column("paper", lambda row: row["paper"]["throughput_formula"], "throughput"),
        Column("from N", lambda row: _from(row.get("hash_time"))),
    ]
    if any(row["state"] != "ok" for row in rows):
        columns.append(Column("state", lambda row: row["state"], numeric=False))
    return Table(tuple(columns), tuple(rows))


def _block(row: Row) -> str:
    found = row.get("cycles_per_block")
    return ABSENT if found is None else number(found, 0 if float(found).is_integer() else 2)


def _from(found: dict[str, Any] | None) -> str:
    return ABSENT if found is None else str(found["from_blocks"])
