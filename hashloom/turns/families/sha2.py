# SPDX-License-Identifier: Apache-2.0
"""Turns of sha2_core.

A state in turn t is the hash value of the block before, the working variables a .. h before round t, and
the window of sixteen words of the schedule, W_t first. The words of the hash value are added while the last
rounds run; the last ones, of a and e, with the load of the next block. While the lane waits, a state is the
hash value without these two, and what is to be added to them.
"""

from __future__ import annotations

from typing import Any

from hashloom.design import Design
from hashloom.errors import UsageError
from hashloom.models import sha2
from hashloom.turns.specification import DONE, TURN, Block, Place, Registers, Shape, Specification
from hashloom.turns.words import joined


class AtOnce(Specification):
    """A round a turn, all of it (DIRECT), or all but the last addition of a (BALANCED)."""

    def __init__(self, design: Design, prefix: str, a: str | tuple[str, ...]) -> None:
        """`a`: the register, or the two, that hold it, in the generate block `prefix`."""
        name = str(design.function.fields["name"])
        self.model = sha2.Sha2(name)
        self.words, self.initial_value = self.model.words, sha2.initial_value(name)
        self.prefix, self.a = f"{prefix}.compressor.", a

    def initial(self) -> Any:
        """The initial hash value; nothing is to be added."""
        return self.initial_value, (0, 0)

    def shape(self, place: Place) -> Shape:
        """Hash value, working variables and schedule; waiting, hash value and what is to be added to it."""
        word = self.words.bits
        chain = (word,) * 8
        if place.kind == TURN:
            return chain, chain, (word,) * 16
        return chain if place.kind == DONE else (chain, (word, word))

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The hash value is complete, and the working variables begin with it."""
        chain, (a, e) = state
        chain = sha2.add(self.words, chain, (a, 0, 0, 0, e, 0, 0, 0))
        return chain, chain, tuple(block.data.words(self.words.bits))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A round; behind the last of them what is left to add is kept, or added."""
        chain, v, w = state
        if cycle == self.words.rounds:
            return sha2.add(self.words, chain, v)
        constant = sha2.round_constants(self.words)[cycle]
        v, w = sha2.step(self.words, v, constant, w[0]), (*w[1:], sha2.expand(self.words, w))
        if cycle == self.words.rounds - 1 and not last:
            added = sha2.add(self.words, chain, v)
            return (chain[0], *added[1:4], chain[4], *added[5:]), (v[0], v[4])
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
            return {**self._rings(chain, 3), self._name(self.a): a, self._name("e"): e}
        chain, v, w = state
        added = list(chain)
        for i in range(8):  # the word i is a or e of round `rounds` - i % 4, `back` rounds ago
            back = place.cycle - (rounds - i % 4)
            if back >= 1:
                added[i] = chain[i] + v[i // 4 * 4 + back] & mask
        held = {self._name(name): word for name, word in zip((self.a, *"bcdefgh"), v, strict=True)}
        rings = self._rings(added, max(0, place.cycle - (rounds - 3)))
        return {**held, **rings, "schedule.words": joined(self._schedule(place.cycle, w), self.words.bits)}

    def _schedule(self, cycle: int, w: Any) -> Any:
        """The last word of the window without sigma_1, but in the first turn."""
        if cycle == 0:
            return w
        return *w[:15], w[15] - sha2.small_sigma(self.words, 1, w[13]) & (1 << self.words.bits) - 1

    def _name(self, name: str | tuple[str, ...]) -> str | tuple[str, ...]:
        """Names of registers of the compressor."""
        return self.prefix + name if isinstance(name, str) else tuple(self.prefix + one for one in name)

    def _rings(self, words: Any, turned: int) -> dict[Any, Any]:
        """Words of the hash value in the rings after so many turns."""
        places = [(i - turned) % 4 for i in range(4)]
        return {
            "hash_a": joined([words[place] for place in places], self.words.bits),
            "hash_e": joined([words[4 + place] for place in places], self.words.bits),
        }


def specification(design: Design) -> Specification:
    """Of one round a turn, without sections."""
    parameters = design.architecture.parameters
    if parameters["unroll"] == 1 and parameters["compressor"] == 0:
        return AtOnce(design, "gen_direct", "a")
    if parameters["compressor"] == 1:
        return AtOnce(design, "gen_balanced", ("a_sum", "a_carry"))
    raise UsageError(f"the turns of {design.name} have no specification")
