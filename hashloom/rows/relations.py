# SPDX-License-Identifier: Apache-2.0
"""What the figures of a row are to each other: each relation is a function from a row to its complaints.

A relation sees rows only whose figures are there and of the right type. A figure that is None counts as not
there.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hashloom import catalogue, targets
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.flow.goals import GOALS
from hashloom.flow.result import throughput_gbps
from hashloom.targets import Fpga, StandardCells, Target

Row = Mapping[str, Any]
Relation = Callable[[Row], Iterator[str]]

GATES = "GE"
"""Unit of the area of standard cells."""
FIGURES = (
    "clock_mhz", "clock_mhz_min", "clock_mhz_max", "period_ns", "throughput_gbps", "levels", "area",
    "area_ge", "area_um2", "area_lut", "delay_ns", "area_delay",
)  # fmt: skip
"""Figures that only a row whose state is ok has."""
PER_AREA = {"area_ge": ("kbit_per_s_per_ge", 1e6), "area_lut": ("mbit_per_s_per_lut", 1e3)}
"""Throughput per area by the key of the area, and what makes its unit of Gbit/s."""
EXACT = 1e-9
"""Relative difference of what is computed of the same numbers."""
ROUNDED = 1e-4
"""Relative difference of a clock in MHz, rounded to three decimals, and of a period, rounded to four."""


def has(row: Row, key: str) -> bool:
    """Whether a row has a figure."""
    return row.get(key) is not None


def goal(row: Row) -> Iterator[str]:
    """The goal is one of those of the flow."""
    if row["goal"] not in GOALS:
        yield f"unknown goal '{row['goal']}'; {catalogue.nearest(row['goal'], GOALS)}"


def no_figures(row: Row) -> Iterator[str]:
    """What did not end well has no figures."""
    found = [f'"{key}"' for key in FIGURES if has(row, key)]
    if row["state"] != jobs.OK and found:
        yield f"the state is {row['state']}, yet it has {', '.join(found)}"


def speed(row: Row) -> Iterator[str]:
    """A clock with its spread, period and throughput; or levels of logic and none of these."""
    clocked = ("clock_mhz", "clock_mhz_min", "clock_mhz_max", "period_ns", "throughput_gbps")
    if row["state"] != jobs.OK:
        return
    if row.get("mapped_only"):
        if not has(row, "levels"):
            yield 'it was mapped only and has no "levels"'
        for key in clocked:
            if has(row, key):
                yield f'it was mapped only, yet it has "{key}"'
        return
    missing = [key for key in clocked if not has(row, key)]
    yield from (f'no "{key}"' for key in missing)
    if missing:
        return
    clock, throughput = row["clock_mhz"], row["throughput_gbps"]
    if not row["clock_mhz_min"] <= clock <= row["clock_mhz_max"]:
        yield f'"clock_mhz" {clock} is not between "clock_mhz_min" and "clock_mhz_max"'
    if not math.isclose(row["period_ns"], 1000 / clock, rel_tol=ROUNDED):
        yield f'"period_ns" {row["period_ns"]} does not fit "clock_mhz" {clock}'
    expected = throughput_gbps(row["block_bits"], row["cycles_per_block"], clock)
    assert expected is not None
    if not math.isclose(throughput, expected, rel_tol=EXACT):
        yield (
            f'"throughput_gbps" {throughput} does not fit: {row["block_bits"]} bits in '
            f"{row['cycles_per_block']} cycles of {clock} MHz are {expected:.9g}"
        )


def placements(row: Row) -> Iterator[str]:
    """The clock of a placed design is the median of its placements, all of them ok."""
    if row["state"] != jobs.OK or not row.get("seeds"):
        return
    bad = [one["seed"] for one in row["seeds"] if one["state"] != jobs.OK or one.get("clock_mhz") is None]
    if bad:
        yield f"the placement with seed {bad[0]} is not ok, or has no clock"
    else:
        clocks = [one["clock_mhz"] for one in row["seeds"]]
        found = (statistics.median(clocks), min(clocks), max(clocks))
        keys = ("clock_mhz", "clock_mhz_min", "clock_mhz_max")
        for key, value in zip(keys, found, strict=True):
            if has(row, key) and not math.isclose(row[key], value, rel_tol=ROUNDED):
                yield f'"{key}" {row[key]} does not fit the placements, which give {value}'


def area(row: Row) -> Iterator[str]:
    """The area in its unit is that of the gates, or of the look-up tables as the target counts."""
    if row["state"] != jobs.OK:
        return
    counted = "area_ge" if row["area_unit"] == GATES else "area_lut"
    if not has(row, counted):
        yield f'the area is in {row["area_unit"]}, and there is no "{counted}"'
        return
    if counted == "area_ge" and row["area"] != row["area_ge"]:
        yield f'"area" {row["area"]} is not "area_ge" {row["area_ge"]}'
    target = _target(row)
    if isinstance(target, StandardCells) and (row["area_unit"] != GATES or row.get("mapped_only")):
        yield f"{target.name} is a library of standard cells: areas are in {GATES}, and there is a clock"
    if isinstance(target, Fpga):
        yield from _fpga_area(row, target)


def _fpga_area(row: Row, target: Fpga) -> Iterator[str]:
    """The area lies between that with no flip-flop by itself and that with every one by itself."""
    if row["area_unit"] != target.area_unit:
        yield f'"area_unit" {row["area_unit"]} is not that of {target.name}, {target.area_unit}'
    elif has(row, "area_ff"):
        least, most = (target.area(row["area_lut"], lone) for lone in (0, row["area_ff"]))
        if not least <= row["area"] <= most:
            yield f'"area" {row["area"]} does not fit {row["area_lut"]} LUT and {row["area_ff"]} flip-flops'


def block(row: Row) -> Iterator[str]:
    """The block of a function of the catalogue is as long as the catalogue says."""
    try:
        function = catalogue.resolve_function(row["function"])
    except UsageError:
        return
    if row["block_bits"] != function.block_bits:
        yield f'"block_bits" {row["block_bits"]} is not the block of {function.name}, {function.block_bits}'


def per_area(row: Row) -> Iterator[str]:
    """Throughput per area is that of the row's own throughput and area."""
    if row["state"] != jobs.OK:
        return
    for counted, (key, factor) in PER_AREA.items():
        if has(row, key) and has(row, counted) and has(row, "throughput_gbps"):
            expected = row["throughput_gbps"] * factor / row[counted]
            if not math.isclose(row[key], expected, rel_tol=EXACT):
                yield f'"{key}" {row[key]} does not fit throughput and "{counted}", which give {expected:.9g}'


def some_area(row: Row) -> Iterator[str]:
    """A part has its area in gate equivalents or in look-up tables."""
    if row["state"] == jobs.OK and not has(row, "area_ge") and not has(row, "area_lut"):
        yield 'neither "area_ge" nor "area_lut"'


def delay(row: Row) -> Iterator[str]:
    """The product of area and delay is that of the two."""
    if row["state"] != jobs.OK:
        return
    product = row["area_um2"] * row["delay_ns"]
    if not math.isclose(row["area_delay"], product, rel_tol=EXACT):
        yield f'"area_delay" {row["area_delay"]} is not "area_um2" times "delay_ns", {product:.9g}'


def _target(row: Row) -> Target | None:
    """The target of the package of this name; None for a user's own."""
    return targets.find(row["target"]) if row["target"] in targets.names() else None
