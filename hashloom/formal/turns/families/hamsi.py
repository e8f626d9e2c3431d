# SPDX-License-Identifier: Apache-2.0
"""Turns of hamsi_core.

A state is the chaining value and, while a block is in work, the matrix before the round whose register it is
in, with the constants of that round added. Registers within a round hold what its parts make of it. A block
goes through the message expansion while the last rounds of the block before it end: the lane still works for
some cycles in which it can take a block, and a state in the turns after a load has it too.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.codegen import hamsi_tables
from hashloom.formal.turns.specification import (
    ARRIVED,
    FRESH,
    RESTARTED,
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
FIRST = "first block"


class Turns(Specification):
    """The specification of a design."""

    def __init__(self, design: Design) -> None:
        """Of any design."""
        architecture = design.architecture
        self.size, self.lanes, self.unroll = (
            design.function.digest_bits,
            architecture.stages,
            architecture.unroll,
        )
        self.rounds = hamsi.ROUNDS[self.size]
        self.entry = architecture.parameters["cut"] + 2
        """Cycles until a block is in the loop."""
        self.loop = self.lanes * self.rounds // self.unroll
        """Cycles of a block in the loop."""
        self.parts = 3 if self.size == 256 else 5
        units = self.unroll * self.parts
        self.ranks = [-(-rank * units // self.lanes) for rank in range(self.lanes)]
        """Parts of the loop behind the ranks."""
        self.arriving, self.told = -(-self.entry // self.lanes), self.entry - 1
        self.levels = hamsi_tables.sums(self.size).levels[: 3 if architecture.parameters["cut"] else 1]

    def initial(self) -> Any:
        """The initial value."""
        return (tuple(hamsi.words_of(hamsi.INITIAL_VALUE[self.size])),)

    def taken(self, place: Place) -> str:
        """How late a block came behind one that has not ended, or that it is the first one."""
        if place.kind == FRESH:
            return FIRST
        return f"{place.cycle} late" if place.kind == ARRIVED and place.cycle < self.entry else ""

    def _since(self, place: Place) -> int | None:
        """Cycle behind that which took the block that is in work, or in the expansion; None where none is."""
        if place.kind == ARRIVED:
            return self.loop - 1 + place.cycle
        return place.cycle if place.kind == TURN else None

    def _expands(self, place: Place) -> bool:
        """Whether a block is in the expansion at a place."""
        since = self._since(place)
        return since is not None and since < self.entry - 1

    def _at(self, place: Place) -> int | None:
        """Cycle in the loop of the matrix at a place, None where there is none."""
        since, end = self._since(place), self.loop
        if since is None:
            return None
        cycle = since - self.entry + 1
        if cycle >= 0:
            end = self.loop * (2 if place.last else 1)
        elif place.taken in (FIRST, ""):
            return None
        else:  # of the block before
            cycle += self.loop + int(place.taken.split()[0])
        return cycle if cycle < end else None

    def shape(self, place: Place) -> Shape:
        """Chaining value, but before a message; matrix; bytes of a block in the expansion."""
        chaining, matrix = (WORD,) * (self.size // WORD), (WORD,) * (2 * self.size // WORD)
        before: tuple[Shape, ...] = (chaining,) if self._at(place) is None else (chaining, matrix)
        if self._expands(place):
            return (*(() if place.taken == FIRST else before), (8,) * (self.size // 64))
        return before

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block enters the expansion; what was in work goes on."""
        before = () if place.kind == FRESH else self.wait(place, state)
        return (*before, tuple(block.data.words(8)))

    def wait(self, place: Place, state: Any) -> Any:
        """The last rounds of the block before."""
        return self.go_on(place, state)

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """What is between two ranks; in the last turn of the expansion the end of the block before, too."""
        return self.go_on(Place(TURN, cycle, last), state)

    def go_on(self, place: Place, state: Any) -> Any:
        """What is between two ranks; in the last turn of the expansion the end of the block before, too."""
        if not self._expands(place):
            return self._on(self._at(place), state, place.last)
        *before, block = state
        if before:
            before = self._on(self._at(place), before, False)
        if self._since(place) != self.entry - 2:
            return (*before, block)
        chaining = list((before or self.initial())[0])
        matrix = hamsi.concatenate(self.size, hamsi.expand(self.size, block), chaining)
        return tuple(chaining), tuple(hamsi.add_constants(self.size, matrix, place.last, 0))

    def _on(self, at: int | None, state: Any, last: bool) -> Any:
        """The rounds that end in a cycle of the loop."""
        if at is None:
            return state
        turn, rank = divmod(at, self.lanes)
        ends = self.ranks[rank + 1] // self.parts if rank + 1 < self.lanes else self.unroll
        rounds = self.rounds * (2 if last else 1)
        for number in range(turn * self.unroll + self.ranks[rank] // self.parts, turn * self.unroll + ends):
            state = self._round(number, state, last, rounds)
        return state

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
        """Chaining value and matrix; the block with the first levels of its sums."""
        if place.kind in (FRESH, RESTARTED):
            return {}
        held: dict[str, Any] = {}
        if self._expands(place):
            *state, block = state
            known = [bit for byte in block for bit in byte.words(1)]
            for level in self.levels[: 3 if place.cycle else 1]:
                known += [known[a] ^ known[b] for a, b in level]
            held[f"expansion.{'known_3' if place.cycle else 'known_1'}"] = joined(known[::-1], 1)
        if not state:
            return held
        rank = (place.rank(self.lanes) - self.entry) % self.lanes
        unit = self.ranks[rank]
        held[f"gen_part[{unit}].value"] = joined(state[0], WORD)
        if len(state) == 2:
            held[f"gen_part[{unit}].state"] = joined(self._within(unit % self.parts, state[1]), WORD)
        return held

    def _within(self, parts: int, matrix: Any) -> Any:
        """What the first parts of a round make of a matrix."""
        words = list(matrix)
        width = len(words) // 4
        if parts:
            for column in range(width):
                words[column::width] = hamsi.substitute(*words[column::width])
        if parts > 1:  # L, but for the last sums of a and c and what turns them
            for i, j, k, m in hamsi.DIFFUSION[self.size][:width]:
                a, c = hamsi.rotl(words[i], 13), hamsi.rotl(words[k], 3)
                _, words[j], _, words[m] = hamsi.diffuse(*(words[place] for place in (i, j, k, m)))
                words[i], words[k] = a, c
        return words


def specification(design: Design) -> Turns:
    """Of any design."""
    return Turns(design)
