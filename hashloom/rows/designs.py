# SPDX-License-Identifier: Apache-2.0
"""Rows of designs, and of RTL of others, on a target for a goal."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterator

from pydantic import Field

from hashloom import catalogue
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.files.model import (
    Amount,
    Count,
    Digest,
    Flag,
    Integer,
    Model,
    Name,
    Positive,
    PositiveCount,
    Several,
    Text,
    Texts,
)
from hashloom.flow.goals import PORTFOLIO
from hashloom.rows.paper import HashTime, Paper
from hashloom.rows.parts import EXACT, GATES, PER_AREA, ROUNDED, Details, Failed, Figures, Good, Measured
from hashloom.rows.types import CellEnergy, CellPlacement, CellPortfolio, Placements


class Assurance(Model):
    """What the state ok of a design rests on, beside the simulation of its netlist."""

    verification: Name = Field(description="key of the verification that the design passed")
    levels: Several[Name] = Field(description="levels of the RTL that passed")
    tools: Texts = Field(description="versions of the tools of the verification")
    proofs: Several[Name] = Field(description="names of the proofs that speak of the design, and hold")
    proofs_key: Name = Field(description="key of these proofs")


Settings = dict[str, Integer | Name]
"""RTL parameters in the place of the tuning's; adders by name."""


class _Design(Measured):
    """What a row of a design has in every state, and what documents add."""

    function: Name = Field(description="name of the function")
    architecture: Name = Field(description="name of the architecture")
    block_bits: PositiveCount = Field(description="bits of a block")
    cycles_per_block: Positive = Field(description="clock cycles per block, all lanes busy")
    latency_cycles: PositiveCount = Field(description="clock cycles from one block of a message to its next")
    netlist_simulated: Flag = Field(description="whether the netlist was simulated and right")
    seeds: Placements | None = Field(None, description="placements on an FPGA")
    device: Text | None = Field(None, description="device of the FPGA")
    rtl_measured: Digest | None = Field(
        None,
        description="SHA-256 of the RTL whose figures these are, where another text of the circuit",
    )
    assurance: Assurance | None = Field(None, description="what the state ok rests on")
    message: Text | None = Field(None, description="why the state is not ok")
    technology: Text | None = Field(None, description="asic or fpga")
    stages: PositiveCount | None = Field(None, description="messages in flight")
    messages: PositiveCount | None = Field(None, description="messages in flight")
    settings: Settings | None = Field(None, description="RTL parameters in the place of the tuning's")
    paper: Paper | None = Field(None, description="what the paper has beside it")
    label: Name | None = Field(None, description="the paper's name of the function")
    variant: PositiveCount | None = Field(None, description="bits of the digest")
    throughput_formula: Name | None = Field(
        None, description="throughput at message level, T the period of the clock"
    )
    kbit_per_s_per_ge: Positive | None = Field(None, description="throughput per area, kbit/s per GE")
    mbit_per_s_per_lut: Positive | None = Field(None, description="throughput per area, Mbit/s per LUT")
    hash_time: HashTime | None = Field(None, description="clock cycles of whole messages")
    on_front: Flag | None = Field(None, description="whether no other has both less area and more throughput")
    latency_ns: Positive | None = Field(None, description="time from one block of a message to its next, ns")
    relative_throughput: Positive | None = Field(
        None, description="throughput, bit per delay of a level of logic"
    )
    clock_ratio: Positive | None = Field(None, description="clock over that of the row of reference")
    throughput_ratio: Positive | None = Field(
        None, description="throughput over that of the row of reference"
    )
    area_ratio: Positive | None = Field(None, description="area over that of the row of reference")
    critical_path_predicted: Text | None = Field(
        None, description="slowest path in the paper's parts, as the paper predicts"
    )
    critical_path_found: Text | None = Field(
        None, description="slowest path in the paper's parts, as timing analysis finds"
    )
    critical_path_as_predicted: Flag | None = Field(None, description="whether these are one")
    hash_cycles: PositiveCount | None = Field(None, description="clock cycles of a hash of one block")
    hash_ns: Positive | None = Field(None, description="time of a hash of one block, ns")

    def relations(self, places: Places) -> Iterator[str]:
        """The block of a function of the catalogue is as long as the catalogue says."""
        yield from super().relations(places)
        try:
            function = catalogue.resolve_function(self.function, places)
        except UsageError:
            return
        if self.block_bits != function.block_bits:
            yield f'"block_bits" {self.block_bits} is not the block of {function.name}, {function.block_bits}'


