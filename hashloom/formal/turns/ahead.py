# SPDX-License-Identifier: Apache-2.0
"""The proof of cores with one lane that look at a block before they take it (`Specification.ahead`).

What such a core makes of the block while it is at its port goes on beside the turns of the block before: a
place is both, and each combination that can be reached is visited. A block that the core looks at stays at
the port, with `block_valid`, until it is taken; that the shell does so is proven of `block_collector`.
Blocks before that come and go as they like.
"""

from __future__ import annotations

from dataclasses import replace

from hashloom.catalogue.design import Design
from hashloom.errors import CheckFailed, HashloomError
from hashloom.formal.turns.core import Core
from hashloom.formal.turns.induction import Event, Induction, Node, Obligation
from hashloom.formal.turns.specification import ARRIVED, DONE, FRESH, WAITING, Place, Specification


def induction(design: Design, core: Core, specification: Specification, busy: bool = False) -> Induction:
    """The proof of a design as its specification needs it."""
    kind = Ahead if specification.ahead else Induction
    return kind(design, core, specification, busy)


class Ahead(Induction):
    """The proof of such a design."""

    def __init__(self, design: Design, core: Core, specification: Specification, busy: bool = False) -> None:
        """HashloomError for several lanes."""
        super().__init__(design, core, specification, busy)
        if self.lanes > 1:
            raise HashloomError(f"{design.name} looks ahead in several lanes, which no proof follows")

    def _reset(self) -> tuple[Node, Obligation]:
        """One cycle of rst in any state, and one in which nothing is ready; a block may be at the port."""
        state = {net: self.logic.graph.input() for net in self.core.module.registers}
        state = dict(self.core.cycle(state, self._inputs(rst=1))[0])
        after, outputs = self.core.cycle(state, self._inputs())
        state = dict(after)
        if (outputs["block_ready"], outputs["digest_valid"]) != ((0,), (0,)):
            raise CheckFailed("after rst block_ready or digest_valid is not settled")
        return self._arrive(Place(FRESH), False, self.specification.initial(), state, "after rst")

    def _events(self, node: Node) -> list[Event]:
        """A digest is taken or not, with each block that can be at the port."""
        place, specification = node.place, self.specification
        digests = [{"digest_ready": 0}, {"digest_ready": 1}] if place.kind == DONE else [{}]
        takes = place.ahead == specification.ahead and place.kind in (ARRIVED, WAITING, FRESH)
        if place.ahead:
            lasts = [place.follows]
        elif specification.looks(place):
            lasts = [False, True]
        else:
            return [Event(self._inputs(**taken), gives=taken.get("digest_ready") == 1) for taken in digests]
        events = []
        for taken in digests:
            gives = taken.get("digest_ready") == 1
            if not place.ahead:
                events.append(Event(self._inputs(block_valid=0, **taken), gives=gives))
            for last in lasts:
                inputs = self._inputs(block_valid=1, block_last=last, **taken)
                first = place.kind == FRESH
                event = Event(inputs, takes=takes, gives=gives, first=first, last=last, offers=not takes)
                events.append(event)
        return events

    def _following(self, place: Place, last: bool, event: Event) -> Place:
        """With how far the core is with the block at its port."""
        following = super()._following(place, last, event)
        if not event.offers:
            return following
        ahead = min(place.ahead + 1, self.specification.ahead)
        return replace(following, ahead=ahead, follows=event.last)
