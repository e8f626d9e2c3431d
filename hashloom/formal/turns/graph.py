# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs with structural hashing and constant propagation.

A *literal* is an integer: twice the number of a node, plus one where it is inverted. FALSE and TRUE are the
constant node; any other node is an input or the AND of two literals. Equal literals are equal functions; of
few inputs, SMALL at most, equal functions are also equal literals, because they are looked up by their
tables.

Sums modulo 2 are found by what they add, whatever the order: a network of XOR gates is the same literal as
any other one with the same sum.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

FALSE, TRUE = 0, 1
SMALL = 4
PATTERNS = 512
"""Random values that a simulation gives to every input at once."""
ADDENDS = 256
"""Longer sums modulo 2 are not followed; they are found by the two literals of their last addition."""

_Table = tuple[tuple[int, ...], int]
"""Nodes of inputs in order, and the values of a function of them: bit i for the inputs that are the bits of
i."""


class Graph:
    """Gates over inputs, each made once."""

    def __init__(self) -> None:
        """Begin with the constant only."""
        self.clear()

    def clear(self) -> None:
        """Begin again; literals made before mean nothing any more."""
        self._fans: list[tuple[int, int] | None] = [None]
        self._ands: dict[tuple[int, int], int] = {}
        self._tables: list[_Table | None] = [None]
        self._functions: dict[_Table, int] = {}
        self._xors: dict[frozenset[int], int] = {}
        self._addends: dict[int, frozenset[int]] = {}
        self._later: dict[int, Callable[[], int]] = {}

    def input(self) -> int:
        """Literal of a further input."""
        node = len(self._fans)
        self._fans.append(None)
        self._tables.append(((node,), 0b10))
        self._functions[(node,), 0b10] = 2 * node
        return 2 * node

    def later(self, make: Callable[[], int]) -> int:
        """Literal of a node that is what `make` gives, which is called when its gates are needed."""
        literal = self.input()
        self._later[literal >> 1] = make
        return literal

    def inputs(self, width: int) -> tuple[int, ...]:
        """Literals of further inputs, as many as `width` says."""
        return tuple(self.input() for _ in range(width))

    def both(self, a: int, b: int) -> int:
        """Return a AND b."""
        if a > b:
            a, b = b, a
        if a == FALSE or a ^ 1 == b:
            return FALSE
        if a in (TRUE, b):
            return b
        found = self._ands.get((a, b))
        if found is None:
            found = self._ands[a, b] = self._gate(a, b)
        return found

    def _gate(self, a: int, b: int) -> int:
        """Literal of a AND b that is not known by its operands."""
        table = _conjunction(self._table(a), self._table(b))
        if table is not None:
            inputs, values = table
            if not inputs:
                return values
            inverted = values & 1
            table = inputs, values ^ (_ones(len(inputs)) if inverted else 0)
            known = self._functions.get(table)
            if known is not None:
                return known ^ inverted
            literal = self._functions[table] = 2 * len(self._fans) ^ inverted
        else:
            inverted, literal = 0, 2 * len(self._fans)
        self._fans.append((a, b))
        own = table if table is None or not inverted else (table[0], table[1] ^ _ones(len(table[0])))
        self._tables.append(own)
        return literal ^ inverted

    def _table(self, literal: int) -> _Table | None:
        """Inputs and values of a function of few inputs."""
        found = self._tables[literal >> 1]
        if found is None or not literal & 1:
            return found
        return found[0], found[1] ^ _ones(len(found[0]))

    def either(self, a: int, b: int) -> int:
        """Return a OR b."""
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a: int, b: int) -> int:
        """Return a XOR b."""
        inverted = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        total = self.addends(a) ^ self.addends(b)
        long = len(total) > ADDENDS
        if long:
            total = frozenset((a, b))
        flipped = int(TRUE in total)
        total -= {TRUE}
        inverted ^= flipped
        if len(total) < 2:
            return next(iter(total), FALSE) ^ inverted
        found = self._xors.get(total)
        if found is None:
            found = self.either(self.both(a, b ^ 1), self.both(a ^ 1, b)) ^ flipped
            self._xors[total] = found
            if not long and found > 1 and found & ~1 not in total:
                self._addends.setdefault(found >> 1, total ^ {TRUE} if found & 1 else total)
        return found ^ inverted

    def addends(self, literal: int) -> frozenset[int]:
        """Literals whose sum modulo 2 a literal is, as far as it was made by `differ`: TRUE and even ones."""
        inverted = literal & 1
        known = self._addends.get(literal >> 1)
        if known is None:
            known = frozenset((literal ^ inverted,)) if literal > 1 else frozenset()
        return known ^ {TRUE} if inverted else known

    def choose(self, select: int, one: int, zero: int) -> int:
        """Return `one` where `select` is 1, else `zero`."""
        if select < 2:
            return one if select else zero
        if one == zero:
            return one
        if one == zero ^ 1:
            return self.differ(select, zero)
        return self.either(self.both(select, one), self.both(select ^ 1, zero))

    def most(self, a: int, b: int, c: int) -> int:
        """Majority of three."""
        return self.either(self.both(a, b), self.both(c, self.either(a, b)))

    def cone(self, outputs: Iterable[int], most: int | None = None) -> list[int]:
        """Nodes that the outputs depend on, each behind those that it reads; the constant is left out.

        With `most` the search ends where there are more inputs than that.
        """
        found: dict[int, None] = {}
        inputs = 0
        waiting = [output >> 1 for output in outputs]
        while waiting:
            node = waiting[-1]
            if node in found or node == 0:
                waiting.pop()
                continue
            if node in self._later:
                made = self._later.pop(node)()
                self._fans[node] = made, made
            fans = self._fans[node] or ()
            missing = [fan >> 1 for fan in fans if fan > 1 and fan >> 1 not in found]
            if missing:
                waiting += missing
            else:
                found[node] = None
                waiting.pop()
                inputs += self._fans[node] is None
                if most is not None and inputs > most:
                    break
        return list(found)

    def simulate(self, outputs: Sequence[int], seed: int) -> list[int]:
        """Values of the outputs for PATTERNS random values of the inputs, one a bit."""
        source = random.Random(seed)
        return self.values(outputs, {}, (1 << PATTERNS) - 1, lambda: source.getrandbits(PATTERNS))

    def tabulate(self, output: int, most: int) -> int | None:
        """Values of an output for every value of its inputs, one a bit; None with more than `most` inputs."""
        inputs = [node for node in self.cone([output], most) if self._fans[node] is None]
        if len(inputs) > most:
            return None
        known = {2 * node: truth for node, truth in zip(inputs, variables(len(inputs)), strict=True)}
        return self.values([output], known, (1 << (1 << len(inputs))) - 1)[0]

    def values(
        self, outputs: Sequence[int], inputs: Mapping[int, int], every: int, other: Callable[[], int] = int
    ) -> list[int]:
        """Values of the outputs, one a bit of `every`; those of inputs by literal, or as `other` says."""
        values: dict[int, int] = {0: 0}

        def value(literal: int) -> int:
            return values[literal >> 1] ^ (every if literal & 1 else 0)

        for node in self.cone(outputs):
            fans = self._fans[node]
            if fans:
                values[node] = value(fans[0]) & value(fans[1])
            else:
                found = inputs.get(2 * node)
                values[node] = other() if found is None else found
        return [value(output) for output in outputs]

    def aiger(self, outputs: Sequence[int]) -> bytes:
        """Circuit of the outputs in the binary AIGER format; inputs have the order in which they are met.

        Equal circuits over other inputs give equal bytes.
        """
        cone = self.cone(outputs)
        inputs = [node for node in cone if self._fans[node] is None]
        gates = [node for node in cone if self._fans[node] is not None]
        number = {0: 0, **{node: place for place, node in enumerate([*inputs, *gates], start=1)}}

        def renamed(literal: int) -> int:
            return 2 * number[literal >> 1] | literal & 1

        made = bytearray()
        head = f"aig {len(cone)} {len(inputs)} 0 {len(outputs)} {len(gates)}\n"
        made += head.encode()
        made += "".join(f"{renamed(output)}\n" for output in outputs).encode()
        for node in gates:
            fans = self._fans[node]
            assert fans is not None
            low, high = sorted(map(renamed, fans))
            for delta in (2 * number[node] - high, high - low):
                made += _varint(delta)
        return bytes(made)

    def write(self, outputs: Sequence[int], path: Path) -> None:
        """Write `aiger` of the outputs into a file."""
        path.write_bytes(self.aiger(outputs))


