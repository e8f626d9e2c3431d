# SPDX-License-Identifier: Apache-2.0
"""With which parameters the shared modules are used, and which of these are proven.

`cores/common/formal/widths.toml` says of every shared module

`name`      the module
`proofs`    the proofs that speak of it
`accepts`   the parameters that its RTL takes, whether they are proven or not
`free`      parameters that no assertion depends on, optional
`fixed`     parameters that the check has a value for, optional
`open`      why the others are not proven; needed where one of them is used
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import Field

from hashloom.catalogue import rtl
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.files import toml_file
from hashloom.files.model import Integer, Model, Name, Several, Text
from hashloom.flow import yosys
from hashloom.formal.table import Check, proofs

WIDTHS = Path("common") / "formal" / "widths.toml"
LIMITS = jobs.Limits(memory_bytes=4 << 30, wall_seconds=300)
Parameters = Mapping[str, int]
_JSON = "modules.json"


class Module(Model):
    """An entry of the table, see above."""

    name: Name
    proofs: Several[Name]
    accepts: Text
    free: Several[Name] = ()
    fixed: dict[str, Integer] = Field(default_factory=dict)
    open: Text = ""


class _Table(Model):
    """The file."""

    module: Several[Module]


def modules(places: Places) -> tuple[Module, ...]:
    """The table. UsageError where an entry is not as said above."""
    path = places.own_cores / WIDTHS
    return toml_file.read(path).checked(_Table).module


def defaults(text: str, given: Mapping[str, int] | None = None) -> dict[str, int]:
    """The parameters of a module that are numbers: as given, else their defaults, which may name others."""
    found: dict[str, int] = {}
    for name, value in re.findall(r"parameter integer (\w+) = (\w+)", text):
        if given and name in given:
            found[name] = given[name]
        elif value.isdecimal():
            found[name] = int(value)
        elif value in found:
            found[name] = found[value]
    return found


def elaborated(unit: RtlUnit, folder: Path, places: Places) -> list[tuple[str, dict[str, int]]]:
    """Shared modules of the unit with their parameters, in the order of their names; `folder` is empty.

    Only what leads to a module of the table is read where that is enough. HashloomError if yosys fails.
    """
    known = {module.name for module in modules(places)}
    for one in (replace(unit, sources=_needed(unit, known)), unit):
        yosys.copy_sources(one, folder)
        script = [line.replace(" -check ", " ") for line in yosys.elaborate(one)]
        outcome = yosys.run(folder, [*script, "delete p:*", f"write_json {_JSON}"], LIMITS)
        if outcome.state == jobs.OK:
            break
    else:
        raise HashloomError(f"yosys cannot elaborate {unit.name}: {outcome.tail(2)}")
    made: dict[str, Any] = json.loads((folder / _JSON).read_text(encoding="utf-8"))["modules"]
    found = []
    for name, content in made.items():
        base = name.split("\\")[1] if name.startswith("$paramod") else name
        if base in known:
            values = content.get("parameter_default_values", {})
            found.append((base, _numbers({key: int(bits, 2) for key, bits in values.items()}, places)))
    return sorted(found, key=lambda one: (one[0], sorted(one[1].items())))


def _needed(unit: RtlUnit, known: Collection[str]) -> tuple[Path, ...]:
    """Packages, the modules of the table, and what has one of these in it."""
    sources = unit.sources
    texts = {source: re.sub(r"//[^\n]*", "", unit.capture.text(source)) for source in sources}
    names = set(known)
    packages = {source for source in sources if source.stem.endswith("_pkg")}
    while True:
        more = {
            source.stem
            for source, text in texts.items()
            if source not in packages and any(re.search(rf"\b{name}\s*#\(", text) for name in names)
        }
        if more <= names:
            return tuple(source for source in sources if source in packages or source.stem in names)
        names |= more


def _numbers(parameters: Parameters, places: Places) -> dict[str, int]:
    """The parameters, with the fields of a padding rule instead of the rule, those that are not 0."""
    found = {name: value for name, value in parameters.items() if name != "PADDING"}
    if "PADDING" in parameters:
        for name, number in rule_fields(places).items():
            value = (parameters["PADDING"] >> (32 * number)) & 0xFFFFFFFF
            if value:
                found[name] = value
    return dict(sorted(found.items()))


@cache
def rule_fields(places: Places) -> dict[str, int]:
    """The fields of a padding rule by name, with their numbers in it."""
    named = rtl.names("hash_pkg", places)
    count = named.pop("FIELDS")
    return {name: value for name, value in named.items() if value < count and not name.startswith("OWN_")}


def proven(module: Module, places: Places) -> list[dict[str, int]]:
    """The parameters with which the module is proven without a bound: of the checks, and fixed ones."""
    checks: Iterable[Check] = (
        check for proof in proofs(places, module.proofs) if proof.engine != "bmc" for check in proof.checks
    )
    return [values(module, check, places) for check in checks]


def values(module: Module, check: Check, places: Places) -> dict[str, int]:
    """The parameters with which a check has the module."""
    text = check.unit.capture.text(check.unit.sources[-1])
    given = {name: int(value) for name, value in check.unit.parameters}
    found = {**defaults(text, given), **given, **module.fixed}
    return {name: value for name, value in found.items() if value or name not in rule_fields(places)}


def is_proven(module: Module, parameters: Parameters, sets: Sequence[Parameters], places: Places) -> bool:
    """Is the module proven with these parameters: does one of `sets` have all but the free ones?"""
    asked = {name: value for name, value in parameters.items() if name not in module.free}
    rule = {name for name in rule_fields(places) if module.name == "message_padder"}
    return any(
        all(one.get(name) == value for name, value in asked.items())
        and all(name in asked for name in rule & set(one))
        for one in sets
    )
