# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of lwc_adapter beside a hash function: see test_bus_lwc.py."""

import itertools
import random
from dataclasses import dataclass
from typing import Any

import cocotb
from bus_simulation import Message, messages, settings
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly, RisingEdge
from folders import CORES

CHOSEN = settings()
DESIGN = CHOSEN.resolved
STAGES = DESIGN.architecture.stages
WIDTH = int(CHOSEN.options["width"])
PERIOD_PS = 10_000
LIMIT_CYCLES = 40_000
SHOWN = (CHOSEN.design, WIDTH) == ("sha256", 32)
"""Whether the page has an example of this."""

ENCRYPT, DECRYPT, LOAD_KEY, HASH = 2, 3, 4, 8
HASH_MESSAGE, HASH_VALUE = 7, 9
SUCCESS, FAILURE = 14, 15
PARTIAL, EOI, EOT, LAST = 8, 4, 2, 1
WRONG = (
    "type",
    "partial",
    "eot without last",
    "last without eot",
    "bytes behind eoi",
    "no eoi",
    "opcode",
    "other",
)
"""Sorts of instructions that are answered with Failure."""


@dataclass
class Segment:
    """A segment of `pdi`: its type, its flags, its bytes."""

    kind: int
    flags: int
    data: bytes


def words_of(value: int, bits: int) -> list[int]:
    """So many bits in words, the first one highest."""
    return [value >> place & ((1 << WIDTH) - 1) for place in reversed(range(0, bits, WIDTH))]


def instruction(opcode: int, source: random.Random) -> list[int]:
    """A word, whose lower bits mean nothing."""
    return [opcode << (WIDTH - 4) | source.getrandbits(WIDTH - 4)]


