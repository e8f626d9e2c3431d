# SPDX-License-Identifier: Apache-2.0
"""Turns of sha1_core.

A state in turn k is the hash value of the block before, the working variables a .. e before the rounds of the
turn, and the window of sixteen words of the schedule, W_t first. The words of the hash value are added while
the last rounds run and with the load of the next block; while the lane waits, a state is the hash value with
the words that are not added yet, UNROLL of them, as pairs of summands.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
from hashloom.formal.turns.specification import DONE, TURN, Block, Place, Registers, Shape, Specification
from hashloom.formal.turns.words import joined
from hashloom.models import sha1

WORD = 32


class Basic(Specification):
    """sha1_basic with one or two rounds a turn."""

    def __init__(self, unroll: int) -> None:
        """`unroll`: rounds a turn."""
        self.unroll = unroll

    def initial(self) -> Any:
        """The initial hash value, and zeros in the place of what is to be added."""
        return sha1.INITIAL_VALUE, (0,) * self.unroll

    def shape(self, place: Place) -> Shape:
        """Hash value, working variables and schedule; waiting, hash value and what is to be added to it."""
        chain = (WORD,) * 5
        if place.kind == TURN:
            return chain, (WORD,) * 5, (WORD,) * 16
        return chain if place.kind == DONE else (chain, (WORD,) * self.unroll)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The hash value is complete, and the working variables begin with it."""
        chain, rest = state
        chain = sha1.add(chain, (*rest, *(0,) * (5 - self.unroll)))
        return chain, chain, tuple(block.data.words(WORD))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """UNROLL rounds; behind the last of them what is left to add is kept, or added."""
        chain, v, w = state
        end = sha1.ROUNDS // self.unroll
        if cycle == end:
            return sha1.add(chain, v)
        for t in range(cycle * self.unroll, (cycle + 1) * self.unroll):
            v, w = sha1.step(t, v, w[0]), (*w[1:], sha1.expand(w))
        if cycle == end - 1 and not last:
            added = sha1.add(chain, v)
            return (*chain[: self.unroll], *added[self.unroll :]), v[: self.unroll]
        return chain, v, w

    def digest(self, state: Any) -> Any:
        """The hash value."""
        return joined(state, WORD)

    def registers(self, place: Place, state: Any) -> Registers:
        """The working variables, the schedule, and the rings of the hash value."""
        return {f"gen_basic.rounds.{name}": word for name, word in self._held(place, state).items()}

    def _held(self, place: Place, state: Any) -> dict[str, Any]:
        if place.kind == DONE:
            return self._rings(state, 0)
        if place.kind != TURN:
            chain, rest = state
            return {**self._rings(chain, self._turns(80)), **dict(zip("ab", rest, strict=False))}
        chain, v, w = state
        t = place.cycle * self.unroll
        words = list(chain)
        for i in range(5):  # the word i is a of round 80 - i; `back` rounds ago it was in a
            back = t - (80 - i)
            if back >= self.unroll:
                term = sha1.rotl(v[1], 30) if back == 1 and i >= 2 else v[back]
                words[i] = chain[i] + term & sha1.MASK
        held = dict(zip("abcde", v, strict=True))
        rings = self._rings(words, self._turns(t))
        return {**held, **rings, "schedule.held": joined(w, WORD)}

    def _turns(self, t: int) -> int:
        """How often the rings have turned before round t."""
        return max(0, t - 76)

    def _rings(self, words: Any, turned: int) -> dict[str, Any]:
        """Words of the hash value in the rings, h_0 .. h_4, that have turned by so many words."""
        if self.unroll == 1:
            return {f"h_{(i + turned) % 5}": word for i, word in enumerate(words)}
        held = {}
        for ring, turns in (((0, 2, 4), (turned + 1) // 2), ((1, 3), turned // 4)):
            for i, word in enumerate(ring):
                held[f"h_{ring[(i + turns) % len(ring)]}"] = words[word]
        return held


def specification(design: Design) -> Specification:
    """Of the architectures without rescheduling."""
    if design.architecture.parameters["ahead"]:
        raise UsageError(f"the turns of {design.name} have no specification")
    return Basic(design.architecture.unroll)
