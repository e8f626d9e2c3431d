# SPDX-License-Identifier: Apache-2.0
"""FPGAs: from RTL in the serial harness to placed and routed, its LUTs, flip-flops and clock frequency."""

import inspect
import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from hashloom.catalogue.ports import Port, load_ports
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError
from hashloom.execution import code, jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, body_of
from hashloom.flow import serial_harness, yosys
from hashloom.flow.serial_harness import TOP
from hashloom.targets import Fpga

PORTS_KIND = "ports"
SYNTHESIS_KIND = "fpga-synthesis"
ROUTING_KIND = "fpga-routing"
NETLIST_JSON = "netlist.json"
REPORT = "report.json"
ROUTING_LOG = "routing.log"
CODE = (
    "catalogue/ports.py", "flow/fpga.py", "flow/harness/*.sv", "flow/serial_harness.py", "flow/yosys.py",
    "flow/yosys_child.py",
)  # fmt: skip
"""Files of the laboratory that decide the outcome, beside what they put into the scripts."""
HARNESS = tuple(sorted((*serial_harness.PARTS, f"{TOP}.sv")))

_NO_ROOM = re.compile(
    r"no Bels remaining|No BELs remaining|Unable to find legal placement|utilisation limit|"
    r"Unable to place cell|too many cells",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class FpgaRun:
    """What is to be done: a unit, a target, limits."""

    unit: RtlUnit
    target: Fpga
    limits: jobs.Limits


def tools(target: Fpga) -> dict[str, str]:
    """Tools of this flow and their versions. MissingTool if one is not there."""
    placement = {target.program: _program_version(target.program, target.install)} if target.placed else {}
    return {yosys.TOOL: yosys.version(), **placement}


@cache
def _program_version(program: str, install: str) -> str:
    """Version of a program that a Python package of the same name brings."""
    jobs.find(program, install)
    try:
        return metadata.version(program)
    except metadata.PackageNotFoundError:
        return "unknown"


def ports(run: FpgaRun) -> Action:
    """The step that elaborates the unit; its record, if good, has `ports`: name, direction, width of each."""

    def work(folder: Path, _: Session) -> Body:
        yosys.copy_sources(run.unit, folder)
        return _ports(run, folder)

    ingredients = {
        "rtl": run.unit.digest(),
        "yosys": _reading(run),
        "code": code.digest(*CODE),
        "tools": {yosys.TOOL: yosys.version()},
    }
    return Action(PORTS_KIND, ingredients, run.limits, work)


def _reading(run: FpgaRun) -> list[str]:
    """Script that reads a unit and writes its ports."""
    return [*yosys.elaborate(run.unit), "delete */c:* */p:*", f"write_json {NETLIST_JSON}"]


def _ports(run: FpgaRun, folder: Path) -> Body:
    """Body of a record with the ports of a unit whose sources are in the folder."""
    outcome = yosys.run(folder, _reading(run), run.limits)
    if outcome.state != jobs.OK:
        return body_of(outcome, tool=yosys.TOOL)
    found = load_ports(folder / NETLIST_JSON, run.unit.top)
    return body_of(outcome, ports=[[port.name, port.direction, port.width] for port in found])


def _mapping(run: FpgaRun) -> list[str]:
    """Script that maps a unit in the harness, whose files are HARNESS, to the cells of the FPGA."""
    core = run.unit.top
    # The core stays a module of its own until it is mapped: its area is its own, and nothing moves across its
    # ports.
    return [
        *yosys.elaborate(run.unit, extra=HARNESS, top=TOP),
        f"setattr -mod -set keep_hierarchy 1 {core}",
        # No register is recoded to one-hot: from a code that is none of them the circuit would not recover.
        'setattr -set fsm_encoding "none" w:*',
        f"{run.target.synthesis} -top {TOP}",
        *(f"rename -wire -suffix _reg t:{cell}" for cell in run.target.flip_flop_cells),
        "blackbox =A:whitebox",
        f"tee -q -o {yosys.STATISTICS} stat -json",
        f"select -module {core}",
        f"write_verilog -noattr -selected {yosys.NETLIST}",
        "select -clear",
        f"setattr -mod -unset keep_hierarchy {core}",
        "flatten",
        *([run.target.pads] if run.target.pads else []),
        "opt_clean",
        f"write_json {NETLIST_JSON}",
    ]


def synthesis(run: FpgaRun) -> Action:
    """The step that maps the unit in its harness to the cells of the FPGA.

    The record of a good step has `core` and `harness`, each with `luts` and `flip_flops`; its folder has the
    netlist of both as JSON for placement, and that of the core alone as Verilog for simulation. The harness
    follows from the ports of the unit, which yosys is asked for first.
    """
    script = _mapping(run)
    ingredients = {
        "rtl": run.unit.digest(),
        "yosys": script,
        "counting": [run.target.lut_cells, run.target.flip_flop_cells],
        "repair": inspect.getsource(run.target.repair) if run.target.repair else None,
        "code": code.digest(*CODE),
        "tools": {yosys.TOOL: yosys.version()},
    }

    def work(folder: Path, _: Session) -> Body:
        yosys.copy_sources(run.unit, folder)
        found = _ports(run, folder)
        if found["state"] != jobs.OK:
            return found
        wrapper = serial_harness.wrapper(run.unit.top, [Port(*port) for port in found["ports"]])
        for name, text in {**serial_harness.parts(), f"{TOP}.sv": wrapper}.items():
            (folder / name).write_text(text, encoding="utf-8")
        outcome = yosys.run(folder, script, run.limits)
        if outcome.state != jobs.OK:
            return body_of(outcome, tool=yosys.TOOL)
        if run.target.repair is not None:
            netlist = json.loads((folder / NETLIST_JSON).read_text(encoding="utf-8"))
            run.target.repair(netlist)
            (folder / NETLIST_JSON).write_text(json.dumps(netlist), encoding="utf-8")
        return body_of(
            outcome,
            core=_count(run.target, yosys.statistics(folder, run.unit.top)),
            harness=_count(run.target, yosys.statistics(folder, TOP)),
        )

    return Action(SYNTHESIS_KIND, ingredients, run.limits, work)


def placement(run: FpgaRun, seed: int) -> Action:
    """The step that places and routes with one seed.

    The record of a good step has `clock_mhz`, `area_lut` and `area_ff` of the core (those of the harness
    subtracted, or those of the mapped core), and `critical_path`, the names of the cells at its ends.
    """
    mapped, target = synthesis(run), run.target
    arguments = [*target.arguments, "--json", NETLIST_JSON, "--seed", str(seed), "--report", REPORT]
    ingredients = {
        "program": target.program,
        "arguments": arguments,
        "counting": [target.luts, target.flip_flops],
        "constraints": target.constraints,
        "code": code.digest(*CODE),
        "tools": tools(target),
    }

    def work(folder: Path, session: Session) -> Body:
        for name, text in target.constraints:
            (folder / name).write_text(text, encoding="utf-8")
        netlist = mapped.perform(session, files=True)
        # A copy: the WebAssembly runtime follows no link that leads out of the folder.
        shutil.copyfile(netlist.folder / NETLIST_JSON, folder / NETLIST_JSON)
        program = jobs.find(target.program, target.install)
        outcome = jobs.run([program, *arguments], folder, folder / ROUTING_LOG, run.limits)
        (folder / NETLIST_JSON).unlink()
        if outcome.state == jobs.TOOL_CRASH and _NO_ROOM.search(outcome.tail(60)):
            outcome = replace(outcome, state=jobs.DOES_NOT_FIT)
        if outcome.state != jobs.OK:
            return body_of(outcome, tool=target.program, seed=seed)
        report = json.loads((folder / REPORT).read_text(encoding="utf-8"))
        try:
            figures = read_report(report, target, netlist.body)
        except HashloomError as error:
            return body_of(replace(outcome, state=jobs.TOOL_CRASH), seed=seed, message=str(error))
        return body_of(outcome, seed=seed, **figures)

    return Action(ROUTING_KIND, ingredients, run.limits, work, (mapped,))


def read_report(report: Mapping[str, Any], target: Fpga, mapped: Mapping[str, Any]) -> dict[str, Any]:
    """Figures of a nextpnr report on a netlist with the record `mapped`.

    HashloomError if it has not one clock or lacks a resource.
    """
    core, harness = mapped["core"], mapped["harness"]
    try:
        ((_, clock),) = report["fmax"].items()
        counted = {
            ours: report["utilization"][theirs]["used"] - harness[ours]
            for ours, theirs in (("luts", target.luts), ("flip_flops", target.flip_flops))
            if theirs
        }
    except (KeyError, ValueError) as error:
        wanted = ", ".join(["one clock", *filter(None, (target.luts, target.flip_flops))])
        raise HashloomError(f"the report of {target.program} has not {wanted}") from error
    return {
        "clock_mhz": round(float(clock["achieved"]), 3),
        "area_lut": counted.get("luts", core["luts"]),
        "area_ff": counted.get("flip_flops", core["flip_flops"]),
        "critical_path": _critical_path(report),
    }


def _critical_path(report: Mapping[str, Any]) -> list[str] | None:
    """Ends of the slowest path between two registers: the net it starts with and the cell it ends at.

    Names are the core's own; those of the harness begin with `source.` or `sink.`.
    """
    inner = [
        path["path"]
        for path in report.get("critical_paths", [])
        if path["path"] and "async" not in path["from"] and "async" not in path["to"]
    ]
    if not inner:
        return None
    slowest = max(inner, key=lambda path: sum(float(hop["delay"]) for hop in path))
    start = next((hop["net"] for hop in slowest if "net" in hop), slowest[0]["from"]["cell"])
    return [str(name).removeprefix("core.") for name in (start, slowest[-1]["to"]["cell"])]


def _count(target: Fpga, statistics: Mapping[str, Any]) -> dict[str, int]:
    """LUTs and flip-flops among the cells of a module."""
    by_type: dict[str, int] = statistics["num_cells_by_type"]
    return {
        "luts": sum(weight * by_type.get(cell, 0) for cell, weight in target.lut_cells.items()),
        "flip_flops": sum(by_type.get(cell, 0) for cell in target.flip_flop_cells),
    }
