# SPDX-License-Identifier: Apache-2.0
"""Gowin Arora V GW5A-25: logic cells only, no block RAM, multiplier or LUT RAM."""

from hashloom.targets import _gowin

TARGET = _gowin.family(
    "gw5a",
    "Gowin Arora V GW5A-25, speed grade C1/I0 (22 nm FPGA)",
    "gw5a",
    device="GW5A-LV25MG121NC1/I0",
    nextpnr_family="GW5A-25A",
    pins={"clk": "E2", "bit_in": "K11", "bit_out": "L11"},
    # Look-up tables of the device in nextpnr's data base.
    devices={"GW5A-25": 23_040},
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
