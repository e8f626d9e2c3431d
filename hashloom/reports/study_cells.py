# SPDX-License-Identifier: Apache-2.0
"""Cells and rows that several tables of the comparison with the GMU group share.

A row is a function: its `label` and its length of digest `bits`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashloom.reproduction import study_paper
from hashloom.reproduction.study import PaperStudy
from hashloom.reproduction.study_paper import CANDIDATES, LINES, YARDSTICK
from hashloom.reproduction.study_rows import AREA, RATIO, THROUGHPUT
from hashloom.rows.table import Column, Row, number

NAMES = {THROUGHPUT: "throughput", AREA: "area", RATIO: "throughput per area"}
INSTEAD = "*"
"""After a figure of another design than the paper's own loop, or with such a design in it."""


def distinct(columns: Sequence[Column], rows: Sequence[Row]) -> tuple[Column, ...]:
    """The columns without those that say in every row what another one of their group has said before."""
    said: set[tuple[str, tuple[str, ...]]] = set()
    found = []
    for column in columns:
        cells = column.group, tuple(column.cell(row).removesuffix(INSTEAD) for row in rows)
        if not column.group or not rows or cells not in said:
            found.append(column)
        said.add(cells)
    return tuple(found)


def functions(study: PaperStudy, quantity: str, bits: int, yardstick: bool = True) -> tuple[Row, ...]:
    """Rows of the functions: with 512 bits in the paper's order, else in ours; SHA-2 last."""
    ours = study.places(quantity, bits)
    order = study_paper.order(quantity) if bits == 512 else sorted(CANDIDATES, key=lambda n: ours.get(n, 99))
    return tuple({"label": label, "bits": bits} for label in (*order, *([YARDSTICK] if yardstick else ())))


def function_column() -> Column:
    """The function's name."""
    return Column("function", lambda row: f"`{LINES[row['label'], row['bits']].function}`", numeric=False)


def published(quantity: str, bits: int, family: str) -> Callable[[Row], str]:
    """The paper's normalised figure on a family, or overall."""
    return lambda row: number(study_paper.normalised(quantity, row["label"], bits, family), 2)


def mean(study: PaperStudy, quantity: str, bits: int, group: str | None = None) -> Callable[[Row], str]:
    """The geometric mean over the targets, all or those of a group."""

    def cell(row: Row) -> str:
        found = study.overall(quantity, row["label"], bits, group)
        if found is None:
            return number(None, 2)
        return number(found.value, 2) + mark(study, row["label"], bits, *found.targets)

    return cell


def count(study: PaperStudy, bits: int) -> Callable[[Row], str]:
    """How many targets count in the mean."""

    def cell(row: Row) -> str:
        found = study.overall(RATIO, row["label"], bits)
        return str(len(found.targets) if found else 0)

    return cell


def value(study: PaperStudy, quantity: str, bits: int, target: str) -> Callable[[Row], str]:
    """The normalised figure on a target."""

    def cell(row: Row) -> str:
        found = study.normalised(quantity, row["label"], bits, target)
        return number(found, 2) + ("" if found is None else mark(study, row["label"], bits, target))

    return cell


def mark(study: PaperStudy, label: str, bits: int, *targets: str) -> str:
    """INSTEAD if another design than the one that was to be counts on one of these targets."""
    return INSTEAD if any(study.choice(label, bits, target).reason for target in targets) else ""


def architectures(study: PaperStudy, label: str, bits: int) -> str:
    """The architectures that count, the paper's own first, with the number of targets of each."""
    found: dict[str, int] = {}
    for target in study.targets:
        row = study.choice(label, bits, target).row
        if row is not None and study.normalised(RATIO, label, bits, target):
            found[row["architecture"]] = found.get(row["architecture"], 0) + 1
    return ", ".join(f"`{name}` ({count})" for name, count in sorted(found.items(), key=lambda one: -one[1]))
