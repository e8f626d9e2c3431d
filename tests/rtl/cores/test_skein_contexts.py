# SPDX-License-Identifier: Apache-2.0
"""Messages that go on in Skein hardware what libskein or software has begun, and the other way round."""

import random
from pathlib import Path

import pytest
from context_designs import CONTEXT, COUNT_BYTES, DIGEST, Built, Piece, built, context_unit
from libskein_module import libskein
from own_state import here

from hashloom import catalogue, vectors
from hashloom.catalogue.design import Design
from hashloom.models.bits import cut
from hashloom.models.skein import Skein, model
from hashloom.software import saved
from hashloom.verification.cases import Case, known_answers

SIZES = {256: libskein.skein256, 512: libskein.skein512, 1024: libskein.skein1024}
MOST = 30
"""Messages of a run."""


def prepared(name: str, word: int, folder: Path) -> tuple[Design, Built]:
    design = catalogue.resolve_design(name, here())
    return design, built(context_unit(design, WORD=word), folder)


def official(design: Design, rng: random.Random) -> list[tuple[Case, int]]:
    """Messages of the vectors, each with a place behind whole blocks of it."""
    cases = known_answers(design.function, vectors.files_for(design.function, here()), "quick")
    block = design.function.block_bits
    long = [case for case in cases if case.bits >= block]
    whole = [case for case in long if case.bits % block == 0]
    assert whole
    chosen = rng.sample(long, min(MOST, len(long))) + rng.sample(whole, min(5, len(whole)))
    return [(case, rng.randrange(block, case.bits + 1, block) // 8) for case in chosen]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("skein-1.3-256-256/2r-2m", 8),
        ("skein-1.3-512-512/4r-1m", 64),
        ("skein-1.1-512-512/1r-4m", 32),
        ("skein-1.3-1024-1024/1r-1m", 16),
    ],
)
@pytest.mark.long
@pytest.mark.sampled(1)
def test_hardware_and_libskein_end_each_others_messages(
    name: str, word: int, tmp_path: Path, rng: random.Random
) -> None:
    """With the official digests, cut anywhere, the last block too."""
    design, program = prepared(name, word, tmp_path)
    function = design.function
    cases = official(design, rng)

    def hashing(message: bytes) -> libskein.Hash:
        made = SIZES[function.block_bits](digest_bits=function.digest_bits, version=model(function).version)
        made.update(message)
        return made

    begun = [
        Piece(
            case.message[:at],
            8 * at,
            saved.to_hardware(hashing(case.message[:at]).save(), function),
            CONTEXT,
            save=True,
        )
        for case, at in cases
    ]
    lanes = [rng.randrange(program.lanes) for _ in cases]
    ran = program.run(list(zip(lanes, begun, strict=True)), rng.randrange(2**32), 10, 10)
    assert program.right(list(zip(lanes, begun, strict=True)), ran)
    for (case, at), (_, context) in zip(cases, ran.answers, strict=True):
        made = libskein.load(saved.to_libskein(context, function))
        made.update(cut(case.message[at:], case.bits - 8 * at)[0], case.bits - 8 * at)
        assert made.digest() == case.digest, case.source

    ended = [
        (
            rng.randrange(program.lanes),
            Piece(case.message[at:], case.bits - 8 * at, case.digest, DIGEST, piece.answer),
        )
        for (case, at), piece in zip(cases, begun, strict=True)
    ]
    ran = program.run(ended, rng.randrange(2**32), 10, 10)
    assert program.right(ended, ran)


@pytest.mark.long
def test_a_message_begins_with_a_key_that_the_circuit_has_not(tmp_path: Path, rng: random.Random) -> None:
    """From the chaining value behind the key, and a count of 0; also a message of no bits."""
    _, program = prepared("skein-1.3-256-256/4r-1m", 64, tmp_path)
    pieces = []
    for bits in [0, 1, 255, 256, 257, 512, 700]:
        message = rng.randbytes(-(-bits // 8))
        keyed = Skein(256, 256, key=rng.randbytes(20), nonce=rng.choice([None, b"n"]))
        begin = keyed.initial_value() + bytes(COUNT_BYTES)
        pieces.append((0, Piece(message, bits, keyed.digest(message, bits), DIGEST, begin)))
    assert program.right(pieces, program.run(pieces, 1))
