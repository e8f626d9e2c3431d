# SPDX-License-Identifier: Apache-2.0
"""DESIGN is a name such as skein-512/4r-2m, or `all` for every design of the catalogue.

quick takes the vectors at block boundaries, a sample of the others and random messages; full takes all
vectors. Exit status 1 if a check failed.
"""

import argparse
from pathlib import Path
from typing import Any

from hashloom import catalogue
from hashloom.commands import design_argument, note, print_json, show_progress
from hashloom.design import Design, Tuning
from hashloom.records import Records
from hashloom.rtl import Level
from hashloom.verification import ENGINES, Verification, store, verify

NAME = "verify"
HELP = "run vectors and random messages through the simulated RTL of designs"
SHOWN_FAILURES = 5
TUNINGS = {
    "fast": Tuning("asic", "fast"),
    "small": Tuning("asic", "small"),
    "fpga": Tuning("fpga", "fast"),
}
LEVELS: dict[str, tuple[Level, ...]] = {"core": ("core",), "top": ("top",), "both": ("core", "top")}


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("designs", nargs="+", metavar="DESIGN", help="a design, or all")
    parser.add_argument(
        "--vectors",
        action="append",
        default=[],
        type=Path,
        metavar="FILE",
        help="a further vector file (JSON)",
    )
    parser.add_argument("--effort", choices=("quick", "full"), default="quick", help="default: quick")
    parser.add_argument(
        "--level", choices=tuple(LEVELS), default="both", help="ports to simulate; default: both"
    )
    parser.add_argument(
        "--tuning",
        choices=tuple(TUNINGS),
        default="fast",
        help="for which use the RTL is tuned; default: fast",
    )
    parser.add_argument(
        "--engine",
        choices=tuple(ENGINES),
        default="gates",
        help="what simulates: our gates, CXXRTL, or both, compared in every run; default: gates",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="seed of the random messages and stalls"
    )


def run(arguments: argparse.Namespace) -> int:
    """Verify the designs."""
    designs: list[Design] = []
    for text in arguments.designs:
        designs += catalogue.designs() if text.lower() == "all" else [design_argument(text)]
    records = Records()
    results = []
    for design in dict.fromkeys(designs, None):
        result = verify(
            design,
            TUNINGS[arguments.tuning],
            arguments.effort,
            arguments.vectors,
            levels=LEVELS[arguments.level],
            seed=arguments.seed,
            engine=arguments.engine,
            progress=show_progress,
        )
        show_progress("")
        store(result, design, records)
        results.append(result)
        if not arguments.json:
            _print(result)
    passed, failed = sum(result.passed for result in results), sum(result.failed for result in results)
    if arguments.json:
        document: dict[str, Any] = {"designs": [result.body() for result in results]}
        print_json({**document, "passed": passed, "failed": failed})
    else:
        print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _print(result: Verification) -> None:
    measured = result.measured
    cycles = f", {measured['cycles_per_block']:g} cycles per block" if "cycles_per_block" in measured else ""
    print(
        f"{result.design}: {result.passed} passed, {result.failed} failed "
        f"({' and '.join(result.levels)}{cycles}, {result.seconds:.1f} s)",
        flush=True,
    )
    for failure in result.failures[:SHOWN_FAILURES]:
        note(f"{result.design}: {failure}")
    if result.failed > SHOWN_FAILURES:
        note(f"{result.design}: and {result.failed - SHOWN_FAILURES} more")
    if result.failed:
        note(f"to reproduce: {result.reproduce}")
