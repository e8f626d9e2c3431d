# SPDX-License-Identifier: Apache-2.0
"""The figures of RTL on a target, whatever it computes: mapping and timing, or placement."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.execution.steps import Step, key_of
from hashloom.flow import cells, fpga, levels, timing
from hashloom.flow.goals import check_goal
from hashloom.flow.result import Measurement, SeedRun, failed
from hashloom.targets import Fpga, StandardCells, Target

LIMITS = jobs.Limits(memory_bytes=16 << 30, wall_seconds=2 * 3600)
Progress = Callable[[str], None]


def silent(text: str) -> None:
    """Progress that nobody wants to hear of."""


def measure(
    unit: RtlUnit,
    target: Target,
    goal: str,
    seeds: int,
    records: Records,
    progress: Progress = silent,
    *,
    limits: jobs.Limits = LIMITS,
    workers: int = 1,
    retry: bool = False,
) -> Measurement:
    """Figures of any piece of RTL with a clock `clk`, unverified.

    On an FPGA `seeds` placements are made, `workers` at a time; with 0, or where nothing places the family,
    it is only mapped, and there is no clock. `retry`: what ended by time, memory or crash is tried again.
    """
    if isinstance(target, StandardCells):
        progress("synthesis")
        return _cells(
            cells.synthesise(cells.CellsRun(unit, target, goal, limits), records, retry=retry), unit
        )
    progress("synthesis")
    run = fpga.FpgaRun(unit, target, limits)
    mapped = fpga.synthesise(run, records, retry=retry)
    tools = fpga.tools(target)
    if mapped.state != jobs.OK:
        return replace(
            failed(mapped.state, message_of(mapped), unit.digest(), tools), synthesis_key=mapped.key
        )

    measured = levels.measure(run, records, retry)
    if measured.state != jobs.OK:
        found = failed(measured.state, message_of(measured), unit.digest(), tools)
        return replace(found, synthesis_key=mapped.key)
    if seeds == 0 or not target.placed:
        return _mapped(mapped, measured, target, unit, tools)

    def place(seed: int) -> Step:
        progress(f"placement {seed} of {seeds}")
        return fpga.route(run, seed, records, retry=retry)

    steps = jobs.parallel(place, range(1, seeds + 1), workers)
    return _placements(steps, mapped, measured, target, unit, tools)


def measure_combinational(
    unit: RtlUnit, target: StandardCells, goal: str, records: Records, limits: jobs.Limits = LIMITS
) -> Measurement:
    """Figures of a piece of RTL without a clock, unverified.

    There is no clock frequency and no period; `paths_ns["through"]` is the delay of the slowest path from an
    input to an output, `critical_path` and `logic_levels` are those of that path.
    """
    run = cells.CellsRun(unit, target, check_goal(goal), limits, clocked=False)
    return _cells(cells.synthesise(run, records), unit, clocked=False)


def flow_digest(target: Fpga, placed: bool) -> str:
    """Hash of what the figures of an FPGA depend on beside the mapped netlist."""
    return key_of(
        {
            "levels": levels.ingredients(target),
            "data_input": target.data_input,
            "area": [target.area_unit, target.area_luts, target.area_pairs],
            "devices": dict(target.devices),
            "placement": fpga.placement(target, seed=0) if placed else None,
        }
    )


def tools_of(target: Target) -> dict[str, str]:
    """Versions of the tools that measure on a target. MissingTool if one is not there."""
    return cells.tools() if isinstance(target, StandardCells) else fpga.tools(target)


def _cells(step: Step, unit: RtlUnit, clocked: bool = True) -> Measurement:
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
        flow_digest=flow_digest(target, placed=False),
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
        flow_digest=flow_digest(target, placed=True),
    )


def message_of(step: Step) -> str:
    """Why a step is not ok: its message, or its state."""
    return str(step.body.get("message") or step.state)
