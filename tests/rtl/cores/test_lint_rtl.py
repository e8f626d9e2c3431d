# SPDX-License-Identifier: Apache-2.0
"""Four tools read every core without a word of complaint: verilator, Icarus, and both front ends of yosys."""

from collections.abc import Callable
from pathlib import Path

import pytest
import rtl_readers
from checksum_designs import EVERY_WIDTH, PADDINGS, bus_unit, top_unit
from padding_rules import RULES
from threefish_circuits import LINTED

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import Level, RtlUnit

BATCH = 16


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
    """All levels of these designs, and Threefish alone, shell and bus so that every part of them is used.

    A core is in its message level (`test_a_core_is_in_its_message_level`); by itself it is read once for each
    list of files, in case one is missing there.
    """
    cores, lists = [], set()
    for design in designs():
        for level in rtl.levels(design):
            one = rtl.unit(design, level)
            if level != "core" or one.sources not in lists:
                cores.append(one)
            if level == "core":
                lists.add(one.sources)
    numbers = [number for number, rule in enumerate(RULES) if rule.name in EVERY_WIDTH]
    shells = [top_unit(number, 32, stages) for number in numbers for stages in (1, 3)]
    shapes = [(circuits, interleave) for circuits in (1, 3, 4) for interleave in (0, 1)]
    ciphers = [shape.core for shape in LINTED]
    return (
        cores + ciphers + shells + [bus_unit(number, 32, *shape) for number in PADDINGS for shape in shapes]
    )


every_unit = pytest.mark.parametrize("rtl_unit", units(), ids=lambda one: one.name)


@every_unit
def test_verilator(rtl_unit: RtlUnit) -> None:
    assert rtl_readers.verilator(rtl_unit) == ""


@every_unit
def test_icarus(rtl_unit: RtlUnit) -> None:
    assert rtl_readers.icarus(rtl_unit) == ""


def batches() -> list[list[RtlUnit]]:
    """The units in groups of neighbours, for a yosys each: its start takes longer than most of them."""
    every = [one for one in units() if not one.name.endswith("_core")]
    return [every[first : first + BATCH] for first in range(0, len(every), BATCH)]


@pytest.mark.parametrize("batch", batches(), ids=lambda batch: f"from {batch[0].name}")
@pytest.mark.parametrize("front_end", rtl_readers.FRONT_ENDS)
def test_yosys(batch: list[RtlUnit], front_end: str, tmp_path: Path) -> None:
    assert rtl_readers.yosys(batch, front_end, tmp_path) == []


@pytest.mark.parametrize("design", designs(), ids=lambda one: one.name)
def test_a_core_is_in_its_message_level(design: Design) -> None:
    """All of its files, and the values of all its parameters: what reads the latter has read the former."""
    core, top = rtl.unit(design, "core"), rtl.unit(design, "top")
    assert core.parameters
    assert set(core.sources) < set(top.sources)
    assert set(core.parameters) <= set(top.parameters)


@pytest.mark.parametrize(
    ("read", "planted", "complaint"),
    [
        (rtl_readers.verilator, "logic [2:0] nobody;\nassign nobody = STAGES[2:0];\n", "UNUSEDSIGNAL"),
        (rtl_readers.verilator, "logic narrow;\nassign narrow = {rst, rst};\n", "WIDTH"),
        (rtl_readers.icarus, "logic nobody;\nassign nobody = nothing;\n", "nothing"),
    ],
)
@pytest.mark.parametrize("level", ["core", "top"])
def test_a_complaint_about_a_core_is_made_at_both_levels(
    read: Callable[[RtlUnit], str], planted: str, complaint: str, level: Level, tmp_path: Path
) -> None:
    unit = rtl.unit(catalogue.resolve_design("sha1/basic"), level)
    assert read(unit) == ""
    (source,) = [path for path in unit.sources if path.name == "sha1_core.sv"]
    wrong = tmp_path / source.name
    wrong.write_text(source.read_text().removesuffix("endmodule\n") + planted + "endmodule\n")
    said = read(unit.with_file(wrong))
    assert complaint in said
    assert str(wrong) in said


@pytest.mark.parametrize("front_end", rtl_readers.FRONT_ENDS)
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
    assert {line.partition(":")[0] for line in rtl_readers.yosys(found, front_end, tmp_path / "work")} == {
        "bad"
    }
    assert rtl_readers.yosys([one for one in found if one.name != "bad"], front_end, tmp_path / "again") == []
