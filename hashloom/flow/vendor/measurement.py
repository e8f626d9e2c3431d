# SPDX-License-Identifier: Apache-2.0
"""The figures of RTL on an FPGA by its vendor's tool: one first pass, then the median of the placements."""

import statistics
from collections.abc import Sequence
from dataclasses import replace

from hashloom.errors import UsageError
from hashloom.execution import code, jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import Step, key_of
from hashloom.flow.result import Measurement, SeedRun, failed
from hashloom.flow.vendor import steps
from hashloom.flow.vendor.steps import VendorRun

FIRST_PASS = "first pass"
"""Name of a step in `Measurement.steps`, beside `placement 1` and so on."""


def measure(
    run: VendorRun, seeds: int, session: Session, progress: Progress = silent, *, workers: int = 1
) -> Measurement:
    """Figures of RTL with a clock `clk`, unverified: `seeds` placements, `workers` at a time.

    MissingTool without the tool, a licence or the part; UsageError for a number of placements that the tool
    cannot make.
    """
    check_seeds(run, seeds)
    tools, digest = steps.tools(run.target), run.unit.digest()
    progress(f"first pass, {run.target.first_period_ns:g} ns")
    first = steps.first_pass(run).perform(session)
    if first.state != jobs.OK:
        return _failed(first, first, digest, tools)

    def place(seed: int) -> Step:
        progress(f"placement {seed} of {seeds}, {first.body['period_ns']:g} ns")
        return steps.placement(run, seed).perform(session)

    placed = jobs.parallel(place, range(1, seeds + 1), workers)
    bad = next((step for step in placed if step.state != jobs.OK), None)
    if bad is not None:
        return replace(_failed(bad, first, digest, tools), seeds=_seeds(placed))
    return _median(run, placed, first, tools)


def check_seeds(run: VendorRun, seeds: int) -> None:
    """UsageError for a number of placements that the tool of a target cannot make."""
    driver = run.driver
    if seeds < 1:
        raise UsageError(
            f"{driver.name} places {run.target.name}, and does not only map to it; give at least 1 placement"
        )
    if driver.seeds is not None and seeds > driver.seeds:
        raise UsageError(
            f"{driver.name} has no seeds, but {driver.seeds} directives of placement; ask for at most as many"
        )


def _failed(step: Step, first: Step, digest: str, tools: dict[str, str]) -> Measurement:
    message = str(step.body.get("message") or step.state)
    return replace(failed(step.state, message, digest, tools), synthesis_key=first.key)


def _seeds(placed: Sequence[Step]) -> tuple[SeedRun, ...]:
    return tuple(
        SeedRun(
            step.body["seed"],
            step.state,
            *(step.body.get(key) for key in ("clock_mhz", "area_lut", "area_ff")),
        )
        for step in placed
    )


def _median(run: VendorRun, placed: Sequence[Step], first: Step, tools: dict[str, str]) -> Measurement:
    """Median of the placements."""
    clocks = sorted(float(step.body["clock_mhz"]) for step in placed)
    clock = statistics.median(clocks)
    nearest = min(placed, key=lambda step: abs(step.body["clock_mhz"] - clock))
    path = nearest.body["critical_path"]
    return Measurement(
        state=jobs.OK,
        tools=tools,
        rtl_digest=run.unit.digest(),
        synthesis_key=first.key,
        clock_mhz=round(clock, 3),
        clock_mhz_min=clocks[0],
        clock_mhz_max=clocks[-1],
        period_ns=round(1000 / clock, 4),
        area_lut=statistics.median_low(step.body["area_lut"] for step in placed),
        area_ff=statistics.median_low(step.body["area_ff"] for step in placed),
        critical_path=None if path is None else (path[0], path[1]),
        logic_levels=nearest.body["logic_levels"],
        seeds=_seeds(placed),
        area=statistics.median_low(step.body["area"] for step in placed),
        area_unit=run.target.area_unit,
        device=run.target.part,
        steps={
            FIRST_PASS: first.key,
            **{f"placement {step.body['seed']}": step.key for step in placed},
        },
        flow_digest=key_of({"unit": run.target.area_unit, "code": code.digest("flow/vendor/measurement.py")}),
    )
