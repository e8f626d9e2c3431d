# SPDX-License-Identifier: Apache-2.0
"""Altera Agilex 7 F-Series, device AGFB014R24B in speed grade 2, by Quartus Prime Pro."""

from hashloom.targets import UNTESTED, VendorFpga

TARGET = VendorFpga(
    name="quartus_agilex",
    description=f"Altera Agilex 7 AGFB014R24B2E2V (10 nm FPGA), by Quartus Pro; {UNTESTED}",
    tool="quartus",
    part="AGFB014R24B2E2V",
    area_unit="ALM",
    editions=("Pro",),
    first_period_ns=5.0,
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
