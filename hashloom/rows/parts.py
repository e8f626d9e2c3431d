# SPDX-License-Identifier: Apache-2.0
"""What rows of several kinds have in common: members with their units, and what they must be to each other.

A relation is a method that yields complaints; it sees rows only whose members are of the right type. A
member that is null counts as not there. The context of the validation is the places whose catalogue counts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, Literal, Self

from pydantic import Field, ValidationInfo, model_validator

from hashloom import targets
from hashloom.catalogue.places import Places
from hashloom.execution.jobs import OK
from hashloom.files.model import (
    Count,
    Digest,
    Model,
    Name,
    Numbers,
    Positive,
    PositiveCount,
    Text,
    Texts,
    said,
)
from hashloom.flow.result import throughput_gbps
from hashloom.rows.types import Failure, Goal, Pair
from hashloom.targets import Fpga, StandardCells, VendorFpga

GATES = "GE"
"""Unit of the area of standard cells."""
FIGURES = (
    "clock_mhz", "clock_mhz_min", "clock_mhz_max", "period_ns", "throughput_gbps", "levels", "area",
    "area_ge", "area_um2", "area_lut", "delay_ns", "area_delay", "clock_placed_mhz", "wire_mm", "placement",
    "energy_pj_per_bit", "energy_glitch_free_pj_per_bit", "energy", "script", "portfolio",
)  # fmt: skip
"""Figures that only a row whose state is ok has."""
PER_AREA = {"area_ge": ("kbit_per_s_per_ge", 1e6), "area_lut": ("mbit_per_s_per_lut", 1e3)}
"""Throughput per area by the key of the area, and what makes its unit of Gbit/s."""
EXACT = 1e-9
"""Relative difference of what is computed of the same numbers."""
ROUNDED = 1e-4
"""Relative difference of a clock in MHz, rounded to three decimals, and of a period, rounded to four."""


class Row(Model):
    """A row of any kind."""

    def relations(self, places: Places) -> Iterator[str]:
        """What its members are not to each other, nor to the catalogue of these places."""
        yield from ()

    @model_validator(mode="after")
    def _related(self, asked: ValidationInfo) -> Self:
        assert isinstance(asked.context, Places), "rows are validated with the places whose catalogue counts"
        found = list(self.relations(asked.context))
        if found:
            raise said(", ".join(found))
        return self


class Good(Row):
    """A row whose subject was measured."""

    state: Literal["ok"] = Field(description="that it was measured")


class Failed(Row):
    """A row whose measurement ended in another way: it has no figures."""

    state: Failure = Field(description="how the measurement ended")
    message: Text | None = Field(None, description="why it has no figures")

    @model_validator(mode="before")
    @classmethod
    def _no_figures(cls, row: Any) -> Any:
        found = [f'"{key}"' for key in FIGURES if isinstance(row, dict) and row.get(key) is not None]
        if found and isinstance(row.get("state"), str):
            raise said(f"the state is {row.get('state')}, yet it has {', '.join(found)}")
        return row


class Measured(Row):
    """A row of RTL on a target."""

    target: Name = Field(description="name of the target")
    goal: Goal = Field(description="goal of the synthesis")
    rtl_digest: Digest = Field(description="SHA-256 of the RTL, its top module and parameters")
    tools: Texts = Field(description="versions of the tools by name")
    steps: Texts | None = Field(None, description="keys of the steps that the figures are made from, by name")
    flow_digest: Digest | None = Field(
        None, description="SHA-256 of what figures rest on beside the steps: rules of area, devices"
    )


class Details(Row):
    """What may stand beside figures, whatever the state."""

    area_ff: Count | None = Field(None, description="flip-flops")
    critical_path: Pair | None = Field(None, description="start and end of the slowest path")
    logic_levels: Count | None = Field(None, description="cells on the slowest path")
    paths_ns: Numbers | None = Field(
        None, description="delays of the slowest paths between ports and registers, ns"
    )


class Figures(Details):
    """Clock or logic depth, and area, of RTL that was measured."""

    block_bits: PositiveCount
    cycles_per_block: Positive
    clock_mhz: Positive | None = Field(None, description="clock, MHz; on an FPGA the median of placements")
    clock_mhz_min: Positive | None = Field(None, description="lowest clock of the placements, MHz")
    clock_mhz_max: Positive | None = Field(None, description="highest clock of the placements, MHz")
    period_ns: Positive | None = Field(None, description="period of the clock, ns")
    throughput_gbps: Positive | None = Field(None, description="throughput of long messages, 10^9 bit/s")
    levels: Positive | None = Field(None, description="logic depth, on an FPGA, levels")
    mapped_only: bool | None = Field(None, description="whether it was mapped and not placed")
    area: Positive = Field(description="area in area_unit")
    area_unit: Name = Field(description="unit of the area: GE, or as the FPGA counts")
    area_ge: Positive | None = Field(None, description="area in gate equivalents")
    area_um2: Positive | None = Field(None, description="area, square micrometres")
    area_lut: Count | None = Field(None, description="look-up tables")
    synthesis_key: Digest = Field(description="key of the record of the synthesis")
    target: Name

    def relations(self, places: Places) -> Iterator[str]:
        """Speed and area."""
        yield from super().relations(places)
        yield from self._speed()
        yield from self._area()

    def _speed(self) -> Iterator[str]:
        """A clock with its spread, period and throughput; or logic depth and none of these."""
        clocked = {
            "clock_mhz": self.clock_mhz,
            "clock_mhz_min": self.clock_mhz_min,
            "clock_mhz_max": self.clock_mhz_max,
            "period_ns": self.period_ns,
            "throughput_gbps": self.throughput_gbps,
        }
        if self.mapped_only:
            if self.levels is None:
                yield 'it was mapped only and has no "levels"'
            yield from (
                f'it was mapped only, yet it has "{key}"' for key, one in clocked.items() if one is not None
            )
            return
        clock, least, most, period, throughput = clocked.values()
        if clock is None or least is None or most is None or period is None or throughput is None:
            yield from (f'no "{key}"' for key, value in clocked.items() if value is None)
            return
        if not least <= clock <= most:
            yield f'"clock_mhz" {clock} is not between "clock_mhz_min" and "clock_mhz_max"'
        if not math.isclose(period, 1000 / clock, rel_tol=ROUNDED):
            yield f'"period_ns" {period} does not fit "clock_mhz" {clock}'
        clock = self._hashing_clock(clock)
        expected = throughput_gbps(self.block_bits, self.cycles_per_block, clock)
        if expected is None or not math.isclose(throughput, expected, rel_tol=EXACT):
            yield (
                f'"throughput_gbps" {throughput} does not fit: {self.block_bits} bits in '
                f"{self.cycles_per_block} cycles of {clock} MHz are {expected:.9g}"
            )

    def _hashing_clock(self, clock: float) -> float:
        """The clock that the throughput is that of, in MHz."""
        return clock

    def _area(self) -> Iterator[str]:
        """The area in its unit is that of the gates, or of the look-up tables as the target counts."""
        counted = "area_ge" if self.area_unit == GATES else "area_lut"
        if getattr(self, counted) is None:
            yield f'the area is in {self.area_unit}, and there is no "{counted}"'
            return
        if counted == "area_ge" and self.area != self.area_ge:
            yield f'"area" {self.area} is not "area_ge" {self.area_ge}'
        target = targets.find(self.target) if self.target in targets.names() else None
        if isinstance(target, StandardCells) and (self.area_unit != GATES or self.mapped_only):
            yield f"{target.name} is a library of standard cells: areas are in {GATES}, and there is a clock"
        if isinstance(target, Fpga):
            yield from self._fpga_area(target)
        if isinstance(target, VendorFpga) and self.area_unit != target.area_unit:
            yield f'"area_unit" {self.area_unit} is not that of {target.name}, {target.area_unit}'

    def _fpga_area(self, target: Fpga) -> Iterator[str]:
        """The area lies between that with no flip-flop by itself and that with every one by itself."""
        if self.area_unit != target.area_unit:
            yield f'"area_unit" {self.area_unit} is not that of {target.name}, {target.area_unit}'
        elif self.area_ff is not None and self.area_lut is not None:
            least, most = (target.area(self.area_lut, lone) for lone in (0, self.area_ff))
            if not least <= self.area <= most:
                yield f'"area" {self.area} does not fit {self.area_lut} LUT and {self.area_ff} flip-flops'


def is_ok(row: Any) -> bool:
    """Whether a row says that it was measured."""
    return isinstance(row, dict) and row.get("state") == OK
