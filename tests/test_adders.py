# SPDX-License-Identifier: Apache-2.0
"""The adders of cores/common are proven equal to `+`, by equivalence checking."""

import re
import subprocess
import sys
from pathlib import Path

import pyosys
import pytest

from hashloom.catalogue import repository_folder

RTL = repository_folder() / "cores" / "common" / "rtl"
PACKAGE = (RTL / "adder_pkg.sv").read_text(encoding="utf-8")
NETWORKS = {name: int(value) for name, value in re.findall(r"localparam integer (\w+) = (\d+);", PACKAGE)}
WIDTHS = (1, 2, 3, 4, 5, 6, 7, 8, 13, 32, 63, 64)
ABC = Path(pyosys.__file__).with_name("yosys-abc")

PREFIX = "prefix_adder #(.WIDTH({width}), .NETWORK({network})) adder (.a, .b, .sum(y));"
CARRY_SAVE = """
  logic [{width}-1:0] s, t;
  carry_save_adder #(.WIDTH({width})) adder (.a, .b, .c, .sum(s), .carry(t));
  assign y = s + t;
"""


def circuit(folder: Path, name: str, width: int, body: str) -> Path:
    """The body, which makes y of a, b and c, as a circuit of gates."""
    (folder / f"{name}.sv").write_text(
        f"module circuit (input logic [{width}-1:0] a, b, c, output logic [{width}-1:0] y);\n"
        f"{body}\nendmodule\n",
        encoding="utf-8",
    )
    sources = [
        RTL / "adder_pkg.sv",
        RTL / "prefix_adder.sv",
        RTL / "carry_save_adder.sv",
        folder / f"{name}.sv",
    ]
    commands = [
        f"read_verilog -sv {' '.join(map(str, sources))}",
        "hierarchy -check -top circuit",
        "synth -flatten -noabc -run begin:fine",
        "techmap",
        "opt_clean",
        f"write_blif {folder / name}.blif",
    ]
    program = f"from pyosys import libyosys as ys; d = ys.Design(); [ys.run_pass(c, d) for c in {commands}]"
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
    return folder / f"{name}.blif"


def equivalent(one: Path, other: Path) -> bool:
    """Do these circuits compute the same? Decided by ABC's equivalence checker."""
    command = f"cec {one} {other}"
    answer = subprocess.run([ABC, "-c", command], check=True, capture_output=True, text=True).stdout
    assert ("are equivalent" in answer) != ("NOT EQUIVALENT" in answer), answer
    return "are equivalent" in answer


@pytest.mark.parametrize("name", NETWORKS)
def test_every_network_adds(name: str, tmp_path: Path) -> None:
    for width in WIDTHS if name != "TOOL" else (8,):
        plain = circuit(tmp_path, f"plain{width}", width, "assign y = a + b;")
        body = PREFIX.format(width=width, network=NETWORKS[name])
        assert equivalent(circuit(tmp_path, f"prefix{width}", width, body), plain), f"{name}, {width} bits"


def test_a_carry_save_row_keeps_the_sum(tmp_path: Path) -> None:
    for width in (2, 8, 32):
        plain = circuit(tmp_path, f"plain{width}", width, "assign y = a + b + c;")
        saved = circuit(tmp_path, f"saved{width}", width, CARRY_SAVE.format(width=width))
        assert equivalent(saved, plain), f"{width} bits"


def test_a_wrong_adder_is_found(tmp_path: Path) -> None:
    plain = circuit(tmp_path, "plain", 16, "assign y = a + b;")
    wrong = circuit(tmp_path, "wrong", 16, "assign y = a + b + (&a[14:0] & &b[14:0] & a[15]);")
    assert not equivalent(wrong, plain)
