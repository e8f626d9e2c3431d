# SPDX-License-Identifier: Apache-2.0
"""`python -m hashloom.reports.pdf [FOLDER]`: the pictures of `results/` as PDF, for papers.

The fonts are in the files. Without FOLDER they are written to `build/pictures`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.files import writing

DEFAULT = Path("build", "pictures")


def pdf(svg: str) -> bytes:
    """A picture as one page of its size."""
    import vl_convert

    return bytes(vl_convert.svg_to_pdf(svg))


def main(arguments: list[str]) -> int:
    """Write them, and say how many."""
    try:
        places = Places.of(os.environ)
        repository = places.need_checkout("hashloom.reports.pdf")
        folder = writing.output_folder(arguments[0] if arguments else repository / DEFAULT)
        pictures = [path for path in sorted(places.results.glob("*.svg")) if not path.stem.endswith("-dark")]
        for path in pictures:
            writing.write(folder / f"{path.stem}.pdf", pdf(path.read_text(encoding="utf-8")))
        print(f"wrote {len(pictures)} pictures to {folder}")
    except HashloomError as error:
        print(f"pdf: {error}", file=sys.stderr)
        return error.exit_status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
