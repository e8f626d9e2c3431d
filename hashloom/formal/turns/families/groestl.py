# SPDX-License-Identifier: Apache-2.0
"""Turns of groestl_core, with P and Q in turn through one round or beside each other.

A state is the chaining value and the states of P and Q in work, each as it is before the round whose register
it is in, or (). Registers within a round hold what SubBytes, or its first part, makes of it.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.formal.turns.families.aes import front_of, substituted
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
from hashloom.models import groestl

COLUMN = 64


class Turns(Specification):
    """What both have in common."""

    def __init__(self, design: Design) -> None:
        """Functions and lanes of a design."""
        function = design.function
        version, self.digest_bits = str(function.fields["version"]), function.digest_bits
        self.columns = function.block_bits // COLUMN
        self.p, self.q = groestl.permutations(version, self.columns)
        self.rounds = groestl.ROUNDS[self.columns]
        self.lanes = design.architecture.stages
        self.words = (COLUMN,) * self.columns

    def initial(self) -> Any:
        """The initial value; nothing is in work."""
        return (0,) * (self.columns - 1) + (self.digest_bits,), (), ()

    def digest(self, state: Any) -> Any:
        """The last bits of the chaining value."""
        return joined(state[0], COLUMN) & (1 << self.digest_bits) - 1

    def ring(self, place: Place, state: Any) -> Registers:
        """The chaining value at the rank of its lane; before a message it is made initial, or is it."""
        if place.kind in (FRESH, RESTARTED):
            return {}
        low = place.rank(self.lanes) * COLUMN * self.columns
        return {f"chain.ring[{low + COLUMN * self.columns - 1}:{low}]": joined(state[0], COLUMN)}

    def within(self, name: str, age: int, ranks: int, x: Any, q: bool, number: int) -> Registers:
        """A state before its round, `age` edges after it began to enter a round cut by so many ranks."""
        constants = (self.q if q else self.p).constants[number]
        entered = groestl.add(x, constants)
        if age == 1:
            return {f"{name}.a": joined(entered, COLUMN)}
        if age == 2 and ranks > 2:
            return {f"{name}.gen_cut_sbox.b": joined([front_of(word, 8) for word in entered], 96)}
        return {f"{name}.c": joined([substituted(word, 8) for word in entered], COLUMN)}


class InTurn(Turns):
    """groestl_in_turn: in work are the state that entered in the last turn of the lane and that before it.

    With two lanes the second one is, in the lane's turn, what its round has made of it.
    """

    def shape(self, place: Place) -> Shape:
        """Columns of 64 bits."""
        if place.kind == ARRIVED and place.cycle == 0:
            return self.words, (), self.words
        if place.kind != TURN:
            return self.words, (), ()
        turn = place.cycle // self.lanes
        return self.words, self._entered(turn), self._entered(turn - 1)

    def _entered(self, turn: int) -> Shape:
        ended = turn < 0 or turn > 4 * self.rounds + 1 or self._local(turn) == 2 * self.rounds
        return () if ended else self.words

    def _local(self, turn: int) -> int:
        """A turn counted from that in which the block, or 0 in its place, entered."""
        return turn % (2 * self.rounds + 1)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block enters Q."""
        return self.wait(place, state)[0], tuple(block.data.words(COLUMN)), ()

    def wait(self, place: Place, state: Any) -> Any:
        """P of the block before is added in the first turn that can take a block."""
        chain, _, older = state
        if older:
            chain = tuple(groestl.add(chain, self._result(older, 2 * self.rounds - 1)))
        return chain, (), ()

    def _round(self, x: Any, turn: int) -> Any:
        """The round of what entered in a turn."""
        local = self._local(turn)
        return tuple((self.p if local % 2 else self.q).round(local // 2, x))

    def _result(self, older: Any, turn: int) -> Any:
        """What comes out of the round two turns after it entered."""
        return older if self.lanes == 2 else self._round(older, turn)

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """In its turn a state enters and another comes out; with two lanes the round ends in between."""
        chain, newest, older = state
        turn, rank = divmod(cycle + 1, self.lanes)
        if rank:
            return chain, newest, self._round(older, turn - 1) if older else ()
        local, result = self._local(turn), self._result(older, turn - 2) if older else ()
        if turn in (2 * self.rounds, 2 * self.rounds + 1, 4 * self.rounds + 2):
            chain = tuple(groestl.add(chain, result))
        if not self._entered(turn):
            enters: Any = ()
        elif local == 0:
            enters = (0,) * self.columns
        elif local == 1:
            enters = tuple(groestl.add(newest, chain))
        else:
            enters = result
        done = last and cycle + 2 == self.lanes * (4 * self.rounds + 3)
        return (chain, (), ()) if done else (chain, enters, newest)

    def registers(self, place: Place, state: Any) -> Registers:
        """The ring of chaining values and the ranks of the round."""
        _, newest, older = state
        held = dict(self.ring(place, state))
        turn, rank = place.cycle // self.lanes, place.cycle % self.lanes
        if place.kind == ARRIVED:
            turn, rank = 2 * self.rounds, self.lanes - 1
        for x, entered, age in ((newest, turn, rank + 1), (older, turn - 1, rank + 1 + self.lanes)):
            local = self._local(entered)
            if x and age < 4:
                held |= self.within("round", age, 2 * self.lanes, x, local % 2 == 0, local // 2)
            elif x:
                held["round.result"] = joined(x, COLUMN)
        if newest and self.lanes == 2 and rank and self._local(turn) == 0:
            held["round.result"] = joined(groestl.add(newest, self.q.constants[0]), COLUMN)
        return {f"gen_in_turn.rounds.{name}": word for name, word in held.items()}


class Parallel(Turns):
    """groestl_parallel: in work are a state of P and one of Q."""

    def shape(self, place: Place) -> Shape:
        """Columns of 64 bits."""
        turn = place.cycle // self.lanes
        if place.kind != TURN or turn % (self.rounds + 1) == self.rounds:
            return self.words, (), ()
        return self.words, self.words, self.words if turn < self.rounds else ()

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block enters Q, its sum with the chaining value P."""
        m = tuple(block.data.words(COLUMN))
        return state[0], tuple(groestl.add(state[0], m)), m

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A round of each in the lane's turn; behind the last one both are added."""
        chain, p, q = state
        turn, rank = divmod(cycle + 1, self.lanes)
        if rank:
            return state
        number = (turn - 1) % (self.rounds + 1)
        p, q = tuple(self.p.round(number, p)) if p else (), tuple(self.q.round(number, q)) if q else ()
        if turn % (self.rounds + 1) == self.rounds:
            chain = tuple(groestl.add(chain, groestl.add(p, q) if q else p))
            return chain, (), ()
        return (chain, chain, ()) if turn == self.rounds + 1 else (chain, p, q)

    def registers(self, place: Place, state: Any) -> Registers:
        """The ring of chaining values and the ranks of both rounds."""
        _, p, q = state
        held = dict(self.ring(place, state))
        turn, rank = divmod(place.cycle, self.lanes)
        for name, x, is_q in (("round_p", p, False), ("round_q", q, True)):
            if x:
                number = turn % (self.rounds + 1)
                held |= self.within(name, rank + 1, self.lanes, x, is_q, number)
        return {f"gen_parallel.rounds.{name}": word for name, word in held.items()}


def specification(design: Design) -> Turns:
    """Of any design."""
    return Parallel(design) if design.architecture.parameters["parallel"] else InTurn(design)
