# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of register_adapter beside a hash function: see test_bus_registers.py."""

import random
import re
from collections.abc import Collection, Iterator
from typing import Any

import cocotb
from bus_designs import BUS
from bus_simulation import Message, messages, settings
from cocotb.clock import Clock
from cocotb.handle import LogicArrayObject, LogicObject, PackedObject
from cocotb.simtime import get_sim_time
from cocotb.triggers import Event, FallingEdge, RisingEdge
from cocotbext.axi import AxiLiteBus, AxiLiteMaster
from cocotbext.axi.axil_master import AxiLiteWriteRespCmd
from cocotbext.axi.constants import AxiProt, AxiResp

CHOSEN = settings()
DESIGN = CHOSEN.resolved
STAGES = DESIGN.architecture.stages
DEPTH = int(CHOSEN.options["depth"])
APB = CHOSEN.options.get("bus") == "apb"
DIGEST_BITS = DESIGN.function.digest_bits
LIMIT = 3_000
RDL = (BUS / "hash_registers.rdl").read_text(encoding="utf-8")
HEADER = (BUS / "include" / "hash_registers.h").read_text(encoding="utf-8")
ADDRESS = {name: int(at, 16) for name, at in re.findall(r"\} (\w+) @ (0x\w+);", RDL)}
MASK = {name: int(value, 16) for name, value in re.findall(r"HASH_REGISTERS__(\w+)_bm (0x\w+)", HEADER)}

ERRORS = sum(
    MASK[f"INTERRUPT_STATUS__{name}"] for name in ("OVERFLOW", "UNDERFLOW", "LANE", "BITS", "UNSTROBED")
)


def field(word: int, name: str) -> int:
    mask = MASK[name]
    return (word & mask) // (mask & -mask)


class ApbMaster:
    """APB4: transfers back to back or apart; between them anything but PSEL and PENABLE may be anything."""

    def __init__(self, dut: Any, source: random.Random) -> None:
        self.dut, self.random, self.ended = dut, source, -1.0
        self.quiet()

    def quiet(self) -> None:
        self.show(0, 0, *(self.random.getrandbits(bits) for bits in (1, 8, 32, 4)))

    def show(self, select: int, enable: int, write: int, address: int, data: int, strobes: int) -> None:
        dut = self.dut
        dut.s_apb_psel.value, dut.s_apb_penable.value = select, enable
        dut.s_apb_pwrite.value, dut.s_apb_paddr.value = write, address
        dut.s_apb_pwdata.value, dut.s_apb_pstrb.value = data, strobes
        dut.s_apb_pprot.value = self.random.getrandbits(3)

    async def transfer(self, address: int, word: int | None = None, strobes: int = 0) -> int | None:
        """A read, or a write of a word: what PRDATA has at its end, None with PSLVERR."""
        dut = self.dut
        if get_sim_time("ns") != self.ended:
            await FallingEdge(dut.aclk)
        for _ in range(self.random.choice([0, 0, 0, 1, 2])):
            await FallingEdge(dut.aclk)
            assert int(dut.s_apb_pready.value) == int(dut.s_apb_pslverr.value) == 0
        data = self.random.getrandbits(32) if word is None else word
        self.show(1, 0, int(word is not None), address, data, strobes)
        await FallingEdge(dut.aclk)
        dut.s_apb_penable.value = 1
        await RisingEdge(dut.aclk)
        assert int(dut.s_apb_pready.value) == 1, "a wait state"
        refused, found = int(dut.s_apb_pslverr.value), dut.s_apb_prdata.value
        await FallingEdge(dut.aclk)
        self.quiet()
        self.ended = get_sim_time("ns")
        return None if refused else int(found) if word is None else 0


