# SPDX-License-Identifier: Apache-2.0
"""From a design to a result: verification, proofs, mapping, timing or placement, netlist simulation."""

import statistics
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from hashloom import jobs, libraries, rtl, targets
from hashloom.design import Design, Tuning
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.flow import cells, fpga, levels, timing, yosys
from hashloom.flow.goals import check_goal
from hashloom.flow.result import Assurance, Measurement, Result, SeedRun, failed, plain
from hashloom.flow.steps import Step, key_of, perform
from hashloom.records import Body, Records
from hashloom.rtl import RtlUnit
from hashloom.targets import Fpga, StandardCells, Target

if TYPE_CHECKING:
    from hashloom.simulation import CellModels

RESULT_KIND = "result"
NETLIST_KIND = "netlist-simulation"
ASSURED: tuple[rtl.Level, ...] = ("core", "top")
"""Levels at which a design has passed before it gets a figure."""
LIMITS = jobs.Limits(memory_bytes=16 << 30, wall_seconds=2 * 3600)
Progress = Callable[[str], None]


def silent(text: str) -> None:
    """Progress that nobody wants to hear of."""


def synthesise(
    design: Design,
    target_name: str,
    goal: str = "fast",
    seeds: int = 5,
    records: Records | None = None,
    progress: Progress = silent,
    *,
    limits: jobs.Limits = LIMITS,
    workers: int = 1,
    retry: bool = False,
    settings: tuple[tuple[str, int], ...] = (),
    standing: Result | None = None,
) -> Result:
    """Verify, synthesise and measure a design; what the records know is not computed again.

    `target_name` is a target's name or the path of a target file; `seeds` placements are made on an FPGA,
    `workers` at a time; with 0, or where nothing places the family, it is only mapped, and there is no clock.
    `retry`: what ended by time, memory or crash is tried again. `settings` of RTL parameters take the place
    of the tuning's. The figures of a `standing` result of the same work are not measured again: the design is
    only verified. A failure of the design or of a tool is a result with another state than ok; UsageError,
    MissingTool, a full disk and RTL that is edited in between are raised.
    """
    # Verification simulates and proofs run through `hashloom.flow.yosys`, so they can be imported only once
    # this package is there.
    from hashloom import verification
    from hashloom.proof import relevance

    target = targets.find(target_name)
    if seeds < 0:
        raise UsageError(f"{seeds} placements cannot be made; give at least 1, or 0 to map only")
    records = records or Records()
    tuning = Tuning(target.technology, check_goal(goal), target.name, settings)
    unit = rtl.unit(design, "core", tuning)
    what = f"{design.name} {goal} on {target.name}"
    tools = _tools(target)
    vectors_digest, assurance, simulated = "", None, False
    try:
        progress(f"{what}: verification")
        verified = verification.require_verified(design, tuning, records, levels=ASSURED, progress=progress)
    except CheckFailed as error:
        measurement = failed(jobs.FAILED_VERIFICATION, str(error), unit.digest(), tools)
    else:
        if verified["rtl_digests"]["core"] != unit.digest():
            raise HashloomError(f"the RTL of {design.name} changed while it was verified; start again")
        vectors_digest = str(verified["vectors_digest"])
        proven = relevance.examine(
            design, rtl.unit(design, "top", tuning), records, lambda text: progress(f"{what}: {text}")
        )
        assurance = Assurance(
            verified["key"], tuple(verified["levels"]), verified["tools"], proven.names, proven.key
        )
        if proven.failure is not None:
            open_check, outcome = proven.failure
            message = f"{open_check.name} is not proven: {_message(outcome)}"
            measurement, assurance = failed(outcome.state, message, unit.digest(), tools), None
        elif standing is not None:
            return _renewed(standing, vectors_digest, assurance)
        else:
            measurement = measure(
                unit, target, goal, seeds, records,
                lambda text: progress(f"{what}: {text}"), limits=limits, workers=workers, retry=retry,
            )  # fmt: skip
        if measurement.state == jobs.OK and assurance is not None:
            progress(f"{what}: simulation of the netlist")
            check = _simulate_netlist(
                design, tuning, unit, target, goal, measurement, assurance, records, limits
            )
            simulated = check.state == jobs.OK
            if not simulated:
                measurement = failed(check.state, str(check.body["message"]), unit.digest(), tools)
    result = Result(
        function=design.function.name,
        architecture=design.architecture.name,
        target=target.name,
        goal=goal,
        block_bits=design.function.block_bits,
        cycles_per_block=float(design.cycles_per_block),
        latency_cycles=design.cycles_block(),
        vectors_digest=vectors_digest,
        netlist_simulated=simulated,
        measurement=measurement,
        assurance=assurance,
    )
    records.put(RESULT_KIND, key_of(result.body()), result.body())
    return result


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
    """Figures of any piece of RTL with a clock `clk`, unverified; see `synthesise` for the arguments."""
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
        return replace(failed(mapped.state, _message(mapped), unit.digest(), tools), synthesis_key=mapped.key)

    measured = levels.measure(run, records, retry)
    if measured.state != jobs.OK:
        found = failed(measured.state, _message(measured), unit.digest(), tools)
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


