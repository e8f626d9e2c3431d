# SPDX-License-Identifier: Apache-2.0
"""From a design to a result: verification, proofs, mapping, timing or placement, netlist simulation."""

from dataclasses import replace
from pathlib import Path

from hashloom import libraries, simulation, targets, verification
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.execution.records import Body, Records
from hashloom.execution.steps import Step, key_of, perform
from hashloom.flow import cells, fpga, yosys
from hashloom.flow.goals import check_goal
from hashloom.flow.measurement import LIMITS, Progress, measure, message_of, silent, tools_of
from hashloom.flow.result import Assurance, Measurement, Result, failed, plain
from hashloom.formal import relevance
from hashloom.simulation import CellModels
from hashloom.targets import Fpga, Target

RESULT_KIND = "result"
NETLIST_KIND = "netlist-simulation"
ASSURED: tuple[rtl.Level, ...] = ("core", "top")
"""Levels at which a design has passed before it gets a figure."""


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
    only verified. RTL is read once, before anything runs. A failure of the design or of a tool is a result
    with another state than ok; UsageError, MissingTool and a full disk are raised.
    """
    target = targets.find(target_name)
    if seeds < 0:
        raise UsageError(f"{seeds} placements cannot be made; give at least 1, or 0 to map only")
    records = records or Records()
    tuning = Tuning(target.technology, check_goal(goal), target.name, settings)
    capture = Capture()
    unit, top = (rtl.unit(design, level, tuning, capture=capture) for level in ASSURED)
    for one in (unit, top):
        one.digest()  # now, before anything runs
    what = f"{design.name} {goal} on {target.name}"
    tools = tools_of(target)
    vectors_digest, assurance, simulated = "", None, False
    try:
        progress(f"{what}: verification")
        verified = verification.require_verified(
            design, tuning, records, levels=ASSURED, progress=progress, capture=capture
        )
    except CheckFailed as error:
        measurement = failed(jobs.FAILED_VERIFICATION, str(error), unit.digest(), tools)
    else:
        vectors_digest = str(verified["vectors_digest"])
        proven = relevance.examine(design, top, records, lambda text: progress(f"{what}: {text}"))
        assurance = Assurance(
            verified["key"], tuple(verified["levels"]), verified["tools"], proven.names, proven.key
        )
        if proven.failure is not None:
            open_check, outcome = proven.failure
            message = f"{open_check.name} is not proven: {message_of(outcome)}"
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

    def work(folder: Path) -> Body:
        step, models = _netlist(unit, target, goal, records, limits)
        checked = verification.verify_netlist(
            design, step.folder / yosys.NETLIST, models, tuning, capture=unit.capture
        )
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
) -> tuple[Step, CellModels]:
    """Return the synthesis whose folder has the netlist, and models of its cells."""
    if isinstance(target, Fpga):
        step = fpga.synthesise(fpga.FpgaRun(unit, target, limits), records, files=True)
        return step, simulation.verilog_models(*target.models)
    step = cells.synthesise(cells.CellsRun(unit, target, goal, limits), records, files=True)
    library = libraries.prepare(target.source, target.dont_use)
    return step, simulation.liberty_models(library.path)
