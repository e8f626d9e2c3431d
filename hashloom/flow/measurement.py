# SPDX-License-Identifier: Apache-2.0
"""The figures of RTL on a target, whatever it computes: mapping and timing, or placement."""

import statistics
from collections.abc import Sequence
from dataclasses import replace

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import code, jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import Step, key_of
from hashloom.flow import cells, fpga, logic_depth, timing
from hashloom.flow.goals import check_goal
from hashloom.flow.result import Measurement, SeedRun, failed
from hashloom.targets import Fpga, StandardCells, Target

LIMITS = jobs.Limits(memory_bytes=16 << 30, wall_seconds=2 * 3600)
SYNTHESIS, LEVELS = "synthesis", "levels"
"""Names of steps in `Measurement.steps`, beside `placement 1` and so on."""


def measure(
    unit: RtlUnit,
    target: Target,
    goal: str,
    seeds: int,
    session: Session,
    progress: Progress = silent,
    *,
    limits: jobs.Limits = LIMITS,
    workers: int = 1,
) -> Measurement:
    """Figures of any piece of RTL with a clock `clk`, unverified.

    On an FPGA `seeds` placements are made, `workers` at a time; with 0, or where nothing places the family,
    it is only mapped, and there is no clock.
    """
    progress("synthesis")
    if isinstance(target, StandardCells):
        run_cells = cells.CellsRun(unit, target, goal, limits)
        return _cells(cells.synthesis(run_cells).perform(session), unit, target)
    run = fpga.FpgaRun(unit, target, limits)
    mapped = fpga.synthesis(run).perform(session)
    tools = fpga.tools(target)
    if mapped.state != jobs.OK:
        return replace(
            failed(mapped.state, message_of(mapped), unit.digest(), tools), synthesis_key=mapped.key
        )
    measured = logic_depth.counting(run).perform(session)
    if measured.state != jobs.OK:
        found = failed(measured.state, message_of(measured), unit.digest(), tools)
        return replace(found, synthesis_key=mapped.key)
    if seeds == 0 or not target.placed:
        return _mapped(mapped, measured, target, unit, tools)

    def place(seed: int) -> Step:
        progress(f"placement {seed} of {seeds}")
        return fpga.placement(run, seed).perform(session)

    steps = jobs.parallel(place, range(1, seeds + 1), workers)
    return _placements(steps, mapped, measured, target, unit, tools)


def measure_combinational(
    unit: RtlUnit, target: StandardCells, goal: str, session: Session, limits: jobs.Limits = LIMITS
) -> Measurement:
    """Figures of a piece of RTL without a clock, unverified.

    There is no clock frequency and no period; `paths_ns["through"]` is the delay of the slowest path from an
    input to an output, `critical_path` and `logic_levels` are those of that path.
    """
    run = cells.CellsRun(unit, target, check_goal(goal), limits, clocked=False)
    return _cells(cells.synthesis(run).perform(session), unit, target, clocked=False)


def flow_digest(target: Target) -> str:
    """Hash of what figures depend on beside the steps that they are made from."""
    area = (
        {
            "area": [target.area_unit, target.area_luts, target.area_pairs],
            "devices": dict(target.devices),
        }
        if isinstance(target, Fpga)
        else {}
    )
    return key_of({**area, "code": code.digest("flow/measurement.py")})


def step_keys(run: cells.CellsRun | fpga.FpgaRun, seeds: int) -> dict[str, str]:
    """Keys of the steps that a measurement is made from, by name; nothing is run for it."""
    if isinstance(run, cells.CellsRun):
        return {SYNTHESIS: cells.synthesis(run).key}
    keys = {SYNTHESIS: fpga.synthesis(run).key, LEVELS: logic_depth.counting(run).key}
    placed = range(1, seeds + 1) if run.target.placed else ()
    return keys | {f"placement {seed}": fpga.placement(run, seed).key for seed in placed}


def run_of(
    unit: RtlUnit, target: Target, goal: str, limits: jobs.Limits = LIMITS
) -> cells.CellsRun | fpga.FpgaRun:
    """What is to be done with a unit that has a clock."""
    if isinstance(target, StandardCells):
        return cells.CellsRun(unit, target, goal, limits)
    return fpga.FpgaRun(unit, target, limits)


def tools_of(target: Target) -> dict[str, str]:
    """Versions of the tools that measure on a target. MissingTool if one is not there."""
    return cells.tools() if isinstance(target, StandardCells) else fpga.tools(target)


