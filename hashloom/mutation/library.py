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
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, model_validator

from hashloom.catalogue import nearest, resolve_design, rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design
from hashloom.catalogue.places import Places
from hashloom.catalogue.planting import Change
from hashloom.catalogue.reach import reached
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.files import toml_file
from hashloom.files.model import Integer, Model, Name, OneOf, Several, Text, said
from hashloom.verification import files_of

TABLE = "faults.toml"
CLASSES = (
    "long message", "long run", "long stall", "rare data", "rare meeting", "other parameters",
    "data path", "control", "padding", "bus",
)  # fmt: skip
"""Counters and positions that long messages reach; state that many messages or many cycles of waiting reach;
data that chance does not bring; events in one turn; parameters that few use; ordinary mistakes, by place."""
DEFAULT_LEVELS: tuple[Level, ...] = ("core", "top")


class FaultEntry(Model):
    """A `[[fault]]`."""

    name: Name = Field(description="its name")
    says: Name = Field(description="in one sentence what is wrong with the circuit")
    fault_class: Annotated[Name, OneOf("class", CLASSES)] = Field(alias="class", description="its class")
    file: Name = Field(description="name of the file that is changed, without .sv")
    right: Name = Field(description="text that stands there once")
    wrong: Text = Field(description="text that is put in its place")
    designs: Annotated[Several[Name], Field(min_length=1)] | None = Field(
        None, description="designs in which it is planted"
    )
    module: Name | None = Field(None, description="in place of designs: the module in which it is")
    parameters: dict[str, Integer] = Field({}, description="RTL parameters in place of others")
    levels: Annotated[Several[Level], Field(min_length=1)] | None = Field(
        None, description="levels at which designs are simulated"
    )

    @model_validator(mode="after")
    def _is_somewhere(self) -> FaultEntry:
        if (self.module is None) == (self.designs is None) or (self.module and self.levels):
            raise said("it must have `designs`, and perhaps `levels` with these, or `module`")
        return self


class FaultTable(Model):
    """A library of faults: mistakes that must be noticed, one at a time."""

    fault: Several[FaultEntry] = Field((), description="the faults")


@dataclass(frozen=True)
class Planted(Change):
    """An entry of a table. `folder` is that of the table, of a family; `kind` is its class.

    Its designs are those of these `places`, its circuits those of the files as `capture` has them.
    """

    name: str
    folder: Path
    places: Places = field(compare=False, repr=False)
    kind: str
    says: str
    designs: tuple[str, ...] = ()
    module: str = ""
    parameters: tuple[tuple[str, int], ...] = ()
    levels: tuple[Level, ...] | None = None
    capture: Capture = field(default_factory=Capture, compare=False, repr=False)

    @property
    def family(self) -> str:
        """Name of the family."""
        return self.folder.name

    def body(self) -> dict[str, Any]:
        """The entry as a JSON object."""
        return {
            "name": self.name, "family": self.family, "class": self.kind, "says": self.says,
            "file": self.file, "right": self.right, "wrong": self.wrong, "designs": self.designs,
            "module": self.module, "parameters": self.parameters, "levels": self.levels,
        }  # fmt: skip

    def circuits(self) -> list[tuple[Design, Level, RtlUnit]]:
        """The right circuits in which it is simulated, level by level."""
        designs = [resolve_design(name, self.places) for name in self.designs]
        found = []
        for level in DEFAULT_LEVELS if self.levels is None else self.levels:
            for design in designs:
                unit = _with(rtl.unit(design, level, capture=self.capture), self.parameters)
                if self.levels is not None or self.source(unit) is not None:
                    found.append((design, level, unit))
        return found

    def vector_files(self) -> list[Path]:
        """The files of known answers that the designs of its circuits are verified with."""
        found = [files_of(design.function, (level,), self.places) for design, level, _ in self.circuits()]
        return list(dict.fromkeys(path for files in found for path in files))

    def alone(self) -> RtlUnit:
        """The right RTL of `module`, with what it needs of its folder."""
        sources = reached(self.module, [self.folder / "rtl"], self.capture)
        return RtlUnit(self.name, self.module, sources, self.parameters, self.capture)

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


def tables(places: Places) -> list[Path]:
    """The tables of the laboratory's own cores, by family."""
    return sorted(places.own_cores.glob(f"*/{TABLE}"))


def faults(places: Places, names: Sequence[str] = ()) -> list[Planted]:
    """All faults of the laboratory's own cores, or those with these names or of these families.

    All of one state of the RTL files. UsageError for a name that none has.
    """
    capture = Capture()
    found = [fault for path in tables(places) for fault in read(path, places, capture)]
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


def read(path: Path, places: Places, capture: Capture | None = None) -> list[Planted]:
    """The faults of one table; `capture`: the state of the RTL files, by default that of now.

    UsageError, naming the place, where it is not as said above.
    """
    capture = capture or Capture()
    file = toml_file.read(path, "the table of faults")
    found = []
    for number, entry in enumerate(file.checked(FaultTable).fault):
        if not (path.parent / "rtl" / f"{entry.file}.sv").is_file():
            raise file.mistake(
                ("fault", number, "file"), f"there is no {entry.file}.sv in {path.parent / 'rtl'}"
            )
        found.append(_planted(entry, path.parent, places, capture))
    return found


def _planted(entry: FaultEntry, folder: Path, places: Places, capture: Capture) -> Planted:
    return Planted(
        file=entry.file,
        right=entry.right,
        wrong=entry.wrong,
        name=entry.name,
        folder=folder,
        places=places,
        kind=entry.fault_class,
        says=entry.says,
        designs=entry.designs or (),
        module=entry.module or "",
        parameters=tuple(entry.parameters.items()),
        levels=entry.levels,
        capture=capture,
    )


def _with(unit: RtlUnit, parameters: Sequence[tuple[str, int]]) -> RtlUnit:
    """The unit with these parameters in place of its own."""
    return replace(unit, parameters=tuple({**dict(unit.parameters), **dict(parameters)}.items()))
