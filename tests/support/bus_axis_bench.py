# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of axis_adapter beside a hash function: see test_bus_axis.py."""

import itertools
import random
from collections.abc import Sequence
from typing import Any, TypeVar

import cocotb
from bus_designs import last_bits
from bus_simulation import Message, messages, settings
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout
from cocotbext.axi import AxiStreamBus, AxiStreamFrame, AxiStreamSink, AxiStreamSource

CHOSEN = settings()
DESIGN = CHOSEN.resolved
STAGES = DESIGN.architecture.stages
SEPARATE = bool(CHOSEN.options.get("separate"))
STREAMS = STAGES if SEPARATE else 1
BYTES = CHOSEN.word // 8
LIMIT_NS = 3_000_000
Item = TypeVar("Item")


def frame(message: Message, lane: int, source: random.Random, extra: bool = False) -> AxiStreamFrame:
    """A message as a packet. `extra`: a message that fills its last beat is ended by a beat without bytes."""
    data, keep = list(message.data), [1] * len(message.data)
    if not data or (extra and message.bits % CHOSEN.word == 0):
        data.append(source.randrange(256))
        keep.append(0)
    if message.bits % 8:
        data[-1] |= source.randrange(1 << (8 - message.bits % 8))  # bits that do not count
    user = [source.randrange(8) for _ in data]
    user[-1] = message.bits % 8
    return AxiStreamFrame(data, tkeep=keep, tid=0 if SEPARATE else lane, tuser=user)


