# SPDX-License-Identifier: Apache-2.0
"""Pins of cells from a Liberty file: their directions and the capacitances that they load a net with."""

import re
from dataclasses import dataclass

from hashloom.errors import UsageError

_ITEM = re.compile(
    r'/\*.*?\*/|//[^\n]*|\b(cell|pin)\s*\(\s*"?(\w+)"?\s*\)\s*\{'
    r'|\b(direction|capacitance)\s*:\s*"?([\w.+-]+)"?',
    re.DOTALL,
)
_UNIT = re.compile(r'\bcapacitive_load_unit\s*\(\s*([\d.]+)\s*,\s*"?([fp]f)"?\s*\)', re.IGNORECASE)
_FEMTO = {"ff": 1.0, "pf": 1000.0}


@dataclass(frozen=True)
class Pin:
    """A pin: `input`, `output`, `inout` or `internal`, and its capacitance in femtofarad."""

    direction: str
    ff: float = 0.0


def unit_ff(text: str) -> float:
    """Femtofarad in the unit of capacitance of a Liberty file. UsageError where it names none."""
    found = _UNIT.search(text)
    if found is None:
        raise UsageError("the Liberty file has no capacitive_load_unit in ff or pf")
    return float(found.group(1)) * _FEMTO[found.group(2).lower()]


def pins(text: str) -> dict[str, dict[str, Pin]]:
    """Pins of a library by cell and name. UsageError where its unit of capacitance is not known."""
    unit = unit_ff(text)
    found: dict[str, dict[str, dict[str, str]]] = {}
    cell = pin = ""
    for kind, name, key, value in _ITEM.findall(text):
        if kind == "cell":
            cell, pin = name, ""
            found[cell] = {}
        elif kind == "pin" and cell:
            pin = name
            found[cell].setdefault(pin, {})
        elif key and cell and pin:
            found[cell][pin].setdefault(key, value)
    try:
        return {
            cell: {
                name: Pin(one.get("direction", ""), float(one.get("capacitance", 0)) * unit)
                for name, one in of_cell.items()
            }
            for cell, of_cell in found.items()
        }
    except ValueError as error:
        raise UsageError(f"the Liberty file has a capacitance that is no number: {error}") from error
