# SPDX-License-Identifier: Apache-2.0
"""Turns of sha2_core.

A state before round t is the hash value of the block before, the working variables a .. h, and the window
of sixteen words of the schedule, W_t first. The words of the hash value are added while the last rounds run;
those of the last turn, of a and e, with the load of the next block. While the lane waits, a state is the
hash value without these, and what is to be added to them.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
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
from hashloom.models import sha2


class AtOnce(Specification):
    """One round or two a turn, all of them (DIRECT), or all but the last addition of a (BALANCED)."""

    def __init__(self, design: Design, prefix: str, a: str | tuple[str, ...]) -> None:
        """`a`: the register, or the two, that hold it, in the generate block `prefix`."""
        name = str(design.function.fields["name"])
        self.model = sha2.Sha2(name)
        self.unroll = design.architecture.unroll
        self.words, self.initial_value = self.model.words, sha2.initial_value(name)
        self.prefix, self.a = f"{prefix}.compressor.", a

    def initial(self) -> Any:
        """The initial hash value; nothing is to be added."""
        return self.initial_value, ((0,) * self.unroll,) * 2

    def shape(self, place: Place) -> Shape:
        """Hash value, working variables and schedule; waiting, hash value and what is to be added to it."""
        word = self.words.bits
        chain = (word,) * 8
        if place.kind == TURN:
            return chain, chain, (word,) * 16
        return chain if place.kind == DONE else (chain, ((word,) * self.unroll,) * 2)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The hash value is complete, and the working variables begin with it."""
        chain = self._completed(state)
        return chain, chain, tuple(block.data.words(self.words.bits))

    def _completed(self, state: Any) -> Any:
        """The hash value with what is left to add to it."""
        chain, (a, e) = state
        none = (0,) * (4 - self.unroll)
        return sha2.add(self.words, chain, (*a, *none, *e, *none))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """The rounds of a turn; behind the last of them what is left to add is kept, or added."""
        chain, v, w = state
        unroll, first = self.unroll, cycle * self.unroll
        if first == self.words.rounds:
            return sha2.add(self.words, chain, v)
        for constant in sha2.round_constants(self.words)[first : first + unroll]:
            v, w = sha2.step(self.words, v, constant, w[0]), (*w[1:], sha2.expand(self.words, w))
        if first + unroll == self.words.rounds and not last:
            return self._left(chain, v)
        return chain, v, w

    def _left(self, chain: Any, v: Any) -> Any:
        """The hash value behind the last round, but for the words that come last, and what these wait for."""
        unroll, added = self.unroll, sha2.add(self.words, chain, v)
        halves = (*chain[:unroll], *added[unroll:4], *chain[4 : 4 + unroll], *added[4 + unroll :])
        return halves, (v[:unroll], v[4 : 4 + unroll])

    def digest(self, state: Any) -> Any:
        """The first bits of the hash value."""
        return joined(state, self.words.bits) >> 8 * self.words.bits - self.model.digest_bits

    def registers(self, place: Place, state: Any) -> Registers:
        """The working variables, the schedule, and the rings of the hash value."""
        if place.kind == DONE:
            return self._rings(state, 0)
        if place.kind != TURN:
            return self._resting(*state)
        chain, v, w = state
        t = place.cycle * self.unroll
        held = {self._name(name): word for name, word in zip((self.a, *"bcdefgh"), v, strict=True)}
        return {**held, **self._adding(t, chain, v), **self._schedule(t, w)}

    def _resting(self, chain: Any, left: Any) -> dict[Any, Any]:
        """The hash value and what is left to add to it."""
        names = (self.a, *"bcd"[: self.unroll - 1], *"ef"[: self.unroll])
        held = {self._name(name): word for name, word in zip(names, sum(left, ()), strict=True)}
        return {**self._rings(chain, 4 - self.unroll), **held}

    def _adding(self, t: int, chain: Any, v: Any) -> dict[Any, Any]:
        """The hash value before round t."""
        rounds, mask = self.words.rounds, (1 << self.words.bits) - 1
        added = list(chain)
        for i in range(8):  # the word i is a or e of round `rounds` - i % 4, `back` rounds ago
            back = t - (rounds - i % 4)
            if back >= self.unroll:
                added[i] = chain[i] + v[i // 4 * 4 + back] & mask
        return self._rings(added, max(0, t - (rounds - 4 + self.unroll)))

    def _schedule(self, t: int, w: Any) -> dict[Any, Any]:
        """With a round a turn, the last word of the window without sigma_1, but in the first turn."""
        if t > 0 and self.unroll == 1:
            w = *w[:15], w[15] - sha2.small_sigma(self.words, 1, w[13]) & (1 << self.words.bits) - 1
        return {"schedule.words": joined(w, self.words.bits)}

    def _name(self, name: str | tuple[str, ...]) -> str | tuple[str, ...]:
        """Names of registers of the compressor."""
        return self.prefix + name if isinstance(name, str) else tuple(self.prefix + one for one in name)

    def _rings(self, words: Any, turned: int) -> dict[Any, Any]:
        """Words of the hash value in the rings when so many of them have moved."""
        places = [(i - turned) % 4 for i in range(4)]
        return {
            "hash_a": joined([words[place] for place in places], self.words.bits),
            "hash_e": joined([words[4 + place] for place in places], self.words.bits),
        }


class Ahead(AtOnce):
    """A round in two sections, of which the first adds h, K, W (RESCHEDULED), or d to these too (COMBINED).

    The working variables come a cycle later: in cycle t they are those before round t - 1, with h + K + W in
    the place of h. The last round of a block falls into the cycle that can take the next one, whose first
    cycle adds what is left to the hash value.
    """

    def __init__(self, design: Design, prefix: str, a: str | tuple[str, ...]) -> None:
        """As of a round at once."""
        super().__init__(design, prefix, a)
        self.combined = isinstance(a, tuple)

    def shape(self, place: Place) -> Shape:
        """Hash value, working variables or what is to be added, and schedule, as far as they are there."""
        word, end = self.words.bits, self.words.rounds
        if place.kind == DONE:
            return (word,) * 8
        cycle = place.cycle if place.kind == TURN else end if place.kind == ARRIVED else end + 1
        working: Shape = ((word,), (word,)) if cycle in (0, end + 1) else (word,) * 8
        return ((word,) * 8, working, *(((word,) * 16,) if cycle < end else ()))

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block comes to what was there."""
        return *self.wait(place, state), tuple(block.data.words(self.words.bits))

    def wait(self, place: Place, state: Any) -> Any:
        """The last round."""
        return self._last(*state) if place.kind == ARRIVED else state

    def _last(self, chain: Any, v: Any) -> Any:
        return self._left(chain, sha2.step(self.words, v, 0, 0))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """The second section of a round and the first one of the next."""
        if cycle > self.words.rounds:
            return self._completed(state)
        if cycle == self.words.rounds:
            return self._last(*state)
        *begun, w = state
        if cycle == 0:
            chain = v = self._completed(begun)
        else:
            chain, v = begun[0], sha2.step(self.words, begun[1], 0, 0)
        ahead = v[7] + sha2.round_constants(self.words)[cycle] + w[0] & (1 << self.words.bits) - 1
        v, w = (*v[:7], ahead), (*w[1:], sha2.expand(self.words, w))
        return (chain, v, w) if cycle < self.words.rounds - 1 else (chain, v)

    def registers(self, place: Place, state: Any) -> Registers:
        """As of a round at once, a cycle later."""
        if place.kind == DONE:
            return self._rings(state, 0)
        cycle = place.cycle if place.kind == TURN else self.words.rounds + (place.kind != ARRIVED)
        schedule = self._schedule(cycle, state[2]) if len(state) == 3 else {}
        chain, v = state[:2]
        if cycle in (0, self.words.rounds + 1):
            return {**self._resting(chain, v), **schedule}
        names: tuple[Any, ...] = (self.a, *"bcdefg", "ahead")
        words = v
        if self.combined:
            names = self.a, *"bc", ("l_2_sum", "l_2_carry"), *"efg", ("l_1_sum", "l_1_carry")
            words = *v[:3], v[3] + v[7] & (1 << self.words.bits) - 1, *v[4:]
        held = {self._name(name): word for name, word in zip(names, words, strict=True)}
        return {**held, **self._adding(cycle - 1, chain, v), **schedule}


def specification(design: Design) -> Specification:
    """Of a compressor whose sections, if it has any, do not lie a cycle apart for a and e."""
    parameters = design.architecture.parameters
    if parameters["compressor"] == 0:
        return AtOnce(design, "gen_direct", "a")
    if parameters["compressor"] == 1:
        return AtOnce(design, "gen_balanced", ("a_sum", "a_carry"))
    if parameters["compressor"] == 2:
        return Ahead(design, "gen_rescheduled", "a")
    if parameters["compressor"] == 4:
        return Ahead(design, "gen_combined", ("a_sum", "a_carry"))
    raise UsageError(f"the turns of {design.name} have no specification")
