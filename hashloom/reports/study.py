# SPDX-License-Identifier: Apache-2.0
"""The comparison with the GMU group as tables, in the form of the paper's tables 3 to 10.

overall-BITS           normalised figures, geometric means over targets, the paper's beside ours
spearman-BITS          rank correlation with the paper's columns
places                 places in the paper's order and in ours, 512 bits
moved                  those that stand more than three places elsewhere, and by what
throughput-BITS, area-BITS, throughput_per_area-BITS
                       target by target, the paper's own loops (tables 8 to 10)
best-BITS              target by target, the best throughput per area with one message in flight
larger-to-smaller      512 bits as multiple of 256 bits, geometric means (table 5)
on-TARGET              both sizes on one target (tables 3 and 4)
left-out               what does not count, and why
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hashloom.reports import study_targets
from hashloom.reports.study_cells import (
    NAMES,
    architectures,
    count,
    distinct,
    function_column,
    functions,
    mean,
    published,
)
from hashloom.reproduction import study_paper
from hashloom.reproduction.study import ALONE, BEST, FAR, PAPERS, SELECTIONS, SEVERAL, PaperStudy
from hashloom.reproduction.study_paper import OVERALL, SIZES
from hashloom.reproduction.study_rows import AREA, GROUPS, QUANTITIES, RATIO, THROUGHPUT, StudyCampaign
from hashloom.rows.table import ABSENT, Column, Row, Table, number

Tables = dict[str, tuple[str, Table]]

ON = "on-"
"""Of the names of the tables of a target, which follows."""
SHORT = {PAPERS: "paper's loops", ALONE: "alone", BEST: "best", SEVERAL: "several"}
"""Headings of SELECTIONS."""


def tables(campaign: StudyCampaign) -> Tables:
    """All tables of a campaign, by name, each with its heading."""
    studies = {selection: PaperStudy(campaign, selection) for selection in SELECTIONS}
    papers = studies[PAPERS]
    found: Tables = {}
    for bits in reversed(SIZES):
        found[f"overall-{bits}"] = (
            f"{bits} bits as multiple of SHA-{bits}, geometric means over targets",
            overall(studies, bits),
        )
        found[f"spearman-{bits}"] = (
            f"{bits} bits, Spearman's rank correlation with the paper's order",
            correlations(studies, bits),
        )
    found["places"] = "Places, 512 bits, overall", places(papers)
    found["moved"] = f"More than {FAR} places from the paper's, throughput per area, 512 bits", moved(papers)
    for bits in reversed(SIZES):
        for quantity in QUANTITIES:
            found[f"{quantity}-{bits}"] = (
                f"{NAMES[quantity].capitalize()}, {bits} bits, as multiple of SHA-{bits}; "
                f"the paper's own loops",
                study_targets.normalised(papers, quantity, bits),
            )
        found[f"best-{bits}"] = (
            f"Throughput per area, {bits} bits, as multiple of SHA-{bits}; best with one message",
            study_targets.best(studies[BEST], bits),
        )
    found["larger-to-smaller"] = (
        "512 bits as multiple of 256 bits, geometric means; the paper's own loops",
        study_targets.larger_to_smaller(papers),
    )
    for target in campaign.targets:
        found[f"{ON}{target}"] = (
            f"Both sizes on {target}, {GROUPS[campaign.group(target)]}; the paper's own loops",
            study_targets.both_sizes(papers, target),
        )
    found["left-out"] = "What does not count, and what counts instead", left_out(papers)
    return found


def overall(studies: Mapping[str, PaperStudy], bits: int) -> Table:
    """Normalised figures of every function: the paper's, and ours with each way to choose designs."""
    columns = [function_column()]
    for quantity in QUANTITIES:
        if bits == 512:
            columns.append(Column("paper", published(quantity, bits, OVERALL), NAMES[quantity]))
        for name in (PAPERS, BEST, SEVERAL):
            columns.append(
                Column(SHORT[name], mean(studies[name], quantity, bits), NAMES[quantity]),
            )
    for name in (PAPERS, BEST, SEVERAL):
        columns.append(Column(SHORT[name], count(studies[name], bits), "targets"))
    rows = functions(studies[PAPERS], RATIO, bits)
    return Table(distinct(columns, rows), rows)


