# SPDX-License-Identifier: Apache-2.0
"""Functions of a few bits, each made once whatever circuit or table it comes from.

A function of an index, a tuple of literals, is known by its truth: an integer with its value for each value
of the index, that for 0 in the lowest bit. It is made as the sum modulo 2 of functions of this index that
were made before, where it is one. So a table of the multiples in GF(2^8) of an S-box, such as a round of AES
is made with, gives the same literals as the S-box with the XOR gates of MixColumns behind it. Gates for a
function are made only where a circuit is written or simulated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from hashloom.formal.turns.graph import FALSE, SMALL, TRUE, Graph, variables
from hashloom.formal.turns.sums import Bits

INDEX_BITS = 10
"""Bits of an index whose functions are known by their truth."""


@lru_cache(maxsize=64)
def columns(table: tuple[int, ...]) -> tuple[int, ...]:
    """Truth of each bit of a table of integers, not negative, the lowest first."""
    width = max(entry.bit_length() for entry in table)
    return tuple(
        sum((entry >> place & 1) << number for number, entry in enumerate(table)) for place in range(width)
    )


class Tables:
    """The functions over one graph; `of` knows for each literal that was made its index and its truth."""

    def __init__(self, graph: Graph) -> None:
        """Begin with no function."""
        self.graph = graph
        self.of: dict[int, tuple[Bits, int]] = {}
        self._bases: dict[Bits, dict[int, tuple[int, int]]] = {}

    def pick(self, table: tuple[int, ...], index: Bits) -> Bits:
        """Bits of the entry of a table of 2^n entries that n literals are the index of, the lowest first."""
        return tuple(self.function(index, truth) for truth in columns(table))

    def function(self, index: Bits, truth: int) -> int:
        """Literal of the function of an index; one of few bits is known to the graph by its table."""
        if len(index) <= SMALL:
            return self._circuit(truth, index, {})
        basis = self._basis(index)
        made = FALSE
        while truth:
            top = truth.bit_length()
            found = basis.get(top)
            if found is None:
                found = basis[top] = truth, self.graph.later(partial(self._circuit, truth, index, {}))
                self.of[found[1]] = index, truth
            truth ^= found[0]
            made = self.graph.differ(made, found[1])
        return made

    def index_of(self, literals: Sequence[int]) -> Bits | None:
        """An index, of at most INDEX_BITS bits, of which all literals may be functions."""
        inputs = tuple(dict.fromkeys(literal for literal in literals if literal > 1))
        if len(inputs) <= INDEX_BITS:
            return inputs
        for literal in literals:
            for addend in self.graph.addends(literal):
                if addend in self.of:
                    return self.of[addend][0]
        return None

    def truth(self, literal: int, index: Bits) -> int | None:
        """Truth of a literal over an index, None where it is no sum modulo 2 of functions made of it."""
        every, total = self._every(index), 0
        if literal in index:
            return variables(len(index))[index.index(literal)]
        places = {bit & ~1: (bit & 1, truth) for bit, truth in zip(index, variables(len(index)), strict=True)}
        for addend in self.graph.addends(literal):
            if addend == TRUE:
                total ^= every
            elif addend in places:
                inverted, truth = places[addend]
                total ^= truth ^ every * inverted
            elif self.of.get(addend, ((), 0))[0] == index:
                total ^= self.of[addend][1]
            else:
                return None
        return total

    def _every(self, index: Bits) -> int:
        return (1 << (1 << len(index))) - 1

    def _basis(self, index: Bits) -> dict[int, tuple[int, int]]:
        """Functions that others are sums of, with their literals, by the length of their truth."""
        basis = self._bases.get(index)
        if basis is None:
            basis = self._bases[index] = {}
            for truth, literal in (
                (self._every(index), TRUE),
                *zip(variables(len(index)), index, strict=True),
            ):
                rest, made = truth, literal
                while rest and rest.bit_length() in basis:
                    other, known = basis[rest.bit_length()]
                    rest, made = rest ^ other, self.graph.differ(made, known)
                if rest:
                    basis[rest.bit_length()] = rest, made
        return basis

    def _circuit(self, truth: int, index: Bits, made: dict[tuple[int, int], int]) -> int:
        """Choices by the bits of an index, the highest first."""
        size = 1 << len(index)
        if truth in (0, (1 << size) - 1):
            return TRUE if truth else FALSE
        key = len(index), truth
        if key not in made:
            half = size >> 1
            high, low = truth >> half, truth & (1 << half) - 1
            made[key] = self.graph.choose(
                index[-1],
                self._circuit(high, index[:-1], made),
                self._circuit(low, index[:-1], made),
            )
        return made[key]
