# SPDX-License-Identifier: Apache-2.0
"""The tools that read RTL: Verilator, Icarus, and both front ends of yosys.

A tool gets copies of what the digest of a unit stands for, in a folder of its own. Whatever Verilator and
Icarus print is a complaint; yosys, which prints much, complains in lines with `warning:` or `ERROR`.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.flow import yosys

LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=1800)
CODE = ("lint/readers.py", "lint/step.py", "flow/yosys.py", "flow/yosys_child.py")
"""Files of the laboratory that decide what a tool is said to have said."""

_LOG = "reader.log"
_CHECKS = ("proc -latches error", "check -assert")
_INSTALL = "make setup"
_UNFIT = re.compile(r"[^A-Za-z0-9_.-]")


@dataclass(frozen=True)
class Said:
    """How the run of a tool ended, and its complaints line by line; files are called by their names."""

    outcome: jobs.Outcome
    complaints: tuple[str, ...]


Heard = tuple[jobs.Outcome, list[str], list[str]]
"""How a tool ended, the names of the copies in the order of the sources, its complaints."""


@dataclass(frozen=True)
class Reader:
    """A tool: its name, how it reads a unit in an empty folder, and what tells its version."""

    tool: str
    run: Callable[[RtlUnit, Path, jobs.Limits], Heard]
    version: Callable[[], str]


def read(unit: RtlUnit, reader: str, folder: Path, limits: jobs.Limits = LIMITS) -> Said:
    """What the reader of this name says against a unit; `folder` is empty. MissingTool if it is not there."""
    outcome, names, lines = READERS[reader].run(unit, folder, limits)
    if outcome.state != jobs.OK and not lines:
        lines = [f"{outcome.state}: {line}" for line in outcome.tail(20).splitlines() or [_ended(outcome)]]
    copies = {name: source.name for name, source in zip(names, unit.sources, strict=True)}
    return Said(outcome, tuple(_named(line, copies) for line in lines))


def version(reader: str) -> str:
    """Version of the tool behind a reader. MissingTool if it is not there."""
    return READERS[reader].version()


def _verilator(unit: RtlUnit, folder: Path, limits: jobs.Limits) -> Heard:
    parameters = [f"-G{name}={_text(value)}" for name, value in unit.parameters]
    program = jobs.find("verilator", _INSTALL)
    return _program(
        [program, "--lint-only", "-Wall", "--top-module", unit.top, *parameters], unit, folder, limits
    )


def _icarus(unit: RtlUnit, folder: Path, limits: jobs.Limits) -> Heard:
    parameters = [f"-P{unit.top}.{name}={_text(value)}" for name, value in unit.parameters]
    program = jobs.find("iverilog", _INSTALL)
    command = [program, "-g2012", "-Wimplicit", "-t", "null", "-s", unit.top, *parameters]
    return _program(command, unit, folder, limits)


def _program(command: Sequence[str], unit: RtlUnit, folder: Path, limits: jobs.Limits) -> Heard:
    """A program that is told the files last. Each keeps its name, which must be that of its module."""
    names = [f"{number:02d}/{_UNFIT.sub('_', source.name)}" for number, source in enumerate(unit.sources)]
    for name, content in zip(names, unit.contents, strict=True):
        (folder / name).parent.mkdir()
        (folder / name).write_bytes(content)
    outcome = jobs.run([*command, *names], folder, folder / _LOG, limits)
    return outcome, names, [line for line in _lines(folder / _LOG) if line.strip()]


def _read_verilog(unit: RtlUnit, folder: Path, limits: jobs.Limits) -> Heard:
    """As every synthesis reads it."""
    yosys.copy_sources(unit, folder)
    names = sorted(str(path.relative_to(folder)) for path in (folder / "rtl").iterdir())
    return _yosys(yosys.elaborate(unit), names, folder, limits)


def _read_slang(unit: RtlUnit, folder: Path, limits: jobs.Limits) -> Heard:
    files = [(source.name, content) for source, content in zip(unit.sources, unit.contents, strict=True)]
    names = yosys.write_files(files, folder)
    parameters = [f"-G {name}={_text(value)}" for name, value in unit.parameters]
    return _yosys([" ".join(["read_slang --top", unit.top, *parameters, *names])], names, folder, limits)


def _yosys(script: Sequence[str], names: list[str], folder: Path, limits: jobs.Limits) -> Heard:
    outcome = yosys.run(folder, [*script, *_CHECKS], limits)
    lines = [line for line in _lines(folder / yosys.LOG) if "warning:" in line.lower() or "ERROR" in line]
    return outcome, names, lines


def _ended(outcome: jobs.Outcome) -> str:
    return f"exit status {outcome.status}"


def _text(value: int | str) -> str:
    """A parameter's value as the tools take it."""
    return f'"{value}"' if isinstance(value, str) else str(value)


def _lines(log: Path) -> list[str]:
    return log.read_text(encoding="utf-8", errors="replace").splitlines() if log.exists() else []


def _named(line: str, copies: Mapping[str, str]) -> str:
    """A line with the names of files in the place of those of their copies."""
    for copy, name in copies.items():
        line = line.replace(copy, name)
    return line


@cache
def _first_line(program: str, option: str) -> str:
    command = [jobs.find(program, _INSTALL), option]
    said = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False, timeout=60)
    return said.stdout.partition("\n")[0].strip()


READERS: Mapping[str, Reader] = {
    "verilator": Reader("Verilator", _verilator, lambda: _first_line("verilator", "--version")),
    "icarus": Reader("Icarus Verilog", _icarus, lambda: _first_line("iverilog", "-V")),
    "read_verilog": Reader(yosys.TOOL, _read_verilog, yosys.version),
    "read_slang": Reader(yosys.TOOL, _read_slang, yosys.version),
}
"""By name, in the order in which a unit goes through them."""
