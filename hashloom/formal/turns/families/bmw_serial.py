# SPDX-License-Identifier: Apache-2.0
"""Turns of bmw_core with a word a cycle; `bmw` says what a state is."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

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
from hashloom.models import bmw

CYCLES = 55
"""The last cycle of a block."""
FILL = 16
"""Cycles in which constants come into the place of H."""
DEAD: tuple[()] = ()


@dataclass
class Flight:
    """A state within a block. Of what is not there yet, or no longer needed, it has DEAD.

    `places` are H by their numbers, where Q_j takes the place j + 7 and H_i then that of Q_i; `q` are Q_0 ..
    Q_31, of which the window has those of sixteen numbers. Further: a sum W_j that is not added yet, W_j, s
    of one; an element that is not added yet, an element; the sums of expand1 for Q_16 and Q_17 with the terms
    that come next; the sum for the next word of expand2 without its last term; XL, XH, and a new word of H
    that is not added yet.
    """

    m: Any
    places: Any
    q: Any
    w_sum: Any = DEAD
    w: Any = DEAD
    spread: Any = DEAD
    element_sum: Any = DEAD
    element: Any = DEAD
    first: Any = DEAD
    first_term: Any = DEAD
    second: Any = DEAD
    second_term: Any = DEAD
    next: Any = DEAD
    xl: Any = DEAD
    xh: Any = DEAD
    new: Any = DEAD

    def words(self) -> Any:
        """As a tuple."""
        return tuple(getattr(self, field.name) for field in fields(self))


# The cycles in which a register between the parts is needed, first and last.
LIVE = {
    "w_sum": (2, 17), "w": (3, 18), "spread": (4, 19), "first": (6, 21), "first_term": (6, 21),
    "second": (5, 22), "second_term": (7, 21), "next": (23, 36), "xl": (31, 54), "xh": (23, 54),
    "new": (39, 54),
}  # fmt: skip


def live(name: str, t: int) -> bool:
    """Whether a field is there in cycle t."""
    if name in ("element_sum", "element"):
        begins = t - (1 if name == "element_sum" else 2)  # AddElement(j) began
        return begins in (2, 3) or 20 <= begins <= 33
    return LIVE[name][0] <= t <= LIVE[name][1]


def window(t: int) -> range:
    """Numbers of the words of Q that the window has in cycle t."""
    return range(max(0, t - 21), max(0, t - 5)) if t < 38 else range(16, 32)


def known(t: int) -> range:
    """Numbers of the words of Q that are not in the place of a word of H only."""
    return range(max(0, t - 4)) if t <= 20 else window(t)


class Serial(Specification):
    """bmw_serial."""

    recovery = FILL + 1

    def __init__(self, word: int) -> None:
        """`word`: bits in a word."""
        self.word = word
        self.mask = (1 << word) - 1

    def initial(self) -> Any:
        """The initial value."""
        return tuple(bmw.initial_value(self.word))

    def _t(self, place: Place) -> int:
        """The cycle of the block in work; 0 where none is."""
        if place.kind != TURN:
            return 0
        cycle = place.cycle if place.cycle < CYCLES - 1 else place.cycle - CYCLES - FILL
        return cycle + 1 if cycle >= 0 and cycle + 1 < CYCLES else 0

    def shape(self, place: Place) -> Shape:
        """H; within a block a Flight as a tuple."""
        words, t = (self.word,) * 16, self._t(place)
        if not t:
            return words
        there = known(t)
        q = tuple(self.word if j in there else DEAD for j in range(32))
        names = [field.name for field in fields(Flight)][3:]
        return words, words, q, *(self.word if live(name, t) else DEAD for name in names)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block, and nothing done."""
        return self._begin(state, little_endian(block.data, self.word))

    def _begin(self, h: Any, m: Any) -> Any:
        return Flight(tuple(m), tuple(h), (DEAD,) * 32).words()

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A cycle of a block; in the others H moves, and the last compression begins behind them."""
        t = self._t(Place(TURN, cycle))
        if not t:
            begins = cycle == CYCLES + FILL - 1
            return self._begin(bmw.final_value(self.word), state) if begins else state
        after = self._after(t, Flight(*state))
        if t < CYCLES - 1:
            return after.words()
        return tuple(after.places[(i + 7) % 16] for i in range(16))

    def _after(self, t: int, f: Flight) -> Flight:
        """The state in cycle t + 1."""
        word, mask = self.word, self.mask
        places, q = list(f.places), list(f.q)
        made: dict[str, Any] = {}
        if t <= 16:
            made["w_sum"] = bmw.f0_sum(word, t - 1, [a ^ b for a, b in zip(f.m, places, strict=True)])
        made["w"] = f.w_sum
        if live("w", t):
            made["spread"] = bmw.s((t - 3) % 5, f.w, word)
        if live("spread", t):
            q[t - 4] = f.spread + places[(t - 3) % 16] & mask
        if live("element_sum", t + 1):
            made["element_sum"] = bmw.element_sum(word, t - 2 if t < 18 else t - 18, f.m)
        if live("element_sum", t):
            made["element"] = f.element_sum ^ places[(t + 4 if t < 18 else t - 12) % 16]
        self._expand(t, f, q, made)
        if 22 <= t <= 37:
            made["xh"] = f.xh ^ q[t - 6] if live("xh", t) else q[t - 6]
        else:
            made["xh"] = f.xh
        made["xl"] = f.xh if t == 30 else f.xl
        if live("new", t + 1):
            old = [places[(j + 7) % 16] for j in range(16)]
            made["new"] = bmw.f2_word(word, t - 38, f.xl, f.xh, f.m, old + q[16:], old[:8])
        if 21 <= t <= 36:
            places[(t - 14) % 16] = q[t - 21]
        if live("new", t):
            places[(t - 32) % 16] = f.new
        q = [x if j in known(t + 1) else DEAD for j, x in enumerate(q)]
        kept = {name: x for name, x in made.items() if live(name, t + 1)}
        return Flight(f.m, tuple(places), tuple(q), **kept)

    def _expand(self, t: int, f: Flight, q: list[Any], made: dict[str, Any]) -> None:
        """The words of f1, term by term."""
        word, mask, n = self.word, self.mask, t - 5
        if t in (4, 5):
            made["first"], made["second"] = f.second, f.element
        if 5 <= t <= 20:
            made["first_term"] = bmw.expand_term(word, 0, n, q[n])
        if 6 <= t <= 20:
            made["first"] = f.first + f.first_term & mask
            made["second_term"] = bmw.expand_term(word, 1, n - 1, q[n])
        if 6 <= t <= 21:
            made["second"] = f.second + f.second_term & mask if t > 6 else f.second
        if t == 21:
            q[16] = f.first + f.first_term & mask
        if t == 22:
            q[17] = f.second + bmw.expand_term(word, 1, 15, q[16]) & mask
        j = t - 20
        if 2 <= j <= 15:
            terms = [bmw.expand_term(word, j, n, q[j + n]) for n in range(15)]
            made["next"] = sum(terms, f.element) & mask
        j = t - 21
        if 2 <= j <= 15:
            q[16 + j] = f.next + bmw.expand_term(word, j, 15, q[15 + j]) & mask

    def digest(self, state: Any) -> Any:
        """The upper half of H."""
        return from_little_endian(state[8:], self.word)

    def registers(self, place: Place, state: Any) -> Registers:
        """The rings as far as they have turned, and what is under way."""
        if place.kind not in (TURN, ARRIVED, WAITING, DONE):
            return {}
        t = self._t(place)
        held = self._flight(t, Flight(*state)) if t else self._resting(place, state)
        return {
            tuple(map(_name, key)) if isinstance(key, tuple) else _name(key): word
            for key, word in held.items()
        }

    def _flight(self, t: int, f: Flight) -> dict[Any, Any]:
        held: dict[Any, Any] = {
            "m": self._joined([f.m[(p + t - 1) % 16] for p in range(16)]),
            "r": self._joined([f.places[(p + t - 1) % 16] for p in range(16)]),
        }
        for j in window(t):
            p = j - t + 21 if t < 38 else (j - 16 - t + 37) % 16
            held[f"w[{(p + 1) * self.word - 1}:{p * self.word}]"] = f.q[j]
        if 5 <= t <= 20:
            held["f0.q"] = f.q[t - 5]
        if live("w_sum", t):
            held["f0.sum", "f0.carry"] = f.w_sum - (bmw.W_SIGNS[t - 2].count("-") > 3)
        names: dict[str, Any] = {
            "w": "f0.w", "spread": "f0.v", "element_sum": ("add_element.sum", "add_element.carry"),
            "element": "add_element.element", "first": "f1.sum_1", "first_term": "f1.term_1",
            "second": "f1.sum_2", "second_term": "f1.term_2", "next": ("f1.saved_1", "f1.saved_2"),
            "xl": "xl", "xh": "xh", "new": ("f2.sum", "f2.carry"),
        }  # fmt: skip
        return held | {register: getattr(f, name) for name, register in names.items() if live(name, t)}

    def _resting(self, place: Place, h: Any) -> dict[Any, Any]:
        """H, one word further behind the last cycle of a block; and on its way to the place of M."""
        filled = place.cycle - CYCLES if place.kind == TURN else 0
        if place.kind == ARRIVED or (place.kind == TURN and not 0 <= filled < FILL):
            return {"r": self._joined([*h[-1:], *h[:-1]])}
        held = {f"r[{self.word * (FILL - filled) - 1}:0]": self._joined(h[filled:])}
        if filled:
            held[f"m[{self.word * FILL - 1}:{self.word * (FILL - filled)}]"] = self._joined(h[:filled])
        return held

    def _joined(self, words: Any) -> Any:
        return joined(words[::-1], self.word)


def _name(register: str) -> str:
    return f"gen_serial.compression.{register}"
