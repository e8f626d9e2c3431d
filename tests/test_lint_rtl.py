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
FRONT_ENDS = ("read_verilog", "read_slang")
BATCH = 16
UNIT = "unit under test: "


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


def batches() -> list[list[RtlUnit]]:
    """The units in groups of neighbours, for a yosys each: its start takes longer than most of them."""
    every = units()
    return [every[first : first + BATCH] for first in range(0, len(every), BATCH)]


def complaints(rtl_units: Sequence[RtlUnit], front_end: str, folder: Path) -> list[str]:
    """What yosys says against these units, each with the name of its unit."""
    script = []
    for number, one in enumerate(rtl_units):
        unit_folder = folder / str(number)
        if front_end == "read_verilog":
            yosys.copy_sources(one, unit_folder)
            read = yosys.elaborate(one)
        else:
            names = yosys.copy_files(one.sources, unit_folder)
            parameters = [f"-G {name}={text(value)}" for name, value in one.parameters]
            read = [" ".join(["read_slang --top", one.top, *parameters, *names])]
        read = [
            line.replace(" rtl/", f" {number}/rtl/").replace(" files/", f" {number}/files/") for line in read
        ]
        script += [f"log {UNIT}{one.name}", *read, "proc -latches error", "check -assert", "design -reset"]
    outcome = yosys.run(folder, script, LIMITS)
    name, found = "", []
    for line in (folder / yosys.LOG).read_text(encoding="utf-8").splitlines():
        if line.startswith(UNIT):
            name = line.removeprefix(UNIT)
        elif "warning:" in line.lower() or "ERROR" in line:
            found.append(f"{name}: {line}")
    if outcome.state != jobs.OK and not found:
        found.append(f"{name}: {outcome.state}: {outcome.tail(20)}")
    return found


@pytest.mark.parametrize("batch", batches(), ids=lambda batch: f"from {batch[0].name}")
@pytest.mark.parametrize("front_end", FRONT_ENDS)
def test_yosys(batch: list[RtlUnit], front_end: str, tmp_path: Path) -> None:
    assert complaints(batch, front_end, tmp_path) == []


@pytest.mark.parametrize("front_end", FRONT_ENDS)
@pytest.mark.parametrize(
    "wrong",
    [
        "always_comb if (a[0]) y = b;",
        "assign y = none;",
        "assign y = a; assign y = b;",
        "assign y = a +;",
    ],
)
def test_yosys_names_the_unit_that_is_wrong(front_end: str, wrong: str, tmp_path: Path) -> None:
    found = []
    for name, body in (("good", "assign y = a ^ b;"), ("bad", wrong), ("fine", "assign y = a & b;")):
        path = tmp_path / f"{name}.sv"
        ports = "input wire [1:0] a, b, output logic [1:0] y"
        path.write_text(f"`default_nettype none\nmodule {name} ({ports});\n{body}\nendmodule\n")
        found.append(RtlUnit(name, name, (path,), ()))
    assert {line.partition(":")[0] for line in complaints(found, front_end, tmp_path / "work")} == {"bad"}
    assert complaints([one for one in found if one.name != "bad"], front_end, tmp_path / "again") == []
