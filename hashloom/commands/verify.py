# SPDX-License-Identifier: Apache-2.0
"""DESIGN is a name such as skein-512/4r-2m, FUNCTION/all for every architecture of a function, or `all` for
every design of the catalogue that has the level.

What the records know of the same RTL, vectors, model and bench is not run again.

quick takes the vectors at block boundaries, a sample of the others and random messages; full takes all
vectors. The level bus is that of several circuits behind one bus, simulated with the messages interleaved and
with one after another. A case of the contract that no run met is named. Exit status 1 if a check failed.
"""

import argparse
from pathlib import Path

from hashloom.catalogue import rtl
from hashloom.commands import expect, item_done, note, show_progress
from hashloom.commands._arguments import add_settings, designs_argument, settings_argument
from hashloom.commands._documents import print_document
from hashloom.commands._measuring import add_again, add_reuse, laboratory_argument
from hashloom.errors import UsageError
from hashloom.interface import chosen
from hashloom.results import unmet
from hashloom.results.checks import Verified
from hashloom.results.versions import stamped
from hashloom.verification import CHOICES, ENGINES, Verification

NAME = "verify"
HELP = "run vectors and random messages through the simulated RTL of designs"
SHOWN_FAILURES = 5


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("designs", nargs="+", metavar="DESIGN", help="a design, FUNCTION/all, or all")
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
        "--level", choices=tuple(CHOICES), default="both", help="ports to simulate; default: both (core, top)"
    )
    parser.add_argument(
        "--tuning",
        choices=tuple(chosen.TUNINGS),
        default="fast",
        help="for which use the RTL is tuned; default: fast",
    )
    add_settings(parser)
    parser.add_argument(
        "--engine",
        choices=tuple(ENGINES),
        default="gates",
        help="what simulates: our gates, CXXRTL, or both, compared in every run; default: gates",
    )
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="seed of the random messages and stalls"
    )
    parser.add_argument(
        "-j", "--jobs", type=int, default=1, metavar="N", help="designs verified at a time; default: 1"
    )
    add_again(parser)
    add_reuse(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verify the designs."""
    levels = CHOICES[arguments.level]
    places = arguments.places
    designs = designs_argument(
        arguments.designs, places, lambda design: set(levels) <= set(rtl.levels(design))
    )
    if arguments.vectors and arguments.reuse:
        raise UsageError("--reuse has no use for --vectors: results are of the known vectors alone")
    settings = dict(settings_argument(arguments.settings, places))
    asked = chosen.asked(
        places, arguments.level, arguments.effort, arguments.tuning, settings, arguments.seed,
        arguments.engine, arguments.vectors,
    )  # fmt: skip
    lab = laboratory_argument(arguments, show_progress)
    results = []
    expect(len(designs))
    for result in lab.verify_all(designs, asked, workers=arguments.jobs):
        item_done()
        show_progress("")
        results.append(result)
        if not arguments.json:
            _print(result)
    for line in lab.reusable.remarks(len(designs), "designs"):
        note(line)
    if lab.recorded:
        note(f"{lab.recorded} of {len(designs)} designs as in the records; --again verifies them anew")
    passed, failed = sum(result.passed for result in results), sum(result.failed for result in results)
    if arguments.json:
        designs_done = [result.body() for result in results]
        content = {"designs": designs_done, "passed": passed, "failed": failed, **lab.reusable.carried()}
        print_document(stamped("verification", content), arguments.places)
    else:
        print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _print(result: Verification) -> None:
    measured = result.measured
    cycles = f", {measured['cycles_per_block']:g} cycles per block" if "cycles_per_block" in measured else ""
    if "words_per_cycle" in measured:
        cycles += f", {measured['words_per_cycle']:.4g} words per cycle"
    print(
        f"{result.design}: {result.passed} passed, {result.failed} failed "
        f"({' and '.join(result.levels)}{cycles}{vector_sets(result)}, {result.seconds:.1f} s)",
        flush=True,
    )
    bins, met, explained = (
        sum(found[key] for found in result.coverage.values()) for key in ("bins", "met", "explained")
    )
    if bins:
        missing = bins - met - explained
        print(f"  contract: {met} of {bins} cases met, {explained} explained, {missing} missing", flush=True)
        if missing:
            _name_missing(result)
    for failure in result.failures[:SHOWN_FAILURES]:
        note(f"{result.design}: {failure}")
    if result.failed > SHOWN_FAILURES:
        note(f"{result.design}: and {result.failed - SHOWN_FAILURES} more")
    if result.failed:
        note(f"to reproduce: {result.reproduce}")


def _name_missing(result: Verification) -> None:
    """Say which cases of the contract no run met, and what is known of them."""
    known = unmet.explained(unmet.read())
    missing = unmet.missing(Verified.model_validate(result.body()))
    for entry in {id(known[case]): known[case] for case in missing if case in known}.values():
        note(
            f"{result.design}: no run met {entry.group} {', '.join(entry.bins)} ({entry.level}). {entry.why} "
            f"Met by: {entry.met_by}"
        )
    others: dict[tuple[str, str], list[str]] = {}
    for case in missing:
        if case not in known:
            others.setdefault((case.group, case.level), []).append(case.name)
    for (group, level), names in others.items():
        note(
            f"{result.design}: no run met {group} {', '.join(names)} ({level}), and no rule explains that; "
            f"another --seed may meet it"
        )


def vector_sets(result: Verification) -> str:
    """Which known answers went through, for the line of a design; empty where that was not noted."""
    if result.vectors is None:
        return ""
    alone = " alone" if result.vectors == ["compact"] else ""
    return f", {' and '.join(result.vectors)} vectors{alone}" if result.vectors else ", no vectors"
