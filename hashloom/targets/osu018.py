# SPDX-License-Identifier: Apache-2.0
"""OSU standard cells for a 0.18 micrometre process, 32 cells, typical corner, 1.8 V, 25 degrees Celsius."""

from hashloom.libraries import DebianLibrary
from hashloom.targets import Layout, StandardCells

TARGET = StandardCells(
    name="osu018",
    description="0.18 um standard cells of Oklahoma State University, typical, 1.8 V, 25 C",
    source=DebianLibrary("qflow-tech-osu018", "/usr/share/qflow/tech/osu018/osu018_stdcells.lib"),
    gate="NAND2X1",
    driving_cell="BUFX2",
    load_ff=30.0,
    delay_ps={"small": 20000, "fast": 2000},
    dont_use=("CLKBUF*", "TBUF*", "LATCH", "DFFNEG*", "DFFSR", "PAD*"),
    layout=Layout(
        row_height_um=10.0,
        site_um=0.8,
        ohm_per_um=0.08 / 0.3,
        # a wire of the LEF's width, over its area and along both edges
        ff_per_um=((0.019 + 0.013) * 0.3 + 2 * (0.060 + 0.054)) / 2,
        wires_from="layers metal2 and metal3 of the LEF file, mean",
        lef=DebianLibrary("qflow-tech-osu018", "/usr/share/qflow/tech/osu018/osu018_stdcells.lef"),
    ),
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
