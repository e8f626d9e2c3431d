# SPDX-License-Identifier: Apache-2.0
"""The tables of proofs, `cores/<family>/formal/proofs.toml`.

A `[[proof]]` has

`name`, `says`    its name, and in one sentence what holds once it is done
`module`          the check, which lies in `<module>.sv` beside the table
`sources`         RTL that it needs, in compile order: names of files, without `.sv`, of family or common
`engine`          `pdr`, `ind`, `bmc` or `cec`, see `engine`, or `turns`, see `hashloom.formal.turns`
`depth`           cycles looked at by `bmc` and `ind`
`clocks`          `free` if the check has inputs that are clocks of their own, beside that of its steps, which
                  then has the attribute `gclk`
`reach`           cycles in which every `cover` of the check must be reached; not for `cec` and `turns`
`sets`            values of its parameters: a list of tables; one empty one by default. A list of values
                  stands for as many sets, one with each of them
`over`            more of them: lists of values, all combinations of which are taken with each of `sets`.
                  In place of a list a package, such as `adder_pkg`: all its named integers
`designs`         for `turns`, in the place of `module`, `sources`, `sets` and `over`: the designs whose cores
                  are proven to do what their models do; each counts as a set of parameters. Where
                  HASHLOOM_CORES names a folder of other cores, those that it has
`faults`          what must make the proof fail: in the file `file` the text `right` replaced by `wrong`;
                  `set`, optional: the number of the set of parameters, counted from 0
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.places import Places
from hashloom.catalogue.planting import Change
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.files import toml_file
from hashloom.files.model import (
    Called,
    Count,
    Integer,
    Model,
    Name,
    OneOf,
    PositiveCount,
    Several,
    Text,
    said,
)
from hashloom.files.toml_file import TomlFile

TABLE = "proofs.toml"
TURNS = "turns"
ENGINES = ("pdr", "ind", "bmc", "cec", TURNS)
_BOUNDED, _REACHING = ("bmc", "ind"), ("pdr", "ind", "bmc")
_List = Annotated[Several[Integer], Field(min_length=1)]
_Values = Annotated[int | _List, Called("value", "a whole number or a list of these")]
_Choices = Annotated[Name | _List, Called("choice", "a list of whole numbers or the name of a package")]


class FaultEntry(Model):
    """A change that must make a proof fail."""

    file: Name = Field(description="name of the file that is changed, without .sv")
    right: Name = Field(description="text that stands there once")
    wrong: Text = Field(description="text that is put in its place")
    set: Count = Field(0, description="number of the set of parameters, from 0 on")


class ProofEntry(Model):
    """A `[[proof]]`."""

    name: Name = Field(description="its name")
    says: Name = Field(description="in one sentence what holds once it is done")
    engine: Annotated[Name, OneOf("engine", ENGINES)] = Field(description="what proves it")
    module: Name | None = Field(None, description="the check")
    sources: Several[Name] | None = Field(
        None, description="RTL that it needs, in compile order, without .sv"
    )
    designs: Several[Name] | None = Field(None, description="for turns: designs whose cores are proven")
    depth: PositiveCount | None = Field(None, description="cycles looked at, for bmc and ind")
    clocks: Literal["free"] | None = Field(None, description="free if the check has clocks of its own")
    reach: PositiveCount | None = Field(None, description="cycles in which every cover must be reached")
    sets: Annotated[Several[dict[str, _Values]], Field(min_length=1)] | None = Field(
        None, description="values of the parameters, set by set"
    )
    over: dict[str, _Choices] = Field(
        {}, description="more of them: lists of values, or a package whose named integers they are"
    )
    faults: Several[FaultEntry] = Field((), description="what must make it fail")

    @model_validator(mode="after")
    def _fits_its_engine(self) -> ProofEntry:
        turns = self.engine == TURNS
        needed = ("designs",) if turns else ("module", "sources")
        others = ("module", "sources", "clocks", "sets", "over") if turns else ("designs",)
        for key in needed:
            if getattr(self, key) is None:
                raise said(f"{key} is missing; the engine {self.engine} needs it")
        for key in others:
            if key in self.model_fields_set:
                raise said(f"it must have no {key}, which the engine {self.engine} does not use")
        if (self.engine in _BOUNDED) != bool(self.depth) or (self.engine in _REACHING) != bool(self.reach):
            raise said("`depth` is for bmc and ind, `reach` for all but cec and turns, and these need them")
        return self


class ProofTable(Model):
    """A table of proofs."""

    proof: Several[ProofEntry] = Field((), description="the proofs")


@dataclass(frozen=True)
class Fault(Change):
    """A change that must make the proof fail under the parameters number `set`."""

    set: int


@dataclass(frozen=True)
class Check:
    """A proof under one set of parameters. `depth` and `reach` are in cycles, 0 where they mean nothing.

    `free_clocks`: see `clocks` above; `design`: whose turns are proven, for the engine `turns`.
    """

    proof: str
    engine: str
    depth: int
    reach: int
    unit: RtlUnit
    free_clocks: bool = False
    design: str = ""

    @property
    def name(self) -> str:
        """Name of the proof and the parameters, or the design, in one line."""
        if self.design:
            return f"{self.proof} {self.design}"
        return " ".join([self.proof, *(f"{key}={value}" for key, value in self.unit.parameters)])


@dataclass(frozen=True)
class Proof:
    """An entry of a table; `checks` are in the order of its sets."""

    name: str
    says: str
    engine: str
    depth: int
    reach: int
    checks: tuple[Check, ...]
    faults: tuple[Fault, ...]


def tables(places: Places) -> list[Path]:
    """The tables of this repository, that of common first."""
    found = sorted(places.own_cores.glob(f"*/formal/{TABLE}"))
    return sorted(found, key=lambda path: path.parts[-3] != "common")


def proofs(places: Places, names: Sequence[str] = ()) -> list[Proof]:
    """All proofs, or those with these names. UsageError for a name that none has."""
    found = [proof for path in tables(places) for proof in read(path, places)]
    known = {proof.name: proof for proof in found}
    if len(known) < len(found):
        raise HashloomError("two proofs have one name; see cores/*/formal/proofs.toml")
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(f"there is no proof '{unknown[0]}'; there are: {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names)] if names else found


def read(path: Path, places: Places) -> list[Proof]:
    """The proofs of one table. UsageError, naming the place, where it is not as said above."""
    file = toml_file.read(path, "the table of proofs")
    entries = enumerate(file.checked(ProofTable).proof)
    return [_proof(file, path, number, entry, places) for number, entry in entries]


def _proof(file: TomlFile, path: Path, number: int, entry: ProofEntry, places: Places) -> Proof:
    if entry.engine == TURNS:
        checks = _of_designs(file, path, number, entry, places)
    else:
        try:
            checks = _of_module(path, entry, places)
        except HashloomError as error:
            raise file.mistake(("proof", number), str(error)) from error
    sets = len(entry.designs or checks)
    for place, one in enumerate(entry.faults):
        if one.set >= sets:
            raise file.mistake(
                ("proof", number, "faults", place),
                f"set is {one.set}; there are {sets} sets, counted from 0",
            )
    faults = tuple(Fault(one.file, one.right, one.wrong, one.set) for one in entry.faults)
    return Proof(entry.name, entry.says, entry.engine, entry.depth or 0, entry.reach or 0, checks, faults)


def _of_designs(
    file: TomlFile, path: Path, number: int, entry: ProofEntry, places: Places
) -> tuple[Check, ...]:
    designs = []
    for place, name in enumerate(entry.designs or ()):
        try:
            designs.append(catalogue.resolve_design(name, places))
        except UsageError as error:
            if places.cores == path.parents[2]:
                raise file.mistake(("proof", number, "designs", place), str(error)) from error
            # a folder of cores elsewhere need not have this family
    return tuple(Check(entry.name, TURNS, 0, 0, rtl.unit(design), design=design.name) for design in designs)


def _of_module(path: Path, entry: ProofEntry, places: Places) -> tuple[Check, ...]:
    assert entry.module is not None
    sources = tuple(_source(path, name) for name in [*(entry.sources or ()), entry.module])
    return tuple(
        Check(
            proof=entry.name,
            engine=entry.engine,
            depth=entry.depth or 0,
            reach=entry.reach or 0,
            unit=RtlUnit(entry.name, entry.module, sources, tuple(parameters.items())),
            free_clocks=entry.clocks is not None,
        )
        for parameters in _sets(entry, places)
    )


def _source(path: Path, name: str) -> Path:
    family = path.parent.parent
    folders = [family / "rtl", family / "formal", family.parent / "common" / "rtl"]
    for folder in folders:
        if (folder / f"{name}.sv").is_file():
            return folder / f"{name}.sv"
    raise HashloomError(f"there is no {name}.sv in {', '.join(map(str, folders))}")


def _sets(entry: ProofEntry, places: Places) -> list[dict[str, int | str]]:
    over: dict[str, Sequence[int]] = {
        key: list(rtl.names(values, places).values()) if isinstance(values, str) else values
        for key, values in entry.over.items()
    }
    sets = ({},) if entry.sets is None else entry.sets
    return [combined for one in sets for combined in _combinations({**one, **over})]


def _combinations(values: Mapping[str, int | Sequence[int]]) -> list[dict[str, int | str]]:
    """All combinations of the values of the parameters: of each its value, or one of its list."""
    choices = [[value] if isinstance(value, int) else value for value in values.values()]
    return [dict(zip(values, chosen, strict=True)) for chosen in itertools.product(*choices)]
