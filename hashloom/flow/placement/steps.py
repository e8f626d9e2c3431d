# SPDX-License-Identifier: Apache-2.0
"""The steps from a mapped netlist of standard cells to its timing with estimated wires.

    placement(run, seed)    cells on rows, ports on the edge
    wiring(run, seed)       a Steiner tree for each net, its resistance and capacitance, and OpenSTA with them

The clock is ideal in both ways of timing: it has no tree, no wire and no skew.
"""

import json
import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from hashloom import libraries
from hashloom.errors import HashloomError
from hashloom.execution import code, jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, body_of
from hashloom.flow import cells, timing, yosys
from hashloom.flow.placement import geometry, netlist, placer, spef, steiner
from hashloom.flow.placement.netlist import Net, Netlist
from hashloom.libraries import pins
from hashloom.libraries.lef import NM, Macro

PLACEMENT_KIND, WIRING_KIND = "cell-placement", "cell-wiring"
PLACEMENT, SPEF = "placement.json", "wires.spef"
CODE = ("flow/placement/*.py", "libraries/lef.py", "libraries/pins.py")
"""Files of the laboratory that decide the outcome, beside those of the netlist's synthesis."""
_WARNING = "Warning"


@dataclass(frozen=True)
class Circuit:
    """A netlist, its nets but for the clock, geometry of its cells, capacitances of the pins on the clock."""

    netlist: Netlist
    nets: Sequence[Net]
    macros: Mapping[str, Macro]
    clock_ff: Sequence[float]


def placement(run: cells.CellsRun, seed: int) -> Action:
    """The step that places the cells of a run's netlist with one seed.

    Its folder has PLACEMENT (`placer.Placement`); the record of a good step has `seed`, `core_um` (width and
    height), `rows` and `utilisation`. UsageError where the target has no layout.
    """
    layout = geometry.layout_of(run.target)
    mapped = cells.synthesis(run)
    ingredients = {
        "lef": geometry.lef_digest(layout),
        "row": [layout.row_height_um, layout.site_um],
        "core": [layout.utilisation, layout.aspect_ratio],
        "ports": "edge",
        "seed": seed,
        "effort": [placer.ROUGH_EFFORT, placer.EFFORT],
        "noise": placer.NOISE,
        "code": code.digest(*CODE),
        "tools": {placer.TOOL: placer.version()},
    }

    def work(folder: Path, session: Session) -> Body:
        circuit = circuit_of(run, session)
        core = geometry.core(circuit.netlist, circuit.macros, layout)
        try:
            placed, outcome = placer.place(
                circuit.netlist, circuit.nets, circuit.macros, core, seed, folder, run.limits
            )
        except HashloomError as error:
            return {"state": jobs.TOOL_CRASH, "tool": placer.TOOL, "seed": seed, "message": str(error)}
        if placed is None:
            return body_of(outcome, tool=placer.TOOL, seed=seed)
        (folder / PLACEMENT).write_text(json.dumps(placed.body()), encoding="utf-8")
        return body_of(
            outcome,
            seed=seed,
            core_um=[core.width / NM, core.height / NM],
            rows=core.rows,
            utilisation=round(geometry.utilisation(circuit.netlist, circuit.macros, core), 4),
        )

    return Action(PLACEMENT_KIND, ingredients, run.limits, work, (mapped,))


