# SPDX-License-Identifier: Apache-2.0
"""Xilinx 7 series (Spartan-7, Artix-7, Kintex-7, Virtex-7): mapped only, slices estimated."""

from hashloom.targets import _xilinx

TARGET = _xilinx.family(
    "xc7",
    "Xilinx 7 series (28 nm FPGA), mapped only",
    "xc7",
    inputs=6,
    carry=_xilinx.CARRY4,
    slice_luts=4,
    # Xilinx DS180, 7 series FPGAs data sheet: overview, tables 2 to 5.
    devices={"XC7A12T": 8_000, "XC7A35T": 20_800, "XC7A100T": 63_400, "XC7A200T": 134_600},
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