class Bench:
    """Sources and sinks of all streams, and a watcher of the rules of every one."""

    def __init__(self, dut: Any, name: str) -> None:
        self.dut = dut
        self.random = random.Random(f"{CHOSEN.seed} {name}")
        self.violations: list[str] = []
        self.packet_lane: list[int | None] = [None] * STREAMS
        self.clock = Clock(dut.aclk, 10, unit="ns").start()
        dut.aresetn.value = 0
        reset = {"clock": dut.aclk, "reset": dut.aresetn, "reset_active_level": False}
        self.sources = [
            AxiStreamSource(AxiStreamBus.from_prefix(dut, f"s{i}_axis"), **reset) for i in range(STREAMS)
        ]
        self.sinks = [
            AxiStreamSink(AxiStreamBus.from_prefix(dut, f"m{i}_axis"), **reset) for i in range(STREAMS)
        ]

    async def start(self) -> "Bench":
        await self.reset()
        for stream in range(STREAMS):
            cocotb.start_soon(self.watch(stream))
        return self

    async def reset(self, cycles: int = 3) -> None:
        await FallingEdge(self.dut.aclk)
        self.dut.aresetn.value = 0
        for _ in range(cycles):
            await FallingEdge(self.dut.aclk)
        for end in (*self.sources, *self.sinks):
            end.clear()
        self.dut.aresetn.value = 1
        await RisingEdge(self.dut.aclk)

    def port(self, name: str, stream: int = 0) -> Any:
        return getattr(self.dut, f"{name[0]}{stream}_axis_{name[2:]}")

    def stall(self, source: float, sink: float) -> None:
        """Pause with these probabilities in each cycle."""
        for ends, rate in ((self.sources, source), (self.sinks, sink)):
            for end in ends:
                seed = self.random.random()
                end.set_pause_generator(
                    self.pauses(random.Random(seed), rate) if rate else itertools.repeat(False)
                )

    @staticmethod
    def pauses(source: random.Random, rate: float) -> Any:
        while True:
            yield source.random() < rate

    async def watch(self, stream: int) -> None:
        """What is offered stays until it is taken, and a packet is of one lane."""
        before = None
        while True:
            await RisingEdge(self.dut.aclk)
            if not int(self.dut.aresetn.value):
                before = None
                continue
            names = ("m_tdata", "m_tkeep", "m_tlast", "m_tuser", "m_tid")
            valid = int(self.port("m_tvalid", stream).value)
            shown = [name for name in names if not valid and int(self.port(name, stream).value)]
            if shown:
                self.violations.append(f"{', '.join(shown)} of stream {stream} without tvalid")
            now = tuple(int(self.port(name, stream).value) for name in names) if valid else None
            if before is not None and now != before:
                self.violations.append(f"{before} became {now} before it was taken")
            taken = valid and int(self.port("m_tready", stream).value)
            before = now if not taken else None
            if taken and now is not None:
                if self.packet_lane[stream] not in (None, now[4]):
                    self.violations.append(
                        f"a word of lane {now[4]} in a packet of {self.packet_lane[stream]}"
                    )
                self.packet_lane[stream] = None if now[2] else now[4]

    async def send(self, frame: AxiStreamFrame, lane: int) -> None:
        await self.sources[lane if SEPARATE else 0].send(frame)

    async def digest(self, stream: int = 0) -> tuple[int, bytes, int]:
        """Lane and bytes of the next digest of a stream, and the valid bits of its last byte, 0 for all.

        An answer that is marked as none fails.
        """
        lane, data, bits, marked = await self.answer(stream)
        assert not marked, f"lane {lane}: {data.hex()} is marked"
        return lane, data, bits

    async def answer(self, stream: int = 0) -> tuple[int, bytes, int, bool]:
        """The same of the next packet of a stream, and whether each of its beats is marked as no digest."""
        found = await with_timeout(self.sinks[stream].recv(compact=False), LIMIT_NS, "ns")
        data = bytes(byte for byte, kept in zip(found.tdata, found.tkeep, strict=True) if kept)
        assert len(set(found.tid)) == 1
        (marked,) = {user >> 3 for user in found.tuser}
        return stream if SEPARATE else found.tid[0], data, found.tuser[-1] & 7, bool(marked)

    async def expect(self, expected: list[list[Message]], harmed: Sequence[Message] = ()) -> None:
        """These digests come, of each lane in order, with the bits of their last bytes; of `harmed` marks."""
        waiting = [list(lane) for lane in expected]
        for stream in range(STREAMS):
            for _ in range(len(expected[stream]) if SEPARATE else sum(map(len, expected))):
                lane, data, bits, marked = await self.answer(stream)
                message = waiting[lane].pop(0)
                is_harmed = any(message is one for one in harmed)
                assert marked == is_harmed, f"lane {lane}, {message.bits} bits: marked {marked}"
                if is_harmed:
                    continue
                assert data == message.digest, f"lane {lane}, {message.bits} bits: {data.hex()}"
                assert bits == (message.digest_bits or last_bits(DESIGN, CHOSEN.word)) % 8
        assert self.violations == []


async def begin(dut: Any, name: str) -> Bench:
    return await Bench(dut, name).start()


def shares(data: list[Item]) -> list[list[Item]]:
    """Messages, or requests, dealt to the lanes."""
    return [data[lane::STAGES] for lane in range(STAGES)]


@cocotb.test
async def random_messages(dut: Any) -> None:
    bench = await begin(dut, "random_messages")
    brief = CHOSEN.options.get("brief")
    for stalls in ((0.4, 0.4),) if brief else ((0.0, 0.0), (0.4, 0.4)):
        bench.stall(*stalls)
        dealt = shares(
            messages(CHOSEN, bench.random, max(2, STAGES) if brief else 2 * STAGES, 1 if brief else 2.2)
        )
        for turn in itertools.zip_longest(*dealt):
            for lane, message in enumerate(turn):
                if message is not None:
                    await bench.send(frame(message, lane, bench.random, bench.random.random() < 0.5), lane)
        await bench.expect(dealt)
    for stream in range(STREAMS):
        assert int(bench.port("s_malformed", stream).value) == 0