def encoded(segment: Segment, source: random.Random) -> list[int]:
    """Header and bytes, behind them, in the last word, what does not count."""
    head = segment.kind << 28 | segment.flags << 24 | source.getrandbits(8) << 16 | len(segment.data)
    data = segment.data + source.randbytes(-len(segment.data) % (WIDTH // 8))
    return words_of(head, 32) + words_of(int.from_bytes(data, "big"), 8 * len(data))


def segments(data: bytes, source: random.Random) -> list[Segment]:
    """A message in segments of any length, among them empty ones; what the API leaves open is at random."""
    cuts = sorted(source.choices(range(len(data) + 1), k=source.choice([0, 0, 1, 3])))
    if source.random() < 0.2:
        cuts.append(len(data))
    pieces = [data[start:end] for start, end in itertools.pairwise([0, *cuts, len(data)])]
    found = [Segment(HASH_MESSAGE, 0, piece) for piece in pieces]
    final = found[-1]
    final.flags = EOT | LAST
    if final.data or source.random() < 0.5:
        final.flags |= EOI
    elif source.random() < 0.5:
        # The last segment with bytes, if there is one, says that it is.
        filled = [number for number, one in enumerate(found) if one.data]
        for one in found[(filled or [0])[-1] : -1]:
            one.flags |= EOI if one.data or source.random() < 0.5 else 0
    return found


def right(message: Message, source: random.Random) -> list[int]:
    """A hash message."""
    listed = segments(message.data, source)
    return instruction(HASH, source) + [word for one in listed for word in encoded(one, source)]


def wrong(sort: str, data: bytes, source: random.Random) -> list[int]:
    """An instruction that is answered with Failure: a hash message with one mistake, or another opcode."""
    if sort == "opcode":
        known = (ENCRYPT, DECRYPT, LOAD_KEY, HASH)
        return instruction(source.choice([one for one in range(16) if one not in known]), source)
    listed = segments(data, source)
    chosen = source.choice(listed)
    opcode = HASH
    if sort == "type":
        chosen.kind = source.choice([one for one in range(16) if one != HASH_MESSAGE])
    elif sort == "partial":
        chosen.flags |= PARTIAL
    elif sort == "last without eot":
        listed[-1].flags &= ~EOT
    elif sort == "eot without last":
        listed.insert(0, Segment(HASH_MESSAGE, EOT, b""))
    elif sort == "bytes behind eoi":
        listed[-1] = Segment(HASH_MESSAGE, EOI | EOT | LAST, listed[-1].data + b"\x00")
        listed.insert(source.randrange(len(listed)), Segment(HASH_MESSAGE, EOI, b""))
    elif sort == "no eoi":
        listed[-1] = Segment(HASH_MESSAGE, EOT | LAST, listed[-1].data + b"\x00")
    else:
        opcode = source.choice([ENCRYPT, DECRYPT, LOAD_KEY])
        for one in listed:
            one.kind = source.randrange(16)
            one.flags = source.randrange(8) << 1 | one.flags & LAST
    return instruction(opcode, source) + [word for one in listed for word in encoded(one, source)]


def answer(digest: bytes) -> list[int]:
    """Header, digest, Success."""
    head = HASH_VALUE << 28 | (EOT | LAST) << 24 | len(digest)
    padded = digest + bytes(-len(digest) % (WIDTH // 8))
    found = words_of(head, 32) + words_of(int.from_bytes(padded, "big"), 8 * len(padded))
    return [*found, SUCCESS << (WIDTH - 4)]


class Bench:
    """A source and a sink for every lane; what is offered stays until it is taken, on both sides."""

    def __init__(self, dut: Any, name: str) -> None:
        self.dut = dut
        self.ports: dict[tuple[str, int], Any] = {}
        self.random = random.Random(f"{CHOSEN.seed} {name}")
        self.source: list[list[int]] = [[] for _ in range(STAGES)]
        self.sink: list[list[tuple[int, int]]] = [[] for _ in range(STAGES)]
        self.offered = [False] * STAGES
        self.waiting: list[tuple[int, int] | None] = [None] * STAGES
        self.stalls = (0.0, 0.0)
        Clock(dut.clk, PERIOD_PS, unit="ps").start()
        for lane in range(STAGES):
            for name, value in (
                ("pdi_valid", 0),
                ("pdi_data", 0),
                ("do_ready", 0),
                ("sdi_valid", 1),
                ("sdi_data", 0),
            ):
                self.port(name, lane).value = value

    def port(self, name: str, lane: int) -> Any:
        if (name, lane) not in self.ports:
            self.ports[name, lane] = getattr(self.dut, f"{name}{lane}")
        return self.ports[name, lane]

    def read(self, name: str, lane: int) -> int:
        return int(self.port(name, lane).value)

    async def start(self) -> "Bench":
        await self.reset()
        cocotb.start_soon(self.run())
        return self

    async def reset(self) -> None:
        self.dut.rst.value = 1
        for _ in range(3):
            await FallingEdge(self.dut.clk)
        self.source = [[] for _ in range(STAGES)]
        self.sink = [[] for _ in range(STAGES)]
        self.offered = [False] * STAGES
        self.waiting = [None] * STAGES
        self.dut.rst.value = 0

    async def run(self) -> None:
        """One cycle after another: offer, look at what moves at its end."""
        while True:
            await FallingEdge(self.dut.clk)
            for lane, words in enumerate(self.source):
                if not self.offered[lane]:
                    self.offered[lane] = bool(words) and self.random.random() >= self.stalls[0]
                self.port("pdi_valid", lane).value = int(self.offered[lane])
                self.port("pdi_data", lane).value = (
                    words[0] if self.offered[lane] else self.random.getrandbits(WIDTH)
                )
                self.port("do_ready", lane).value = int(self.random.random() >= self.stalls[1])
            await ReadOnly()
            if int(self.dut.rst.value):
                continue
            for lane in range(STAGES):
                self.look(lane)

    def look(self, lane: int) -> None:
        assert self.read("sdi_ready", lane) == 0
        if self.offered[lane] and self.read("pdi_ready", lane):
            self.source[lane].pop(0)
            self.offered[lane] = False
        shown = (self.read("do_data", lane), self.read("do_last", lane))
        valid = self.read("do_valid", lane)
        assert valid or shown == (0, 0), "something is shown while do_valid is low"
        if self.waiting[lane] is not None:
            assert valid, "an offer is withdrawn"
            assert shown == self.waiting[lane], "an offer changes before it is taken"
        taken = valid and self.read("do_ready", lane)
        if taken:
            self.sink[lane].append(shown)
        self.waiting[lane] = shown if valid and not taken else None

    async def expect(self, answers: list[list[list[int]]], limit: int = LIMIT_CYCLES) -> None:
        """Each lane gives these answers in order, do_last with the last word of each, and no more."""
        wanted = [
            [(word, int(number == len(one) - 1)) for one in lane for number, word in enumerate(one)]
            for lane in answers
        ]
        for _ in range(limit):
            await FallingEdge(self.dut.clk)
            if all(len(found) >= len(words) for found, words in zip(self.sink, wanted, strict=True)):
                break
        for _ in range(8):
            await FallingEdge(self.dut.clk)
        for lane, words in enumerate(wanted):
            assert self.sink[lane] == words, f"lane {lane}"
            self.sink[lane] = []

    def send(self, lane: int, message: Message) -> list[int]:
        self.source[lane] += right(message, self.random)
        return answer(message.digest)

    def fail(self, lane: int, sort: str, message: Message) -> list[int]:
        self.source[lane] += wrong(sort, message.data, self.random)
        return [FAILURE << (WIDTH - 4)]


def whole_bytes(bench: Bench, count: int, blocks: float) -> list[Message]:
    """Random messages of whole bytes, the empty one among them."""
    found = []
    for message in messages(CHOSEN, bench.random, count, blocks):
        data = message.data[: message.bits // 8]
        found.append(Message(data, 8 * len(data), CHOSEN.model.digest(data)))
    return found


async def transmit(bench: Bench, count: int, blocks: float, sorts: tuple[str, ...]) -> None:
    """Messages for each lane, one behind another, and wrong instructions of these sorts between them."""
    answers: list[list[list[int]]] = []
    for lane in range(STAGES):
        data = whole_bytes(bench, count + len(sorts), blocks)
        order = [*([""] * count), *sorts]
        bench.random.shuffle(order)
        answers.append(
            [
                bench.fail(lane, sort, message) if sort else bench.send(lane, message)
                for sort, message in zip(order, data, strict=True)
            ]
        )
    await bench.expect(answers)


@cocotb.test
async def random_messages(dut: Any) -> None:
    """Messages in segments of any length, and wrong instructions of each sort between them."""
    bench = await Bench(dut, "random_messages").start()
    if CHOSEN.options.get("brief"):
        bench.stalls = (0.3, 0.3)
        await transmit(bench, 3, 0.8, WRONG)
        return
    for stalls in ((0.0, 0.0), (0.5, 0.1), (0.1, 0.6)):
        bench.stalls = stalls
        await transmit(bench, 3, 1.3, ())
        await transmit(bench, 2, 0.6, WRONG)
        await transmit(bench, 2, 0.6, ())


@cocotb.test
async def each_mistake_stays_alone(dut: Any) -> None:
    """Behind each sort of a wrong instruction a right one, from a reset on."""
    bench = await Bench(dut, "mistakes").start()
    for sort in WRONG:
        bench.stalls = bench.random.choice([(0.0, 0.0), (0.4, 0.4)])
        await bench.reset()
        (first, second) = whole_bytes(bench, 2, 0.4)
        answers = [[bench.fail(lane, sort, first), bench.send(lane, second)] for lane in range(STAGES)]
        await bench.expect(answers)


@cocotb.test
async def reset_in_the_middle(dut: Any) -> None:
    bench = await Bench(dut, "reset").start()
    for _ in range(3):
        for lane in range(STAGES):
            for message in whole_bytes(bench, 3, 1):
                bench.send(lane, message)
        for _ in range(bench.random.randrange(3, 200)):
            await RisingEdge(dut.clk)
        await bench.reset()
        await transmit(bench, 1, 1, ())


@cocotb.test
async def full_rate(dut: Any) -> None:
    """With a long segment words move in each cycle in which the hash function takes one."""
    bench = await Bench(dut, "full_rate").start()
    block, blocks = DESIGN.function.block_bits // 8, 5
    data = bytes(block * blocks)
    message = Message(data, 8 * len(data), CHOSEN.model.digest(data))
    for lane in range(STAGES):
        bench.source[lane] = [HASH << (WIDTH - 4)]
        bench.source[lane] += encoded(Segment(HASH_MESSAGE, EOI | EOT | LAST, data), bench.random)
    taken: list[list[int]] = [[] for _ in range(STAGES)]

    async def count() -> None:
        for cycle in itertools.count():
            await RisingEdge(dut.clk)
            moving = int(dut.in_valid.value) & int(dut.in_ready.value)
            for lane in range(STAGES):
                if moving >> lane & 1:
                    taken[lane].append(cycle)

    counter = cocotb.start_soon(count())
    await bench.expect([[answer(message.digest)]] * STAGES)
    counter.cancel()
    words = 8 * block // CHOSEN.word
    narrow = max(32 // CHOSEN.word, 1)  # words made of 32 bits; the last byte waits for all but one of them
    fastest = block // 4 * (32 // WIDTH + narrow - 1)  # cycles for a block on the bus
    for at in taken:
        assert len(at) == words * blocks
        steps = {after - before for before, after in itertools.pairwise(at[2 * words :: words])}
        assert max(steps) <= max(fastest, DESIGN.cycles_block()), f"cycles from block to block: {steps}"


@cocotb.test(skip=not SHOWN)
async def the_example_of_the_page(dut: Any) -> None:
    """The words of "abc" and of its answer, as the page of the adapters shows them."""
    bench = await Bench(dut, "page").start()
    lines = (CORES / "bus" / "README.md").read_text(encoding="utf-8").splitlines()
    sent, answered = (
        [int(word, 16) for line in lines if line.startswith(f"    {port:<5}") for word in line.split()[1:]]
        for port in ("pdi", "do")
    )
    bench.source[0] = sent
    await bench.expect([[answered]])
