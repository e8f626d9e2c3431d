# SPDX-License-Identifier: Apache-2.0
"""The message expansion of Hamsi symbol by symbol, as the compact core computes it: sums, and no matrix.

With the lower halves of all words first, then the upper ones, the codes are no arbitrary ones: `_word_256`
and `_word_512` say what they are. The unit tests compare them with the generator matrices of the model. An
element of GF(4) is a number of two bits, the lower one its coefficient of 1, the higher one that of the
primitive element w.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.codegen.hamsi_tables import literals, shared_pairs
from hashloom.models.hamsi import expansion_rows

SYMBOLS_256 = 16
"""Symbols of a block of Hamsi-256, and of the window of a code word that the next one follows from."""
PERIOD_256 = 63
GROUPS_512 = 31
"""Elements of GF(64) of a code word of Hamsi-512 that the next one follows from."""
GROUP = 3
"""Elements of GF(4) of one of GF(64)."""
NO_LIMIT = 1 << 10
"""Levels of sums: as many as there are."""

Triple = tuple[int, int, int]


def product(x: int, y: int) -> int:
    """Product in GF(4)."""
    by_1, by_w = x * (y & 1), x * (y >> 1)
    return by_1 ^ (by_w << 1 & 2) ^ (by_w >> 1) * 3


def combined(coefficients: Sequence[int], symbols: Sequence[int]) -> int:
    """The sum of symbols with these coefficients."""
    value = 0
    for coefficient, symbol in zip(coefficients, symbols, strict=True):
        value ^= product(coefficient, symbol)
    return value


def places(size: int) -> list[int]:
    """Place in the expanded message of each symbol's coefficient of 1; that of w is `size` / 2 further on."""
    words = size // 64
    return [32 * word + 16 * half + i for half in (1, 0) for word in range(words) for i in range(16)]


