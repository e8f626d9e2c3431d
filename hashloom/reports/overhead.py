# SPDX-License-Identifier: Apache-2.0
"""The overhead of the parts of a core, and of bus adapters, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from hashloom.analysis.overhead import NAME, Overhead
from hashloom.catalogue import resolve_design
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.reports.results import path_of
from hashloom.results import reader, tables
from hashloom.rows.table import ABSENT, Column, Row, Table, number


def load(folder: Path, places: Places) -> Overhead:
    """The overhead of a folder of results; HashloomError with the command that makes them if there are none.

    UsageError if a row cannot be used.
    """
    command = f"hashloom overhead DESIGN --bus -o {folder}"
    return _overheads(reader.read(path_of(folder, NAME), tables.Overhead, places, command))


def kept(folder: Path, places: Places) -> tuple[Overhead | None, list[str]]:
    """What can be used of the overhead in a folder of results, None if there are none to go on from.

    With it come the sentences that name the rows that cannot be used.
    """
    path = path_of(folder, NAME)
    if not path.exists():
        return None, []
    found, unusable = reader.salvage(path, tables.Overhead, places)
    return _overheads(found), unusable


def _overheads(found: tables.Overhead) -> Overhead:
    return Overhead(
        tuple(row.plain() for row in found.rows),
        tuple(row.plain() for row in found.adapters),
        found.provenance.plain(),
    )


def table(lines: Sequence[Row], places: Places) -> Table:
    """A line for each part: its figures, and its area beside that of the design's first part."""
    first: dict[tuple[str, str], Row] = {}
    for row in lines:
        first.setdefault((row["design"], row["target"]), row)

    def area(row: Row) -> Any:
        return row["area_ge"] if row["area_ge"] is not None else row["area_lut"]

    def ratio(row: Row) -> str:
        own, base = area(row), area(first[row["design"], row["target"]])
        return number(own / base, 2) if own and base else ABSENT

    def busy(row: Row) -> str:
        if row["cycles_per_message"] is None or row["ubi_calls"] is None:
            return ABSENT
        design = resolve_design(row["design"], places)
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
    return Table(columns, tuple(lines))


def region(places: Places, *designs: str) -> str:
    """The overhead of these designs, of all by default."""
    found = load(places.results, places).rows
    wanted = [row for row in found if not designs or row["design"] in designs]
    if not wanted:
        raise HashloomError(f"results/overhead.json has no {' and '.join(designs)}")
    return table(wanted, places).markdown()


def adapter_table(lines: Sequence[Row]) -> Table:
    """A line for each bus adapter: its figures, and the cycles that it adds to a message of 64 bytes."""

    def added(name: str) -> Column:
        return Column(f"more cycles, `{name}`", lambda row: number(row["added_cycles"].get(name), 2))

    functions = list(dict.fromkeys(name for row in lines for name in row["added_cycles"]))
    columns = (
        Column("adapter", lambda row: row["adapter"], numeric=False),
        Column("lanes", lambda row: str(row["parameters"]["STAGES"])),
        Column("target", lambda row: row["target"], numeric=False),
        Column("GE", lambda row: number(row["area_ge"], 0)),
        Column("flip-flops", lambda row: number(row["area_ff"], 0)),
        Column("clock, MHz", lambda row: number(row["clock_mhz"], 1)),
        *map(added, functions),
    )
    return Table(columns, tuple(lines))


def adapter_region(places: Places) -> str:
    """The overhead of the bus adapters."""
    found = load(places.results, places).adapters
    if not found:
        raise HashloomError("results/overhead.json has no bus adapters; hashloom overhead --bus -o results")
    return adapter_table(found).markdown()