class Driver:
    """What software does."""

    def __init__(self, dut: Any, name: str) -> None:
        self.dut = dut
        self.random = random.Random(f"{CHOSEN.seed} {name}")
        Clock(dut.aclk, 10, unit="ns").start()
        dut.aresetn.value, dut.hash_wiping.value = 0, 0
        if APB:
            self.apb = ApbMaster(dut, self.random)
            return
        bus = AxiLiteBus.from_prefix(dut, "s_axil")
        self.axi = AxiLiteMaster(bus, dut.aclk, dut.aresetn, reset_active_level=False)
        for channel in (
            self.axi.write_if.aw_channel,
            self.axi.write_if.w_channel,
            self.axi.write_if.b_channel,
            self.axi.read_if.ar_channel,
            self.axi.read_if.r_channel,
        ):
            channel.set_pause_generator(self.pauses())

    def pauses(self) -> Any:
        while True:
            yield self.random.random() < 0.2

    async def start(self) -> "Driver":
        self.dut.aresetn.value = 0
        for _ in range(3):
            await FallingEdge(self.dut.aclk)
        self.dut.aresetn.value = 1
        await RisingEdge(self.dut.aclk)
        while field(await self.read("STATUS"), "STATUS__WIPING"):
            pass
        return self

    async def ask(self, address: int) -> int | None:
        """What is read at an address; None if that is an error."""
        if APB:
            return await self.apb.transfer(address)
        found = await self.axi.read(address, 4)
        assert found.resp in (AxiResp.OKAY, AxiResp.SLVERR)
        return int.from_bytes(found.data, "little") if found.resp == AxiResp.OKAY else None

    async def put(self, address: int, value: int) -> bool:
        """Write a word; whether that is no error."""
        if APB:
            return await self.apb.transfer(address, value, 0b1111) is not None
        done = await self.axi.write(address, value.to_bytes(4, "little"))
        assert done.resp in (AxiResp.OKAY, AxiResp.SLVERR)
        return bool(done.resp == AxiResp.OKAY)

    async def read(self, name: str, index: int = 0) -> int:
        found = await self.ask(ADDRESS[name] + 4 * index)
        assert found is not None
        return found

    async def write(self, name: str, value: int, index: int = 0) -> None:
        assert await self.put(ADDRESS[name] + 4 * index, value)

    async def store(self, data: bytes, strobes: int) -> None:
        """These bytes in the lanes that are strobed, the lowest first; anything in the other lanes."""
        rest = list(data)
        lanes = [rest.pop(0) if strobes >> lane & 1 else self.random.randrange(256) for lane in range(4)]
        assert not rest
        address = ADDRESS["MESSAGE"] + 4 * self.random.randrange(16)
        if APB:
            assert (
                await self.apb.transfer(address, int.from_bytes(bytes(lanes), "little"), strobes) is not None
            )
            return
        side, event = self.axi.write_if, Event()
        await side.int_write_resp_command_queue.put(
            AxiLiteWriteRespCmd(address, 4, 1, AxiProt.NONSECURE, event)
        )
        where, what = side.aw_channel._transaction_obj(), side.w_channel._transaction_obj()
        where.awaddr, where.awprot = address, AxiProt.NONSECURE
        what.wdata, what.wstrb = int.from_bytes(bytes(lanes), "little"), strobes
        await side.aw_channel.send(where)
        await side.w_channel.send(what)
        await event.wait()
        answer: Any = event.data
        assert answer.resp == AxiResp.OKAY

    async def errors(self) -> int:
        """The errors that were seen."""
        seen = await self.read("INTERRUPT_STATUS") & ERRORS
        await self.write("INTERRUPT_STATUS", seen)
        return seen

    async def space(self) -> int:
        return field(await self.read("STATUS"), "STATUS__SPACE")

    async def wait(self, name: str, value: int = 1) -> int:
        """STATUS once a field of it has this value or a greater one."""
        for _ in range(LIMIT):
            status = await self.read("STATUS")
            if field(status, name) >= value:
                return status
        raise AssertionError(f"{name} stays below {value}")

    def words(self, message: Message) -> list[tuple[int, int]]:
        """32-bit words of a message as they stand in memory, and the bits of each that count."""
        data = message.data + self.random.randbytes(-len(message.data) % 4)
        result = [
            (int.from_bytes(data[start : start + 4], "little"), min(32, message.bits - 8 * start))
            for start in range(0, len(data), 4)
        ]
        if not result or (message.bits % 32 == 0 and self.random.random() < 0.3):
            result.append((self.random.getrandbits(32), 0))
        return result

    async def send_word(self, lane: int, word: int, bits: int, last: bool) -> None:
        await self.write("LANE", lane)
        if last:
            await self.write("LAST", MASK["LAST__LAST"] | bits)
        await self.wait("STATUS__SPACE")
        await self.write("MESSAGE", word, self.random.randrange(16))

    async def digest(self, lane: int, wrong: bool = False) -> bytes:
        """The oldest digest of a lane; each word of it says whether it is wrong."""
        await self.write("LANE", lane)
        value, bits, last = 0, 0, False
        while not last:
            status = await self.wait("STATUS__DIGEST_VALID")
            assert field(await self.read("WAITING"), "WAITING__LANES") >> lane & 1
            assert bool(field(status, "STATUS__DIGEST_ERROR")) == wrong
            last = bool(field(status, "STATUS__DIGEST_LAST"))
            word = await self.read("DIGEST_DATA", self.random.randrange(16))
            count = field(status, "STATUS__DIGEST_BITS") if last else 32
            part = int.from_bytes(word.to_bytes(4, "little"), "big") >> (32 - count)
            value, bits = value << count | part, bits + count
        assert bits == DIGEST_BITS
        return (value << (-bits % 8)).to_bytes(-(-bits // 8), "big")


@cocotb.test
async def random_messages(dut: Any) -> None:
    """A message for each lane, their words in a random order of lanes, twice."""
    driver = await Driver(dut, "random_messages").start()
    for _ in range(1 if CHOSEN.options.get("brief") else 2):
        data = messages(CHOSEN, driver.random, STAGES, 1 if CHOSEN.options.get("brief") else 1.6)
        left = [list(driver.words(message)) for message in data]
        while any(left):
            lane = driver.random.choice([lane for lane in range(STAGES) if left[lane]])
            word, bits = left[lane].pop(0)
            await driver.send_word(lane, word, bits, not left[lane])
        for lane, message in enumerate(data):
            assert await driver.digest(lane) == message.digest, f"lane {lane}, {message.bits} bits"
    assert field(await driver.read("INTERRUPT_STATUS"), "INTERRUPT_STATUS__OVERFLOW") == 0


@cocotb.test
async def stores_of_any_bytes(dut: Any) -> None:
    """Bytes, half words and words at any address of the window, in any order, the lanes in between."""
    driver = await Driver(dut, "stores").start()
    await driver.write("LANE", 0)
    await driver.store(b"a", 0b0010)
    await driver.write("LAST", MASK["LAST__LAST"] | 16)
    await driver.store(b"bc", 0b1100)
    assert await driver.digest(0) == CHOSEN.model.digest(b"abc")

    data = messages(CHOSEN, driver.random, STAGES, 1.2)
    left = [(message.data, message.bits) for message in data]
    open_lanes = list(range(STAGES))
    while open_lanes:
        lane = driver.random.choice(open_lanes)
        text, bits = left[lane]
        strobes = driver.random.randrange(1, 16)
        count = strobes.bit_count()
        part = text[:count]
        ends = 8 * len(part) >= bits and driver.random.random() < 0.7
        await driver.write("LANE", lane)
        if ends:
            await driver.write("LAST", MASK["LAST__LAST"] | bits)
            part += driver.random.randbytes(count - len(part))
            open_lanes.remove(lane)
        elif len(part) < count or 8 * len(part) > bits:
            continue
        await driver.wait("STATUS__SPACE")
        await driver.store(part, strobes)
        left[lane] = text[len(part) :], bits - 8 * len(part)
    for lane, message in enumerate(data):
        assert await driver.digest(lane) == message.digest, f"lane {lane}, {message.bits} bits"
    assert await driver.errors() == 0


@cocotb.test
async def an_error_marks_its_digest(dut: Any) -> None:
    """A word that is lost, a last word that is, and one with more bits than it has; messages around them."""
    driver = await Driver(dut, "marks").start()
    overflow, bits, lane, unstrobed, underflow = (
        MASK[f"INTERRUPT_STATUS__{name}"] for name in ("OVERFLOW", "BITS", "LANE", "UNSTROBED", "UNDERFLOW")
    )
    here = STAGES - 1
    await driver.write("LANE", here)

    async def whole(text: bytes, claimed: int | None = None) -> None:
        await driver.wait("STATUS__SPACE")
        await driver.write("LAST", MASK["LAST__LAST"] | (8 * len(text) if claimed is None else claimed))
        await driver.store(text, 0b1110)

    right = CHOSEN.model.digest(b"abc")
    await whole(b"abc")
    for claimed in (25, 32, 33, 63):
        await whole(b"abc", claimed)
        await whole(b"abc")
        assert await driver.digest(here) == right
        assert await driver.digest(here, wrong=True) == right, "bits behind the end were hashed"
        assert await driver.errors() == bits
    assert await driver.digest(here) == right

    # The first word of a message is lost, then the last one, behind messages whose digests nobody reads.
    for lost in ("first", "last"):
        count = 0
        while await driver.space():
            await whole(b"abc")
            count += 1
            for _ in range(20):
                await RisingEdge(dut.aclk)
        assert await driver.errors() == 0
        await driver.write("LAST", MASK["LAST__LAST"] | 24 if lost == "last" else 0)
        await driver.write("MESSAGE", 0x636261)
        assert field(await driver.read("LAST"), "LAST__LAST") == 0
        assert await driver.errors() == overflow
        assert await driver.space() == 0
        for _ in range(count):
            assert await driver.digest(here) == right
        if lost == "first":
            await whole(b"abc")
        await whole(b"abc")
        await driver.digest(here, wrong=True)
        assert await driver.digest(here) == right
        assert await driver.errors() == 0

    # Nothing is written and no lane is chosen: no message is harmed.
    await driver.wait("STATUS__SPACE")
    await driver.store(b"a", 0b1000)
    await driver.store(b"", 0)
    assert await driver.errors() == unstrobed
    await driver.write("LANE", STAGES)
    await driver.write("LAST", MASK["LAST__LAST"])
    await driver.write("MESSAGE", 0)
    assert await driver.errors() == overflow | lane
    assert field(await driver.read("LAST"), "LAST__LAST") == 0
    assert await driver.read("DIGEST_DATA") == 0
    assert await driver.errors() == underflow | lane
    await driver.write("LANE", here)
    await driver.write("LAST", MASK["LAST__LAST"] | 16)
    await driver.store(b"", 0)
    await driver.store(b"bc", 0b0101)
    assert await driver.digest(here) == right


@cocotb.test
async def capabilities(dut: Any) -> None:
    driver = await Driver(dut, "capabilities").start()
    version = await driver.read("VERSION")
    assert field(version, "VERSION__IDENTITY") == 0x4853
    geometry = await driver.read("GEOMETRY")
    assert field(geometry, "GEOMETRY__WORD_BITS") == CHOSEN.word
    assert field(geometry, "GEOMETRY__LANES") == STAGES
    assert field(geometry, "GEOMETRY__FIFO_WORDS") == DEPTH
    assert await driver.read("BLOCK") == DESIGN.function.block_bits
    assert await driver.read("DIGEST") == DIGEST_BITS
    assert await driver.read("CONTEXT") == 0
    await driver.write("LAST", MASK["LAST__SAVE"] | MASK["LAST__RESUME"])
    assert await driver.read("LAST") == 0
    assert await driver.space() == DEPTH
    for address in (0x30, 0x3C, 0xC0, 0xFC, ADDRESS["CONTROL"], ADDRESS["MESSAGE"] + 60):
        assert await driver.ask(address) is None
    for name in ("VERSION", "STATUS", "CONTEXT"):
        assert not await driver.put(ADDRESS[name], 0xFFFFFFFF)
    for address in (0x30, 0xC0, ADDRESS["DIGEST_DATA"] + 60):
        assert not await driver.put(address, 0xFFFFFFFF)
    assert await driver.errors() == 0
    assert await driver.space() == DEPTH


@cocotb.test
async def errors_and_interrupts(dut: Any) -> None:
    driver = await Driver(dut, "errors").start()
    names = ("DIGEST", "SPACE", "OVERFLOW", "UNDERFLOW")
    digest, space, overflow, underflow = (MASK[f"INTERRUPT_STATUS__{name}"] for name in names)
    assert int(dut.irq.value) == 0
    assert await driver.read("INTERRUPT_STATUS") == space
    await driver.write("INTERRUPT_ENABLE", space)
    assert int(dut.irq.value) == 1
    await driver.write("INTERRUPT_ENABLE", digest | overflow | underflow)
    assert int(dut.irq.value) == 0

    # A digest that is not there, and a lane that is not there.
    assert await driver.read("DIGEST_DATA") == 0
    assert await driver.read("INTERRUPT_STATUS") == underflow | space
    assert int(dut.irq.value) == 1
    await driver.write("INTERRUPT_STATUS", underflow)
    assert int(dut.irq.value) == 0
    await driver.write("LANE", STAGES)
    await driver.write("LAST", MASK["LAST__LAST"])
    await driver.write("MESSAGE", 1)
    lane = MASK["INTERRUPT_STATUS__LANE"]
    assert await driver.read("INTERRUPT_STATUS") == overflow | space | lane
    assert field(await driver.read("LAST"), "LAST__LAST") == 0
    await driver.write("INTERRUPT_STATUS", overflow | lane)
    await driver.write("LANE", STAGES - 1)

    # The FIFO fills up behind digests that nobody reads, and the bus goes on.
    await driver.write("LAST", 0)
    await driver.write("INTERRUPT_ENABLE", overflow)
    full = False
    while not full:
        await driver.write("LAST", MASK["LAST__LAST"])
        await driver.write("MESSAGE", 0)
        full = bool(await driver.read("INTERRUPT_STATUS") & overflow)
    assert int(dut.irq.value) == 1
    assert await driver.space() == 0
    await driver.wait("STATUS__DIGEST_VALID")
    empty = CHOSEN.model.digest(b"")
    assert await driver.digest(STAGES - 1) == empty

    # CONTROL.clear drops it all; the next message starts anew.
    await driver.write("MESSAGE", 0)
    await driver.write("CONTROL", 1)
    while field(await driver.read("STATUS"), "STATUS__WIPING"):
        assert await driver.space() in (0, DEPTH)
    assert await driver.space() == DEPTH
    assert await driver.read("WAITING") == 0
    assert field(await driver.read("LAST"), "LAST__LAST") == 0
    await driver.send_word(STAGES - 1, 0, 0, True)
    await driver.write("INTERRUPT_STATUS", overflow)
    await driver.write("INTERRUPT_ENABLE", digest)
    for _ in range(LIMIT):
        await RisingEdge(dut.aclk)
        if int(dut.irq.value):
            break
    assert await driver.digest(STAGES - 1) == empty
    for _ in range(2):
        await RisingEdge(dut.aclk)
    assert int(dut.irq.value) == 0


@cocotb.test
async def what_the_hash_function_overwrites_is_said(dut: Any) -> None:
    driver = await Driver(dut, "wiping").start()
    for value in (0, 1, 0):
        dut.hash_wiping.value = value
        assert field(await driver.read("STATUS"), "STATUS__WIPING") == value


def holders(place: Any, patterns: Collection[str]) -> Iterator[str]:
    """Signals below a place of the hierarchy whose bits have one of the patterns, by their paths.

    Each is read once: that is what takes long.
    """
    for one in place:
        if isinstance(one, (PackedObject, LogicArrayObject)):
            bits = str(one.value)
            if any(pattern in bits for pattern in patterns):
                yield str(one._path)
        elif not isinstance(one, LogicObject) and hasattr(one, "__iter__"):
            yield from holders(one, patterns)


@cocotb.test(skip=not CHOSEN.options.get("secret"))
async def a_wipe_leaves_nothing(dut: Any) -> None:
    """Words of a message and of a digest lie in the block; behind a wipe, and behind a reset, none does."""
    driver = await Driver(dut, "wipe").start()
    await driver.wait("STATUS__SPACE")
    assert field(await driver.read("STATUS"), "STATUS__SECRET") == 1
    message = bytes([0xA5] * 3)
    pattern = f"{0xA5A5A5:024b}"
    digest = CHOSEN.model.digest(message)
    parts = {pattern, *(f"{int.from_bytes(digest[i : i + 3], 'big'):024b}" for i in range(len(digest) - 2))}
    parts |= {f"{int.from_bytes(digest[i : i + 3], 'little'):024b}" for i in range(len(digest) - 2)}

    def remembered() -> list[str]:
        # What stands at the ports is the hash function's and the master's own.
        own = re.compile(r"adapter\.(block\.)?(out_|gen_lane\[\d+\]\.digest_resizer\.|(bus\.)?s_axil_wdata)")
        return [name for name in holders(dut.adapter, parts) if not own.search(name)]

    for how in ("wipe", "reset"):
        await driver.write("LANE", 0)
        await driver.write("LAST", MASK["LAST__LAST"] | 24)
        await driver.store(message, 0b0111)
        await driver.wait("STATUS__DIGEST_VALID")
        await driver.store(message, 0b1110)
        await driver.read("DIGEST_DATA")
        for _ in range(2):
            await RisingEdge(dut.aclk)
        assert remembered()
        if not APB:
            assert int(dut.s_axil_rvalid.value) == 0
        assert int((dut.s_apb_prdata if APB else dut.s_axil_rdata).value) == 0
        if how == "wipe":
            await driver.write("CONTROL", MASK["CONTROL__WIPE"])
        else:
            await driver.start()
        for _ in range(DEPTH + 4):
            await RisingEdge(dut.aclk)
        assert remembered() == []
        assert field(await driver.read("STATUS"), "STATUS__WIPING") == 0
        assert await driver.space() == DEPTH
        await driver.write("LANE", 0)
        await driver.write("LAST", MASK["LAST__LAST"] | 24)
        await driver.store(b"abc", 0b0111)
        assert await driver.digest(0) == CHOSEN.model.digest(b"abc")
        assert await driver.errors() == 0


@cocotb.test
async def reset_in_the_middle(dut: Any) -> None:
    driver = await Driver(dut, "reset").start()
    for _ in range(2):
        cut, whole = messages(CHOSEN, driver.random, 2, 1)
        words = driver.words(cut)
        for word, bits in words[: driver.random.randint(0, len(words) - 1)]:
            await driver.send_word(0, word, bits, False)
        await driver.start()
        words = driver.words(whole)
        for number, (word, bits) in enumerate(words):
            await driver.send_word(0, word, bits, number == len(words) - 1)
        assert await driver.digest(0) == whole.digest