def correlations(studies: Mapping[str, PaperStudy], bits: int) -> Table:
    """A line for each column of the paper's that ours can be held against."""
    first = studies[PAPERS]

    def cell(study: PaperStudy, quantity: str) -> Callable[[Row], str]:
        return lambda row: number(study.correlation(quantity, bits, row["paper"], row["ours"])[0], 2)

    def count(study: PaperStudy) -> Callable[[Row], str]:
        return lambda row: str(study.correlation(RATIO, bits, row["paper"], row["ours"])[1])

    columns = [
        Column("paper", lambda row: row["paper"], numeric=False),
        Column("ours", lambda row: _column(row["ours"]), numeric=False),
        *(
            Column(SHORT[name], cell(study, quantity), NAMES[quantity])
            for quantity in QUANTITIES
            for name, study in studies.items()
        ),
        *(Column(SHORT[name], count(study), "functions") for name, study in studies.items()),
    ]
    rows = tuple({"paper": paper, "ours": ours} for paper, ours in first.columns(bits))
    return Table(distinct(columns, rows), rows)


def places(study: PaperStudy) -> Table:
    """The place of every candidate in the paper's order and in ours."""
    found = {quantity: {move[0]: move[1:] for move in study.moves(quantity)} for quantity in QUANTITIES}

    def place(quantity: str, side: int) -> Callable[[Row], str]:
        return lambda row: _place(found[quantity].get(row["label"], (None, None))[side])

    columns = [
        function_column(),
        *(
            Column(heading, place(quantity, side), NAMES[quantity])
            for quantity in (RATIO, THROUGHPUT, AREA)
            for side, heading in enumerate(("paper", "ours"))
        ),
    ]
    return Table(tuple(columns), functions(study, RATIO, 512, yardstick=False))


def moved(study: PaperStudy) -> Table:
    """The candidates that moved, and their throughput, area and cycles as multiple of the paper's."""

    def against(quantity: str) -> Callable[[Row], str]:
        def cell(row: Row) -> str:
            ours = study.overall(quantity, row["label"], 512)
            theirs = study_paper.normalised(quantity, row["label"], 512, OVERALL)
            return number(ours.value / theirs if ours and theirs else None, 2)

        return cell

    columns = (
        function_column(),
        Column("paper", lambda row: str(row["paper"]), "place"),
        Column("ours", lambda row: str(row["ours"]), "place"),
        *(Column(NAMES[quantity], against(quantity), "ours / the paper's") for quantity in QUANTITIES),
        Column("architectures", lambda row: architectures(study, row["label"], 512), numeric=False),
    )
    rows = (
        {"label": label, "bits": 512, "paper": paper, "ours": ours}
        for label, paper, ours in study.moved(RATIO)
    )
    return Table(columns, tuple(rows))


def left_out(study: PaperStudy) -> Table:
    """For each function and reason the targets, and what counts there instead."""
    found: dict[tuple[str, str, str | None], list[str]] = {}
    for row in study.left_out():
        found.setdefault((row["function"], row["reason"], row["instead"]), []).append(row["target"])
    columns = (
        Column("function", lambda row: f"`{row['function']}`", numeric=False),
        Column("why", lambda row: row["reason"].replace("|", "\\|"), numeric=False),
        Column("instead", lambda row: f"`{row['instead']}`" if row["instead"] else ABSENT, numeric=False),
        Column("targets", lambda row: ", ".join(row["targets"]), numeric=False),
    )
    rows = (
        {"function": function, "reason": reason, "instead": instead, "targets": targets}
        for (function, reason, instead), targets in found.items()
    )
    return Table(columns, tuple(rows))


def _column(ours: str) -> str:
    return "all targets" if ours == OVERALL else GROUPS.get(ours, ours)


def _place(value: int | None) -> str:
    return ABSENT if value is None else str(value)
