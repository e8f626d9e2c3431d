# SPDX-License-Identifier: Apache-2.0
"""The tools that read RTL: verilator, Icarus, and both front ends of yosys, and what each says against it."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.flow import yosys as program

LIMITS = jobs.Limits(wall_seconds=600)
FRONT_ENDS = ("read_verilog", "read_slang")
UNIT = "unit under test: "


def verilator(unit: RtlUnit) -> str:
    """What verilator says against a unit, with every warning on; nothing if it is content."""
    parameters = [f"-G{name}={text(value)}" for name, value in unit.parameters]
    return said(["verilator", "--lint-only", "-Wall", "--top-module", unit.top, *parameters, *unit.sources])


def icarus(unit: RtlUnit) -> str:
    """What Icarus Verilog says against a unit; nothing if it is content."""
    parameters = [f"-P{unit.top}.{name}={text(value)}" for name, value in unit.parameters]
    return said(["iverilog", "-g2012", "-t", "null", "-s", unit.top, *parameters, *unit.sources])


def yosys(rtl_units: Sequence[RtlUnit], front_end: str, folder: Path) -> list[str]:
    """What yosys says against these units, each with the name of its unit."""
    script = []
    for number, one in enumerate(rtl_units):
        unit_folder = folder / str(number)
        if front_end == "read_verilog":
            program.copy_sources(one, unit_folder)
            read = program.elaborate(one)
        else:
            names = program.copy_files(one.sources, unit_folder)
            parameters = [f"-G {name}={text(value)}" for name, value in one.parameters]
            read = [" ".join(["read_slang --top", one.top, *parameters, *names])]
        read = [
            line.replace(" rtl/", f" {number}/rtl/").replace(" files/", f" {number}/files/") for line in read
        ]
        script += [f"log {UNIT}{one.name}", *read, "proc -latches error", "check -assert", "design -reset"]
    outcome = program.run(folder, script, LIMITS)
    name, found = "", []
    for line in (folder / program.LOG).read_text(encoding="utf-8").splitlines():
        if line.startswith(UNIT):
            name = line.removeprefix(UNIT)
        elif "warning:" in line.lower() or "ERROR" in line:
            found.append(f"{name}: {line}")
    if outcome.state != jobs.OK and not found:
        found.append(f"{name}: {outcome.state}: {outcome.tail(20)}")
    return found


def text(value: int | str) -> str:
    """A parameter's value as the tools take it."""
    return f'"{value}"' if isinstance(value, str) else str(value)


def said(command: Sequence[str | Path]) -> str:
    """The output of a command, and its exit status if that is not 0."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.stdout + done.stderr + (f"exit status {done.returncode}" if done.returncode else "")
