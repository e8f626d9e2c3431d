# SPDX-License-Identifier: Apache-2.0
"""The proof of a core: from place to place, one clock cycle at a time.

What registers of data hold at a place is what the specification says, over words of which nothing is known.
The others are control, which is followed with its values. A register of which nothing is said and which has
no value is left open in the next cycle: it may hold anything. So nothing is assumed of state, block, count
and registers but what the cycle before has shown, and no register is left out.

With one lane every place and every value of the control that the inputs can lead to after rst is visited.
With S lanes one lane is followed, any, since the number of the lane is left open, while the others wait
(`busy` false) or work on messages without end (`busy` true); then the followed one has its block, and its
digest taken, at once, for one message of two blocks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from hashloom.catalogue.design import Design
from hashloom.errors import CheckFailed, HashloomError
from hashloom.formal.turns.core import After, Core, State
from hashloom.formal.turns.residues import Residue
from hashloom.formal.turns.specification import (
    ARRIVED,
    DONE,
    FRESH,
    OFFERED,
    RESTARTED,
    TURN,
    WAITING,
    Block,
    Place,
    Specification,
)
from hashloom.formal.turns.sums import Bits

Pair = tuple[str, int, int]
"""A bit: name of its register or port, the literal that the circuit gives it, the one that it should have."""
Inputs = dict[str, Bits]
_LANES = ("digest_lane", "block_lane")


@dataclass(frozen=True)
class Node:
    """A place with the values of the control registers by net; `last`: the block in work is the last."""

    place: Place
    last: bool
    control: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Obligation:
    """What is left to prove of one cycle: that the bits of each pair are equal. `name` says which cycle."""

    name: str
    pairs: tuple[Pair, ...]


@dataclass(frozen=True)
class Event:
    """Inputs of a cycle, and what they mean for the lane: it takes or sees a block, or gives its digest.

    `offers`: there is a block at the port that is not taken.
    """

    inputs: Inputs
    takes: bool = False
    gives: bool = False
    sees: bool = False
    first: bool = False
    last: bool = False
    empty: bool = False
    offers: bool = False


class Induction:
    """The proof of one design under one schedule of the other lanes."""

    def __init__(self, design: Design, core: Core, specification: Specification, busy: bool = False) -> None:
        """`core` has the design's RTL."""
        self.core, self.specification, self.busy = core, specification, busy
        self.logic = core.logic
        self.lanes = design.architecture.stages
        self.period = max(self.lanes, specification.every)
        """Cycles between two in which the lane can take a block."""
        self._at_once = specification.early and not specification.recovery
        """Can the next block be taken in the cycle in which a digest is?"""
        self.block = design.cycles_block()
        self.latency = design.latency_cycles(1)
        self.visited: dict[Node, None] = {}

    def obligations(self) -> Iterator[Obligation]:
        """Follow the core and yield what is to be proven; CheckFailed where its control goes astray.

        The literals of an obligation mean something until the next one is asked for.
        """
        start, obligation = self._reset()
        yield obligation
        waiting = [start]
        self.visited[start] = None
        while waiting:
            node = waiting.pop()
            self.core.clear()
            for event in self._events(node):
                follower, obligation = self._cycle(node, event)
                yield obligation
                again = self.busy and follower.place == Place(FRESH)
                if follower not in self.visited and not again:
                    self.visited[follower] = None
                    waiting.append(follower)

    def _reset(self) -> tuple[Node, Obligation]:
        """One cycle of rst in any state, then those in which no block can be taken; with lanes two turns of
        each.

        With several lanes no block is offered in these turns.
        """
        state = {net: self.logic.graph.input() for net in self.core.module.registers}
        state = dict(self.core.cycle(state, self._inputs(rst=1))[0])
        if self.specification.lead:
            return self._arrive(Place(RESTARTED), False, self.specification.initial(), state, "after rst")
        for _ in range(2 * self.lanes if self.lanes > 1 else self.block):
            quiet = self._inputs(block_valid=0) if self.lanes > 1 else self._inputs()
            after, outputs = self.core.cycle(state, quiet)
            following = dict(after)
            if self.lanes == 1 and outputs["block_ready"] == (1,):
                break
            if self.lanes == 1 and (outputs["block_ready"], outputs["digest_valid"]) != ((0,), (0,)):
                raise CheckFailed("after rst block_ready or digest_valid is not settled")
            state = following
        if self.busy:
            for cycle in range(self.lanes):
                busy = self._inputs(block_valid=int(cycle > 0), block_last=0)
                state = dict(self.core.cycle(state, busy)[0])
        return self._arrive(Place(FRESH), False, self.specification.initial(), state, "after rst")

    def _events(self, node: Node) -> list[Event]:
        """What the inputs can do in a cycle at a node; inputs that it does not name may be anything."""
        place = node.place
        if self.specification.lead:
            return self._looking(place)
        if place.rank(self.lanes) != 0:
            return [Event(self._others())]
        if place.kind in (ARRIVED, WAITING, FRESH):
            if not self._takes(place):
                return [Event(self._inputs())]
            blocks = self._blocks(first=place.kind == FRESH)
            return blocks if self.busy else [Event(self._inputs(block_valid=0)), *blocks]
        if place.kind in (DONE, OFFERED):
            return self._ends()
        return [Event(self._inputs())]

    def _looking(self, place: Place) -> list[Event]:
        """What the inputs can do where the lane looks for a block before it takes it."""
        at = self.specification.lead - 1
        if place.seen:
            if place.cycle < at:
                return [Event(self._inputs(block_valid=1))]
            return self._blocks(first=place.kind == FRESH)
        gives = place.kind == DONE
        waits = [Event(self._inputs(digest_ready=0))] if gives else []
        known = {"digest_ready": 1} if gives else {}
        if place.last or place.cycle != (self.block - 2 - at if place.kind == TURN else at):
            return [*waits, Event(self._inputs(**known), gives=gives)]
        return [
            *waits,
            *(Event(self._inputs(block_valid=it, **known), gives=gives, sees=it) for it in (False, True)),
        ]

    def _ends(self) -> list[Event]:
        """What the inputs can do in a lane's turn at the port of digests."""
        early, busy = self._at_once, self.busy
        if early and self.lanes > 1:  # another lane is at the port of blocks
            other = {"block_valid": 1, "block_last": 0} if busy else {"block_valid": 0}
            taken = Event(self._inputs(digest_ready=1, **other), gives=True)
            return [taken] if busy else [Event(self._inputs(digest_ready=0, **other)), taken]
        if not early:
            taken = Event(self._inputs(digest_ready=1), gives=True)
            return [taken] if busy else [Event(self._inputs(digest_ready=0)), taken]
        return [
            Event(self._inputs(digest_ready=0)),
            Event(self._inputs(digest_ready=1, block_valid=0), gives=True),
            *self._blocks(first=True, gives=True),
        ]

    def _blocks(self, first: bool, gives: bool = False) -> list[Event]:
        """A block is taken, the first of its message or another one; or the digest before it, too."""
        ready = {"digest_ready": 1} if gives else {}
        return [
            Event(
                self._inputs(block_valid=1, block_first=first, block_last=last, block_empty=empty, **ready),
                takes=True, gives=gives, first=first, last=last, empty=empty,
            )
            for last in (False, True)
            for empty in (False, True)
        ]  # fmt: skip

    def _others(self) -> Inputs:
        """Inputs of a cycle that is another lane's turn."""
        return self._inputs(block_valid=1, block_last=0) if self.busy else self._inputs(block_valid=0)

    def _inputs(self, **known: int) -> Inputs:
        """Inputs without rst, of which these have a value."""
        known = {"rst": 0, "clk": 0, **known}
        return {
            port: tuple(int(known[port]) >> place & 1 for place in range(len(nets)))
            if port in known
            else self.logic.graph.inputs(len(nets))
            for port, nets in self.core.module.inputs.items()
        }

    def _cycle(self, node: Node, event: Event) -> tuple[Node, Obligation]:
        """One edge: the node that follows, and what is to be proven of it."""
        place, specification = node.place, self.specification
        state = (
            specification.initial()
            if place.kind in (FRESH, RESTARTED) and not place.seen
            else self.logic.fresh_of(specification.shape(place))
        )
        values: State = dict(node.control)
        data, count = (self.logic.word(event.inputs[port]) for port in ("block_data", "block_count"))
        block = Block(data, count, event.first, event.last, event.empty)
        values |= self._holding(place, state, block)
        for net in self.core.module.registers:
            if net not in values:
                values[net] = self.logic.graph.input()
        if place.seen:
            assert isinstance(state, tuple)
            data = self.logic.bits(state[1], len(event.inputs["block_data"]))
            event = replace(event, inputs={**event.inputs, "block_data": data})
        after, outputs = self.core.cycle(values, event.inputs)
        name = f"{place}{', last block' if node.last else ''}"
        pairs = self._outputs(place, outputs, state, name, event)
        last, following = node.last, self._following(place, node.last, event)
        if event.gives:
            place, state = Place(FRESH), specification.initial()
        if event.takes:
            last = event.last
            state = specification.load(place, state, block)
        elif place.kind == TURN:
            state = specification.go_on(place, state)
        elif event.gives:
            last = False
        else:
            state = specification.wait(place, state)
        if event.sees:
            state = state, self.logic.word(event.inputs["block_data"])
        follower, obligation = self._arrive(following, last, state, after, name, block)
        return follower, Obligation(name, (*pairs, *obligation.pairs))

    def _following(self, place: Place, last: bool, event: Event) -> Place:
        """The place one edge on."""
        cycle = place.cycle + 1
        if place.kind != TURN:
            if event.takes:
                first = self._turn(0, event.last)
                return replace(first, taken=self.specification.taken(place))
            if self.specification.lead:
                return self._looked(place, event)
            if event.gives or place.kind == RESTARTED:
                cycle = 1 + self._at_once if event.gives else cycle
                again = max(self.lanes, self.specification.recovery)
                return Place(RESTARTED, cycle) if cycle < again else Place(FRESH)
            if place.kind == ARRIVED and cycle < self.period * self.specification.arriving:
                return Place(ARRIVED, cycle)
            period = self.lanes if place.kind in (DONE, OFFERED) else self.period
            later = {ARRIVED: WAITING} if cycle % period == 0 else {}
            if later and self.specification.settles:
                later[DONE] = OFFERED
            return Place(later.get(place.kind, place.kind), cycle % period)
        taken = place.taken if cycle < self.specification.told else ""
        return replace(self._turn(cycle, last), seen=event.sees, taken=taken)

    def _looked(self, place: Place, event: Event) -> Place:
        """The place one edge on where the lane, between two blocks, looks for one."""
        cycle, kind = (place.cycle + 1) % self.specification.lead, place.kind
        if event.gives or kind == RESTARTED:
            kind = FRESH
        elif kind == ARRIVED and cycle == 0:
            kind = WAITING
        return Place(kind, cycle, seen=place.seen or event.sees)

    def _turn(self, cycle: int, last: bool) -> Place:
        if last and cycle == self.latency - 1:
            return Place(DONE)
        if not last and cycle == self.block - max(1, self.specification.lead):
            return Place(ARRIVED)
        return Place(TURN, cycle, last)

    def _outputs(
        self, place: Place, outputs: Mapping[str, Bits], state: object, name: str, event: Event
    ) -> list[Pair]:
        """The handshake as the contract says, and the digest."""
        early, ended = self.specification.early, place.kind in (DONE, OFFERED)
        rank, ports = place.rank(self.lanes), {}
        if rank == (self.lanes - 1 if early and ended else 0):
            ready = self._takes(place) or (self._at_once and event.gives)
            ports["block_ready"] = int(ready and place.ahead == self.specification.ahead)
        if rank == (1 % self.lanes if early and not ended else 0):
            ports["digest_valid"] = int(ended)
        for port, wanted in ports.items():
            if outputs[port] != (wanted,):
                found = "is not settled" if outputs[port][0] > 1 else f"is {outputs[port][0]}"
                raise CheckFailed(f"{name}: {port} {found}; it should be {wanted}")
        if not ports.get("digest_valid"):
            return []
        if outputs["digest_last"] != (1,):
            raise CheckFailed(f"{name}: digest_last is not 1")
        data = outputs["digest_data"]
        digest = self.logic.bits(self.specification.digest(state), len(data))
        return [("digest_data", a, b) for a, b in zip(data, digest, strict=True)]

    def _takes(self, place: Place) -> bool:
        """Whether the lane, in its turn, is to take the block that is offered."""
        lead = self.specification.lead
        there = place.seen and place.cycle == lead - 1 if lead else place.cycle % self.period < self.lanes
        return there and place.kind in (ARRIVED, WAITING, FRESH)

    def _arrive(
        self,
        place: Place,
        last: bool,
        state: object,
        after: Mapping[int, int],
        name: str,
        block: Block | None = None,
    ) -> tuple[Node, Obligation]:
        sums, pairs, said = self.logic.sums, [], set()
        for names, value in self._registers(place, state, block):
            held = [tuple(after[net] for net in nets) for nets in names.values()]
            said |= {net for nets in names.values() for net in nets}
            if isinstance(value, Residue):
                if self.logic.residues.of(held[0]) != value:
                    raise CheckFailed(f"{name}: {' + '.join(names)} is not what the model says")
                continue
            width = len(held[0])
            forms = [(sums.form(bits), 1) for bits in held]
            found = sums.word(sums.combine(width, 0, forms)) if len(held) > 1 else held[0]
            wanted = self.logic.bits(value, width)
            label = " + ".join(names)
            pairs += [(label, one, other) for one, other in zip(found, wanted, strict=True)]
        left = after.keys() - said - self._counters()
        known = after.values_of if isinstance(after, After) else after
        control = tuple(sorted((net, known[net]) for net in left if known.get(net, 2) < 2))
        return Node(place, last, control), Obligation(name, tuple(pairs))

    def _holding(self, place: Place, state: object, block: Block) -> State:
        """Literals of the registers of which the specification says what they hold at a place.

        Of registers of which it says the sum all but the last are free, and the last is the rest. A residue
        of the state is the number that one register holds.
        """
        sums = self.logic.sums
        made: State = {}
        words: set[Bits] = set()
        for names, value in self._registers(place, state, block):
            *others, last = names.values()
            if isinstance(value, Residue):
                word = self.logic.residues.own_word(value)
                if word is None or word in words:
                    word = self.logic.residues.any_number(value)
                words.add(word)
                made.update(zip(last, word, strict=True))
                continue
            parts = [(sums.form(self.logic.bits(value, len(last))), 1)]
            for nets in others:
                bits = self.logic.graph.inputs(len(nets))
                made.update(zip(nets, bits, strict=True))
                parts.append((sums.form(bits), -1))
            rest = (
                sums.word(sums.combine(len(last), 0, parts)) if others else self.logic.bits(value, len(last))
            )
            made.update(zip(last, rest, strict=True))
        return made

    def _registers(
        self, place: Place, state: object, block: Block | None
    ) -> Iterator[tuple[dict[str, tuple[int, ...]], object]]:
        """Nets of registers by name, and the value of the one, or the sum of the several, at a place."""
        said = dict(self.specification.registers(place, state))
        if place.ahead and block is not None:
            said |= self.specification.offered(place, block)
        for key, value in sorted(said.items(), key=lambda item: callable(item[1])):
            names = (key,) if isinstance(key, str) else key
            yield {name: self._nets(name) for name in names}, value() if callable(value) else value

    def _counters(self) -> set[int]:
        """Registers that number the lanes at the ports; left open, so that the lane is any."""
        if self.lanes == 1:
            return set()
        names = self.core.module.names
        return {net for name in names if name.rpartition(".")[2] in _LANES for net in names[name]}

    def _nets(self, name: str) -> tuple[int, ...]:
        """Nets of a register, or of the part `name[high:low]` of it."""
        nets = self.core.module.names.get(name)
        if nets is not None:
            return nets
        whole, _, part = name.rpartition("[")
        high, _, low = part.removesuffix("]").partition(":")
        nets = self.core.module.names.get(whole)
        if nets is None or not (high.isdigit() and low.isdigit()) or int(high) >= len(nets):
            known = ", ".join(sorted(self.core.module.names))
            raise HashloomError(f"the core has no register {name}; it has {known}")
        return nets[int(low) : int(high) + 1]
