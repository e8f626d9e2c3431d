# SPDX-License-Identifier: Apache-2.0
"""What reports in the layouts of Vivado and Quartus Prime say, and reports that say too little."""

from pathlib import Path

import pytest

from hashloom import targets
from hashloom.errors import HashloomError
from hashloom.flow.vendor import quartus, vivado
from hashloom.flow.vendor.driver import Implemented, number
from hashloom.targets import VendorFpga

TIMING = """\
1. checking no_clock (0)

| Design Timing Summary
| ---------------------

    WNS(ns)      TNS(ns)  TNS Failing Endpoints  TNS Total Endpoints      WHS(ns)      THS(ns)  THS Failing Endpoints  THS Total Endpoints     WPWS(ns)     TPWS(ns)  TPWS Failing Endpoints  TPWS Total Endpoints
    -------      -------  ---------------------  -------------------      -------      -------  ---------------------  -------------------     --------     --------  ----------------------  --------------------
     -0.312       -1.400                      5                  811        0.052        0.000                      0                  811        1.100        0.000                       0                   395

Clock  Waveform(ns)         Period(ns)      Frequency(MHz)
-----  ------------         ----------      --------------
clk    {0.000 2.000}        4.000           250.000

Max Delay Paths
--------------------------------------------------------------------------------------
Slack (MET) :             1.204ns  (required time - arrival time)
  Source:                 source/bits_reg[3]/C
  Destination:            core/a_reg[0]/D
  Logic Levels:           1  (LUT6=1)

Slack (VIOLATED) :        -0.312ns  (required time - arrival time)
  Source:                 core/e_reg[31]/C
  Destination:            core/round/sum_reg[5]/D
  Logic Levels:           9  (CARRY4=7 LUT3=2)

Min Delay Paths
--------------------------------------------------------------------------------------
Slack (MET) :             0.052ns  (arrival time - required time)
  Source:                 sink/nodes_reg[3]/C
  Destination:            sink/nodes_reg[4]/D
  Logic Levels:           0
"""  # noqa: E501
AREA = """\
| Device       : 7a100tcsg324-1
+----------------------------+-------+-------+-----------+-------+
|          Site Type         |  Used | Fixed | Available | Util% |
+----------------------------+-------+-------+-----------+-------+
| Slice LUTs*                | 1,204 |     0 |     63400 |  1.90 |
|   LUT as Memory            |     0 |     0 |     19000 |  0.00 |
| Slice Registers            |   877 |     0 |    126800 |  0.69 |
| Slice                      |   391 |     0 |     15850 |  2.47 |
|   SLICEL                   |   250 |     0 |           |       |
| Block RAM Tile             |     0 |     0 |       135 |  0.00 |
| DSPs                       |     0 |     0 |       240 |  0.00 |
+----------------------------+-------+-------+-----------+-------+
"""
ROUTED = "       # of nets with routing errors.......... :           0 :\n"


def artix() -> VendorFpga:
    target = targets.find("vivado_artix7")
    assert isinstance(target, VendorFpga)
    return target


def read(folder: Path, timing: str = TIMING, area: str = AREA, routed: str = ROUTED) -> Implemented:
    for name, text in ((vivado.TIMING, timing), (vivado.AREA, area), (vivado.ROUTING, routed)):
        (folder / name).write_text(text)
    return vivado.read(folder, artix(), 4.0)


def test_a_report_of_vivado(tmp_path: Path) -> None:
    found = read(tmp_path)
    assert found == Implemented(
        asked_ns=4.0, slack_ns=-0.312, hold_ns=0.052, pulse_ns=1.1, area=391, luts=1204, flip_flops=877,
        critical_path=("e_reg[31]", "round/sum_reg[5]"), logic_levels=9,
    )  # fmt: skip
    assert found.period_ns == 4.312


