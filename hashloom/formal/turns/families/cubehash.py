# SPDX-License-Identifier: Apache-2.0
"""Turns of cubehash_core: a state is the 32 words.

The words are at rank k mod S in turn k, and where the next block can be taken at the last rank, in front of
the last half of a round, or the whole of it. In a core of half rounds the words have changed places between
the halves. With four lanes ranks 1 and 3 have the low bits of the sums, with their carry, in place of those
of the upper words.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.formal.turns.order import from_little_endian, little_endian
from hashloom.formal.turns.specification import (
    ARRIVED,
    DONE,
    TURN,
    WAITING,
    Block,
    Place,
    Registers,
    Shape,
    Specification,
)
from hashloom.formal.turns.words import joined
from hashloom.models import cubehash

WORD = 32
CUT = 16
"""Bits of a sum that are added in front of the register that cuts it, with four lanes."""


class Turns(Specification):
    """The specification of a design."""

    def __init__(self, design: Design) -> None:
        """Of any design."""
        parameters = design.architecture.parameters
        self.lanes, self.parts = parameters["stages"], parameters["parts"]
        self.digest_bits = design.function.digest_bits
        self.block = self.lanes * self.parts * cubehash.ROUNDS
        """Cycles of the rounds of a block."""
        self.running = self.block + self.lanes * self.parts * cubehash.EDGE_ROUNDS

    def initial(self) -> Any:
        """The initial value."""
        return cubehash.initial_value(self.digest_bits)

    def shape(self, place: Place) -> Shape:
        """Words of 32 bits."""
        return (WORD,) * 32

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block goes into the first words."""
        return cubehash.absorb(self.wait(place, state), little_endian(block.data, WORD))

    def wait(self, place: Place, state: Any) -> Any:
        """The end of a block falls into the cycle that can take the next one."""
        if place == Place(ARRIVED):
            return self._halves(self.block - 1, state)
        return state

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A part of a round, and a 1 behind the last block."""
        state = self._halves(cycle, state)
        return cubehash.finish(state) if last and cycle == self.block - 1 else state

    def _halves(self, cycle: int, state: Any) -> Any:
        if cycle >= self.running:
            return state
        if self.parts == self.lanes == 1:
            return cubehash.rounds(state, 1)
        if self.lanes == 4:
            return cubehash.half_round(state, *cubehash.HALVES[cycle // 2 % 2]) if cycle % 2 else state
        return cubehash.half_round(state, *cubehash.HALVES[cycle % 2])

    def digest(self, state: Any) -> Any:
        """The first words."""
        return from_little_endian(state[: self.digest_bits // WORD], WORD)

    def registers(self, place: Place, state: Any) -> Registers:
        """The words at their rank."""
        if place.kind not in (TURN, ARRIVED, WAITING, DONE):
            return {}
        cycle = place.cycle if place.kind == TURN else self.block - 1 + place.cycle
        runs = (place.kind == TURN and cycle < self.running) or place == Place(ARRIVED)
        rank = cycle % self.lanes
        lower, upper = state[:16], state[16:]
        if self.parts == 2 and runs and cycle % 2:
            order = [(n & 5) << 1 | (n & 10) >> 1 for n in range(16)]
            lower, upper = ([half[n] for n in order] for half in (lower, upper))
        if rank == 0:
            names = "lower", "upper"
        elif self.lanes == 4 and rank != 2:
            cut = f"gen_round.round.add_{1 if rank == 1 else 2}"
            names = f"{cut}.rest_lower", f"{cut}.rest_upper"
        else:
            names = "gen_round.round.lower_2", "gen_round.round.upper_2"
        held = {names[0]: joined(lower[::-1], WORD)}
        if names[1].endswith("rest_upper") and runs:
            low = [(a & (1 << CUT) - 1) + (b & (1 << CUT) - 1) for a, b in zip(lower, upper, strict=True)]
            upper = [b >> CUT << CUT | sum_ & (1 << CUT) - 1 for b, sum_ in zip(upper, low, strict=True)]
            for n, sum_ in enumerate(low):
                held[f"{cut}.gen_cut.gen_word[{n}].carry"] = sum_ >> CUT
        return {**held, names[1]: joined(upper[::-1], WORD)}


def specification(design: Design) -> Turns:
    """Of any design."""
    return Turns(design)
