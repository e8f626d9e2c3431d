# SPDX-License-Identifier: Apache-2.0
"""Figures of placed standard cells: of several placements, those of the median clock."""

import statistics
from collections.abc import Sequence

from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import Step
from hashloom.flow import cells
from hashloom.flow.placement import geometry, placer, steps
from hashloom.flow.result import PlacedSeed, Placement
from hashloom.targets import StandardCells, Target

NO_TREE = "none"
"""What is known of the clock tree."""


def refuse_unplaceable(target: Target, seeds: int) -> None:
    """UsageError for an FPGA, a library without a layout, or no placement at all."""
    if not isinstance(target, StandardCells):
        raise UsageError(f"{target.name} is an FPGA; only standard cells are placed with estimated wires")
    geometry.layout_of(target)
    if seeds < 1:
        raise UsageError(f"{seeds} placements cannot be made; give at least 1")


def tools() -> dict[str, str]:
    """Tools of placement and their versions, beside those of the flow. MissingTool if one is not there."""
    return {placer.TOOL: placer.version()}


def step_keys(run: cells.CellsRun, seeds: int) -> dict[str, str]:
    """Keys of the steps that the figures are made from, by name; nothing is run for it."""
    return {
        f"{name} {seed}": step(run, seed).key
        for seed in range(1, seeds + 1)
        for name, step in (("placement", steps.placement), ("wires", steps.wiring))
    }


def wired(
    run: cells.CellsRun, seeds: int, session: Session, progress: Progress = silent, workers: int = 1
) -> list[Step]:
    """The last step of each of so many placements, `workers` at a time: it may be one that failed."""

    def place(seed: int) -> Step:
        progress(f"placement {seed} of {seeds}")
        return steps.wiring(run, seed).perform(session)

    return jobs.parallel(place, range(1, seeds + 1), workers)


def figures(run: cells.CellsRun, made: Sequence[Step], session: Session) -> Placement:
    """Figures of placements that are all ok; of an even number the slower one of the middle counts."""
    layout = geometry.layout_of(run.target)
    seeds = tuple(
        PlacedSeed(
            step.body["seed"],
            round(1000 / step.body["timing"][cells.CLOCK_BOUND]["delay_ns"], 3),
            step.body["wire_mm"],
        )
        for step in made
    )
    clock = statistics.median_low(one.clock_mhz for one in seeds)
    chosen = next(number for number, one in enumerate(seeds) if one.clock_mhz == clock)
    body, seed = made[chosen].body, seeds[chosen]
    slowest = body["timing"][cells.CLOCK_BOUND]
    placed = steps.placement(run, seed.seed).perform(session).body
    width, height = placed["core_um"]
    return Placement(
        clock_mhz=seed.clock_mhz,
        wire_mm=seed.wire_mm,
        period_ns=slowest["delay_ns"],
        critical_path=(slowest["start"], slowest["end"]),
        utilisation=placed["utilisation"],
        width_um=width,
        height_um=height,
        rows=placed["rows"],
        nets=body["nets"],
        wire_ff=body["wire_ff"],
        geometry=geometry.source(layout),
        wires=layout.wires_from,
        clock_tree=NO_TREE,
        clock_skew_ns=body["clock_skew_ns"],
        seed=seed.seed,
        seeds=seeds,
    )
