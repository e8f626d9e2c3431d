# SPDX-License-Identifier: Apache-2.0
"""Cells in the simulator's terms: truth tables, and which energy and which delay counts in which state."""

from dataclasses import replace

import pytest
from energy_circuits import LIBERTY

from hashloom.energy import kinds
from hashloom.energy.kinds import Choice
from hashloom.errors import HashloomError, UsageError
from hashloom.libraries.liberty_power import PowerCell, PowerPin, power

CELLS = power(LIBERTY, ("INV", "XOR2", "DFF")).cells


def with_function(cell: PowerCell, output: str, function: str | None) -> PowerCell:
    pin = cell.pins[output]
    return replace(cell, pins={**cell.pins, output: replace(pin, function=function)})


def test_a_gate() -> None:
    (found,) = kinds.gates(CELLS["XOR2"])
    assert (found.inputs, found.output, found.truth) == (("A", "B"), "Y", 0b0110)
    by_a, by_b = found.caused
    # Bit 0 of a state is A, bit 1 is B: what A causes is the first energy where B is 1, else the second.
    assert by_a.choice == Choice(2, (1, 1, 0, 0))
    assert by_b.choice == Choice(1, (0, 0, 0, 0))
    assert [one.choice.count for one in found.passive] == [0, 0]


def test_an_energy_without_a_condition_counts_where_none_holds() -> None:
    cell = CELLS["XOR2"]
    when_b, when_not_b, of_b = cell.pins["Y"].power
    pin = replace(cell.pins["Y"], power=(replace(when_not_b, when=None), when_b, of_b))
    (found,) = kinds.gates(replace(cell, pins={**cell.pins, "Y": pin}))
    assert found.caused[0].choice == Choice(2, (0, 0, 1, 1))
    alone = replace(pin, power=(when_b,))
    (found,) = kinds.gates(replace(cell, pins={**cell.pins, "Y": alone}))
    assert found.caused[0].choice == Choice(1, (-1, -1, 0, 0))
    assert found.caused[1].choice == Choice(0, (-1, -1, -1, -1))


def test_a_flip_flop() -> None:
    found = kinds.register(CELLS["DFF"])
    assert (found.data, found.clock, found.next_state) == (("D",), "CK", 0b10)
    assert found.outputs == (("Q", True), ("QN", False))
    # The state of a flip-flop: D, CK, and what it holds, which is Q and the inverse of QN.
    assert found.passive[0].choice == Choice(2, (1, 1, 0, 0, 1, 1, 0, 0))
    assert found.clocked.choice == Choice(2, (1, 1, 1, 1, 0, 0, 0, 0))
    assert [one.choice.count for one in found.caused] == [1, 1]


@pytest.mark.parametrize(
    ("cell", "complaint"),
    [
        (with_function(CELLS["DFF"], "QN", "IQ & IQN"), "the output QN of DFF is not its state"),
        (with_function(CELLS["DFF"], "Q", "1"), "the output Q of DFF is not its state"),
    ],
)
def test_a_flip_flop_of_another_sort_is_refused(cell: PowerCell, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        kinds.register(cell)


def test_gates_that_cannot_be_simulated() -> None:
    inverter = CELLS["INV"]
    with pytest.raises(UsageError, match="the output Y of the cell INV has no function"):
        kinds.gates(with_function(inverter, "Y", None))
    with pytest.raises(UsageError, match="the cell INV has no output"):
        kinds.gates(replace(inverter, pins={"A": inverter.pins["A"]}))
    many = {f"I{number}": PowerPin("input", 1.0, None, ()) for number in range(7)}
    with pytest.raises(UsageError, match="the cell INV has 7 inputs, more than 6"):
        kinds.gates(replace(inverter, pins=many))
    odd = replace(inverter.pins["Y"], power=(replace(inverter.pins["Y"].power[0], when="R"),))
    with pytest.raises(UsageError, match="an energy under a condition of R"):
        kinds.gates(replace(inverter, pins={**inverter.pins, "Y": odd}))


def test_the_delay_of_a_state() -> None:
    conditions = ("(B == 1'b1) && (C == 1'b0)", "(B == 1'b0)", "")
    assert kinds.delay_choice(conditions, ("A", "B", "C")) == Choice(3, (1, 1, 0, 0, 1, 1, 2, 2))
    assert kinds.delay_choice(("B == 1'b1",), ("A", "B")) == Choice(1, (0, 0, 0, 0))
    with pytest.raises(HashloomError, match="a condition that is not understood: B \\|\\| C"):
        kinds.delay_choice(("B || C",), ("A", "B", "C"))
