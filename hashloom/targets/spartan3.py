# SPDX-License-Identifier: Apache-2.0
"""Xilinx Spartan-3, the GMU paper's low-cost family: mapped only, slices estimated."""

from hashloom.targets import _xilinx

TARGET = _xilinx.family(
    "spartan3",
    "Xilinx Spartan-3 (90 nm FPGA), mapped only",
    "xc3s",
    inputs=4,
    carry=_xilinx.MUXCY,
    slice_luts=2,
    # Xilinx DS099, Spartan-3 FPGA family data sheet, table 1.
    devices={
        "XC3S400": 7_168,
        "XC3S1000": 15_360,
        "XC3S2000": 40_960,
        "XC3S4000": 55_296,
        "XC3S5000": 66_560,
    },
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
