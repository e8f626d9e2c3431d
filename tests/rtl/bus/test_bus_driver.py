# SPDX-License-Identifier: Apache-2.0
"""The C driver of the register block: compiled without a warning, and run on the block in Verilator."""

import random
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from bus_designs import BUS
from driver_simulation import (
    ARGUMENT,
    AT_LAST,
    AT_MESSAGE,
    BITS,
    HARMED,
    LAST_BIT,
    OK,
    OVERFLOW,
    RESUME_BIT,
    SAVE_BIT,
    SILENT,
    SMALL,
    SOFTWARE,
    TIMEOUT,
    Simulated,
    chunks,
    made,
)

from hashloom.catalogue.adapters import REGISTERS
from hashloom.models.skein import Skein
from hashloom.verification.arguments import Request, strings
from hashloom.verification.arguments import command as command_of
from hashloom.verification.cases import random_message

WARNINGS = ("-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Wcast-qual", "-Werror")
PARAMETERS = [
    ("sha1", 64, 16, 0, "registers"),
    ("sha256/staggered-2m", 32, 64, 1, "registers"),
    ("sha1", 64, 16, 0, "apb"),
    ("sha256/staggered-2m", 32, 64, 1, "apb"),
]


@pytest.mark.parametrize("compiler", ["gcc", "clang"])
@pytest.mark.parametrize("source", ["hash_driver.c", "hash_uio.c"])
def test_it_compiles_without_a_warning(compiler: str, source: str, tmp_path: Path) -> None:
    path = shutil.which(compiler)
    if path is None:
        pytest.skip(f"{compiler} is not installed")
    for more in ((), ("-DHASH_DRIVER_IO",)):
        command = [path, "-std=c11", "-D_DEFAULT_SOURCE", *WARNINGS, *more, f"-I{BUS / 'include'}"]
        subprocess.run([*command, "-O2", "-c", SOFTWARE / source, "-o", tmp_path / "driver.o"], check=True)


@pytest.fixture(scope="module", params=PARAMETERS)
def simulated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Simulated:
    design, word, depth, secret, bus = request.param
    return made(design, word, depth, tmp_path_factory.mktemp("driver"), secret, bus)


