# SPDX-License-Identifier: Apache-2.0
"""Turns of jh_core.

A state is the elements of E_8, from the first block to the last, and the block in work, which is added to the
second half with the load of the next one, in a turn without a load, and in the last turn before the digest.
In round 2 the S-boxes of half a round are still to come in that turn. With two lanes the cycles are in turns
those of the S-boxes and those of L and P_d. The round constants, which the core computes or keeps in a
table, have values, and are followed as control.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
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
from hashloom.models import jh


class Turns(Specification):
    """The specification of a design."""

    def __init__(self, design: Design) -> None:
        """Of any design."""
        self.version, self.stages = str(design.function.fields["version"]), design.architecture.stages
        self.digest_bits = design.function.digest_bits
        self.rounds, self.substitutions = jh.ROUNDS[self.version], jh.SUBSTITUTIONS[self.version]

    def initial(self) -> Any:
        """The initial value; no block is in work."""
        value = jh.bits_of(jh.initial_value(self.version, self.digest_bits))
        return tuple(jh.group(value)), (0,) * jh.BLOCK_BITS

    def shape(self, place: Place) -> Shape:
        """Elements of four bits, and the bits of the block until it has left."""
        inside = place.kind == TURN and place.cycle < self.stages * (self.rounds + 1)
        return (4,) * 256, (1,) * jh.BLOCK_BITS if inside or place == Place(ARRIVED) else ()

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The old block leaves, and the new one enters."""
        bits = tuple(block.data.words(1))
        elements, _ = self.wait(place, state)
        return tuple(jh.group(jh.enter(jh.degroup(elements), bits))), bits

    def wait(self, place: Place, state: Any) -> Any:
        """The turn in which a block can be taken is that in which the old one leaves."""
        return self._half(self.rounds, self.stages - 1, state) if place == Place(ARRIVED) else state

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A round, or with two lanes a half of one; in the turn after the last round the block leaves."""
        return self._half(*divmod(cycle, self.stages), state)

    def _half(self, turn: int, cycle: int, state: Any) -> Any:
        """What is done in a cycle of a turn: S-boxes in its first one, the rest in its last one."""
        elements, block = state
        if cycle == 0 and turn < self.substitutions:
            elements = tuple(jh.substitute(elements, jh.all_choices(self.version)[turn]))
        if cycle == self.stages - 1 and turn < self.rounds:
            elements = tuple(jh.transform(elements))
        if cycle == self.stages - 1 and turn == self.rounds:
            elements, block = tuple(jh.group(jh.leave(jh.degroup(elements), block))), ()
        return elements, block

    def digest(self, state: Any) -> Any:
        """The last bits of the state."""
        return joined(jh.degroup(state[0])[-self.digest_bits :], 1)

    def registers(self, place: Place, state: Any) -> Registers:
        """The elements, and the block where there is one; before a message anything but a block."""
        elements, block = state
        if place.kind in (FRESH, RESTARTED):
            return {}
        names = ("gen_two.state_1", "gen_two.block_1") if place.rank(self.stages) else ("state", "block")
        held = {names[0]: joined(elements, 4)}
        return {**held, names[1]: joined(block, 1)} if block else held


def specification(design: Design) -> Turns:
    """Of any design."""
    return Turns(design)
