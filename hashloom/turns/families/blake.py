# SPDX-License-Identifier: Apache-2.0
"""Turns of blake_core with one lane.

A state in a turn is the chaining value of the block before, the message, and v_0 .. v_15 before the
quarters of rounds that the turn does. The register of a has the word that comes next added already. When
the last turn is done the chaining value is still that of the block before, and v is to be added; a cycle
later it is complete.
"""

from __future__ import annotations

from typing import Any

from hashloom.design import Design
from hashloom.errors import UsageError
from hashloom.models import blake
from hashloom.models.sha2 import initial_value
from hashloom.turns.specification import ARRIVED, DONE, TURN, Block, Place, Registers, Shape, Specification
from hashloom.turns.words import joined


class Turns(Specification):
    """Of the architectures with STAGES 1."""

    settles = True

    def __init__(self, design: Design) -> None:
        """Sizes and versions from the function."""
        fields, parameters = design.function.fields, design.architecture.parameters
        self.word = int(fields["digest"]) // 8
        self.quarters = 4 * blake.ROUNDS[str(fields["version"]), int(fields["digest"])]
        self.each = 4 * parameters["unroll"] // parameters["parts"]
        self.merge = parameters["merge"]

    def initial(self) -> Any:
        """The initial value; the chaining value is complete."""
        return initial_value(str(8 * self.word))

    def shape(self, place: Place) -> Shape:
        """Chaining value, message, v; chaining value and v; chaining value."""
        chain = (self.word,) * 8
        if place.kind == TURN:
            return chain, (self.word,) * 16, (self.word,) * 16
        return (chain, (self.word,) * 16) if place.kind in (ARRIVED, DONE) else chain

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """v from the chaining value and the counter; with MERGE the first quarters too."""
        chain = self.wait(place, state)
        m = tuple(block.data.words(self.word))
        v = blake.begin(self.word, chain, 0 if block.empty else block.count)
        return self._go_on(range(self.each * self.merge), (chain, m, v))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """The quarters of a turn."""
        first = self._done(cycle)
        chain, m, v = self._go_on(range(first, first + self.each), state)
        return (chain, v) if first + self.each == self.quarters else (chain, m, v)

    def wait(self, place: Place, state: Any) -> Any:
        """The chaining value is completed."""
        return blake.end(*state) if place.kind in (ARRIVED, DONE) else state

    def digest(self, state: Any) -> Any:
        """The chaining value, complete or not."""
        chain = blake.end(*state) if len(state) == 2 else state
        return joined(chain, self.word)

    def registers(self, place: Place, state: Any) -> Registers:
        """Rows a .. d of the state, as G finds them, the message, the chaining value."""
        if place.kind not in (TURN, ARRIVED, DONE):
            return {"chain": joined(state[::-1], self.word)}
        if place.kind == TURN:
            chain, m, v = state
            held, number = {"message": joined(m, self.word)}, self._done(place.cycle)
        else:
            (chain, v), m, held, number = state, None, {}, self.quarters
        lanes = [i if number % 4 < 2 else 4 + -i % 4 for i in range(4)]
        for row, name in enumerate("abcd"):
            words = [v[blake.PLACES[g][row]] for g in lanes]
            if name == "a" and m is not None:
                mask = (1 << self.word) - 1
                words = [
                    word + blake.addend(self.word, number, g, m) & mask
                    for word, g in zip(words, lanes, strict=True)
                ]
            held[name] = joined(words[::-1], self.word)
        return {**held, "chain": joined(chain[::-1], self.word)}

    def _done(self, cycle: int) -> int:
        """Number of quarters done at the beginning of a turn."""
        return self.each * (cycle + self.merge)

    def _go_on(self, numbers: range, state: Any) -> Any:
        chain, m, v = state
        for number in numbers:
            v = blake.quarter(self.word, number, v, m)
        return chain, m, tuple(v)


def specification(design: Design) -> Specification:
    """Of a design with one lane."""
    if design.architecture.stages > 1:
        raise UsageError(f"the turns of {design.name} have no specification")
    return Turns(design)
