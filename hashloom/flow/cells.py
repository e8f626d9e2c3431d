# SPDX-License-Identifier: Apache-2.0
"""Standard cells: from RTL to a netlist, its area in gate equivalents and its clock period."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashloom import libraries
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.execution import code, jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, body_of
from hashloom.flow import timing, yosys
from hashloom.flow.goals import abc_script
from hashloom.targets import StandardCells

KIND = "standard-cells"
CODE = (
    "flow/cells.py", "flow/timing.py", "flow/yosys.py", "flow/yosys_child.py", "libraries/liberty.py",
)  # fmt: skip
"""Files of the laboratory that decide the outcome, beside what they put into the scripts."""
CLOCK_BOUND = "register"


@dataclass(frozen=True)
class CellsRun:
    """What is to be done: a unit, a target, a goal, limits; a unit that is not `clocked` is combinational."""

    unit: RtlUnit
    target: StandardCells
    goal: str
    limits: jobs.Limits
    clocked: bool = True


def tools() -> dict[str, str]:
    """Tools of this flow and their versions. MissingTool if one is not there."""
    return {yosys.TOOL: yosys.version(), timing.TOOL: timing.version()}


def _ingredients(run: CellsRun, library: libraries.Library) -> dict[str, Any]:
    """All that the outcome depends on. UsageError where the library lacks a cell."""
    library.area(run.target.gate)
    library.area(run.target.driving_cell)
    driving = f"set_driving_cell {run.target.driving_cell}\nset_load {run.target.load_ff:g}\n"
    return {
        "rtl": run.unit.digest(),
        "library": library.sha256,
        "cells": sorted(library.cells),
        "gate": run.target.gate,
        "yosys": yosys.standard_cells(run.unit, "LIBRARY"),
        "abc": abc_script(run.goal, delay_ps(run.target, run.goal)),
        "constraints": driving,
        "timing": timing.script(
            "LIBRARY", yosys.NETLIST, run.unit.top, run.target.driving_cell, run.target.load_ff, run.clocked
        ),
        "code": code.digest(*CODE),
        "tools": tools(),
    }


def delay_ps(target: StandardCells, goal: str) -> int:
    """The delay that mapping asks for. UsageError where the target has none for the goal."""
    if goal not in target.delay_ps:
        known = ", ".join(target.delay_ps) or "no goal"
        raise UsageError(f"the target {target.name} has no delay_ps for the goal {goal}; it has: {known}")
    return target.delay_ps[goal]


def synthesis(run: CellsRun) -> Action:
    """The step that maps the unit and analyses its timing. UsageError where the library lacks a cell.

    The record of a good step has `area` (unit of the library), `area_ge`, `area_ff` (number of flip-flops),
    `cells`, `cells_by_type`, `timing` (see `hashloom.flow.timing.Timing`); its folder has the netlist.
    """
    library = libraries.prepare(run.target.source, run.target.dont_use)
    made = _ingredients(run, library)
    versions, ge = made["tools"], library.area(run.target.gate)

    def work(folder: Path, _: Session) -> Body:
        yosys.copy_sources(run.unit, folder)
        (liberty,) = yosys.write_files([("library.lib", library.path.read_bytes())], folder)
        (folder / "abc.script").write_text(made["abc"], encoding="utf-8")
        (folder / "abc.constraints").write_text(made["constraints"], encoding="utf-8")
        mapped = yosys.run(folder, _named(made["yosys"], f"{yosys.HERE}/{liberty}"), run.limits)
        if mapped.state != jobs.OK:
            return body_of(mapped, tool=yosys.TOOL, tools=versions)
        timed = timing.run(folder, _named(made["timing"], liberty), run.limits)
        (folder / liberty).unlink()  # the folder is kept, and the library is not the step's
        if timed.state != jobs.OK:
            return body_of(timed, tool=timing.TOOL, tools=versions)
        try:
            areas = _areas(yosys.statistics(folder, run.unit.top), library, ge)
            found = timing.read(folder).body()
        except HashloomError as error:
            return body_of(replace(timed, state=jobs.TOOL_CRASH), tools=versions, message=str(error))
        return body_of(mapped, tools=versions, timing=found, **areas)

    return Action(KIND, made, run.limits, work)


def _areas(counts: dict[str, Any], library: libraries.Library, ge: float) -> dict[str, Any]:
    by_type: dict[str, int] = counts["num_cells_by_type"]
    area = sum(library.area(name) * number for name, number in by_type.items())
    return {
        "area": round(area, 3),
        "area_ge": round(area / ge, 1),
        "area_ff": sum(number for name, number in by_type.items() if library.cells[name].sequential),
        "cells": sum(by_type.values()),
        "cells_by_type": by_type,
    }


def _named(script: list[str], library: str) -> list[str]:
    """A script with the names of its files as the tool is to read them; its own text is part of the key."""
    lines = [line.replace("LIBRARY", library) for line in script]
    return [
        line.replace(" abc.", f" {yosys.HERE}/abc.") if line.startswith("abc ") else line for line in lines
    ]
