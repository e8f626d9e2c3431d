# SPDX-License-Identifier: Apache-2.0
"""The message shell around a core that gives a checksum of its blocks: paddings, lanes, digests, timing."""

import random
from pathlib import Path

import pytest
from padding_rules import RULES, Bits, Rule

from hashloom.catalogue.rtl import RtlUnit
from hashloom.simulation import Beat, Run, Stalls, simulator, stream

TESTS = Path(__file__).parent
COMMON = TESTS.parent / "cores" / "common" / "rtl"
SHELL = (
    "hash_pkg",
    "message_end",
    "message_length",
    "message_padder",
    "block_collector",
    "digest_serializer",
    "message_shell",
)
SOURCES = (
    *(COMMON / f"{name}.sv" for name in SHELL),
    TESTS / "rtl" / "checksum_core.sv",
    TESTS / "rtl" / "checksum_top.sv",
)
WIDTHS = (8, 16, 32, 64, 128)
# Rules between them with every field of the record; these run with every width of the words.
EVERY_WIDTH = ("sha-256", "skein-512", "echo-512", "hamsi-512", "jh", "keccak-r2-512", "shake128", "reversed")


def unit(rule: int, word: int, stages: int, beats: int = 1, drop: int = 0) -> RtlUnit:
    parameters = {"RULE": rule, "WORD": word, "STAGES": stages, "BEATS": beats, "DROP": drop}
    return RtlUnit(f"checksum_{rule}_{word}_{stages}", "checksum_top", SOURCES, tuple(parameters.items()))


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


def checksum(rule: Rule, message: Bits) -> tuple[int, int]:
    """Value of checksum_core for a message, and the number of its bits."""
    padded, width, value = rule.pad(message), rule.block + 64, 0
    starts = range(0, len(padded), rule.block)
    for start in starts:
        flags = f"{start == 0:d}{start == starts[-1]:d}{start >= len(message):d}"
        count = min(len(message), start + rule.block)
        block = int(flags + format(count, "061b") + padded[start : start + rule.block], 2)
        value = (value << 11 | value >> (width - 11)) % (1 << width) ^ block
    return value, width


def digest(rule: Rule, message: Bits, word: int, beats: int = 1, drop: int = 0) -> bytes:
    """What checksum_top gives for a message: each beat filled up with zeros to whole words."""
    value, width = checksum(rule, message)
    result = b""
    for beat in range(beats):
        kept = width - (drop if beat == beats - 1 else 0)
        bits = format(value, f"0{width}b")[: -(-kept // word) * word]
        result += int(bits.ljust(-(-len(bits) // word) * word, "0"), 2).to_bytes(
            -(-kept // word) * word // 8, "big"
        )
        value ^= (1 << width) - 1
    return result


def random_bits(source: random.Random, length: int) -> Bits:
    return format(source.getrandbits(length), f"0{length}b") if length else ""


def beats(message: Bits, word: int, source: random.Random) -> list[Beat]:
    data = int(message.ljust(-(-len(message) // 8) * 8, "0") or "0", 2).to_bytes(-(-len(message) // 8), "big")
    return stream(data, len(message), word, source, extra_word=source.random() < 0.5)


def send(
    rtl: RtlUnit, messages: list[Bits], word: int, seed: int, stalls: Stalls | None = None, **how: object
) -> Run:
    source = random.Random(seed)
    run = simulator(rtl, "top").run([beats(m, word, source) for m in messages], stalls, seed=seed, **how)  # type: ignore[arg-type]
    assert run.failure is None, str(run.failure)
    return run


@pytest.mark.parametrize(("number", "word", "stages"), cases(), ids=lambda value: str(value))
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
        run = send(unit(number, word, stages), part, word, number, stalls, instances=16)
        for message, found in zip(part, run.digests, strict=True):
            assert found == digest(rule, message, word), f"message of {len(message)} bits"


@pytest.mark.parametrize("word", WIDTHS)
@pytest.mark.parametrize("number", [0, 3, 22, 30])
def test_a_word_is_taken_every_cycle(number: int, word: int) -> None:
    """With a core that takes its blocks at once no word waits, but for the padding of the message before."""
    rule, source = RULES[number], random.Random(word)
    rtl = unit(number, word, 1)
    lengths = [5 * rule.block + source.randrange(2 * rule.block) for _ in range(20)]
    messages = [stream(source.randbytes(-(-length // 8)), length, word) for length in lengths]
    alone = simulator(rtl, "top").run(messages, instances=20, back_to_back=False)
    assert alone.failure is None
    for found in alone.messages:
        assert found is not None
        assert set(found.intervals) == {1}

    row = simulator(rtl, "top").run(messages, instances=1)
    assert row.failure is None
    for length, one, other in zip(lengths, row.messages, row.messages[1:], strict=False):
        assert one is not None
        assert other is not None
        padding = len(rule.pad("0" * length)) // word - len(one.accepted)
        assert other.accepted[0] == one.accepted[-1] + padding + 1


@pytest.mark.parametrize("number", [0, 3, 15, 19, 30])
def test_reset_drops_what_is_in_flight(number: int) -> None:
    rule, source = RULES[number], random.Random(number)
    messages = [random_bits(source, source.randrange(3 * rule.block)) for _ in range(30)]
    resets = sorted(source.sample(range(5, 400), 12))
    run = send(unit(number, 32, 2), messages, 32, 3, Stalls(0.2, 0.3), instances=4, resets=resets)
    assert run.restarted > 0
    for message, found in zip(messages, run.digests, strict=True):
        assert found == digest(rule, message, 32)


@pytest.mark.parametrize(
    ("word", "beats", "drop"), [(64, 3, 64), (64, 2, 130), (32, 1, 32), (128, 2, 65), (8, 2, 569)]
)
def test_beats_of_a_digest(word: int, beats: int, drop: int) -> None:
    """Several beats, and a last one that has fewer words."""
    source = random.Random(drop)
    messages = [random_bits(source, source.randrange(1500)) for _ in range(40)]
    run = send(unit(0, word, 3, beats, drop), messages, word, drop, Stalls(0.1, 0.5))
    for message, found in zip(messages, run.digests, strict=True):
        assert found == digest(RULES[0], message, word, beats, drop)
