# SPDX-License-Identifier: Apache-2.0
"""OSU standard cells for a 0.18 micrometre process, 32 cells, typical corner, 1.8 V, 25 degrees Celsius."""

from hashloom.libraries import DebianLibrary
from hashloom.targets import StandardCells

TARGET = StandardCells(
    name="osu018",
    description="0.18 um standard cells of Oklahoma State University, typical, 1.8 V, 25 C",
    source=DebianLibrary("qflow-tech-osu018", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"),
    gate="NAND2X1",
    driving_cell="BUFX2",
    load_ff=30.0,
    delay_ps={"small": 20000, "fast": 2000},
    dont_use=("CLKBUF*", "TBUF*", "LATCH", "DFFNEG*", "DFFSR", "PAD*"),
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