def wiring(run: cells.CellsRun, seed: int) -> Action:
    """The step that estimates the wires of a placement and times the netlist with them.

    Its folder has the wires as SPEF. The record of a good step has `seed`, `timing` (`timing.Timing`),
    `wire_mm`, `wire_ff`, `nets`, `longest_um` and `clock_skew_ns`, see `clock_skew_ns`.
    """
    placed, mapped = placement(run, seed), cells.synthesis(run)
    layout = geometry.layout_of(run.target)
    script = with_wires(
        timing.script("LIBRARY", yosys.NETLIST, run.unit.top, run.target.driving_cell, run.target.load_ff)
    )
    ingredients = {
        "wires": [layout.ohm_per_um, layout.ff_per_um],
        "timing": script,
        "code": code.digest(*CODE),
        "tools": {timing.TOOL: timing.version()},
    }

    def work(folder: Path, session: Session) -> Body:
        circuit = circuit_of(run, session)
        found = placed.perform(session, files=True).folder / PLACEMENT
        where = placer.Placement.from_body(json.loads(found.read_text(encoding="utf-8")))
        wires = estimated(circuit, where)
        with (folder / SPEF).open("w", encoding="utf-8") as file:
            for line in spef.text(circuit.netlist, wires, layout.ohm_per_um, layout.ff_per_um):
                file.write(f"{line}\n")
        library = libraries.prepare(run.target.source, run.target.dont_use)
        files = [("library.lib", library.path.read_bytes())]
        (liberty,) = yosys.write_files(files, folder)
        source = mapped.perform(session, files=True).folder / yosys.NETLIST
        (folder / yosys.NETLIST).write_bytes(source.read_bytes())
        outcome = timing.run(folder, [line.replace("LIBRARY", liberty) for line in script], run.limits)
        for name in (liberty, yosys.NETLIST):  # the folder is kept, and these are not the step's
            (folder / name).unlink()
        try:
            if outcome.state == jobs.OK:
                refuse_warnings(folder, liberty)
                timed = timing.read(folder).body()
        except HashloomError as error:
            outcome = replace(outcome, state=jobs.TOOL_CRASH)
            return body_of(outcome, tool=timing.TOOL, seed=seed, message=str(error))
        if outcome.state != jobs.OK:
            return body_of(outcome, tool=timing.TOOL, seed=seed)
        um = [wire.tree.length / NM for wire in wires]
        return body_of(
            outcome,
            seed=seed,
            timing=timed,
            wire_mm=round(sum(um) / NM, 3),
            wire_ff=round(sum(um) * layout.ff_per_um, 1),
            nets=len(wires),
            longest_um=round(max(um, default=0.0), 1),
            clock_skew_ns=clock_skew_ns(circuit, where.core, layout.ohm_per_um, layout.ff_per_um),
        )

    return Action(WIRING_KIND, ingredients, run.limits, work, (placed,))


def estimated(circuit: Circuit, where: placer.Placement) -> list[spef.Wire]:
    """A wire for each net of a placement."""
    found = []
    for net in circuit.nets:
        places = [where.at(end, circuit.netlist, circuit.macros) for end in net.ends]
        found.append(spef.Wire(net.name, net.ends, steiner.tree(places)))
    return found


def with_wires(script: list[str]) -> list[str]:
    """The commands of `timing.script`, with the wires read in as soon as the netlist is linked."""
    at = next(number for number, line in enumerate(script, start=1) if line.startswith("link_design "))
    return [*script[:at], f"read_spef {SPEF}", *script[at:]]


def refuse_warnings(folder: Path, liberty: str) -> None:
    """HashloomError for a warning of OpenSTA but of this Liberty file.

    A wire that it does not know is left out, and it goes on.
    """
    log = (folder / timing.LOG).read_text(encoding="utf-8", errors="replace")
    of_library = f"{_WARNING}: {liberty},"
    warnings = [
        line for line in log.splitlines() if line.startswith(_WARNING) and not line.startswith(of_library)
    ]
    if warnings:
        raise HashloomError(f"OpenSTA warns {len(warnings)} times of the netlist or its wires: {warnings[0]}")


def clock_skew_ns(circuit: Circuit, core: geometry.Core, ohm_per_um: float, ff_per_um: float) -> float:
    """What the absence of a clock tree hides: the delay, by Elmore, of a wire from corner to corner.

    No two flip-flops are further apart. The wire has no repeater; it passes two sides of the core, and with
    them the clock pins of 2 sqrt(n) of the n flip-flops, evenly spread. A clock tree that is balanced no
    worse than that has no more skew.
    """
    um = (core.width + core.height) / NM
    pins_ff = 2 * math.sqrt(len(circuit.clock_ff)) * statistics.fmean(circuit.clock_ff or (0.0,))
    return round(ohm_per_um * um * (ff_per_um * um + pins_ff) / 2 * 1e-6, 4)


def circuit_of(run: cells.CellsRun, session: Session) -> Circuit:
    """The netlist of a run whose synthesis is done, in the terms of its library."""
    library = libraries.prepare(run.target.source, run.target.dont_use)
    path = cells.synthesis(run).perform(session, files=True).folder / yosys.NETLIST
    found = netlist.read(path.read_text(encoding="utf-8"))
    known = _pins(library.path)
    clock = found.port_nets.get(timing.CLOCK)
    return Circuit(
        netlist=found,
        nets=netlist.nets(found, known, timing.CLOCK),
        macros=geometry.cells(run.target, library, sorted({one.cell for one in found.instances})),
        clock_ff=[
            known[one.cell][pin].ff
            for one in found.instances
            for pin, net in one.pins.items()
            if net == clock
        ],
    )


@cache
def _pins(path: Path) -> dict[str, dict[str, pins.Pin]]:
    """Pins of a pruned library, whose name has the hash of its contents."""
    return pins.pins(path.read_text(encoding="utf-8"))
