# SPDX-License-Identifier: Apache-2.0
"""Rows of designs, and of RTL of other people, as one table for the terminal."""

from collections.abc import Sequence

from hashloom.execution.jobs import OK
from hashloom.rows.table import ABSENT, Column, Row, Table, number


def table(rows: Sequence[Row]) -> Table:
    """Table of rows as `Result.row` or `external.row` gives them."""
    levels = Column("levels", lambda row: number(row.get("levels"), 1))
    script = (Column("script", lambda row: row.get("script", ABSENT), numeric=False),)
    placed = (
        Column("placed MHz", lambda row: number(row.get("clock_placed_mhz"), 1)),
        Column("wire mm", lambda row: number(row.get("wire_mm"), 1)),
    )
    energy = (
        Column("pJ/bit", lambda row: number(row.get("energy_pj_per_bit"), 2)),
        Column("glitch-free", lambda row: number(row.get("energy_glitch_free_pj_per_bit"), 2)),
    )
    return Table(
        (
            Column("design", _name, numeric=False),
            Column("target", lambda row: row["target"], numeric=False),
            Column("goal", lambda row: row["goal"], numeric=False),
            *(script if any("script" in row for row in rows) else ()),
            Column("state", lambda row: "mapped" if row.get("mapped_only") else row["state"], numeric=False),
            Column("MHz", lambda row: number(row.get("clock_mhz"), 1)),
            Column("spread", _spread),
            *(placed if any("clock_placed_mhz" in row for row in rows) else ()),
            *([levels] if any(row.get("mapped_only") for row in rows) else []),
            Column(
                "cycles/block",
                lambda row: f"{row['cycles_per_block']:g}" if "cycles_per_block" in row else ABSENT,
            ),
            Column("Gbit/s", lambda row: number(row.get("throughput_gbps"), 3)),
            *(energy if any("energy" in row for row in rows) else ()),
            Column("area", _area),
            Column("LUT", lambda row: number(row.get("area_lut"), 0)),
            Column("FF", lambda row: number(row.get("area_ff"), 0)),
            Column("device", lambda row: row.get("device", ABSENT), numeric=False),
            Column("netlist", _proof, numeric=False),
            Column(
                "critical path",
                lambda row: " -> ".join(row.get("critical_path", ())) or ABSENT,
                numeric=False,
            ),
        ),
        tuple(rows),
    )


def _name(row: Row) -> str:
    """Name of a design, or of the top module of other RTL."""
    return str(row["top"]) if "top" in row else f"{row['function']}/{row['architecture']}"


def _area(row: Row) -> str:
    """The figure that counts as area on the target, with its unit."""
    return f"{row['area']:,.0f} {row['area_unit']}" if "area" in row else ABSENT


def _proof(row: Row) -> str:
    """What is known of the netlist."""
    if "verification" in row:
        return str(row["verification"])
    if row["netlist_simulated"]:
        return "simulated"
    return "not simulated" if row["state"] == OK else ABSENT


def _spread(row: Row) -> str:
    """Lowest and highest clock of the placements."""
    if len(row.get("seeds", ())) < 2 or "clock_mhz" not in row:
        return ABSENT
    return f"{row['clock_mhz_min']:.1f}..{row['clock_mhz_max']:.1f}"
