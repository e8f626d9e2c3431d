# SPDX-License-Identifier: Apache-2.0
"""What every unit was read to, as one JSON document: `results/lint.json`."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import code
from hashloom.lint import readers
from hashloom.lint.readers import READERS
from hashloom.lint.step import Reading
from hashloom.results import reader
from hashloom.results.lint import Lint
from hashloom.results.versions import Content, stamped

NAME = "lint"
COMMAND = "hashloom lint -o results"
Key = tuple[str, str]
"""A unit and a reader, by their names."""


@dataclass(frozen=True)
class Readings:
    """Units with what each reader says against them."""

    readings: Sequence[Reading]
    name: str = NAME

    def good(self) -> bool:
        """Is every reader content with every unit?"""
        return all(one.good for one in self.readings)

    def document(self) -> Content:
        """All of it as one JSON document."""
        content = {
            "provenance": {
                "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "command": COMMAND,
                "tools": tools({one.reader for one in self.readings}),
                "code": code.digest(*readers.CODE),
            },
            "readings": [{**asdict(one), "complaints": list(one.complaints)} for one in self.readings],
        }
        return stamped("lint", content)


def tools(names: set[str]) -> dict[str, str]:
    """Versions of the tools behind readers, by the names of the tools."""
    return {one.tool: one.version() for name, one in READERS.items() if name in names}


def load(path: Path, places: Places) -> Lint:
    """The document at a path. HashloomError with the command that makes it where there is none."""
    return reader.read(path, Lint, places, COMMAND)


def standing(document: Lint, units: Sequence[RtlUnit]) -> dict[Key, Reading]:
    """The readings of a document that would come out the same now: of this RTL, by these tools and this code.

    What a reader complained of is read again.
    """
    provenance = document.provenance
    if provenance.code != code.digest(*readers.CODE):
        return {}
    same = {name for name, one in READERS.items() if provenance.tools.get(one.tool) == one.version()}
    return {key: one for key, one in of_now(document, units).items() if key[1] in same and one.good}


def of_now(document: Lint, units: Sequence[RtlUnit]) -> dict[Key, Reading]:
    """The readings of a document that are of the RTL of these units, by whatever version of the tools."""
    digests: Mapping[str, str] = {unit.name: unit.digest() for unit in units}
    return {
        (one.unit, one.reader): Reading(one.unit, one.reader, one.digest, one.complaints, one.seconds)
        for one in document.readings
        if digests.get(one.unit) == one.digest
    }
