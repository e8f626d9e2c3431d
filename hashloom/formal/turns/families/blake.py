# SPDX-License-Identifier: Apache-2.0
"""Turns of blake_core.

A state in a turn is the chaining value of the block before, the message, and v_0 .. v_15 before the
quarters of rounds that the turn does; with several lanes before one half of a quarter, of which each cycle
does one. The register of a has the word that comes next added already. When the last turn is done the
chaining value is still that of the block before, and v is to be added; a cycle later it is complete.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
from hashloom.formal.turns.specification import (
    ARRIVED,
    DONE,
    FRESH,
    RESTARTED,
    TURN,
    WAITING,
    Block,
    Place,
    Registers,
    Shape,
    Specification,
)
from hashloom.formal.turns.words import joined
from hashloom.models import blake
from hashloom.models.sha2 import initial_value


class Turns(Specification):
    """Of the architectures with one lane."""

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
        rows = self._rows(number, v, m)
        held |= {name: joined(words[::-1], self.word) for name, words in rows.items()}
        return {**held, "chain": joined(chain[::-1], self.word)}

    def _rows(self, number: int, v: Any, m: Any) -> dict[str, list[Any]]:
        """Rows of the state before a quarter, and with its words added to a, if the message is given."""
        mask, places = (1 << self.word) - 1, [blake.PLACES[g] for g in self._order(number)]
        rows = {name: [v[place[row]] for place in places] for row, name in enumerate("abcd")}
        if m is not None:
            rows["a"] = [a + word & mask for a, word in zip(rows["a"], self._addends(number, m), strict=True)]
        return rows

    def _order(self, number: int) -> list[int]:
        """The G of each lane of the rows."""
        return [i if number % 4 < 2 else 4 + -i % 4 for i in range(4)]

    def _addends(self, number: int, m: Any) -> list[Any]:
        """What a quarter adds to a besides b; zeros behind the last one."""
        if number == self.quarters:
            return [0] * 4
        return [blake.addend(self.word, number, g, m) for g in self._order(number)]

    def _done(self, cycle: int) -> int:
        """Number of quarters done at the beginning of a turn."""
        return self.each * (cycle + self.merge)

    def _go_on(self, numbers: range, state: Any) -> Any:
        chain, m, v = state
        for number in numbers:
            v = blake.quarter(self.word, number, v, m)
        return chain, m, tuple(v)


class Lanes(Turns):
    """Of the architectures with one half of a quarter behind each rank.

    Behind the first half the words of the next quarter are chosen, and wait in a register.
    """

    settles = False

    def __init__(self, design: Design) -> None:
        """As with one lane."""
        super().__init__(design)
        self.lanes = design.architecture.stages

    def shape(self, place: Place) -> Shape:
        """Chaining value, message, v; chaining value and v; chaining value."""
        chain = (self.word,) * 8
        if place.kind != TURN or place.cycle > 2 * self.quarters:
            return chain
        v = (self.word,) * 16
        return (chain, v, v) if place.cycle < 2 * self.quarters else (chain, v)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """v from the chaining value and the counter."""
        v = blake.begin(self.word, state, 0 if block.empty else block.count)
        return state, tuple(block.data.words(self.word)), tuple(v)

    def wait(self, place: Place, state: Any) -> Any:
        """As it was."""
        return state

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """Half a quarter, or the end of a block."""
        if cycle > 2 * self.quarters:
            return state
        if cycle == 2 * self.quarters:
            return blake.end(*state)
        chain, m, v = state
        half = (
            blake.lower(self.word, cycle // 2, v) if cycle % 2 else blake.upper(self.word, cycle // 2, v, m)
        )
        return (chain, m, tuple(half)) if cycle < 2 * self.quarters - 1 else (chain, tuple(half))

    def registers(self, place: Place, state: Any) -> Registers:
        """What there is at the lane's rank; where a block can be taken, a is from the chaining value."""
        if place.kind == RESTARTED:
            return {}
        rank = (place.cycle + (place.kind == TURN)) % self.lanes
        chain = state if len(state) == 8 else state[0]
        held = {self._part("chain", 8, rank): joined(chain[::-1], self.word)}
        if place.kind in (ARRIVED, WAITING, FRESH) and rank == 0:
            held[self._part("a", 4, 0)] = joined([chain[-i % 4] for i in range(4)][::-1], self.word)
        if len(state) == 8:
            return held
        m, v = state[1] if len(state) == 3 else None, state[-1]
        number, half = divmod(place.cycle, 2)
        for name, words in self._rows(number, v, None if half else m).items():
            held[self._part(name, 4, rank)] = joined(words[::-1], self.word)
        if m is not None:
            held[self._part("message", 16, rank)] = joined(m, self.word)
        if half:
            chosen = f"gen_operation[{place.cycle % self.lanes}].gen_lower.gen_ahead.held"
            held[chosen] = joined(self._addends(number + 1, m)[::-1], self.word)
        return held

    def _part(self, name: str, words: int, rank: int) -> str:
        """Of a register of so many words, those at a rank."""
        low = words * self.word * rank
        return f"{name}[{low + words * self.word - 1}:{low}]"


def specification(design: Design) -> Specification:
    """With several lanes these have one half of a quarter behind each rank."""
    parameters = design.architecture.parameters
    if parameters["stages"] == 1:
        return Turns(design)
    if parameters["stages"] * parameters["parts"] == 8 * parameters["unroll"]:
        return Lanes(design)
    raise UsageError(f"the turns of {design.name} have no specification")
