# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of asynchronous_fifo by itself: see test_bus_fifo.py."""

import os
import random
from collections.abc import AsyncIterator
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

SEED = int(os.environ["HASHLOOM_BENCH"])
PERIODS_PS = ((10_000, 10_000), (10_000, 13_118), (13_118, 10_000), (10_000, 70_002), (70_002, 10_000))
"""Clocks of writer and reader: of one rate, drifting past one another, and one far faster than the other."""
SETTLED = 4  # cycles of both clocks after which either side knows of the other's pointer


class Bench:
    """A writer and a reader, each of which may be held up; what was written is read in order."""

    def __init__(self, dut: Any, name: str, write_ps: int, read_ps: int) -> None:
        self.dut = dut
        self.depth = int(dut.DEPTH.value)
        self.width = int(dut.WIDTH.value)
        self.random = random.Random(f"{SEED} {name} {write_ps} {read_ps}")
        self.write_rate = self.read_rate = 0.0  # probability of a word in a cycle, if there is one and room
        self.waiting: list[int] = []  # words written and not yet read
        self.written = self.read = 0
        self.levels = {0}  # numbers of words that were inside
        self.periods = write_ps, read_ps
        self.clocks = [
            Clock(dut.write_clk, write_ps, unit="ps").start(self.random.random() < 0.5),
            Clock(dut.read_clk, read_ps, unit="ps").start(self.random.random() < 0.5),
        ]
        self.sides: list[Any] = []

    async def __aenter__(self) -> "Bench":
        for name in ("write_valid", "read_ready", "write_data"):
            getattr(self.dut, name).value = 0
        await self.reset()
        self.sides = [cocotb.start_soon(self.write_side()), cocotb.start_soon(self.read_side())]
        return self

    async def __aexit__(self, *_: object) -> None:
        for task in (*self.sides, *self.clocks):
            task.cancel()

    async def reset(self) -> None:
        self.dut.write_rst.value = self.dut.read_rst.value = 1
        await self.settle()
        self.waiting.clear()
        await FallingEdge(self.dut.write_clk)
        self.dut.write_rst.value = 0
        await FallingEdge(self.dut.read_clk)
        self.dut.read_rst.value = 0

    async def settle(self) -> None:
        for clock in (self.dut.write_clk, self.dut.read_clk):
            for _ in range(SETTLED):
                await FallingEdge(clock)

    async def write_side(self) -> None:
        while True:
            await FallingEdge(self.dut.write_clk)
            valid = self.random.random() < self.write_rate
            word = self.random.getrandbits(self.width)
            self.dut.write_valid.value = int(valid)
            self.dut.write_data.value = word
            await ReadOnly()
            if valid and int(self.dut.write_ready.value) and not int(self.dut.write_rst.value):
                self.waiting.append(word)
                self.written += 1
                self.levels.add(len(self.waiting))
                assert len(self.waiting) <= self.depth, "a word more than the FIFO holds"

    async def read_side(self) -> None:
        while True:
            await FallingEdge(self.dut.read_clk)
            ready = self.random.random() < self.read_rate
            self.dut.read_ready.value = int(ready)
            await ReadOnly()
            if not int(self.dut.read_valid.value) or int(self.dut.read_rst.value):
                continue
            assert self.waiting, "a word that nobody wrote"
            assert int(self.dut.read_data.value) == self.waiting[0]
            if ready:
                self.waiting.pop(0)
                self.read += 1
                self.levels.add(len(self.waiting))

    async def until(self, what: str, count: int) -> None:
        """Wait until so many words are `written`, or `read`."""
        clock = getattr(self.dut, "write_clk" if what == "written" else "read_clk")
        for _ in range(2_000):
            if getattr(self, what) >= count:
                return
            await FallingEdge(clock)
        raise AssertionError(f"{getattr(self, what)} words {what}, {count} expected")


async def benches(dut: Any, name: str) -> AsyncIterator[Bench]:
    """A bench with each pair of clocks."""
    for write_ps, read_ps in PERIODS_PS:
        async with Bench(dut, name, write_ps, read_ps) as bench:
            yield bench


@cocotb.test
async def full_and_empty_at_every_position(dut: Any) -> None:
    """The reader stalls until the FIFO is full, then the writer until it is empty."""
    async for bench in benches(dut, "full"):
        for _ in range(2 * bench.depth + 1):
            start = bench.written
            bench.write_rate, bench.read_rate = 1.0, 0.0
            await bench.until("written", start + bench.depth)
            await bench.settle()
            assert bench.written == start + bench.depth
            assert not int(dut.write_ready.value), "ready while full"
            bench.write_rate, bench.read_rate = 0.0, 1.0
            await bench.until("read", bench.written)
            await bench.settle()
            assert int(dut.write_ready.value), "not ready while empty"
            assert not int(dut.read_valid.value), "valid while empty"
            # One word further.
            bench.write_rate = 1.0
            await bench.until("written", start + bench.depth + 1)
            bench.write_rate = 0.0
            await bench.settle()
            await bench.until("read", bench.written)


@cocotb.test
async def every_level(dut: Any) -> None:
    """Either side stalls with any number of words inside, at random."""
    async for bench in benches(dut, "levels"):
        for _ in range(60):
            bench.write_rate, bench.read_rate = bench.random.choice(
                ((1.0, 1.0), (1.0, 0.1), (0.1, 1.0), (0.5, 0.5), (1.0, 0.0), (0.0, 1.0))
            )
            for _ in range(bench.random.randrange(1, 3 * bench.depth)):
                await FallingEdge(dut.write_clk)
        assert bench.levels == set(range(bench.depth + 1))
        bench.write_rate, bench.read_rate = 0.0, 1.0
        await bench.settle()
        await bench.until("read", bench.written)


@cocotb.test
async def no_pause_with_eight_words(dut: Any) -> None:
    """One word in each cycle of the slower clock, once they flow."""
    async for bench in benches(dut, "rate"):
        if bench.depth < 8:
            continue
        bench.write_rate = bench.read_rate = 1.0
        slower = dut.write_clk if bench.periods[0] >= bench.periods[1] else dut.read_clk
        for _ in range(3 * SETTLED):
            await FallingEdge(slower)
        before = bench.written, bench.read
        for _ in range(60):
            await FallingEdge(slower)
        # An edge of the faster clock may stand before or behind the first and the last one counted.
        assert 59 <= bench.written - before[0] <= 61
        assert 59 <= bench.read - before[1] <= 61


@cocotb.test
async def reset_drops_every_word(dut: Any) -> None:
    async for bench in benches(dut, "reset"):
        for _ in range(3):
            bench.write_rate = 1.0
            bench.read_rate = bench.random.choice((0.0, 0.5))
            for _ in range(bench.random.randrange(1, 2 * bench.depth)):
                await FallingEdge(dut.write_clk)
            await bench.reset()
            bench.write_rate = 0.0
            bench.read_rate = 1.0
            await bench.settle()
            await bench.until("read", bench.read + len(bench.waiting))
            assert not int(dut.read_valid.value)
