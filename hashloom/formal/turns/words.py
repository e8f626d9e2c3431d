# SPDX-License-Identifier: Apache-2.0
"""Symbolic words that go through the reference models in the place of integers.

A Word is an integer of Python whose bits are literals of a graph: `+ - * & | ^ ~ << >>` mean what they mean
of integers, without a width, and a mask cuts them off. Sums stay sums until their bits are asked for. What
would need the value itself, such as a comparison or an index, raises TypeError; a model that looks up a
table does it with `hashloom.models.bits.pick`.

The models are typed for integers; where they get words the types are Any.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from hashloom.formal.turns.graph import FALSE, TRUE, Graph
from hashloom.formal.turns.residues import Residues
from hashloom.formal.turns.sums import Bits, Sums
from hashloom.formal.turns.tables import Tables


class Logic:
    """A graph with its sums and tables, where words live."""

    def __init__(self) -> None:
        """Begin with an empty graph."""
        self.graph = Graph()
        self.clear()

    def clear(self) -> None:
        """Begin again; words and literals made before mean nothing any more."""
        self.graph.clear()
        self.sums = Sums(self.graph)
        self.tables = Tables(self.graph)
        self.residues = Residues(self.graph, self.sums, lambda table, bits: self.word(bits).pick(table))

    def fresh(self, width: int) -> Any:
        """A word of `width` bits of which nothing is known."""
        return Word(self, self.graph.inputs(width))

    def word(self, bits: Sequence[int]) -> Any:
        """The word of these literals, the lowest bit first."""
        return Word(self, tuple(bits))

    def bits(self, value: Any, width: int) -> Bits:
        """The lowest `width` bits of a word or of an integer."""
        if isinstance(value, int):
            return tuple(value >> place & 1 for place in range(width))
        word: Word = value
        return word.low(width)

    def fresh_of(self, shape: Any) -> Any:
        """Fresh words for a shape: a width, or a tuple of shapes."""
        return self.fresh(shape) if isinstance(shape, int) else tuple(self.fresh_of(one) for one in shape)


class Word:
    """An integer of literals: `bits`, and above them `sign` without end; or a sum of words with factors."""

    __slots__ = ("_bits", "_constant", "_sign", "_terms", "logic")

    def __init__(self, logic: Logic, bits: Bits, sign: int = FALSE) -> None:
        """`sign` is FALSE for what cannot be negative."""
        self.logic = logic
        self._bits: Bits | None = bits
        self._sign = sign
        self._terms: dict[Bits, int] = {}
        self._constant = 0

    @property
    def width(self) -> int:
        """Number of bits below the sign."""
        return len(self._explicit()[0])

    @property
    def sign(self) -> int:
        """Literal of all bits above them."""
        return self._explicit()[1]

    def low(self, width: int) -> Bits:
        """The lowest `width` bits."""
        if self._bits is None:
            return self.logic.sums.total(width, self._terms, self._constant)
        return self._bits[:width] + (self._sign,) * (width - len(self._bits))

    def words(self, width: int) -> list[Any]:
        """The word cut in parts of `width` bits, the highest first."""
        bits = self._explicit()[0]
        return [Word(self.logic, bits[at : at + width]) for at in range(0, len(bits), width)][::-1]

    def pick(self, table: Sequence[int]) -> Any:
        """The entry of a table of integers, not negative, that this word is the index of."""
        bits, sign = self._explicit()
        places = [place for place, bit in enumerate(bits) if bit > 1]
        base = sum(bit << place for place, bit in enumerate(bits) if bit < 2)
        if sign != FALSE or base + sum(1 << place for place in places) >= len(table):
            raise TypeError(f"an index of {len(bits)} bits for a table of {len(table)} entries")
        rows = range(1 << len(places))
        known = tuple(
            table[base + sum((row >> i & 1) << place for i, place in enumerate(places))] for row in rows
        )
        return Word(self.logic, self.logic.tables.pick(known, tuple(bits[place] for place in places)))

    def __add__(self, other: Any) -> Any:
        """As of integers."""
        return self._sum(other, 1, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        """As of integers."""
        return self._sum(other, 1, -1)

    def __rsub__(self, other: Any) -> Any:
        """As of integers."""
        return self._sum(other, -1, 1)

    def __neg__(self) -> Any:
        """As of integers."""
        return self._sum(0, -1, 1)

    def __mul__(self, other: Any) -> Any:
        """As of integers."""
        if not isinstance(other, int):
            raise TypeError("two symbolic words cannot be multiplied")
        return self._sum(0, other, 1)

    __rmul__ = __mul__

    def __and__(self, other: Any) -> Any:
        """As of integers."""
        if isinstance(other, int) and other >= 0:
            bits = self.low(other.bit_length())
            if other & other + 1 == 0:
                return Word(self.logic, bits)
            return Word(self.logic, tuple(b if other >> i & 1 else FALSE for i, b in enumerate(bits)))
        return self._bitwise(other, self.logic.graph.both)

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        """As of integers."""
        return self._bitwise(other, self.logic.graph.either)

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        """As of integers."""
        return self._bitwise(other, self.logic.graph.differ)

    __rxor__ = __xor__

    def __invert__(self) -> Any:
        """As of integers."""
        bits, sign = self._explicit()
        return Word(self.logic, tuple(bit ^ 1 for bit in bits), sign ^ 1)

    def __lshift__(self, places: int) -> Any:
        """As of integers."""
        bits, sign = self._explicit()
        return Word(self.logic, (FALSE,) * places + bits, sign)

    def __rshift__(self, places: int) -> Any:
        """As of integers."""
        bits, sign = self._explicit()
        return Word(self.logic, bits[places:], sign)

    def __mod__(self, modulus: int) -> Any:
        """As of integers."""
        if modulus <= 0 or modulus & modulus - 1:
            raise TypeError(f"a symbolic word modulo {modulus}, which is no power of two")
        return self & modulus - 1

    def __eq__(self, other: object) -> bool:
        """Refused."""
        _refuse()

    def __lt__(self, other: object) -> bool:
        """Refused."""
        _refuse()

    __le__ = __gt__ = __ge__ = __lt__
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        """Refused."""
        _refuse()

    def __index__(self) -> int:
        """Refused."""
        _refuse()

    def _explicit(self) -> tuple[Bits, int]:
        """Bits and sign, of a sum as many as its greatest and smallest value need."""
        if self._bits is None:
            ranges = [(factor, (1 << len(bits)) - 1) for bits, factor in self._terms.items()]
            least = self._constant + sum(factor * top for factor, top in ranges if factor < 0)
            most = self._constant + sum(factor * top for factor, top in ranges if factor > 0)
            width = max(most.bit_length(), (-least - 1).bit_length() if least < 0 else 0)
            if least < 0:
                bits = self.low(width + 1)
                self._bits, self._sign = bits[:-1], bits[-1]
            else:
                self._bits = self.low(width)
        return self._bits, self._sign

    def _linear(self) -> tuple[dict[Bits, int], int]:
        if self._bits is None:
            return self._terms, self._constant
        if self._sign == FALSE:
            return {self._bits: 1}, 0
        if self._sign == TRUE:
            return {tuple(bit ^ 1 for bit in self._bits): -1}, -1
        return {self._bits: 1, (self._sign,): -1 << len(self._bits)}, 0

    def _sum(self, other: Any, own: int, its: int) -> Any:
        terms, constant = self._linear()
        total = {bits: factor * own for bits, factor in terms.items()}
        made = Word(self.logic, ())
        made._constant = constant * own
        if isinstance(other, int):
            made._constant += other * its
        elif isinstance(other, Word):
            terms, constant = other._linear()
            made._constant += constant * its
            for bits, factor in terms.items():
                total[bits] = total.get(bits, 0) + factor * its
        else:
            return NotImplemented
        made._bits, made._terms = None, {bits: factor for bits, factor in total.items() if factor}
        return made

    def _bitwise(self, other: Any, gate: Any) -> Any:
        bits, sign = self._explicit()
        if isinstance(other, int):
            width = max(len(bits), other.bit_length())
            others, its = tuple(other >> place & 1 for place in range(width)), TRUE if other < 0 else FALSE
        elif isinstance(other, Word):
            others, its = other._explicit()
            width = max(len(bits), len(others))
            others += (its,) * (width - len(others))
        else:
            return NotImplemented
        bits += (sign,) * (width - len(bits))
        made = tuple(gate(a, b) for a, b in zip(bits, others, strict=True))
        top = gate(sign, its)
        return Word(self.logic, made, top)


def _refuse() -> NoReturn:
    raise TypeError("a symbolic word has no value that could be compared, tested or used as an index")


def saved(three: Sequence[Any], width: int) -> tuple[Any, Any]:
    """Two words of `width` bits with the sum of three, modulo 2^width: sum and carries of full adders."""
    a, b, c = three
    logic = next((one.logic for one in three if isinstance(one, Word)), None)
    if logic is None:
        return a ^ b ^ c, (a & b | c & (a ^ b)) << 1 & (1 << width) - 1
    total, carry = logic.sums.saved(*(logic.bits(one, width) for one in three))
    return logic.word(total), logic.word(carry)


def joined(parts: Sequence[Any], width: int) -> Any:
    """One word, or integer, of parts of `width` bits, the highest first."""
    words = [part for part in parts if isinstance(part, Word)]
    if words and all(part.sign == FALSE and part.width <= width for part in words):
        logic = words[0].logic
        return logic.word([bit for part in reversed(parts) for bit in logic.bits(part, width)])
    total: Any = 0
    for part in parts:
        total = total << width | part
    return total
