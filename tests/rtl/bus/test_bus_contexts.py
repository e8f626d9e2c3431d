# SPDX-License-Identifier: Apache-2.0
"""Messages leave and go on through the registers: the C driver on the block in Verilator.

Contexts and digests are those of the reference models.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pytest
from driver_simulation import (
    ARGUMENT,
    AT_LAST,
    AT_MESSAGE,
    HARMED,
    LAST_BIT,
    LENGTH,
    OK,
    OVERFLOW,
    RESUME_BIT,
    SAVE_BIT,
    SILENT,
    TIMEOUT,
    Simulated,
    chunks,
    made,
)
from own_state import here

from hashloom.catalogue import resolve_design
from hashloom.catalogue.design import Design
from hashloom.export.contexts import LEVEL, context_after, context_bytes
from hashloom.verification.cases import random_message

PARAMETERS = [
    ("sha256/staggered-2m", 32, 16, 0, "registers"),
    ("sha1", 64, 64, 1, "apb"),
    ("skein-256/4r-2m", 8, 4, 0, "apb"),
    ("sha3-256/apart-2m", 16, 16, 1, "registers"),
]
"""Design, WORD, DEPTH, SECRET, bus."""


Step = tuple[str, Sequence[object]]
"""A command and the beginning of its answer."""


@dataclass(frozen=True)
class Device:
    """A simulated device, and the design in it."""

    simulated: Simulated
    design: Design

    @property
    def block(self) -> int:
        """Bytes of a block."""
        return self.design.function.block_bits // 8

    @property
    def size(self) -> int:
        """Bytes of a digest."""
        return -(-self.design.function.digest_bits // 8)

    def digest(self, message: bytes, bits: int | None = None) -> str:
        """As the model has it, in hexadecimal."""
        return self.simulated.model.digest(message, 8 * len(message) if bits is None else bits).hex()

    def context(self, message: bytes) -> str:
        """The context after a message of whole blocks, in hexadecimal."""
        return context_after(self.design, message, len(message) // self.block).hex()

    def check(self, steps: list[Step]) -> None:
        """Every command has the beginning of its answer."""
        answers = self.simulated.run([command for command, _ in steps])
        heard = [(command, answer) for command, answer in steps if not command.startswith(("seed", *SILENT))]
        for (command, right), answer in zip(heard, answers, strict=True):
            assert answer[: len(right)] == [str(one) for one in right], command[:80]


@pytest.fixture(scope="module", params=PARAMETERS, ids=lambda found: f"{found[0]}-{found[1]}-{found[4]}")
def device(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Device:
    name, word, depth, secret, bus = request.param
    simulated = made(name, word, depth, tmp_path_factory.mktemp("contexts"), secret, bus, LEVEL)
    return Device(simulated, resolve_design(name, here()))


@dataclass
class Stream:
    """A message on its way: how much of it has gone, and the bytes of which the last context was made."""

    message: bytes
    bits: int
    gone: int = 0

    @property
    def left(self) -> bytes:
        """What has not gone, whole bytes."""
        return self.message[self.gone : self.bits // 8]


def steps_of(device: Device, rng: random.Random, count: int) -> Iterator[Step]:
    """More streams than lanes: each gets a lane for some blocks, leaves, and goes on in any lane."""
    lanes, block = device.simulated.lanes, device.block
    waiting: list[Stream] = []
    for _ in range(count):
        choice = [24 * block + 5, 0, 8 * block, 16 * block, rng.randrange(40 * block)]
        bits = rng.choice(choice) if waiting else choice[0]
        waiting.append(Stream(random_message(rng, bits), bits))
    busy: dict[int, tuple[Stream, list[bytes], bool]] = {}
    leaving: dict[int, Stream] = {}
    while waiting or busy or leaving:
        lane = rng.randrange(lanes)
        if lane in leaving:
            stream = leaving.pop(lane)
            yield (
                f"take {lane} {len(device.context(bytes(block))) // 2}",
                [OK, device.context(stream.message[: stream.gone])],
            )
            waiting.append(stream)
        elif lane in busy:
            stream, parts, leaves = busy[lane]
            if parts:
                yield f"update {lane} {rng.randrange(8)} {parts.pop(0).hex()}", [OK]
            elif leaves:
                del busy[lane]
                if rng.random() < 0.5:
                    yield f"leave {lane}", [OK]
                    leaving[lane] = stream
                else:
                    yield f"save {lane} 500", [OK, device.context(stream.message[: stream.gone])]
                    waiting.append(stream)
            else:
                del busy[lane]
                tail = stream.message[stream.bits // 8 :].hex()
                yield f"end {lane} {stream.bits % 8} {tail}", [OK]
                yield f"take {lane} {device.size}", [OK, device.digest(stream.message, stream.bits)]
        elif waiting:
            stream = waiting.pop(rng.randrange(len(waiting)))
            if stream.gone:
                context = device.context(stream.message[: stream.gone])
                yield f"resume {lane} {rng.randrange(8)} {context}", [OK]
            else:
                yield f"init {lane}", [OK]
            blocks = len(stream.left) // block
            leaves = blocks > 0 and (not stream.gone or rng.random() < 0.7)
            size = block * rng.randint(1, blocks) if leaves else len(stream.left)
            busy[lane] = (stream, list(chunks(stream.left[:size], rng)), leaves)
            stream.gone += size


@pytest.mark.long
@pytest.mark.sampled(2)
def test_more_streams_than_lanes(device: Device, rng: random.Random) -> None:
    opened: Step = ("open", [OK, device.simulated.lanes, device.simulated.depth])
    steps = [*steps_of(device, rng, device.simulated.lanes + 4), ("errors", [0])]
    device.check([(f"seed 0 {rng.getrandbits(31)}", []), opened, *steps])
    assert {command.split()[0] for command, _ in steps} >= {"resume", "end"}


@pytest.mark.long
@pytest.mark.sampled(2)
def test_a_midstate_outlives_the_power(device: Device, rng: random.Random) -> None:
    """A beginning is hashed once; in another simulation messages go on from it, one of them with nothing."""
    begun = random_message(rng, 16 * device.block)
    context = device.context(begun)
    said = device.simulated.run(
        ["open", "init 0", f"update 0 3 {begun.hex()}", f"save 0 {len(context) // 2}"]
    )
    assert said[0][6] == str(context_bytes(device.design))
    assert said[3] == [str(OK), context]
    steps: list[Step] = [("open", [OK])]
    for bits in (0, 1, 24, 8 * device.block, 8 * device.block + 77):
        lane = rng.randrange(device.simulated.lanes)
        more = random_message(rng, bits)
        steps += [
            (f"resume {lane} {rng.randrange(8)} {said[3][1]}", [OK]),
            *((f"update {lane} 0 {part.hex()}", [OK]) for part in chunks(more[: bits // 8], rng)),
            (f"end {lane} {bits % 8} {more[bits // 8 :].hex()}", [OK]),
            (f"take {lane} {device.size}", [OK, device.digest(begun + more, 8 * len(begun) + bits)]),
        ]
    device.check([*steps, ("errors", [0])])


@pytest.mark.long
@pytest.mark.sampled(2)
def test_wrong_use_is_said(device: Device, rng: random.Random) -> None:
    lane, block = device.simulated.lanes - 1, device.block
    whole = random_message(rng, 8 * block)
    context, size = device.context(whole), device.size
    room = len(context) // 2
    full = ["open", "patience 0 200", *[f"init {lane}", f"end {lane} 0"] * (device.simulated.depth + 20)]
    count = [answer[0] for answer in device.simulated.run(full)[2::2]].index(str(TIMEOUT))
    plain: list[Step] = [
        (f"init {lane}", [OK]),
        (f"update {lane} 0 616263", [OK]),
        (f"final {lane} {size}", [OK, device.digest(b"abc")]),
    ]
    device.check(
        [
            ("open", [OK]),
            # Neither nothing nor a part of a block can be saved; the message goes on.
            (f"init {lane}", [OK]),
            (f"save {lane} {room}", [LENGTH]),
            (f"leave {lane}", [LENGTH]),
            (f"update {lane} 0 {whole[:3].hex()}", [OK]),
            (f"save {lane} {room}", [LENGTH]),
            (f"update {lane} 1 {whole[3:].hex()}", [OK]),
            (f"update {lane} 1 ", [OK]),
            # Nor into a place that is too small.
            (f"save {lane} {room - 1}", [ARGUMENT]),
            (f"save {lane} {room}", [OK, context]),
            (f"save {lane} {room}", [ARGUMENT]),
            # What is no context is refused, and one that says nothing more cannot be saved again.
            (f"resume {lane} 0 {context[2:]}", [ARGUMENT]),
            (f"resume {device.simulated.lanes} 0 {context}", [ARGUMENT]),
            (f"resume {lane} 0 {context}", [OK]),
            (f"save {lane} {room}", [LENGTH]),
            (f"final {lane} {size}", [OK, device.digest(whole)]),
            # A message that is given up where it might have left.
            (f"resume {lane} 0 {context}", [OK]),
            (f"update {lane} 0 {whole.hex()}", [OK]),
            (f"abort {lane}", [OK]),
            *plain,
            # Past the driver: saved where no block ends.
            (f"poke {AT_LAST} {LAST_BIT | SAVE_BIT | 8}", []),
            (f"poke {AT_MESSAGE} 97", []),
            (f"expect {lane}", []),
            (f"take {lane} {room}", [HARMED]),
            *plain,
            # Saved with nothing behind the end of a block.
            (f"init {lane}", [OK]),
            (f"update {lane} 0 {whole[:-4].hex()}", [OK]),
            (f"poke {AT_MESSAGE} {int.from_bytes(whole[-4:], 'little')}", []),
            (f"poke {AT_LAST} {LAST_BIT | SAVE_BIT}", []),
            (f"poke {AT_MESSAGE} 0", []),
            (f"expect {lane}", []),
            (f"take {lane} {room}", [HARMED]),
            *plain,
            # To be saved, but not with the last word: that says nothing.
            (f"init {lane}", [OK]),
            (f"poke {AT_LAST} {SAVE_BIT}", []),
            (f"update {lane} 0 616263", [OK]),
            (f"final {lane} {size}", [OK, device.digest(b"abc")]),
            # The mark of a context in the middle of a message: its digest is marked, the next one is not.
            (f"init {lane}", [OK]),
            (f"update {lane} 0 61", [OK]),
            (f"poke {AT_LAST} {RESUME_BIT}", []),
            (f"update {lane} 0 6263", [OK]),
            (f"update {lane} 0 {whole.hex()}", [OK]),
            (f"final {lane} {size}", [HARMED, device.digest(b"abc" + whole)]),
            *plain,
            # And with its last word.
            (f"init {lane}", [OK]),
            (f"update {lane} 0 6162", [OK]),
            (f"poke {AT_LAST} {RESUME_BIT | LAST_BIT | 8}", []),
            (f"poke {AT_MESSAGE} 99", []),
            (f"expect {lane}", []),
            (f"take {lane} {size}", [HARMED, device.digest(b"abc")]),
            *plain,
            # A message that ends in its context.
            (f"resume {lane} 0 {context}", [OK]),
            (f"abort {lane}", [OK]),
            (f"poke {AT_LAST} {RESUME_BIT | LAST_BIT | 32}", []),
            (f"poke {AT_MESSAGE} 1", []),
            (f"expect {lane}", []),
            (f"take {lane} {size}", [HARMED]),
            *plain,
            # A clear takes back what LAST says of the next word.
            (f"poke {AT_LAST} {RESUME_BIT}", []),
            ("reset", [OK]),
            *plain,
            (f"poke {AT_LAST} {LAST_BIT | SAVE_BIT | 32}", []),
            ("reset", [OK]),
            *plain,
            # And what has come of a context.
            (f"poke {AT_LAST} {RESUME_BIT}", []),
            (f"poke {AT_MESSAGE} 1", []),
            ("wipe", [OK]),
            *plain,
            ("errors", [0]),
            # The word with the mark is lost: the message is marked, and no later word of it begins a context.
            *[(f"init {lane}", [OK]), (f"end {lane} 0", [OK])] * count,
            (f"poke {AT_LAST} {RESUME_BIT}", []),
            (f"poke {AT_MESSAGE} 1", []),
            ("errors", [OVERFLOW]),
            *[(f"expect {lane}", []), (f"take {lane} {size}", [OK, device.digest(b"")])] * count,
            (f"init {lane}", [OK]),
            (f"update {lane} 0 {whole.hex()}", [OK]),
            (f"final {lane} {size}", [HARMED]),
            *plain,
            # So it is where the last word is lost that was to make one.
            *[(f"init {lane}", [OK]), (f"end {lane} 0", [OK])] * count,
            (f"poke {AT_LAST} {LAST_BIT | SAVE_BIT | 32}", []),
            (f"poke {AT_MESSAGE} 1", []),
            *[(f"expect {lane}", []), (f"take {lane} {size}", [OK, device.digest(b"")])] * count,
            (f"expect {lane}", []),
            (f"take {lane} {size}", [HARMED]),
            *plain,
        ]
    )  # fmt: skip
