# SPDX-License-Identifier: Apache-2.0
"""Turns of sha2_core.

A state before round t is the hash value of the block before, the working variables a .. h, and the window
of sixteen words of the schedule, W_t first. The words of the hash value are added while the last rounds run;
those of the last turn, of a and e, with the load of the next block. While the lane waits, a state is the
hash value without these, and what is to be added to them.
"""

from __future__ import annotations

from typing import Any

from hashloom.design import Design
from hashloom.errors import UsageError
from hashloom.models import sha2
from hashloom.turns.specification import DONE, TURN, Block, Place, Registers, Shape, Specification
from hashloom.turns.words import joined


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
        chain, (a, e) = state
        none = (0,) * (4 - self.unroll)
        chain = sha2.add(self.words, chain, (*a, *none, *e, *none))
        return chain, chain, tuple(block.data.words(self.words.bits))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """The rounds of a turn; behind the last of them what is left to add is kept, or added."""
        chain, v, w = state
        unroll, first = self.unroll, cycle * self.unroll
        if first == self.words.rounds:
            return sha2.add(self.words, chain, v)
        for constant in sha2.round_constants(self.words)[first : first + unroll]:
            v, w = sha2.step(self.words, v, constant, w[0]), (*w[1:], sha2.expand(self.words, w))
        if first + unroll == self.words.rounds and not last:
            added = sha2.add(self.words, chain, v)
            halves = (*chain[:unroll], *added[unroll:4], *chain[4 : 4 + unroll], *added[4 + unroll :])
            return halves, (v[:unroll], v[4 : 4 + unroll])
        return chain, v, w

    def digest(self, state: Any) -> Any:
        """The first bits of the hash value."""
        return joined(state, self.words.bits) >> 8 * self.words.bits - self.model.digest_bits

    def registers(self, place: Place, state: Any) -> Registers:
        """The working variables, the schedule, and the rings of the hash value."""
        rounds, mask = self.words.rounds, (1 << self.words.bits) - 1
        if place.kind == DONE:
            return self._rings(state, 0)
        if place.kind != TURN:
            chain, (a, e) = state
            names = (self.a, *"bcd"[: self.unroll - 1], *"ef"[: self.unroll])
            held = {self._name(name): word for name, word in zip(names, (*a, *e), strict=True)}
            return {**self._rings(chain, 4 - self.unroll), **held}
        chain, v, w = state
        t = place.cycle * self.unroll
        added = list(chain)
        for i in range(8):  # the word i is a or e of round `rounds` - i % 4, `back` rounds ago
            back = t - (rounds - i % 4)
            if back >= self.unroll:
                added[i] = chain[i] + v[i // 4 * 4 + back] & mask
        held = {self._name(name): word for name, word in zip((self.a, *"bcdefgh"), v, strict=True)}
        rings = self._rings(added, max(0, t - (rounds - 4 + self.unroll)))
        return {**held, **rings, "schedule.words": joined(self._schedule(t, w), self.words.bits)}

    def _schedule(self, t: int, w: Any) -> Any:
        """With a round a turn, the last word of the window without sigma_1, but in the first turn."""
        if t == 0 or self.unroll > 1:
            return w
        return *w[:15], w[15] - sha2.small_sigma(self.words, 1, w[13]) & (1 << self.words.bits) - 1

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


def specification(design: Design) -> Specification:
    """Of a compressor without sections."""
    parameters = design.architecture.parameters
    if parameters["compressor"] == 0:
        return AtOnce(design, "gen_direct", "a")
    if parameters["compressor"] == 1:
        return AtOnce(design, "gen_balanced", ("a_sum", "a_carry"))
    raise UsageError(f"the turns of {design.name} have no specification")
