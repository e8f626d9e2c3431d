# SPDX-License-Identifier: Apache-2.0
"""The energy of designs on placed standard cells, beside each other, and what is uncertain in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashloom import catalogue
from hashloom.analysis import orders
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


def ordered(places: Places, bits: str) -> str:
    """One design of each function with digests of so many bits, with its place by each measure."""
    return _of_functions(places, int(bits), order)


def agreement(places: Places, bits: str) -> str:
    """How far these orders agree."""
    return _of_functions(places, int(bits), correlations)


def _made(places: Places, make: Callable[[Sequence[Row]], Table]) -> str:
    rows = _rows(places)
    return make(rows).markdown() if rows else NOT_MEASURED


def compared(places: Places, bits: int) -> tuple[Row, ...]:
    """Of the functions of so many bits the first design that the document has of each."""
    found: dict[str, Row] = {}
    for row in _rows(places):
        if catalogue.resolve_function(row["function"], places).digest_bits == bits:
            found.setdefault(row["function"], row)
    return tuple(found.values())


def _of_functions(places: Places, bits: int, make: Callable[[Sequence[Row]], Table]) -> str:
    found = compared(places, bits)
    return make(found).markdown() if len(found) > 2 else NOT_MEASURED


def _rows(places: Places) -> list[Row]:
    return [row for row in ranking.rows(places, (DOCUMENT,)) if row.get("energy")]


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


def order(rows: Sequence[Row]) -> Table:
    """What is measured of each row, and its place by it; the best with wires first."""
    placed = {one.name: one.places(rows) for one in orders.MEASURES}
    entries = [
        {**row, "figures": {one.name: (one.of(row), placed[one.name][n]) for one in orders.MEASURES}}
        for n, row in enumerate(rows)
    ]
    columns = [
        Column(f"{one.name}, {one.unit}", lambda row, name=one.name: _placed(*row["figures"][name]))  # type: ignore[misc]
        for one in orders.MEASURES
    ]
    entries.sort(key=lambda row: float(row["figures"]["with wires"][1]))
    return Table((_DESIGN[0], *columns), tuple(entries))


def correlations(rows: Sequence[Row]) -> Table:
    """Spearman's rank correlation of each pair of measures."""
    found = orders.agreement(rows)
    names = [one.name for one in orders.MEASURES]
    columns = [
        Column(other, lambda row, other=other: number(found.get((row["name"], other)), 2))  # type: ignore[misc]
        for other in names[1:]
    ]
    first = Column("order by", lambda row: str(row["name"]), numeric=False)
    return Table((first, *columns), tuple({"name": name} for name in names[:-1]))


_DESIGN = (
    Column("design", lambda row: f"`{row['function']}/{row['architecture']}`", numeric=False),
    Column("target", lambda row: f"`{row['target']}`", numeric=False),
)


def _placed(figure: float, place: float) -> str:
    """A figure with its place behind it."""
    return f"{number(figure, 2 if figure < 100 else 0)} ({place:g})"


def _share(row: Row, part: str, factor: float = 1.0) -> str:
    """A part of the energy of a bit, in per cent."""
    return f"{row['energy'][part] * factor / row['energy_pj_per_bit']:.1%}"
