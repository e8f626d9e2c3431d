# SPDX-License-Identifier: Apache-2.0
"""Rows on no target: cycles of whole messages, and programs beside those of a paper."""

from __future__ import annotations

from pydantic import Field

from hashloom.files.model import (
    Name,
    Number,
    Positive,
    PositiveCount,
    Text,
)
from hashloom.rows.paper import HashTime, Paper
from hashloom.rows.parts import Good, Row
from hashloom.rows.types import Absent, Uncounted


class _Cycles(Row):
    """What a row of the cycles of whole messages has in every state: it is on no target."""

    function: Name = Field(description="name of the function")
    architecture: Name = Field(description="name of the architecture")
    label: Name = Field(description="the paper's name of the function")
    variant: PositiveCount = Field(description="bits of the digest")
    target: None = Field(None, description="null")
    goal: None = Field(None, description="null")
    clock_mhz: None = Field(None, description="null")
    throughput_gbps: None = Field(None, description="null")
    message: Text | None = Field(None, description="why the state is not ok")
    paper: Paper | None = Field(None, description="what the paper has beside it")


class CyclesRow(_Cycles, Good):
    """The cycles of whole messages, counted."""

    cycles_per_block: Positive = Field(description="clock cycles per block, all lanes busy")
    latency_cycles: PositiveCount = Field(description="clock cycles from one block of a message to its next")
    hash_time: HashTime = Field(description="clock cycles of whole messages")
    throughput_formula: Name = Field(description="throughput at block level, T the period of the clock")


class FailedCyclesRow(_Cycles):
    """The cycles of whole messages, not counted."""

    state: Uncounted = Field(description="why there are none")
    cycles_per_block: Positive | None = Field(None, description="clock cycles per block, all lanes busy")
    latency_cycles: PositiveCount | None = Field(
        None, description="clock cycles from one block of a message to its next"
    )


class _Program(Row):
    """What a row of a program beside a paper's has in every state."""

    function: Name = Field(description="name of the function")
    library: Name = Field(description="library of the program")
    version: Text | None = Field(None, description="version of the library")
    architecture: Name | None = Field(None, description="kernel of libskein, or C")
    messages: PositiveCount | None = Field(None, description="messages side by side")
    target: Text | None = Field(None, description="processor")
    message_bytes: PositiveCount | None = Field(None, description="length of a message, bytes")
    paper: Paper | None = Field(None, description="what the paper has beside it")
    sha512_ratio: Positive | None = Field(None, description="cycles per byte over those of SHA-512")
    sha3_ratio: Positive | None = Field(None, description="cycles per byte over those of SHA3-256")


class ProgramRow(_Program, Good):
    """A program, measured."""

    architecture: Name = Field(description="kernel of libskein, or C")
    messages: PositiveCount = Field(description="messages side by side")
    cycles_per_byte: Positive = Field(description="cycles of the processor per byte, median")
    cycles_per_byte_p5: Number | None = Field(None, description="cycles per byte, quantile of 5 %")
    cycles_per_byte_p95: Number | None = Field(None, description="cycles per byte, quantile of 95 %")
    cycles_per_block: Positive | None = Field(None, description="cycles of the processor per block")
    clock_mhz: Positive | None = Field(None, description="clock of the processor, MHz")
    throughput_gbps: Positive | None = Field(None, description="throughput, 10^9 bit/s")


class FailedProgramRow(_Program):
    """A program that is not installed."""

    state: Absent = Field(description="that it is not there")
    cycles_per_byte: None = Field(None, description="never there")
    cycles_per_block: None = Field(None, description="never there")
    clock_mhz: None = Field(None, description="never there")
    throughput_gbps: None = Field(None, description="never there")
