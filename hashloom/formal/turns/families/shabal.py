# SPDX-License-Identifier: Apache-2.0
"""Turns of shabal_core with one lane.

A state is A, B, C, M and W. In cycle t of a block it is that in front of step t, with the additions to A
that are done. Behind the steps lies a turn of LOAD cycles, which begins with the state behind the first half
of a message round, but for the last addition to A, and with W of the next block. Each of its cycles does the
second half, and the beginning of the next round, to one word of every small ring of LOAD words; in front of a
final round with the block that is there. Behind the last step a state is the words of the digest.

W has 56 bits: messages of fewer than 2^64 bits are those of which the proof speaks.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
from hashloom.formal.turns.order import from_little_endian, little_endian
from hashloom.formal.turns.specification import (
    ARRIVED,
    DONE,
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
from hashloom.models import shabal

WORD = 32
COUNTER = 56
"""Bits of W."""
ADDING = shabal.STEPS - 11
"""Cycle in which A[0] gets its words of C; the other words of A follow, one a cycle."""


class Turns(Specification):
    """Of a design with one lane."""

    def __init__(self, digest_bits: int, load: int) -> None:
        """`load`: cycles of a turn."""
        self.digest_bits = digest_bits
        self.lead, self.small = load, min(load, 4)
        self.block = shabal.STEPS + load

    def initial(self) -> Any:
        """The initial state, in front of the second half of a message round with zeros."""
        state = shabal.initial_state(self.digest_bits)
        return tuple(state.a), tuple(state.c), tuple(state.b), (0,) * 16, state.w

    def shape(self, place: Place) -> Shape:
        """A, B, C, M and W, or the words of the digest; of a first block that was seen all is known."""
        if place.kind == DONE:
            return (WORD,) * (self.digest_bits // WORD)
        words: Shape = ((WORD,) * 12, *((WORD,) * 16,) * 3, COUNTER)
        if not place.seen:
            return words
        return () if place.kind == FRESH else words, shabal.BLOCK_BITS

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The last cycle of the turn."""
        return self.wait(place, state)[0]

    def wait(self, place: Place, state: Any) -> Any:
        """The last addition to A, and what a turn with a block does in a cycle."""
        if not place.seen:
            return self._completed(state) if place == Place(ARRIVED) else state
        words, m = self._words(place, state), little_endian(state[1], WORD)
        if place == Place(ARRIVED, seen=True):
            words = self._completed(words)
        return self._exchanged(place.cycle, words, m), state[1]

    def _words(self, place: Place, state: Any) -> Any:
        """A, B, C, M and W at a place that has seen a block."""
        if place.kind != FRESH:
            return state[0]
        words, m = self.initial(), little_endian(state[1], WORD)
        for cycle in range(place.cycle):
            words = self._exchanged(cycle, words, m)
        return words

    def _completed(self, state: Any, i: int = 11) -> Any:
        """The additions to A[i]."""
        a, *rest = state
        words = list(a)
        for j in range(i, shabal.ADDITIONS, 12):
            shabal.add(j, words, rest[1])
        return tuple(words), *rest

    def _exchanged(self, cycle: int, state: Any, block: Any) -> Any:
        """The words whose turn it is go from the end of one round to the beginning of the next."""
        (*a,), (*b,), (*c,), (*m,), w = state
        for i in range(cycle, 16, self.lead):
            b[i], c[i] = shabal.end_word(b[i], c[i], m[i])
            b[i] = shabal.rotl(shabal.begin_word(b[i], block[i]), shabal.BEFORE)
            m[i] = block[i]
        for i, word in enumerate(shabal.number_words(w)):
            if cycle == self.lead - self.small + i % self.small:
                a[i] = a[i] ^ word
        return tuple(a), tuple(b), tuple(c), tuple(m), w

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A step, or a cycle of the turn in front of a final round."""
        t = cycle % self.block
        if t >= shabal.STEPS:
            if t == shabal.STEPS:
                state = self._completed(state)
            return self._exchanged(t - shabal.STEPS, state, state[3])
        (*a,), (*b,), c, m, w = state
        shabal.step(t, a, b, c, m)
        if t >= ADDING:
            (*a,), *_ = self._completed((a, b, c), t - ADDING)
        if cycle == shabal.FINAL_ROUNDS * self.block + shabal.STEPS - 1:
            return tuple(b[-(self.digest_bits // WORD) :])
        if t == shabal.STEPS - 1 and not last:
            w = w + 1 & (1 << COUNTER) - 1
        return tuple(a), tuple(b), c, m, w

    def digest(self, state: Any) -> Any:
        """The last words of B."""
        return from_little_endian(state, WORD)

    def registers(self, place: Place, state: Any) -> Registers:
        """The rings, which move by a word in a step, the small rings in a turn; and W."""
        if place.kind == RESTARTED:
            return {}
        if place.kind == DONE:
            return {f"b_in[511:{512 - self.digest_bits}]": joined(state[::-1], WORD)}
        if place.kind == FRESH and not place.seen:
            return {"sequencer.w_0": state[-1]}
        *rings, w = self._words(place, state) if place.seen else state
        held = {"sequencer.w_0": w}
        for name, ring in zip("abcm", rings, strict=True):
            for i, word in enumerate(ring):
                p, passed = self._position(place, i, len(ring), self.small if name == "a" else self.lead)
                if passed or place.kind != FRESH:
                    held[f"{name}_in[{WORD * p + WORD - 1}:{WORD * p}]"] = word
        return held

    def _position(self, place: Place, i: int, size: int, small: int) -> tuple[int, bool]:
        """Position of word i of a ring of `size` words, and whether it passed the end of its small ring."""
        t = place.cycle % self.block if place.kind == TURN else shabal.STEPS + place.cycle
        if t < shabal.STEPS:
            return (i - t) % size, False
        turned = t - shabal.STEPS
        return i // small * small + (i - turned) % small, i % small < turned


def specification(design: Design) -> Specification:
    """Of a design with one lane."""
    if design.architecture.stages > 1:
        raise UsageError(f"the turns of {design.name} have no specification")
    return Turns(design.function.digest_bits, design.architecture.parameters["load"])
