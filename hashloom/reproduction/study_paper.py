# SPDX-License-Identifier: Apache-2.0
"""What the GMU group's tables 3 to 10 have on a function: label and length of digest, family by family."""

from __future__ import annotations

from collections.abc import Mapping

from hashloom.reproduction.published import PublishedTable, load
from hashloom.reproduction.study_rows import AREA, QUANTITIES, RATIO, THROUGHPUT
from hashloom.results.versions import Member

PAPER = load("gmu")
LINES = {(line.label, line.digest_bits): line for line in PAPER.table(1).hash_times}
LABELS = tuple(dict.fromkeys(label for label, _ in LINES))
YARDSTICK = "SHA-2"
"""Label of the function that the others are normalised to; tables 6 and 7 call its larger variant SHA-512."""
CANDIDATES = tuple(label for label in LABELS if label != YARDSTICK)
SIZES = (256, 512)
OVERALL = "Overall"
FAMILIES = tuple(PAPER.table(6).figures.columns)
NEAREST = {
    "Spartan 3": "spartan3",
    "Virtex 4": "virtex4",
    "Virtex 5": "virtex5",
    "Cyclone II": "cyclone4",
    "Cyclone III": "cyclone4",
    "Stratix II": "cyclonev",
    "Stratix III": "cyclonev",
}
"""The target that is nearest to each of the paper's families."""
BOTH_SIZES = {"Virtex 5": PAPER.table(3), "Stratix III": PAPER.table(4)}
"""Tables that have both lengths of digest, by family."""
NORMALISED = dict(zip(QUANTITIES, (PAPER.table(number) for number in (8, 9, 10)), strict=True))
MEANS = {"Overall": 7, "Xilinx": 3, "Altera": 4}
"""Groups of families in table 5, and how many there are."""
COLUMN = {THROUGHPUT: "throughput", AREA: "area", RATIO: "throughput/area"}
"""Names of the quantities in the columns of tables 3 to 5 and 7."""


def families(target: str) -> list[str]:
    """The paper's families that a target is nearest to, in the paper's order."""
    return [family for family, name in NEAREST.items() if name == target]


def normalised(quantity: str, label: str, bits: int, family: str) -> float | None:
    """A candidate's figure as multiple of SHA-2's of the same size: printed for 512, a quotient for 256.

    `family` may be OVERALL for 512. None where the paper has none.
    """
    if bits == 512:
        return 1.0 if label == YARDSTICK else NORMALISED[quantity].figures.figure(label, family)
    if family not in BOTH_SIZES:
        return None
    own, unit = (absolute(quantity, name, bits, family) for name in (label, YARDSTICK))
    return own / unit if own and unit else None


def absolute(quantity: str, label: str, bits: int, family: str) -> float | None:
    """A figure of tables 3 and 4: throughput in Mbit/s, area in slices or ALUTs, or their quotient."""
    if quantity == RATIO:
        throughput, area = (absolute(part, label, bits, family) for part in (THROUGHPUT, AREA))
        return throughput / area if throughput and area else None
    return BOTH_SIZES[family].figures.figure(label, f"{COLUMN[quantity]} {bits}")


def clock_mhz(label: str, bits: int, family: str) -> float | None:
    """A clock of table 6 or, for 256 bits, of tables 3 and 4, in MHz."""
    if bits == 512:
        return PAPER.table(6).figures.figure("SHA-512" if label == YARDSTICK else label, family)
    return BOTH_SIZES[family].figures.figure(label, f"clock {bits}") if family in BOTH_SIZES else None


def larger_to_smaller(quantity: str, label: str, group: str) -> float | None:
    """The 512-bit variant's figure as multiple of the 256-bit variant's, a mean of table 5."""
    return PAPER.table(5).figures.figure(label, f"{COLUMN[quantity]} {group}")


def order(quantity: str) -> list[str]:
    """The candidates with 512 bits in the order of the paper's table, the best first."""
    return list(NORMALISED[quantity].figures.lines)


def on_target(label: str, bits: int, target: str) -> Member:
    """The paper's figures on the family that the target is nearest to, the later one of two; {} for none.

    `clock_mhz` in MHz, `throughput_gbps` in Gbit/s by the formula of table 1, `area` in slices, LE or ALUTs
    where it is printed, `normalised` by quantity, and `family` and `tables`, which say where they stand.
    """
    near = families(target)
    if not near:
        return {}
    family = near[-1]
    clock, line = clock_mhz(label, bits, family), LINES[label, bits]
    found: Member = {
        "family": family,
        "clock_mhz": clock,
        "throughput_gbps": None if clock is None else clock * block_bits(label, bits) / line.block / 1000,
        "area": absolute(AREA, label, bits, family) if family in BOTH_SIZES else None,
        "normalised": {name: normalised(name, label, bits, family) for name in QUANTITIES},
        "tables": _places(bits, family),
    }
    if label == YARDSTICK and bits == 512:
        found["area"] = PAPER.table(7).figures.figure(family, "area")
    return {key: value for key, value in found.items() if value is not None}


def block_bits(label: str, bits: int) -> int:
    """Bits of a block, of table 2."""
    return BLOCKS[LINES[label, bits].function]


def _places(bits: int, family: str) -> str:
    tables: list[PublishedTable] = [PAPER.table(number) for number in (6, 7, 8, 9, 10)] if bits == 512 else []
    tables += [BOTH_SIZES[family]] if family in BOTH_SIZES else []
    return ", ".join(f"table {table.number}" for table in tables)


BLOCKS: Mapping[str, int] = {row.function: row.block_bits for row in PAPER.table(2).sizes}
