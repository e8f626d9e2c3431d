# SPDX-License-Identifier: Apache-2.0
"""The search for a design: measure a part of the design space, find its Pareto front, answer questions.

    space     which architectures, goals and RTL parameters are walked
    points    what was measured in the units of a target, and the front
    answers   the smallest with a throughput, the fastest within an area, the best ratio

Everything that is measured was verified before, and is in the records afterwards: a search that was stopped
goes on where it was, and one that is widened measures only what is new.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hashloom import campaign, flow, rows, targets
from hashloom.analysis.exploration.answers import Answer, Bounds, answers
from hashloom.analysis.exploration.points import Point, Units, front, point, worth_placing
from hashloom.analysis.exploration.space import Settings, Space
from hashloom.campaign import Item, Watcher
from hashloom.campaign.engine import unwatched
from hashloom.errors import UsageError
from hashloom.evaluation.reuse import Reusable
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.flow import Result
from hashloom.results.versions import Content, stamped
from hashloom.rows import Row
from hashloom.targets import StandardCells

__all__ = [
    "Answer",
    "Bounds",
    "Exploration",
    "ExplorationOptions",
    "Point",
    "Row",
    "Settings",
    "Space",
    "Units",
    "Walk",
    "explore",
]


@dataclass(frozen=True)
class ExplorationOptions:
    """How it is measured: `seeds` placements on an FPGA, limits of every tool, who does the work.

    `workers` processes of this machine, or the workers of a Dask `scheduler`; `session`:
    where it is done, and what was done before.

    `quick`: a design for an FPGA is mapped first, and placed only if it may be on the front by what mapping
    tells (`points.worth_placing`). Cycles, and nearly the area, are exact before
    placement; the clock is not, for logic depth leaves out the wires. What is shown as measured is placed,
    with or without `quick`; but a design on the front may have been left out. `latency` makes the latency a
    third axis of the front. `say` is told of workers that are left out. What is
    `reusable` of documents is not measured again; `tell` is told of designs that are verified for that.
    """

    session: Session
    seeds: int = 5
    workers: int = 1
    scheduler: campaign.Scheduler | None = None
    limits: jobs.Limits = flow.LIMITS
    quick: bool = False
    latency: bool = False
    say: Progress = silent
    reusable: Reusable | None = None
    tell: Progress = silent


@dataclass(frozen=True)
class Walk:
    """What was found on one target: all points, those on the front, and the answers."""

    units: Units
    points: tuple[Point, ...]
    front: tuple[Point, ...]
    answers: tuple[Answer, ...]


@dataclass(frozen=True)
class Exploration:
    """What was found for a function, target by target."""

    function: str
    walks: tuple[Walk, ...]

    def document(self) -> Content:
        """All as one JSON document.

        A row is that of `flow.Result` with `settings` (RTL parameters in place of the tuning's), `on_front`
        and, where it counts, `relative_throughput` in bit per level of logic on a target without a clock,
        `latency_ns` on others.
        """
        content = {
            "function": self.function,
            "rows": [_row(one, walk) for walk in self.walks for one in walk.points],
            "answers": [
                {
                    "target": walk.units.target,
                    "question": answer.question,
                    "kept": answer.kept,
                    "design": answer.point and answer.point.name,
                    "sentence": answer.sentence,
                }
                for walk in self.walks
                for answer in walk.answers
            ],
        }
        return stamped("exploration", content)

    def complete(self) -> bool:
        """Is every row's state ok?"""
        return all(one.row["state"] == jobs.OK for walk in self.walks for one in walk.points)


def explore(
    space: Space, bounds: Bounds, options: ExplorationOptions, progress: Watcher = unwatched
) -> Exploration:
    """Measure what is walked, or find it in documents or the records; `progress` is told how far it is.

    UsageError for what cannot be walked, or for a bound that a target cannot be held to; MissingTool if a
    tool is missing, HashloomError where nothing can be written.
    """
    items = space.items(options.seeds, options.limits)
    for target in space.targets:
        check_bounds(target, bounds, options.seeds)
    skipped: dict[Item, Result] = {}
    if options.quick:
        # With a bound of the latency an answer may lie off the front of throughput and area.
        choice = replace(options, latency=options.latency or bounds.latency is not None)
        skipped = _not_worth_placing([item for item in items if item.placements], choice, progress)
    left = [item for item in items if item not in skipped]
    measured = dict(zip(left, synthesised(left, options, progress), strict=True))
    results = {item: {**skipped, **measured}[item] for item in items}
    return Exploration(
        space.function.name,
        tuple(
            _walk([(one, result) for one, result in results.items() if one.target == target], bounds, options)
            for target in dict.fromkeys(space.targets)
        ),
    )


def has_clock(target: str, seeds: int) -> bool:
    """Has a design a clock on this target with so many seeds?"""
    found = targets.find(target)
    return isinstance(found, StandardCells) or (found.placed and seeds > 0)


def check_bounds(target: str, bounds: Bounds, seeds: int) -> None:
    """UsageError for bounds in Gbit/s or nanoseconds on a target where designs have no clock."""
    if has_clock(target, seeds):
        return
    for name, bound in (("throughput in Gbit/s", bounds.throughput), ("latency in ns", bounds.latency)):
        if bound is not None:
            why = "with 0 seeds designs are mapped only" if seeds == 0 else "its designs are mapped only"
            raise UsageError(
                f"on {target} no bound of {name} can be kept: {why}, so they have no clock; leave the bound "
                "out, or name a target that is placed"
            )


def synthesised(items: Sequence[Item], options: ExplorationOptions, progress: Watcher) -> list[Result]:
    """The results of the items in their order, made or found in documents or the records."""
    return campaign.run(
        items,
        options.session,
        reusable=options.reusable,
        workers=options.workers,
        scheduler=options.scheduler,
        progress=progress,
        say=options.say,
        tell=options.tell,
    )


def _not_worth_placing(
    items: Sequence[Item], options: ExplorationOptions, progress: Watcher
) -> dict[Item, Result]:
    """Map the items; those that need no placement, with their results."""
    results = synthesised([replace(item, seeds=0) for item in items], options, progress)
    skipped: dict[Item, Result] = {}
    for target in dict.fromkeys(item.target for item in items):
        mapped = [pair for pair in zip(items, results, strict=True) if pair[0].target == target]
        units = _units([result for _, result in mapped], relative=True)
        points = [_point(result, item.settings, units, options) for item, result in mapped]
        worth = {id(found) for found in worth_placing(points, options.latency)}
        skipped |= {
            item: result for (item, result), one in zip(mapped, points, strict=True) if id(one) not in worth
        }
    return skipped


def _walk(found: Sequence[tuple[Item, Result]], bounds: Bounds, options: ExplorationOptions) -> Walk:
    """Points, front and answers of one target."""
    relative = not has_clock(found[0][0].target, options.seeds)
    units = _units([result for _, result in found], relative)
    points = [_point(result, item.settings, units, options) for item, result in found]
    return Walk(
        units,
        tuple(points),
        tuple(front(points, options.latency)),
        tuple(answers(points, bounds, units)),
    )


def _point(result: Result, settings: Settings, units: Units, options: ExplorationOptions) -> Point:
    """The point of a result. UsageError if its row cannot be used: a design without figures beats nothing."""
    row = rows.check(result.row(), "the records", options.session.places, rows.DESIGN)
    return point(row, settings, units)


def _units(results: Sequence[Result], relative: bool) -> Units:
    """Units of the target of these results."""
    area = next((row["area_unit"] for row in (result.row() for result in results) if "area_unit" in row), "")
    return Units(results[0].target, area, relative)


def _row(one: Point, walk: Walk) -> Row:
    """The row of a point in the document."""
    figures: dict[str, float | None] = {}
    if one.counts and walk.units.relative:
        figures = {"relative_throughput": one.throughput}
    elif one.counts:
        figures = {"latency_ns": one.latency}
    return {
        **one.row,
        "settings": dict(one.settings),
        "on_front": one in walk.front,
        **figures,
    }
