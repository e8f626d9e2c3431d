# SPDX-License-Identifier: Apache-2.0
"""Compiles the program that simulates, which all designs share, into the state folder; part of `make setup`.

Takes a quarter of a minute, and nothing where it is there. Without it the first verification compiles it.
"""

import os
import sys

from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.execution.session import Session
from hashloom.simulation import driver_program


def main() -> int:
    """Compile it; the exit status, with a sentence where that cannot be."""
    try:
        driver_program.program(Session.at(Places.of(os.environ)))
    except HashloomError as error:
        print(f"setup: {error}", file=sys.stderr)
        return error.exit_status
    return 0


if __name__ == "__main__":
    sys.exit(main())
