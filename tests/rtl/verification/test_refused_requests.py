# SPDX-License-Identifier: Apache-2.0
"""Requests that Skein with arguments refuses: one answer for each, and the next request is hashed right."""

import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from own_state import here, own_session
from refused_requests import (
    COMMAND,
    KINDS,
    MESSAGE,
    Packet,
    answer,
    bench_unit,
    named,
    packets_of,
    runs,
    words,
)

from hashloom import catalogue
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import Level
from hashloom.models.skein import Skein, Tree
from hashloom.simulation import Beat, SimulationRun, Stalls, simulator

pytestmark = pytest.mark.usefixtures("simulation_state")

HEIGHT = 2
PACKETS = 60
"""Packets of a lane, about."""


def bytes_of(rng: random.Random, most: int) -> bytes:
    return rng.randbytes(rng.choice((0, 1, most // 2, most, rng.randint(0, most))))


def request(design: Design, level: Level, rng: random.Random) -> list[Packet]:
    """Packets of a request that is as it should be, but for a tree that may be too high."""
    block = design.function.block_bits
    options = {name: bytes_of(rng, block // 8 + 1) for name in KINDS if rng.random() < 0.3}
    bits = rng.choice((0, 1, 8, block, rng.randint(0, 2 * block)))
    tree = None
    if level == "tree" and rng.random() < 0.7:
        tree = Tree(rng.choice((1, 1, 2, 200)), rng.choice((1, 1, 2, 200)), rng.choice((2, 3, 255)))
        bits = 8 * rng.randint(0, 12 * block // 8)
    length = rng.choice((1, 64, block, block + 1, rng.randint(1, 2 * block)))
    version = str(design.function.fields["version"])
    skein = Skein(block, length, version, tree=tree, **options)
    return packets_of(skein, rng.randbytes(-(-bits // 8)), bits)


def with_bad_command(packets: list[Packet], level: Level, rng: random.Random) -> list[Packet]:
    """A request whose command is wrong in one place."""
    head, *rest = packets
    text = bytearray(head.text)
    kind = rng.choice(("reserved byte", "reserved bit", "no length", "tree", "short", "long", "part"))
    if kind == "reserved byte":
        text[rng.choice((11, 13, 14, 15))] |= 1 << rng.randrange(8)
    elif kind == "reserved bit":
        text[12] |= 1 << rng.randrange(5, 8)
    elif kind == "no length":
        text[:8] = bytes(8)
    elif kind == "tree":
        trees = ((0, 1, 2), (1, 0, 2), (1, 1, 1), (1, 1, 0), (0, 0, 2), (0, 1, 0), (1, 0, 255), (0, 0, 1))
        text[8:11] = bytes(rng.choice(trees if level == "tree" else (*trees, (1, 1, 2))))
    bits = 8 * len(text)
    if kind == "short":
        bits = rng.choice((0, 8, 104, 120))
    elif kind == "part":
        bits = 121
    elif kind == "long":
        text += rng.randbytes(rng.choice((1, 16, 200)))
        bits = 8 * len(text)
    wrong_head = Packet(COMMAND, bytes(text[: -(-bits // 8)]), bits)
    return [wrong_head, *rest[-len(named(wrong_head)) :]]


def mangled(packets: list[Packet], word: int, rng: random.Random) -> list[Packet]:
    """A request with a packet lost, doubled, moved, of another kind or with a header that says nothing."""
    packets = list(packets)
    place = rng.randrange(len(packets))
    what = rng.choice(("lost", "doubled", "moved", "kind", "header", "cut", "only", "stray"))
    if what == "lost":
        del packets[place]
    elif what == "doubled":
        packets.insert(place, packets[place])
    elif what == "moved":
        packets.insert(rng.randrange(len(packets)), packets.pop(place))
    elif what == "kind":
        packets[place] = replace(packets[place], kind=rng.choice((0, 1, 3, 4, 5, 6, 7)))
    elif what == "header":
        headers = [b"\2", b"\x08", b"\xff", b"\x80"]
        if word > 8:
            headers.append(bytes([packets[place].kind, *bytes(word // 8 - 2), 1]))
        header = rng.choice(headers)
        packets[place] = replace(packets[place], header=header)
    elif what == "cut":
        packets = packets[: rng.randint(1, len(packets))]
    elif what == "only":
        packets = packets[place:]
    else:
        kind = rng.choice((*KINDS.values(), MESSAGE))
        text = bytes_of(rng, 100)
        packets.insert(place, Packet(kind, text, 8 * len(text)))
    return packets


def traffic(design: Design, level: Level, kinds: bool, word: int, rng: random.Random) -> list[Packet]:
    """Packets of a lane, right and wrong requests by turns, the last one right."""
    packets: list[Packet] = []
    while len(packets) < PACKETS:
        new = request(design, level, rng)
        if rng.random() < 0.4:
            new = with_bad_command(new, level, rng)
        if kinds and rng.random() < 0.5:
            new = mangled(new, word, rng)
        packets += new
    return [*packets, *request(design, level, rng)]


def run_lanes(
    design: Design,
    level: Level,
    kinds: bool,
    lanes: Sequence[Sequence[Packet]],
    rng: random.Random,
    folder: Path,
    stalls: Stalls | None = None,
    **parameters: int,
) -> tuple[SimulationRun, list[bytes], list[bytes | None]]:
    """Packets of each lane through the core: the run, what answers are right, and which came."""
    word = parameters.get("WORD", 64)
    extra = {"HEIGHT": HEIGHT} if level == "tree" else {}
    circuit = simulator(
        bench_unit(design, level, folder, KINDS=int(kinds), **extra, **parameters), level, own_session()
    )
    function = design.function
    beats: list[list[Beat]] = []
    expected = []
    places = []
    for number, packets in enumerate(lanes):
        for run in runs(packets, kinds):
            beats.append([beat for packet in run for beat in packet.beats(word, kinds, rng)])
            digest = answer(run, function.block_bits, str(function.fields["version"]), level, kinds, HEIGHT)
            bits = int.from_bytes(run[0].text[:8], "little")
            expected.append(words(digest, bits, word))
            places.append((number % circuit.lanes, number // circuit.lanes))
    instances = -(-len(lanes) // circuit.lanes)
    done = circuit.run(beats, stalls, seed=rng.getrandbits(32), instances=instances, places=places)
    return done, expected, done.digests


SHAPES: list[tuple[str, Level, bool, int]] = [
    ("skein-256/8r-1m", "arguments", False, 64),
    ("skein-256/4r-2m", "arguments", False, 32),
    ("skein-256/4r-2m", "arguments", True, 64),
    ("skein-256/8r-1m", "arguments", True, 8),
    ("skein-512/2r-4m", "arguments", True, 128),
    ("skein-256/4r-2m", "tree", False, 64),
    ("skein-256/2r-4m", "tree", True, 64),
    ("skein-256/8r-1m", "tree", True, 16),
]


@pytest.mark.long
@pytest.mark.parametrize(("name", "level", "kinds", "word"), SHAPES)
@pytest.mark.parametrize("stalls", [0.0, 0.5])
@pytest.mark.sampled(2)
def test_each_request_has_one_answer(
    name: str, level: Level, kinds: bool, word: int, stalls: float, rng: random.Random, tmp_path: Path
) -> None:
    design = catalogue.resolve_design(name, here())
    count = 16
    lanes = [traffic(design, level, kinds, word, rng) for _ in range(count)]
    done, expected, found = run_lanes(
        design, level, kinds, lanes, rng, tmp_path, Stalls(stalls, stalls), WORD=word
    )
    assert done.failure is None, str(done.failure)
    assert [one.hex() if one else one for one in found] == [one.hex() for one in expected]
    assert sum(one[0] for one in expected) > count, "too few requests were refused"
    assert any(not one[0] for one in expected)


REFUSED_TREES = [
    pytest.param((1, 1, 255), 40, id="higher than HEIGHT"),
    pytest.param((1, 1, 3), 5, id="a level too many"),
    pytest.param((1, 0, 255), 40, id="nodes of one result"),
    pytest.param((1, 0, 255), 1, id="nodes of one result, one block"),
    pytest.param((0, 1, 255), 40, id="leaves of one block"),
    pytest.param((1, 1, 1), 40, id="a tree of leaves alone"),
    pytest.param((1, 1, 0), 3, id="a tree of no height"),
]


@pytest.mark.long
@pytest.mark.parametrize(("tree", "blocks"), REFUSED_TREES)
@pytest.mark.parametrize("name", ["skein-256/8r-1m", "skein-256/4r-2m"])
def test_a_tree_that_cannot_be_is_an_error(
    name: str, tree: tuple[int, int, int], blocks: int, rng: random.Random, tmp_path: Path
) -> None:
    design = catalogue.resolve_design(name, here())
    good = packets_of(Skein(256, 300, key=b"key", tree=Tree(1, 1, 2)), bytes(range(256)), 2048)
    head, *rest = packets_of(Skein(256, 256), rng.randbytes(32 * blocks), 256 * blocks)
    text = bytearray(head.text)
    text[8:11] = bytes(tree)
    lane = [*good, Packet(COMMAND, bytes(text), 128), *rest, *good]
    done, expected, found = run_lanes(design, "tree", False, [lane], rng, tmp_path)
    assert done.failure is None, str(done.failure)
    assert [one[0] for one in expected] == [0, 1, 0]
    assert found == expected


def test_reserved_bits_one_by_one(rng: random.Random, tmp_path: Path) -> None:
    design = catalogue.resolve_design("skein-256/8r-1m", here())
    head, message = packets_of(Skein(256, 256), b"abc", 24)
    lane = []
    reserved = [8 * byte + bit for byte in (8, 9, 10, 11, 13, 14, 15) for bit in range(8)] + [101, 102, 103]
    for bit in reserved:
        text = bytearray(head.text)
        text[bit // 8] |= 1 << bit % 8
        lane += [Packet(COMMAND, bytes(text), 128), message]
    lane += [head, message]
    done, expected, found = run_lanes(design, "arguments", False, [lane], rng, tmp_path)
    assert done.failure is None, str(done.failure)
    assert [one[0] for one in expected] == [1] * len(reserved) + [0]
    assert found == expected
