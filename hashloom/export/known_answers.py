# SPDX-License-Identifier: Apache-2.0
"""Messages and digests for the test bench of a package, and the SystemVerilog that holds them."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hashloom import vectors
from hashloom.design import Function
from hashloom.errors import HashloomError
from hashloom.export.package import Package
from hashloom.export.templates import fill
from hashloom.models import model_for
from hashloom.simulation.messages import stream
from hashloom.verification_cases import Case, known_answers, random_message

SEED = 1
"""Of the messages whose digests come from the model alone."""


def cases(function: Function) -> list[Case]:
    """Empty, within a byte, around a block, several blocks; vectors of the project's file where it has some.

    HashloomError if a vector's digest is not the reference model's.
    """
    model, block = model_for(function), function.block_bits
    file = vectors.compact_file(function.name)
    pool = known_answers(function, [file], "full") if file is not None else []
    chosen: list[Case] = []
    for wanted in (0, 5, 24, block // 2 + 3, 2 * block + 7):
        left = [case for case in pool if case not in chosen and case.bits <= 4 * max(block, 256)]
        if left:
            chosen.append(min(left, key=lambda case: abs(case.bits - wanted)))
    for case in chosen:
        if model.digest(case.message, case.bits) != case.digest:
            raise HashloomError(f"the reference model of {function.name} contradicts {case.source}")
    generator = random.Random(f"{SEED} {function.name}")
    known = {case.bits for case in chosen}
    for bits in (0, 3, 24, block - 1, block, block + 1, 2 * block, 3 * block + 11):
        if bits not in known:
            message = random_message(generator, bits)
            source = f"random message of {bits} bits, digest by the reference model"
            chosen.append(Case(message, bits, model.digest(message, bits), source))
    return sorted(chosen, key=lambda case: case.bits)


def verilog(package: Package, answers: Sequence[Case]) -> str:
    """The module `known_answers`: the words of all messages and of their digests, and where each begins."""
    word, digits = package.word, -(-package.word // 4)
    words: list[str] = []
    starts: list[str] = []
    digests: list[str] = []
    for number, case in enumerate(answers):
        starts.append(f"      {number}: start = {len(words)};")
        beats = stream(case.message, case.bits, word)
        for beat in beats:
            entry = f"{{1'd{beat.last:d}, {package.bits_width}'d{beat.bits}, {word}'h{beat.data:0{digits}x}}}"
            note = f" // {number}: {case.source}" if beat is beats[0] else ""
            words.append(f"      {len(words)}: message_word = {entry};{note}")
        value = int.from_bytes(case.digest, "big") << (package.digest_words * word - 8 * len(case.digest))
        for place in reversed(range(package.digest_words)):
            part = (value >> (word * place)) & ((1 << word) - 1)
            digests.append(f"      {len(digests)}: digest_word = {word}'h{part:0{digits}x};")
    return fill(
        "known_answers.v",
        name=package.name,
        messages=len(answers),
        entry_top=package.bits_width + word,
        word_top=word - 1,
        starts="\n".join(starts),
        words="\n".join(words),
        digests="\n".join(digests),
    )
