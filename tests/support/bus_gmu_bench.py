# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of gmu_adapter beside a hash function: see test_bus_gmu.py."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import cocotb
from bus_simulation import Message, messages, settings
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge, Timer

CHOSEN = settings()
DESIGN = CHOSEN.resolved
STAGES = DESIGN.architecture.stages
RATIO = int(CHOSEN.options["ratio"])
WIDTH = CHOSEN.word // RATIO
PERIOD_PS = 16_000
LIMIT_CYCLES = 6_000
DIGEST_BITS = DESIGN.function.digest_bits


def segments(message: Message, source: random.Random) -> Iterator[int]:
    """Words of a message: in segments of whole words, at random, and shorter than 2^(WIDTH-1) bits each."""
    value, rest = int.from_bytes(message.data, "big") >> (-message.bits % 8), message.bits
    limit = ((1 << (WIDTH - 1)) - 1) // WIDTH * WIDTH
    while True:
        cut = source.randrange(0, min(limit, rest) // WIDTH + 1) * WIDTH
        last = rest <= limit and source.random() < 0.5
        bits = rest if last else cut
        yield last << (WIDTH - 1) | bits
        part = (value >> (rest - bits)) & ((1 << bits) - 1)
        words = -(-bits // WIDTH)
        padded = part << (words * WIDTH - bits)
        padded |= source.getrandbits(WIDTH) & ((1 << (words * WIDTH - bits)) - 1)  # what does not count
        for number in reversed(range(words)):
            yield padded >> (number * WIDTH) & ((1 << WIDTH) - 1)
        rest -= bits
        if last:
            return


def harmed(message: Message, source: random.Random) -> tuple[list[int], Message]:
    """A message whose first segment ends within a word, and the one that this is taken for."""
    limit = ((1 << (WIDTH - 1)) - 1) // WIDTH * WIDTH
    cut = source.randrange(1, min(limit, 3 * WIDTH) + 1)
    cut -= cut % WIDTH == 0
    words = [source.getrandbits(WIDTH) for _ in range(-(-cut // WIDTH))]
    value, bits = int.from_bytes(message.data, "big") >> (-message.bits % 8), message.bits
    for word in reversed(words):
        value |= word << bits
        bits += WIDTH
    data = (value << (-bits % 8)).to_bytes(-(-bits // 8), "big")
    return [cut, *words, *segments(message, source)], Message(data, bits, CHOSEN.model.digest(data, bits))


class Bench:
    """FIFOs before and behind every lane, with a first word that falls through."""

    def __init__(self, dut: Any, name: str, drift: int = 0) -> None:
        self.dut = dut
        self.random = random.Random(f"{CHOSEN.seed} {name}")
        self.source: list[list[int]] = [[] for _ in range(STAGES)]
        self.sink: list[list[tuple[int, int]]] = [[] for _ in range(STAGES)]
        self.stalls = (0.0, 0.0)
        io_period = PERIOD_PS // RATIO + drift
        Clock(dut.clk, PERIOD_PS, unit="ps").start()
        if RATIO == 1:
            dut.io_clk.value = 0
            self.io_clk = dut.clk
        else:
            Clock(dut.io_clk, io_period + io_period % 2, unit="ps").start()
            self.io_clk = dut.io_clk
        for lane in range(STAGES):
            self.port("src_ready", lane).value = 1
            self.port("dst_ready", lane).value = 1
            self.port("din", lane).value = 0

    def port(self, name: str, lane: int) -> Any:
        return getattr(self.dut, f"{name}{lane}")

    async def start(self) -> "Bench":
        await self.reset()
        cocotb.start_soon(self.run())
        return self

    async def reset(self) -> None:
        self.dut.rst.value = 1
        self.dut.io_rst.value = 1
        await Timer(3 * PERIOD_PS, "ps")
        for _ in range(2):
            await FallingEdge(self.dut.clk)
        self.source = [[] for _ in range(STAGES)]
        self.sink = [[] for _ in range(STAGES)]
        self.dut.rst.value = 0
        if RATIO > 1:
            await FallingEdge(self.dut.io_clk)
        self.dut.io_rst.value = 0

    async def run(self) -> None:
        """One cycle of the I/O clock after another: offer, look at what the adapter asks, do it."""
        while True:
            await FallingEdge(self.io_clk)
            for lane in range(STAGES):
                empty = not self.source[lane] or self.random.random() < self.stalls[0]
                full = self.random.random() < self.stalls[1]
                self.port("src_ready", lane).value = int(empty)
                self.port("din", lane).value = (
                    self.random.getrandbits(WIDTH) if empty else self.source[lane][0]
                )
                self.port("dst_ready", lane).value = int(full)
            await ReadOnly()
            reset = int(self.dut.io_rst.value) or int(self.dut.rst.value)
            asked = [
                (int(self.port("src_read", lane).value), int(self.port("dst_write", lane).value))
                for lane in range(STAGES)
                if not reset
            ]
            for lane, (read, write) in enumerate(asked):
                if read:
                    assert not int(self.port("src_ready", lane).value), "read from an empty FIFO"
                    self.source[lane].pop(0)
                if write:
                    assert not int(self.port("dst_ready", lane).value), "written to a full FIFO"
                    self.sink[lane].append(self.shown(lane))
                elif not int(self.port("dst_ready", lane).value):
                    assert self.shown(lane) == (0, 0), "something is shown that is not offered"

    def shown(self, lane: int) -> tuple[int, int]:
        """What stands at the sink: word and error."""
        return int(self.port("dout", lane).value), int(self.port("dst_error", lane).value)

    async def expect(self, dealt: list[list[Message]], wrong: list[Message] | None = None) -> None:
        """The digests of each lane come in order, in as many words as they need, and nothing behind them.

        Each word of the digest of a message in `wrong`, of no other, has an error.
        """
        words = -(-DIGEST_BITS // WIDTH)
        for _ in range(LIMIT_CYCLES):
            await FallingEdge(self.io_clk)
            if all(len(found) >= words * len(lane) for found, lane in zip(self.sink, dealt, strict=True)):
                break
        for _ in range(8):
            await FallingEdge(self.io_clk)
        for lane, expected in enumerate(dealt):
            assert len(self.sink[lane]) == words * len(expected), (
                f"{len(self.sink[lane])} words in lane {lane}"
            )
            for message in expected:
                value = 0
                for _ in range(words):
                    word, error = self.sink[lane].pop(0)
                    assert error == (message in (wrong or [])), (
                        f"lane {lane}, {message.bits} bits: error {error}"
                    )
                    value = value << WIDTH | word
                found = value >> (words * WIDTH - DIGEST_BITS)
                size = -(-DIGEST_BITS // 8)
                data = (found << (-DIGEST_BITS % 8)).to_bytes(size, "big")
                assert data == message.digest, f"lane {lane}, {message.bits} bits: {data.hex()}"

    def send(self, dealt: list[list[Message]]) -> None:
        for lane, share in enumerate(dealt):
            for message in share:
                self.source[lane] += segments(message, self.random)


async def transmit(dut: Any, name: str, drift: int) -> None:
    bench = await Bench(dut, name, drift).start()
    brief = CHOSEN.options.get("brief") or drift
    for stalls in ((0.3, 0.3),) if brief else ((0.0, 0.0), (0.5, 0.5)):
        bench.stalls = stalls
        data = messages(CHOSEN, bench.random, max(2, STAGES) if brief else 2 * STAGES, 1 if brief else 2.2)
        dealt = [data[lane::STAGES] for lane in range(STAGES)]
        bench.send(dealt)
        await bench.expect(dealt)


@cocotb.test
async def random_messages(dut: Any) -> None:
    """The clocks in step, as the ratio says."""
    await transmit(dut, "random_messages", 0)


@cocotb.test(skip=RATIO == 1)
async def drifting_clocks(dut: Any) -> None:
    """A ratio of the clocks that is no whole number, once greater and once less than one."""
    await transmit(dut, "drifting", PERIOD_PS // 7)


@cocotb.test(skip=RATIO == 1)
async def slow_io_clock(dut: Any) -> None:
    await transmit(dut, "slow", PERIOD_PS + 1234)


@cocotb.test
async def reset_in_the_middle(dut: Any) -> None:
    bench = await Bench(dut, "reset").start()
    for _ in range(2):
        long = messages(CHOSEN, bench.random, 3)
        bench.send([long for _ in range(STAGES)])
        for _ in range(bench.random.randrange(3, 90)):
            await RisingEdge(bench.io_clk)
        await bench.reset()
        data = messages(CHOSEN, bench.random, STAGES, 1)
        dealt = [[message] for message in data]
        bench.send(dealt)
        await bench.expect(dealt)


@cocotb.test
async def broken_segments_between_others(dut: Any) -> None:
    """Messages with a segment that ends within a word are marked, others not; also behind a reset.

    In each lane the first message is broken and the second whole: a mark appears and goes, whatever the seed.
    """
    bench = await Bench(dut, "broken").start()
    for stalls in ((0.3, 0.6), (0.0, 0.0)):
        bench.stalls = stalls
        dealt: list[list[Message]] = [[] for _ in range(STAGES)]
        wrong: list[Message] = []
        for number, message in enumerate(messages(CHOSEN, bench.random, 4 * STAGES, 0.6)):
            place, lane = divmod(number, STAGES)
            if place == 0 or (place > 1 and bench.random.random() < 0.5):
                words, taken = harmed(message, bench.random)
                wrong.append(taken)
            else:
                words, taken = list(segments(message, bench.random)), message
            bench.source[lane] += words
            dealt[lane].append(taken)
        await bench.expect(dealt, wrong)
        bench.source[0] = harmed(dealt[0][0], bench.random)[0]
        for _ in range(bench.random.randrange(3, 20)):
            await RisingEdge(bench.io_clk)
        await bench.reset()


@cocotb.test(skip=CHOSEN.options.get("rate") is False)
async def full_rate(dut: Any) -> None:
    """With long messages the adapter costs no cycle: blocks leave as fast as the core takes them."""
    bench = await Bench(dut, "full_rate").start()
    bits, blocks = DESIGN.function.block_bits, 5
    words = bits // CHOSEN.word
    piece = min(bits, ((1 << (WIDTH - 1)) - 1) // WIDTH * WIDTH)
    stream: list[int] = []
    for start in range(0, bits * blocks, piece):
        length = min(piece, bits * blocks - start)
        stream += [(start + length == bits * blocks) << (WIDTH - 1) | length] + [0] * (length // WIDTH)
    bench.source = [list(stream) for _ in range(STAGES)]
    taken: list[list[int]] = [[] for _ in range(STAGES)]

    async def count() -> None:
        for cycle in itertools.count():
            await RisingEdge(dut.clk)
            moving = int(dut.in_valid.value) & int(dut.in_ready.value)
            for lane in range(STAGES):
                if moving >> lane & 1:
                    taken[lane].append(cycle)

    counter = cocotb.start_soon(count())
    data = bytes(bits * blocks // 8)
    await bench.expect([[Message(data, bits * blocks, CHOSEN.model.digest(data))]] * STAGES)
    counter.cancel()
    for at in taken:
        assert len(at) == words * blocks
        steps = {after - before for before, after in itertools.pairwise(at[2 * words :: words])}
        assert steps == {DESIGN.cycles_block()}, f"cycles from block to block: {steps}"
