# SPDX-License-Identifier: Apache-2.0
"""The self-checking test bench of a package: files of Verilog that any simulator runs."""

from collections.abc import Sequence
from typing import Any

from hashloom.catalogue.adapters import REGISTERS, lane_number_bits
from hashloom.export import known_answers, secrets
from hashloom.export.package import STREAM, Package
from hashloom.export.templates import fill
from hashloom.verification.cases import Case

COUNTED_ROUNDS = 2
"""Rounds of the test bench whose digests count."""
LEAST = 4
"""Messages that a lane gets in a round where several lanes share them."""


def files(package: Package, answers: Sequence[Case]) -> dict[str, str]:
    """The files by name in compile order, for these known answers."""
    block, design = package.design.function.block_bits, package.design
    words = sum(len(known_answers.beats(package, case)) for case in answers)
    digest_words = sum(len(known_answers.digest_words(package, case)) for case in answers)
    # Cycles for a word of a lane: the registers take several accesses for each 32 bits of each lane.
    word_cycles = 30 * package.lanes * max(1, package.word // 32) if package.bus in REGISTERS else 2
    # Cycles of the test bench, which has the clock of the bus, for one of the core.
    ratio = package.io_ratio
    # Nothing moves while a core works on a block of each lane: a few times that is too long.
    patience = 1000 + 4 * ratio * design.latency_cycles(2) + 4 * ratio * word_cycles
    blocks = (
        8 + max(case.bits + known_answers.digest_bits(design.function, case) for case in answers) // block
    )
    ports = bench_ports(package)
    wipe = secrets.cycles(package) if package.secret else 0
    values = beside(package)
    bench = fill(
        "test_bench.sv",
        **values,
        what=known_answers.what(package),
        has_bus=package.adapter is not None,
        ports=ports,
        says_last=package.bus != "gmu",
        says_bits=package.bus != "gmu" and (package.requests or package.bus != STREAM),
        messages=len(answers),
        count=_each_lane(package, answers),
        message_words=words,
        digest_words=digest_words,
        dropped=wipe + ratio * (block // package.word + design.cycles_block() // 2 + 5) * word_cycles // 2,
        wipe=wipe,
        reset=3 if ratio == 1 else 6 * ratio,
        patience=patience,
        longest=blocks * len(answers) * patience,
    )
    template = "registers" if package.bus in REGISTERS else package.bus
    side = {}
    if package.adapter is not None:
        side = {"bus_side.v": fill(f"bus_side_{template}.v", **values, apb=package.bus == "apb")}
    return {"known_answers.v": known_answers.verilog(package, answers), **side, "test_bench.sv": bench}


def bench_ports(package: Package) -> list[str]:
    """What a bench is connected to: streams of the message level, perhaps behind the far side of a bus."""
    # Behind a bus errors of the hash function are seen as the bus shows them.
    has_bus = package.adapter is not None
    ports = [port.name for port in package.ports]
    if has_bus:
        # The far side of a bus calls a digest with an error broken; with contexts an error is an answer.
        known = ("out_bits",) if package.contexts else ("out_bits", "out_error")
        ports = [*(port for port in ports if port not in known), "out_bits", "broken"]
    if package.secret:
        ports += ["wiping", *(["shown"] if has_bus else [])]
    return ports


def beside(package: Package) -> dict[str, Any]:
    """What benches and the far sides of buses have in their templates."""
    return {
        "secret": package.secret,
        "contexts": package.contexts,
        "name": package.name,
        "lanes": package.lanes,
        "word": package.io_word,
        "bits_width": package.io_bits_width,
        "ratio": package.io_ratio,
        "digest_bytes": package.design.function.digest_bits // 8,
        "tid_bits": lane_number_bits(package.lanes),
    }


def checks(package: Package, answers: Sequence[Case]) -> int:
    """How many digests the test bench counts."""
    return COUNTED_ROUNDS * package.lanes * _each_lane(package, answers)


def _each_lane(package: Package, answers: Sequence[Case]) -> int:
    """Messages of a lane in a round: all of one lane; several lanes have all of them between themselves."""
    return len(answers) if package.lanes == 1 else max(LEAST, -(-len(answers) // package.lanes))
