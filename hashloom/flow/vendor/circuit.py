# SPDX-License-Identifier: Apache-2.0
"""What a vendor's tool reads: a unit in the serial harness, its parameters set where it stands in there."""

import re
from collections.abc import Sequence
from pathlib import Path

from hashloom.catalogue.ports import Port
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import UsageError
from hashloom.flow import serial_harness, yosys
from hashloom.flow.serial_harness import TOP
from hashloom.flow.vendor.driver import CORE

_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_WIDE = 1 << 31
"""From here on a number without a width does not fit."""


def write(unit: RtlUnit, ports: Sequence[Port], attribute: str, folder: Path) -> list[str]:
    """Write all files into a folder; their names there, in compile order, which no tool can misread.

    UsageError as of `harness`.
    """
    own = harness(unit, ports, attribute)
    yosys.copy_sources(unit, folder)
    for name, text in own.items():
        (folder / name).write_text(text, encoding="utf-8")
    copies = sorted((folder / "rtl").iterdir(), key=lambda path: int(path.name.partition("_")[0]))
    return [*(path.relative_to(folder).as_posix() for path in copies), *own]


def harness(unit: RtlUnit, ports: Sequence[Port], attribute: str) -> dict[str, str]:
    """The harness of a unit by file, in compile order; `attribute` stands before the core's instance.

    UsageError for names or parameters that cannot be written down, and as of `serial_harness.wrapper`.
    """
    if not _IDENTIFIER.fullmatch(unit.top):
        raise UsageError(f"the module {unit.top} has a name that vendors' tools may read in another way")
    around = serial_harness.wrapper(unit.top, list(ports))
    plain = f"  {unit.top} {CORE} (\n"
    assert around.count(plain) == 1, "the harness has one core"
    whole = around.replace(plain, f"  {attribute}{unit.top}{_settings(unit)} {CORE} (\n")
    return {**serial_harness.parts(), f"{TOP}.sv": whole}


def _settings(unit: RtlUnit) -> str:
    """The parameters of a unit as its instance sets them."""
    text = ", ".join(f".{name}({_value(name, value)})" for name, value in unit.parameters)
    return f" #({text})" if text else ""


def _value(name: str, value: int | str) -> str:
    if not _IDENTIFIER.fullmatch(name):
        raise UsageError(f"the parameter {name!r} has no name that vendors' tools can read")
    if isinstance(value, str):
        if not value.isprintable() or not value.isascii() or set(value) & set('"\\'):
            raise UsageError(
                f"the parameter {name} is {value!r}, which vendors' tools may read in another way"
            )
        return f'"{value}"'
    if -_WIDE <= value < _WIDE:
        return str(value)
    return f"{'-' if value < 0 else ''}{value.bit_length() + 1}'sd{abs(value)}"
