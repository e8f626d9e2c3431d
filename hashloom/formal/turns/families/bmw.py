# SPDX-License-Identifier: Apache-2.0
"""Turns of bmw_core, in both of its datapaths.

bmw_parallel: with one lane a turn is a block, and behind the last one a further compression. With eight, a
state at one of the seven registers behind rank 0 is M, the elements that are still needed, and the Q's that
are there.

bmw_serial: the cycles t of a block are those of its header. A state in cycle t is M, the sixteen words in the
places of H, which give way to Q and then to the new H, the words of the window, and what is under way
between the three parts of the datapath. While constants come in before the last compression it is H.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.formal.turns.families.bmw_serial import Serial
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

CUTS = (0, 2, 5, 8, 11, 14, 16)
"""Steps of f1 in front of the registers behind rank 0, with eight lanes."""


class Parallel(Specification):
    """bmw_parallel with one lane or eight."""

    def __init__(self, word: int, lanes: int) -> None:
        """`word`: bits in a word."""
        self.word, self.lanes = word, lanes

    def initial(self) -> Any:
        """The initial value."""
        return tuple(bmw.initial_value(self.word))

    def shape(self, place: Place) -> Shape:
        """H; at a register of a compression M, elements and Q."""
        words = (self.word,) * 16
        rank = (place.cycle + 1) % self.lanes if place.kind == TURN else 0
        if not rank:
            return words
        cut = CUTS[rank - 1]
        return words, words[cut:], (self.word,) * (16 + cut)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """A block a turn, or the beginning of one."""
        return self._begin(state, little_endian(block.data, self.word))

    def _begin(self, h: Any, m: Any) -> Any:
        if self.lanes == 1:
            return tuple(bmw.compress(self.word, h, m))
        elements = tuple(bmw.add_element(self.word, j, h, m) for j in range(16))
        return tuple(m), elements, tuple(bmw.f0(self.word, h, m))

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """The steps of f1 up to the next register, or f2; in rank 0 the last compression begins."""
        rank = (cycle + 1) % self.lanes
        if rank == 0:
            return self._begin(bmw.final_value(self.word), state)
        m, elements, q = state
        if rank == self.lanes - 1:
            return tuple(bmw.f2(self.word, m, q))
        for j in range(CUTS[rank - 1], CUTS[rank]):
            element, *elements = elements
            q = (*q, bmw.expand(self.word, j, q, element))
        return m, tuple(elements), q

    def digest(self, state: Any) -> Any:
        """The upper half of H."""
        return from_little_endian(state[8:], self.word)

    def registers(self, place: Place, state: Any) -> Registers:
        """H at rank 0, and behind it the registers of a compression; in a lane that rests H there."""
        if place.kind not in (TURN, ARRIVED, WAITING, DONE):
            return {}
        rank = (place.cycle + (place.kind == TURN)) % self.lanes
        if rank == 0:
            return {"gen_parallel.compression.h": self._joined(state)}
        cut = CUTS[rank - 1]
        at = f"gen_parallel.compression.gen_step[{cut}]"
        if place.kind != TURN:
            return {f"{at}.q[{16 * self.word - 1}:0]": self._joined(state)}
        m, elements, q = state
        held = {f"{at}.m": self._joined(m), f"{at}.q": self._joined(q)}
        for j, element in enumerate(elements, start=cut):
            held[f"{at}.elements[{(j + 1) * self.word - 1}:{j * self.word}]"] = element
        mask = (1 << self.word) - 1
        for j, name in ((cut, "sum"), (cut + 1, "sum_next")):
            if 2 <= j < 16 and cut:
                held[f"{at}.{name}"] = sum(q[j : j + 14 : 2]) & mask
        return held

    def _joined(self, words: Any) -> Any:
        return joined(words[::-1], self.word)


def specification(design: Design) -> Specification:
    """Of any design."""
    parameters, word = design.architecture.parameters, design.function.digest_bits // 8
    return Serial(word) if parameters["unroll"] == 1 else Parallel(word, parameters["stages"])
