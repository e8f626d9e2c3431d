# SPDX-License-Identifier: Apache-2.0
"""AMD Kintex UltraScale+, device xcku5p in package FFVB676 and speed grade 2, by Vivado."""

from hashloom.targets import UNTESTED, VendorFpga

TARGET = VendorFpga(
    name="vivado_kintexup",
    description=f"AMD Kintex UltraScale+ xcku5p-ffvb676-2-e (16 nm FPGA), by Vivado; {UNTESTED}",
    tool="vivado",
    part="xcku5p-ffvb676-2-e",
    area_unit="CLB",
    first_period_ns=5.0,
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
