# SPDX-License-Identifier: Apache-2.0
"""The energy of designs on placed standard cells, beside each other, and what is uncertain in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashloom.catalogue.places import Places
from hashloom.reports import ranking
from hashloom.rows.table import Column, Row, Table, number

DOCUMENT = "energy"
"""Document of results that the tables are of."""
NOT_MEASURED = "Not measured yet: `results/energy.json` has no design."
_WIRES = 0.25
"""Part of the capacitance of wires that nobody would wonder at, more or less."""


def region(places: Places) -> str:
    """The table of the document's designs, or that there are none."""
    return _made(places, table)


def uncertainty(places: Places) -> str:
    """What is uncertain in each of them, likewise."""
    return _made(places, bounds)


def _made(places: Places, make: Callable[[Sequence[Row]], Table]) -> str:
    rows = [row for row in ranking.rows(places, (DOCUMENT,)) if row.get("energy")]
    return make(rows).markdown() if rows else NOT_MEASURED


def table(rows: Sequence[Row]) -> Table:
    """Energy of a bit, its parts, and other conditions."""
    return Table(
        (
            *_DESIGN,
            Column("MHz", lambda row: number(row["clock_placed_mhz"], 0)),
            Column("pJ/bit", lambda row: number(row["energy_pj_per_bit"], 2)),
            Column("glitch-free", lambda row: number(row["energy_glitch_free_pj_per_bit"], 2)),
            Column("clock", lambda row: _share(row, "clock_pj_per_bit")),
            Column("logic", lambda row: _share(row, "logic_pj_per_bit")),
            Column("glitches", lambda row: _share(row, "glitches_pj_per_bit")),
            Column("leakage", lambda row: _share(row, "leakage_pj_per_bit")),
            Column("64-byte messages, pJ/bit", lambda row: number(row["energy"]["short_pj_per_bit"], 2)),
            Column("idle, mW", lambda row: number(row["energy"]["idle_uw"] / 1000, 2)),
        ),
        tuple(rows),
    )


def bounds(rows: Sequence[Row]) -> Table:
    """What messages, wires and pulses that are too short may change, as parts of the energy."""
    return Table(
        (
            *_DESIGN,
            Column("other messages", lambda row: f"± {_share(row, 'error_pj_per_bit')}"),
            Column(
                f"{_WIRES:.0%} more or less wire", lambda row: f"± {_share(row, 'wires_pj_per_bit', _WIRES)}"
            ),
            Column("all pulses in full", lambda row: f"+ {_share(row, 'swallowed_pj_per_bit')}"),
        ),
        tuple(rows),
    )


_DESIGN = (
    Column("design", lambda row: f"`{row['function']}/{row['architecture']}`", numeric=False),
    Column("target", lambda row: f"`{row['target']}`", numeric=False),
)


def _share(row: Row, part: str, factor: float = 1.0) -> str:
    """A part of the energy of a bit, in per cent."""
    return f"{row['energy'][part] * factor / row['energy_pj_per_bit']:.1%}"
