# SPDX-License-Identifier: Apache-2.0
"""The Pareto front of rows of results by its definition: every row against every other, in exact numbers."""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from folders import ROOT

from hashloom.execution import jobs

RESULTS = ROOT / "results"
DOCUMENTS = (
    "campaign-gmu", "variants", "netlists", "candidates", "candidates-targets", "iskein", "tillich", "dadda",
    "peers",
)  # fmt: skip
"""All documents whose rows are those of designs."""
Row = dict[str, Any]
Name = tuple[Any, ...]


def paths() -> list[Path]:
    """The documents."""
    return [RESULTS / f"{name}.json" for name in DOCUMENTS]


def named(row: Mapping[str, Any]) -> Name:
    """A design as measured: two of the same name have other parameters, or are of other RTL."""
    return row["function"], row["architecture"], row["target"], row["goal"], row["synthesis_key"]


def costs(row: Row, y: str) -> tuple[Fraction, Fraction]:
    """Area and what is to be small, of a row as it stands in its document: no float is rounded."""
    cycles, area = Fraction(row["cycles_per_block"]), Fraction(row["area"])
    pace = 1 / Fraction(row["levels"]) if row.get("mapped_only") else Fraction(row["clock_mhz"])
    if y == "throughput":
        return area, -(row["block_bits"] / cycles * pace)
    return area, row["latency_cycles"] / pace


def beaten(one: tuple[Fraction, ...], others: Iterable[tuple[Fraction, ...]]) -> bool:
    """Does another have less of one cost, and no more of the other?"""
    return any(
        other != one and all(theirs <= own for theirs, own in zip(other, one, strict=True))
        for other in others
    )


def planes(found: Iterable[Row]) -> dict[tuple[Any, ...], list[Row]]:
    """Rows by what is drawn in one picture: target, unit, placed or mapped only."""
    groups: dict[tuple[Any, ...], list[Row]] = {}
    for row in found:
        if row["state"] == jobs.OK:
            key = (row["target"], row["area_unit"], bool(row.get("mapped_only")))
            groups.setdefault(key, []).append(row)
    return groups


def front(own: list[Row], y: str) -> set[Name]:
    """Names of the rows of one plane that no other beats."""
    points = {costs(row, y) for row in own}
    return {named(row) for row in own if not beaten(costs(row, y), points)}
