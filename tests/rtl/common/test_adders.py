# SPDX-License-Identifier: Apache-2.0
"""The adders of cores/common are proven equal to `+`, by equivalence checking."""

from pathlib import Path

import pytest
from adder_circuits import RTL, circuit, names

from hashloom.formal.equivalence import equivalent

NETWORKS = names(RTL / "adder_pkg.sv")
WIDTHS = (1, 2, 3, 4, 5, 6, 7, 8, 13, 32, 63, 64)

PREFIX = "prefix_adder #(.WIDTH({width}), .NETWORK({network})) adder (.a, .b, .sum(y));"
CARRY_SAVE = """
  logic [{width}-1:0] s, t;
  carry_save_adder #(.WIDTH({width})) adder (.a, .b, .c, .sum(s), .carry(t));
  assign y = s + t;
"""


@pytest.mark.parametrize("name", NETWORKS)
@pytest.mark.long
@pytest.mark.sampled(2)
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


@pytest.mark.parametrize("save", [0, 1])
@pytest.mark.parametrize("operands", [2, 3, 4, 5, 7, 9])
@pytest.mark.sampled(3)
def test_a_sum_of_many_words(operands: int, save: int, tmp_path: Path) -> None:
    letters = "abcdefghi"[:operands]
    plain = circuit(tmp_path, "plain", 4, f"assign y = {' + '.join(letters)};", letters)
    form = f"#(.WIDTH(4), .OPERANDS({operands}), .SAVE({save}))"
    body = f"multi_operand_adder {form} adder (.operands({{{', '.join(letters)}}}), .sum(y));"
    assert equivalent(circuit(tmp_path, "ours", 4, body, letters), plain)


def test_a_wrong_adder_is_found(tmp_path: Path) -> None:
    plain = circuit(tmp_path, "plain", 16, "assign y = a + b;")
    wrong = circuit(tmp_path, "wrong", 16, "assign y = a + b + (&a[14:0] & &b[14:0] & a[15]);")
    assert not equivalent(wrong, plain)
