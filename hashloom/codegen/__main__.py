# SPDX-License-Identifier: Apache-2.0
"""Files of the repository that the reference models and the register map make: RTL, vectors, a C header.

python -m hashloom.codegen            write those that differ
python -m hashloom.codegen --check    exit status 1 if a file differs from what would be written
"""

import os
import sys

from hashloom.catalogue.places import Places
from hashloom.codegen import (
    hamsi_codes,
    hamsi_tables,
    initial_values,
    jh_tables,
    register_block,
    software_tables,
)
from hashloom.errors import HashloomError
from hashloom.files import writing
from hashloom.vectors import compact

GENERATORS = (compact, hamsi_codes, hamsi_tables, initial_values, jh_tables, register_block, software_tables)
"""Modules whose `files(places)` gives path and content of every file that they make."""


def main(arguments: list[str]) -> int:
    """Write the files, or with --check compare them."""
    if arguments not in ([], ["--check"]):
        print("usage: python -m hashloom.codegen [--check]", file=sys.stderr)
        return 2
    places = Places.of(os.environ)
    places.need_checkout("hashloom.codegen")
    status = 0
    for generator in GENERATORS:
        for path, content in generator.files(places).items():
            same = path.is_file() and path.read_text(encoding="utf-8") == content
            if arguments:
                status |= not same
            elif not same:
                writing.write(path, content)
            if not same:
                print(f"{'differs' if arguments else 'written'}: {path.name}")
    return status


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except HashloomError as error:
        print(f"hashloom: {error}", file=sys.stderr)
        sys.exit(error.exit_status)
