# SPDX-License-Identifier: Apache-2.0
"""The parts of AES in cores/common are proven equal to the definitions of FIPS 197."""

from pathlib import Path

import pytest
from adder_circuits import RTL, circuit, names

from hashloom.formal.equivalence import equivalent

FORMS = {name: value for name, value in names(RTL / "aes_pkg.sv").items() if name != "CUT"}
CUT = """
  logic [aes_pkg::CUT-1:0] inverse;
  logic [9:0] spare;
  aes_sbox_front #(.FORM({front})) front (.x(a), .inverse, .sums(spare));
  aes_sbox_back #(.FORM({back})) back (.inverse, .sums(aes_pkg::sums(inverse[7:0])), .y);
"""


def times(x: int, y: int) -> int:
    """Product of polynomials modulo x^8 + x^4 + x^3 + x + 1 (section 4.2)."""
    product = 0
    for i in range(8):
        product ^= (x << i) * (y >> i & 1)
    for i in range(14, 7, -1):
        product ^= (0x11B << i - 8) * (product >> i & 1)
    return product


def sbox(x: int) -> int:
    """SubBytes (section 5.1.1): the inverse, then the affine map bit by bit."""
    inverse = next((y for y in range(256) if times(x, y) == 1), 0)
    bits = [inverse >> i & 1 for i in range(8)]
    mapped = [sum(bits[(i + j) % 8] for j in (0, 4, 5, 6, 7)) + (0x63 >> i) & 1 for i in range(8)]
    return sum(bit << i for i, bit in enumerate(mapped))


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The S-box of the definition."""
    lines = "".join(f"      8'd{x}: y = 8'd{sbox(x)};\n" for x in range(256))
    body = f"  always_comb\n    case (a)\n{lines}    endcase"
    return circuit(tmp_path_factory.mktemp("table"), "table", 8, body, "a")


@pytest.mark.parametrize("name", FORMS)
def test_every_form_of_the_s_box(name: str, table: Path, tmp_path: Path) -> None:
    body = f"  aes_sbox #(.FORM({FORMS[name]})) box (.x(a), .y);"
    assert equivalent(circuit(tmp_path, name, 8, body, "a"), table)


@pytest.mark.parametrize("back", ["SMALL", "SHALLOW"])
@pytest.mark.parametrize("front", ["SMALL", "SHALLOW"])
def test_an_s_box_cut_in_two(front: str, back: str, table: Path, tmp_path: Path) -> None:
    body = CUT.format(front=FORMS[front], back=FORMS[back])
    assert equivalent(circuit(tmp_path, "cut", 8, body, "a"), table)


def test_a_wrong_s_box_is_found(table: Path, tmp_path: Path) -> None:
    body = "  logic [7:0] s;\n  aes_sbox box (.x(a), .y(s));\n  assign y = s ^ {7'd0, a == 8'h53};"
    assert not equivalent(circuit(tmp_path, "wrong", 8, body, "a"), table)


@pytest.mark.long
def test_multiplication_by_every_byte(tmp_path: Path) -> None:
    """All products a times f, f at byte f of y; the width of the operand is that of the result."""

    def linear(factor: int) -> str:
        products = [times(factor, 1 << i) for i in range(8)]
        return " ^ ".join(["8'd0", *(f"({{8{{a[{i}]}}}} & 8'd{one})" for i, one in enumerate(products))])

    given = [f"  assign y[{8 * f}+:8] = {linear(f)};" for f in range(256)]
    made = [f"  assign y[{8 * f}+:8] = gf256_pkg::times(8'd{f}, a[7:0]);" for f in range(256)]
    plain, ours = (
        circuit(tmp_path, name, 2048, "\n".join(lines), "a")
        for name, lines in (("plain", given), ("ours", made))
    )
    assert equivalent(ours, plain)


def test_mix_column(tmp_path: Path) -> None:
    """b_i = 2 a_i + 3 a_{i+1} + a_{i+2} + a_{i+3} (section 5.1.3)."""
    lines = []
    for i in range(4):
        parts = (
            f"gf256_pkg::times(8'd{f}, a[{24 - 8 * ((i + j) % 4)}+:8])" for j, f in enumerate((2, 3, 1, 1))
        )
        lines.append(f"  assign y[{24 - 8 * i}+:8] = {' ^ '.join(parts)};")
    plain = circuit(tmp_path, "plain", 32, "\n".join(lines), "a")
    assert equivalent(circuit(tmp_path, "ours", 32, "  aes_mix_column column (.a, .b(y));", "a"), plain)
