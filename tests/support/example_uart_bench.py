# SPDX-License-Identifier: Apache-2.0
"""cocotb bench of the ULX3S example: its host program's bytes as bits on the line; see test_examples.py."""

import io
import random
from typing import Any

import cocotb
from bus_simulation import settings
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, FallingEdge, with_timeout
from hash_over_uart import DIGEST_BYTES, hash_file

CHOSEN = settings()
CYCLES: int = CHOSEN.options["cycles"]
PERIOD_NS = 40


class Line:
    """The end of the serial line that the host has, with the methods of serial.Serial that are used."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.sent = bytearray()

    def write(self, data: bytes) -> None:
        """As serial.Serial: the bytes are sent while the program goes on."""
        self.sent += data

    def read(self, count: int) -> bytes:
        """Nothing, for what comes back is for `receive`."""
        return bytes(count)

    async def bit(self, value: int) -> None:
        self.dut.ftdi_txd.value = value
        await ClockCycles(self.dut.clk_25mhz, CYCLES)

    async def send(self, data: bytes) -> None:
        for byte in data:
            for value in (0, *(byte >> i & 1 for i in range(8)), 1):
                await self.bit(value)

    async def receive(self, count: int) -> bytes:
        result = bytearray()
        for _ in range(count):
            await FallingEdge(self.dut.ftdi_rxd)
            await ClockCycles(self.dut.clk_25mhz, CYCLES // 2)
            bits = [int(self.dut.ftdi_rxd.value)]
            while len(bits) < 10:
                await ClockCycles(self.dut.clk_25mhz, CYCLES)
                bits.append(int(self.dut.ftdi_rxd.value))
            assert (bits[0], bits[9]) == (0, 1)
            result.append(sum(bit << i for i, bit in enumerate(bits[1:9])))
        return bytes(result)


async def begin(dut: Any) -> Line:
    """A board that has just been configured."""
    dut.ftdi_txd.value = 1
    dut.btn1.value = 0
    Clock(dut.clk_25mhz, PERIOD_NS, unit="ns").start()
    await ClockCycles(dut.clk_25mhz, 10)
    return Line(dut)


def framed(data: bytes) -> bytes:
    """The bytes that the host program sends for a message."""
    line = Line(None)
    assert len(hash_file(line, io.BytesIO(data))) == DIGEST_BYTES
    return bytes(line.sent)


async def digest(line: Line, sent: bytes) -> bytes:
    """What the board answers to these bytes."""
    coming = cocotb.start_soon(line.receive(DIGEST_BYTES))
    await line.send(sent)
    found: bytes = await with_timeout(coming, 12 * CYCLES * DIGEST_BYTES * PERIOD_NS, "ns")
    return found


def led(dut: Any, number: int) -> int:
    return int(dut.led.value) >> number & 1


@cocotb.test
async def messages(dut: Any) -> None:
    """Of no chunk, of one as the host program makes it, and of chunks of any length; the LEDs count them."""
    source = random.Random(CHOSEN.seed)
    line = await begin(dut)
    assert int(dut.led.value) == 1
    assert int(dut.wifi_gpio0.value) == 1
    long = source.randbytes(100)
    cut = source.randrange(1, 99)
    parts = bytes([cut]) + long[:cut] + bytes([100 - cut]) + long[cut:] + b"\0"
    short = source.randbytes(source.randrange(1, 40))
    for number, (data, sent) in enumerate([(b"", framed(b"")), (short, framed(short)), (long, parts)], 1):
        assert await digest(line, sent) == CHOSEN.model.digest(data), f"{len(data)} bytes, {cut} in a chunk"
        await ClockCycles(dut.clk_25mhz, 2 * CYCLES)
        assert int(dut.led.value) == number << 4 | 1


@cocotb.test
async def button_and_break(dut: Any) -> None:
    """Either drops a message that was begun."""
    source = random.Random(CHOSEN.seed)
    line = await begin(dut)
    for way in ("button", "break"):
        await line.send(framed(source.randbytes(100))[: source.randrange(1, 30)])
        await ClockCycles(dut.clk_25mhz, 2 * CYCLES)  # the last byte is through the synchroniser
        assert (led(dut, 0), led(dut, 1)) == (1, 1)
        pin, pressed = (dut.btn1, 1) if way == "button" else (dut.ftdi_txd, 0)
        pin.value = pressed
        await ClockCycles(dut.clk_25mhz, 15 * CYCLES)
        assert int(dut.led.value) == 0
        pin.value = 1 - pressed
        await ClockCycles(dut.clk_25mhz, 10)
        assert int(dut.led.value) == 1
    data = source.randbytes(20)
    assert await digest(line, framed(data)) == CHOSEN.model.digest(data)


@cocotb.test
async def too_early(dut: Any) -> None:
    """Messages that do not wait for digests end in a lost byte, and an LED says so until the reset."""
    line = await begin(dut)
    for _ in range(DIGEST_BYTES):  # one digest is still on its way
        await line.send(framed(b""))
        if led(dut, 3):
            break
    else:
        raise AssertionError("no byte was lost")
    dut.btn1.value = 1
    await ClockCycles(dut.clk_25mhz, 10)
    dut.btn1.value = 0
    await ClockCycles(dut.clk_25mhz, 10)
    assert int(dut.led.value) == 1
