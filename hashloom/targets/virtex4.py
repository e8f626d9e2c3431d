# SPDX-License-Identifier: Apache-2.0
"""Xilinx Virtex-4 of the GMU paper: mapped only, slices estimated."""

from hashloom.targets import _xilinx

TARGET = _xilinx.family(
    "virtex4",
    "Xilinx Virtex-4 (90 nm FPGA), mapped only",
    "xc4v",
    inputs=4,
    carry=_xilinx.MUXCY,
    slice_luts=2,
    # Xilinx DS112, Virtex-4 family overview, table 1.
    devices={
        "XC4VLX15": 12_288,
        "XC4VLX25": 21_504,
        "XC4VLX60": 53_248,
        "XC4VLX100": 98_304,
        "XC4VLX200": 178_176,
    },
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