@cocotb.test
async def reset_in_the_middle(dut: Any) -> None:
    """A message and a digest that a reset cuts off leave nothing behind."""
    bench = await begin(dut, "reset")
    long = messages(CHOSEN, bench.random, 3)[-1]
    for _ in range(2):
        for lane in range(STAGES):
            await bench.send(frame(long, lane, bench.random), lane)
        for _ in range(bench.random.randrange(3, 60)):
            await RisingEdge(dut.aclk)
        await bench.reset()
        dealt = shares(messages(CHOSEN, bench.random, STAGES, blocks=1))
        for lane, (message,) in enumerate(dealt):
            await bench.send(frame(message, lane, bench.random), lane)
        bench.packet_lane = [None] * STREAMS
        await bench.expect(dealt)


@cocotb.test(skip=CHOSEN.options.get("rate") is False)
async def full_rate(dut: Any) -> None:
    """With long messages the adapter costs no cycle: blocks come as fast as the core takes them."""
    bench = await begin(dut, "full_rate")
    bits = DESIGN.function.block_bits
    words, blocks = bits // CHOSEN.word, 5
    data = bytes(bits * blocks // 8)
    message = Message(data, len(data) * 8, CHOSEN.model.digest(data))
    taken: list[list[int]] = [[] for _ in range(STAGES)]

    async def count() -> None:
        for cycle in itertools.count():
            await RisingEdge(dut.aclk)
            for stream in range(STREAMS):
                if int(bench.port("s_tvalid", stream).value) and int(bench.port("s_tready", stream).value):
                    lane = stream if SEPARATE else int(bench.port("s_tid", stream).value)
                    taken[lane].append(cycle)

    counter = cocotb.start_soon(count())
    if SEPARATE or STAGES == 1:
        for lane in range(STAGES):
            await bench.send(frame(message, lane, bench.random), lane)
    else:  # packets are not interleaved on one stream but by their source: a block of every lane in turn
        await interleave(bench, message, words)
    await bench.expect([[message]] * STAGES)
    counter.cancel()
    expected = max(DESIGN.cycles_block(), words * (1 if SEPARATE else STAGES))
    for lane in range(STAGES):
        starts = taken[lane][::words]
        assert len(taken[lane]) == words * blocks
        steps = {after - before for before, after in itertools.pairwise(starts[2:])}
        assert steps == {expected}, f"cycles from block to block: {steps}, of the core: {expected}"


async def interleave(bench: Bench, message: Message, words: int) -> None:
    """The beats of one message for each lane, a block of each in turn, without a pause."""
    beats = [message.data[start : start + BYTES] for start in range(0, len(message.data), BYTES)]
    source = bench.sources[0]
    source.pause = True
    for _ in range(2):
        await RisingEdge(bench.dut.aclk)
    for start in range(0, len(beats), words):
        for lane in range(STAGES):
            for number in range(start, start + words):
                bench.port("s_tvalid").value = 1
                bench.port("s_tid").value = lane
                bench.port("s_tdata").value = int.from_bytes(beats[number], "little")
                bench.port("s_tkeep").value = 2**BYTES - 1
                bench.port("s_tuser").value = 0
                bench.port("s_tlast").value = int(number == len(beats) - 1)
                await RisingEdge(bench.dut.aclk)
                while not int(bench.port("s_tready").value):
                    await RisingEdge(bench.dut.aclk)
    bench.port("s_tvalid").value = 0
    source.pause = False


@cocotb.test
async def valid_waits_for_nobody(dut: Any) -> None:
    """tvalid comes while tready is low, and does not follow tready within a cycle."""
    bench = await begin(dut, "valid")
    for sink in bench.sinks:
        sink.pause = True
    message = messages(CHOSEN, bench.random, 1)[0]
    for lane in range(STAGES):
        await bench.send(frame(message, lane, bench.random), lane)
    for stream in range(STREAMS):
        for _ in range(20_000):
            await FallingEdge(dut.aclk)
            if int(bench.port("m_tvalid", stream).value):
                break
        else:
            raise AssertionError("tvalid waits for tready")
        shown = int(bench.port("m_tdata", stream).value)
        for _ in range(5):
            await FallingEdge(dut.aclk)
            assert int(bench.port("m_tvalid", stream).value)
            assert int(bench.port("m_tdata", stream).value) == shown
    for sink in bench.sinks:
        sink.pause = False
    await bench.expect([[message]] * STAGES)


async def beat(bench: Bench, *, keep: int, last: int, data: int = 0, lane: int = 0) -> int:
    """Drive one beat on stream 0 by hand; the flag `malformed` of the cycle in which it was taken."""
    for name, value in (("tid", lane), ("tdata", data), ("tkeep", keep), ("tlast", last), ("tuser", 0)):
        bench.port(f"s_{name}").value = value
    bench.port("s_tvalid").value = 1
    while True:
        await FallingEdge(bench.dut.aclk)
        if int(bench.port("s_tready").value):
            break
    flag = int(bench.port("s_malformed").value)
    await RisingEdge(bench.dut.aclk)
    bench.port("s_tvalid").value = 0
    return flag


@cocotb.test
async def beats_that_no_packet_may_hold(dut: Any) -> None:
    """Holes and lanes that do not exist are flagged, beats without bytes vanish; the stream goes on."""
    bench = await begin(dut, "malformed")
    full = 2**BYTES - 1
    source = bench.sources[0]
    await RisingEdge(dut.aclk)
    source.pause = True
    await RisingEdge(dut.aclk)
    words = [bench.random.randbytes(BYTES) for _ in range(3)]
    for number, word in enumerate(words):
        value = int.from_bytes(word, "little")
        assert await beat(bench, keep=0, last=0, data=bench.random.getrandbits(8)) == 0
        assert await beat(bench, keep=full, last=int(number == 2), data=value) == 0
    if not SEPARATE and STAGES & (STAGES - 1) | (STAGES == 1):
        missing = 1 if STAGES == 1 else STAGES
        assert await beat(bench, keep=full, last=1, lane=missing) == 1
    data = b"".join(words)
    first = Message(data, 8 * len(data), CHOSEN.model.digest(data))
    expected = [[first]] + [[] for _ in range(STAGES - 1)]
    await bench.expect(expected)
    if BYTES > 1:
        # A byte is missing inside: the bytes before the hole are the message.
        assert await beat(bench, keep=full & ~2, last=1, data=int.from_bytes(words[0], "little")) == (
            BYTES > 2
        )
        cut = Message(words[0][:1], 8, CHOSEN.model.digest(words[0][:1]))
        await bench.expect([[cut]] + [[] for _ in range(STAGES - 1)], [cut] if BYTES > 2 else [])
        # Bytes are missing in a beat that is not the last: the whole word is taken.
        assert await beat(bench, keep=1, last=0, data=int.from_bytes(words[0], "little")) == 1
        assert await beat(bench, keep=0, last=1) == 0
        whole = Message(words[0], CHOSEN.word, CHOSEN.model.digest(words[0]))
        await bench.expect([[whole]] + [[] for _ in range(STAGES - 1)], [whole])


@cocotb.test(skip=BYTES == 1)
async def harmed_messages_between_others(dut: Any) -> None:
    """Of some packets a byte is missing: their answers are marked, others are not; also after a reset."""
    bench = await begin(dut, "harmed")
    for stalls in ((0.3, 0.6), (0.0, 0.0)):
        bench.stall(*stalls)
        dealt = shares(messages(CHOSEN, bench.random, 4 * STAGES, 0.6))
        harmed = []
        for turn in itertools.zip_longest(*dealt):
            for lane, message in enumerate(turn):
                if message is None:
                    continue
                packet = frame(message, lane, bench.random)
                if len(packet.tdata) > 1 and bench.random.random() < 0.4:
                    packet.tkeep[bench.random.randrange(len(packet.tdata) - 1)] = 0
                    harmed.append(message)
                await bench.send(packet, lane)
        await bench.expect(dealt, harmed)
        await bench.send(AxiStreamFrame(bytes(3 * BYTES), tkeep=[0] + [1] * (3 * BYTES - 1), tid=0), 0)
        for _ in range(bench.random.randrange(8)):
            await RisingEdge(dut.aclk)
        await bench.reset()
        bench.packet_lane = [None] * STREAMS
