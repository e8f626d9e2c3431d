# SPDX-License-Identifier: Apache-2.0
"""Cells as the simulator has them: what it evaluates, and which energy and which delay counts in which state.

The state of a gate are its inputs, that of a flip-flop its data inputs, its clock, and what it holds; the
number of a state has bit k for the k-th of these. A `Choice` says for each state which one of several
energies or delays counts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from hashloom.errors import HashloomError, UsageError
from hashloom.libraries import liberty_function
from hashloom.libraries.liberty_power import Power, PowerCell, PowerPin

MOST_INPUTS = 6
"""Inputs of a gate, or data inputs of a flip-flop: a truth table has 64 bits."""
_EQUAL = re.compile(r"\(?\s*(\w+)\s*==\s*1'b([01])\s*\)?")


@dataclass(frozen=True)
class Choice:
    """Which of `count` alternatives counts in each state; -1 for none."""

    count: int
    of_state: tuple[int, ...]


@dataclass(frozen=True)
class Energies:
    """Energies of transitions of a pin: a pair of tables for each alternative, and which counts when."""

    power: tuple[Power, ...]
    choice: Choice


@dataclass(frozen=True)
class Gate:
    """An output of a cell without a state: its truth table, and by input the energies of its transitions."""

    cell: str
    output: str
    inputs: tuple[str, ...]
    truth: int
    caused: tuple[Energies, ...]
    passive: tuple[Energies, ...]
    """Energies of transitions of the inputs themselves; of a cell with several outputs with the first."""


@dataclass(frozen=True)
class Register:
    """A flip-flop: its data inputs, clock, next state, and outputs with whether each has the state itself."""

    cell: str
    data: tuple[str, ...]
    clock: str
    next_state: int
    outputs: tuple[tuple[str, bool], ...]
    caused: tuple[Energies, ...]
    """By output."""
    passive: tuple[Energies, ...]
    """Of the data inputs."""
    clocked: Energies
    """Of the clock input."""


def gates(cell: PowerCell) -> list[Gate]:
    """Outputs of a cell without a state. UsageError for one that the simulator cannot have."""
    inputs = _few(cell.named("input"), cell)
    found: list[Gate] = []
    for output in cell.named("output"):
        pin = cell.pins[output]
        if pin.function is None:
            raise UsageError(f"the output {output} of the cell {cell.name} has no function")
        truth = _truth(liberty_function.values(pin.function, inputs))
        own = tuple(_energies(cell.pins[name].power, inputs) if not found else NONE for name in inputs)
        found.append(Gate(cell.name, output, inputs, truth, _caused(pin, inputs, inputs), own))
    if not found:
        raise UsageError(f"the cell {cell.name} has no output")
    return found


def register(cell: PowerCell) -> Register:
    """A flip-flop. UsageError for one that the simulator cannot have."""
    held = cell.flip_flop
    assert held is not None
    data = _few(tuple(name for name in cell.named("input") if name != held.clock), cell)
    outputs = []
    for name in cell.named("output"):
        function = cell.pins[name].function or ""
        now = liberty_function.values(function, held.names)
        # The states of the two names are each other's inverse: numbers 1 and 2.
        if now[1:3] not in ((True, False), (False, True)):
            raise UsageError(f"the output {name} of {cell.name} is not its state or the inverse of that")
        outputs.append((name, now[1]))
    if not outputs:
        raise UsageError(f"the flip-flop {cell.name} has no output")
    same = {held.names[0]: True, held.names[1]: False, **dict(outputs)}
    state = (*data, held.clock, held.names[0])
    return Register(
        cell=cell.name,
        data=data,
        clock=held.clock,
        next_state=_truth(liberty_function.values(held.next_state, data)),
        outputs=tuple(outputs),
        caused=tuple(_energies(cell.pins[name].power, state, same) for name, _ in outputs),
        passive=tuple(_energies(cell.pins[name].power, state, same) for name in data),
        clocked=_energies(cell.pins[held.clock].power, state, same),
    )


def delay_choice(conditions: Sequence[str], inputs: Sequence[str]) -> Choice:
    """Which of several delays of a pin counts in which state, by their conditions in SDF; "" is none.

    HashloomError for a condition that is not understood.
    """
    wanted = [None if not one else _equal(one) for one in conditions]
    default = wanted.index(None) if None in wanted else 0
    places = {name: bit for bit, name in enumerate(inputs)}
    found = []
    for state in range(1 << len(inputs)):
        matches = (
            number
            for number, values in enumerate(wanted)
            if values and all(state >> places[name] & 1 == value for name, value in values)
        )
        found.append(next(matches, default))
    return Choice(len(wanted), tuple(found))


def _equal(condition: str) -> list[tuple[str, int]]:
    """Pins and their values that a condition in SDF asks for."""
    rest = _EQUAL.sub("", condition).replace("&&", "").replace("&", "")
    if rest.strip(" ()"):
        raise HashloomError(f"OpenSTA writes a delay under a condition that is not understood: {condition}")
    return [(name, int(value)) for name, value in _EQUAL.findall(condition)]


def _caused(pin: PowerPin, inputs: Sequence[str], state: Sequence[str]) -> tuple[Energies, ...]:
    """By input: the energies of transitions of an output that this input causes."""
    return tuple(
        _energies([one for one in pin.power if not one.related or name in one.related], state)
        for name in inputs
    )


def _energies(power: Sequence[Power], state: Sequence[str], same: dict[str, bool] | None = None) -> Energies:
    """Energies and which counts in which state: that whose condition holds, or else the one without any.

    The last name of a `state` stands for the names of `same` too, as it is or, where False, inverted.
    """
    names = [*state, *(name for name in same or () if name not in state)]
    conditions = [None if one.when is None else liberty_function.expression(one.when) for one in power]
    default = conditions.index(None) if None in conditions else -1
    unknown = {name for one in conditions if one is not None for name in one[1]} - set(names)
    if unknown:
        raise UsageError(f"the Liberty file has an energy under a condition of {', '.join(sorted(unknown))}")
    of_state = []
    for number in range(1 << len(state)):
        values = {name: bool(number >> bit & 1) for bit, name in enumerate(state)}
        values |= {name: values[state[-1]] == is_same for name, is_same in (same or {}).items()}
        holding = (at for at, one in enumerate(conditions) if one is not None and one[0](values))
        of_state.append(next(holding, default))
    return Energies(tuple(power), Choice(len(power), tuple(of_state)))


def _truth(values: Sequence[bool]) -> int:
    return sum(value << state for state, value in enumerate(values))


def _few(inputs: tuple[str, ...], cell: PowerCell) -> tuple[str, ...]:
    if len(inputs) > MOST_INPUTS:
        raise UsageError(f"the cell {cell.name} has {len(inputs)} inputs, more than {MOST_INPUTS}")
    return inputs


NONE = Energies((), Choice(0, ()))
"""No energy in any state."""
