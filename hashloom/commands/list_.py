# SPDX-License-Identifier: Apache-2.0
"""What there is: functions, designs, targets."""

import argparse
import importlib
import importlib.util
import pkgutil
from collections.abc import Callable, Sequence
from typing import Any

from hashloom import catalogue
from hashloom.catalogue.places import Places
from hashloom.commands._documents import print_stamped
from hashloom.errors import UsageError

NAME = "list"
HELP = "list the hash functions, designs and targets there are"
EPILOG = "Without KIND all three are listed."
KINDS = ("functions", "designs", "targets")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("kind", nargs="?", metavar="KIND", help="functions, designs or targets")


def run(arguments: argparse.Namespace) -> int:
    """Print the lists."""
    if arguments.kind is not None and arguments.kind not in KINDS:
        raise UsageError(f"'{arguments.kind}' cannot be listed; {catalogue.nearest(arguments.kind, KINDS)}")
    makers: dict[str, Callable[[], list[Entry]]] = {
        "functions": lambda: functions(arguments.places),
        "designs": lambda: designs(arguments.places),
        "targets": targets,
    }
    found = {kind: makers[kind]() for kind in KINDS if arguments.kind in (None, kind)}
    if arguments.json:
        print_stamped("list", **found)
        return 0
    for number, (kind, rows) in enumerate(found.items()):
        if len(found) > 1:
            print(f"{chr(10) if number else ''}{kind}:")
        print_table(rows)
    return 0


Entry = dict[str, Any]
"""A line of a list as JSON has it."""


def functions(places: Places) -> list[Entry]:
    """One row per named function; sizes in bits."""
    rows = []
    for function in catalogue.functions(places):
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


def designs(places: Places) -> list[Entry]:
    """One row per named function and architecture; latency for a message of one block, in clock cycles."""
    return [
        {
            "name": design.name,
            "unroll": design.architecture.unroll,
            "stages": design.architecture.stages,
            "cycles_per_block": float(design.cycles_per_block),
            "latency_cycles": design.latency_cycles(1),
        }
        for design in catalogue.designs(places)
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
