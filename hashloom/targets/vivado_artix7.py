# SPDX-License-Identifier: Apache-2.0
"""AMD Artix-7, device xc7a100t in package CSG324 and speed grade 1, by Vivado."""

from hashloom.targets import UNTESTED, VendorFpga

TARGET = VendorFpga(
    name="vivado_artix7",
    description=f"AMD Artix-7 xc7a100tcsg324-1 (28 nm FPGA), by Vivado; {UNTESTED}",
    tool="vivado",
    part="xc7a100tcsg324-1",
    area_unit="slice",
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
