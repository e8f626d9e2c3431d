# SPDX-License-Identifier: Apache-2.0
"""In the place of hashloom/flow/yosys_child.py: makes the files that the script asks for."""

import json
import os
import sys
from pathlib import Path

from recorder import called

CELLS = {"NAND2X1": 10, "XOR2X1": 2, "DFFPOSX1": 4}
LUT = {
    "type": "LUT4",
    "port_directions": {"A": "input", "Z": "output"},
    "connections": {"A": [3], "Z": [4]},
}
REGISTER = {
    "type": "TRELLIS_FF",
    "port_directions": {"CLK": "input", "DI": "input", "Q": "output"},
    "connections": {"CLK": [2], "DI": [4], "Q": [3]},
}
HARNESS = {"cells": {"core.lut": LUT, "core.t_reg": REGISTER}}
PORTS = {"clk": ("input", 1), "a": ("input", 3), "y": ("output", 2)}

called("yosys", sys.argv[1])
for line in Path(sys.argv[1]).read_text().splitlines():
    words = line.split()
    if "stat" in words:
        harness = {"LUT4": 3, "TRELLIS_FF": 9}
        core = CELLS if "-liberty" in words else {"LUT4": 20, "CCU2C": 5, "TRELLIS_FF": 30}
        modules = {"\\core": {"num_cells_by_type": core}, "\\serial_harness": {"num_cells_by_type": harness}}
        Path("statistics.json").write_text(json.dumps({"modules": modules}, indent=1))
    if words[0] == "write_json":
        ports = {name: {"direction": how, "bits": list(range(width))} for name, (how, width) in PORTS.items()}
        Path(words[-1]).write_text(
            json.dumps({"modules": {"core": {"ports": ports}, "serial_harness": HARNESS}}, indent=1)
        )
    if words[0] == "write_verilog":
        Path(words[-1]).write_text("module core (input clk);\nendmodule\n")
        if os.environ.get("HASHLOOM_MOCK_MODE") == "yosys=full-disk":
            Path(words[-1]).write_text("module core (input clk);\n  XOR2X1 _1_ (\n")
