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
from typing import Any

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.places import own_cores_folder
from hashloom.catalogue.planting import Change
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.files import reading

TABLE = "proofs.toml"
TURNS = "turns"
ENGINES = ("pdr", "ind", "bmc", "cec", TURNS)
_NEEDED = {"name", "says", "engine", "module", "sources"}
_KEYS = _NEEDED | {"depth", "clocks", "reach", "sets", "over", "faults"}
_TURNS_NEEDED = {"name", "says", "engine", "designs"}


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


def tables() -> list[Path]:
    """The tables of this repository, that of common first."""
    found = sorted(own_cores_folder().glob(f"*/formal/{TABLE}"))
    return sorted(found, key=lambda path: path.parts[-3] != "common")


def proofs(names: Sequence[str] = ()) -> list[Proof]:
    """All proofs, or those with these names. UsageError for a name that none has."""
    found = [proof for path in tables() for proof in read(path)]
    known = {proof.name: proof for proof in found}
    if len(known) < len(found):
        raise HashloomError("two proofs have one name; see cores/*/formal/proofs.toml")
    unknown = [name for name in names if name not in known]
    if unknown:
        raise UsageError(f"there is no proof '{unknown[0]}'; there are: {', '.join(known)}")
    return [known[name] for name in dict.fromkeys(names)] if names else found


def read(path: Path) -> list[Proof]:
    """The proofs of one table. HashloomError, naming the place, where it is not as said above."""
    content = reading.toml(path, "the table of proofs")
    return [_proof(path, entry) for entry in content.get("proof", [])]


def _proof(path: Path, entry: Mapping[str, Any]) -> Proof:
    where = f"{path}, proof '{entry.get('name', '?')}'"
    turns = entry.get("engine") == TURNS
    needed, keys = (_TURNS_NEEDED, _TURNS_NEEDED | {"faults"}) if turns else (_NEEDED, _KEYS)
    if not needed <= set(entry) <= keys:
        wrong = ", ".join(sorted((needed - set(entry)) | (set(entry) - keys)))
        raise HashloomError(f"{where}: missing or unknown: {wrong}")
    engine, depth, reach = entry["engine"], entry.get("depth", 0), entry.get("reach", 0)
    if engine not in ENGINES:
        raise HashloomError(f"{where}: the engine is {', '.join(ENGINES)}, not '{engine}'")
    if (engine in ("bmc", "ind")) != (depth > 0) or (engine not in ("cec", TURNS)) != (reach > 0):
        raise HashloomError(
            f"{where}: `depth` is for bmc and ind, `reach` for all but cec and turns, and these need them"
        )
    if entry.get("clocks", "free") != "free":
        raise HashloomError(f"{where}: `clocks` is free or left out, not '{entry['clocks']}'")
    checks = _of_designs(path, entry) if turns else _of_module(path, entry)
    faults = tuple(Fault(**{"set": 0, **fault}) for fault in entry.get("faults", []))
    return Proof(entry["name"], entry["says"], engine, depth, reach, checks, faults)


def _of_designs(path: Path, entry: Mapping[str, Any]) -> tuple[Check, ...]:
    designs = []
    for name in entry["designs"]:
        try:
            designs.append(catalogue.resolve_design(name))
        except UsageError:
            if catalogue.cores_folder() == path.parents[2]:
                raise
            # a folder of cores elsewhere need not have this family
    return tuple(
        Check(entry["name"], TURNS, 0, 0, rtl.unit(design), design=design.name) for design in designs
    )


def _of_module(path: Path, entry: Mapping[str, Any]) -> tuple[Check, ...]:
    sources = tuple(_source(path, name) for name in [*entry["sources"], entry["module"]])
    return tuple(
        Check(
            proof=entry["name"],
            engine=entry["engine"],
            depth=entry.get("depth", 0),
            reach=entry.get("reach", 0),
            unit=RtlUnit(entry["name"], entry["module"], sources, tuple(parameters.items())),
            free_clocks="clocks" in entry,
        )
        for parameters in _sets(entry)
    )


def _source(path: Path, name: str) -> Path:
    family = path.parent.parent
    folders = [family / "rtl", family / "formal", family.parent / "common" / "rtl"]
    for folder in folders:
        if (folder / f"{name}.sv").is_file():
            return folder / f"{name}.sv"
    raise HashloomError(f"{path}: there is no {name}.sv in {', '.join(map(str, folders))}")


def _sets(entry: Mapping[str, Any]) -> list[dict[str, int | str]]:
    over = {
        key: list(rtl.names(values).values()) if isinstance(values, str) else values
        for key, values in entry.get("over", {}).items()
    }
    return [combined for one in entry.get("sets", [{}]) for combined in _combinations({**one, **over})]


def _combinations(values: Mapping[str, Any]) -> list[dict[str, int | str]]:
    """All combinations of the values of the parameters: of each its value, or one of its list."""
    choices = [value if isinstance(value, list) else [value] for value in values.values()]
    return [dict(zip(values, chosen, strict=True)) for chosen in itertools.product(*choices)]
