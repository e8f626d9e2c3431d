# SPDX-License-Identifier: Apache-2.0
"""Gowin Arora GW2A-18: logic cells only, no block RAM, multiplier or LUT RAM."""

from hashloom.targets import _gowin

TARGET = _gowin.family(
    "gowin",
    "Gowin GW2A-18, speed grade C8/I7 (55 nm FPGA)",
    "gw2a",
    device="GW2A-LV18PG256C8/I7",
    nextpnr_family="GW2A-18",
    pins={"clk": "H11", "bit_in": "L14", "bit_out": "L16"},
    # Gowin DS102, GW2A series data sheet, table 1-1.
    devices={"GW2A-18": 20_736, "GW2A-55": 54_720},
)
NAME = TARGET.name
DESCRIPTION = TARGET.description
