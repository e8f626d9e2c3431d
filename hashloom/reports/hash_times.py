# SPDX-License-Identifier: Apache-2.0
"""Hash times as tables: formulas of the paper and ours for each length of digest."""

from __future__ import annotations

from collections.abc import Sequence

from hashloom.rows.table import ABSENT, Column, Row, Table, number

PREFIX = "cycles-"
"""Of the names of the tables of cycles; a number of bits follows."""


def tables(rows: Sequence[Row]) -> dict[str, tuple[str, Table]]:
    """The tables of cycles, one for each length of digest. A design with rows on many targets counts once."""
    found = {
        (row["function"], row["architecture"]): row
        for row in rows
        if "hash_time" in row or row["state"] in ("missing", "failed-verification")
    }
    made = {}
    for variant in dict.fromkeys(row["variant"] for row in found.values()):
        heading = f"{variant}-bit variants, cycles of a message of N blocks"
        own = [row for row in found.values() if row["variant"] == variant]
        made[f"{PREFIX}{variant}"] = heading, cycles(own)
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


def _from(found: Row | None) -> str:
    return ABSENT if found is None else str(found["from_blocks"])
