# SPDX-License-Identifier: Apache-2.0
"""The message shell around a core that gives a checksum of its blocks: paddings, lanes, digests, timing."""

import random
from typing import Any

import pytest
from checksum_designs import EVERY_WIDTH, WIDTHS, beats, digest, random_bits, top_unit
from own_state import own_session
from padding_rules import RULES, Bits

from hashloom.catalogue.rtl import RtlUnit
from hashloom.simulation import SimulationRun, Stalls, simulator, stream

pytestmark = pytest.mark.usefixtures("simulation_state")


def cases() -> list[tuple[int, int, int]]:
    """Rule number, width of a word, lanes: every rule, some with every width, few with several lanes."""
    result = []
    for number, rule in enumerate(RULES):
        fitting = [width for width in WIDTHS if rule.block % width == 0]
        chosen = fitting if rule.name in EVERY_WIDTH else [fitting[number % len(fitting)]]
        result += [
            (number, width, 3 if rule.block <= 512 and place == 3 else 1)
            for place, width in enumerate(chosen)
        ]
    return result


def send(
    rtl: RtlUnit, messages: list[Bits], word: int, seed: int, stalls: Stalls | None = None, **how: Any
) -> SimulationRun:
    source = random.Random(seed)
    run = simulator(rtl, "top", own_session()).run(
        [beats(m, word, source) for m in messages], stalls, seed=seed, **how
    )
    assert run.failure is None, str(run.failure)
    return run


@pytest.mark.long
@pytest.mark.parametrize(("number", "word", "stages"), cases(), ids=lambda value: str(value))
@pytest.mark.sampled(8)
def test_blocks_are_those_of_the_specification(number: int, word: int, stages: int) -> None:
    rule, source = RULES[number], random.Random(number)
    near = [rule.block - back for back in range(-9, 160) if back <= rule.block]
    far = [blocks * rule.block - back for blocks in (2, 3) for back in source.sample(range(-9, 160), 10)]
    # Whole blocks, several times: with or without an empty last word, and with a message behind them.
    lengths = [
        *range(18),
        *near,
        *(length for length in far if length > 0),
        *([rule.block, 2 * rule.block] * 8),
    ]
    source.shuffle(lengths)
    messages = [random_bits(source, length) for length in lengths]
    half = len(messages) // 2
    for part, stalls in ((messages[:half], None), (messages[half:], Stalls(0.4, 0.4))):
        run = send(top_unit(number, word, stages), part, word, number, stalls, instances=16)
        for message, found in zip(part, run.digests, strict=True):
            assert found == digest(rule, message, word), f"message of {len(message)} bits"


@pytest.mark.long
@pytest.mark.parametrize("word", WIDTHS)
@pytest.mark.parametrize("number", [0, 3, 22, 30])
@pytest.mark.sampled(4)
def test_a_word_is_taken_every_cycle(number: int, word: int) -> None:
    """With a core that takes its blocks at once no word waits, but for the padding of the message before."""
    rule, source = RULES[number], random.Random(word)
    rtl = top_unit(number, word, 1)
    lengths = [5 * rule.block + source.randrange(2 * rule.block) for _ in range(20)]
    messages = [stream(source.randbytes(-(-length // 8)), length, word) for length in lengths]
    alone = simulator(rtl, "top", own_session()).run(messages, instances=20, back_to_back=False)
    assert alone.failure is None
    for found in alone.messages:
        assert found is not None
        assert set(found.intervals) == {1}

    row = simulator(rtl, "top", own_session()).run(messages, instances=1)
    assert row.failure is None
    for length, one, other in zip(lengths, row.messages, row.messages[1:], strict=False):
        assert one is not None
        assert other is not None
        padding = len(rule.pad("0" * length)) // word - len(one.accepted)
        assert other.accepted[0] == one.accepted[-1] + padding + 1


@pytest.mark.parametrize("number", [0, 3, 15, 19, 30])
@pytest.mark.sampled(2)
def test_reset_drops_what_is_in_flight(number: int) -> None:
    rule, source = RULES[number], random.Random(number)
    messages = [random_bits(source, source.randrange(3 * rule.block)) for _ in range(30)]
    resets = sorted(source.sample(range(5, 400), 12))
    run = send(top_unit(number, 32, 2), messages, 32, 3, Stalls(0.2, 0.3), instances=4, resets=resets)
    assert run.restarted > 0
    for message, found in zip(messages, run.digests, strict=True):
        assert found == digest(rule, message, 32)


@pytest.mark.parametrize(
    ("word", "beats", "drop"), [(64, 3, 64), (64, 2, 130), (32, 1, 32), (128, 2, 65), (8, 2, 569)]
)
@pytest.mark.sampled(2)
def test_beats_of_a_digest(word: int, beats: int, drop: int) -> None:
    """Several beats, and a last one that has fewer words."""
    source = random.Random(drop)
    messages = [random_bits(source, source.randrange(1500)) for _ in range(40)]
    run = send(top_unit(0, word, 3, beats, drop), messages, word, drop, Stalls(0.1, 0.5))
    for message, found in zip(messages, run.digests, strict=True):
        assert found == digest(RULES[0], message, word, beats, drop)