@pytest.mark.parametrize(
    ("report", "before", "after", "complaint"),
    [
        ("timing", "no_clock (0)", "no_clock (12)", "12 registers have another clock than clk, or none"),
        (
            "timing",
            "     -0.312       -1.400",
            "         NA           NA",
            "no path from a register to a register",
        ),
        ("timing", "        1.100        0.000", "", "has no summary of slacks"),
        ("timing", "     -0.312       -1.400", "     -0.322       -1.400", "breaks off before the path"),
        (
            "timing",
            "     -0.312       -1.400",
            "     -0.x12       -1.400",
            "has '-0.x12' where a number should be",
        ),
        ("timing", "clk    {0.000", "sys    {0.000", "has no clock clk"),
        (
            "timing",
            "4.000           250",
            "4.100           243",
            "is of a period of 4.1 ns, and 4.0 ns were asked",
        ),
        ("area", "Slice Registers", "CLB Registers  ", "has no line 'Slice Registers'"),
        ("area", "| Slice   ", "| CLB     ", "has no line 'Slice'"),
        (
            "area",
            "7a100tcsg324-1",
            "7a35tcsg324-1",
            "is of 7a35tcsg324-1, and xc7a100tcsg324-1 was asked for",
        ),
        ("area", "| Device", "| Gerät ", "names no device"),
        (
            "area",
            "DSPs                       |     0",
            "DSPs                       |     2",
            "core with 2 DSPs",
        ),
        ("routed", "   0 :", "   7 :", "it left 7 nets that are not routed"),
        ("routed", "routing errors", "other errors", "does not say how many nets have errors"),
    ],
)
def test_reports_of_vivado_that_say_too_little(
    report: str, before: str, after: str, complaint: str, tmp_path: Path
) -> None:
    whole = {"timing": TIMING, "area": AREA, "routed": ROUTED}
    assert whole[report].count(before) == 1
    with pytest.raises(HashloomError) as caught:
        read(tmp_path, **{**whole, report: whole[report].replace(before, after)})
    assert complaint in str(caught.value)


def test_devices_as_versions_of_vivado_write_them(tmp_path: Path) -> None:
    for name in ("xc7a100tcsg324-1", "7a100t-csg324"):
        assert read(tmp_path, area=AREA.replace("7a100tcsg324-1", name)).luts == 1204


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("vivado v2023.2 (64-bit)\nSW Build 4029153 on Fri Oct 13", "2023.2 build 4029153"),
        ("Vivado v2019.1.3 (64-bit)\nSW Build 2644227 on Wed Sep 4", "2019.1.3 build 2644227"),
        ("Vivado v2019.1", "2019.1"),
        ("no such command", None),
    ],
)
def test_versions_of_vivado(text: str, version: str | None) -> None:
    assert vivado.DRIVER.version(text) == version


@pytest.mark.parametrize(
    ("text", "version"),
    [
        (
            "Quartus Prime Shell\nVersion 18.1.0 Build 625 09/12/2018 SJ Lite Edition\n",
            "18.1.0 build 625 Lite Edition",
        ),
        ("Version 25.1std.0 Build 1129 10/21/2025 SC Lite Edition\n", "25.1std.0 build 1129 Lite Edition"),
        ("Version 22.4.0 Internal Build 51 10/09/2022 SC Pro Edition\n", "22.4.0 build 51 Pro Edition"),
        ("command not found", None),
    ],
)
def test_versions_of_quartus(text: str, version: str | None) -> None:
    assert quartus.DRIVER.version(text) == version


def test_tables_of_quartus() -> None:
    text = "; Clocks Note ;\n\n+---+\n; Clocks      ;\n+---+---+\n; A ; B ;\n"
    text += "+---+---+\n; 1 ; 2 ;\n; 3 ;\n+---+---+\n\n; 5 ; 6 ;\n"
    assert quartus.table(text, "Clocks") == [{"A": "1", "B": "2"}]
    assert quartus.table(text, "Paths") == []
    assert number("1,236.5 (4.0)") == 1236.5


@pytest.mark.parametrize(
    ("summary", "complaint"),
    [
        ("Type  : Slow Model Setup 'other'\nSlack : 1.0\n", "has no setup slack of the clock"),
        ("Type  : Slow Model Setup 'clk'\nSlack : 1.0\n", "not every corner has all checks"),
        (
            "Type  : Slow Model Setup 'clk'\nSlack : 1.0\nType  : Slow Model Hold 'clk'\nSlack : 0.1\n",
            "have different slacks",
        ),
    ],
)
def test_slacks_of_quartus_that_cannot_be_all(summary: str, complaint: str) -> None:
    corners = "; Multicorner Timing Analysis Summary ;\n; Clock ; Setup ;\n; Worst-case Slack ; 0.900 ;\n"
    with pytest.raises(HashloomError, match=complaint):
        quartus._slacks(summary, corners)


@pytest.mark.parametrize(
    ("slack", "pulse", "period"),
    [(1.5, None, 8.5), (-0.25, 3.0, 10.25), (4.0, -0.1, 10.2), (-1.0, -0.1, 11.0), (0.0, 0.0, 10.0)],
)
def test_the_period_that_was_reached(slack: float, pulse: float | None, period: float) -> None:
    assert Implemented(10.0, slack, 0.1, pulse, 1, 1, 1).period_ns == period
