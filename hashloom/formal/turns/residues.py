# SPDX-License-Identifier: Apache-2.0
"""Residues modulo 257: numbers of nine bits that stand for what they leave, and linear forms of them.

A residue has several numbers, 0 .. 511, and a circuit may give any of them. So what is known of a word that
holds one is its *form*: a constant and words with factors, modulo 257, whose sum it is. Equal forms are equal
residues, whatever the numbers and the order of additions. A word that is no sum known here stands for itself,
as a residue that may be any.

What the modules named in LINEAR give has the form that the table says, in any number: it is free but for
that. `prove_linear` proves of each of them, of its gates and for all inputs, that this holds.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hashloom.errors import CheckFailed, HashloomError
from hashloom.formal.turns.graph import Graph, variables
from hashloom.formal.turns.sums import Bits, Sums

PRIME, WIDTH = 257, 9
Numbers = Mapping[str, int]


@dataclass(frozen=True)
class Linear:
    """A module that computes with residues; `ports` are the inputs that are, `constants` those that are
    numbers known in every cycle, and `function` the outputs from parameters and inputs, of residues or of
    integers."""

    ports: tuple[str, ...]
    constants: tuple[str, ...]
    function: Callable[[Numbers, Mapping[str, Any]], dict[str, Any]]


class Residue:
    """A residue by its form; it goes through the models in the place of an integer below 257."""

    __slots__ = ("_residues", "constant", "terms")

    def __init__(self, residues: Residues, terms: Mapping[int, int], constant: int) -> None:
        """`terms` are factors of words by their numbers in `residues`."""
        self._residues = residues
        self.terms = {word: factor % PRIME for word, factor in terms.items() if factor % PRIME}
        self.constant = constant % PRIME

    def __eq__(self, other: object) -> bool:
        """Have both the same form?"""
        return isinstance(other, Residue) and (self.constant, self.terms) == (other.constant, other.terms)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: Any) -> Any:
        """Sum of two residues, or of a residue and an integer."""
        if isinstance(other, int):
            return Residue(self._residues, self.terms, self.constant + other)
        if not isinstance(other, Residue):
            return NotImplemented
        terms = dict(self.terms)
        for word, factor in other.terms.items():
            terms[word] = terms.get(word, 0) + factor
        return Residue(self._residues, terms, self.constant + other.constant)

    __radd__ = __add__

    def __mul__(self, factor: Any) -> Any:
        """Product with an integer."""
        if not isinstance(factor, int):
            return NotImplemented
        terms = {word: factor * its for word, its in self.terms.items()}
        return Residue(self._residues, terms, self.constant * factor)

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> Any:
        """Difference."""
        return self + other * -1

    def __rsub__(self, other: Any) -> Any:
        """Difference of an integer and a residue."""
        return self * -1 + other

    def __mod__(self, modulus: int) -> Any:
        """Itself; TypeError for another modulus than 257."""
        if modulus != PRIME:
            raise TypeError(f"a residue modulo {PRIME} modulo {modulus}")
        return self

    def pick(self, table: Sequence[int]) -> Any:
        """The entry of a table of 257 integers, as a symbolic word; its number must be known."""
        return self._residues.picked(table, self)

    def key(self) -> tuple[object, ...]:
        """The form, to be looked up."""
        return self.constant, *sorted(self.terms.items())


class Residues:
    """The residues over one graph."""

    def __init__(self, graph: Graph, sums: Sums, picked: Callable[[Sequence[int], Bits], Any]) -> None:
        """`picked` makes the symbolic word of an entry of a table that nine literals are the index of."""
        self._graph, self._sums, self._picked = graph, sums, picked
        self._words: dict[Bits, int] = {}
        self._whole: dict[int, Bits] = {}
        self._known: dict[Bits, Residue] = {}
        self._numbers: dict[tuple[object, ...], Bits] = {}

    def of(self, bits: Bits) -> Residue:
        """What is known of a word of at most nine bits as a residue."""
        known = self._known.get(bits)
        if known is None:
            known = self._known[bits] = self._sum(bits)
            if len(bits) == WIDTH:
                self._numbers.setdefault(known.key(), bits)
        return known

    def _sum(self, bits: Bits) -> Residue:
        form = self._sums.form(bits)
        if form.terms != ((bits, 1),):
            most = form.constant + sum(
                factor * ((1 << len(_trimmed(word))) - 1) for word, factor in form.terms
            )
            if most < 1 << len(bits):  # it does not wrap
                total = Residue(self, {}, form.constant)
                for word, factor in form.terms:
                    total = total + self._word(word) * factor
                return total
        return self._word(bits)

    def _word(self, bits: Bits) -> Residue:
        """A word as a constant above, and below it a word that stands for itself."""
        rest = bits
        while rest and rest[-1] < 2:
            rest = rest[:-1]
        constant = sum(bit << place for place, bit in enumerate(bits) if place >= len(rest))
        if not rest:
            return Residue(self, {}, constant)
        number = self._words.setdefault(rest, len(self._words))
        if len(rest) == WIDTH:
            self._whole[number] = rest
        return Residue(self, {number: 1}, constant)

    def own_word(self, residue: Residue) -> Bits | None:
        """Literals of the word that the residue is, where it is one that stands for itself."""
        if residue.constant or list(residue.terms.values()) != [1]:
            return None
        return self._whole.get(next(iter(residue.terms)))

    def any_number(self, residue: Residue) -> Bits:
        """Further literals of a word that holds this residue."""
        bits = self._graph.inputs(WIDTH)
        self._known[bits] = residue
        self._numbers[residue.key()] = bits
        return bits

    def picked(self, table: Sequence[int], residue: Residue) -> Any:
        """The entry of a table of 257 integers; HashloomError where no word is known to hold the residue."""
        bits = self._numbers.get(residue.key())
        if bits is None:
            raise HashloomError("a table is to be looked up under a residue that no word holds")
        return self._picked([table[number % PRIME] for number in range(1 << WIDTH)], bits)

    def outputs(self, name: str, parameters: Numbers, inputs: Mapping[str, Bits]) -> dict[str, Bits]:
        """Outputs of a module of LINEAR; anything where an input that should be constant is not."""
        linear = LINEAR[name]
        given: dict[str, Any] = {port: self.of(inputs[port]) for port in linear.ports}
        settled = all(bit < 2 for port in linear.constants for bit in inputs[port])
        for port in linear.constants:
            given[port] = sum((bit & 1) << place for place, bit in enumerate(inputs[port]))
        made = linear.function(parameters, given)
        return {
            port: self.any_number(value) if settled else self._graph.inputs(WIDTH)
            for port, value in made.items()
        }


def residue(word: Any) -> Any:
    """A symbolic word of at most nine bits as a residue; an integer as it is."""
    return word if isinstance(word, int) else word.logic.residues.of(word.low(word.width))


def prove_linear(
    graph: Graph, name: str, parameters: Numbers, inputs: Mapping[str, Bits], outputs: Mapping[str, Bits]
) -> None:
    """Compare a module of LINEAR with what the table says, for all values of its inputs, which are inputs of
    the graph. CheckFailed where one differs."""
    linear = LINEAR[name]
    ports = (*linear.ports, *linear.constants)
    free = [literal for port in ports for literal in inputs[port]]
    rows = 1 << len(free)
    known = dict(zip(free, variables(len(free)), strict=True))
    wanted: dict[str, list[int]] = {port: [] for port in outputs}
    for constants in itertools.product(*(range(1 << len(inputs[port])) for port in linear.constants[::-1])):
        given = dict.fromkeys(linear.ports, 0) | dict(zip(linear.constants[::-1], constants, strict=True))
        begins = linear.function(parameters, given)
        values = {port: [value] for port, value in begins.items()}
        for port in linear.ports:
            for made, value in linear.function(parameters, {**given, port: 1}).items():
                multiples = [(value - begins[made]) * factor for factor in range(1 << len(inputs[port]))]
                values[made] = [one + multiple for multiple in multiples for one in values[made]]
        for port, some in values.items():
            wanted[port] += some
    for port, bits in outputs.items():
        truths = graph.values(bits, known, (1 << rows) - 1)
        texts = [f"{truth:0{rows}b}" for truth in reversed(truths)]
        found = [int("".join(column), 2) for column in zip(*texts, strict=True)][::-1]
        for row, (one, other) in enumerate(zip(found, wanted[port], strict=True)):
            if (one - other) % PRIME:
                raise CheckFailed(f"{name} gives {port} = {one} for its inputs {row:#x}")


def _trimmed(bits: Bits) -> Bits:
    """Without zeros at the top."""
    while bits and bits[-1] == 0:
        bits = bits[:-1]
    return bits


def _butterfly(parameters: Numbers, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """simd_butterfly: a + 2^ROTATION b + OFFSET and a - 2^ROTATION b."""
    turned = inputs["b"] * (1 << parameters["ROTATION"])
    return {"sum": inputs["a"] + turned + _signed(parameters["OFFSET"]), "difference": inputs["a"] - turned}


def _twiddle(parameters: Numbers, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """simd_twiddle: (residue + 1) factor + 84; the factor has digits of base four, 2 less than given."""
    factor = sum(((inputs["digits"] >> 2 * j & 3) - 2) * 4**j for j in range(4))
    return {"product": (inputs["residue"] + 1) * factor + 84}


def _signed(number: int) -> int:
    """A parameter of 32 bits."""
    return number - (1 << 32) if number >> 31 else number


LINEAR = {
    "simd_butterfly": Linear(("a", "b"), (), _butterfly),
    "simd_twiddle": Linear(("residue",), ("digits",), _twiddle),
}
