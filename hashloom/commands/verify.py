# SPDX-License-Identifier: Apache-2.0
"""DESIGN is a name such as skein-512/4r-2m, FUNCTION/all for every architecture of a function, or `all` for
every design of the catalogue that has the level.

quick takes the vectors at block boundaries, a sample of the others and random messages; full takes all
vectors. The level bus is that of several circuits behind one bus, simulated with the messages interleaved and
with one after another. Exit status 1 if a check failed.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.commands import note, print_json, show_progress
from hashloom.commands._arguments import add_settings, designs_argument, settings_argument
from hashloom.commands._measuring import add_known
from hashloom.errors import UsageError
from hashloom.evaluation import reuse
from hashloom.execution import workers
from hashloom.execution.records import Records
from hashloom.files import reading
from hashloom.results.versions import stamped
from hashloom.verification import CHOICES, ENGINES, Verification, passed_run, store, verify_named

NAME = "verify"
HELP = "run vectors and random messages through the simulated RTL of designs"
SHOWN_FAILURES = 5
TUNINGS = {
    "fast": Tuning("asic", "fast"),
    "small": Tuning("asic", "small"),
    "fpga": Tuning("fpga", "fast"),
}


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
        choices=tuple(TUNINGS),
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
    parser.add_argument(
        "--resume", action="store_true", help="take from the records what has passed before, instead of again"
    )
    add_known(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verify the designs."""
    levels = CHOICES[arguments.level]
    designs = designs_argument(arguments.designs, lambda design: set(levels) <= set(rtl.levels(design)))
    tuning = replace(TUNINGS[arguments.tuning], settings=settings_argument(arguments.settings))
    if arguments.vectors and (arguments.resume or arguments.known):
        option = "--resume" if arguments.resume else "--known"
        raise UsageError(
            f"{option} has no use for --vectors: what passed before passed the known vectors alone"
        )
    for path in arguments.vectors:
        reading.text(path, "the vector file")
    if arguments.jobs < 1:
        raise UsageError(f"{arguments.jobs} designs cannot be verified at a time; give at least 1")
    records, before = Records(), reuse.read(arguments.known)
    results = []
    asked = (tuning, levels, arguments.effort, arguments.seed, arguments.engine)
    adopted = {design: before.verification(design, *asked) for design in designs}
    passed_before = {
        design: adopted[design] or (passed_run(design, *asked, records) if arguments.resume else None)
        for design in designs
    }
    missing = [design for design in designs if passed_before[design] is None]
    made = _verified(missing, tuning, levels, arguments)
    for design in designs:
        result = passed_before[design] or next(made)
        if adopted[design] is None:  # the records are of what was verified here
            store(result, records)
        results.append(result)
        if not arguments.json:
            _print(result)
    for line in before.remarks(len(designs), "designs"):
        note(line)
    passed, failed = sum(result.passed for result in results), sum(result.failed for result in results)
    if arguments.json:
        designs_done = [result.body() for result in results]
        content = {"designs": designs_done, "passed": passed, "failed": failed}
        print_json(stamped("verification", content))
    else:
        print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def _verified(
    designs: Sequence[Design], tuning: Tuning, levels: Sequence[rtl.Level], arguments: argparse.Namespace
) -> Iterator[Verification]:
    """Results in the order of the designs, as they come."""
    work = partial(
        verify_named, tuning=tuning, effort=arguments.effort, extra_vectors=tuple(arguments.vectors),
        levels=levels, seed=arguments.seed, engine=arguments.engine,
    )  # fmt: skip
    if arguments.jobs == 1:
        for design in designs:
            yield work(design.name, progress=show_progress)
            show_progress("")
        return
    with workers.pool(arguments.jobs) as pool:  # processes, because the models work in Python
        futures = [pool.submit(work, design.name) for design in designs]
        for number, future in enumerate(futures):
            show_progress(f"{number} of {len(designs)} designs, {arguments.jobs} at a time")
            result = future.result()
            show_progress("")
            yield result


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
    for failure in result.failures[:SHOWN_FAILURES]:
        note(f"{result.design}: {failure}")
    if result.failed > SHOWN_FAILURES:
        note(f"{result.design}: and {result.failed - SHOWN_FAILURES} more")
    if result.failed:
        note(f"to reproduce: {result.reproduce}")


def vector_sets(result: Verification) -> str:
    """Which known answers went through, for the line of a design; empty where that was not noted."""
    if result.vectors is None:
        return ""
    alone = " alone" if result.vectors == ["compact"] else ""
    return f", {' and '.join(result.vectors)} vectors{alone}" if result.vectors else ", no vectors"
