# SPDX-License-Identifier: Apache-2.0
"""What results/ consists of: `campaigns/results.toml`, its documents and the runs of hashloom that make each.

    documents = read(path, places)
    documents[0].command_lines(results, again=False, jobs=2)     the arguments of every run of it

The file explains itself at its top. Patterns are resolved against the catalogue of now.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated

from pydantic import Field, model_validator

from hashloom import catalogue
from hashloom.catalogue import Design, Function, nearest
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.files import toml_file
from hashloom.files.model import Called, Model, Name, Several, Text, said
from hashloom.files.toml_file import TomlFile
from hashloom.files.toml_lines import Place

FILE = Path("campaigns", "results.toml")
PRINTED = "--json"
"""A run with this option prints the document."""
_PATTERN = frozenset("*?[!")
_Texts = Annotated[Several[Text], Called("list of texts")]


class DocumentEntry(Model):
    """A `[[document]]`."""

    name: Name = Field(description="name of the document, without .json")
    functions: _Texts = Field((), description="names of functions or patterns of them")
    designs: _Texts = Field((), description="names of designs or patterns of them")
    runs: _Texts = Field((), description="rests of command lines, which make it in this order")
    module: Name | None = Field(None, description="in place of runs: the module of hashloom that makes it")

    @model_validator(mode="after")
    def _is_made(self) -> DocumentEntry:
        if bool(self.runs) == (self.module is not None):
            raise said('it needs either runs = ["..."] or module = "..."')
        return self


class PlanFile(Model):
    """The plan of results: its documents in the order in which they are made."""

    document: Annotated[Several[DocumentEntry], Field(min_length=1)] = Field(description="the documents")


@dataclass(frozen=True)
class RenewedDocument:
    """A document of results/: the runs that make it, or the module of hashloom that does.

    `functions` and `designs` are names, in the order in which they are handed to a run.
    """

    name: str
    runs: tuple[str, ...]
    functions: tuple[str, ...] = ()
    designs: tuple[str, ...] = ()
    module: str | None = None

    def command_lines(self, results: Path, again: bool, jobs: int) -> list[list[str]]:
        """Arguments of hashloom, run by run. Nothing is taken from the document with `again`."""
        path = results / f"{self.name}.json"
        taken = ["--reuse", str(path)] if path.exists() else []
        parts = {
            "{designs}": list(self.designs),
            "{functions}": list(self.functions),
            "{results}": [str(results)],
            "{reuse}": ["--again"] if again else taken,
            "{again}": ["--again"] if again else [],
            "{jobs}": [str(jobs)],
        }
        return [[word for part in shlex.split(run) for word in parts.get(part, [part])] for run in self.runs]


def read(path: Path, places: Places) -> list[RenewedDocument]:
    """The documents in their order. UsageError for a file that is not as it must be."""
    file = toml_file.read(path, "the plan of results")
    found: dict[str, RenewedDocument] = {}
    known_functions, known_designs = catalogue.functions(places), catalogue.designs(places)
    for number, entry in enumerate(file.checked(PlanFile).document):
        if entry.name in found:
            raise file.mistake(
                ("document", number), f"there are two documents '{entry.name}'; give one of them all runs"
            )
        functions = _resolved(file, ("document", number, "functions"), entry.functions, known_functions)
        designs = _resolved(file, ("document", number, "designs"), entry.designs, known_designs)
        found[entry.name] = RenewedDocument(entry.name, entry.runs, functions, designs, entry.module)
    return list(found.values())


def _resolved(
    file: TomlFile, place: Place, patterns: Sequence[str], known: Sequence[Function | Design]
) -> tuple[str, ...]:
    """The names that patterns at a place of a file stand for."""
    try:
        return tuple(matching(patterns, [one.name for one in known]))
    except UsageError as error:
        raise file.mistake(place, str(error)) from error


def chosen(documents: Sequence[RenewedDocument], names: Iterable[str]) -> list[RenewedDocument]:
    """The documents of these names in their own order, all if none is named. UsageError for another name."""
    wanted = set(names)
    for name in wanted - {one.name for one in documents}:
        raise UsageError(f"there is no document '{name}'; {nearest(name, [one.name for one in documents])}")
    return [one for one in documents if not wanted or one.name in wanted]


def matching(patterns: Sequence[str], known: Sequence[str]) -> list[str]:
    """Names that patterns stand for, each once, in the order of the patterns and of what is known.

    A pattern that begins with `!` takes away what those before it gave, the names that it matches whole and
    the designs of functions that it does. What has no sign of a pattern is taken as it is. UsageError for a
    pattern that matches nothing.
    """
    found: dict[str, None] = {}
    for pattern in patterns:
        if not _PATTERN & set(pattern):
            found[pattern] = None
            continue
        bare = pattern.removeprefix("!")
        names = [name for name in known if fnmatchcase(name, bare) or _of_function(name, bare, pattern)]
        if not names:
            raise UsageError(f"'{pattern}' matches nothing of the catalogue")
        for name in names:
            if pattern.startswith("!"):
                found.pop(name, None)
            else:
                found[name] = None
    return list(found)


def _of_function(name: str, bare: str, pattern: str) -> bool:
    return pattern.startswith("!") and "/" not in bare and fnmatchcase(name.partition("/")[0], bare)
