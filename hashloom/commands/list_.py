# SPDX-License-Identifier: Apache-2.0
"""What there is: functions, designs, targets."""

import argparse
import importlib
import importlib.util
import pkgutil
from collections.abc import Iterable, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from hashloom import catalogue
from hashloom.catalogue.design import Design, Function
from hashloom.catalogue.places import Places
from hashloom.commands._documents import print_stamped
from hashloom.errors import UsageError

NAME = "list"
HELP = "list the hash functions, designs and targets there are"
EPILOG = """\
hashloom list
hashloom list targets
hashloom list sha256
hashloom list designs 'skein-*/4r-2m'

Without KIND all three are listed. NAME narrows the lists: a function, a family, a design, a target, or a
pattern of their names with *, ? or [...].
"""
KINDS = ("functions", "designs", "targets")
MARKS = "*?["
"""What makes a text a pattern."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("kind", nargs="?", metavar="KIND", help="functions, designs or targets")
    parser.add_argument("name", nargs="?", metavar="NAME", help="only what is called so")


def run(arguments: argparse.Namespace) -> int:
    """Print the lists."""
    kind, name = arguments.kind, arguments.name
    if kind is not None and kind not in KINDS:
        if name is not None:
            raise UsageError(f"'{kind}' cannot be listed; {catalogue.nearest(kind, KINDS)}")
        kind, name = None, kind
    every = listed(arguments.places)
    chosen = every if name is None else called(name, every, arguments.places)
    found = {one: getattr(chosen, one) for one in KINDS if kind in (None, one)}
    if name is not None:
        found = {one: rows for one, rows in found.items() if rows}
    if name is not None and not found:
        known = [row["name"] for one in KINDS if kind in (None, one) for row in getattr(every, one)]
        raise UsageError(f"no {kind or 'names'} like '{name}'; {catalogue.nearest(name, known)}")
    if arguments.json:
        print_stamped("list", **found)
        return 0
    for number, (title, rows) in enumerate(found.items()):
        if len(found) > 1:
            print(f"{chr(10) if number else ''}{title}:")
        print_table(rows)
    return 0


Entry = dict[str, Any]
"""A line of a list as JSON has it."""


class Listed(NamedTuple):
    """Lines of the three lists."""

    functions: list[Entry]
    designs: list[Entry]
    targets: list[Entry]


def listed(places: Places) -> Listed:
    """All there is."""
    return Listed(functions(catalogue.functions(places)), designs(catalogue.designs(places)), targets())


def called(name: str, every: Listed, places: Places) -> Listed:
    """What a name stands for. UsageError with the nearest names where it stands for nothing."""
    text = name.strip().lower()
    if any(mark in text for mark in MARKS):
        return Listed(*([row for row in rows if is_like(row["name"], text)] for rows in every))
    if "/" in text:
        return Listed([], designs(catalogue.named_designs(text, places)[1]), [])
    family = next((one for one in catalogue.families(places) if one.name == text), None)
    if family is not None:
        return Listed(functions(family.functions()), designs(family.designs()), [])
    target = [row for row in every.targets if row["name"] == text]
    if target:
        return Listed([], [], target)
    try:
        function = catalogue.resolve_function(text, places)
    except UsageError as error:
        short = [one for family in catalogue.families(places) for one in (*family.short, family.name)]
        names = [row["name"] for rows in every for row in rows]
        known = [*KINDS, *(one for one in short if "{" not in one), *names]
        raise UsageError(f"nothing is called '{name}'; {catalogue.nearest(text, known)}") from error
    return Listed(functions([function]), designs(catalogue.named_designs(f"{text}/all", places)[1]), [])


def is_like(name: str, pattern: str) -> bool:
    """Whether a name, or the function of a design, is one of a pattern."""
    return fnmatchcase(name, pattern) or fnmatchcase(name.partition("/")[0], pattern)


def functions(found: Iterable[Function]) -> list[Entry]:
    """One row per function; sizes in bits."""
    rows = []
    for function in found:
        short = [name for name, target in function.family.short.items() if target == function.name]
        rows.append(
            {
                "name": function.name,
                "family": function.family.name,
                "block_bits": function.block_bits,
                "digest_bits": function.digest_bits,
                "default_architecture": function.family.default_architecture,
                "short_forms": short,
            }
        )
    return rows


def designs(found: Iterable[Design]) -> list[Entry]:
    """One row per design; latency for a message of one block, in clock cycles."""
    return [
        {
            "name": design.name,
            "unroll": design.architecture.unroll,
            "stages": design.architecture.stages,
            "cycles_per_block": float(design.cycles_per_block),
            "latency_cycles": design.latency_cycles(1),
        }
        for design in found
    ]


def targets() -> list[Entry]:
    """One row per module of the package `hashloom.targets` that has a NAME and a DESCRIPTION."""
    if importlib.util.find_spec("hashloom.targets") is None:
        return []
    package = importlib.import_module("hashloom.targets")
    rows = []
    for info in pkgutil.iter_modules(package.__path__, "hashloom.targets."):
        module = importlib.import_module(info.name)
        if hasattr(module, "NAME") and hasattr(module, "DESCRIPTION"):
            rows.append({"name": module.NAME, "description": module.DESCRIPTION})
    return sorted(rows, key=lambda row: str(row["name"]))


def print_table(rows: Sequence[Entry]) -> None:
    """Print rows with the same keys as columns under their names."""
    if not rows:
        print("(none)")
        return
    cells = [list(rows[0])] + [[_text(value) for value in row.values()] for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(cells[0]))]
    for row in cells:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _text(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return f"{value:g}" if isinstance(value, float) else str(value)
