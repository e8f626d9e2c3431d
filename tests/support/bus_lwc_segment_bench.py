# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of lwc_receiver by itself, with segments as long as they can be: see test_bus_lwc.py."""

import os
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

WIDTH = int(os.environ["WIDTH"])
LONGEST = 65_535
HEADERS = (0x7000_0000 | LONGEST, 0x7700_0000 | LONGEST)
"""Of a segment, and of the last one."""


@cocotb.test
async def two_of_the_longest(dut: Any) -> None:
    """Each byte goes on, a word a cycle; the second one ends the message, and the verdict comes behind it."""
    Clock(dut.clk, 10, unit="ns").start()
    dut.rst.value, dut.pdi_valid.value, dut.word_ready.value, dut.verdict_ready.value = 1, 1, 1, 0
    dut.pdi_data.value = 8 << (WIDTH - 4)
    await FallingEdge(dut.clk)
    await FallingEdge(dut.clk)
    dut.rst.value = 0
    await FallingEdge(dut.clk)
    for header in HEADERS:
        for place in reversed(range(0, 32, WIDTH)):
            dut.pdi_data.value = header >> place & ((1 << WIDTH) - 1)
            await ReadOnly()
            assert (int(dut.word_valid.value), int(dut.pdi_ready.value)) == (0, 1)
            await FallingEdge(dut.clk)
        bits, ends = 0, []
        while bits < 8 * LONGEST:
            await ReadOnly()
            assert (int(dut.word_valid.value), int(dut.verdict_valid.value)) == (1, 0)
            bits += int(dut.word_bits.value)
            ends.append(int(dut.word_last.value))
            await FallingEdge(dut.clk)
        assert (bits, len(ends)) == (8 * LONGEST, -(-8 * LONGEST // WIDTH))
        assert ends == [0] * (len(ends) - 1) + [int(header == HEADERS[1])]
    assert (int(dut.verdict_valid.value), int(dut.verdict_hashed.value)) == (1, 1)
    assert int(dut.verdict_failed.value) == 0