def _cells(step: Step, unit: RtlUnit, target: StandardCells, clocked: bool = True) -> Measurement:
    body, tools = step.body, dict(step.body["tools"])
    if step.state != jobs.OK:
        return replace(failed(step.state, message_of(step), unit.digest(), tools), synthesis_key=step.key)
    paths = {name: path for name, path in body["timing"].items() if path is not None}
    bound = paths.get(cells.CLOCK_BOUND if clocked else timing.THROUGH)
    if bound is None:
        ends = "a register to a register" if clocked else "an input to an output"
        message = f"no path leads from {ends}, so nothing bounds {'the clock' if clocked else 'the delay'}"
        return replace(failed(jobs.TOOL_CRASH, message, unit.digest(), tools), synthesis_key=step.key)
    clock = round(1000 / bound["delay_ns"], 3) if clocked else None
    return Measurement(
        state=jobs.OK,
        tools=tools,
        rtl_digest=unit.digest(),
        synthesis_key=step.key,
        clock_mhz=clock,
        clock_mhz_min=clock,
        clock_mhz_max=clock,
        period_ns=bound["delay_ns"] if clocked else None,
        area_ge=body["area_ge"],
        area=body["area_ge"],
        area_unit="GE",
        area_um2=body["area"],
        area_ff=body["area_ff"],
        critical_path=(bound["start"], bound["end"]),
        logic_levels=bound["levels"],
        paths_ns={name: path["delay_ns"] for name, path in paths.items()},
        steps={SYNTHESIS: step.key},
        flow_digest=flow_digest(target),
    )


def _mapped(mapped: Step, measured: Step, target: Fpga, unit: RtlUnit, tools: dict[str, str]) -> Measurement:
    """Areas and levels of the mapped core."""
    luts = int(mapped.body["core"]["luts"])
    start, end = measured.body["critical_path"]
    return Measurement(
        state=jobs.OK,
        tools=tools,
        rtl_digest=unit.digest(),
        synthesis_key=mapped.key,
        area_lut=luts,
        area_ff=mapped.body["core"]["flip_flops"],
        critical_path=(start, end),
        mapped_only=True,
        levels=measured.body["levels"],
        area=target.area(luts, measured.body["lone_flip_flops"]),
        area_unit=target.area_unit,
        device=target.device_for(luts),
        steps={SYNTHESIS: mapped.key, LEVELS: measured.key},
        flow_digest=flow_digest(target),
    )


def _placements(
    steps: Sequence[Step],
    mapped: Step,
    measured: Step,
    target: Fpga,
    unit: RtlUnit,
    tools: dict[str, str],
) -> Measurement:
    """Median of the placements; if one of them failed, its state is that of the whole."""
    runs = tuple(
        SeedRun(
            step.body["seed"],
            step.state,
            *(step.body.get(key) for key in ("clock_mhz", "area_lut", "area_ff")),
        )
        for step in steps
    )
    bad = next((step for step in steps if step.state != jobs.OK), None)
    if bad is not None:
        found = failed(bad.state, message_of(bad), unit.digest(), tools)
        return replace(found, synthesis_key=mapped.key, seeds=runs)
    clocks = sorted(float(step.body["clock_mhz"]) for step in steps)
    clock = statistics.median(clocks)
    nearest = min(steps, key=lambda step: abs(step.body["clock_mhz"] - clock))
    start, end = nearest.body["critical_path"] or ("", "")
    luts = statistics.median_low(step.body["area_lut"] for step in steps)
    return Measurement(
        state=jobs.OK,
        tools=tools,
        rtl_digest=unit.digest(),
        synthesis_key=mapped.key,
        clock_mhz=round(clock, 3),
        clock_mhz_min=clocks[0],
        clock_mhz_max=clocks[-1],
        period_ns=round(1000 / clock, 4),
        area_lut=luts,
        area_ff=statistics.median_low(step.body["area_ff"] for step in steps),
        critical_path=(start, end),
        seeds=runs,
        levels=measured.body["levels"],
        area=target.area(luts, measured.body["lone_flip_flops"]),
        area_unit=target.area_unit,
        device=target.device_for(luts),
        steps={
            SYNTHESIS: mapped.key,
            LEVELS: measured.key,
            **{f"placement {step.body['seed']}": step.key for step in steps},
        },
        flow_digest=flow_digest(target),
    )


def message_of(step: Step) -> str:
    """Why a step is not ok: its message, or its state."""
    return str(step.body.get("message") or step.state)
