# SPDX-License-Identifier: Apache-2.0
"""Turns of echo_core with all words at once and one message: AES of every word a turn.

A state is the sum of the words with which the block began, those a multiple of the size of the chaining value
apart; the words; and the counter, of which a key is 0 to 15 more. BIG.Final adds the words to the sum in the
cycle that can take the next block or has the digest. Behind it a state is the chaining value.

The keys have 64 bits: strings of fewer than 2^64 - 159 bits are those of which the proof speaks.
"""

from __future__ import annotations

from typing import Any

from hashloom.design import Design
from hashloom.errors import UsageError
from hashloom.models import echo
from hashloom.turns.specification import ARRIVED, DONE, TURN, Block, Place, Registers, Shape, Specification
from hashloom.turns.words import joined

WORD = 128
COUNT = (1 << 64) - 1


class Turns(Specification):
    """The specification of a design."""

    settles = True

    def __init__(self, design: Design) -> None:
        """UsageError for a column at a time or several messages."""
        parameters = design.architecture.parameters
        if parameters["column"] or parameters["stages"] > 1:
            raise UsageError(f"the turns of {design.name} have no specification")
        self.digest_bits = design.function.digest_bits
        self.size = echo.CHAIN_WORDS[self.digest_bits]

    def initial(self) -> Any:
        """The initial value."""
        return ((echo.key(self.digest_bits),) * self.size,)

    def shape(self, place: Place) -> Shape:
        """Words of 128 bits, and the counter."""
        sum_, words = (WORD,) * self.size, (WORD,) * 16
        if place.kind == TURN:
            return sum_, words, 64
        return (sum_, words) if place.kind in (ARRIVED, DONE) else (sum_,)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block goes behind the chaining value."""
        words = (*self._chain(state), *block.data.words(WORD))
        return tuple(echo.folded(words, self.size)), words, 0 if block.empty else block.count

    def wait(self, place: Place, state: Any) -> Any:
        """BIG.Final."""
        return (self._chain(state),)

    def _chain(self, state: Any) -> Any:
        """The chaining value, with BIG.Final where it is left to do."""
        sum_, *rest = state
        if not rest:
            return sum_
        return tuple(a ^ b for a, b in zip(sum_, echo.folded(rest[0], self.size), strict=True))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """Half a round."""
        sum_, words, counter = state
        if cycle % 2 == 0:
            keys = [echo.key(counter + i & COUNT) for i in range(16)]
            return sum_, tuple(echo.begin_round(words, keys)), counter
        words = tuple(echo.end_round(words))
        done = cycle + 1 == 2 * echo.ROUNDS[self.digest_bits]
        return (sum_, words) if done else (sum_, words, counter + 16 & COUNT)

    def digest(self, state: Any) -> Any:
        """The first words of the chaining value."""
        return joined(self._chain(state), WORD) >> self.size * WORD - self.digest_bits

    def registers(self, place: Place, state: Any) -> Registers:
        """What is kept, the words and the counter."""
        names = ("kept", "a")
        held = {name: joined(words, WORD) for name, words in zip(names, state[:2], strict=False)}
        if place.kind == TURN:
            held["counter.counters"] = state[2]
        return {f"gen_full.rounds.{name}": word for name, word in held.items()}


def specification(design: Design) -> Turns:
    """Of the architecture with all words at once and one message."""
    return Turns(design)
