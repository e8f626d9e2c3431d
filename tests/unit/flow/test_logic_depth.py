# SPDX-License-Identifier: Apache-2.0
"""Levels of logic of mapped netlists: lengths of paths that are known by hand."""

from typing import Any

import pytest

from hashloom import targets
from hashloom.errors import HashloomError
from hashloom.flow.logic_depth import REGISTER, analyse
from hashloom.targets import Fpga

FPGA = [name for name in targets.names() if isinstance(targets.find(name), Fpga)]
TOP = "top"


def ecp5() -> Fpga:
    target = targets.find("ecp5")
    assert isinstance(target, Fpga)
    return target


def cell(kind: str, outputs: dict[str, int], **inputs: int | str) -> dict[str, Any]:
    directions = {**dict.fromkeys(inputs, "input"), **dict.fromkeys(outputs, "output")}
    connections = {port: [net] for port, net in {**inputs, **outputs}.items()}
    return {"type": kind, "port_directions": directions, "connections": connections}


def register(data: int | str, output: int, **more: int | str) -> dict[str, Any]:
    return cell("TRELLIS_FF", {"Q": output}, CLK=1, DI=data, **more)


def netlist(**cells: dict[str, Any]) -> dict[str, Any]:
    named = {name.replace("__", "."): body for name, body in cells.items()}
    return {"modules": {TOP: {"cells": named}}}


def carry(low: int | str, chain_in: int | str, chain_out: int, total: int) -> dict[str, Any]:
    return cell("CCU2C", {"COUT": chain_out, "S0": total}, A0=low, CIN=chain_in)


def test_a_chain_of_luts() -> None:
    found = analyse(
        netlist(
            core__a=register(5, 2),
            core__b=register(4, 5),
            core__x=cell("LUT4", {"Z": 3}, A=2, B="0"),
            core__y=cell("LUT4", {"Z": 4}, A=3, B=5),
        ),
        ecp5(),
        TOP,
    )
    assert found.levels == REGISTER + 2
    assert found.critical_path == ("a", "b")


def test_the_enable_of_a_register_ends_a_path_and_its_clock_does_not() -> None:
    found = analyse(
        netlist(
            core__a=register("0", 2),
            core__b=register(2, 4, CE=3),
            core__x=cell("LUT4", {"Z": 3}, A=2),
            clock=cell("LUT4", {"Z": 1}, A=3),
        ),
        ecp5(),
        TOP,
    )
    assert found.levels >= REGISTER + 1
    assert found.critical_path == ("a", "b")


def test_a_carry_chain_is_shorter_than_its_cells() -> None:
    ways = ecp5().levels["CCU2C"]
    cells = {f"core__c{i}": carry(2, 10 + i, 11 + i, 30 + i) for i in range(8)}
    found = analyse(netlist(core__a=register("0", 2), core__b=register(37, 3), **cells), ecp5(), TOP)
    assert found.levels == pytest.approx(REGISTER + ways["*>COUT"] + 6 * ways["CIN>COUT"] + ways["*"])
    assert found.levels < REGISTER + 3


def test_flip_flops_without_a_lut_of_their_own() -> None:
    found = analyse(
        netlist(
            core__a=register(3, 2),
            core__b=register(3, 4),
            core__c=register(2, 5),
            source__d=register(2, 6),
            core__x=cell("LUT4", {"Z": 3}, A=2),
        ),
        ecp5(),
        TOP,
    )
    assert found.lone_flip_flops == 2


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"core__a": register("0", 2), "core__x": cell("LUT4", {"Z": 3}, A=2)}, "no path of the netlist"),
        (
            {
                "core__a": register(4, 2),
                "core__x": cell("LUT4", {"Z": 3}, A=4, B=2),
                "core__y": cell("LUT4", {"Z": 4}, A=3),
            },
            "the logic of the netlist goes in a circle",
        ),
    ],
)
def test_what_has_no_levels(cells: dict[str, Any], message: str) -> None:
    with pytest.raises(HashloomError, match=message):
        analyse(netlist(**cells), ecp5(), TOP)


def test_a_way_without_a_length() -> None:
    bare = Fpga("bare", "", "", {}, ("TRELLIS_FF",), (), levels={"LUT4": {"A>Z": 1.0}}, data_input="DI")
    cells = netlist(core__a=register(3, 2), core__x=cell("LUT4", {"Z": 3}, A=2, B=2))
    with pytest.raises(HashloomError, match="no levels from B to Z of the cell LUT4"):
        analyse(cells, bare, TOP)


@pytest.mark.parametrize("name", FPGA)
def test_every_fpga_states_its_levels_and_its_area(name: str) -> None:
    target = targets.find(name)
    assert isinstance(target, Fpga)
    assert set(target.lut_cells) <= set(target.levels) | {"ALU"}
    assert all(0 <= length <= 2 for ways in target.levels.values() for length in ways.values())
    assert target.area(8, 8) <= 16
    assert target.placed == bool(target.program)
    assert list(target.devices.values()) == sorted(target.devices.values())
    assert target.placed or "mapped only" in target.description
