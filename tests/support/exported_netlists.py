# SPDX-License-Identifier: Apache-2.0
"""The Verilog-2005 of exports through yosys."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom.execution import jobs
from hashloom.flow import yosys

LIMITS = jobs.Limits(wall_seconds=900)
_FLIP_FLOPS = ("$_DFF", "$_SDFF", "$dff", "$sdff", "FD", "MISTRAL_FF", "TRELLIS_FF")


@dataclass(frozen=True)
class Synthesised:
    """What yosys made of a file: its flat netlist, and what it said."""

    module: dict[str, Any]
    log: str

    def complaints(self) -> list[str]:
        """Its warnings, less those of ABC about its own input, and problems that its checks found."""
        lines = [line for line in self.log.splitlines() if "Warning" in line and not line.startswith("ABC:")]
        found = [line for line in self.log.splitlines() if line.startswith("Found and reported ")]
        assert found, "nothing was checked"
        return lines + [line for line in found if line != "Found and reported 0 problems."]

    def registers(self) -> dict[str, list[int]]:
        """Nets by name, all bits of which flip-flops drive."""
        cells = [
            cell
            for cell in self.module["cells"].values()
            if cell["type"].lstrip("\\").startswith(_FLIP_FLOPS)
        ]
        driven = {bit for cell in cells for bit in cell["connections"]["Q"]}
        return {
            name: net["bits"]
            for name, net in self.module["netnames"].items()
            if not net["hide_name"] and set(net["bits"]) <= driven
        }

    def crossings(self) -> set[tuple[str, str]]:
        """Registers of one clock with those of another that logic takes their values to."""
        driver = {
            bit: cell
            for cell in self.module["cells"].values()
            for pin, direction in cell["port_directions"].items()
            if direction == "output"
            for bit in cell["connections"][pin]
        }
        names = {bit: name for name, bits in self.registers().items() for bit in bits}
        found = set()
        for cell in self.module["cells"].values():
            if "CLK" in cell["connections"]:
                for source in _sources(cell, driver):
                    if driver[source]["connections"]["CLK"] != cell["connections"]["CLK"]:
                        found |= {(names[source], names[bit]) for bit in cell["connections"]["Q"]}
        return found

    def attribute(self, net: str, name: str) -> object:
        """An attribute of a net, None if it has none of this name."""
        return self.module["netnames"][net]["attributes"].get(name)


def _sources(register: dict[str, Any], driver: dict[int, dict[str, Any]]) -> set[int]:
    """Bits of registers that the next value of a register is computed of."""
    waiting, seen, found = list(register["connections"]["D"]), set[int](), set[int]()
    while waiting:
        bit = waiting.pop()
        if bit in seen or bit not in driver:
            continue
        seen.add(bit)
        cell = driver[bit]
        if "CLK" in cell["connections"]:
            found.add(bit)
        else:
            for pin, direction in cell["port_directions"].items():
                waiting += cell["connections"][pin] if direction == "input" else []
    return found


def run(file: Path, top: str, passes: Sequence[str], folder: Path) -> Synthesised:
    """Read a file of Verilog-2005, check it, run the passes and check again."""
    folder.mkdir()
    (source,) = yosys.copy_files([file], folder)
    script = [
        f"read_verilog {source}", f"hierarchy -check -top {top}", "check",
        *passes, "flatten", "check", "write_json netlist.json",
    ]  # fmt: skip
    outcome = yosys.run(folder, script, LIMITS)
    log = (folder / yosys.LOG).read_text(encoding="utf-8", errors="replace")
    assert outcome.state == jobs.OK, log[-2000:]
    netlist = json.loads((folder / "netlist.json").read_text(encoding="utf-8"))
    return Synthesised(netlist["modules"][top], log)
