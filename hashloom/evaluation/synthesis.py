# SPDX-License-Identifier: Apache-2.0
"""From a design to a result: verification, proofs, mapping, timing or placement, netlist simulation."""

from collections.abc import Sequence
from dataclasses import replace
from math import ceil

from hashloom import targets
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.energy import step as energies
from hashloom.errors import CheckFailed, UsageError
from hashloom.evaluation import at_level
from hashloom.evaluation.assured import assure
from hashloom.evaluation.passed import Passed
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import key_of
from hashloom.flow import portfolio
from hashloom.flow.cells import CellsRun
from hashloom.flow.goals import EVERY, PORTFOLIO, check_goal, tuned_for
from hashloom.flow.measurement import LIMITS, message_of, run_of
from hashloom.flow.on_target import measure, refuse_unplaceable, tools_of
from hashloom.flow.placement import figures as placed
from hashloom.flow.result import Assurance, Energy, Measurement, Placement, Result, failed, plain
from hashloom.flow.tried import Portfolio
from hashloom.targets import StandardCells, VendorFpga

RESULT_KIND = "result"
ASSURED: tuple[rtl.Level, ...] = ("core", "top")
"""Levels at which a design has passed before it gets a figure."""


def synthesise(
    design: Design,
    target_name: str,
    goal: str,
    seeds: int,
    session: Session,
    progress: Progress = silent,
    *,
    limits: jobs.Limits = LIMITS,
    workers: int = 1,
    settings: tuple[tuple[str, int], ...] = (),
    standing: Result | None = None,
    place: bool = False,
    energy: bool = False,
    level: rtl.Level = at_level.BLOCK,
    before: Sequence[Passed] = (),
) -> Result:
    """Verify, synthesise and measure a design; what the records know is not computed again.

    `target_name` is a target's name or the path of a target file; the goals `fastest` and `densest`, for
    standard cells only, are the best of several scripts (`hashloom.flow.portfolio`), with wires if they are
    placed. `seeds` placements are made on an FPGA, `workers` at a time; with 0, or where nothing places the
    family, it is only mapped, and there is no clock.
    `settings` of RTL parameters take the place of the tuning's. The figures of a `standing` result of the
    same work are not measured again: the design is only verified; what documents say that it passed
    `before` is not run again, if it is of now. With `place` standard cells are placed, so
    many times, and timed with estimated wires too; UsageError for an FPGA or a library without a layout. With
    `energy` that of the placed netlist is told as well; UsageError without `place`. `level` is the one whose
    RTL is measured; a result of the message level is no record, has the cycles that were counted there
    (`at_level.cycles`), and is not placed: UsageError. RTL is read once, before anything runs. A failure of
    the design or of a tool is a result with another state than ok; UsageError, MissingTool and a full disk
    are raised, and NotDone as of `Action.perform`.
    """
    target = targets.find(target_name, session.places.libraries)
    if seeds < 0:
        raise UsageError(f"{seeds} placements cannot be made; give at least 1, or 0 to map only")
    if energy and not place:
        raise UsageError("energy is told of placed cells; ask for their placement too")
    portfolio.refuse_unmappable(target, check_goal(goal, EVERY))
    if place and level != at_level.BLOCK:
        raise UsageError("standard cells are placed of the block level only")
    if place:
        refuse_unplaceable(target, seeds)
        placed.tools()  # now, before anything runs
    tuning = Tuning(target.technology, tuned_for(goal), target.name, settings)
    capture = Capture()
    units = {one: rtl.unit(design, one, tuning, capture=capture) for one in ASSURED}
    for one in units.values():
        one.digest()  # now, before anything runs
    unit = units[level]
    what = f"{design.name} {goal} on {target.name}"
    tools = tools_of(target)
    vectors_digest, assurance, simulated = "", None, False
    cycles = design.cycles_per_block
    placement: Placement | None = None
    told: Energy | None = None
    several: Portfolio | None = None
    on, how = target, goal

    def tell(text: str) -> None:
        progress(f"{what}: {text}")

    try:
        assured = assure(design, tuning, ASSURED, session, what, progress, capture, before)
    except CheckFailed as error:
        measurement = failed(jobs.FAILED_VERIFICATION, str(error), unit.digest(), tools)
    else:
        vectors_digest, assurance = assured.vectors_digest, assured.assurance
        if assurance is None:
            measurement = failed(assured.state, assured.message, unit.digest(), tools)
        elif standing is not None:
            return _renewed(standing, vectors_digest, assurance)
        else:
            if goal in PORTFOLIO and isinstance(target, StandardCells):
                wanted = CellsRun(unit, target, goal, limits)
                best = portfolio.choose(wanted, seeds if place else 0, session, tell, workers)
                on, how, several = best.run.target, best.run.goal, best.portfolio
            measurement = measure(unit, on, how, seeds, session, tell, limits=limits, workers=workers)
            if measurement.state == jobs.OK:
                cycles = at_level.cycles(design, level, tuning, session, capture)
        # Of the cells of a vendor's netlist there are no open models: its rows say so.
        if measurement.state == jobs.OK and assurance is not None and not isinstance(on, VendorFpga):
            tell("simulation of the netlist")
            run = run_of(unit, on, how, limits)
            check = at_level.netlist_simulation(design, level, tuning, run, assurance.verification).perform(
                session
            )
            simulated = check.state == jobs.OK
            if not simulated:
                measurement = failed(check.state, str(check.body["message"]), unit.digest(), tools)
            elif place and isinstance(run, CellsRun):
                measurement, placement = _placed(run, measurement, seeds, session, tell, workers)
                if energy and placement is not None:
                    tell("energy")
                    measurement, placement, told = _energy(design, run, measurement, placement, session)
        if several is not None:
            measurement, several = _of_portfolio(wanted, measurement, several, seeds if place else 0)
    result = Result(
        function=design.function.name,
        architecture=design.architecture.name,
        target=target.name,
        goal=goal,
        block_bits=design.function.block_bits,
        cycles_per_block=float(cycles),
        latency_cycles=ceil(cycles * design.architecture.stages),
        vectors_digest=vectors_digest,
        netlist_simulated=simulated,
        measurement=measurement,
        assurance=assurance,
        placement=placement,
        energy=told,
        portfolio=several,
    )
    if level == at_level.BLOCK:
        record(result, session)
    return result


