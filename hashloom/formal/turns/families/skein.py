# SPDX-License-Identifier: Apache-2.0
"""Turns of skein_core: the rounds between two ranks of registers a cycle.

A slot is at rank k mod S in turn k, in its pass k // S of the loop. While it runs a state is that of
Threefish, the key, and of a message the block, its position in bytes and the flags of its tweak; the last
subkey is added, and the block, when it comes back to rank 0 behind the last pass. Then a state is the
chaining value, which one turn later, at rank S - 1, meets the next block; so with one lane the two fall
into one cycle. A last block is followed by the output transform, a block of zeros.

The position has 61 bits: strings of fewer than 2^64 - 7 bits are those of which the proof speaks. Digests of
more than one beat, digests whose initial value is not stored, and a first block in the middle of a message,
are not followed. A design that is configured computes the initial value, from constants, before each message.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
from hashloom.formal.turns.order import from_little_endian, little_endian
from hashloom.formal.turns.specification import (
    ARRIVED,
    DONE,
    TURN,
    WAITING,
    Block,
    Place,
    Registers,
    Shape,
    Specification,
)
from hashloom.formal.turns.words import joined
from hashloom.models import skein
from hashloom.models.bits import little_endian_words
from hashloom.models.threefish import Threefish

WORD = 64
POSITION = 61
STORED = (128, 160, 224, 256, 384, 512, 1024)
"""Digests, in bits, whose initial value is stored."""
MESSAGE = skein.T_MSG << skein.TYPE
OUTPUT = skein.tweak(skein.T_OUT << skein.TYPE, 8, 0, 1, 1)
"""Tweak of the output transform."""


class Turns(Specification):
    """The specification of a design."""

    early = True

    def __init__(self, design: Design) -> None:
        """UsageError for a design that is not followed."""
        function, parameters = design.function, design.architecture.parameters
        if function.digest_bits > function.block_bits or function.digest_bits not in STORED:
            raise UsageError(f"{function.name} has several beats or no stored initial value")
        self.cipher = Threefish(function.block_bits, str(function.fields["version"]))
        self.words = function.block_bits // WORD
        self.unroll, self.lanes = parameters["unroll"], parameters["stages"]
        self.block_bits, self.digest_bits = function.block_bits, function.digest_bits
        self.chain = tuple(little_endian_words(skein.model(function).initial_value()))
        self.running = self.lanes * (self.cipher.rounds // self.unroll)
        """Cycles in the loop until the slot is back at rank 0."""
        self.cycles = self.running + self.lanes
        self.recovery = self.cycles if parameters["configure"] else 0
        # The stage of round 4 moves the key of every slot, if it is not the first.
        self.late = (5 * self.lanes - 1) // 8 if self.unroll == 8 else 0
        self.made = self.late if self.late else min(1, self.lanes - 1)
        """Stage that makes the parity of a new key."""

    def initial(self) -> Any:
        """The initial chaining value."""
        return self.chain

    def shape(self, place: Place) -> Shape:
        """State, key, block, position and two flags; state and key; or the chaining value."""
        chain = (WORD,) * self.words
        if place.kind == TURN and place.cycle >= self.cycles:
            return (chain, chain) if place.cycle % self.cycles <= self.running else chain
        running = place.kind == TURN and place.cycle <= self.running
        if running or (place.kind == ARRIVED and self.lanes == 1):
            return chain, chain, chain, POSITION, 1, 1
        return chain

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """A block of the message with its place in it."""
        words = tuple(little_endian(block.data, WORD))
        position, padded = skein.place(block.count)
        chain = self.wait(place, state)
        return words, chain, words, position & (1 << POSITION) - 1, int(block.first), padded

    def wait(self, place: Place, state: Any) -> Any:
        """With one lane the end of a block falls into the cycle that can take the next one."""
        return self._end(state, False) if place.kind == ARRIVED and self.lanes == 1 else state

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """The rounds of a stage; behind the last pass the feed-forward, and before the output its load."""
        output = cycle >= self.cycles
        at = cycle % self.cycles
        if at < self.running:
            v, key, *rest = state
            k, tweak = self.cipher.extended(key), OUTPUT if output else self._tweak(rest, last)
            for d in range(self._round(at), self._round(at + 1)):
                v = self.cipher.keyed_round(d, v, k, tweak)
            return tuple(v), key, *rest
        if at == self.running:
            state = self._end(state, last, output)
        if at == self.cycles - 1 and last and not output:
            return (0,) * self.words, state
        return state

    def _round(self, cycle: int) -> int:
        """The round before which a slot is in a cycle."""
        turn, rank = divmod(cycle, self.lanes)
        return turn * self.unroll + rank * self.unroll // self.lanes

    def _tweak(self, rest: Any, last: bool) -> tuple[int, int]:
        _, position, first, padded = rest
        return skein.tweak(MESSAGE, position, padded, first, int(last))

    def _end(self, state: Any, last: bool, output: bool = False) -> Any:
        v, key, *rest = state
        tweak = OUTPUT if output else self._tweak(rest, last)
        encrypted = self.cipher.last(v, self.cipher.extended(key), tweak)
        return tuple(skein.feed_forward(encrypted, (0,) * self.words if output else rest[0]))

    def digest(self, state: Any) -> Any:
        """The first bits of the chaining value."""
        return from_little_endian(state, WORD) >> self.block_bits - self.digest_bits

    def registers(self, place: Place, state: Any) -> Registers:
        """The slot at its rank."""
        if place.kind not in (TURN, ARRIVED, WAITING, DONE):
            return {}
        if len(state) == self.words and not isinstance(state[0], tuple):
            before = self.lanes - 1 if place.kind in (ARRIVED, WAITING) else 0
            return self._resting((place.cycle + before) % self.lanes, state)
        v, key, *rest = state
        cycle = self.running if place.kind != TURN else place.cycle % self.cycles
        rank, d = cycle % self.lanes, self._round(cycle)
        k, moved = self.cipher.extended(key), -(-d // 4)
        turned = [k[(i + moved) % len(k)] for i in range(len(k))]
        held = {
            self._part("loop.state", self.block_bits, rank): joined(v[::-1], WORD),
            self._part("loop.rings", self.block_bits + WORD, rank): joined(turned[::-1], WORD),
        }
        tweak = OUTPUT
        if rest:
            message, position, first, padded = rest
            held[self._part("message", self.block_bits, rank)] = joined(message[::-1], WORD)
            held[self._part("position", POSITION, rank)] = position
            held[self._part("flags", 2, rank, 3)] = first << 1 | padded
            tweak = self._tweak(rest, place.last)
        if d % 4 == 0:
            special = self.cipher.subkey(d // 4, k, tweak)[-3:]
            rounds = f"engine.loop.gen_stage[{rank}].gen_direction[0].gen_rounds"
            held[f"{rounds}.stage.special"] = joined(special[::-1], WORD)
        return held

    def _resting(self, rank: int, chain: Any) -> Registers:
        """The chaining value in the ring, whose parity is made where the ring is in place."""
        width = self.block_bits + WORD
        if rank > self.made or rank == 0:
            return {self._part("loop.rings", width, rank): joined(self.cipher.extended(chain)[::-1], WORD)}
        low = rank * width + (WORD if rank <= self.late else 0)
        return {f"engine.loop.rings[{low + self.block_bits - 1}:{low}]": joined(chain[::-1], WORD)}

    def _part(self, name: str, width: int, rank: int, step: int = 0) -> str:
        """The lowest `width` bits of a rank's part of a register, `step` bits from rank to rank."""
        low = rank * (step or width)
        return f"engine.{name}[{low + width - 1}:{low}]"


def specification(design: Design) -> Turns:
    """Of the designs with digests of one beat and stored initial values."""
    return Turns(design)
