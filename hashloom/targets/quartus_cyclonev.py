# SPDX-License-Identifier: Apache-2.0
"""Altera Cyclone V E, device 5CEFA7 in package F31 and speed grade 6, by Quartus Prime Lite or Standard."""

from hashloom.targets import UNTESTED, VendorFpga

TARGET = VendorFpga(
    name="quartus_cyclonev",
    description=f"Altera Cyclone V 5CEFA7F31C6 (28 nm FPGA), by Quartus; {UNTESTED}",
    tool="quartus",
    part="5CEFA7F31C6",
    area_unit="ALM",
    editions=("Lite", "Standard"),
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
