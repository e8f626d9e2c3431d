# SPDX-License-Identifier: Apache-2.0
"""Rows of what is part of a design or stands around one: Threefish, parts, bus adapters, adder chains."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pydantic import Field

from hashloom.catalogue.places import Places
from hashloom.files.model import (
    Count,
    Digest,
    Flag,
    Integer,
    Model,
    Name,
    Numbers,
    Positive,
    PositiveCount,
    Several,
    Text,
    Texts,
)
from hashloom.rows.designs import Assurance
from hashloom.rows.paper import Paper
from hashloom.rows.parts import EXACT, Details, Failed, Figures, Good, Measured, Row
from hashloom.rows.types import Goal, Pair


class _Block(Measured):
    """What a row of a direction of Threefish has in every state."""

    direction: Count = Field(description="0 encrypts, 1 decrypts, 2 does both")
    mix_adder: Name = Field(description="adder of MIX")
    block_bits: PositiveCount = Field(description="bits of a block")
    cycles_per_block: Positive = Field(description="clock cycles per block")


class BlockRow(_Block, Figures, Good):
    """A direction of Threefish, measured."""


class FailedBlockRow(_Block, Details, Failed):
    """A direction of Threefish that has no figures."""


class _Part(Measured, Details):
    """What a row of a part of a design has in every state."""

    design: Name = Field(description="name of the design")
    part: Name = Field(description="name of the part")
    message: Text | None = Field(None, description="why the state is not ok")
    ubi_calls: PositiveCount | None = Field(
        None, description="calls of UBI that a message of one block takes; of Skein only"
    )
    cycles_per_message: Positive | None = Field(
        None, description="clock cycles from message to message of one block"
    )
    assurance: Assurance | None = Field(None, description="what the state ok rests on")
    netlist_simulated: Flag | None = Field(None, description="whether the netlist was simulated and right")


class PartRow(_Part, Good):
    """A part of a design, measured."""

    area_ff: Count = Field(description="flip-flops")
    area_ge: Positive | None = Field(None, description="area, gate equivalents")
    area_lut: Count | None = Field(None, description="look-up tables")
    area_um2: Positive | None = Field(None, description="area, square micrometres")
    clock_mhz: Positive | None = Field(None, description="clock, MHz")

    def relations(self, places: Places) -> Iterator[str]:
        """A part has its area in gate equivalents or in look-up tables."""
        yield from super().relations(places)
        if self.area_ge is None and self.area_lut is None:
            yield 'neither "area_ge" nor "area_lut"'


class FailedPartRow(_Part, Failed):
    """A part of a design that has no figures."""

    area_ge: None = Field(None, description="never there")
    area_lut: None = Field(None, description="never there")
    clock_mhz: None = Field(None, description="never there")


class _Adapter(Measured):
    """What a row of a bus adapter has in every state."""

    adapter: Name = Field(description="name of the adapter")
    parameters: dict[str, Integer] = Field(description="parameters of the RTL")
    added_cycles: Numbers = Field(description="cycles that it adds to a message, by function")
    message: Text | None = Field(None, description="why the state is not ok")
    area_lut: Count | None = Field(None, description="look-up tables")


class AdapterRow(_Adapter, Good):
    """A bus adapter, measured."""

    area_ge: Positive = Field(description="area, gate equivalents")
    area_ff: Count = Field(description="flip-flops")
    clock_mhz: Positive = Field(description="clock, MHz")


class FailedAdapterRow(_Adapter, Failed):
    """A bus adapter that has no figures."""

    area_ge: None = Field(None, description="never there")
    area_ff: None = Field(None, description="never there")
    clock_mhz: None = Field(None, description="never there")


class Equivalence(Model):
    """By what the netlist of a chain is proven to add."""

    method: Name | None = Field(None, description="how the RTL is proven to add")
    parts: Several[Name] | None = Field(None, description="parts that were proven, with their parameters")
    netlist: Name | None = Field(None, description="how the netlist is proven to be the RTL")


class _Chain(Row):
    """What a row of an adder chain has in every state."""

    chain: Name = Field(description="name of the chain")
    word: PositiveCount = Field(description="bits of a word")
    adder: Name = Field(description="kind of the adder at the end")
    target: Name = Field(description="name of the target")
    goal: Goal = Field(description="goal of the synthesis")
    rtl_digest: Digest = Field(description="SHA-256 of the RTL, its top module and parameters")
    logic_levels: Count | None = Field(None, description="cells on the slowest path")
    critical_path: Pair | None = Field(None, description="start and end of the slowest path")
    message: Text | None = Field(None, description="why the state is not ok")
    paper: Paper | None = Field(None, description="what the paper has beside it")
    delay_ratio: Positive | None = Field(None, description="delay over that of the row of reference")
    area_ratio: Positive | None = Field(None, description="area over that of the row of reference")
    area_delay_ratio: Positive | None = Field(
        None, description="area times delay over that of the row of reference"
    )


class ChainRow(_Chain, Good):
    """A circuit that makes sums, measured."""

    delay_ns: Positive = Field(description="delay of the slowest path, ns")
    area_ge: Positive = Field(description="area, gate equivalents")
    area_um2: Positive = Field(description="area, square micrometres")
    area_delay: Positive = Field(description="area times delay, um^2 ns")
    synthesis_key: Digest = Field(description="key of the record of the synthesis")
    tools: Texts = Field(description="versions of the tools by name")
    proven: Equivalence = Field(description="by what the netlist is proven to add")

    def relations(self, places: Places) -> Iterator[str]:
        """The product of area and delay is that of the two."""
        yield from super().relations(places)
        product = self.area_um2 * self.delay_ns
        if not math.isclose(self.area_delay, product, rel_tol=EXACT):
            yield f'"area_delay" {self.area_delay} is not "area_um2" times "delay_ns", {product:.9g}'


class FailedChainRow(_Chain, Failed):
    """A circuit that makes sums and has no figures."""

    tools: Texts | None = Field(None, description="versions of the tools by name")
    synthesis_key: Text | None = Field(None, description="key of the record of the synthesis")
    delay_ns: None = Field(None, description="never there")
    area_ge: None = Field(None, description="never there")
    area_um2: None = Field(None, description="never there")
    area_delay: None = Field(None, description="never there")
