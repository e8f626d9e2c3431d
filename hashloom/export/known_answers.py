# SPDX-License-Identifier: Apache-2.0
"""Messages and digests for the test bench of a package, and the SystemVerilog that holds them."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from hashloom import vectors
from hashloom.catalogue.design import Function
from hashloom.catalogue.rtl import Level
from hashloom.errors import HashloomError
from hashloom.export import contexts, headers
from hashloom.export.contexts import Piece
from hashloom.export.package import Package
from hashloom.export.templates import fill
from hashloom.models import model_for
from hashloom.simulation.messages import Beat, stream
from hashloom.verification.arguments import (
    STRINGS,
    Request,
    argument_vectors,
    known_requests,
    packets,
    random_requests,
)
from hashloom.verification.cases import Case, known_answers, random_message

SEED = 1
"""Of the messages whose digests come from the model alone."""
REQUESTS = 12
"""Trees in a test bench, at least where there are so many short ones."""
LONGEST_REQUEST = 8
"""Longest message or digest of a request in a test bench, in blocks."""


def of(package: Package) -> Sequence[Case]:
    """The messages or requests for a package."""
    function = package.design.function
    if package.requests:
        return requests(function, package.verified_level)
    whole_bytes = package.adapter is not None and package.adapter.whole_bytes
    messages = cases(function, 8 if whole_bytes else 1)
    return [*contexts.pieces(package.design, SEED), *messages] if package.contexts else messages


def cases(function: Function, unit: int = 1) -> list[Case]:
    """Empty, within a byte, around a block, several blocks; vectors of the project's file where it has some.

    All of them are whole units of so many bits. HashloomError if a vector's digest is not the reference
    model's.
    """
    model, block = model_for(function), function.block_bits
    file = vectors.compact_file(function.name)
    pool = known_answers(function, [file], "full") if file is not None else []
    chosen: list[Case] = []
    for wanted in (0, 5, 24, block // 2 + 3, 2 * block + 7):
        left = [case for case in pool if case not in chosen and case.bits <= 4 * max(block, 256)]
        left = [case for case in left if case.bits % unit == 0]
        if left:
            chosen.append(min(left, key=lambda case: abs(case.bits - wanted)))
    for case in chosen:
        if model.digest(case.message, case.bits) != case.digest:
            raise HashloomError(f"the reference model of {function.name} contradicts {case.source}")
    generator = random.Random(f"{SEED} {function.name}")
    known = {case.bits for case in chosen}
    for wanted in (0, 3, 24, block - 1, block, block + 1, 2 * block, 3 * block + 11):
        bits = -(-wanted // unit) * unit
        if bits not in known:
            known.add(bits)
            message = random_message(generator, bits)
            source = f"random message of {bits} bits, digest by the reference model"
            chosen.append(Case(message, bits, model.digest(message, bits), source))
    return sorted(chosen, key=lambda case: case.bits)


def requests(function: Function, level: Level) -> list[Request]:
    """Requests that between them show every string, digests of many lengths, messages of many lengths.

    Vectors of the project's file where they are short, others at random with digests of the reference model.
    HashloomError if it contradicts a vector.
    """
    file = vectors.compact_file(argument_vectors(function)[0])
    pool = known_requests(function, [file], "full", level) if file is not None else []
    pool += random_requests(function, "quick", SEED, level)
    chosen: list[Request] = []
    shown: set[str] = set()
    for request in pool:
        skein, block = request.skein, function.block_bits
        if max(request.bits, skein.digest_bits) > LONGEST_REQUEST * block:
            continue
        features = {name for name in STRINGS if getattr(skein, name) is not None} or {"nothing"}
        features |= {f"digest {min(3, skein.digest_bits // block)}"}
        features |= {f"message {min(4, request.bits // block)}"}
        features |= {"digest ends within a byte"} if skein.digest_bits % 8 else set()
        features |= {"message ends within a byte"} if request.bits % 8 else set()
        if features - shown or (level == "tree" and len(chosen) < REQUESTS):
            if skein.digest(request.message, request.bits) != request.digest:
                raise HashloomError(f"the reference model of {function.name} contradicts {request.source}")
            chosen.append(request)
            shown |= features
    return chosen


def digest_bits(function: Function, case: Case) -> int:
    """Length of the digest of a message or a request."""
    if isinstance(case, Piece) and case.answer_bits:
        return case.answer_bits
    return case.skein.digest_bits if isinstance(case, Request) else function.digest_bits


def beats(package: Package, case: Case) -> list[Beat]:
    """Words of a message, or of all packets of a request."""
    if not isinstance(case, Request):
        listed = stream(case.message, case.bits, package.io_word)
        if isinstance(case, Piece) and case.resumed:
            before = stream(case.resumed, 8 * len(case.resumed), package.io_word)
            return [*(replace(beat, last=False) for beat in before), *listed]
        return listed
    if package.kinds:
        return headers.packets(case, package.word, package.io_word)
    return packets(case, package.io_word)


def digest_words(package: Package, case: Case) -> list[Beat]:
    """Words of the digest of a case as the ports give them."""
    if isinstance(case, Piece) and case.fails:
        # A bus says of it how many bits count in the last word of a digest.
        last = (package.design.function.digest_bits - 1) % package.io_word + 1
        return [Beat(0, True, package.io_word if package.adapter is None else last)]
    bits = digest_bits(package.design.function, case)
    return stream(case.digest, bits, package.io_word)


def verilog(package: Package, answers: Sequence[Case]) -> str:
    """The module `known_answers`: the words of all messages and of their digests, and where each begins."""
    starts: list[tuple[int, int]] = []
    words: list[tuple[str, str]] = []
    digests: list[str] = []
    for number, case in enumerate(answers):
        starts.append((len(words), len(digests)))
        listed = beats(package, case)
        for position, beat in enumerate(listed):
            final = position == len(listed) - 1
            note = "" if position else f" // {number}: {case.source}"
            asked = _asked(package, case, not position, final)
            words.append((f"{{1'd{final:d}, {asked}{entry(package, beat)}}}", note))
        marked = _marked(package, case)
        digests += [f"{{{marked}{entry(package, beat)}}}" for beat in digest_words(package, case)]
    return fill(
        "known_answers.v", package=package, what=what(package), starts=starts, words=words, digests=digests
    )


def _asked(package: Package, case: Case, first: bool, final: bool) -> str:
    """With contexts in_resume and in_save of a word, in Verilog; else nothing."""
    if not package.contexts:
        return ""
    piece = case if isinstance(case, Piece) else Piece(b"", 0, b"", "")
    return f"1'd{first and bool(piece.resumed):d}, 1'd{final and piece.save:d}, "


def _marked(package: Package, case: Case) -> str:
    """With contexts out_context and out_error of the words of an answer, in Verilog; else nothing."""
    if not package.contexts:
        return ""
    piece = case if isinstance(case, Piece) else Piece(b"", 0, b"", "")
    return f"1'd{piece.answer_bits > 0:d}, 1'd{piece.fails:d}, "


def what(package: Package) -> str:
    """What goes in, for people."""
    return "requests" if package.requests else "messages"


def entry(package: Package, beat: Beat) -> str:
    """A word of a message or a digest as Verilog has it: last, bits, data."""
    digits = -(-package.io_word // 4)
    return (
        f"1'd{beat.last:d}, {package.io_bits_width}'d{beat.bits}, {package.io_word}'h{beat.data:0{digits}x}"
    )
