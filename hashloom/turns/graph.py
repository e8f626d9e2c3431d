# SPDX-License-Identifier: Apache-2.0
"""And-inverter graphs with structural hashing and constant propagation.

A *literal* is an integer: twice the number of a node, plus one where it is inverted. FALSE and TRUE are the
constant node; any other node is an input or the AND of two literals. Equal literals are equal functions.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path

FALSE, TRUE = 0, 1
PATTERNS = 512
"""Random values that a simulation gives to every input at once."""


class Graph:
    """Gates over inputs, each made once."""

    def __init__(self) -> None:
        """Begin with the constant only."""
        self._fans: list[tuple[int, int] | None] = [None]
        self._ands: dict[tuple[int, int], int] = {}
        self._xors: dict[tuple[int, int], int] = {}
        self._added: dict[int, tuple[int, int]] = {}
        self._addends: dict[int, frozenset[int]] = {}

    def input(self) -> int:
        """Literal of a further input."""
        self._fans.append(None)
        return 2 * (len(self._fans) - 1)

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
            self._fans.append((a, b))
            found = self._ands[a, b] = 2 * (len(self._fans) - 1)
        return found

    def either(self, a: int, b: int) -> int:
        """Return a OR b."""
        return self.both(a ^ 1, b ^ 1) ^ 1

    def differ(self, a: int, b: int) -> int:
        """Return a XOR b."""
        inverted = (a ^ b) & 1
        a, b = a & ~1, b & ~1
        if a > b:
            a, b = b, a
        if a == b:
            return FALSE ^ inverted
        if a == FALSE:
            return b ^ inverted
        found = self._xors.get((a, b))
        if found is None:
            found = self._xors[a, b] = self.either(self.both(a, b ^ 1), self.both(a ^ 1, b))
            self._added[found & ~1] = (a, b ^ found & 1)
        return found ^ inverted

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

    def cancels(self, literal: int) -> bool:
        """Whether the literal is FALSE as a sum modulo 2 of what is no such sum."""
        inverted, known = literal & 1, self._addends
        waiting = [literal & ~1]
        while waiting:
            node = waiting[-1]
            parts = self._added.get(node)
            if parts is None:
                known[node] = frozenset([node])
                waiting.pop()
                continue
            missing = [part & ~1 for part in parts if part & ~1 not in known]
            if missing:
                waiting += missing
                continue
            one, other = (known[part & ~1] ^ frozenset([TRUE] if part & 1 else []) for part in parts)
            known[node] = one ^ other
            waiting.pop()
        return known[literal & ~1] ^ frozenset([TRUE] if inverted else []) == frozenset()

    def cone(self, outputs: Iterable[int]) -> list[int]:
        """Nodes that the outputs depend on, each behind those that it reads; the constant is left out."""
        found: dict[int, None] = {}
        waiting = [output >> 1 for output in outputs]
        while waiting:
            node = waiting[-1]
            if node in found or node == 0:
                waiting.pop()
                continue
            fans = self._fans[node] or ()
            missing = [fan >> 1 for fan in fans if fan > 1 and fan >> 1 not in found]
            if missing:
                waiting += missing
            else:
                found[node] = None
                waiting.pop()
        return list(found)

    def simulate(self, outputs: Sequence[int], seed: int) -> list[int]:
        """Values of the outputs for PATTERNS random values of the inputs, one a bit."""
        source = random.Random(seed)
        cone = self.cone(outputs)
        values = {node: source.getrandbits(PATTERNS) for node in cone if self._fans[node] is None}
        return self._values(outputs, cone, values, (1 << PATTERNS) - 1)

    def tabulate(self, output: int, most: int) -> int | None:
        """Values of an output for every value of its inputs, one a bit; None with more than `most` inputs."""
        cone = self.cone([output])
        inputs = [node for node in cone if self._fans[node] is None]
        if len(inputs) > most:
            return None
        every = (1 << (1 << len(inputs))) - 1
        values = {node: every // ((1 << (1 << place)) + 1) for place, node in enumerate(inputs)}
        return self._values([output], cone, values, every)[0]

    def _values(
        self, outputs: Sequence[int], cone: Sequence[int], values: dict[int, int], every: int
    ) -> list[int]:
        """Values of the outputs for those of the inputs; `every` has as many ones as there are values."""
        values[0] = 0

        def value(literal: int) -> int:
            return values[literal >> 1] ^ (every if literal & 1 else 0)

        for node in cone:
            fans = self._fans[node]
            if fans is not None:
                values[node] = value(fans[0]) & value(fans[1])
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


def _varint(number: int) -> bytes:
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    made.append(number)
    return bytes(made)