@pytest.mark.long
def test_messages_in_any_parts(simulated: Simulated, rng: random.Random) -> None:
    """The lanes in any order, parts of any length from any address, some messages given up in the middle."""
    commands = [f"seed 0 {rng.getrandbits(31)}", "open"]
    expected: list[list[str] | None] = [None]

    def ask(command: str, *answer: object) -> None:
        commands.append(command)
        expected.append([str(one) for one in (OK, *answer)])

    size = -(-simulated.model.digest_bits // 8)
    for _ in range(4):
        under_way = {}
        for lane in range(simulated.lanes):
            bits = rng.choice([0, 8, simulated.model.block_bits, rng.randrange(1800)])
            data = random_message(rng, bits)
            under_way[lane] = (chunks(data[: bits // 8], rng), data, bits)
            ask(f"init {lane}")
        ended: list[int] = []
        while under_way:
            lane = rng.choice(list(under_way))
            parts, data, bits = under_way[lane]
            part = next(parts, None)
            if rng.random() < 0.01:
                ask(f"abort {lane}")
                del under_way[lane]
            elif part is not None:
                ask(f"update {lane} {rng.randrange(8)} {part.hex()}")
            else:
                digest = simulated.model.digest(data, bits).hex()
                if bits % 8 == 0 and rng.random() < 0.5:
                    ask(f"final {lane} {size}", digest)
                else:
                    ask(f"end {lane} {bits % 8} {data[bits // 8 :].hex()}")
                    ask(f"take {lane} {size}", digest)
                ended.append(lane)
                del under_way[lane]
    commands.append("errors")
    expected.append(["0"])
    answers = simulated.run(commands)
    assert answers[0][:3] == ["0", str(simulated.lanes), str(simulated.depth)]
    for command, answer, right in zip(commands[2:], answers[1:], expected[1:], strict=True):
        assert answer == right, command[:80]


@pytest.mark.long
def test_what_goes_wrong_is_said(simulated: Simulated, rng: random.Random) -> None:
    size = -(-simulated.model.digest_bits // 8)
    lane = simulated.lanes - 1
    abc = simulated.model.digest(b"abc", 24).hex()
    plain = [f"init {lane}", f"update {lane} 0 616263"]
    # Messages that end before the lane and the FIFO are full, for nobody reads their digests.
    full = ["open", "patience 0 200", *[f"init {lane}", f"end {lane} 0"] * (simulated.depth + 20)]
    count = [answer[0] for answer in simulated.run(full)[2::2]].index(str(TIMEOUT))
    empty = simulated.model.digest(b"", 0).hex()
    fill = [f"init {lane}", f"end {lane} 0"] * count
    lose = [f"poke {AT_LAST} {0x100 | 8}", f"poke {AT_MESSAGE} 97"]
    read = [f"expect {lane}", f"take {lane} {size}"]
    steps: list[tuple[list[str], Sequence[Sequence[object]]]] = [
        (["open"], [[OK]]),
        ([f"init {simulated.lanes}"], [[ARGUMENT]]),
        ([f"update {lane} 0 61", f"final {lane} {size}", f"take {lane} {size}"], [[ARGUMENT]] * 3),
        # A digest that has no room is lost, the next one is not.
        ([*plain, f"final {lane} 3", *plain, f"final {lane} {size}"], [[OK], [OK], [SMALL, abc[:6]]]),
        ([], [[OK], [OK], [OK, abc]]),
        # Somebody else writes without asking for space: the digest is marked, the one behind it is right.
        ([*fill, *lose, "errors"], [[OK]] * (2 * count) + [[OVERFLOW]]),
        (read * (count + 1), [[OK, empty]] * count + [[HARMED]]),
        ([*plain, f"final {lane} {size}", "errors"], [[OK], [OK], [OK, abc], [0]]),
        # Two of them: nobody can tell any more which digest is whose, until the block is cleared.
        ([*fill, *lose, *lose, "errors"], [[OK]] * (2 * count) + [[OVERFLOW]]),
        ([*read, f"init {lane}", "reset", *plain], [[HARMED], [OK], [OK], [OK], [OK]]),
        ([f"final {lane} {size}"], [[OK, abc]]),
        # More bits than a word has.
        ([f"poke {AT_LAST} {0x100 | 63}", f"poke {AT_MESSAGE} 0", "errors"], [[BITS]]),
        ([f"init {lane}", f"end {lane} 0", f"take {lane} {size}"], [[OK], [OK], [HARMED]]),
        ([f"take {lane} {size}"], [[ARGUMENT]]),
        # After a wipe nothing of before is there.
        ([f"init {lane}", f"update {lane} 0 {'aa' * 70}", "wipe", *plain], [[OK]] * 5),
        ([f"final {lane} {size}"], [[OK, abc]]),
        # A device without contexts saves nothing and goes on from nothing: what LAST is asked for stays 0.
        ([*plain, f"leave {lane}", f"save {lane} 99"], [[OK], [OK], [ARGUMENT], [ARGUMENT]]),
        ([f"final {lane} {size}", f"resume {lane} 0 {'00' * 40}"], [[OK, abc], [ARGUMENT]]),
        ([f"init {lane}", f"poke {AT_LAST} {RESUME_BIT}", f"update {lane} 0 61626300"], [[OK], [OK]]),
        ([f"poke {AT_LAST} {LAST_BIT | SAVE_BIT}", f"poke {AT_MESSAGE} 0", f"expect {lane}"], []),
        ([f"take {lane} {size}"], [[OK, simulated.model.digest(b"abc\0", 32).hex()]]),
        # A wipe ends when the hash function has overwritten what it held, too.
        (["wiping 0 3000", "wipe", "left"], [[OK], [0]]),
        (["patience 0 200", "wiping 0 9000", "wipe", "wiping 0 0", "wipe"], [[TIMEOUT], [OK]]),
        (["interrupts 0 2", "interrupts 0 1", "interrupts 0 0"], [[1], [0], [0]]),
    ]
    commands = [command for more, _ in steps for command in more]
    answers = simulated.run(commands)
    expected = [[str(word) for word in answer] for _, more in steps for answer in more]
    heard = [command for command in commands if not command.startswith(SILENT)]
    for command, answer, right in zip(heard, answers, expected, strict=True):
        assert answer[: len(right)] == right, command[:80]


@pytest.mark.long
@pytest.mark.parametrize("bus", REGISTERS)
@pytest.mark.sampled(1)
def test_a_refused_request_is_said(bus: str, tmp_path: Path) -> None:
    """Its answer has no bits and the status of a digest that is none; the requests around it are hashed."""
    skein = Skein(256, 200, "1.3", key=b"a key")
    digest = skein.digest(b"abc", 24)
    right = [text for text, _ in strings(Request(b"abc", 24, digest, "", skein))]
    without_length = bytes(8) + command_of(skein)[8:]
    lane = 1
    commands, expected = ["open"], []
    for request, status, answer in (
        (right, OK, digest),
        ([without_length, *right[1:]], HARMED, b""),
        ([b"\xff" * 16, *[b"?"] * 6], HARMED, b""),
        (right, OK, digest),
    ):
        for text in request:
            commands += [f"init {lane}", f"update {lane} 0 {text.hex()}", f"end {lane} 0"]
        commands.append(f"take {lane} 64")
        expected += [["0"]] * 3 * len(request) + [[str(status), *filter(None, [answer.hex()])]]
    commands.append("errors")
    expected.append(["0"])
    simulated = made("skein-256/4r-2m", 64, 16, tmp_path, 0, bus, "arguments")
    answers = simulated.run(commands)
    assert answers[1:] == expected
