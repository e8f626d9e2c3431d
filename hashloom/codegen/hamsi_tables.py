# SPDX-License-Identifier: Apache-2.0
"""The message expansion of Hamsi in the RTL as sums of two bits, from the generator matrices of the model.

Sums that several bits of the expanded message share are found greedily: always the pair of known bits that
most of the sums still to be made have both (C. Paar, "Optimized Arithmetic for Reed-Solomon Encoders", ISIT
1997). What remains of each is added up in as few levels as it allows. `make generate` writes the file.
"""

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.models.hamsi import expansion_rows

SIZES = (256, 512)
SHARED_LEVELS = 3
"""Levels of shared sums; the registers that may cut the expansion stand after them."""
INDEX_BITS = 16
LEVELS = 7
"""Levels in the tables; those that an expansion does not need are empty."""


@dataclass(frozen=True)
class Sums:
    """Sums of two bits, level by level, and which of the bits are the result.

    The known bits are the message bits, the first one with the number 0, then the sums in their order: the
    shared ones in SHARED_LEVELS levels, then those of single results.
    """

    levels: list[list[tuple[int, int]]]
    results: list[int]


def shared_pairs(columns: list[int], limit: int) -> Iterator[tuple[int, int]]:
    """Pairs of known bits in the order in which they are added.

    The column of a known bit is the set of the results that have it as a term; `columns`, changed here, gains
    one for each pair. `limit` is that of the levels.
    """
    levels = [0] * len(columns)
    counts = [[(a & b).bit_count() for b in columns] for a in columns]
    for known, row in enumerate(counts):
        row[known] = 0
    most = [max(row) for row in counts]
    while (best := max(most)) > 1:
        a = most.index(best)
        b = counts[a].index(best)
        yield a, b
        common = columns[a] & columns[b]
        columns[a] ^= common
        columns[b] ^= common
        columns.append(common)
        levels.append(max(levels[a], levels[b]) + 1)
        for row in counts:
            row.append(0)
        counts.append([0] * len(columns))
        most.append(0)
        for changed in (a, b, len(columns) - 1):
            for other in range(len(columns)):
                near = max(levels[changed], levels[other]) < limit and changed != other
                count = (columns[changed] & columns[other]).bit_count() if near else 0
                before = counts[other][changed]
                counts[changed][other] = counts[other][changed] = count
                if count > most[other]:
                    most[other] = count
                elif before == most[other] and count < before:
                    most[other] = max(counts[other])
            most[changed] = max(counts[changed])


def sums(size: int) -> Sums:
    """The expansion of Hamsi-`size`."""
    columns = list(expansion_rows(size))
    inputs, levels = len(columns), [0] * len(columns)
    pairs = list(shared_pairs(columns, SHARED_LEVELS))
    for a, b in pairs:
        levels.append(max(levels[a], levels[b]) + 1)
    results = []
    for place in range(size):
        terms = [(SHARED_LEVELS, i) for i, column in enumerate(columns) if column >> size - 1 - place & 1]
        heapq.heapify(terms)
        while len(terms) > 1:
            (_, a), (level, b) = heapq.heappop(terms), heapq.heappop(terms)
            pairs.append((a, b))
            levels.append(level + 1)
            heapq.heappush(terms, (level + 1, len(levels) - 1))
        results.append(terms[0][1])
    order = sorted(range(len(levels)), key=lambda known: levels[known])
    number = {known: place for place, known in enumerate(order)}
    by_level: list[list[tuple[int, int]]] = [[] for _ in range(max(levels))]
    for known in order[inputs:]:
        a, b = pairs[known - inputs]
        by_level[levels[known] - 1].append((number[a], number[b]))
    return Sums(by_level, [number[known] for known in results])


HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// The message expansion of Hamsi as sums of two bits, computed from the generator matrices of the model:
// hashloom/hamsi_tables.py says how. `make generate` writes this file.
//
// Known bits have numbers: the message bits from 0, the first bit first, then the sums, level by level.

package hamsi_tables_pkg;
"""
SIZE = """
  // Hamsi-{size}: sums in each level, the first level lowest, 16 bits each.
  localparam [{levels_high}:0] COUNTS_{size} = {{{counts}}};
  // The two bits of each sum, 16 bits each, the first sum lowest.
  localparam [{pairs_high}:0] PAIRS_{size} = {{
{pairs}
  }};
  // The bits that are the expanded message, 16 bits each, the first one lowest.
  localparam [{results_high}:0] RESULTS_{size} = {{
{results}
  }};
"""


def files(places: Places) -> dict[Path, str]:
    """Path and content of the file."""
    return {places.own_cores / "hamsi" / "rtl" / "hamsi_tables_pkg.sv": package()}


def package() -> str:
    """Text of the package."""
    found = {size: sums(size) for size in SIZES}
    longest = max(len(_pairs(one)) for one in found.values())
    return HEAD + "".join(_size(size, one, longest) for size, one in found.items()) + "\nendpackage\n"


def _pairs(found: Sums) -> list[int]:
    return [known for level in found.levels for pair in level for known in pair]


def _size(size: int, found: Sums, longest: int) -> str:
    counts = [len(level) for level in found.levels]
    counts += [0] * (LEVELS - len(counts))
    return SIZE.format(
        size=size,
        levels_high=INDEX_BITS * LEVELS - 1,
        counts=", ".join(f"{INDEX_BITS}'d{count}" for count in reversed(counts)),
        pairs_high=INDEX_BITS * longest - 1,
        pairs=literals(_pairs(found), longest),
        results_high=INDEX_BITS * max(SIZES) - 1,
        results=literals(found.results, max(SIZES)),
    )


def literals(numbers: list[int], places: int) -> str:
    """The numbers as literals of 16 numbers each, the first one in the lowest bits, filled up with zeros."""
    digits = [f"{number:0{INDEX_BITS // 4}x}" for number in reversed(numbers)]
    odd = len(digits) % 16
    rows = [digits[:odd]] if odd else []
    rows += [digits[start : start + 16] for start in range(odd, len(digits), 16)]
    literals = [f"{INDEX_BITS * len(row)}'h{''.join(row)}" for row in rows]
    if places > len(numbers):
        literals.insert(0, f"{{{places - len(numbers)}{{{INDEX_BITS}'h0}}}}")
    return ",\n".join(f"    {literal}" for literal in literals)
