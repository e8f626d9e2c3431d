# SPDX-License-Identifier: Apache-2.0
"""Turns of hamsi_core with one round in the loop and one message.

A state is the chaining value and, while a block is in work, the matrix with the constants of the next round
added. A block goes through the message expansion while the last round of the block before it ends: the lane
still works for two turns in which it can take a block, and a state in the turn after a load has it too.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.codegen import hamsi_tables
from hashloom.errors import UsageError
from hashloom.formal.turns.specification import (
    ARRIVED,
    FRESH,
    TURN,
    Block,
    Place,
    Registers,
    Shape,
    Specification,
)
from hashloom.formal.turns.words import joined
from hashloom.models import hamsi

WORD = 32
BEHIND, AGAIN, FIRST = "behind a block", "", "first block"


class Turns(Specification):
    """The specification of a design."""

    arriving = 2

    def __init__(self, design: Design) -> None:
        """UsageError for several rounds or messages in the loop."""
        if design.architecture.unroll > 1 or design.architecture.stages > 1:
            raise UsageError(f"the turns of {design.name} have no specification")
        self.size = design.function.digest_bits
        self.rounds = hamsi.ROUNDS[self.size]
        self.sums = hamsi_tables.sums(self.size).levels[0]

    def initial(self) -> Any:
        """The initial value."""
        return (tuple(hamsi.words_of(hamsi.INITIAL_VALUE[self.size])),)

    def taken(self, place: Place) -> str:
        """Behind a block of which a round is left, later, or the first one."""
        return BEHIND if place == Place(ARRIVED) else FIRST if place.kind == FRESH else AGAIN

    def shape(self, place: Place) -> Shape:
        """Chaining value, but before a message; matrix; bytes of a block in the expansion."""
        chaining, matrix = (WORD,) * (self.size // WORD), (WORD,) * (2 * self.size // WORD)
        if place.kind == TURN and place.cycle == 0:
            block = (8,) * (self.size // 64)
            before = {BEHIND: (chaining, matrix), AGAIN: (chaining,), FIRST: ()}
            return (*before[place.taken], block)
        return (chaining, matrix) if place.kind in (TURN, ARRIVED) else (chaining,)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block enters the expansion; what was in work goes on."""
        before = () if place.kind == FRESH else self.wait(place, state)
        return (*before, tuple(block.data.words(8)))

    def wait(self, place: Place, state: Any) -> Any:
        """The last rounds of the block before."""
        if place.kind != ARRIVED:
            return state
        return self._round(self.rounds - 2 + place.cycle, state, False, self.rounds)

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """The end of the block before and the begin of this one; or a round of this one."""
        if cycle:
            return self._round(cycle - 1, state, last, self.rounds * (2 if last else 1))
        *before, block = state
        if len(before) == 2:
            before = self._round(self.rounds - 1, before, False, self.rounds)
        chaining = list((before or self.initial())[0])
        matrix = hamsi.concatenate(self.size, hamsi.expand(self.size, block), chaining)
        return tuple(chaining), tuple(hamsi.add_constants(self.size, matrix, last, 0))

    def _round(self, number: int, state: Any, last: bool, rounds: int) -> Any:
        """Rest of a round, and the constants of the next one, or behind the last one the feed-forward."""
        chaining, matrix = map(list, state)
        matrix = hamsi.mix(self.size, matrix)
        if number == rounds - 1:
            return (tuple(hamsi.feed_forward(chaining, matrix)),)
        return tuple(chaining), tuple(hamsi.add_constants(self.size, matrix, last, number + 1))

    def digest(self, state: Any) -> Any:
        """The chaining value."""
        return joined(state[0], WORD)

    def registers(self, place: Place, state: Any) -> Registers:
        """Chaining value and matrix; the block with the first level of its sums."""
        if place.kind == FRESH:
            return {}
        held: dict[str, Any] = {}
        if place.kind == TURN and place.cycle == 0:
            *state, block = state
            known = [bit for byte in block for bit in byte.words(1)]
            known += [known[a] ^ known[b] for a, b in self.sums]
            held["expansion.known_1"] = joined(known[::-1], 1)
        names = ("gen_part[0].value", "gen_part[0].state")
        return held | {name: joined(words, WORD) for name, words in zip(names, state, strict=False)}


def specification(design: Design) -> Turns:
    """Of the architecture with one round and one message."""
    return Turns(design)
