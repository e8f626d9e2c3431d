# SPDX-License-Identifier: Apache-2.0
"""How a package for secrets forgets: how many words of zeros it takes, and how many cycles."""

from hashloom.export.package import Package

SLACK = 16
"""Cycles that no formula has: registers between the shell and the core."""


def words(package: Package) -> int:
    """Words of zeros that message_wipe sends through a lane: a block."""
    return max(1, package.design.function.block_bits // package.word)


def cycles(package: Package) -> int:
    """Cycles behind the last one of a reset of the core after which nothing of before is left.

    Of requests, which wipe themselves, what the heads of their modules say. With message_wipe the bound for a
    block of zeros: it is collected, once more with its padding, hashed, and its digest leaves, in all lanes.
    Of a core that keeps no block, where what misses its turn waits for the next one, core.toml has it.
    """
    design, stages = package.design, package.design.architecture.stages
    if package.is_wiped_from_outside:
        if stated := design.wipe_cycles():
            return stated + SLACK
        moved = 2 * words(package) + package.digest_words
        # A digest that is longer than a block comes in beats, and one may wait for that of another lane.
        beats = -(-design.function.digest_bits // design.function.block_bits) - 1
        further = beats * (design.cycles_block() + words(package))
        return moved + design.latency_cycles(2) + further + 4 * stages + SLACK
    values = package.parameters
    block, collected = int(values["BLOCK"]), words(package)
    turns = (80 if block == 1024 else 72) // int(values["UNROLL"]) + 2
    taken = max(2 * stages * turns, collected + 1, stages * (collected + 3))
    if package.level == "tree":
        leaves = 2 ** max(1, (stages - 1).bit_length()) * int(values["ROOM"])
        taken += max(leaves, int(values["HEIGHT"])) + 1
    return taken
