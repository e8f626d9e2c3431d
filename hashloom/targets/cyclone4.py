# SPDX-License-Identifier: Apache-2.0
"""Altera Cyclone IV E, in the place of the GMU paper's Cyclone II and III, whose logic element it has.

Mapped only; yosys builds adders of its look-up tables, for it has no carry chain of this family. A logic
element has a four-input look-up table and a flip-flop.
"""

from hashloom.targets import Fpga, own_model

TARGET = Fpga(
    name="cyclone4",
    description="Altera Cyclone IV E (60 nm FPGA), mapped only",
    synthesis="synth_intel -family cycloneive -nobram -nodsp -run begin:vqm",
    lut_cells={"cycloneive_lcell_comb": 1},
    flip_flop_cells=("dffeas",),
    models=(own_model("cycloneive.v"),),
    data_input="d",
    levels={"cycloneive_lcell_comb": {"cin>cout": 0.05, "*>cout": 0.5, "*": 1}},
    # Altera CYIV-51001, Cyclone IV device handbook, table 1-1.
    devices={"EP4CE6": 6_272, "EP4CE22": 22_320, "EP4CE55": 55_856, "EP4CE115": 114_480},
    area_unit="LE",
    area_pairs=True,
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