@lru_cache(maxsize=16)
def variables(bits: int) -> tuple[int, ...]:
    """Truth of each bit of an index of so many bits, the lowest first."""
    every = (1 << (1 << bits)) - 1
    return tuple(every // ((1 << (1 << place)) + 1) << (1 << place) for place in range(bits))


def _conjunction(one: _Table | None, other: _Table | None) -> _Table | None:
    """AND of two functions, without the inputs on which it does not depend; None for too many."""
    if one is None or other is None:
        return None
    if one[0] == other[0]:
        inputs, values = one[0], one[1] & other[1]
    else:
        inputs = tuple(sorted({*one[0], *other[0]}))
        if len(inputs) > SMALL:
            return None
        first, second = (
            _spread(values, tuple(map(inputs.index, its)), len(inputs)) for its, values in (one, other)
        )
        values = first & second
    kept, values = _reduced(values, len(inputs))
    return tuple(inputs[place] for place in kept), values


def _ones(inputs: int) -> int:
    return (1 << (1 << inputs)) - 1


@lru_cache(maxsize=1 << 16)
def _spread(values: int, places: tuple[int, ...], inputs: int) -> int:
    """Values over more inputs, of which those at `places` are the function's own."""
    return sum(
        (values >> sum((row >> place & 1) << i for i, place in enumerate(places)) & 1) << row
        for row in range(1 << inputs)
    )


@lru_cache(maxsize=1 << 16)
def _reduced(values: int, inputs: int) -> tuple[tuple[int, ...], int]:
    """The inputs on which values depend, and the values over those."""
    rows = range(1 << inputs)
    kept = tuple(
        place
        for place in range(inputs)
        if any((values >> row ^ values >> (row ^ 1 << place)) & 1 for row in rows)
    )
    short = 0
    for row in range(1 << len(kept)):
        full = sum((row >> i & 1) << place for i, place in enumerate(kept))
        short |= (values >> full & 1) << row
    return kept, short


def _varint(number: int) -> bytes:
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    made.append(number)
    return bytes(made)
