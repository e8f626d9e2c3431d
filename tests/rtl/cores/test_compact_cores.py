# SPDX-License-Identifier: Apache-2.0
"""Cores that take a block word by word: widths of digits and streams, late words, what stands beside them."""

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from own_state import here, own_session

from hashloom import catalogue, simulation
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import Level
from hashloom.models import HashModel, model_for
from hashloom.simulation import Simulator, Stalls
from hashloom.simulation.messages import words_of
from hashloom.verification.cases import random_message

pytestmark = pytest.mark.usefixtures("simulation_state")

SMALL = Tuning("asic", "small", "osu018")


def simulator(design: Design, level: Level, **parameters: int) -> Simulator:
    unit = rtl.unit(design, level, SMALL)
    chosen = tuple({**dict(unit.parameters), **parameters}.items())
    return simulation.simulator(replace(unit, parameters=chosen), level, own_session())


def lengths(rng: random.Random, block: int) -> list[int]:
    ends = [max(block - bits, 0) for bits in (66, 65, 64, 0)]
    return [0, 1, *ends, *(rng.randrange(3 * block) for _ in range(10))]


PATIENCE = 100_000
"""Cycles without a transfer that are no hang: behind the last block of a message, and of an initial value."""


def passes(circuit: Simulator, model: HashModel, rng: random.Random, stalls: Stalls) -> None:
    texts = [(random_message(rng, bits), bits) for bits in lengths(rng, model.block_bits)]
    if circuit.level == "core":
        messages = [model.blocks(*text) for text in texts]
        run = circuit.run(messages, stalls, instances=4, watchdog=PATIENCE)
    else:
        word = circuit.word_bits
        run = circuit.run(
            [simulation.stream(*text, word, rng, rng.random() < 0.5) for text in texts], stalls, instances=4
        )
    assert run.failure is None, str(run.failure)
    assert [found and found[: (model.digest_bits + 7) // 8] for found in run.digests] == [
        model.digest(*text) for text in texts
    ]


@pytest.mark.parametrize(
    ("name", "digit"),
    [
        *(("sha1/compact", digit) for digit in (2, 4, 8, 16, 32)),
        *(("sha256/compact", digit) for digit in (1, 2, 4, 8, 16, 32)),
        *(("sha512-224/compact", digit) for digit in (1, 4, 32)),
        *(("blake-r3-256/compact", digit) for digit in (2, 4, 8, 16, 32)),
        *(("blake-r2-512/compact", digit) for digit in (2, 4, 32)),
        *(("cubehash-r2-256/compact", digit) for digit in (8, 16)),
        *(("cubehash-r2-512/compact", digit) for digit in (8, 16)),
        *(("skein-256-256/compact", digit) for digit in (8, 16, 32, 64)),
        *(("skein-1.1-512-160/compact", digit) for digit in (8, 64)),
        *(("skein-1.2-256-300/compact", digit) for digit in (8, 32)),
        ("skein-1024-1024/compact", 64),
        *(("groestl-r3-256/compact", digit) for digit in (8, 16, 32, 64)),
        *(("groestl-r2-512/compact", digit) for digit in (8, 32)),
        *(("shabal-r2-256/compact", digit) for digit in (1, 2, 4, 8, 16, 32)),
        *(("shabal-r2-512/compact", digit) for digit in (1, 2, 4, 16)),
        *(("luffa-r2-256/compact-8", digit) for digit in (8, 16)),
        *(("luffa-r2-512/compact-8", digit) for digit in (8, 16)),
    ],
)
@pytest.mark.sampled(2)
def test_digits_of_every_width(name: str, digit: int, rng: random.Random) -> None:
    design = catalogue.resolve_design(name, here())
    circuit = simulator(design, "core", DATAPATH=digit)
    passes(circuit, model_for(design.function), rng, Stalls(rng.choice((0.0, 0.5)), 0.3))


@pytest.mark.long
@pytest.mark.parametrize("slices", [1, 2, 4, 8])
@pytest.mark.parametrize(
    "name",
    [
        "sha3-224",
        "sha3-384",
        "keccak-r2-512",
        "keccak-r3-256",
        "shake128-256",
        "shake128-1344",
        "shake256-4096",
    ],
)
@pytest.mark.sampled(3)
def test_keccak_with_every_number_of_slices(name: str, slices: int, rng: random.Random) -> None:
    design = catalogue.resolve_design(f"{name}/slices-{slices}", here())
    passes(simulator(design, "core"), model_for(design.function), rng, Stalls(rng.choice((0.0, 0.5)), 0.3))


@pytest.mark.long
@pytest.mark.parametrize("word", [8, 16, 32, 64])
@pytest.mark.parametrize(
    ("name", "widest"),
    [
        ("sha1/compact-8", 32), ("sha256/compact", 32), ("sha384/compact-16", 64),
        ("sha3-224/slices-8", 64), ("shake256-1088/slices-8", 64),
        ("blake-r3-256/compact-8", 32), ("blake-r3-512/compact", 64), ("cubehash-r2-256/compact", 32),
        ("jh-r3-512/compact", 64), ("skein-512-72/compact", 64), ("skein-1024-260/compact", 64),
        ("groestl-r2-256/compact", 64), ("groestl-r3-512/compact-16", 64), ("groestl-r3-256/compact-8", 64),
        ("hamsi-r2-256/compact", 32), ("hamsi-r2-512/compact", 64),
        ("shabal-r2-256/compact-8", 64), ("shabal-r2-512/compact", 64),
        ("luffa-r2-256/compact-8", 64), ("luffa-r2-512/compact-16", 64),
    ],
)  # fmt: skip
@pytest.mark.sampled(6)
def test_streams_of_every_width(name: str, widest: int, word: int, rng: random.Random) -> None:
    design = catalogue.resolve_design(name, here())
    if word <= widest:
        circuit = simulator(design, "top", WORD=word)
        passes(circuit, model_for(design.function), rng, Stalls(rng.choice((0.0, 0.3)), 0.3))


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("sha256/compact-8", 8), ("sha1/compact", 32), ("sha3-256/slices-8", 8), ("sha3-512/slices-4", 32),
        ("blake-r3-256/compact", 32), ("cubehash-r2-256/compact", 32), ("jh-r2-256/compact", 32),
        ("skein-256/compact-16", 16), ("skein-256/compact-32", 64),
        ("groestl-r3-256/compact-8", 32), ("groestl-r3-512/compact", 64),
        ("hamsi-r2-256/compact", 32), ("hamsi-r2-512/compact", 16),
        ("shabal-r2-256/compact", 32), ("shabal-r2-512/compact-8", 64),
        ("luffa-r2-256/compact-16", 32),
    ],
)  # fmt: skip
@pytest.mark.sampled(4)
def test_a_stream_that_is_in_time_costs_no_cycle(name: str, word: int) -> None:
    design = catalogue.resolve_design(name, here())
    circuit = simulator(design, "top", WORD=word)
    block = design.function.block_bits
    run = circuit.run([simulation.stream(bytes(block), 8 * block, word)], instances=1)
    (found,) = run.messages
    assert found is not None
    firsts = found.taken[:: block // word]
    assert {b - a for a, b in pairwise(firsts[1:])} == {design.cycles_block()}


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "round_trip"),
    [
        ("sha256/compact", 16), ("sha1/compact-16", 80), ("sha3-256/slices-4", 8),
        ("blake-r3-256/compact-16", 16), ("cubehash-r2-256/compact", 16), ("groestl-r3-256/compact", 8),
        ("groestl-r2-512/compact-16", 64), ("jh-r2-512/compact", 16),
        ("luffa-r2-256/compact-8", 4), ("shabal-r2-256/compact", 16), ("shabal-r2-512/compact-8", 16),
    ],
)  # fmt: skip
def test_a_late_word_waits_until_the_rings_have_come_round(name: str, round_trip: int) -> None:
    """A word that comes a cycle after its time is taken a round trip later, and all others in their time."""
    design = catalogue.resolve_design(name, here())
    circuit, model = simulator(design, "core"), model_for(design.function)
    message = model.blocks(b"", 0)  # one block with any padding
    (in_time,) = circuit.run([message], instances=1).messages
    assert in_time is not None
    usual = [b - a for a, b in pairwise(in_time.taken)]
    assert sum(usual) == design.intake_cycles()
    for late in (1, len(usual) // 2, len(usual)):
        script = simulation.Script(pauses={(0, late): usual[late - 1]}, steady=1)
        (found,) = circuit.run([message], instances=1, script=script).messages
        assert found is not None
        assert found.digest.startswith(model.digest(b"", 0))
        gaps = [b - a for a, b in pairwise(found.taken)]
        assert gaps == [gap + usual[0] * round_trip * (n == late) for n, gap in enumerate(usual, 1)]


@pytest.mark.parametrize("word", [8, 16])
def test_words_of_shabal_that_are_made_of_narrow_ones_wait_for_a_turn(word: int) -> None:
    """As its data sheet says: all but the first of a block, for 16 slots."""
    design = catalogue.resolve_design("shabal-r2-256/compact-8", here())
    block = design.function.block_bits
    run = simulator(design, "top", WORD=word).run(
        [simulation.stream(bytes(block), 8 * block, word)], instances=1
    )
    (found,) = run.messages
    assert found is not None
    firsts = found.taken[:: block // word]
    assert {b - a for a, b in pairwise(firsts[1:])} == {(64 + 15 * 16) * 4}


def test_a_late_digit_of_skein_waits_for_the_next_turn() -> None:
    design = catalogue.resolve_design("skein-256/compact-16", here())
    circuit, model = simulator(design, "core"), model_for(design.function)
    turn = design.intake_cycles() + 1
    message = model.blocks(bytes(64), 512)
    for late in (1, turn - 1, turn + 1, 2 * turn - 1):
        script = simulation.Script(pauses={(0, late): 1}, steady=1)
        (found,) = circuit.run([message], instances=1, script=script).messages
        assert found is not None
        assert found.digest == model.digest(bytes(64), 512)
        gaps = [b - a for a, b in pairwise(found.taken)]
        between = design.cycles_block() - turn + 1
        assert gaps == [
            (between if number == turn else 1) + turn * (number == late) for number in range(1, 2 * turn)
        ]


@pytest.mark.parametrize(
    ("name", "wait"), [("hamsi-r2-256/compact", 16), ("hamsi-r2-512/compact", 4)],
)  # fmt: skip
def test_a_late_byte_of_hamsi_waits_for_its_place(name: str, wait: int) -> None:
    """A byte that comes a cycle after its time is taken `wait` cycles later, and the others in their time."""
    design = catalogue.resolve_design(name, here())
    circuit, model = simulator(design, "core"), model_for(design.function)
    message = model.blocks(b"abc", 24)
    count = model.block_bits // 8
    (in_time,) = circuit.run([message], instances=1).messages
    assert in_time is not None
    usual = [b - a for a, b in pairwise(in_time.taken)]
    assert usual[: count - 1] == [4] * (count - 1)
    assert sum(usual[: count - 1]) == design.intake_cycles()
    for late in (1, count // 2, count - 1):
        script = simulation.Script(pauses={(0, late): 4}, steady=1)
        (found,) = circuit.run([message], instances=1, script=script).messages
        assert found is not None
        assert found.digest == model.digest(b"abc")
        gaps = [b - a for a, b in pairwise(found.taken)]
        expected = [gap + wait * (n == late) for n, gap in enumerate(usual, 1)]
        expected[count - 1] -= wait  # the block is complete in time
        assert gaps == expected


@pytest.mark.long
@pytest.mark.parametrize("digit", [8, 64])
def test_a_stored_initial_value_is_that_of_the_configuration(digit: int, rng: random.Random) -> None:
    design = catalogue.resolve_design("skein-256/compact", here())
    circuit = simulator(design, "core", DATAPATH=digit, CONFIGURE=1)
    passes(circuit, model_for(design.function), rng, Stalls(0.3, 0.3))


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "sha256/compact-8",
        "blake-r3-256/compact-8",
        "cubehash-r2-256/compact",
        "groestl-r3-256/compact-8",
        "hamsi-r2-256/compact",
        "jh-r3-256/compact",
        "luffa-r2-256/compact-8",
        "shabal-r2-256/compact-8",
    ],
)
def test_the_last_word_may_come_in_any_cycle_of_a_turn(name: str) -> None:
    """A message for each cycle by which it is late; with random bits at the port before."""
    design = catalogue.resolve_design(name, here())
    circuit, model = simulator(design, "core"), model_for(design.function)
    message = model.blocks(b"abc", 24)
    words = model.block_bits // circuit.word_bits
    pauses = {(number, words - 1): number for number in range(70)}
    run = circuit.run([message] * len(pauses), instances=1, script=simulation.Script(pauses=pauses, steady=1))
    assert run.failure is None, str(run.failure)
    assert {found and found[: model.digest_bits // 8] for found in run.digests} == {model.digest(b"abc")}


def test_only_the_last_word_of_a_block_tells_of_it() -> None:
    """Beside the others stands what differs from seed to seed."""
    blocks = model_for(catalogue.resolve_function("sha256", here())).blocks(bytes(100), 800)
    cut = [words_of(blocks, 32, 64, seed) for seed in (1, 2)]
    for words in cut:
        assert b"".join(one.data for one in words) == b"".join(one.data for one in blocks)
        told = [(one.first, one.last, one.empty, one.count) for one in words[15::16]]
        assert told == [(one.first, one.last, one.empty, one.count) for one in blocks]
    for number in (flag for flag in range(32) if flag % 16 != 15):
        assert cut[0][number].count != cut[1][number].count
    for name in ("first", "last", "empty"):
        assert {getattr(one, name) for one in cut[0][:15]} == {False, True}
