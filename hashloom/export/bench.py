# SPDX-License-Identifier: Apache-2.0
"""The self-checking test bench of a package: two files of Verilog that any simulator runs."""

from collections.abc import Sequence

from hashloom.export import known_answers
from hashloom.export.package import Package
from hashloom.export.templates import fill
from hashloom.simulation.messages import stream
from hashloom.verification_cases import Case

COUNTED_ROUNDS = 2
"""Rounds of the test bench whose digests count."""
LEAST = 4
"""Messages that a lane gets in a round where several lanes share them."""


def files(package: Package, answers: Sequence[Case]) -> dict[str, str]:
    """The files by name, for these known answers."""
    block, design = package.design.function.block_bits, package.design
    words = sum(len(stream(case.message, case.bits, package.word)) for case in answers)
    # Nothing moves while a core works on a block of each lane: a few times that is too long.
    patience = 1000 + 4 * design.latency_cycles(2)
    blocks = 2 + max(case.bits for case in answers) // block
    bench = fill(
        "test_bench.sv",
        name=package.name,
        lanes=package.lanes,
        word=package.word,
        bits_width=package.bits_width,
        word_top=package.word - 1,
        bits_top=package.bits_width - 1,
        entry_top=package.word + package.bits_width,
        messages=len(answers),
        count=_each_lane(package, answers),
        message_words=words,
        digest_words=package.digest_words,
        dropped=block // package.word + design.cycles_block() // 2 + 5,
        patience=patience,
        longest=blocks * len(answers) * patience,
    )
    return {"test_bench.sv": bench, "known_answers.v": known_answers.verilog(package, answers)}


def checks(package: Package, answers: Sequence[Case]) -> int:
    """How many digests the test bench counts."""
    return COUNTED_ROUNDS * package.lanes * _each_lane(package, answers)


def _each_lane(package: Package, answers: Sequence[Case]) -> int:
    """Messages of a lane in a round: all of one lane; several lanes have all of them between themselves."""
    return len(answers) if package.lanes == 1 else max(LEAST, -(-len(answers) // package.lanes))
