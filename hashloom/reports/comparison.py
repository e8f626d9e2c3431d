# SPDX-License-Identifier: Apache-2.0
"""Rows of a reproduction as tables: for each target one, ours and the paper's figures side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hashloom.rows.table import Column, Row, Table, number

IDENTITY = ("function", "architecture", "goal")

QUANTITIES = (
    # key, heading with unit, decimals
    ("clock_mhz", "clock, MHz", 1),
    ("latency_cycles", "latency, cycles", 0),
    ("throughput_gbps", "Gbit/s", 2),
    ("area_ge", "GE", 0),
    ("area_lut", "LUT", 0),
    ("area_ff", "flip-flops", 0),
    ("kbit_per_s_per_ge", "kbit/s per GE", 1),
    ("throughput_ratio", "Gbit/s ratio", 2),
    ("area_ratio", "GE ratio", 2),
)


def by_target(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows of every target, targets and rows in the order given."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row["target"], []).append(row)
    return found


def varying(rows: Sequence[Row]) -> tuple[str, ...]:
    """The parts of a row's identity that differ between these rows; the architecture if none does."""
    return tuple(key for key in IDENTITY if len({row[key] for row in rows}) > 1) or ("architecture",)


def label(row: Row, keys: Sequence[str]) -> str:
    """A row's short name among others that differ in `keys` only."""
    return " ".join(str(row[key]) for key in keys)


def heading(rows: Sequence[Row]) -> str:
    """What is common to these rows, in one line."""
    fixed = [rows[0][key] for key in IDENTITY if key not in varying(rows)]
    return f"{', '.join(fixed)} on {rows[0]['target']}" if fixed else f"on {rows[0]['target']}"


def table(rows: Sequence[Row], quantities: Sequence[tuple[str, str, int]] = QUANTITIES) -> Table:
    """Rows of one target; a quantity that neither ours nor the paper has gets no column.

    The state has a column where a row's is other than ok, and so has the netlist where one was not simulated.
    """
    columns = [Column(key, _text(key), numeric=False) for key in varying(rows)]
    if any(row["state"] != "ok" for row in rows):
        columns.append(Column("state", _text("state"), numeric=False))
    if not all(row.get("netlist_simulated", True) for row in rows if row["state"] == "ok"):
        columns.append(Column("netlist", _netlist, numeric=False))
    for key, title, decimals in quantities:
        if key == "area_ff" and not any(row.get("area_lut") for row in rows):
            continue  # part of the gate equivalents
        ours = [row.get(key) for row in rows]
        paper = [row["paper"].get(key) for row in rows]
        if ours == paper and any(value is not None for value in ours):
            columns.append(Column("", _figure(key, "ours", decimals), title))
            continue
        for side, values in (("ours", ours), ("paper", paper)):
            if any(value is not None for value in values):
                columns.append(Column(side, _figure(key, side, decimals), title))
    return Table(tuple(columns), tuple(rows))


def _netlist(row: Row) -> str:
    return "simulated" if row.get("netlist_simulated", True) else "not simulated"


def _text(key: str) -> Any:
    return lambda row: str(row[key])


def _figure(key: str, side: str, decimals: int) -> Any:
    def cell(row: Row) -> str:
        return number((row if side == "ours" else row["paper"]).get(key), decimals)

    return cell
