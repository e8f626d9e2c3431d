# SPDX-License-Identifier: Apache-2.0
"""Logic depth of a mapped FPGA netlist: what its clock period grows with before it is placed.

A look-up table with the net behind it is one level; a cell of a carry chain, a multiplexer inside a slice are
the fractions that the target states for each way through a cell. A path runs from register to register, as
the clock bounds it, and is one level (clock to output, the last net, setup) longer than the logic on it. No
nanosecond is claimed: on one target the period of two designs is in the ratio of their levels, which is all
that a comparison on that target needs. `docs/measurement.md` holds levels against placed designs.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.errors import HashloomError
from hashloom.execution import code, jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action
from hashloom.flow import fpga
from hashloom.flow.serial_harness import TOP
from hashloom.targets import Fpga

KIND = "fpga-logic-depth"
REGISTER = 1.0
"""Levels that a path has besides its logic."""

_CORE = ("core.", "$flatten\\core.")


@dataclass(frozen=True)
class LogicDepth:
    """Longest path between registers, its ends, and flip-flops of the core that share no place with a LUT.

    A flip-flop whose data input is the output of a LUT, and of no other LUT's, sits behind that LUT in one
    logic element; every other one takes an element of its own.
    """

    levels: float
    critical_path: tuple[str, str]
    lone_flip_flops: int


def counting(run: fpga.FpgaRun) -> Action:
    """The step that counts levels of a unit in its harness; a good record has the fields of `LogicDepth`."""
    mapped, target = fpga.synthesis(run), run.target
    ingredients = {
        "levels": target.levels,
        "cells": [target.lut_cells, target.flip_flop_cells],
        "data_input": target.data_input,
        "code": code.digest("flow/logic_depth.py"),
    }

    def work(_: Path, session: Session) -> Body:
        netlist = mapped.perform(session, files=True).folder / fpga.NETLIST_JSON
        try:
            found = analyse(json.loads(netlist.read_text(encoding="utf-8")), target)
        except HashloomError as error:
            return {"state": jobs.TOOL_CRASH, "message": str(error)}
        return {
            "state": jobs.OK,
            "levels": round(found.levels, 3),
            "critical_path": list(found.critical_path),
            "lone_flip_flops": found.lone_flip_flops,
        }

    return Action(KIND, ingredients, run.limits, work, (mapped,))


def analyse(netlist: Mapping[str, Any], target: Fpga, top: str = TOP) -> LogicDepth:
    """Levels of a flat netlist in the JSON of yosys.

    HashloomError if a way through a cell has no length, if logic goes in a circle, or if no path leads from a
    register to a register.
    """
    cells: Mapping[str, Mapping[str, Any]] = netlist["modules"][top]["cells"]
    registers = {name: cell for name, cell in cells.items() if cell["type"] in target.flip_flop_cells}
    drivers = _drivers(
        {name: cell for name, cell in cells.items() if cell["type"] in target.levels}, target.levels
    )
    starts = {bit: name for name, cell in registers.items() for bit in _bits(cell, "output")}
    arrival = _arrivals(drivers, starts)
    ends = [
        (arrival[bit], bit, name)
        for name, cell in registers.items()
        for bit in _bits(cell, "input")
        if bit in arrival
    ]
    if not ends:
        raise HashloomError("no path of the netlist leads from a register to a register")
    (length, first), _, end = max(ends, key=lambda found: (found[0][0], found[2]))
    return LogicDepth(REGISTER + length, (_own(first), _own(end)), _lone(cells, registers, target))


Arrival = tuple[float, str]
"""Levels from a register to a net, and the register."""
Ways = list[tuple[int, float]]
"""Nets that a net depends on, each with the levels between."""


def _bits(cell: Mapping[str, Any], direction: str) -> list[int]:
    """Nets at the ports of a direction; constants are no nets."""
    return [
        bit
        for port, way in cell["port_directions"].items()
        if way == direction
        for bit in cell["connections"][port]
        if isinstance(bit, int)
    ]


def _drivers(
    cells: Mapping[str, Mapping[str, Any]], levels: Mapping[str, Mapping[str, float]]
) -> dict[int, Ways]:
    """For every net that logic drives the nets it depends on."""
    drivers: dict[int, Ways] = {}
    for cell in cells.values():
        ports = cell["port_directions"]
        inputs = [port for port, way in ports.items() if way == "input"]
        for output in (port for port, way in ports.items() if way == "output"):
            ways = [
                (bit, _length(cell["type"], levels, port, output))
                for port in inputs
                for bit in cell["connections"][port]
                if isinstance(bit, int)
            ]
            for bit in cell["connections"][output]:
                drivers[bit] = ways
    return drivers


def _length(kind: str, levels: Mapping[str, Mapping[str, float]], port: str, output: str) -> float:
    """Levels from an input of a cell to an output: what the target says of both, of one, or of any."""
    for way in (f"{port}>{output}", f"{port}>*", f"*>{output}", "*"):
        if way in levels[kind]:
            return levels[kind][way]
    raise HashloomError(f"the target states no levels from {port} to {output} of the cell {kind}")


def _arrivals(drivers: Mapping[int, Ways], starts: Mapping[int, str]) -> dict[int, Arrival]:
    """Latest arrival at every net that a register reaches."""
    arrival: dict[int, Arrival] = {bit: (0.0, name) for bit, name in starts.items()}
    done, open_nets = set(arrival), set()
    for root in drivers:
        stack = [root]
        while stack:
            net = stack[-1]
            if net in done:
                stack.pop()
                continue
            waiting = [bit for bit, _ in drivers.get(net, []) if bit not in done]
            if waiting and net not in open_nets:
                open_nets.add(net)
                stack += waiting
                continue
            if waiting:
                raise HashloomError("the logic of the netlist goes in a circle")
            reached = [
                (arrival[bit][0] + length, arrival[bit][1])
                for bit, length in drivers.get(net, [])
                if bit in arrival
            ]
            if reached:
                arrival[net] = max(reached)
            done.add(net)
            open_nets.discard(net)
            stack.pop()
    return arrival


def _lone(
    cells: Mapping[str, Mapping[str, Any]], registers: Mapping[str, Mapping[str, Any]], target: Fpga
) -> int:
    """Flip-flops of the core that are not behind a LUT of their own."""
    luts = {
        bit: name
        for name, cell in cells.items()
        if cell["type"] in target.lut_cells
        for bit in _bits(cell, "output")
    }
    taken: set[int] = set()
    lone = 0
    for name, cell in registers.items():
        if not name.startswith(_CORE):
            continue
        behind = next(
            (
                bit
                for bit in cell["connections"].get(target.data_input, [])
                if bit in luts and bit not in taken
            ),
            None,
        )
        if behind is None:
            lone += 1
        else:
            taken.add(behind)
    return lone


def _own(name: str) -> str:
    """Name of a cell of the core without the harness's prefix."""
    return next((name.removeprefix(prefix) for prefix in _CORE if name.startswith(prefix)), name)
