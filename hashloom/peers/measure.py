# SPDX-License-Identifier: Apache-2.0
"""`python -m hashloom.peers.measure TOP FILE...`: a core of other people through our flow.

Prints the entries of `peers.toml` for the goals called hashloom, on an FPGA for `hashloom fast`. The files
are Verilog or SystemVerilog with the clock `clk` and no asynchronous resets: the libraries here have no such
flip-flops. Nothing of it is verified; that the digest is right is for a simulation to show.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from hashloom import flow, targets
from hashloom.errors import HashloomError
from hashloom.flow import GOALS, Measurement
from hashloom.jobs import OK
from hashloom.records import Records
from hashloom.rtl import RtlUnit


def entry(measurement: Measurement, target: str, goal: str) -> str:
    """The TOML of one measurement."""
    found = measurement
    values: dict[str, object] = {
        "target": f'"{target}"',
        "goal": f'"hashloom {goal}"',
        "area_ge": found.area_ge,
        "area_lut": found.area_lut,
        "area_ff": found.area_ff,
        "period_ns": None if found.seeds else found.period_ns,
        "clock_mhz": found.clock_mhz if found.seeds else None,
        "seeds": len(found.seeds) or None,
    }
    lines = [f"    {key} = {value}" for key, value in values.items() if value is not None]
    return "\n".join(["    [[cores.figures]]", *lines])


def main(argv: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="hashloom.peers.measure", description="a core through our flow")
    parser.add_argument("top", metavar="TOP", help="name of the top module")
    parser.add_argument("sources", nargs="+", type=Path, metavar="FILE", help="in compile order")
    parser.add_argument("--target", default="osu018", metavar="T")
    parser.add_argument("--parameter", action="append", default=[], metavar="NAME=INTEGER")
    parser.add_argument("--seeds", type=int, default=5, metavar="N", help="placements on an FPGA (default 5)")
    arguments = parser.parse_args(argv)
    try:
        parameters = [text.partition("=") for text in arguments.parameter]
        unit = RtlUnit(
            name=f"peer_{arguments.top}",
            top=arguments.top,
            sources=tuple(arguments.sources),
            parameters=tuple((name, int(value)) for name, _, value in parameters),
        )
        target = targets.find(arguments.target)
        for goal in GOALS if target.technology == "asic" else ("fast",):
            found = flow.measure(unit, target, goal, arguments.seeds, Records())
            if found.state != OK:
                raise HashloomError(f"{arguments.top}: {found.state}: {found.message}")
            print(f"{entry(found, target.name, goal)}\n")
    except ValueError as error:
        parser.error(str(error))
    except HashloomError as error:
        print(f"measure: {error}", file=sys.stderr)
        return error.exit_status
    return 0


if __name__ == "__main__":
    sys.exit(main())
