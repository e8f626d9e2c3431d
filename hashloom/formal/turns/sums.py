# SPDX-License-Identifier: Apache-2.0
"""Sums of words in one form, whatever the order and the circuits in which they were added.

A word is a tuple of literals, the lowest bit first. What is known of a word that was made by adding is kept
as its *form*: a constant and words with factors whose sum it is, modulo 2 to its width. A sum is looked up
under its form, so that two sums of the same words are the same literals; only a form that is new gets a
circuit, of adders whose carries ripple, which its inverse shares. What a form says of the adders of an RTL
core holds because they are proven to add (`hashloom.formal.equivalence.prove_part`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial, reduce

from hashloom.formal.turns.graph import FALSE, TRUE, Graph

Bits = tuple[int, ...]
LONG = 16
"""Addends of a sum whose circuit is made at once; that of a longer one is made where its gates are needed."""


@dataclass(frozen=True)
class Form:
    """A sum modulo 2^width: a constant, and words of that width with factors from 1 to 2^width - 1."""

    width: int
    constant: int
    terms: tuple[tuple[Bits, int], ...]


class Sums:
    """The sums over one graph."""

    def __init__(self, graph: Graph) -> None:
        """Begin with no sum."""
        self.graph = graph
        self._forms: dict[Bits, Form] = {}
        self._made: dict[Form, Bits] = {}

    def form(self, bits: Bits) -> Form:
        """What is known of a word as a sum; itself, with factor 1, where nothing is."""
        width = len(bits)
        known = self._forms.get(bits)
        if known is not None:
            return known
        if all(bit < 2 for bit in bits):
            return Form(width, sum(bit << place for place, bit in enumerate(bits)), ())
        if bits[0] & 1 and all(bit > 1 for bit in bits):  # not x = -x - 1
            inverse = self.form(tuple(bit ^ 1 for bit in bits))
            return self.combine(width, -1, [(inverse, -1)])
        if bits[0] == TRUE and (FALSE, *bits[1:]) in self._forms:  # a one in the free place of a carry
            return self.combine(width, 1, [(self._forms[FALSE, *bits[1:]], 1)])
        return Form(width, 0, ((bits, 1),))

    def combine(self, width: int, constant: int, parts: Iterable[tuple[Form, int]]) -> Form:
        """Sum of a constant and of forms, each at least `width` wide, with factors."""
        total: dict[Bits, int] = {}
        for part, factor in parts:
            constant += part.constant * factor
            for bits, times in part.terms:
                total[bits[:width]] = total.get(bits[:width], 0) + times * factor
        modulus = (1 << width) - 1
        terms = tuple(sorted((bits, times & modulus) for bits, times in total.items() if times & modulus))
        return Form(width, constant & modulus, terms)

    def remember(self, bits: Bits, form: Form) -> None:
        """Note that a word is this sum; what was known of it before stays."""
        if any(bit > 1 for bit in bits):
            self._forms.setdefault(bits, form)

    def word(self, form: Form) -> Bits:
        """The word of a form."""
        found = self._made.get(form)
        if found is None:
            inverse = self.combine(form.width, -1, [(form, -1)])
            if inverse in self._made:
                found = tuple(bit ^ 1 for bit in self._made[inverse])
            else:
                found = self._circuit(form)
            self._made[form] = found
            self.remember(found, form)
        return found

    def total(self, width: int, terms: Mapping[Bits, int], constant: int = 0) -> Bits:
        """Sum of words of any widths, not negative, with factors, and a constant, modulo 2^width."""
        parts = []
        for bits, factor in terms.items():
            form = self.form(bits) if len(bits) >= width else self.form(bits + (FALSE,) * (width - len(bits)))
            parts.append((form, factor))
        return self.word(self.combine(width, constant, parts))

    def saved(self, a: Bits, b: Bits, c: Bits) -> tuple[Bits, Bits]:
        """Sum bits and carry bits of a row of full adders, two words with the sum of three."""
        graph = self.graph
        part = [graph.differ(x, y) for x, y in zip(a, b, strict=True)]
        carries = [
            graph.either(graph.both(x, y), graph.both(z, xy))
            for x, y, z, xy in zip(a, b, c, part, strict=True)
        ]
        total = tuple(graph.differ(xy, z) for xy, z in zip(part, c, strict=True))
        carry = (FALSE, *carries[:-1])
        terms = [(self.form(one), 1) for one in (a, b, c)]
        self.remember(carry, self.combine(len(a), 0, [*terms, (self.form(total), -1)]))
        return total, carry

    def _circuit(self, form: Form) -> Bits:
        """Adders for a form: each factor as the sum, or the negative sum, of powers of two."""
        width, modulus = form.width, (1 << form.width) - 1
        constant, addends = form.constant, []
        for bits, factor in form.terms:
            negative = factor > modulus >> 1
            rest = (1 << width) - factor if negative else factor
            for place in range(rest.bit_length()):
                if rest >> place & 1:
                    moved = ((FALSE,) * place + bits)[:width]
                    if negative:  # -x = not x + 1
                        moved = tuple(bit ^ 1 for bit in moved)
                        constant += 1
                    addends.append(moved)
        if constant & modulus or not addends:
            addends.append(tuple(TRUE if constant >> place & 1 else FALSE for place in range(width)))
        if len(addends) <= LONG:
            return reduce(self._ripple, addends)
        made: list[Bits] = []

        def bit(place: int) -> int:
            if not made:
                made.append(reduce(self._ripple, addends))
            return made[0][place]

        return tuple(self.graph.later(partial(bit, place)) for place in range(width))

    def _ripple(self, one: Bits, other: Bits) -> Bits:
        graph, carry, made = self.graph, FALSE, []
        for a, b in zip(one, other, strict=True):
            made.append(graph.differ(graph.differ(a, b), carry))
            carry = graph.most(a, b, carry)
        return tuple(made)
