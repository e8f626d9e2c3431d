# SPDX-License-Identifier: Apache-2.0
"""What the Xilinx families have in common: yosys maps to their cells, nothing open places most of them.

Area is in slices, estimated: look-up tables, and flip-flops that are not behind one of their own, fill the
slices densely. That is less than a vendor's tool needs, by the same rule for every design.
"""

from collections.abc import Mapping

from hashloom.targets import LUT, SLICE_MULTIPLEXER, WIRE, Fpga

MUXCY: Mapping[str, Mapping[str, float]] = {
    "MUXCY": {"CI>O": 0.05, "*": 0.1},
    "XORCY": {"*": 0.6},
}
"""A carry chain of single bits; the look-up table before it, wired to it, has a whole level already."""

CARRY4: Mapping[str, Mapping[str, float]] = {"CARRY4": {"CI>CO": 0.12, "*>CO": 0.1, "*": 0.6}}
CARRY8: Mapping[str, Mapping[str, float]] = {"CARRY8": {"CI>CO": 0.15, "*>CO": 0.1, "*": 0.6}}


def family(
    name: str,
    description: str,
    yosys_family: str,
    *,
    inputs: int,
    carry: Mapping[str, Mapping[str, float]],
    slice_luts: int,
    devices: Mapping[str, int],
) -> Fpga:
    """Return the target of a family with LUTs of so many inputs, `slice_luts` of them in a slice."""
    luts = [f"LUT{width}" for width in range(1, inputs + 1)]
    multiplexers = [f"MUXF{width}" for width in range(5, 10)]
    return Fpga(
        name=name,
        description=description,
        synthesis=(
            f"synth_xilinx -flatten -family {yosys_family} -nobram -nolutram -nosrl -nodsp -noiopad "
            "-noclkbuf -run begin:check"
        ),
        lut_cells=dict.fromkeys(luts, 1),
        flip_flop_cells=("FDRE", "FDSE", "FDCE", "FDPE"),
        models=("+/xilinx/cells_sim.v",),
        levels={
            **dict.fromkeys(luts, LUT),
            **dict.fromkeys(multiplexers, SLICE_MULTIPLEXER),
            **carry,
            "INV": WIRE,
        },
        devices=devices,
        area_unit="slice",
        area_luts=slice_luts,
        area_pairs=True,
    )
