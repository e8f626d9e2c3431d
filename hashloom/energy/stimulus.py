# SPDX-License-Identifier: Apache-2.0
"""What a core is given while its energy is counted: long messages, short ones, then nothing.

The bench that verifies RTL runs the messages through it, without a stall, all lanes busy; what it drives at
the ports is what the netlist gets, cycle by cycle. While nothing is offered the inputs rest, and when all is
done nothing is offered any more. The digests that the netlist hands out are compared with the reference
model's.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from hashloom.catalogue.design import Design
from hashloom.errors import HashloomError
from hashloom.models import model_for
from hashloom.simulation import MessageRun, Simulator
from hashloom.simulation.waveform import read_vcd

SEED = 1
"""Seed of messages and first states."""
BLOCKS = 8
"""Blocks of each lane, at least, that long messages are measured over."""
CYCLES = 64
"""Clock cycles that they are measured over, at least."""
SHORT_BYTES = 64
SHORT = 4
"""Short messages of each lane that are measured."""
IDLE = 32
"""Clock cycles without a message, at least."""
_AROUND = 2
"""Short messages of each lane before and behind those that are measured."""
_DRAIN = 4
"""Clock cycles between the last digest and the idle ones, beside one for each lane."""
_RESTING = ("block_data", "block_first", "block_last", "block_empty", "block_count")


@dataclass(frozen=True)
class Window:
    """Clock cycles from `start` up to `end`, in which so many bits of messages were hashed."""

    start: int
    end: int
    bits: int


@dataclass(frozen=True)
class Stimulus:
    """Values of the ports in each cycle by name, what is measured when, and the digests by lane.

    `blocks` are the windows of long messages one by one, each of a block of every lane; `short` is that of
    short messages, `idle` that without any.
    """

    ports: Mapping[str, Sequence[int]]
    blocks: tuple[Window, ...]
    short: Window
    idle: Window
    digests: tuple[tuple[bytes, ...], ...]
    digest_bits: int
    block_bits: int

    def lines(self, inputs: Sequence[str]) -> list[str]:
        """The values of these bits of ports as the simulator reads them: the first, then changes by cycle."""
        places = [_place(bit) for bit in inputs]
        by_port: dict[str, list[tuple[int, int]]] = {}
        for number, (name, bit) in enumerate(places):
            by_port.setdefault(name, []).append((bit, number))
        lines = [" ".join(str(self.ports[name][0] >> bit & 1) for name, bit in places)]
        for cycle in range(1, self.idle.end):
            changed: list[int] = []
            for name, bits in by_port.items():
                differ = self.ports[name][cycle] ^ self.ports[name][cycle - 1]
                if differ:
                    changed += [number for bit, number in bits if differ >> bit & 1]
            lines.append(" ".join(map(str, (len(changed), *changed))))
        return lines

    def refuse_wrong(self, outputs: Sequence[str], values: Sequence[str]) -> None:
        """HashloomError unless the outputs are those that belong to the messages.

        `outputs` are bits of ports, `values` their values in each cycle from the first edge on.
        """
        places = [_place(bit) for bit in outputs]
        names = {name for name, _ in places}

        def port(text: str, wanted: str) -> int:
            return sum(1 << bit for (name, bit), value in zip(places, text, strict=True)
                       if name == wanted and value == "1")  # fmt: skip

        found: list[list[int]] = [[] for _ in self.digests]
        width = sum(name == "digest_data" for name, _ in places)
        for cycle, text in enumerate(values, start=1):
            if port(text, "block_ready") != self.ports["block_ready"][cycle] and cycle > 2 * len(found):
                raise HashloomError(f"the netlist takes other blocks than its RTL in cycle {cycle}")
            if port(text, "digest_valid") and self.ports["digest_ready"][cycle] and cycle > len(found):
                lane = port(text, "digest_lane") if "digest_lane" in names else 0
                if lane < len(found):
                    found[lane].append(port(text, "digest_data"))
        for lane, expected in enumerate(self.digests):
            beats = ceil(self.digest_bits / width)
            made = [
                _digest(found[lane][at : at + beats], width, self.digest_bits)
                for at in range(0, len(found[lane]), beats)
            ]
            if made != list(expected):
                raise HashloomError(f"the netlist with delays computes wrong digests in lane {lane}")


def stimulus(design: Design, simulator: Simulator, folder: Path, seed: int = SEED) -> Stimulus:
    """What a design is given, whose RTL the simulator has. HashloomError where it does not do its work."""
    model, lanes = model_for(design.function), simulator.lanes
    interval = design.cycles_block()
    count = max(BLOCKS, ceil(CYCLES / interval))
    choices = random.Random(seed)
    long_bits = (count + 2) * model.block_bits
    messages, places = [], []
    for lane in range(lanes):
        sizes = [long_bits // 8 + 1] + [SHORT_BYTES] * (SHORT + _AROUND)
        messages += [choices.randbytes(size) for size in sizes]
        places += [(lane, 0)] * len(sizes)
    blocks = [model.blocks(message, 8 * len(message)) for message in messages]
    wave = folder / "ports.vcd"
    run = simulator.run(blocks, seed=seed, instances=1, places=places, vcd=wave)
    if run.failure is not None:
        raise HashloomError(f"the RTL breaks the contract: {run.failure}")
    expected = [model.digest(message) for message in messages]
    if [_first_bits(one, model.digest_bits) for one in run.messages] != expected:
        raise HashloomError("the RTL computes wrong digests")
    ports = _resting(read_vcd(wave))
    wave.unlink()
    of_lane = len(messages) // lanes
    first = [one for one in run.messages[:of_lane] if one is not None]
    accepted = first[0].accepted
    if set(first[0].intervals) != {interval}:
        raise HashloomError(f"blocks do not follow each other in {interval} cycles")
    windows = tuple(
        Window(accepted[number] + 1, accepted[number + 1] + 1, lanes * model.block_bits)
        for number in range(1, count + 1)
    )
    short = Window(
        first[2].accepted[0] + 1, first[2 + SHORT].accepted[0] + 1, 8 * SHORT_BYTES * SHORT * lanes
    )
    done = len(ports["block_valid"]) + _DRAIN + lanes
    idle = Window(done, done + ceil(IDLE / lanes) * lanes, 0)
    return Stimulus(
        ports={name: [*values, *[values[-1]] * (idle.end - len(values))] for name, values in ports.items()},
        blocks=windows,
        short=short,
        idle=idle,
        digests=tuple(tuple(expected[at : at + of_lane]) for at in range(0, len(expected), of_lane)),
        digest_bits=model.digest_bits,
        block_bits=model.block_bits,
    )


def _resting(ports: dict[str, list[int]]) -> dict[str, list[int]]:
    """The same, with inputs that rest while nothing is offered; in the last cycle nothing is."""
    ports["block_valid"][-1] = 0
    for name in _RESTING:
        values = ports.get(name, [])
        for cycle in range(1, len(values)):
            if not ports["block_valid"][cycle]:
                values[cycle] = values[cycle - 1]
    return ports


def _first_bits(one: MessageRun | None, bits: int) -> bytes:
    """The digest of a message in the bits of its beats, of which the last need not be full."""
    if one is None:
        return b""
    value = int.from_bytes(one.digest, "big") >> (8 * len(one.digest) - one.digest_bits)
    return _digest([value], one.digest_bits, bits)


def _digest(beats: Sequence[int], width: int, bits: int) -> bytes:
    """The digest in its beats, whose first bit is the most significant one."""
    value = 0
    for beat in beats:
        value = value << width | beat
    value >>= max(0, width * len(beats) - bits)
    return (value << -bits % 8).to_bytes((bits + 7) // 8, "big")


def _place(bit: str) -> tuple[str, int]:
    """The port of a bit, and its index."""
    name, bracket, index = bit.partition("[")
    return name, int(index[:-1]) if bracket else 0
