# SPDX-License-Identifier: Apache-2.0
"""What a single figure or text of a row can be, beside the types of all models."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import AfterValidator, Field, Strict

from hashloom.execution import jobs
from hashloom.files.model import (
    Amount,
    Called,
    Count,
    Flag,
    Model,
    Name,
    OneOf,
    Positive,
    PositiveCount,
    Several,
    Text,
    said,
)
from hashloom.flow.goals import EVERY

UNCOUNTED = (jobs.FAILED_VERIFICATION, "missing")
"""States of a row without the cycles of messages."""
ABSENT = "absent"
"""State of a row whose program is not installed."""

Goal = Annotated[str, Called("name"), OneOf("goal", EVERY)]
Failure = Annotated[
    str, Called("name"), OneOf("state", tuple(state for state in jobs.STATES if state != jobs.OK))
]
Uncounted = Annotated[str, Called("name"), OneOf("state", UNCOUNTED)]
Absent = Annotated[str, Called("name"), OneOf("state", (ABSENT,))]
Pair = Annotated[tuple[Text, Text], Strict(False), Called("pair of texts")]


class Placement(Model):
    """One placement on an FPGA: clock in MHz, area of the core in look-up tables and flip-flops."""

    seed: Count
    state: Name
    clock_mhz: Positive | None = None
    area_lut: Count | None = None
    area_ff: Count | None = None


def _once(placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
    if len({one.seed for one in placements}) < len(placements):
        raise said("two placements have one seed")
    return placements


Placements = Annotated[Several[Placement], AfterValidator(_once), Called("list of placements")]


class PlacedSeed(Model):
    """One placement of standard cells: clock in MHz with its wires, and their length in millimetres."""

    seed: Count
    clock_mhz: Positive
    wire_mm: Amount


def _each_once(seeds: tuple[PlacedSeed, ...]) -> tuple[PlacedSeed, ...]:
    if len({one.seed for one in seeds}) < len(seeds):
        raise said("two placements have one seed")
    return seeds


PlacedSeeds = Annotated[Several[PlacedSeed], AfterValidator(_each_once), Called("list of placements")]


class CellPlacement(Model):
    """Standard cells on rows, with estimated wires."""

    period_ns: Positive = Field(description="period of the clock with wires, ns")
    critical_path: Pair = Field(description="start and end of the slowest path with wires")
    utilisation: Positive = Field(description="part of the core that cells take")
    width_um: Positive = Field(description="width of the core, micrometres")
    height_um: Positive = Field(description="height of the core, micrometres")
    rows: PositiveCount = Field(description="rows of cells")
    nets: PositiveCount = Field(description="nets with a wire")
    wire_ff: Amount = Field(description="capacitance of all wires, femtofarad")
    geometry: Name = Field(description="where sizes and pins of cells are from")
    wires: Name = Field(description="where resistance and capacitance of wires are from")
    clock_tree: Name = Field(description="that there is none: the clock is ideal")
    clock_skew_ns: Amount = Field(description="what the absence of a clock tree hides at most, ns")
    seed: Count = Field(description="seed of the placement that these figures are of")
    seeds: PlacedSeeds = Field(description="all placements")


class CellEnergy(Model):
    """Energy of placed standard cells; pJ per bit are of long messages, unless they say otherwise."""

    clock_pj_per_bit: Amount = Field(description="energy of the clock's pins, pJ per bit")
    logic_pj_per_bit: Amount = Field(description="energy of transitions without glitches, pJ per bit")
    glitches_pj_per_bit: Amount = Field(description="energy of glitches, pJ per bit")
    leakage_pj_per_bit: Amount = Field(description="leakage, pJ per bit")
    wires_pj_per_bit: Amount = Field(description="part of wires in all of these, pJ per bit")
    swallowed_pj_per_bit: Amount = Field(
        description="energy, in none of these, of pulses that a gate did not let through, pJ per bit"
    )
    error_pj_per_bit: Amount = Field(description="standard error of the energy over the blocks, pJ per bit")
    blocks: PositiveCount = Field(description="blocks that were measured")
    cycles: PositiveCount = Field(description="clock cycles that they took")
    short_bytes: PositiveCount = Field(description="bytes of a short message")
    short_messages: PositiveCount = Field(description="short messages that were measured")
    short_pj_per_bit: Positive = Field(description="energy of short messages, pJ per bit of the message")
    short_glitch_free_pj_per_bit: Positive = Field(description="the same without glitches")
    idle_cycles: PositiveCount = Field(description="clock cycles without a message that were measured")
    idle_uw: Positive = Field(description="power without a message, microwatt")
    toggles: Positive = Field(description="transitions of a net in a clock cycle, on average")
    glitch_free_toggles: Positive = Field(description="the same without glitches")
    settled_ns: Positive = Field(description="latest change of a net after the edge of the clock, ns")
    period_ns: Positive = Field(description="period of the clock, ns")
    volts: Positive = Field(description="supply, volt")
    seed: Count = Field(description="seed of the messages")
    placement: Count = Field(description="seed of the placement")


class TriedScript(Model):
    """A mapping of a design by one script of a portfolio."""

    script: Name = Field(description="name of the script")
    with_loads: Flag = Field(description="whether its sizes are for the wires of the first pass's best")
    state: Name = Field(description="how it ended; only ok has figures")
    clock_mhz: Positive | None = Field(None, description="clock without wires, MHz")
    clock_placed_mhz: Positive | None = Field(None, description="clock with estimated wires, MHz")
    area_ge: Positive | None = Field(None, description="area, gate equivalents")

    def merit(self, of: Callable[[float, float], float]) -> float:
        """What counts of clock, with wires where they are known, and area; 0 without."""
        clock = self.clock_placed_mhz or self.clock_mhz
        return 0.0 if clock is None or self.area_ge is None else of(clock, self.area_ge)


Load = Annotated[tuple[PositiveCount, Positive], Strict(False), Called("pair of a number and femtofarad")]


class CellPortfolio(Model):
    """The scripts that standard cells were mapped by, of which the best was kept."""

    with_loads: Flag = Field(description="whether the best has its sizes for the wires of the first pass")
    loads: Several[Load] = Field(
        description="pairs of a number of loads and femtofarad of the wire of a net with so many, by which "
        "the second pass chose sizes; empty without one"
    )
    tried: Several[TriedScript] = Field(description="all scripts in their order, then the second pass")
