# SPDX-License-Identifier: Apache-2.0
"""Reads the geometry of cells from LEF files: the size of a cell and where its pins are.

Only what placement needs is understood, and all of that strictly: macros with SIZE, pins with rectangles.
Other blocks and statements are passed over. Lengths come out in nanometres, as integers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from hashloom.errors import UsageError

NM = 1000
"""Nanometres in a micrometre."""

_BLOCKS = ("LAYER", "VIA", "VIARULE", "SITE", "NONDEFAULTRULE", "ARRAY")
"""Blocks of a file, beside macros, that begin with a name and end with it."""
_NAMELESS = ("UNITS", "PROPERTYDEFINITIONS", "SPACING")


@dataclass(frozen=True)
class Macro:
    """A cell in its orientation N, its lower left corner at 0, 0: size and the places of pins, in nm.

    The place of a pin is the centre of its largest rectangle, which is metal.
    """

    name: str
    width: int
    height: int
    pins: dict[str, tuple[int, int]] = field(default_factory=dict)


def macros(text: str) -> dict[str, Macro]:
    """Cells of a LEF file by name. UsageError if the text is none, or has what is not understood."""
    found = {}
    tokens = _Tokens(text)
    for word in tokens:
        if word == "MACRO":
            macro = _macro(tokens, tokens.next())
            found[macro.name] = macro
        elif word in _BLOCKS:
            tokens.skip_block(tokens.next())
        elif word in _NAMELESS:
            tokens.skip_block(word)
        elif word == "END":
            tokens.next()
            break
        else:
            tokens.statement()
    if not found:
        raise UsageError("this is no LEF file of cells: it has no MACRO")
    return found


class _Tokens:
    """The words of a LEF file, one by one."""

    def __init__(self, text: str) -> None:
        lines = (line.partition("#")[0] for line in text.splitlines())
        self._words = iter(" ".join(lines).replace(";", " ; ").split())

    def __iter__(self) -> Iterator[str]:
        return self._words

    def next(self) -> str:
        """The next word. UsageError at the end."""
        word = next(self._words, None)
        if word is None:
            raise UsageError("this is no LEF file: it ends inside a block or a statement")
        return word

    def statement(self) -> list[str]:
        """Words up to a semicolon."""
        return list(iter(self.next, ";"))

    def skip_block(self, name: str) -> None:
        """Go on behind the END of a block of this name."""
        word = self.next()
        while not (word == "END" and self.next() == name):
            word = self.next()


def _macro(tokens: _Tokens, name: str) -> Macro:
    size, pins = None, {}
    while (word := tokens.next()) != "END":
        if word == "PIN":
            pin = tokens.next()
            place = _pin(tokens, pin, name)
            if place is not None:
                pins[pin] = place
        elif word in ("OBS", "DENSITY"):
            while tokens.next() != "END":
                tokens.statement()
        else:
            values = tokens.statement()
            if word == "SIZE":
                if len(values) != 3 or values[1] != "BY":
                    raise UsageError(f"the size of the cell {name} is not written as SIZE width BY height")
                size = _nm(values[0]), _nm(values[2])
            if word == "ORIGIN" and any(_nm(value) for value in values):
                raise UsageError(f"the cell {name} has an ORIGIN other than 0 0, which is not understood")
    _ends(tokens, name)
    if size is None or min(size) <= 0:
        raise UsageError(f"the cell {name} has no SIZE")
    for pin, (x, y) in pins.items():
        if not (0 <= x <= size[0] and 0 <= y <= size[1]):
            raise UsageError(f"the pin {pin} of the cell {name} lies outside the cell")
    return Macro(name, *size, pins)


def _pin(tokens: _Tokens, pin: str, macro: str) -> tuple[int, int] | None:
    """Place of a pin; None for one without metal."""
    largest, place = -1, None
    while (word := tokens.next()) != "END":
        if word != "PORT":
            tokens.statement()
            continue
        while (shape := tokens.next()) != "END":
            values = tokens.statement()
            if shape == "POLYGON" or (shape == "RECT" and len(values) != 4):
                raise UsageError(f"the pin {pin} of the cell {macro} has a {shape} that is not understood")
            if shape == "RECT":
                left, low, right, high = map(_nm, values)
                area = abs((right - left) * (high - low))
                if area > largest:
                    largest, place = area, ((left + right) // 2, (low + high) // 2)
    _ends(tokens, pin)
    return place


def _ends(tokens: _Tokens, name: str) -> None:
    word = tokens.next()
    if word != name:
        raise UsageError(f"this is no LEF file: the block {name} ends with the name {word}")


def _nm(text: str) -> int:
    try:
        return round(float(text) * NM)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"this is no LEF file: {text} stands where a length belongs") from error