class DesignRow(_Design, Figures, Good):
    """A design on a target for a goal, measured."""

    vectors_digest: Digest = Field(description="SHA-256 of the vectors that the RTL passed")
    clock_placed_mhz: Positive | None = Field(
        None, description="clock with estimated wires, MHz; the throughput is that of this clock"
    )
    wire_mm: Amount | None = Field(None, description="length of all wires but the clock's, millimetres")
    placement: CellPlacement | None = Field(None, description="placement of standard cells")
    energy_pj_per_bit: Positive | None = Field(
        None, description="energy of long messages, with glitches, at the clock with wires, pJ per bit"
    )
    energy_glitch_free_pj_per_bit: Positive | None = Field(
        None, description="the same without glitches, pJ per bit"
    )
    energy: CellEnergy | None = Field(None, description="energy of placed standard cells, in its parts")
    script: Name | None = Field(None, description="script that was the best of the portfolio")
    portfolio: CellPortfolio | None = Field(None, description="all scripts that were tried")

    def relations(self, places: Places) -> Iterator[str]:
        """Placements, and throughput per area."""
        yield from super().relations(places)
        yield from self._placements()
        yield from self._wired()
        yield from self._energy()
        yield from self._best_script()
        for counted, (key, factor) in PER_AREA.items():
            area, ratio = getattr(self, counted), getattr(self, key)
            if area and ratio is not None and self.throughput_gbps is not None:
                expected = self.throughput_gbps * factor / area
                if not math.isclose(ratio, expected, rel_tol=EXACT):
                    found = f'"{key}" {ratio} does not fit throughput and "{counted}"'
                    yield f"{found}, which give {expected:.9g}"

    def _placements(self) -> Iterator[str]:
        """The clock of a placed design is the median of its placements, all of them ok."""
        clocks = [one.clock_mhz for one in self.seeds or () if one.state == jobs.OK and one.clock_mhz]
        bad = [one.seed for one in self.seeds or () if one.state != jobs.OK or one.clock_mhz is None]
        if bad:
            yield f"the placement with seed {bad[0]} is not ok, or has no clock"
        elif clocks:
            found = (statistics.median(clocks), min(clocks), max(clocks))
            keys = ("clock_mhz", "clock_mhz_min", "clock_mhz_max")
            for key, value in zip(keys, found, strict=True):
                known = getattr(self, key)
                if known is not None and not math.isclose(known, value, rel_tol=ROUNDED):
                    yield f'"{key}" {known} does not fit the placements, which give {value}'

    def _hashing_clock(self, clock: float) -> float:
        """The clock with wires, where it is known."""
        return clock if self.clock_placed_mhz is None else self.clock_placed_mhz

    def _wired(self) -> Iterator[str]:
        """Placed standard cells have a clock, a length of wires and a placement, which fit each other."""
        placed = (self.clock_placed_mhz, self.wire_mm, self.placement)
        if placed == (None, None, None):
            return
        clock, wire, placement = placed
        if clock is None or wire is None or placement is None:
            keys = ("clock_placed_mhz", "wire_mm", "placement")
            known = ", ".join(f'"{key}"' for key, one in zip(keys, placed, strict=True) if one is not None)
            yield f'it has {known} and not all of "clock_placed_mhz", "wire_mm" and "placement"'
            return
        if self.area_unit != GATES:
            yield f'the area is in {self.area_unit}, yet it has a "placement" of standard cells'
        if self.clock_mhz is not None and clock > self.clock_mhz * (1 + ROUNDED):
            yield f'"clock_placed_mhz" {clock} is more than "clock_mhz" {self.clock_mhz}, without wires'
        if not math.isclose(placement.period_ns, 1000 / clock, rel_tol=ROUNDED):
            yield f'"period_ns" {placement.period_ns} of the placement does not fit {clock} MHz'
        if placement.utilisation > 1:
            yield f"the cells take {placement.utilisation} of the core, more than there is"
        chosen = [one for one in placement.seeds if one.seed == placement.seed]
        if [(one.clock_mhz, one.wire_mm) for one in chosen] != [(clock, wire)]:
            yield f"the placement with seed {placement.seed} has not the clock and wires of the row"
        elif statistics.median_low(one.clock_mhz for one in placement.seeds) != clock:
            yield f'"clock_placed_mhz" {clock} is not the median of the placements'

    def _best_script(self) -> Iterator[str]:
        """A goal of several scripts has them, and the row's is the best and has the figures of the row."""
        told = (self.script, self.portfolio)
        if any((one is not None) != (self.goal in PORTFOLIO) for one in told):
            yield f'only rows of the goals {" and ".join(PORTFOLIO)} have "script" and "portfolio"; all do'
        if self.script is None or self.portfolio is None:
            return
        several = self.portfolio
        own = [
            one for one in several.tried if (one.script, one.with_loads) == (self.script, several.with_loads)
        ]
        if [(one.state, one.clock_mhz, one.clock_placed_mhz, one.area_ge) for one in own] != [
            (jobs.OK, self.clock_mhz, self.clock_placed_mhz, self.area_ge)
        ]:
            yield f"the script {self.script} was not tried with the figures of the row"
        elif self.goal in PORTFOLIO:
            merits = [one.merit(PORTFOLIO[self.goal]) for one in several.tried]
            if max(merits) > own[0].merit(PORTFOLIO[self.goal]):
                yield f"another script than {self.script} is better"
        if any(one.with_loads for one in several.tried) != bool(several.loads):
            yield 'a second pass has "loads", and only such'

    def _energy(self) -> Iterator[str]:
        """Energy is of a placement, and the sum of its parts; without glitches it lacks theirs."""
        told = (self.energy_pj_per_bit, self.energy_glitch_free_pj_per_bit, self.energy)
        if told == (None, None, None):
            return
        with_glitches, without, energy = told
        if with_glitches is None or without is None or energy is None:
            keys = ("energy_pj_per_bit", "energy_glitch_free_pj_per_bit", "energy")
            known = ", ".join(f'"{key}"' for key, one in zip(keys, told, strict=True) if one is not None)
            wanted = ", ".join(f'"{key}"' for key in keys)
            yield f"it has {known} and not all of {wanted}"
            return
        if self.placement is None:
            yield 'it has an "energy" and no "placement"'
        elif (energy.placement, energy.period_ns) != (self.placement.seed, self.placement.period_ns):
            yield 'its "energy" is of another placement than the row'
        parts = energy.clock_pj_per_bit + energy.logic_pj_per_bit + energy.leakage_pj_per_bit
        if not math.isclose(without, parts, rel_tol=ROUNDED):
            yield f'"energy_glitch_free_pj_per_bit" {without} is not the sum of its parts, {parts:.6g}'
        if not math.isclose(with_glitches, parts + energy.glitches_pj_per_bit, rel_tol=ROUNDED):
            sum_of_all = parts + energy.glitches_pj_per_bit
            yield f'"energy_pj_per_bit" {with_glitches} is not the sum of its parts, {sum_of_all:.6g}'


