# SPDX-License-Identifier: Apache-2.0
"""Turns of fugue_core.

A state is the columns behind a SMIX. The register holds what follows of them up to the next SMIX, as the
difference to what it is before a message: where a word is awaited, TIX with the word 0, ROR3 and CMIX; else
ROR3 and CMIX; in the second part of the final rounds an addition of column 0 and a far ROR, which comes once
more before the digest.

With S messages a SMIX is S cycles, and the port speaks for the lane at the last rank: in the turn after a
load a state has the word, too. Ranks within SMIX hold SubBytes, or with three its first part and then the
sums of Super-Mix.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.formal.turns.families.aes import CUT, front_of, parts, substituted
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
from hashloom.models import fugue
from hashloom.models.aes import times
from hashloom.models.bits import pick

WORD = 32
MIXED = 128
"""Bits of the columns that SMIX takes."""

MULTIPLES = tuple(tuple(times(factor, byte) for byte in range(256)) for factor in fugue.MATRIX)
"""Products of bytes with the entries of the matrix of Super-Mix."""


class Turns(Specification):
    """The specification of a design."""

    def __init__(self, design: Design) -> None:
        """Of any design."""
        self.lanes = design.architecture.stages
        self.digest_bits = design.function.digest_bits
        self.variant = fugue.VARIANTS[self.digest_bits]
        self.near = self.variant.subrounds + self.variant.first
        self.done = self.near + fugue.LAST_TURNS * len(self.variant.rotations)

    def initial(self) -> Any:
        """The state before a message."""
        return tuple(fugue.initial_state(self.digest_bits))

    def shape(self, place: Place) -> Shape:
        """Columns of 32 bits."""
        return (WORD,) * self.variant.columns

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """TIX, and the first sub-round."""
        state = fugue.tix(self.variant, list(state), block.data)
        return tuple(fugue.smix(fugue.shift_and_mix(self.variant, state)))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """What goes before SMIX, and SMIX."""
        return tuple(fugue.smix(self._before(cycle + 1, list(state))))

    def _before(self, done: int, state: list[Any]) -> list[Any]:
        """What goes before the next SMIX when so many were done since the word came."""
        if done < self.near:
            return fugue.shift_and_mix(self.variant, state)
        return fugue.add_and_shift(self.variant, done - self.near, state)

    def _awaiting(self, state: Any) -> list[Any]:
        """What is held where a word is awaited."""
        return fugue.shift_and_mix(self.variant, fugue.tix(self.variant, list(state), 0))

    def digest(self, state: Any) -> Any:
        """The columns of the digest."""
        return joined(fugue.output(self.variant, list(state)), WORD)

    def registers(self, place: Place, state: Any) -> Registers:
        """What is before the next SMIX, as a difference."""
        if place.kind in (TURN, DONE):
            held = self._before(self.done if place.kind == DONE else place.cycle + 1, list(state))
        else:
            held = self._awaiting(state)
        return {"state": self._difference(held)}

    def _difference(self, held: list[Any]) -> Any:
        """What is before a SMIX as it is held."""
        start = self._awaiting(fugue.initial_state(self.digest_bits))
        return joined(held[::-1], WORD) ^ joined(start[::-1], WORD)


class Lanes(Turns):
    """The specification with several messages; a state is the columns, and the word or ()."""

    def initial(self) -> Any:
        """The state before a message."""
        return super().initial(), ()

    def shape(self, place: Place) -> Shape:
        """Columns of 32 bits, and in the first turn the word."""
        return super().shape(place), WORD if place.kind == TURN and place.cycle < self.lanes else ()

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The word is taken."""
        return self.wait(place, state)[0], block.data

    def wait(self, place: Place, state: Any) -> Any:
        """The last sub-round of a word falls into the cycle that can take the next one."""
        if place == Place(ARRIVED):
            return tuple(fugue.smix(self._entering(place, state))), ()
        return state

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """SMIX ends in the last cycle of a turn."""
        if cycle % self.lanes == self.lanes - 1 and cycle < self.lanes * self.done:
            return tuple(fugue.smix(self._entering(Place(TURN, cycle), state))), ()
        return state

    def _entering(self, place: Place, state: Any) -> list[Any]:
        """What is before the SMIX in work, or the next one."""
        columns, word = state
        if place.kind == DONE:
            return self._before(self.done, list(columns))
        if place.kind == TURN and place.cycle >= self.lanes:
            return self._before(place.cycle // self.lanes, list(columns))
        if place == Place(ARRIVED):
            return self._before(self.variant.subrounds - 1, list(columns))
        if place.kind == TURN:
            return fugue.shift_and_mix(self.variant, fugue.tix(self.variant, list(columns), word))
        return self._awaiting(columns)

    def digest(self, state: Any) -> Any:
        """The columns of the digest."""
        return super().digest(state[0])

    def registers(self, place: Place, state: Any) -> Registers:
        """What is before SMIX at the rank of the lane, without the columns that SMIX has in work."""
        if place.kind in (FRESH, RESTARTED):
            return {}
        rank = (place.rank(self.lanes) - 1) % self.lanes
        columns, word = self._entering(place, state), state[1]
        difference = self._difference(columns)
        size = WORD * self.variant.columns
        runs = place == Place(ARRIVED) or (place.kind == TURN and place.cycle < self.lanes * self.done)
        if rank and runs:
            upper = f"state[{size * (rank + 1) - 1}:{size * rank + MIXED}]"
            return {upper: difference >> MIXED, **self._within(rank, columns[:4])}
        held: dict[str, Any] = {}
        if place.kind == TURN and place.cycle == 0:
            held["word"] = word
            difference ^= word << WORD * 3 | word << WORD * 11
        return {f"state[{size * (rank + 1) - 1}:{size * rank}]": difference, **held}

    def _within(self, rank: int, columns: list[Any]) -> Registers:
        """The registers of SMIX."""
        x = joined(columns[::-1], WORD)
        if self.lanes == 3 and rank == 1:
            inverse = front_of(x, 16)
            return {
                f"smix.gen_byte[{i}].gen_cut.inverse_held": inverse >> CUT * i & (1 << CUT) - 1
                for i in range(16)
            }
        u = substituted(x, 16)
        if self.lanes == 2:
            return {"smix.u": u}
        rows = [parts(u >> WORD * j, 4) for j in range(4)]
        product = [[self._product(rows[j], row) for row in range(4)] for j in range(4)]
        sums = [self._total([rows[j][row] for j in range(4) if j != row]) for row in range(4)]
        return {
            "smix.product_spread": joined([joined(column, 8) for column in product[::-1]], WORD),
            "smix.sums_spread": joined(sums, 8),
        }

    def _product(self, column: list[Any], row: int) -> Any:
        """A byte of the product of the matrix of Super-Mix with a column."""
        return self._total([pick(MULTIPLES[(i - row) % 4], byte) for i, byte in enumerate(column)])

    def _total(self, bytes_: list[Any]) -> Any:
        total: Any = 0
        for byte in bytes_:
            total ^= byte
        return total


def specification(design: Design) -> Turns:
    """Of any design."""
    return Turns(design) if design.architecture.stages == 1 else Lanes(design)
