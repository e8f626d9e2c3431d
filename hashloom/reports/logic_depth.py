# SPDX-License-Identifier: Apache-2.0
"""How far the logic depth tells the clock: designs of the campaign that were placed have both."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from hashloom.catalogue.places import Places
from hashloom.reports import study_regions
from hashloom.reproduction import study
from hashloom.rows.table import Column, Row, Table, number


def region(places: Places) -> str:
    """The table for every target of the campaign that places, or what is missing."""
    campaign = study_regions.load(places)
    if campaign is None:
        return study_regions.not_measured()
    made = table(campaign.rows)
    return made.markdown() if made.rows else "No design of the campaign was placed."


def table(rows: Sequence[Row]) -> Table:
    """A line for every target with placed rows: nanoseconds a level, rank correlation with the period."""
    both = [row for row in rows if row.get("levels") and row.get("clock_mhz")]
    lines = []
    for target in dict.fromkeys(row["target"] for row in both):
        levels = [row["levels"] for row in both if row["target"] == target]
        periods = [1000 / row["clock_mhz"] for row in both if row["target"] == target]
        lines.append({"target": target, "levels": levels, "periods": periods})
    columns = (
        Column("target", lambda line: f"`{line['target']}`", numeric=False),
        Column("designs placed", lambda line: str(len(line["levels"]))),
        Column("logic depth, levels", lambda line: f"{min(line['levels']):.1f} to {max(line['levels']):.1f}"),
        Column("ns a level, lowest", lambda line: number(min(_per_level(line)), 2)),
        Column("median", lambda line: number(statistics.median(_per_level(line)), 2)),
        Column("highest", lambda line: number(max(_per_level(line)), 2)),
        Column("rank correlation of logic depth and period", _correlation),
    )
    return Table(columns, tuple(lines))


def _per_level(line: Row) -> list[float]:
    return [period / levels for period, levels in zip(line["periods"], line["levels"], strict=True)]


def _correlation(line: Row) -> str:
    """Spearman's; absent for few designs, or where all have one rank."""
    return number(study.spearman(zip(line["levels"], line["periods"], strict=True)), 2)
