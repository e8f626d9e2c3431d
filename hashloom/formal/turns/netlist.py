# SPDX-License-Identifier: Apache-2.0
"""RTL as one-bit gates, word additions and registers, from yosys's JSON.

The hierarchy is flattened but for the PARTS, the modules that add, the TABLES, and those that compute with
residues (`residues.LINEAR`): an instance of one stays a cell, and so does a `+` or `-` of the
RTL.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.flow import yosys
from hashloom.formal.turns.residues import LINEAR

PARTS = (
    "prefix_adder", "carry_save_adder",
    "parallel_counter_4_4_4", "parallel_counter_5_3", "parallel_counter_7_3",
)  # fmt: skip
"""Modules whose outputs, words of one width, have the sum of their inputs, or for `prefix_adder` with
SUBTRACT their difference."""

TABLES = ("aes_sbox", "aes_sbox_front", "aes_sbox_back", "simd_code")
"""Modules of logic whose outputs are looked up by the values that they have for each value of a few bits."""

GATES = (
    "$_NOT_", "$_BUF_", "$_AND_", "$_NAND_", "$_OR_", "$_NOR_", "$_XOR_", "$_XNOR_", "$_ANDNOT_", "$_ORNOT_",
    "$_MUX_",
)  # fmt: skip
_WORDS = "t:$add t:$sub t:$dff"
JSON = "gates.json"

Net = int | str
"""Number of a net, or what yosys writes for a constant: "0", "1", "x"."""


@dataclass(frozen=True)
class Cell:
    """A cell: its type, the nets of its ports, its parameters as integers."""

    name: str
    kind: str
    ports: Mapping[str, tuple[Net, ...]]
    parameters: Mapping[str, int]


@dataclass(frozen=True)
class Module:
    """A module; `cells` are those of its logic, each behind what it reads.

    `registers` maps the nets that registers drive to those that they take over; `names` the names of whole
    registers, as in the RTL with the instances before them, to nets.
    """

    name: str
    parameters: Mapping[str, int]
    inputs: Mapping[str, tuple[int, ...]]
    outputs: Mapping[str, tuple[Net, ...]]
    cells: tuple[Cell, ...]
    registers: Mapping[int, Net]
    names: Mapping[str, tuple[int, ...]]


def read(unit: RtlUnit, folder: Path, limits: jobs.Limits) -> tuple[jobs.Outcome, dict[str, Module]]:
    """The modules of a unit by their yosys names, the whole one under ''; none where yosys failed.

    HashloomError for RTL with a loop of logic, a memory or a latch.
    """
    yosys.copy_sources(unit, folder)
    outcome = yosys.run(folder, _script(unit), limits)
    if outcome.state != jobs.OK:
        return outcome, {}
    content = json.loads((folder / JSON).read_text(encoding="utf-8"))["modules"]
    modules = {name: _module(name, content) for name in content}
    top = next(name for name, module in content.items() if "top" in module["attributes"])
    return outcome, {**modules, "": modules[top]}


def _script(unit: RtlUnit) -> list[str]:
    kept = " ".join(f"*\\\\{part} *\\\\{part}\\\\*" for part in (*PARTS, *TABLES, *LINEAR))
    return [
        *yosys.elaborate(unit),
        "proc -latches error",
        f"setattr -mod -set keep_hierarchy 1 {kept}",
        "flatten",
        "memory",
        "opt_clean",
        "dffunmap",
        "pmuxtree",
        *4
        * (
            f"techmap t:$* {_WORDS} %u %u %d",
        ),  # products become sums, these rows of full adders, and these gates
        f"simplemap t:$* {_WORDS} %u %u %d",
        "opt_clean",
        f"write_json {JSON}",
    ]


def _module(name: str, content: Mapping[str, Any]) -> Module:
    module = content[name]
    cells, registers = [], {}
    for title, cell in module["cells"].items():
        ports = {port: tuple(nets) for port, nets in cell["connections"].items()}
        if cell["type"] == "$dff":
            registers.update(dict(zip(ports["Q"], ports["D"], strict=True)))
        elif cell["type"] != "$scopeinfo":
            cells.append(Cell(title, cell["type"], ports, _numbers(cell["parameters"])))
    sides = {
        way: {port: tuple(it["bits"]) for port, it in module["ports"].items() if it["direction"] == way}
        for way in ("input", "output")
    }
    names = {
        title: tuple(net["bits"])
        for title, net in module["netnames"].items()
        if not net["hide_name"] and all(bit in registers for bit in net["bits"])
    }
    known = {net for nets in sides["input"].values() for net in nets} | set(registers)
    return Module(
        name=str(module["attributes"].get("hdlname", name)),
        parameters=_numbers(module.get("parameter_default_values", {})),
        inputs=sides["input"],
        outputs=sides["output"],
        cells=_ordered(name, cells, known, content),
        registers=registers,
        names=names,
    )


def _numbers(parameters: Mapping[str, Any]) -> dict[str, int]:
    """Parameters that yosys writes as bits."""
    return {
        key: int(text, 2)
        for key, text in parameters.items()
        if isinstance(text, str) and text and set(text) <= {"0", "1"}
    }


def written(cell: Cell, content: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the ports that a cell drives; `content` describes the modules that are no gates."""
    if cell.kind not in content:
        return ("Y",)
    ports = content[cell.kind]["ports"]
    return tuple(port for port, it in ports.items() if it["direction"] == "output")


def _ordered(name: str, cells: list[Cell], known: set[Any], content: Mapping[str, Any]) -> tuple[Cell, ...]:
    drivers: dict[Net, Cell] = {}
    reads: dict[str, list[Net]] = {}
    for cell in cells:
        if cell.kind not in content and cell.kind not in (*GATES, "$add", "$sub"):
            raise HashloomError(f"{name} has a cell {cell.kind}, which a proof of turns does not know")
        outputs = written(cell, content)
        for port in outputs:
            drivers.update(dict.fromkeys(cell.ports[port], cell))
        reads[cell.name] = [net for port, nets in cell.ports.items() if port not in outputs for net in nets]
    placed: dict[str, Cell] = {}
    open_: set[str] = set()
    for first in cells:
        waiting = [first]
        while waiting:
            cell = waiting[-1]
            missing = {
                driver.name: driver
                for net in reads[cell.name]
                if net not in known and (driver := drivers.get(net)) is not None and driver.name not in placed
            }
            if cell.name in placed or not missing:
                placed[cell.name] = cell
                waiting.pop()
                continue
            if cell.name in open_:
                raise HashloomError(f"{name} has a loop of logic through {cell.name}")
            open_.add(cell.name)
            waiting += missing.values()
    return tuple(placed.values())
