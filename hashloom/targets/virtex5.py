# SPDX-License-Identifier: Apache-2.0
"""Xilinx Virtex-5 of the GMU paper: mapped only, slices estimated."""

from hashloom.targets import _xilinx

TARGET = _xilinx.family(
    "virtex5",
    "Xilinx Virtex-5 (65 nm FPGA), mapped only",
    "xc5v",
    inputs=6,
    carry=_xilinx.CARRY4,
    slice_luts=4,
    # Xilinx DS100, Virtex-5 family overview, table 1.
    devices={"XC5VLX30": 19_200, "XC5VLX50": 28_800, "XC5VLX110": 69_120, "XC5VLX330": 207_360},
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
