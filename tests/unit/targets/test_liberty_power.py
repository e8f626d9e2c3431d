# SPDX-License-Identifier: Apache-2.0
"""What a Liberty file says of energy: groups, expressions, tables with their units."""

import pytest
from energy_circuits import LIBERTY

from hashloom.errors import UsageError
from hashloom.libraries import liberty_function, liberty_groups
from hashloom.libraries.liberty_power import FlipFlop, Table, power

CELLS = ("INV", "XOR2", "DFF")


def test_groups_of_the_cells_that_are_asked_for() -> None:
    found = liberty_groups.library(
        """/* brackets { in a comment */ library (a) {
  unit : "1ns"; // and } here
  pair (1, "x y");
  cell ("A") { area : 2.5
    pin (Y, Z) { function : "A { B"; } }
  cell (B) { text : "} {"; pin (A) { } }
  define (x, y, string);
}""",
        ("A",),
    )
    assert found.names == ("a",)
    assert found.attributes == {"unit": "1ns", "pair": "1 x y", "define": "x y string"}
    (cell,) = found.groups
    assert (cell.kind, cell.name, cell.attributes) == ("cell", "A", {"area": "2.5"})
    (pin,) = cell.of("pin")
    assert (pin.names, pin.attributes) == (("Y", "Z"), {"function": "A { B"})


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("cell (a) { }", "it does not begin with one"),
        ("library (a) { cell (A) { area : 1; ", "cell A has no end"),
        ("library (a) { cell (B) { area : 1; ", "it ends inside a brace"),
        ("library (a) { = }", "what is not understood: '= }'"),
    ],
)
def test_what_is_no_library_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        liberty_groups.library(text, ("A",))


@pytest.mark.parametrize(
    ("text", "ones"),
    [
        ("a", "1 3 5 7"),
        ("!a", "0 2 4 6"),
        ("a'", "0 2 4 6"),
        ("a b", "3 7"),
        ("a & b | c", "3 4 5 6 7"),
        ("a | b & c", "1 3 5 6 7"),
        ("a + b * c", "1 3 5 6 7"),
        ("a ^ b & c", "5 6"),
        ("!(a b)'", "3 7"),
        ("(!((a & b)))", "0 1 2 4 5 6"),
        ("!a!b!c", "0"),
        ("1", "0 1 2 3 4 5 6 7"),
        ("a & 0", ""),
    ],
)
def test_values_of_an_expression(text: str, ones: str) -> None:
    found = liberty_function.values(text, ("a", "b", "c"))
    assert [state for state, value in enumerate(found) if value] == list(map(int, ones.split()))


@pytest.mark.parametrize("text", ["", "a &", "(a", "a)", "a % b", "& a", "a ' ' ) b"])
def test_what_is_no_expression_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="an expression that is not understood"):
        liberty_function.expression(text)


def test_an_expression_of_other_names_is_refused() -> None:
    with pytest.raises(UsageError, match="has d, which is no input here"):
        liberty_function.values("a & d", ("a", "b"))


def test_energies_have_the_units_of_the_library() -> None:
    found = power(LIBERTY, CELLS)
    assert found.volts == 2.0
    assert {name: cell.leakage_nw for name, cell in found.cells.items()} == {"INV": 1, "XOR2": 2, "DFF": 4}
    (own,) = found.cells["INV"].pins["Y"].power
    assert own.related == ("A",)
    # Rows of the file are loads, in units of 2 fF; energies are in units of 2 fF times the square of 1 V.
    assert own.rise == Table((0.0, 1.0), (0.0, 200.0), (2.0, 6.0, 10.0, 14.0))
    assert own.rise.at(0.5, 100.0) == pytest.approx(8.0)
    assert own.rise.at(0.25, 0.0) == pytest.approx(4.0)
    assert own.rise.at(-1, 1e9) == pytest.approx(6.0)
    assert own.rise.at(9, -1) == pytest.approx(10.0)
    held = found.cells["DFF"]
    assert held.flip_flop == FlipFlop(("IQ", "IQN"), "D", "CK")
    assert [one.when for one in held.pins["CK"].power] == ["Q", "!Q & QN"]
    assert held.pins["CK"].ff == 6.0
    (of_b,) = (one for one in found.cells["XOR2"].pins["Y"].power if one.related == ("B",))
    assert of_b.rise == of_b.fall == Table((0.0,), (0.0,), (10.0,))


def test_only_cells_that_are_asked_for_are_read() -> None:
    assert set(power(LIBERTY.replace("A ^ B", "?"), ("INV",)).cells) == {"INV"}


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('time_unit : "1ns"', 'time_unit : "1fs"', "no time_unit in one of ps, ns"),
        ("nom_voltage : 2.0", "", "energies that are not understood: 'nom_voltage'"),
        ('values ("2, 2", "2, 4")', 'values ("2, 2", "2")', "a table of 2 by 2 energies has 3"),
        ('values ("2, 2", "2, 4")', 'values ("2, 2", "2, x")', "energies that are not understood"),
        ("fall_power (both)", "fall_power (other)", "energies that are not understood: 'other'"),
        (
            "variable_2 : input_transition_time",
            "variable_2 : weather",
            "over weather, which is not understood",
        ),
        ('clocked_on : "CK"', 'clocked_on : "!CK"', "not on the rising edge of a pin"),
        ('clocked_on : "CK"', 'clocked_on : "CK"; clear : "R"', "DFF has a clear or a preset"),
        ('ff ("IQ", "IQN")', 'latch ("IQ", "IQN")', "the cell DFF has a latch"),
    ],
)
def test_what_is_not_understood_is_refused(old: str, new: str, complaint: str) -> None:
    assert old in LIBERTY
    with pytest.raises(UsageError, match=complaint):
        power(LIBERTY.replace(old, new, 1), CELLS)
