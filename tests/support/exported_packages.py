# SPDX-License-Identifier: Apache-2.0
"""sha1 exported behind each bus."""

from pathlib import Path

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


def export_all(folder: Path) -> dict[str, Path]:
    """The packages in this folder, by their kind."""
    found = {kind: folder / kind.replace(" ", "-") for kind in KINDS}
    for kind, options in KINDS.items():
        assert main(arguments(found[kind], *options)) == 0
    return found
