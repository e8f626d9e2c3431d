# SPDX-License-Identifier: Apache-2.0
"""Tables of hardware: synthesise every design for every target and set the paper beside it.

A row is that of `flow.Result`, with `kbit_per_s_per_ge`, the paper's own figures under `paper` (none for a
design that the paper does not have), and ratios to a row of reference where the reproduction names one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hashloom import catalogue, evaluation, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import Level
from hashloom.errors import UsageError
from hashloom.evaluation.at_level import BLOCK
from hashloom.evaluation.reuse import Reusable
from hashloom.execution.jobs import parallel
from hashloom.execution.session import Session
from hashloom.reproduction import (
    OK,
    Report,
    Reproduction,
    ReproductionOptions,
    ResultProgress,
    ratio,
    today,
)
from hashloom.reproduction.published import PublishedRow, PublishedTable
from hashloom.results.versions import Member
from hashloom.rows import Row

Synthesise = Callable[[str, str, str], Row]
"""Design name, target, goal to the row of the result; every state but a missing tool comes back as a row."""

SEEDS = 5
FIGURES = ("clock_mhz", "throughput_gbps")
"""Figures that every row has; None where the row's state is not ok."""


@dataclass(frozen=True)
class Job:
    """One row to make: a design (`function/architecture`) for a goal, beside a row of the paper, if any."""

    design: str
    goal: str
    paper: PublishedRow | None


@dataclass(frozen=True)
class HardwareReproduction(Reproduction):
    """How one table of designs is made again.

    `targets` are synthesised for when the user names none. With `reference_architecture`, every row also gets
    ratios to the row of that architecture on the same target, in ours and in the paper: of the area
    (`area_ratio`) and of the figures named in `ratios` (`throughput_ratio`, `clock_ratio`). `context` are
    rows of the paper shown in its pictures without a counterpart of ours. `settings` of RTL parameters, by
    the names that adder_pkg gives the numbers, take the place of the tuning's.
    """

    table: PublishedTable
    targets: tuple[str, ...]
    jobs: Callable[[], list[Job]]
    reference_architecture: str | None = None
    ratios: tuple[str, ...] = ("throughput",)
    context: tuple[PublishedRow, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)

    takes = frozenset({"targets", "seeds", "workers"})

    def make(self, options: ReproductionOptions, begin: Callable[[int], ResultProgress]) -> Report:
        """Synthesise, or find in what is reusable or in the records, and set the paper beside it."""
        names = self.target_names(options)
        progress = begin(len(names) * len(self.jobs()))
        return reproduce(self, names, self.synthesis(options, progress), workers_of(options.workers))

    def target_names(self, options: ReproductionOptions) -> list[str]:
        """The targets that are chosen. UsageError for one that is none, and for workers that cannot be."""
        workers_of(options.workers)
        names = list(options.targets or self.targets)
        for name in names:
            targets.find(name)
        return names

    def synthesis(
        self, options: ReproductionOptions, progress: ResultProgress, level: Level = BLOCK
    ) -> Synthesise:
        """What makes the row of a design at a level."""
        session = options.session
        seeds = SEEDS if options.seeds is None else options.seeds
        adders = rtl.names("adder_pkg", session.places)
        settings = tuple((key, adders[name]) for key, name in sorted(self.settings.items()))

        def synthesise(design: str, target: str, goal: str) -> Row:
            found = catalogue.resolve_design(design, session.places)
            row = measured(found, target, goal, seeds, session, progress, settings, options.reusable, level)
            return {**row, **({"settings": dict(self.settings)} if self.settings else {})}

        return synthesise


def measured(
    design: Design,
    target: str,
    goal: str,
    seeds: int,
    session: Session,
    progress: ResultProgress,
    settings: tuple[tuple[str, int], ...] = (),
    reusable: Reusable | None = None,
    level: Level = BLOCK,
) -> Row:
    """The row of one synthesis at a level, made, or found in what is reusable or in the records.

    `progress` is told of its steps and its end.
    """
    name = f"{design.name} {goal} on {targets.find(target).name}"

    def say(text: str) -> None:
        """Pass on the steps of this row, not the many runs of its verification."""
        if text.startswith(name):
            progress.say(text)

    reusable = reusable or Reusable(session.places)
    result = reusable.renewed(design, target, goal, seeds, session, say, settings, level=level)
    if result is None:
        result = evaluation.synthesise(
            design, target, goal, seeds, session, say,
            settings=settings, level=level, before=reusable.told(design),
        )  # fmt: skip
    progress.end(result)
    row = result.row()
    progress.say(f"{name}: {summary(row)}")
    return row


