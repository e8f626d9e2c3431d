# SPDX-License-Identifier: Apache-2.0
"""Make the rows of a reproduction: synthesise every design for every target and set the paper beside it."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hashloom.jobs import parallel
from hashloom.published import PublishedRow
from hashloom.reproduction import Job, Reproduction

Row = dict[str, Any]
Synthesise = Callable[[str, str, str], Row]
"""Design name, target, goal to the row of the result; every state but a missing tool comes back as a row."""

OK = "ok"
FIGURES = ("clock_mhz", "throughput_gbps")
"""Figures that every row has; None where the row's state is not ok."""


@dataclass(frozen=True)
class Report:
    """What a reproduction found: rows in the paper's order, target by target, and where they come from."""

    paper: str
    rows: tuple[Row, ...]
    provenance: Mapping[str, Any]

    def document(self) -> dict[str, Any]:
        """The report as one JSON document."""
        return {"paper": self.paper, "provenance": dict(self.provenance), "rows": list(self.rows)}

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Report:
        """The report that `document` made this JSON document."""
        return cls(document["paper"], tuple(document["rows"]), document["provenance"])

    def complete(self) -> bool:
        """Is every row's state ok?"""
        return all(row["state"] == OK for row in self.rows)


def reproduce(
    reproduction: Reproduction, targets: Sequence[str], synthesise: Synthesise, workers: int
) -> Report:
    """All rows, `workers` of them at a time. What `synthesise` raises ends the whole."""
    pairs = [(target, job) for target in targets for job in reproduction.jobs()]

    def make(pair: tuple[str, Job]) -> Row:
        target, job = pair
        row = synthesise(job.design, target, job.goal)
        return {
            **dict.fromkeys(FIGURES),
            **row,
            "kbit_per_s_per_ge": per_area(row),
            "paper": paper_figures(job.paper, reproduction),
        }

    rows = parallel(make, pairs, workers)
    if reproduction.reference_architecture is not None:
        add_ratios(rows, reproduction.reference_architecture)
    return Report(reproduction.name, tuple(rows), provenance(rows))


def paper_figures(row: PublishedRow, reproduction: Reproduction) -> Row:
    """The paper's own figures for one row, in the units of ours, and where they stand."""
    figures: Row = {
        "label": row.label,
        "technology": row.technology,
        "clock_mhz": row.clock_mhz,
        "cycles_per_block": row.cycles_per_block,
        "latency_cycles": row.latency_cycles,
        "throughput_gbps": row.throughput_gbps,
        "area_ge": row.area_ge,
        "architecture": row.architecture,
        "kbit_per_s_per_ge": row.kbit_per_s_per_ge,
        "source": f"table {reproduction.table.number}, page {reproduction.table.page}",
    }
    return {key: value for key, value in figures.items() if value is not None}


def add_ratios(rows: Iterable[Row], reference: str) -> None:
    """Add `throughput_ratio` and `area_ratio` to rows and their papers, in place.

    The unit is the row of the architecture `reference` with the same function, target and goal. A row without
    such a partner, or without figures, gets None.
    """
    rows = list(rows)
    for row in rows:
        partner = next(
            (
                other
                for other in rows
                if other["architecture"] == reference
                and all(other[key] == row[key] for key in ("function", "target", "goal"))
            ),
            None,
        )
        for ours, theirs in ((row, partner), (row["paper"], partner and partner["paper"])):
            ours["throughput_ratio"] = _ratio(ours, theirs, "throughput_gbps")
            ours["area_ratio"] = _ratio(ours, theirs, "area_ge") or _ratio(ours, theirs, "area_lut")


def provenance(rows: Iterable[Row]) -> dict[str, Any]:
    """Tools and date of the newest row; digests stay with each row."""
    tools: dict[str, str] = {}
    for row in rows:
        tools.update(row.get("tools", {}))
    return {
        "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
        "tools": dict(sorted(tools.items())),
    }


def per_area(row: Mapping[str, Any]) -> float | None:
    """Throughput per area in kbit/s per gate equivalent; None without both."""
    if row.get("area_ge") and row.get("throughput_gbps"):
        return float(row["throughput_gbps"] * 1e6 / row["area_ge"])
    return None


def _ratio(ours: Row | None, theirs: Row | None, key: str) -> float | None:
    if ours and theirs and ours.get(key) and theirs.get(key):
        return float(ours[key] / theirs[key])
    return None
