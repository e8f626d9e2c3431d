# SPDX-License-Identifier: Apache-2.0
"""What results/ consists of: `campaigns/results.toml`, its documents and the runs of hashloom that make each.

    documents = read(path)
    documents[0].command_lines(results, again=False, jobs=2)     the arguments of every run of it

The file explains itself at its top. Patterns are resolved against the catalogue of now.
"""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hashloom import catalogue
from hashloom.catalogue import nearest
from hashloom.errors import UsageError
from hashloom.files import reading

FILE = Path("campaigns", "results.toml")
PRINTED = "--json"
"""A run with this option prints the document."""
_ENTRIES = ("name", "functions", "designs", "runs", "module")
_PATTERN = frozenset("*?[!")


@dataclass(frozen=True)
class Document:
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


def read(path: Path) -> list[Document]:
    """The documents in their order. UsageError for a file that is not as it must be."""
    content = reading.toml(path, "the plan of results")
    entries = content.get("document")
    if list(content) != ["document"] or not isinstance(entries, list) or not entries:
        raise UsageError(f"{path}: it must consist of [[document]] entries")
    found = [_document(path, number, entry) for number, entry in enumerate(entries, start=1)]
    for name in {one.name for one in found}:
        if sum(one.name == name for one in found) > 1:
            raise UsageError(f"{path}: there are two documents '{name}'; give one of them all runs")
    return found


def chosen(documents: Sequence[Document], names: Iterable[str]) -> list[Document]:
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


def _document(path: Path, number: int, entry: Any) -> Document:
    """The document of an entry, with patterns resolved."""
    name = entry.get("name") if isinstance(entry, dict) else None
    where = f"{path}: document {name if isinstance(name, str) else number}"
    if not isinstance(name, str) or not name:
        raise UsageError(f"{where}: it needs a name, in quotation marks")
    for key in entry:
        if key not in _ENTRIES:
            raise UsageError(f"{where} has no entry '{key}'; {nearest(key, _ENTRIES)}")
    lists = {key: _texts(where, key, entry.get(key, [])) for key in ("functions", "designs", "runs")}
    module = entry.get("module")
    if bool(lists["runs"]) == isinstance(module, str):
        raise UsageError(f'{where}: it needs either runs = ["..."] or module = "..."')
    try:
        functions = matching(lists["functions"], [one.name for one in catalogue.functions()])
        designs = matching(lists["designs"], [one.name for one in catalogue.designs()])
    except UsageError as error:
        raise UsageError(f"{where}: {error}") from error
    return Document(name, tuple(lists["runs"]), tuple(functions), tuple(designs), module)


def _texts(where: str, key: str, value: object) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise UsageError(f"{where}: {key} must be a list of texts")
    return value
