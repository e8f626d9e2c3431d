# SPDX-License-Identifier: Apache-2.0
"""Turns of fugue_core with one message.

A state is the columns behind a SMIX. The register holds what follows of them up to the next SMIX, as the
difference to what it is before a message: where a word is awaited, TIX with the word 0, ROR3 and CMIX; else
ROR3 and CMIX; in the second part of the final rounds an addition of column 0 and a far ROR, which comes once
more before the digest.
"""

from __future__ import annotations

from typing import Any

from hashloom.design import Design
from hashloom.errors import UsageError
from hashloom.models import fugue
from hashloom.turns.specification import DONE, TURN, Block, Place, Registers, Shape, Specification
from hashloom.turns.words import joined

WORD = 32


class Turns(Specification):
    """The specification of a design."""

    def __init__(self, design: Design) -> None:
        """UsageError for several messages."""
        if design.architecture.stages > 1:
            raise UsageError(f"the turns of {design.name} have no specification")
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
        return {"state": joined(held[::-1], WORD) ^ joined(self._awaiting(self.initial())[::-1], WORD)}


def specification(design: Design) -> Turns:
    """Of the architectures with one message."""
    return Turns(design)
