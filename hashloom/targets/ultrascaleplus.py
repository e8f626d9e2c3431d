# SPDX-License-Identifier: Apache-2.0
"""Xilinx UltraScale+: mapped only, slices (CLBs of eight LUTs) estimated."""

from hashloom.targets import _xilinx

TARGET = _xilinx.family(
    "ultrascaleplus",
    "Xilinx UltraScale+ (16 nm FPGA), mapped only",
    "xcup",
    inputs=6,
    carry={**_xilinx.CARRY4, **_xilinx.CARRY8},
    slice_luts=8,
    # Xilinx DS890, UltraScale architecture and product data sheet: overview, table 4 (Artix and Kintex).
    devices={"XCAU10P": 44_000, "XCKU3P": 163_000, "XCKU15P": 523_000},
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
