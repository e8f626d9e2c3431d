# SPDX-License-Identifier: Apache-2.0
"""Turns of echo_core with one message.

With all words at once a turn is AES of every word. A state is the sum of the words with which the block
began, those a multiple of the size of the chaining value apart; the words; and the counter, of which a key is
0 to 15 more. BIG.Final adds the words to the sum in the cycle that can take the next block or has the digest.
Behind it a state is the chaining value.

With a column at a time the words are four columns, each as it is before the part of the round that it enters
next: before AES, before its second AES, behind it, or before BIG.MixColumns. The sum begins with the first
columns that are in work, and at the end takes in the columns of the result.

The keys have 64 bits: strings of fewer than 2^64 - 159 bits are those of which the proof speaks.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
from hashloom.formal.turns.families.aes import CUT, front_of
from hashloom.formal.turns.specification import (
    ARRIVED,
    DONE,
    TURN,
    Block,
    Place,
    Registers,
    Shape,
    Specification,
)
from hashloom.formal.turns.words import joined
from hashloom.models import echo
from hashloom.models.aes import round_of

WORD = 128
COUNT = (1 << 64) - 1

ROUND = 10
"""Cycles of a round, with a column at a time."""

KEYED = range(2, 6)
"""Those in which a key is added, to column 0 .. 3."""

BESIDE = {
    "d_3": {0: 1, 1: 2, 2: 3, 3: 0, 4: 1, 5: 2, 6: 3, 9: 0},
    "d_2": {0: 2, 1: 3, 8: 0, 9: 1},
    "d_1": {0: 3, 7: 0, 8: 1, 9: 2},
}
"""The column that a register beside AES holds in a cycle of a round."""


class Turns(Specification):
    """What both have in common."""

    settles = True

    def __init__(self, design: Design) -> None:
        """Of any design."""
        self.digest_bits = design.function.digest_bits
        self.size = echo.CHAIN_WORDS[self.digest_bits]
        self.rounds = echo.ROUNDS[self.digest_bits]

    def initial(self) -> Any:
        """The initial value."""
        return ((echo.key(self.digest_bits),) * self.size,)

    def wait(self, place: Place, state: Any) -> Any:
        """BIG.Final."""
        return (self.chain(state),)

    @abstractmethod
    def chain(self, state: Any) -> Any:
        """The words of the chaining value, with BIG.Final where it is left to do."""

    def digest(self, state: Any) -> Any:
        """The first words of the chaining value."""
        return joined(self.chain(state), WORD) >> self.size * WORD - self.digest_bits


class Full(Turns):
    """All words at once."""

    def shape(self, place: Place) -> Shape:
        """Words of 128 bits, and the counter."""
        sum_, words = (WORD,) * self.size, (WORD,) * 16
        if place.kind == TURN:
            return sum_, words, 64
        return (sum_, words) if place.kind in (ARRIVED, DONE) else (sum_,)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block goes behind the chaining value."""
        words = (*self.chain(state), *block.data.words(WORD))
        return tuple(echo.folded(words, self.size)), words, 0 if block.empty else block.count

    def chain(self, state: Any) -> Any:
        """The sum, with the words where they are left to add."""
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
        done = cycle + 1 == 2 * self.rounds
        return (sum_, words) if done else (sum_, words, counter + 16 & COUNT)

    def registers(self, place: Place, state: Any) -> Registers:
        """What is kept, the words and the counter."""
        names = ("kept", "a")
        held = {name: joined(words, WORD) for name, words in zip(names, state[:2], strict=False)}
        if place.kind == TURN:
            held["counter.counters"] = state[2]
        return {f"gen_full.rounds.{name}": word for name, word in held.items()}