def workers_of(workers: int | None) -> int:
    """How many runs are made at a time, by default one for each processor; UsageError for less than one."""
    workers = (os.cpu_count() or 1) if workers is None else workers
    if workers < 1:
        raise UsageError(f"{workers} runs cannot be made at a time; give at least 1")
    return workers


def reproduce(
    reproduction: HardwareReproduction, targets: Sequence[str], synthesise: Synthesise, workers: int
) -> Report:
    """All rows, target by target, `workers` of them at a time. What `synthesise` raises ends the whole."""
    pairs = [(target, job) for target in targets for job in reproduction.jobs()]

    def make(pair: tuple[str, Job]) -> Row:
        target, job = pair
        row = synthesise(job.design, target, job.goal)
        return {
            **dict.fromkeys(FIGURES),
            **row,
            "kbit_per_s_per_ge": per_area(row),
            "paper": {} if job.paper is None else paper_figures(job.paper, reproduction.table),
        }

    rows = parallel(make, pairs, workers)
    if reproduction.reference_architecture is not None:
        add_ratios(rows, reproduction.reference_architecture, reproduction.ratios)
    return Report(reproduction.name, tuple(rows), provenance(rows))


def summary(row: Row) -> str:
    """A row's state and, if ok, its main figures."""
    if row["state"] != OK:
        return str(row["state"])
    area = f"{row['area_ge']:,.0f} GE" if row.get("area_ge") else f"{row['area_lut']:,} LUT"
    return f"{row['clock_mhz']:.0f} MHz, {row['throughput_gbps']:.2f} Gbit/s, {area}"


def paper_figures(row: PublishedRow, table: PublishedTable) -> Row:
    """The paper's own figures for one row, in the units of ours, and where they stand."""
    figures: Row = {
        "label": row.label,
        "technology": row.technology,
        "clock_mhz": row.clock_mhz,
        "cycles_per_block": row.cycles_per_block,
        "latency_cycles": row.latency_cycles,
        "throughput_gbps": row.throughput_gbps,
        "area_ge": row.area_ge,
        "area_um2": row.area_um2,
        "architecture": row.architecture,
        "kbit_per_s_per_ge": row.kbit_per_s_per_ge,
        "source": table.place,
    }
    return {key: value for key, value in figures.items() if value is not None}


RATIOS = {"throughput": "throughput_gbps", "clock": "clock_mhz"}
"""Figures that ratios are made of, besides the area."""


def add_ratios(rows: Iterable[Row], reference: str, ratios: Sequence[str] = ("throughput",)) -> None:
    """Add `area_ratio` and these ratios to rows and their papers, in place; see RATIOS.

    The unit is the row of the architecture `reference` with the same function, target and goal. A row without
    such a partner, or without figures, gets None.
    """
    rows = list(rows)
    for row in rows:
        partner = next(
            (
                other
                for other in rows
                if other["architecture"] == reference
                and all(other[key] == row[key] for key in ("function", "target", "goal"))
            ),
            None,
        )
        for ours, theirs in ((row, partner), (row["paper"], partner and partner["paper"])):
            for name in ratios:
                ours[f"{name}_ratio"] = ratio(ours, theirs, RATIOS[name])
            areas = (ratio(ours, theirs, key) for key in ("area_ge", "area_lut", "area_um2"))
            ours["area_ratio"] = next((value for value in areas if value is not None), None)


def provenance(rows: Iterable[Row]) -> Member:
    """Tools and date of the newest row; digests stay with each row."""
    tools: dict[str, str] = {}
    for row in rows:
        tools.update(row.get("tools", {}))
    return {"date": today(), "tools": dict(sorted(tools.items()))}


def per_area(row: Mapping[str, Any]) -> float | None:
    """Throughput per area in kbit/s per gate equivalent; None without both."""
    if row.get("area_ge") and row.get("throughput_gbps"):
        return float(row["throughput_gbps"] * 1e6 / row["area_ge"])
    return None