def record(result: Result, session: Session) -> None:
    """Write a result into the records, under the hash of itself."""
    session.put(RESULT_KIND, key_of(result.body()), result.body())


def _placed(
    run: CellsRun,
    found: Measurement,
    seeds: int,
    session: Session,
    progress: Progress,
    workers: int,
) -> tuple[Measurement, Placement | None]:
    """What is known after placement, beside what was before; no figures where a placement failed."""
    steps = placed.wired(run, seeds, session, progress, workers)
    tools = {**found.tools, **placed.tools()}
    bad = next((step for step in steps if step.state != jobs.OK), None)
    if bad is not None:
        return failed(bad.state, message_of(bad), found.rtl_digest, tools), None
    keys = {**found.steps, **placed.step_keys(run, seeds)}
    return replace(found, tools=tools, steps=keys), placed.figures(run, steps, session)


def _energy(
    design: Design, run: CellsRun, found: Measurement, placement: Placement, session: Session
) -> tuple[Measurement, Placement | None, Energy | None]:
    """What is known with the energy, beside what was before; no figures where it could not be told."""
    step = energies.measuring(design, run, placement.seed).perform(session)
    if step.state != jobs.OK:
        return failed(step.state, message_of(step), found.rtl_digest, found.tools), None, None
    keys = {**found.steps, **energies.step_keys(design, run, placement.seed)}
    return replace(found, steps=keys), placement, energies.figures(step.body)


def _of_portfolio(
    run: CellsRun, found: Measurement, several: Portfolio, seeds: int
) -> tuple[Measurement, Portfolio | None]:
    """The figures of the best script, with the key of all; of one that has none its name in the message."""
    if found.state != jobs.OK:
        return replace(found, message=f"script {several.script}: {found.message}"), None
    return replace(found, steps={**found.steps, **portfolio.step_keys(run, several, seeds)}), several


def _renewed(standing: Result, vectors_digest: str, assurance: Assurance) -> Result:
    """A result whose figures stand, with what its design has passed now; so is the row it was taken from."""
    row = None
    if standing.standing is not None:
        row = {**standing.standing, "vectors_digest": vectors_digest, "assurance": plain(assurance)}
    return replace(standing, vectors_digest=vectors_digest, assurance=assurance, standing=row)
