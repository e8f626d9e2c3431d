# SPDX-License-Identifier: Apache-2.0
"""Lattice MachXO2 and MachXO3, device LCMXO3LF-6900C: logic cells only.

The MachXO3 has the fabric of the MachXO2; this device is the largest of both that nextpnr knows.
"""

from hashloom.targets import LUT, SLICE_MULTIPLEXER, Fpga

TARGET = Fpga(
    name="machxo2",
    description="Lattice MachXO2 and XO3, LCMXO3LF-6900C, speed grade 6 (65 nm FPGA)",
    synthesis="synth_lattice -family xo2 -nobram -nolutram -nodsp -run begin:check",
    program="yowasp-nextpnr-machxo2",
    arguments=(
        "--device", "LCMXO3LF-6900C-6BG400C", "--lpf-allow-unconstrained", "--timing-allow-fail",
        "--router", "router1",
    ),
    luts="TRELLIS_COMB",
    flip_flops="TRELLIS_FF",
    lut_cells={"LUT4": 1, "CCU2D": 2},
    flip_flop_cells=("TRELLIS_FF",),
    models=("+/lattice/cells_sim_xo2.v",),
    data_input="DI",
    levels={
        "LUT4": LUT,
        "CCU2D": {"CIN>COUT": 0.08, "*>COUT": 0.5, "*": 1},
        "PFUMX": SLICE_MULTIPLEXER,
        "L6MUX21": SLICE_MULTIPLEXER,
    },
    # Lattice FPGA-DS-02032, MachXO3 family data sheet, table 1.1.
    devices={"LCMXO3LF-1300": 1_280, "LCMXO3LF-4300": 4_320, "LCMXO3LF-6900": 6_864},
)  # fmt: skip
NAME = TARGET.name
DESCRIPTION = TARGET.description
