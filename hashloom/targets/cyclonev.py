# SPDX-License-Identifier: Apache-2.0
"""Altera Cyclone V, in the place of the GMU paper's Stratix II and III: adaptive logic modules as there.

Mapped only; area is in adaptive look-up tables (ALUTs), of which a module has two. Inverters go into the
look-up table or flip-flop behind them.
"""

from hashloom.targets import LUT, WIRE, Fpga, own_model

ALUTS = [f"MISTRAL_ALUT{inputs}" for inputs in range(2, 7)]

TARGET = Fpga(
    name="cyclonev",
    description="Altera Cyclone V (28 nm FPGA), mapped only",
    synthesis=(
        "synth_intel_alm -family cyclonev -nobram -nolutram -nodsp -noiopad -noclkbuf -run begin:quartus"
    ),
    lut_cells={**dict.fromkeys(ALUTS, 1), "MISTRAL_ALUT_ARITH": 1},
    flip_flop_cells=("MISTRAL_FF",),
    models=(own_model("cyclonev.v"), "+/intel_alm/common/alm_sim.v"),
    data_input="DATAIN",
    levels={
        **dict.fromkeys(ALUTS, LUT),
        "MISTRAL_ALUT_ARITH": {"CI>CO": 0.05, "*>CO": 0.5, "*": 1},
        "MISTRAL_NOT": WIRE,
        "MISTRAL_BUF": WIRE,
    },
    # Altera CV-51001, Cyclone V device overview, table 4 (two ALUTs in a module).
    devices={"5CEA2": 18_868, "5CEA4": 36_960, "5CEA7": 112_960, "5CEA9": 227_120},
    area_unit="ALUT",
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
