# SPDX-License-Identifier: Apache-2.0
"""A portfolio of scripts for standard cells: a design mapped by each, and the best kept.

Each script's netlist is timed and, where wires count, placed. What is best the goal says: `fastest` has the
highest clock, with wires where they are known, `densest` the highest clock per area; of equals the smaller
one counts, then the earlier script. Where it was placed there is a second pass: the best script chooses sizes
anew, for wires as long as those of that placement, and the better of the two is kept. A script that does not
end well is out; what it ended with is told.

A script's netlist is that of `cells.synthesis`, so what follows, as the simulation of the netlist and its
energy, takes the run of the best as it takes any. Only its netlist is simulated: where it is wrong the design
has no figures, and no other takes its place.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hashloom.errors import UsageError
from hashloom.execution import code, jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import key_of
from hashloom.flow import cells, wire_loads
from hashloom.flow.cells import CellsRun
from hashloom.flow.goals import FAST, GOALS, PORTFOLIO, WITH_LOADS, scripts
from hashloom.flow.placement import figures, steps
from hashloom.flow.tried import Portfolio, Tried
from hashloom.libraries.wire_load import Loads, WithLoads
from hashloom.targets import AnyTarget, StandardCells

SCRIPTS = "scripts"
"""Name in `Measurement.steps` of the hash over the keys of all steps of all scripts."""
CODE = ("flow/goals.py", "flow/portfolio.py", "flow/wire_loads.py")
"""Files of the laboratory that decide which script is the best, beside those of the steps."""


@dataclass(frozen=True)
class Choice:
    """The run of the best script, and what is told of all."""

    run: CellsRun
    portfolio: Portfolio


def refuse_unmappable(target: AnyTarget, goal: str) -> None:
    """UsageError for a portfolio on an FPGA, or on standard cells without the delay that scripts ask for."""
    if goal not in PORTFOLIO:
        return
    if not isinstance(target, StandardCells):
        raise UsageError(
            f"the goal {goal} tries scripts for standard cells, and {target.name} is an FPGA; "
            f"its goals are {' and '.join(GOALS)}"
        )
    cells.delay_ps(target, FAST)


def mapping(run: CellsRun, script: str, loads: Loads = ()) -> CellsRun:
    """The run with one of the scripts; with `loads` of wires it chooses sizes for these."""
    if script == FAST and not loads:
        return replace(run, goal=FAST)
    goal = script + (WITH_LOADS if loads else "")
    target = replace(run.target, delay_ps={goal: cells.delay_ps(run.target, FAST)})
    if loads:
        target = replace(target, source=WithLoads(target.source, loads))
    return replace(run, goal=goal, target=target)


def chosen(run: CellsRun, found: Portfolio) -> CellsRun:
    """The run of the best, as a portfolio tells of it."""
    return mapping(run, found.script, found.loads if found.with_loads else ())


def step_keys(run: CellsRun, found: Portfolio, seeds: int) -> dict[str, str]:
    """The key over all steps that the choice is made from, by its name; nothing is run for it.

    `seeds` is the number of placements of each, 0 without.
    """
    made = [
        [cells.synthesis(one).key, figures.step_keys(one, seeds)]
        for one in (mapping(run, each.script, found.loads if each.with_loads else ()) for each in found.tried)
    ]
    return {SCRIPTS: key_of({SCRIPTS: made, "code": code.digest(*CODE)})}


def choose(
    run: CellsRun, seeds: int, session: Session, progress: Progress = silent, workers: int = 1
) -> Choice:
    """The best of the portfolio, with `seeds` placements of each, 0 to place none; `workers` at a time.

    Where no script ends well it is that of the goal `fast`. NotDone as of `Action.perform`.
    """

    def attempt(script: str, loads: Loads = ()) -> Tried:
        progress(f"script {script}{WITH_LOADS if loads else ''}")
        return _tried(mapping(run, script, loads), script, bool(loads), seeds, session)

    first = jobs.parallel(attempt, scripts(), workers)
    found = best(first, run.goal)
    if found is None:
        return Choice(mapping(run, FAST), Portfolio(FAST, with_loads=False, loads=(), tried=tuple(first)))
    tried, loads = tuple(first), Loads()
    if seeds:
        loads = _loads(mapping(run, found.script), seeds, session)
    if loads:
        tried = (*first, attempt(found.script, loads))
        found = best(tried, run.goal) or found
    portfolio = Portfolio(found.script, found.with_loads, loads, tried)
    return Choice(chosen(run, portfolio), portfolio)


def best(tried: Sequence[Tried], goal: str) -> Tried | None:
    """The best for a goal of those that ended well; None where none did."""

    def rank(one: Tried) -> tuple[float, float]:
        clock, area = one.clock_placed_mhz or one.clock_mhz, one.area_ge
        return (0.0, 0.0) if clock is None or area is None else (PORTFOLIO[goal](clock, area), -area)

    return max((one for one in tried if one.state == jobs.OK), key=rank, default=None)


def _tried(run: CellsRun, script: str, with_loads: bool, seeds: int, session: Session) -> Tried:
    mapped = cells.synthesis(run).perform(session)
    if mapped.state != jobs.OK:
        return Tried(script, with_loads, mapped.state)
    bound = mapped.body["timing"][cells.CLOCK_BOUND]
    if bound is None:
        return Tried(script, with_loads, jobs.TOOL_CRASH)
    clock, placed = round(1000 / bound["delay_ns"], 3), None
    if seeds:
        made = figures.wired(run, seeds, session)
        bad = next((step.state for step in made if step.state != jobs.OK), None)
        if bad is not None:
            return Tried(script, with_loads, bad)
        placed = figures.figures(run, made, session).clock_mhz
    return Tried(script, with_loads, jobs.OK, clock, placed, mapped.body["area_ge"])


def _loads(run: CellsRun, seeds: int, session: Session) -> Loads:
    """What the wires of the placement with the median clock load their drivers with."""
    seed = figures.figures(run, figures.wired(run, seeds, session), session).seed
    folder = steps.wiring(run, seed).perform(session, files=True).folder
    with (folder / steps.SPEF).open(encoding="utf-8") as file:
        return wire_loads.table(wire_loads.by_count(file))
