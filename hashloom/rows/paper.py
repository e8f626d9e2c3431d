# SPDX-License-Identifier: Apache-2.0
"""What a paper prints, and cycles of whole messages as it counts them."""

from __future__ import annotations

from pydantic import Field

from hashloom.files.model import (
    Count,
    Counts,
    Digest,
    Integer,
    Model,
    Name,
    Number,
    Positive,
    PositiveCount,
    Text,
)


class HashTime(Model):
    """Clock cycles of whole messages of N blocks at message level."""

    formula: Name | None = Field(
        None, description="the cycles as a formula of N: input, blocks, rest, output"
    )
    bus_bits: PositiveCount | None = Field(None, description="width of the bus, bits")
    input: Count | None = Field(None, description="cycles of the words of the first block")
    block: PositiveCount | None = Field(None, description="cycles of a block")
    output: Count | None = Field(None, description="cycles of the words of the digest")
    rest: Integer | None = Field(None, description="cycles that are left")
    from_blocks: PositiveCount | None = Field(None, description="the least N that the formula holds for")
    cycles: Counts | None = Field(None, description="cycles that were counted, by N")
    rtl_digest: Digest | None = Field(None, description="SHA-256 of the RTL at message level")


class Paper(Model):
    """What a paper prints of the same thing, in the units of ours, and where."""

    label: Name | None = Field(None, description="name of the row in the paper")
    technology: Name | None = Field(None, description="what the paper measured it on")
    architecture: Name | None = Field(None, description="architecture of ours that it is beside")
    source: Name | None = Field(None, description="tables and pages")
    note: Text | None = Field(None, description="what contradicts in the paper")
    clock_mhz: Positive | None = Field(None, description="clock, MHz")
    cycles_per_block: Positive | None = Field(None, description="clock cycles per block, all lanes busy")
    latency_cycles: PositiveCount | None = Field(
        None, description="clock cycles from one block of a message to its next"
    )
    throughput_gbps: Positive | None = Field(None, description="throughput, 10^9 bit/s")
    area_ge: Positive | None = Field(None, description="area, gate equivalents")
    area_um2: Positive | None = Field(None, description="area, square micrometres")
    area: Positive | None = Field(None, description="area on an FPGA, as the paper counts")
    kbit_per_s_per_ge: Positive | None = Field(None, description="throughput per area, kbit/s per GE")
    clock_ratio: Positive | None = Field(None, description="clock over that of the row of reference")
    throughput_ratio: Positive | None = Field(
        None, description="throughput over that of the row of reference"
    )
    area_ratio: Positive | None = Field(None, description="area over that of the row of reference")
    hash_cycles: PositiveCount | None = Field(None, description="clock cycles of a hash of one block")
    hash_ns: Positive | None = Field(None, description="time of a hash of one block, ns")
    delay_ns: Positive | None = Field(None, description="delay, ns")
    area_delay: Positive | None = Field(None, description="area times delay, um^2 ns")
    delay_ratio: Positive | None = Field(None, description="delay over that of the row of reference")
    area_delay_ratio: Positive | None = Field(
        None, description="area times delay over that of the row of reference"
    )
    family: Name | None = Field(None, description="family of FPGAs")
    tables: Text | None = Field(None, description="tables that the figures on an FPGA are from")
    normalised: dict[str, Number | None] | None = Field(
        None, description="figures over those of SHA-2, by quantity"
    )
    bus_bits: PositiveCount | None = Field(None, description="width of the bus, bits")
    hash_time: Name | None = Field(None, description="cycles of a message of N blocks, as printed")
    init: Count | None = Field(None, description="cycles until the source answers")
    input: Count | None = Field(None, description="words of the first block")
    output: Count | None = Field(None, description="words of the digest")
    io_ratio: PositiveCount | None = Field(None, description="clock of the bus over that of the core")
    first: Count | None = Field(None, description="cycles before the first block")
    fewer: Count | None = Field(None, description="blocks that take no cycles of their own")
    final: Count | None = Field(None, description="cycles after the last block")
    state_bits: PositiveCount | None = Field(None, description="bits of the state")
    block_bits: PositiveCount | None = Field(None, description="bits of a block")
    rounds: PositiveCount | None = Field(None, description="number of rounds")
    word_bits: PositiveCount | None = Field(None, description="bits of a word")
    throughput_formula: Name | None = Field(
        None, description="throughput, T the period of the clock, as printed"
    )
    library: Name | None = Field(None, description="library of the program")
    mebibyte_per_s: Positive | None = Field(None, description="speed, 2^20 byte/s")
    cycles_per_byte: Positive | None = Field(None, description="cycles of the processor per byte")
    sha512_ratio: Positive | None = Field(None, description="cycles per byte over those of SHA-512")
    sha3_ratio: Positive | None = Field(None, description="cycles per byte over those of SHA3-256")