class Column(Turns):
    """A column at a time; the sums of a state are as many columns as the chaining value, the oldest first."""

    def __init__(self, design: Design) -> None:
        """Of any design."""
        super().__init__(design)
        self.end = ROUND * self.rounds
        """The turn in which the first column of the result is in work."""

    def shape(self, place: Place) -> Shape:
        """Columns of words of 128 bits, and the counter."""
        column, number = (WORD,) * 4, self.size // 4
        if place.kind == TURN:
            return (column,) * min(place.cycle, number), (column,) * 4, 64
        return ((column,) * number, column) if place.kind in (ARRIVED, DONE) else ((WORD,) * self.size,)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block goes behind the chaining value."""
        words = (*self.chain(state), *block.data.words(WORD))
        columns = tuple(words[i : i + 4] for i in range(0, 16, 4))
        return (), columns, 0 if block.empty else block.count

    def chain(self, state: Any) -> Any:
        """The sums, with the last column where it is left to add."""
        if len(state) == 1:
            return state[0]
        return sum(self._added(*state), ())

    def _added(self, sums: Any, column: Any) -> Any:
        """A column is added to the oldest sum, or begins one."""
        if len(sums) < self.size // 4:
            return *sums, column
        return *sums[1:], tuple(a ^ b for a, b in zip(sums[0], column, strict=True))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """What a round does with the column that is at its end, and with that which enters."""
        sums, columns, counter = state
        columns, at = list(columns), cycle % ROUND
        if cycle < 4 or cycle >= self.end:
            sums = self._added(sums, columns[at])
        if cycle >= ROUND and at < 3:
            columns[at + 1] = tuple(echo.big_mix_columns(columns[at + 1]))
        if cycle == self.end + 2:
            return sums, columns[3]
        if at in KEYED:
            keys = [echo.key(counter + i & COUNT) for i in range(4)]
            columns[at - 2] = tuple(echo.begin_round(columns[at - 2], keys))
            counter = counter + 4 & COUNT
        if at > 5:
            columns[at - 6] = tuple(round_of(word) for word in columns[at - 6])
        if at == ROUND - 1:
            words = echo.big_shift_rows(sum(columns, ()))
            columns = [tuple(words[i : i + 4]) for i in range(0, 16, 4)]
            columns[0] = tuple(echo.big_mix_columns(columns[0]))
        return sums, tuple(columns), counter

    def registers(self, place: Place, state: Any) -> Registers:
        """The columns on their way through AES and beside it, and what makes the keys."""
        if place.kind != TURN:
            names = {"kept": self._kept(state[0])} if len(state) == 2 else {"kept": joined(state[0], WORD)}
            if len(state) == 2:
                names["a"] = joined(state[1], WORD)
            return {f"gen_column.rounds.{name}": word for name, word in names.items()}
        sums, columns, counter = state
        at = place.cycle % ROUND
        held: dict[str, Any] = {"counter.counters": counter}
        if sums:
            held[f"kept[{4 * WORD * len(sums) - 1}:0]"] = self._kept(sums)
        if place.cycle:
            held["counter.next_upper"] = (counter >> 2) + 1 & COUNT >> 2
            held["counter.lower"] = joined([(counter & 3) + i for i in (3, 2, 1, 0)], 3)
        ranks = {name: places[at] for name, places in BESIDE.items() if at in places}
        if at < 8:
            ranks["a"] = at % 4
        held |= {name: joined(columns[number], WORD) for name, number in ranks.items()}
        if place.cycle < self.end and 0 < at < 9:
            inverse = front_of(joined(columns[(at - 1) % 4], WORD), 64)
            for i in range(64):
                held[f"aes.gen_byte[{i}].gen_parts.b"] = inverse >> CUT * i & (1 << CUT) - 1
        if place.cycle < self.end and at > 1:
            held["x"] = joined([round_of(word) for word in columns[(at - 2) % 4]], WORD)
        return {f"gen_column.rounds.{name}": word for name, word in held.items()}

    def _kept(self, sums: Any) -> Any:
        return joined([joined(column, WORD) for column in sums], 4 * WORD)


def specification(design: Design) -> Turns:
    """Of the architectures with one message."""
    parameters = design.architecture.parameters
    if parameters["stages"] > 1:
        raise UsageError(f"the turns of {design.name} have no specification")
    return Column(design) if parameters["column"] else Full(design)
