# SPDX-License-Identifier: Apache-2.0
"""`python -m hashloom.reports.pdf [FOLDER]`: the pictures of `results/` as PDF, for papers.

The fonts are in the files. Without FOLDER they are written to `build/pictures`.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.files import writing
from hashloom.reports import program

DEFAULT = Path("build", "pictures")


def pdf(svg: str) -> bytes:
    """A picture as one page of its size."""
    import vl_convert

    return bytes(vl_convert.svg_to_pdf(svg))


def make(places: Places, arguments: argparse.Namespace) -> None:
    """Write them, and say how many."""
    repository = places.need_checkout("hashloom.reports.pdf")
    folder = writing.output_folder(arguments.folder or repository / DEFAULT)
    pictures = [path for path in sorted(places.results.glob("*.svg")) if not path.stem.endswith("-dark")]
    for path in pictures:
        writing.write(folder / f"{path.stem}.pdf", pdf(path.read_text(encoding="utf-8")))
    print(f"wrote {len(pictures)} pictures to {folder}")


def main(arguments: Sequence[str] = ()) -> int:
    """Write all; the exit status."""
    parser = program.parser_of("pdf", "Write the pictures of results/ as PDF.")
    parser.add_argument("folder", nargs="?", metavar="FOLDER", help=f"default: {DEFAULT}")
    return program.run(parser, make, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
