# SPDX-License-Identifier: Apache-2.0
"""The parameters with which shared modules are used, as one JSON document: `results/proof-uses.json`.

Every design of the catalogue is elaborated at every level with streams, and every bus adapter with the
words and lanes of these designs, as a package of it would have them.

`sets` are the parameter sets, each with its module and the `units` in which it occurs; these are given by
their places in `units`, where all stand that were elaborated.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hashloom import catalogue
from hashloom.analysis import bus_overhead
from hashloom.catalogue import rtl
from hashloom.catalogue.adapters import ADAPTERS, REGISTER_DEPTH
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution.progress import Progress
from hashloom.execution.steps import room
from hashloom.flow import yosys
from hashloom.formal.uses import defaults, elaborated
from hashloom.results.proofs import ProofUses, UseSet
from hashloom.results.versions import Content, stamped

NAME = "proof-uses"
Set = tuple[str, tuple[tuple[str, int], ...]]


@dataclass(frozen=True)
class Uses:
    """Of every unit that was elaborated the parameter sets of the shared modules in it."""

    found: Mapping[str, tuple[Set, ...]]
    name: str = NAME

    def document(self) -> Content:
        """Its content: tool, names of the units, sets."""
        units = sorted(self.found)
        places: dict[Set, list[int]] = {}
        for number, unit in enumerate(units):
            for one in dict.fromkeys(self.found[unit]):
                places.setdefault(one, []).append(number)
        content = {
            "tools": {yosys.TOOL: yosys.version()},
            "units": units,
            "sets": [
                {"module": module, "parameters": dict(parameters), "units": places[module, parameters]}
                for module, parameters in sorted(places)
            ],
        }
        return stamped("proof-uses", content)


def units(places: Places) -> dict[str, RtlUnit]:
    """What is elaborated, by name: designs at their levels with streams, and adapters."""
    found = {
        f"{design.name} {level}": rtl.unit(design, level)
        for design in catalogue.designs(places)
        for level in rtl.levels(design)
        if level != "core"
    }
    streams = sorted({_stream(unit) for name, unit in found.items() if name.endswith(" top")})
    for word, lanes in streams:
        for adapter in ADAPTERS.values():
            parameters = {"WORD": word, "STAGES": lanes}
            parameters |= {"DEPTH": REGISTER_DEPTH} if adapter.for_software else {}
            name = " ".join([adapter.module, *(f"{key}={value}" for key, value in parameters.items())])
            found[name] = RtlUnit(name, adapter.module, adapter.sources(places), tuple(parameters.items()))
    for whole in bus_overhead.ADAPTERS:
        for lanes in bus_overhead.LANES:
            found[f"{whole.name}, {lanes} lanes"] = whole.unit(lanes, places)
    return found


def _stream(unit: RtlUnit) -> tuple[int, int]:
    """Bits in a word and lanes of a top: its parameters, or their defaults."""
    text = next(source for source in unit.sources if source.stem == unit.top).read_text(encoding="utf-8")
    values = defaults(text, {name: value for name, value in unit.parameters if isinstance(value, int)})
    return values["WORD"], values.get("STAGES", 1)


def of_unit(unit: RtlUnit, places: Places) -> tuple[Set, ...]:
    """The sets of one unit. HashloomError if yosys cannot elaborate it."""
    with room("uses", places) as folder:
        found = elaborated(unit, folder, places)
    return tuple((module, tuple(sorted(parameters.items()))) for module, parameters in found)


def collect(units: Mapping[str, RtlUnit], places: Places, progress: Progress) -> Uses:
    """Elaborate units, those with equal sources and parameters once."""
    known: dict[str, tuple[Set, ...]] = {}
    found = {}
    for name, unit in units.items():
        digest = unit.digest()
        if digest not in known:
            progress(name)
            known[digest] = of_unit(unit, places)
        found[name] = known[digest]
    return Uses(found)


def sets_of(document: ProofUses, unit: str) -> list[Set]:
    """The sets of a unit that the document has."""
    number = document.units.index(unit)
    return [_set(one) for one in document.sets if number in one.units]


def sets_by_module(document: ProofUses) -> dict[str, list[dict[str, int]]]:
    """The parameters of every module that occurs."""
    found: dict[str, list[dict[str, int]]] = {}
    for one in document.sets:
        found.setdefault(one.module, []).append(one.parameters)
    return found


def _set(one: UseSet) -> Set:
    return one.module, tuple(sorted(one.parameters.items()))
