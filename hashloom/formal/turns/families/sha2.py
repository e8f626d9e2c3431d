# SPDX-License-Identifier: Apache-2.0
"""Turns of sha2_core.

A state before round t is the hash value of the block before, the working variables a .. h, and the window
of sixteen words of the schedule, W_t first. The words of the hash value are added while the last rounds run;
those of the last turn, of a and e, with the load of the next block. While the lane waits, a state is the
hash value without these, and what is to be added to them.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hashloom.catalogue.design import Design
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
        self.prefix, self.a = f"compressor.{prefix}.circuit.", a

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
            "ring.hash_a": joined([words[place] for place in places], self.words.bits),
            "ring.hash_e": joined([words[4 + place] for place in places], self.words.bits),
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


class Apart(AtOnce):
    """A round in sections of which that of a is some cycles behind that of e (PIPELINED, STAGGERED).

    In cycle t the side of e is before round t - 1, that of a before round t - DELAY. A side is its words of
    the hash value, some of which have their sum already, its working variables, and what is in a register for
    its round: T_1 for a, what is added to Sigma_1 and Ch for e. Behind the last round it is the words and a
    or e, which is still to be added, and when that is done the words. A side ends a block beside the first
    cycles of the next one, and then its rounds have the numbers of the block before.
    """

    def __init__(self, design: Design, prefix: str, delay: int) -> None:
        """`delay`: cycles by which W comes to a later than with all of a round at once."""
        super().__init__(design, prefix, "a")
        self.staggered = delay == 3
        self.delays = delay, 1
        self.arriving = self.told = delay

    def initial(self) -> Any:
        """The initial hash value; zeros are to be added."""
        return (self.initial_value[:4], 0), (self.initial_value[4:], 0)

    def taken(self, place: Place) -> str:
        """How many cycles late."""
        return f"{place.cycle} late" if place.kind == ARRIVED else ""

    def _rounds(self, place: Place) -> list[int]:
        """The rounds before which the sides of a and e are; one more than there are where all is added."""
        end = self.words.rounds
        if place.kind == DONE:
            return [end + 1] * 2
        if place.kind == ARRIVED:
            return [min(end, end + place.cycle - delay) for delay in self.delays]
        if place.kind != TURN:
            return [end] * 2
        late = int(place.taken.split()[0]) if place.taken else self.arriving
        before = [min(end, end + 1 + late + place.cycle - delay) for delay in self.delays]
        behind = [min(end + 1, place.cycle - delay) for delay in self.delays]
        return [before[i] if behind[i] < 0 else behind[i] for i in range(2)]

    def shape(self, place: Place) -> Shape:
        """Both sides, and the schedule as long as a word of it has a round."""
        sides = tuple(self._shape(number) for number in self._rounds(place))
        scheduled = place.kind == TURN and place.cycle < self.words.rounds
        return (*sides, (self.words.bits,) * 16) if scheduled else sides

    def _shape(self, number: int) -> Shape:
        word, end = self.words.bits, self.words.rounds
        chain = (word,) * 4
        return (chain, (word,) * 3, word) if number < end else (chain, word) if number == end else (chain,)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block comes to what there is."""
        return *self.wait(place, state), tuple(block.data.words(self.words.bits))

    def wait(self, place: Place, state: Any) -> Any:
        """The sides of a block go on until both wait for the next one."""
        return self._on(place, state, False) if place.kind == ARRIVED else state

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A section of each round in work."""
        return self.go_on(Place(TURN, cycle, last), state)

    def go_on(self, place: Place, state: Any) -> Any:
        """A section of each round in work."""
        return self._on(place, state, place.last)

    def _on(self, place: Place, state: Any, last: bool) -> Any:
        (side_a, side_e, *w), (round_a, round_e) = state, self._rounds(place)
        end, mask = self.words.rounds, (1 << self.words.bits) - 1
        words_a, words_e = self._added(round_a, side_a), self._added(round_e, side_e)
        begins = [place.kind == TURN and place.cycle == delay - 1 for delay in self.delays]
        total, sum_, next_a, next_e = None, None, side_a[-1], side_e[-1]
        if round_e < end:
            e, f, g = side_e[1]
            total = sha2.first_sum(self.words, (0, 0, 0, 0, e, f, g, side_e[2]), 0, 0)
            d = words_a[3] if begins[0] else side_a[1][2] if round_a < end else 0
            next_e = total + (0 if self.staggered else d) & mask
        if w:
            h = words_e[3] if begins[1] else side_e[1][2]
            sum_ = h + sha2.round_constants(self.words)[place.cycle] + w[0][0]
            if self.staggered:
                sum_ += words_a[3 - place.cycle] if place.cycle < 3 else side_a[1][0]
        if self.staggered and (begins[0] or round_a < end - 1):
            e = side_e[1][0] if round_e < end else side_e[1]
            total = e - (words_a[3] if begins[0] else side_a[1][2])
        if round_a < end:
            next_a = side_a[2] + sha2.second_sum(self.words, (*side_a[1], 0, 0, 0, 0, 0)) & mask
        closes = last and place.kind == TURN and place.cycle >= end
        made = (
            self._side(round_a, side_a, words_a, begins[0], closes, next_a, total),
            self._side(round_e, side_e, words_e, begins[1], closes, next_e, sum_),
        )
        return (*made, (*w[0][1:], sha2.expand(self.words, w[0]))) if w and place.cycle < end - 1 else made

    def _side(
        self, number: int, side: Any, words: Any, begins: bool, closes: bool, newest: Any, ahead: Any
    ) -> Any:
        """A side a cycle later; `words` with what this cycle adds, `ahead` what comes into the register."""
        end, mask = self.words.rounds, (1 << self.words.bits) - 1
        if begins:
            return words, words[:3], ahead & mask
        if number < end - 1:
            return words, (newest, *side[1][:2]), ahead & mask
        if number == end - 1:
            return words, newest
        return (words,) if closes else side

    def _added(self, number: int, side: Any) -> Any:
        """The words of a side with what is added before, or behind, a round."""
        words, at = list(side[0]), self.words.rounds - number
        if 0 <= at < 4:
            newest = side[1][0] if at else side[1]
            words[at] = words[at] + newest & (1 << self.words.bits) - 1
        return tuple(words)

    def digest(self, state: Any) -> Any:
        """The first bits of the hash value."""
        return super().digest((*state[0][0], *state[1][0]))

    def registers(self, place: Place, state: Any) -> Registers:
        """Both sides and the schedule."""
        (side_a, side_e, *w), rounds = state, self._rounds(place)
        held: dict[Any, Any] = self._schedule(place.cycle, w[0]) if w else {}
        turned = [max(0, number - (self.words.rounds - 3)) for number in rounds]
        for ring, side, turns in (("ring.hash_a", side_a, turned[0]), ("ring.hash_e", side_e, turned[1])):
            held[ring] = joined([side[0][(i - turns) % 4] for i in range(4)], self.words.bits)
        ahead: tuple[Any, Any] = ("t", "x") if self.staggered else (("l_sum", "l_carry"), "m")
        for names, side, register in (("abc", side_a, ahead[0]), ("efg", side_e, ahead[1])):
            if len(side) == 2:
                held[self._name(names[0])] = side[1]
            elif len(side) == 3:
                held |= {self._name(name): word for name, word in zip(names, side[1], strict=True)}
                held[self._name(register)] = side[2]
        return held


class Interleaved(Apart):
    """Two lanes, STAGGERED. In the cycle behind its turn a lane has what its next turn begins with.

    There each word that is added up is two summands; T_1 is so, too: the e that becomes f, or of which
    nothing else is left, without d. Before round 0 the working variables are still words of the hash value.
    """

    lanes = 2

    def __init__(self, design: Design) -> None:
        """Of a design with two lanes."""
        super().__init__(design, "gen_staggered.gen_two", 3)
        self.told *= self.lanes

    def _alone(self, place: Place) -> Place:
        """The place of a lane without others that has the turn, or has it next."""
        late = (place.cycle + 1) // 2 if place.kind == ARRIVED else 0
        return replace(place, cycle=place.cycle // 2 if place.kind == TURN else late)

    def _between(self, place: Place, sides: Any, d: Any, e: Any) -> Any:
        """Sides, or their shapes, behind a turn, from those with which the next one begins."""
        (words_a, *a), (words_e, *rest_e) = sides
        round_a, round_e = self._rounds(place)
        apart = round_e == 0 or round_e >= self.words.rounds
        if len(a) == 2:
            a = [a[0] if round_a else (), (e, d) if apart else (d,)]
        if len(rest_e) == 2 and round_e == 0:
            rest_e[0] = ()
        return (words_a, *a), (words_e, *rest_e)

    def taken(self, place: Place) -> str:
        """How many turns late."""
        return super().taken(self._alone(place))

    def shape(self, place: Place) -> Shape:
        """As alone, with T_1 as said above."""
        alone = self._alone(place)
        shape: Any = super().shape(alone)
        side_a, side_e, *others = shape
        if not place.rank(self.lanes):
            return side_a, side_e, *others
        return *self._between(alone, (side_a, side_e), self.words.bits, self.words.bits), *others

    def wait(self, place: Place, state: Any) -> Any:
        """What a turn does."""
        alone = self._alone(place)
        if place.rank(self.lanes):
            return self._whole(alone, state)
        after = self._alone(replace(place, cycle=place.cycle + 1))
        return self._cut(after, state, super().wait(alone, state))

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block comes to what there is."""
        alone = self._alone(place)
        after = Place(TURN, 0, block.last, taken=self.taken(place))
        made = *super().wait(alone, state), tuple(block.data.words(self.words.bits))
        return self._cut(after, state, made)

    def go_on(self, place: Place, state: Any) -> Any:
        """What a turn does."""
        alone = self._alone(place)
        if place.rank(self.lanes):
            return self._whole(alone, state)
        return self._cut(replace(alone, cycle=alone.cycle + 1), state, super().go_on(alone, state))

    def _cut(self, after: Place, before: Any, made: Any) -> Any:
        """A state behind a turn, from that before it and that with which the next one begins."""
        side_a, side_e, *others = made
        if len(before[1]) == 1:
            return made
        e = before[1][1][0] if len(before[1]) == 3 else before[1][1]
        d = e - side_a[2] & (1 << self.words.bits) - 1 if len(side_a) == 3 else 0
        return *self._between(after, (side_a, side_e), d, e), *others

    def _whole(self, place: Place, state: Any) -> Any:
        """The state with which a turn begins."""
        side_a, side_e, *others = state
        if len(side_e) == 3:
            side_e = side_e[0], side_e[1] or side_e[0][:3], side_e[2]
        if len(side_a) == 3:
            *e, d = side_a[2]
            total = (e[0] if e else side_e[1][1]) - d & (1 << self.words.bits) - 1
            side_a = side_a[0], side_a[1] or side_a[0][:3], total
        return side_a, side_e, *others

    def registers(self, place: Place, state: Any) -> Registers:
        """What is in front of adders, or behind them; where no round follows, d and h of the next one."""
        alone = self._alone(place)
        if place.rank(self.lanes) == 0:
            sides = zip("cg", state, strict=False)
            resting = {self._name(name): side[0][3] for name, side in sides if len(side) == 2}
            return {**super().registers(alone, state), **resting}
        word, (side_a, side_e, *w), rounds = self.words.bits, state, self._rounds(alone)
        held: dict[Any, Any] = {}
        if w:
            (schedule,) = self._schedule(alone.cycle, w[0]).values()
            parts = "schedule.gen_two_lanes."
            held[f"{parts}turned"] = schedule >> 2 * word
            for name, at in (("whole", 1), ("part", 0)):
                halves = tuple(f"{parts}{name}[{low + word - 1}:{low}]" for low in (0, word))
                held[halves] = schedule >> at * word & (1 << word) - 1
        for ring, side, number in (("a", side_a, rounds[0]), ("e", side_e, rounds[1])):
            turns = max(0, number - (self.words.rounds - 3))
            first, *others = [side[0][(i - turns) % 4] for i in range(4)]
            held[f"ring.line_{ring}[{4 * word - 1}:{3 * word}]", f"ring.added_{ring}"] = first
            held[f"ring.line_{ring}[{3 * word - 1}:0]"] = joined(others, word)
            if len(side) == 3 and number > 0:
                newest, *older = side[1]
                names = self._name(("b_1", "c_1") if ring == "a" else ("f_1", "g_1"))
                held |= dict(zip(names, older, strict=True))
            elif len(side) > 1:
                newest = side[0][0] if number == 0 else side[1]
            if len(side) > 1:
                held[self._name((f"left_{ring}", f"right_{ring}"))] = newest
        if len(side_e) == 3:
            held[self._name(("left_x", "right_x"))] = side_e[2]
        if len(side_a) == 3:
            summands = dict(zip(("right_t", "f_1"), side_a[2][::-1], strict=False))
            held |= {self._name(name): one for name, one in summands.items()}
        return held


def specification(design: Design) -> Specification:
    """Of any design."""
    parameters = design.architecture.parameters
    if parameters["stages"] > 1:
        return Interleaved(design)
    saved = ("a_sum", "a_carry")
    return (
        lambda: AtOnce(design, "gen_direct", "a"),
        lambda: AtOnce(design, "gen_balanced", saved),
        lambda: Ahead(design, "gen_rescheduled", "a"),
        lambda: Apart(design, "gen_pipelined", 2),
        lambda: Ahead(design, "gen_combined", saved),
        lambda: Apart(design, "gen_staggered.gen_one", 3),
    )[parameters["compressor"]]()
