# SPDX-License-Identifier: Apache-2.0
"""Turns of sha1_core.

A state in turn k is the hash value of the block before, the working variables a .. e before the rounds of the
turn, and the window of sixteen words of the schedule, W_t first. The words of the hash value are added while
the last rounds run and with the load of the next block; while the lane waits, a state is the hash value with
the words that are not added yet, UNROLL of them, as pairs of summands.

With additions made ahead a state in cycle t of the RTL, in which a is a_t, has the words of the ring, some of
which have their sum already, a .. d as far as they are there, the two words that P_t was saved in, those of
Q_{t+1} if it is a register, and the words of the schedule from W_{t+AHEAD} on.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.formal.turns.specification import (
    ARRIVED,
    DONE,
    FRESH,
    RESTARTED,
    TURN,
    Block,
    Place,
    Registers,
    Shape,
    Specification,
)
from hashloom.formal.turns.words import joined, saved
from hashloom.models import sha1

WORD = 32


class Basic(Specification):
    """sha1_basic with one or two rounds a turn."""

    def __init__(self, unroll: int) -> None:
        """`unroll`: rounds a turn."""
        self.unroll = unroll

    def initial(self) -> Any:
        """The initial hash value, and zeros in the place of what is to be added."""
        return sha1.INITIAL_VALUE, (0,) * self.unroll

    def shape(self, place: Place) -> Shape:
        """Hash value, working variables and schedule; waiting, hash value and what is to be added to it."""
        chain = (WORD,) * 5
        if place.kind == TURN:
            return chain, (WORD,) * 5, (WORD,) * 16
        return chain if place.kind == DONE else (chain, (WORD,) * self.unroll)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The hash value is complete, and the working variables begin with it."""
        chain, rest = state
        chain = sha1.add(chain, (*rest, *(0,) * (5 - self.unroll)))
        return chain, chain, tuple(block.data.words(WORD))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """UNROLL rounds; behind the last of them what is left to add is kept, or added."""
        chain, v, w = state
        end = sha1.ROUNDS // self.unroll
        if cycle == end:
            return sha1.add(chain, v)
        for t in range(cycle * self.unroll, (cycle + 1) * self.unroll):
            v, w = sha1.step(t, v, w[0]), (*w[1:], sha1.expand(w))
        if cycle == end - 1 and not last:
            added = sha1.add(chain, v)
            return (*chain[: self.unroll], *added[self.unroll :]), v[: self.unroll]
        return chain, v, w

    def digest(self, state: Any) -> Any:
        """The hash value."""
        return joined(state, WORD)

    def registers(self, place: Place, state: Any) -> Registers:
        """The working variables, the schedule, and the rings of the hash value."""
        return {f"gen_basic.rounds.{name}": word for name, word in self._held(place, state).items()}

    def _held(self, place: Place, state: Any) -> dict[str, Any]:
        if place.kind == DONE:
            return self._rings(state, 0)
        if place.kind != TURN:
            chain, rest = state
            return {**self._rings(chain, self._turns(80)), **dict(zip("ab", rest, strict=False))}
        chain, v, w = state
        t = place.cycle * self.unroll
        words = list(chain)
        for i in range(5):  # the word i is a of round 80 - i; `back` rounds ago it was in a
            back = t - (80 - i)
            if back >= self.unroll:
                term = sha1.rotl(v[1], 30) if back == 1 and i >= 2 else v[back]
                words[i] = chain[i] + term & sha1.MASK
        held = dict(zip("abcde", v, strict=True))
        rings = self._rings(words, self._turns(t))
        return {**held, **rings, "schedule.held": joined(w, WORD)}

    def _turns(self, t: int) -> int:
        """How often the rings have turned before round t."""
        return max(0, t - 76)

    def _rings(self, words: Any, turned: int) -> dict[str, Any]:
        """Words of the hash value in the rings, h_0 .. h_4, that have turned by so many words."""
        if self.unroll == 1:
            return {f"h_{(i + turned) % 5}": word for i, word in enumerate(words)}
        held = {}
        for ring, turns in (((0, 2, 4), (turned + 1) // 2), ((1, 3), turned // 4)):
            for i, word in enumerate(ring):
                held[f"h_{ring[(i + turns) % len(ring)]}"] = words[word]
        return held


class Ahead(Specification):
    """sha1_rescheduled: all but one addition of a round made ahead.

    Cycles have the numbers of the RTL, which go round 75 .. 80 where no block is there. In cycles 76 .. 80
    the word 80 - t of the hash value gets a_t, rotated where it ends as c, d or e.
    """

    every = 6

    def __init__(self, additions: int) -> None:
        """`additions`: how many are made ahead, 1 or 2."""
        self.additions, self.recovery = additions, 7 - additions
        self.take = 81 - additions

    def _number(self, place: Place) -> int:
        """Number of the cycle at a place."""
        if place.kind == TURN:
            return (place.cycle - self.additions) % 82
        if place.kind == DONE:
            return 75
        t = self.take + place.cycle
        return t if t < 81 else t - self.every

    def initial(self) -> Any:
        """The initial hash value."""
        return (sha1.INITIAL_VALUE,)

    def taken(self, place: Place) -> str:
        """With two additions ahead the first block is there before the ring has all of the initial value."""
        return "first block" if place.kind == FRESH and self.additions == 2 else ""

    def shape(self, place: Place) -> Shape:
        """The ring and what there is for the round of a cycle, and for those that follow."""
        ring, pair, schedule = (WORD,) * 5, (WORD,) * 2, (WORD,) * 16
        t = self._number(place)
        if place.kind == TURN and place.cycle < self.additions:
            if t == 81:
                return ring, pair if self.additions == 2 else (), schedule
            return ((), schedule) if place.taken else (ring, WORD, schedule)
        if place.kind != TURN and not self._ends(place):
            return (ring,)
        if t == 80:
            return ring, WORD
        v = (WORD,) if t == 79 else (WORD,) * (5 - self.additions)
        ahead = pair if self.additions == 2 and t < 79 else ()
        return ring, v, pair, ahead, schedule if t + self.additions < sha1.ROUNDS else ()

    def _ends(self, place: Place) -> bool:
        """Whether a block ends at a place where the next one can be taken, or the cycle behind it."""
        return place.kind == ARRIVED and place.cycle < self.additions

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block comes to what there is."""
        w = tuple(block.data.words(WORD))
        if self.additions == 1:
            return *self.wait(place, state), (), w
        if place.kind == FRESH:
            return (), w
        return (*self.wait(place, state), w) if place.kind == ARRIVED else (*state, 0, w)

    def wait(self, place: Place, state: Any) -> Any:
        """The end of the block before."""
        return self._ended(self._number(place), state) if self._ends(place) else state

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A round, and what is added ahead."""
        t = (cycle - self.additions) % 82
        if t == 81:  # the working variables begin with the hash value
            ring, ahead, w = state
            return self._following(0, ring, ring[0], (ring[1], sha1.rotl(ring[2], 2), *ring[3:]), ahead, w)
        if cycle == 0:
            w = state[-1]
            ring = self._ended(t, state[:2])[0] if state[0] else sha1.INITIAL_VALUE
            return ring, self._begun(0, ring[4], w), (*w[1:], sha1.expand(w))
        if t > 78:
            return self._ended(t, state)
        ring, v, saved_p, ahead, w = state
        ring = self._added(t, ring, v[0])
        return self._following(t + 1, ring, self._round(t, v, saved_p), v, ahead, w)

    def _ended(self, t: int, state: Any) -> Any:
        """What is left behind cycle 79 or 80."""
        if t == 80:
            return (self._added(t, *state),)
        ring, v, saved_p, *_ = state
        return self._added(t, ring, v[0]), self._round(t, v, saved_p)

    def _added(self, t: int, ring: Any, a: Any) -> Any:
        """The words of the ring behind cycle t."""
        words = list(ring)
        if t > 75:
            words[80 - t] = words[80 - t] + (sha1.rotl(a, 30) if t < 79 else a) & sha1.MASK
        return tuple(words)

    def _round(self, t: int, v: Any, saved_p: Any) -> Any:
        """The newest word behind round t, for which P_t says what e and W_t are."""
        a, b, c, d = (*v, 0, 0, 0)[:4]
        others = sha1.f(t, b, c, d) + sha1.CONSTANTS[t // 20]
        return sha1.step(t, (a, b, c, d, saved_p[0] + saved_p[1] - others), 0)[0]

    def _following(self, t: int, ring: Any, newest: Any, v: Any, ahead: Any, w: Any) -> Any:
        """State before round t, from the words a .. of the round before."""
        a, b, c, *d = v
        v = newest, a, sha1.rotl(b, 30), c
        if self.additions == 1:
            ahead, following = self._begun(t, d[0], w), ()
        else:
            following = self._begun(t + 1, c, w) if t < 79 else ()
        saved_p = saved((*ahead, sha1.f(t, *v[1:])), WORD)
        v = v[:1] if t == 79 else v[: 5 - self.additions]
        w = (*w[1:], sha1.expand(w)) if t + self.additions < sha1.ROUNDS else ()
        return ring, v, saved_p, following, w

    def _begun(self, t: int, e: Any, w: Any) -> Any:
        """Q_t."""
        return saved((e, w[0], sha1.CONSTANTS[t // 20]), WORD)

    def digest(self, state: Any) -> Any:
        """The hash value."""
        return joined(state[0], WORD)

    def registers(self, place: Place, state: Any) -> Registers:
        """The ring, the words of a round, and what is added ahead."""
        if place.kind in (FRESH, RESTARTED):
            return {}
        return {f"gen_rescheduled.rounds.{name}": word for name, word in self._held(place, state).items()}

    def _held(self, place: Place, state: Any) -> dict[str, Any]:
        t, begins = self._number(place), place.kind == TURN and place.cycle < self.additions
        ring, *rest = state
        held = {"schedule.held": joined(rest[-1], WORD)} if len(rest) > 1 and len(rest[-1]) > 0 else {}
        if not ring:
            return {"schedule.held": joined(rest[0], WORD)}
        held |= {f"h_{(i + max(0, t - 76)) % 5}": word for i, word in enumerate(ring)}
        if 79 <= t <= 81:  # words of the ring on their way to a .. d
            held["b"] = sha1.rotl(ring[83 - t], 2)
        if 80 <= t <= 81:
            held["c"] = ring[84 - t]
        if begins and t == 81:
            held["a"] = ring[1]
            return held | (self._saved_q(rest[0]) if rest[0] else {"gen_one.d": ring[4]})
        if t == 80 and rest:
            held["a"] = rest[0]
        elif rest:
            v, (x, y), saved_q, _ = rest
            held |= dict(zip(("a", "b", "c", "gen_one.d"), v, strict=False))
            held |= {"gen_saved.p_sum": x ^ y, "gen_saved.p_carry": x & y}
            held |= self._saved_q(saved_q) if saved_q else {}
        return held

    def _saved_q(self, words: Any) -> dict[str, Any]:
        return dict(zip(("gen_saved.held_sum", "gen_saved.held_carry"), words, strict=True))


def specification(design: Design) -> Specification:
    """Of any design."""
    ahead = design.architecture.parameters["ahead"]
    return Ahead(ahead) if ahead else Basic(design.architecture.unroll)