def symbol_of_the_code(size: int, number: int) -> list[int]:
    """Coefficients of the symbols of a block in a symbol of the code word."""
    place = places(size)[number]
    row_of_1 = [row >> size - 1 - place & 1 for row in expansion_rows(size)[1::2]]
    row_of_w = [row >> size // 2 - 1 - place & 1 for row in expansion_rows(size)[1::2]]
    return [one | w << 1 for one, w in zip(row_of_1, row_of_w, strict=True)]


def functions_256() -> list[list[int]]:
    """Coefficients of 16 symbols: of the next one, of the one of the upper half, and of two single ones."""
    return [symbol_of_the_code(256, number) for number in (16, 64, 127, 63)]


def _times_beta(x: Triple) -> Triple:
    """Product with beta in GF(64) = GF(4)[beta], beta^3 = beta^2 + beta + w."""
    a, b, c = x
    return product(2, c), a ^ c, b ^ c


def _times(x: Triple, y: Triple) -> Triple:
    """Product in GF(64)."""
    value: Triple = (0, 0, 0)
    power = y
    for digit in x:
        a, b, c = (product(digit, part) for part in power)
        value = (value[0] ^ a, value[1] ^ b, value[2] ^ c)
        power = _times_beta(power)
    return value


def recurrence_512() -> list[Triple]:
    """Coefficients of the product of all x - beta^k, k = 0 .. 30, that of 1 first, without that of x^31."""
    polynomial: list[Triple] = [(1, 0, 0)]
    root: Triple = (1, 0, 0)
    for _ in range(GROUPS_512):
        shifted = [(0, 0, 0), *polynomial]
        scaled = [_times(root, x) for x in polynomial] + [(0, 0, 0)]
        polynomial = [(a ^ d, b ^ e, c ^ f) for (a, b, c), (d, e, f) in zip(shifted, scaled, strict=True)]
        root = _times_beta(root)
    return polynomial[:-1]


def functions_512() -> list[list[int]]:
    """Three symbols, the next element of GF(64): coefficients of those of 31 before it, the oldest first."""
    columns: list[Triple] = []
    for element in recurrence_512():
        power = element
        for _ in range(GROUP):
            columns.append(power)
            power = _times_beta(power)
    return [list(row) for row in zip(*columns, strict=True)]


def _word_256(message: Sequence[int]) -> list[int]:
    """The code word: 63 symbols that follow one another, 63 sums of 16 of them, and two.

    What follows of 16 symbols has the period 63. Place 63 has the last of the 63 sums.
    """
    following, upper, single, last = functions_256()
    symbols = list(message)
    for _ in range(PERIOD_256):
        symbols.append(combined(following, symbols[-SYMBOLS_256:]))
    windows = [symbols[i : i + SYMBOLS_256] for i in range(PERIOD_256 + 1)]
    lower = [*symbols[:PERIOD_256], combined(last, windows[-1])]
    higher = [combined(upper, window) for window in windows[: PERIOD_256 - 1]]
    return lower + higher + [combined(single, window) for window in windows[PERIOD_256 - 1 :]]


def _word_512(message: Sequence[int]) -> list[int]:
    """The code word: a shortened Reed-Solomon code over GF(64), each element written in six symbols.

    11 elements are the message and a zero in it, 20 are zeros and left out, 32 more follow. The six symbols
    are the three of the element and those of the hexacode. The zero in the message is left out, and so is
    the last symbol.
    """
    functions = functions_512()
    symbols = [*message[:17], 0, *message[17:]] + [0] * GROUP * 20
    for _ in range(32):
        window = symbols[-GROUP * GROUPS_512 :]
        symbols += [combined(function, window) for function in functions]
    word: list[int] = []
    kept = symbols[: GROUP * 11] + symbols[GROUP * 31 :]
    for start in range(0, len(kept), GROUP):
        x, y, z = kept[start : start + GROUP]
        word += [x, y, z, x ^ product(3, y ^ z), z ^ product(3, x ^ y), y ^ product(3, x ^ z)]
    return word[:32] + word[33:-1]


def expand(size: int, block: bytes) -> list[int]:
    """Expanded message of a block, as words: what the tables and the compact core compute."""
    symbols = [byte >> place & 3 for byte in block for place in (6, 4, 2, 0)]
    word = _word_256(symbols) if size == 256 else _word_512(symbols)
    value = 0
    for place, symbol in zip(places(size), word, strict=True):
        value |= (symbol & 1) << size - 1 - place | (symbol >> 1) << size // 2 - 1 - place
    return [value >> place & 0xFFFFFFFF for place in range(size - 32, -1, -32)]


@dataclass(frozen=True)
class Sums:
    """Sums of two known bits, which join them, and which of the bits are results."""

    inputs: int
    pairs: list[tuple[int, int]]
    results: list[int]


def sums(functions: list[list[int]]) -> Sums:
    """Functions of symbols as sums of bits. Symbol i is the bits 2 i, the coefficient of 1, and 2 i + 1."""
    columns = []
    for coefficients in zip(*functions, strict=True):
        for bit in (1, 2):
            columns.append(sum(product(c, bit) << 2 * i for i, c in enumerate(coefficients)))
    inputs = len(columns)
    pairs = list(shared_pairs(columns, NO_LIMIT))
    results = []
    for bit in range(2 * len(functions)):
        terms = [i for i, column in enumerate(columns) if column >> bit & 1]
        while len(terms) > 1:
            pairs.append((terms.pop(0), terms.pop(0)))
            terms.append(inputs + len(pairs) - 1)
        results += terms
    return Sums(inputs, pairs, results)


HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// Sums that hamsi_compact_expansion makes: hashloom/codegen/hamsi_codes.py says of what. `make generate`
// writes this file.
//
// Known bits have numbers: those of the symbols from 0, two of each, that of 1 first; then the sums.

package hamsi_codes_pkg;
"""
SIZE = """
  // Hamsi-{size}: how many sums there are; the two bits of each, 16 bits each, the first sum lowest.
  localparam integer COUNT_{size} = {count};
  localparam [{pairs_high}:0] PAIRS_{size} = {{
{pairs}
  }};
  // The bits that are results, 16 bits each, the first one lowest.
  localparam [{results_high}:0] RESULTS_{size} = {{
{results}
  }};
"""


def files(places: Places) -> dict[Path, str]:
    """Path and content of the file."""
    return {places.own_cores / "hamsi" / "rtl" / "hamsi_codes_pkg.sv": package()}


def package() -> str:
    """Text of the package."""
    found = {256: sums(functions_256()), 512: sums(functions_512())}
    pairs = max(2 * len(one.pairs) for one in found.values())
    results = max(len(one.results) for one in found.values())
    texts = [_size(size, one, pairs, results) for size, one in found.items()]
    return HEAD + "".join(texts) + "\nendpackage\n"


def _size(size: int, found: Sums, longest: int, most: int) -> str:
    known = [number for pair in found.pairs for number in pair]
    return SIZE.format(
        size=size,
        count=len(found.pairs),
        pairs_high=16 * longest - 1,
        pairs=literals(known, longest),
        results_high=16 * most - 1,
        results=literals(found.results, most),
    )
