# SPDX-License-Identifier: Apache-2.0
"""Turns of keccak_core: the state of the sponge is the register, one round a turn.

A state is the 25 lanes. With APART turn 0 adds nothing: the block was added in the cycle before. With two
lanes a turn is two cycles, and between them the register behind theta holds the state and what theta adds
to it. Digests of more than one beat are not followed.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
from hashloom.formal.turns.specification import (
    ARRIVED,
    RESTARTED,
    TURN,
    Block,
    Place,
    Registers,
    Shape,
    Specification,
)
from hashloom.formal.turns.words import joined
from hashloom.models import keccak

LANE = 64
INVERTED = sum((1 << 320) - 1 << 320 * plane for plane in (0, 2, 4))
"""The planes that `held` has inverted."""


class Turns(Specification):
    """The specification of a design."""

    def __init__(self, design: Design) -> None:
        """UsageError for a digest of several beats."""
        if design.function.digest_bits > design.function.block_bits:
            raise UsageError(f"{design.function.name} has a digest of several beats, which is not followed")
        parameters = design.architecture.parameters
        self.stages, self.apart = parameters["stages"], parameters["apart"]
        self.digest_bits = design.function.digest_bits

    def initial(self) -> Any:
        """Zero."""
        return (0,) * 25

    def shape(self, place: Place) -> Shape:
        """Lanes of 64 bits."""
        return (LANE,) * 25

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block, whose bytes begin with the lowest, is added."""
        lanes = [reversed_bytes(word) for word in block.data.words(LANE)] + [0] * 25
        return tuple(a ^ b for a, b in zip(self.wait(place, state), lanes, strict=False))

    def wait(self, place: Place, state: Any) -> Any:
        """Without APART the last round of a block falls into the cycle that can take the next one."""
        if place.kind == ARRIVED and not self.apart:
            return self._round(23, state)
        return state

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A round, with two lanes in the second cycle of the turns but the first."""
        if self.stages == 1:
            return self._round(cycle, state)
        return self._round(cycle // 2 - 1, state) if cycle and cycle % 2 == 0 else state

    def _round(self, number: int, state: Any) -> Any:
        return tuple(keccak.mix(keccak.spread(state, keccak.effect(state)), keccak.CONSTANTS[number]))

    def digest(self, state: Any) -> Any:
        """The first bytes of the state."""
        return joined([reversed_bytes(lane) for lane in state[: -(-self.digest_bits // LANE)]], LANE) >> (
            -self.digest_bits % LANE
        )

    def registers(self, place: Place, state: Any) -> Registers:
        """The state, planes 0, 2 and 4 of it inverted, or the others; with it what theta adds."""
        whole = joined(state[::-1], LANE)
        if place.rank(self.stages) == 0:
            return {"held": whole ^ INVERTED}
        if place.kind == RESTARTED:  # it is cleared on its way out of there
            return {}
        cut = {"gen_cut.cut_held": ~whole ^ INVERTED}
        if place.kind == TURN and place.cycle:
            cut["gen_cut.cut_effect"] = joined(keccak.effect(state)[::-1], LANE)
        return cut


def reversed_bytes(word: Any) -> Any:
    """The bytes of a word of 64 bits from the last to the first."""
    return (
        joined(word.words(8)[::-1], 8)
        if not isinstance(word, int)
        else int.from_bytes(word.to_bytes(8), "little")
    )


def specification(design: Design) -> Turns:
    """Of any design of one beat."""
    return Turns(design)
