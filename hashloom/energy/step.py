# SPDX-License-Identifier: Apache-2.0
"""The step from a placed netlist to its energy: delays of OpenSTA, a simulation with them, and the sum.

What the netlist hands out is compared with the reference model in the same simulation. Where a digest is
wrong there is no energy.
"""

from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from hashloom import libraries, simulation
from hashloom.catalogue.design import Design
from hashloom.energy import account, circuit, delays, program, stimulus
from hashloom.errors import HashloomError, MissingTool, UsageError
from hashloom.execution import code, jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, body_of
from hashloom.flow import cells, timing, yosys
from hashloom.flow.placement import netlist, steps
from hashloom.flow.result import Energy
from hashloom.libraries import liberty_power

KIND = "cell-energy"
CODE = (
    "energy/*.py", "energy/simulator/*", "simulation/driver/random.h",
    "libraries/liberty_power.py", "libraries/liberty_groups.py", "libraries/liberty_function.py",
)  # fmt: skip
"""Files of the laboratory that decide the outcome, beside those of the placement and its wires.

Messages follow from seed and numbers. Bench and reference model say only whether the digests are right.
"""
ENERGY = "energy"
_TIMED = ("puts ", "report_", "set delay ", "if {$delay ")
"""Commands of timing that tell of paths: delays and slews do not depend on the period of the clock."""


def measuring(design: Design, run: cells.CellsRun, placement: int) -> Action:
    """The step that tells the energy of a design, whose cells were placed with this seed.

    The record of a good step has `energy`, the fields of an `Energy`.
    """
    wired = steps.wiring(run, placement)
    script = steps.with_wires(
        timing.script("LIBRARY", yosys.NETLIST, run.unit.top, run.target.driving_cell, run.target.load_ff)
    )
    script = [*(line for line in script if not line.startswith(_TIMED)), *delays.commands()]
    ingredients = {
        "function": design.function.name,
        "script": script,
        "load_ff": run.target.load_ff,
        "messages": [
            stimulus.SEED, stimulus.BLOCKS, stimulus.CYCLES,
            stimulus.SHORT_BYTES, stimulus.SHORT, stimulus.IDLE,
        ],
        "code": code.digest(*CODE),
        "tools": {timing.TOOL: timing.version()},
    }  # fmt: skip

    def work(folder: Path, session: Session) -> Body:
        wires = wired.perform(session, files=True)
        try:
            return _work(design, run, placement, script, wires.folder, wires.body, folder, session)
        except (
            UsageError,
            MissingTool,
        ):  # of the library, or of this machine, not of the design
            raise
        except HashloomError as error:
            return {"state": jobs.TOOL_CRASH, "tool": ENERGY, "message": str(error)}

    return Action(KIND, ingredients, run.limits, work, (wired,))


def step_keys(design: Design, run: cells.CellsRun, placement: int) -> dict[str, str]:
    """The key of the step by its name; nothing is run for it."""
    return {ENERGY: measuring(design, run, placement).key}


def figures(body: Mapping[str, Any]) -> Energy:
    """The energy in the record of a good step."""
    return Energy(**body[ENERGY])


def _work(
    design: Design,
    run: cells.CellsRun,
    placement: int,
    script: list[str],
    wires: Path,
    wired: Body,
    folder: Path,
    session: Session,
) -> Body:
    mapped = cells.synthesis(run).perform(session, files=True).folder / yosys.NETLIST
    library = libraries.prepare(run.target.source, run.target.dont_use)
    spef = (wires / steps.SPEF).read_text(encoding="utf-8")
    text = mapped.read_text(encoding="utf-8")
    outcome = _delays(folder, script, library.path, text, spef, run.limits)
    if outcome.state != jobs.OK:
        return body_of(outcome, tool=timing.TOOL)
    with (folder / delays.SDF).open(encoding="utf-8") as sdf, (folder / delays.SLEWS).open() as slews:
        around = circuit.Surroundings(
            delays.sdf(sdf), delays.slews(slews), delays.wire_ff(spef.splitlines()), run.target.load_ff,
            timing.CLOCK,
        )  # fmt: skip
    for name in (delays.SDF, delays.SLEWS):  # large, and nobody's beside this step
        (folder / name).unlink()
    found = netlist.read(text)
    power = liberty_power.power(
        run.target.source.path().read_text(encoding="utf-8"), circuit.used_cells(found)
    )
    described = circuit.Described(found, power, around)
    lines = described.lines()
    asked = stimulus.stimulus(design, simulation.simulator(run.unit, "core", session), folder)
    period = float(wired["timing"][cells.CLOCK_BOUND]["delay_ns"])
    made, outcome = program.simulate(
        program.program(session),
        lines,
        asked.lines(described.inputs),
        period,
        stimulus.SEED,
        folder,
        run.limits,
    )
    if made is None:
        return body_of(outcome, tool=ENERGY)
    try:
        asked.refuse_wrong(described.outputs, [one.outputs for one in made.cycles])
    except HashloomError as error:
        failed = replace(outcome, state=jobs.FAILED_VERIFICATION)
        return body_of(failed, tool=ENERGY, message=str(error))
    supply = account.Supply(period, described.leakage_nw, power.volts)
    told = account.energy(made, asked, supply, stimulus.SEED, placement)
    return body_of(outcome, energy=asdict(told))


def _delays(
    folder: Path, script: list[str], library: Path, text: str, spef: str, limits: jobs.Limits
) -> jobs.Outcome:
    """Have OpenSTA write delays and slews into the folder. HashloomError for a warning of it."""
    (liberty,) = yosys.write_files([("library.lib", library.read_bytes())], folder)
    (folder / yosys.NETLIST).write_text(text, encoding="utf-8")
    (folder / steps.SPEF).write_text(spef, encoding="utf-8")
    outcome = timing.run(folder, [line.replace("LIBRARY", liberty) for line in script], limits)
    for name in (liberty, yosys.NETLIST, steps.SPEF):
        (folder / name).unlink()
    if outcome.state == jobs.OK:
        steps.refuse_warnings(folder, liberty)
    return outcome
