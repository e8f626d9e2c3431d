# SPDX-License-Identifier: Apache-2.0
"""Tables of the comparison with the GMU group that go target by target, or size against size."""

from __future__ import annotations

from collections.abc import Callable

from hashloom.reports.study_cells import NAMES, count, function_column, functions, mean, published, value
from hashloom.reproduction import study_paper
from hashloom.reproduction.study import PaperStudy
from hashloom.reproduction.study_paper import LABELS, MEANS, OVERALL, SIZES
from hashloom.reproduction.study_rows import AREA, GROUPS, MAPPED, QUANTITIES, RATIO, THROUGHPUT
from hashloom.rows.table import ABSENT, Column, Row, Table, number


def normalised(study: PaperStudy, quantity: str, bits: int) -> Table:
    """Every function on every target, the paper's nearest families beside it, and means of the groups."""
    columns = [function_column()]
    for target in study.targets:
        near = [
            family
            for family in study_paper.families(target)
            if bits == 512 or family in study_paper.BOTH_SIZES
        ]
        cell = value(study, quantity, bits, target)
        columns.append(Column("ours", cell, target) if near else Column(target, cell))
        columns += [Column(family, published(quantity, bits, family), target) for family in near]
    columns.append(Column("ours", mean(study, quantity, bits), "all"))
    if bits == 512:
        columns.append(Column("paper", published(quantity, bits, OVERALL), "all"))
    groups = dict.fromkeys(study.campaign.group(target) for target in study.targets)
    columns += [Column(GROUPS[group], mean(study, quantity, bits, group)) for group in groups]
    columns.append(Column("targets", count(study, bits)))
    return Table(tuple(columns), functions(study, quantity, bits))


def best(study: PaperStudy, bits: int) -> Table:
    """Throughput per area of every function on every target, and the architecture that has it."""

    def cell(target: str) -> Callable[[Row], str]:
        def text(row: Row) -> str:
            choice = study.choice(row["label"], bits, target)
            value = study.normalised(RATIO, row["label"], bits, target)
            if choice.row is None or value is None:
                return ABSENT
            return f"{value:.2f} `{choice.row['architecture']}`"

        return text

    columns = [function_column(), *(Column(target, cell(target), numeric=False) for target in study.targets)]
    columns.append(Column("all", mean(study, RATIO, bits)))
    return Table(tuple(columns), functions(study, RATIO, bits))


def larger_to_smaller(study: PaperStudy) -> Table:
    """Means over all targets and each group of them beside those of table 5."""

    def ours(quantity: str, group: str | None) -> Callable[[Row], str]:
        def cell(row: Row) -> str:
            found = study.larger_to_smaller_overall(quantity, row["label"], group)
            return number(None if found is None else found.value, 2)

        return cell

    def theirs(quantity: str, group: str) -> Callable[[Row], str]:
        return lambda row: number(study_paper.larger_to_smaller(quantity, row["label"], group), 2)

    def count(row: Row) -> str:
        found = study.larger_to_smaller_overall(RATIO, row["label"])
        return str(len(found.targets) if found else 0)

    columns = [Column("function", lambda row: row["label"], numeric=False)]
    groups = dict.fromkeys(study.campaign.group(target) for target in study.targets)
    for quantity in QUANTITIES:
        columns.append(Column("ours", ours(quantity, None), NAMES[quantity]))
        columns += [Column(f"paper, {group}", theirs(quantity, group), NAMES[quantity]) for group in MEANS]
        columns += [Column(GROUPS[group], ours(quantity, group), NAMES[quantity]) for group in groups]
    columns.append(Column("targets", count))
    return Table(tuple(columns), tuple({"label": label} for label in LABELS))


def both_sizes(study: PaperStudy, target: str) -> Table:
    """Clock or levels, throughput, area and their ratio with 512 and 256 bits, and the larger to the smaller.

    On a target that only maps, throughput is told in bits in the delay of one level of logic. The ratios of
    the paper stand beside ours on the targets that answer its tables 3 and 4.
    """
    mapped = study.campaign.group(target) == MAPPED
    unit = study.campaign.area_unit(target)
    family = next((name for name in study_paper.families(target) if name in study_paper.BOTH_SIZES), None)

    def figure(name: str, scale: float, decimals: int, bits: int) -> Callable[[Row], str]:
        def cell(row: Row) -> str:
            found = study.choice(row["label"], bits, target).figures
            if found is None:
                return ABSENT
            value = found.speed if name == "speed" else found.of(name)
            return number((1 / value if name == "speed" and mapped else value) * scale, decimals)

        return cell

    def ratio(quantity: str) -> Callable[[Row], str]:
        return lambda row: number(study.larger_to_smaller(quantity, row["label"], target), 2)

    def theirs(quantity: str) -> Callable[[Row], str]:
        column = f"{study_paper.COLUMN[quantity]} 512/256"
        figures = study_paper.BOTH_SIZES[family or ""].figures
        return lambda row: number(figures.figure(row["label"], column), 2)

    shown = (
        ("speed", "logic depth" if mapped else "clock, MHz", 1, 1),
        (THROUGHPUT, "bits a level" if mapped else "throughput, Gbit/s", 1 if mapped else 1e-3, 2),
        (AREA, f"area, {unit}", 1, 0),
        (
            RATIO,
            f"bits a level, per 10,000 {unit}" if mapped else f"kbit/s per {unit}",
            1e4 if mapped else 1e3,
            2,
        ),
    )
    columns = [Column("function", lambda row: row["label"], numeric=False)]
    for name, heading, scale, decimals in shown:
        columns += [
            Column(str(bits), figure(name, scale, decimals, bits), heading) for bits in reversed(SIZES)
        ]
        if name in QUANTITIES:
            columns.append(Column("ours", ratio(name), f"{NAMES[name]} 512/256"))
            if family:
                columns.append(Column(family, theirs(name), f"{NAMES[name]} 512/256"))
    return Table(tuple(columns), tuple({"label": label} for label in LABELS))
