# SPDX-License-Identifier: Apache-2.0
"""What a family says of its cores for the proof of their turns."""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError

TURN, ARRIVED, WAITING = "turn", "arrived", "waiting"
DONE, OFFERED, RESTARTED, FRESH = "done", "offered", "restarted", "fresh"

Registers = Mapping[Any, Any]
"""What registers hold: a name, `name[high:low]` for a part, or several names of which the sum is said, with a
word or an integer, or a function that makes it when it is known which words hold the other residues."""
Shape = int | tuple["Shape", ...]
"""Widths in bits of the words of a state, nested as the state is."""


@dataclass(frozen=True)
class Place:
    """Where a lane is between two clock edges.

    TURN      `cycle` edges after the one that took its block
    ARRIVED   for a block that is not the first of its message, at the lane's first turn that can take it
    WAITING   the same, later
    DONE      with a digest
    OFFERED   with a digest that was not taken at the lane's first turn, where `Specification.settles` says so
    RESTARTED behind the digest until the lane can take a block; and behind rst where the lane looks for
              blocks
    FRESH     for the first block of a message

    `ahead`: cycles that a block at the port has been looked at, see `Specification.ahead`; `follows`: it is
    the last of its message. `seen`: see `Specification.lead`.

    In all but TURN `cycle` counts from the lane's turn at the ports, 0 to S - 1 with S lanes; ARRIVED lasts
    for `Specification.arriving` such turns. `last`: in TURN, the block in work is the last of its message.
    `taken` of the first turns is what `Specification.taken` says of the place at which the block was taken.
    """

    kind: str
    cycle: int = 0
    last: bool = False
    ahead: int = 0
    follows: bool = False
    seen: bool = False
    taken: str = ""

    def __str__(self) -> str:
        """As it stands in messages."""
        ahead = f", {self.ahead} ahead" if self.ahead else ", block seen" if self.seen else ""
        return f"{self.kind} {self.cycle}{ahead}{f', {self.taken}' if self.taken else ''}"

    def rank(self, lanes: int) -> int:
        """Rank of registers that the lane is at: 0 in its turn."""
        return (self.cycle + (self.kind == TURN)) % lanes


@dataclass(frozen=True)
class Block:
    """A block as a core takes it: words `data`, the first bit the highest, and `count`, and the flags."""

    data: Any
    count: Any
    first: bool
    last: bool
    empty: bool


class Specification(ABC):
    """A design in terms of its family's model. States are words or nested tuples of words and integers.

    `settles`: where a digest is not taken the registers change once, and DONE is followed by OFFERED.

    `arriving`: turns of a lane in ARRIVED, more than one for a core that still works on a block there.

    `early`: lanes are at the port of blocks one cycle before they are at that of digests. With one lane a
    block can then be taken in the cycle in which a digest is, if there is no `recovery`. `cycle` of the
    places DONE and OFFERED counts from the turn at the port of digests, that of the others from the turn at
    the port of blocks.

    `ahead`: cycles for which the core looks at a block at its port before it can take it; such a block stays
    there until it is taken.

    `lead`: the lane, the only one, looks for a block in one of so many cycles and takes it so many cycles
    later; 0 where it looks at its port in the cycle in which it takes a block. In all places but TURN `cycle`
    counts from 0 to `lead` - 1, in which it looks for a block, or takes the one that it has seen, the first
    time `lead` cycles behind the last TURN that is no last one. In a place that has `seen` a block the state
    is a pair, of which the second is the word of the block's data; there `load` drops it.

    `every`: cycles from one in which the only lane can take a block to the next one, where it takes none. In
    ARRIVED, WAITING and FRESH `cycle` counts from 0, in which it can, to `every` - 1.

    `told`: turns in which places have what `taken` says.

    `recovery`: cycles from that in which the only lane gives a digest to that in which it can take a block,
    where these are more than one. The registers that matter have values then, and are followed as control.
    """

    settles: bool = False
    early: bool = False
    ahead: int = 0
    lead: int = 0
    every: int = 1
    told: int = 1
    recovery: int = 0
    arriving: int = 1

    @abstractmethod
    def initial(self) -> Any:
        """State at FRESH, in which a message begins."""

    @abstractmethod
    def shape(self, place: Place) -> Shape:
        """Shape of the states at a place; FRESH is not asked for."""

    @abstractmethod
    def load(self, place: Place, state: Any, block: Block) -> Any:
        """State one edge after this place, one of ARRIVED, WAITING and FRESH, where the lane took a block."""

    @abstractmethod
    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """State one edge after `Place(TURN, cycle)`: what the model does in that cycle.

        Where the next place is ARRIVED or DONE it is the state there.
        """

    def go_on(self, place: Place, state: Any) -> Any:
        """The same of any such place, for a state that hangs on what its `taken` says, too."""
        return self.step(place.cycle, state, place.last)

    @abstractmethod
    def digest(self, state: Any) -> Any:
        """Word of the digest from the state at DONE or OFFERED, the first bit the highest."""

    @abstractmethod
    def registers(self, place: Place, state: Any) -> Registers:
        """What the registers hold at a place; those of control, and what does not matter, are not named."""

    def looks(self, place: Place) -> bool:
        """Does the core, with `ahead`, begin to look at a block that is at its port at this place?"""
        return True

    def offered(self, place: Place, block: Block) -> Registers:
        """What registers hold of the block at the port at a place with `ahead`."""
        return {}

    def wait(self, place: Place, state: Any) -> Any:
        """State one edge after a place that is no TURN, where no block and no digest was taken: as it was."""
        return state

    def taken(self, place: Place) -> str:
        """What tells apart states at the first TURNs by where the block was taken."""
        return ""


def specification(design: Design) -> Specification:
    """The specification of a design. UsageError for a family or an architecture without one."""
    name = f"hashloom.formal.turns.families.{design.family.model}"
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        raise UsageError(
            f"the turns of the family {design.family.name} have no specification: {name}"
        ) from error
    found: Specification = module.specification(design)
    return found
