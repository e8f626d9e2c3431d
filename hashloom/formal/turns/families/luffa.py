# SPDX-License-Identifier: Apache-2.0
"""Turns of luffa_core for digests of one beat.

A state is the words V_j. A turn is message injection and the tweaks, or a step; without APART the first step
of a round is in the turn of injection. With two lanes a turn is two cycles, and the register between them
holds the state behind injection or behind SubCrumb.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
from hashloom.formal.turns.specification import (
    FRESH,
    RESTARTED,
    Block,
    Place,
    Registers,
    Shape,
    Specification,
)
from hashloom.formal.turns.words import joined
from hashloom.models import luffa

WORD = 32


class Turns(Specification):
    """The specification of a design."""

    def __init__(self, design: Design) -> None:
        """UsageError for a digest of several beats."""
        if design.function.digest_bits > design.function.block_bits:
            raise UsageError(f"{design.function.name} has a digest of several beats, which is not followed")
        parameters = design.architecture.parameters
        self.stages, self.apart = parameters["stages"], parameters["apart"]
        self.width = design.function.digest_bits // 128 + 1
        self.turns = luffa.STEPS + self.apart

    def initial(self) -> Any:
        """The initial value."""
        return luffa.INITIAL_VALUE[: self.width]

    def shape(self, place: Place) -> Shape:
        """Eight words of 32 bits each."""
        return ((WORD,) * 8,) * self.width

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block is injected."""
        return self._cycle(0, state, block.data.words(WORD))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """What is next of the rounds; after a last block without a message."""
        return self._cycle(cycle + 1, state, [0] * 8)

    def _cycle(self, cycle: int, state: Any, message: list[Any]) -> Any:
        """What a cycle does, counted from that of the load; `message` is injected where a round begins."""
        turn, half = divmod(cycle, self.stages)
        number = turn % self.turns - self.apart
        injects, steps = turn % self.turns == 0, number >= 0
        words = [list(word) for word in state]
        if half == 0 and injects:
            words = luffa.inject(words, message)
        if half == self.stages - 1 and injects:
            words = [luffa.tweak(j, word) for j, word in enumerate(words)]
        if half == 0 and steps:
            words = [luffa.substitute(word) for word in words]
        if half == self.stages - 1 and steps:
            words = [luffa.mix(j, number, word) for j, word in enumerate(words)]
        return tuple(tuple(word) for word in words)

    def digest(self, state: Any) -> Any:
        """The sum of the V_j."""
        return joined(luffa.total([list(words) for words in state]), WORD)

    def registers(self, place: Place, state: Any) -> Registers:
        """The difference to the initial state, inverted, or what is between the cycles of a turn."""
        whole = _whole(state)
        if place.kind in (FRESH, RESTARTED):
            return {}
        if place.rank(self.stages) == 0:
            return {"held": ~(whole ^ _whole(self.initial()))}
        return {"gen_cut.cut": whole}


def _whole(state: Any) -> Any:
    """V_0 .. as one word, V_0 lowest."""
    return joined([joined(words, WORD) for words in reversed(state)], 8 * WORD)


def specification(design: Design) -> Turns:
    """Of any design of one beat."""
    return Turns(design)
