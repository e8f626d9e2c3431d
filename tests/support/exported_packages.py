# SPDX-License-Identifier: Apache-2.0
"""sha1 exported behind each bus, once for all tests."""

from pathlib import Path

from made_once import made_once

from hashloom.catalogue.adapters import ADAPTERS
from hashloom.commands import main
from hashloom.export import STREAM

TWO_CLOCKS = "two clocks"
KINDS = {
    STREAM: [],
    **{bus: ["--bus", bus] for bus in ADAPTERS},
    TWO_CLOCKS: ["--bus", "gmu", "--io-ratio", "2"],
}
"""Options of an export by what is exported."""


def arguments(folder: Path, *more: str) -> list[str]:
    """A command that exports sha1, neither verified nor proven."""
    return ["export", "sha1", "-o", str(folder), "--no-verify", "--no-proof", *more]


def export_all(shared: Path) -> dict[str, Path]:
    """The packages by their kind, made once in the folder of the run; nobody writes into them."""

    def make(folder: Path) -> None:
        for kind, options in KINDS.items():
            assert main(arguments(folder / _name(kind), *options)) == 0

    folder = made_once(shared, "exported", make)
    return {kind: folder / _name(kind) for kind in KINDS}


def _name(kind: str) -> str:
    return kind.replace(" ", "-")
