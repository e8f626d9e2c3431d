# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of cores/common as circuits of gates."""

import re
from pathlib import Path

from folders import ROOT

from hashloom.formal import equivalence

CORES = ROOT / "cores"
RTL = CORES / "common" / "rtl"
ADDERS = tuple(
    RTL / f"{name}.sv"
    for name in (
        "adder_pkg", "prefix_adder", "carry_save_adder",
        "parallel_counter_4_4_4", "parallel_counter_5_3", "parallel_counter_7_3",
        "carry_save_tree", "multi_operand_adder",
    )
)  # fmt: skip
AES = tuple(
    RTL / f"{name}.sv"
    for name in ("gf256_pkg", "aes_pkg", "aes_sbox_front", "aes_sbox_back", "aes_sbox", "aes_mix_column")
)


def names(package: Path) -> dict[str, int]:
    """The integers that a package gives names."""
    text = package.read_text(encoding="utf-8")
    return {name: int(value) for name, value in re.findall(r"localparam integer (\w+) = (\d+);", text)}


def circuit(folder: Path, name: str, width: int, body: str, operands: str = "abc") -> Path:
    """The body, which makes y of the operands, as a circuit of gates."""
    folder = folder / name
    folder.mkdir()
    (folder / "circuit.sv").write_text(
        f"module circuit (input logic [{width}-1:0] {', '.join(operands)}, output logic [{width}-1:0] y);\n"
        f"{body}\nendmodule\n",
        encoding="utf-8",
    )
    sources = " ".join(map(str, [*ADDERS, *AES, folder / "circuit.sv"]))
    return equivalence.circuit(folder, [f"read_verilog -sv {sources}", "hierarchy -check -top circuit"])
