# SPDX-License-Identifier: Apache-2.0
"""Cycles, counted and compared with the formulas of `core.toml`; the words a cycle of a bus."""

import random
from fractions import Fraction

from hashloom import simulation
from hashloom.catalogue.design import Design
from hashloom.simulation import Simulator
from hashloom.verification.bench import Bench
from hashloom.verification.cases import random_message

RATE_BLOCKS = range(8, 16)
"""Blocks of each message during which the rate of a bus is measured: all lanes work, none has ended."""


def verify_cycles(bench: Bench, design: Design) -> None:
    """All lanes of one instance busy, no stalls: the formulas must hold for every block and message."""
    block = design.function.block_bits
    messages = []
    for bits in (3 * block, 1, block + 1, 2 * block):
        message = random_message(bench.random, bits)
        messages += [bench.model.blocks(message, bits)] * bench.simulator.lanes
    run = bench.simulator.run(messages, instances=1)
    name = "cycles"
    if run.failure is not None:
        bench.fail(name, "all lanes busy", "the protocol of the ports to be kept", str(run.failure))
    intervals, intakes = set[int](), set[int]()
    latencies: dict[int, set[int]] = {}
    for found in run.messages:
        if found is not None:
            intervals.update(found.intervals)
            intakes.update(found.intakes)
            latencies.setdefault(len(found.accepted), set()).add(found.latency)
    bench.check(name, "from one block of a lane to its next", design.cycles_block(), intervals)
    if intakes != {0} or design.intake_cycles():
        bench.check(name, "from the first word of a block to its last", design.intake_cycles(), intakes)
    for blocks, measured in sorted(latencies.items()):
        what = f"latency of a message of {blocks} block{'s' if blocks > 1 else ''}"
        bench.check(name, what, design.latency_cycles(blocks), measured)
    if len(intervals) == 1:
        cycles = min(intervals)
        bench.result.measured["cycles_block"] = cycles
        bench.result.measured["cycles_per_block"] = cycles / bench.simulator.lanes
    bench.result.measured["latency_cycles"] = {
        str(blocks): min(measured) for blocks, measured in sorted(latencies.items()) if len(measured) == 1
    }


def verify_rate(bench: Bench, design: Design) -> None:
    """A long message in each lane, no stalls: the bus is as busy as the circuits let it be."""
    lanes, words = bench.simulator.lanes, design.function.block_bits // bench.simulator.word_bits
    expected = min(Fraction(1), Fraction(lanes * words, design.cycles_block()))
    measured = words_per_cycle(bench.simulator, design.function.block_bits, bench.random)
    if measured == expected:
        bench.result.passed += 1
    else:
        found = f"{measured} words a cycle" if measured is not None else "no digest"
        bench.fail("rate", f"long messages in {lanes} lanes", f"{expected} words a cycle", found)
    if measured is not None:
        bench.result.measured["words_per_cycle"] = float(measured)


def words_per_cycle(simulator: Simulator, block_bits: int, generator: random.Random) -> Fraction | None:
    """Words that a bus takes in a cycle in the long run, counted from a block of lane 0 to a later one.

    None if a message did not get its digest.
    """
    bits = (RATE_BLOCKS.stop + RATE_BLOCKS.start) * block_bits
    words = block_bits // simulator.word_bits
    streams = [
        simulation.stream(random_message(generator, bits), bits, simulator.word_bits)
        for _ in range(simulator.lanes)
    ]
    places = [(lane, 0) for lane in range(simulator.lanes)]
    found = [message for message in simulator.run(streams, instances=1, places=places).messages if message]
    if len(found) < len(streams):
        return None
    begin, end = (found[0].accepted[words * block] for block in (RATE_BLOCKS.start, RATE_BLOCKS.stop))
    moved = sum(begin <= cycle < end for message in found for cycle in message.accepted)
    return Fraction(moved, end - begin)