class FailedDesignRow(_Design, Details, Failed):
    """A design on a target for a goal that has no figures."""

    vectors_digest: Text | None = Field(
        None, description="SHA-256 of the vectors that the RTL passed, if it did"
    )
    synthesis_key: Text | None = Field(
        None, description="key of the record of the synthesis, if it came to one"
    )
    mapped_only: Flag | None = Field(None, description="whether it was to be mapped and not placed")
    clock_mhz: None = Field(None, description="never there")
    throughput_gbps: None = Field(None, description="never there")


class Verified(Model):
    """What RTL of others, with its ports mapped to those of ours, has passed."""

    function: Name = Field(description="name of the function")
    level: Name = Field(description="level of the contract that its ports were mapped to")
    checks: PositiveCount = Field(description="checks that it passed")
    latency_cycles: PositiveCount = Field(
        description="clock cycles from a block, the only one of its message, to the digest"
    )
    vectors_digest: Digest = Field(description="SHA-256 of the vectors that it passed")
    verification: Digest = Field(description="key of the verification that it passed")


class _External(Measured):
    """What a row of RTL of others has."""

    top: Name = Field(description="name of the top module")
    sources: Several[Name] = Field(description="files")
    parameters: dict[str, Integer | Name] | None = Field(None, description="parameters of the top module")
    verification: Name = Field(description="that nothing was verified, or what it was verified as")
    verified: Verified | None = Field(None, description="what it passed, if its ports were mapped")
    front_end: Name | None = Field(
        None, description="what read it: read_verilog, slang or ghdl; the last two have it written anew"
    )
    reset: Name | None = Field(
        None, description="what became of asynchronous resets: asynchronous, or made synchronous"
    )
    technology: Name = Field(description="asic or fpga")
    block_bits: PositiveCount | None = Field(None, description="bits of a block, if the user said")
    cycles_per_block: Positive | None = Field(None, description="clock cycles per block, if the user said")
    throughput_gbps: Positive | None = Field(None, description="throughput of long messages, 10^9 bit/s")
    device: Text | None = Field(None, description="device of the FPGA")
    seeds: Placements | None = Field(None, description="placements on an FPGA")
    message: Text | None = Field(None, description="why the state is not ok")


class ExternalRow(_External, Details, Good):
    """RTL of others on a target for a goal, measured. A shift register has an area of no look-up table."""

    clock_mhz: Positive | None = Field(None, description="clock, MHz; on an FPGA the median of placements")
    clock_mhz_min: Positive | None = Field(None, description="lowest clock of the placements, MHz")
    clock_mhz_max: Positive | None = Field(None, description="highest clock of the placements, MHz")
    period_ns: Positive | None = Field(None, description="period of the clock, ns")
    levels: Amount | None = Field(None, description="logic depth, on an FPGA, levels")
    mapped_only: Flag | None = Field(None, description="whether it was mapped and not placed")
    area: Amount = Field(description="area in area_unit")
    area_unit: Name = Field(description="unit of the area: GE, or as the FPGA counts")
    area_ge: Amount | None = Field(None, description="area in gate equivalents")
    area_um2: Amount | None = Field(None, description="area, square micrometres")
    area_lut: Count | None = Field(None, description="look-up tables")
    synthesis_key: Digest = Field(description="key of the record of the synthesis")


class FailedExternalRow(_External, Details, Failed):
    """RTL of others that has no figures."""

    synthesis_key: Text | None = Field(None, description="key of the record of the synthesis")
