# SPDX-License-Identifier: Apache-2.0
"""The prices of the parts of a core as a table."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hashloom.catalogue import resolve_design
from hashloom.errors import HashloomError
from hashloom.prices import NAME
from hashloom.reports.results import path_of
from hashloom.reports.table import ABSENT, Column, Row, Table, number


def load(folder: Path) -> list[dict[str, Any]]:
    """The rows of `prices.json` in a folder; HashloomError with the command that makes it."""
    path = path_of(folder, NAME)
    if not path.exists():
        raise HashloomError(f"{path} is not there; make it with: hashloom price DESIGN -o {folder}")
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))["rows"]
    return rows


def table(rows: Sequence[Row]) -> Table:
    """A line for each part: its figures, and its area beside that of the design's first part."""
    first: dict[tuple[str, str], Row] = {}
    for row in rows:
        first.setdefault((row["design"], row["target"]), row)

    def area(row: Row) -> Any:
        return row["area_ge"] if row["area_ge"] is not None else row["area_lut"]

    def ratio(row: Row) -> str:
        own, base = area(row), area(first[row["design"], row["target"]])
        return number(own / base, 2) if own and base else ABSENT

    def busy(row: Row) -> str:
        if row["cycles_per_message"] is None:
            return ABSENT
        design = resolve_design(row["design"])
        return f"{100 * row['ubi_calls'] * float(design.cycles_per_block) / row['cycles_per_message']:.1f}"

    columns = (
        Column("design", lambda row: f"`{row['design']}`", numeric=False),
        Column("part", lambda row: row["part"], numeric=False),
        Column("target", lambda row: row["target"], numeric=False),
        Column("GE", lambda row: number(row["area_ge"], 0)),
        Column("LUT", lambda row: number(row["area_lut"], 0)),
        Column("times the block level", ratio),
        Column("clock, MHz", lambda row: number(row["clock_mhz"], 1)),
        Column("cycles per message of one block", lambda row: number(row["cycles_per_message"], 1)),
        Column("of these with UBI, %", busy),
    )
    return Table(columns, tuple(rows))


def region(repository: Path, *designs: str) -> str:
    """The prices of these designs, of all by default."""
    rows = [row for row in load(repository / "results") if not designs or row["design"] in designs]
    if not rows:
        raise HashloomError(f"results/prices.json has no {' and '.join(designs)}")
    return table(rows).markdown()
