# SPDX-License-Identifier: Apache-2.0
"""Four tools read every core without a word of complaint: verilator, Icarus, and both front ends of yosys."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from padding_rules import RULES
from test_bus import PADDINGS
from test_bus import unit as bus_unit
from test_shell import EVERY_WIDTH, unit
from threefish_circuits import LINTED

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.flow import yosys

LIMITS = jobs.Limits(wall_seconds=600)


def designs() -> list[Design]:
    """Every architecture of a family's first function, every block length in the default architecture."""
    result = []
    for family in catalogue.families():
        first, *others = family.functions()
        result += [Design(first, architecture) for architecture in family.architectures.values()]
        seen = {first.block_bits}
        for function in others:
            if function.block_bits not in seen:
                seen.add(function.block_bits)
                result.append(function.default_design())
    return [design for design in result if design.is_valid()]


def units() -> list[RtlUnit]:
    """All levels of these designs, and Threefish alone, shell and bus so that every part of them is used."""
    cores = [rtl.unit(design, level) for design in designs() for level in rtl.levels(design)]
    numbers = [number for number, rule in enumerate(RULES) if rule.name in EVERY_WIDTH]
    shells = [unit(number, 32, stages) for number in numbers for stages in (1, 3)]
    shapes = [(circuits, interleave) for circuits in (1, 3, 4) for interleave in (0, 1)]
    ciphers = [shape.core for shape in LINTED]
    return (
        cores + ciphers + shells + [bus_unit(number, 32, *shape) for number in PADDINGS for shape in shapes]
    )


def text(value: int | str) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def check(command: Sequence[str | Path]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


every_unit = pytest.mark.parametrize("rtl_unit", units(), ids=lambda one: one.name)


@every_unit
def test_verilator(rtl_unit: RtlUnit) -> None:
    parameters = [f"-G{name}={text(value)}" for name, value in rtl_unit.parameters]
    check(["verilator", "--lint-only", "-Wall", "--top-module", rtl_unit.top, *parameters, *rtl_unit.sources])


@every_unit
def test_icarus(rtl_unit: RtlUnit) -> None:
    parameters = [f"-P{rtl_unit.top}.{name}={text(value)}" for name, value in rtl_unit.parameters]
    check(["iverilog", "-g2012", "-t", "null", "-s", rtl_unit.top, *parameters, *rtl_unit.sources])


@every_unit
@pytest.mark.parametrize("front_end", ["read_verilog", "read_slang"])
def test_yosys(rtl_unit: RtlUnit, front_end: str, tmp_path: Path) -> None:
    if front_end == "read_verilog":
        yosys.copy_sources(rtl_unit, tmp_path)
        read = yosys.elaborate(rtl_unit)
    else:
        parameters = [f"-G {name}={text(value)}" for name, value in rtl_unit.parameters]
        read = [" ".join(["read_slang --top", rtl_unit.top, *parameters, *map(str, rtl_unit.sources)])]
    outcome = yosys.run(tmp_path, [*read, "proc -latches error", "check -assert"], LIMITS)
    log = (tmp_path / yosys.LOG).read_text(encoding="utf-8")
    assert outcome.state == jobs.OK, outcome.tail(20)
    assert [line for line in log.splitlines() if "warning:" in line.lower()] == []
