# SPDX-License-Identifier: Apache-2.0
"""Rows of designs as a data frame of polars.

A data frame is for questions over many results: its columns have one type each and are the same for every
document, and what a target does not give is null. What belongs to a row alone (placements, paths, tools, what
its design passed) stays in the row.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import polars as pl


@dataclass(frozen=True)
class FrameColumn:
    """A column: its type, the unit of its figures ("" for none), and what they are."""

    type: type[pl.DataType]
    unit: str
    says: str


COLUMNS: dict[str, FrameColumn] = {
    "document": FrameColumn(pl.String, "", "document of results that has the row; null for a result of now"),
    "function": FrameColumn(pl.String, "", "hash function"),
    "architecture": FrameColumn(pl.String, "", "architecture of the design"),
    "target": FrameColumn(pl.String, "", "standard-cell library or FPGA"),
    "goal": FrameColumn(pl.String, "", "`fast`, `small`, `fastest` or `densest`"),
    "settings": FrameColumn(pl.String, "", "RTL parameters that were set, where the document says so"),
    "state": FrameColumn(pl.String, "", "`ok`, or why there are no figures"),
    "throughput_gbps": FrameColumn(pl.Float64, "Gbit/s", "throughput of long messages"),
    "clock_mhz": FrameColumn(pl.Float64, "MHz", "clock frequency, on an FPGA the median of the placements"),
    "clock_mhz_min": FrameColumn(pl.Float64, "MHz", "lowest clock of the placements"),
    "clock_mhz_max": FrameColumn(pl.Float64, "MHz", "highest clock of the placements"),
    "clock_placed_mhz": FrameColumn(
        pl.Float64, "MHz", "clock with estimated wires, where standard cells were placed"
    ),
    "wire_mm": FrameColumn(pl.Float64, "mm", "length of these wires"),
    "energy_pj_per_bit": FrameColumn(
        pl.Float64, "pJ/bit", "energy of long messages at that clock, with glitches, where it was told"
    ),
    "energy_glitch_free_pj_per_bit": FrameColumn(pl.Float64, "pJ/bit", "the same without glitches"),
    "period_ns": FrameColumn(pl.Float64, "ns", "clock period"),
    "block_bits": FrameColumn(pl.Int64, "bits", "length of a message block"),
    "cycles_per_block": FrameColumn(pl.Float64, "cycles", "clock cycles per block, all lanes busy"),
    "latency_cycles": FrameColumn(pl.Int64, "cycles", "clock cycles from one block of a message to its next"),
    "area": FrameColumn(pl.Float64, "`area_unit`", "the one area that counts on the target"),
    "area_unit": FrameColumn(pl.String, "", "unit of `area`"),
    "area_ge": FrameColumn(pl.Float64, "GE", "area in gate equivalents, standard cells only"),
    "area_um2": FrameColumn(pl.Float64, "µm²", "area, standard cells only"),
    "area_lut": FrameColumn(pl.Int64, "LUT", "look-up tables, FPGA only"),
    "area_ff": FrameColumn(pl.Int64, "flip-flops", "flip-flops"),
    "logic_levels": FrameColumn(pl.Int64, "", "cells on the critical path, standard cells only"),
    "levels": FrameColumn(pl.Float64, "", "logic depth, where a design is only mapped to an FPGA"),
    "mapped_only": FrameColumn(pl.Boolean, "", "mapped to an FPGA and not placed: there is no clock"),
    "device": FrameColumn(pl.String, "", "device of the FPGA"),
    "netlist_simulated": FrameColumn(pl.Boolean, "", "the netlist gave right digests in simulation"),
    "rtl_digest": FrameColumn(pl.String, "", "SHA-256 of the RTL with its parameters"),
    "message": FrameColumn(pl.String, "", "why the state is not ok"),
}
"""The columns, in their order."""


def frame(rows: Iterable[Mapping[str, Any]]) -> pl.DataFrame:
    """Rows of designs, in their order, with the columns `COLUMNS`; of no rows too.

    The rows can be used (`rows.checked`): a value of another type than its column is an error of polars.
    """
    plain = [{**row, "settings": _settings(row.get("settings"))} for row in rows]
    return pl.DataFrame(
        {name: [row.get(name) for row in plain] for name in COLUMNS},
        schema={name: column.type for name, column in COLUMNS.items()},
    )


def _settings(found: Mapping[str, Any] | None) -> str | None:
    """Parameters as `--set` has them, in the order of their names."""
    return ", ".join(f"{name}={found[name]}" for name in sorted(found)) if found else None