def _tools(target: Target) -> dict[str, str]:
    return cells.tools() if isinstance(target, StandardCells) else fpga.tools(target)


def _cells(step: Step, unit: RtlUnit, clocked: bool = True) -> Measurement:
    body, tools = step.body, dict(step.body["tools"])
    if step.state != jobs.OK:
        return replace(failed(step.state, _message(step), unit.digest(), tools), synthesis_key=step.key)
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
        found = failed(bad.state, _message(bad), unit.digest(), tools)
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


def _simulate_netlist(
    design: Design,
    tuning: Tuning,
    unit: RtlUnit,
    target: Target,
    goal: str,
    measurement: Measurement,
    assurance: Assurance,
    records: Records,
    limits: jobs.Limits,
) -> Step:
    """Run vectors through the netlist that was measured, with the vendor's models of its cells."""
    from hashloom import verification

    def work(folder: Path) -> Body:
        step, models = _netlist(unit, target, goal, records, limits)
        checked = verification.verify_netlist(design, step.folder / yosys.NETLIST, models, tuning)
        state = jobs.FAILED_VERIFICATION if checked.failed else jobs.OK
        first = (
            {"message": f"the netlist computes wrong digests: {checked.failures[0]}"}
            if checked.failed
            else {}
        )
        counts = {"passed": checked.passed, "failed": checked.failed}
        return {"state": state, "seconds": round(checked.seconds, 1), **counts, **first}

    ingredients = netlist_ingredients(measurement.synthesis_key, assurance.verification)
    return perform(NETLIST_KIND, ingredients, work, records, limits)


def netlist_ingredients(synthesis_key: str, verification_key: str) -> dict[str, str]:
    """All that the simulation of a netlist depends on: bench, model and vectors are those of the RTL's."""
    return {"synthesis": synthesis_key, "verification": verification_key}


def _renewed(standing: Result, vectors_digest: str, assurance: Assurance) -> Result:
    """A result whose figures stand, with what its design has passed now; so is the row it was taken from."""
    row = None
    if standing.standing is not None:
        row = {**standing.standing, "vectors_digest": vectors_digest, "assurance": plain(assurance)}
    return replace(standing, vectors_digest=vectors_digest, assurance=assurance, standing=row)


def _netlist(
    unit: RtlUnit, target: Target, goal: str, records: Records, limits: jobs.Limits
) -> "tuple[Step, CellModels]":
    """Return the synthesis whose folder has the netlist, and models of its cells."""
    from hashloom import simulation

    if isinstance(target, Fpga):
        step = fpga.synthesise(fpga.FpgaRun(unit, target, limits), records, files=True)
        return step, simulation.verilog_models(*target.models)
    step = cells.synthesise(cells.CellsRun(unit, target, goal, limits), records, files=True)
    library = libraries.prepare(target.source, target.dont_use)
    return step, simulation.liberty_models(library.path)


def _message(step: Step) -> str:
    return str(step.body.get("message") or step.state)
