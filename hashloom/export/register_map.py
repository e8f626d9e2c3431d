# SPDX-License-Identifier: Apache-2.0
"""The registers of a bus as tables, from the list that was made of their SystemRDL."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from hashloom.export.package import Package

WORD_BITS = 32
HARDWARE = "set by hardware"


@dataclass(frozen=True)
class Field:
    """A field: its bits, what software may do with it, its value after a reset if it has one."""

    name: str
    low: int
    width: int
    access: str
    reset: int | None
    write: str | None
    description: str

    @property
    def bits(self) -> str:
        """Its bits, highest first."""
        return f"{self.low + self.width - 1}:{self.low}" if self.width > 1 else str(self.low)

    @property
    def shown_access(self) -> str:
        """What software may do, and what a write does if it does not just set the value."""
        return f"{self.access}, cleared by 1" if self.write == "oneToClear" else self.access

    @property
    def shown_reset(self) -> str:
        """Its value after a reset."""
        return HARDWARE if self.reset is None else f"0x{self.reset:X}"


@dataclass(frozen=True)
class Register:
    """A register, or a window of several words, which has no fields."""

    name: str
    title: str
    offset: int
    words: int
    access: str
    fields: tuple[Field, ...]

    @property
    def address(self) -> str:
        """Its addresses in bytes."""
        last = self.offset + 4 * (self.words - 1)
        return f"0x{self.offset:02X}" + (f" .. 0x{last:02X}" if self.words > 1 else "")

    @property
    def reset(self) -> str:
        """Its value after a reset; an x for each digit that hardware sets or that is none."""
        if not self.fields or all(field.reset is None for field in self.fields):
            return HARDWARE if self.fields else "none: a window"
        value = unknown = 0
        for field in self.fields:
            if field.reset is None:
                unknown |= ((1 << field.width) - 1) << field.low
            else:
                value |= field.reset << field.low
        digits = [
            "x" if unknown >> low & 0xF else f"{value >> low & 0xF:X}" for low in range(WORD_BITS - 4, -1, -4)
        ]
        return f"0x{''.join(digits)}"


def registers(package: Package) -> list[Register]:
    """The registers of the bus in order of their addresses; none for another bus."""
    listed = [path for path in package.documents if path.suffix == ".json"]
    return [
        _register(one)
        for path in listed
        for one in sorted(
            json.loads(path.read_text(encoding="utf-8"))["registers"], key=lambda one: one["offset"]
        )
    ]


def _register(body: dict[str, Any]) -> Register:
    keys = ("name", "title", "offset", "words", "access")
    return Register(**{key: body[key] for key in keys}, fields=tuple(Field(**one) for one in body["fields"]))


def table(found: list[Register]) -> list[tuple[str, ...]]:
    """Lines: address, register, access, reset, what it is."""
    return [(one.address, f"`{one.name}`", one.access, one.reset, one.title) for one in found]


def field_table(found: list[Register]) -> list[tuple[str, ...]]:
    """Lines: register and field, bits, access, reset, what it is."""
    return [
        (f"`{one.name}.{field.name}`", field.bits, field.shown_access, field.shown_reset, field.description)
        for one in found
        for field in one.fields
    ]
