# SPDX-License-Identifier: Apache-2.0
"""Runs one yosys script: `python yosys_child.py SCRIPT`, started by `hashloom.flow.yosys`."""

import sys


def main() -> None:
    """Run the script named on the command line; yosys ends the process with status 1 at the first error."""
    from pyosys import libyosys

    libyosys.run_pass(f"script {sys.argv[1]}", libyosys.Design())


if __name__ == "__main__":
    main()
