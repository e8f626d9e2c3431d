# SPDX-License-Identifier: Apache-2.0
"""The library of faults, `cores/<family>/faults.toml`: mistakes that must be noticed, one at a time.

A `[[fault]]` has

`name`, `says`          its name, and in one sentence what is wrong with the circuit
`class`                 one of CLASSES
`file`, `right`, `wrong`  the change (`hashloom.catalogue.planting`); the file is of the table's folder
`designs`               the designs in which it is planted; or
`module`                the module in which it is: one of the same folder, which stands in no design
`parameters`, optional  RTL parameters of the design or module, in place of others
`levels`, optional      where a design is simulated; otherwise at block and at message level, as far as the
                        file is used there
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashloom.catalogue import nearest, resolve_design, rtl
from hashloom.catalogue.design import Design
from hashloom.catalogue.places import own_cores_folder
from hashloom.catalogue.planting import Change
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.files import reading

TABLE = "faults.toml"
CLASSES = (
    "long message", "long run", "long stall", "rare data", "rare meeting", "other parameters",
    "data path", "control", "padding", "bus",
)  # fmt: skip
"""Counters and positions that long messages reach; state that many messages or many cycles of waiting reach;
data that chance does not bring; events in one turn; parameters that few use; ordinary mistakes, by place."""
DEFAULT_LEVELS: tuple[Level, ...] = ("core", "top")
_NEEDED = {"name", "says", "class", "file", "right", "wrong"}
_KEYS = {*_NEEDED, "designs", "module", "parameters", "levels"}


@dataclass(frozen=True)
class Planted(Change):
    """An entry of a table. `family` is the folder of the table; `kind` is its class."""

    name: str
    family: str
    kind: str
    says: str
    designs: tuple[str, ...] = ()
    module: str = ""
    parameters: tuple[tuple[str, int], ...] = ()
    levels: tuple[Level, ...] | None = None

    def circuits(self) -> list[tuple[Design, Level, RtlUnit]]:
        """The right circuits in which it is simulated, level by level."""
        designs = [resolve_design(name) for name in self.designs]
        found = []
        for level in DEFAULT_LEVELS if self.levels is None else self.levels:
            for design in designs:
                unit = _with(rtl.unit(design, level), self.parameters)
                if self.levels is not None or self.source(unit) is not None:
                    found.append((design, level, unit))
        return found

    def alone(self) -> RtlUnit:
        """The right RTL of `module`, with all files of its folder."""
        sources = sorted((cores() / self.family / "rtl").glob("*.sv"))
        return RtlUnit(self.name, self.module, tuple(sources), self.parameters)

    def units(self) -> list[RtlUnit]:
        """All right circuits that it changes; HashloomError where there is none."""
        found = [self.alone()] if self.module else [unit for _, _, unit in self.circuits()]
        if not found:
            raise HashloomError(
                f"fault '{self.name}': {self.file}.sv is in none of {', '.join(self.designs)}"
            )
        return found

    def digest(self) -> str:
        """SHA-256 (hexadecimal) of all that the entry says but for its sentence."""
        body = (
            self.file,
            self.right,
            self.wrong,
            self.name,
            self.kind,
            *self.designs,
            self.module,
            self.parameters,
        )
        return hashlib.sha256(repr((*body, self.levels)).encode()).hexdigest()


def cores() -> Path:
    """Folder of the families of this repository."""
    return own_cores_folder()


def tables() -> list[Path]:
    """The tables of this repository, by family."""
    return sorted(cores().glob(f"*/{TABLE}"))


def faults(names: Sequence[str] = ()) -> list[Planted]:
    """All faults, or those with these names or of these families; UsageError for a name that none has."""
    found = [fault for path in tables() for fault in read(path)]
    known = {fault.name: [fault] for fault in found}
    if len(known) < len(found):
        raise HashloomError("two faults have one name; see cores/*/faults.toml")
    families: dict[str, list[Planted]] = {}
    for fault in found:
        families.setdefault(fault.family, []).append(fault)
    chosen: list[Planted] = []
    for name in names:
        if name not in known and name not in families:
            raise UsageError(
                f"there is no fault '{name}' and no family of faults; {nearest(name, [*families, *known])}"
            )
        chosen += families.get(name) or known[name]
    return list(dict.fromkeys(chosen)) if names else found


def read(path: Path) -> list[Planted]:
    """The faults of one table. HashloomError, naming the place, where it is not as said above."""
    content = reading.toml(path, "the table of faults")
    return [_planted(path, entry) for entry in content.get("fault", [])]


def _planted(path: Path, entry: Mapping[str, Any]) -> Planted:
    where = f"{path}, fault '{entry.get('name', '?')}'"
    if not _NEEDED <= set(entry) <= _KEYS:
        wrong = ", ".join(sorted((_NEEDED - set(entry)) | (set(entry) - _KEYS)))
        raise HashloomError(f"{where}: missing or unknown: {wrong}")
    if entry["class"] not in CLASSES:
        raise HashloomError(f"{where}: the class is one of {', '.join(CLASSES)}, not '{entry['class']}'")
    if ("module" in entry) == ("designs" in entry) or ("levels" in entry and "module" in entry):
        raise HashloomError(f"{where}: it has `designs`, and `levels` with these, or `module`")
    if not (path.parent / "rtl" / f"{entry['file']}.sv").is_file():
        raise HashloomError(f"{where}: there is no {entry['file']}.sv in {path.parent / 'rtl'}")
    levels = entry.get("levels")
    if levels is not None and not (levels and set(levels) <= set(rtl.LEVELS)):
        raise HashloomError(f"{where}: levels are {', '.join(rtl.LEVELS)}, not {levels}")
    return Planted(
        file=entry["file"],
        right=entry["right"],
        wrong=entry["wrong"],
        name=entry["name"],
        family=path.parent.name,
        kind=entry["class"],
        says=entry["says"],
        designs=tuple(entry.get("designs", ())),
        module=entry.get("module", ""),
        parameters=tuple(entry.get("parameters", {}).items()),
        levels=None if levels is None else tuple(levels),
    )


def _with(unit: RtlUnit, parameters: Sequence[tuple[str, int]]) -> RtlUnit:
    """The unit with these parameters in place of its own."""
    return replace(unit, parameters=tuple({**dict(unit.parameters), **dict(parameters)}.items()))
