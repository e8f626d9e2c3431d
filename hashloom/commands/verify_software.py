# SPDX-License-Identifier: Apache-2.0
"""TRIAL is a variant of the library (release, s390x, ...), a test that secrets decide no branch and no
address (constant-time-gcc, ...), or a fuzz target (fuzz-state, ...); without one all are run.

quick is a sample of some minutes; full takes all vectors (a part of them where a processor is emulated),
every split of the messages in two parts, and more of everything. Exit
status 1 if a check failed, 3 if a tool is missing.
"""

import argparse
import os
import random

from hashloom.commands import expect, item_done, note, show_progress
from hashloom.commands._documents import print_document
from hashloom.errors import MissingTool, UsageError
from hashloom.execution.jobs import parallel
from hashloom.software import verification
from hashloom.software.trials import LibraryTrial, find
from hashloom.software.verification import TrialResult, document

NAME = "verify-software"
HELP = "verify libskein in all variants and on all kernels"
SHOWN_FAILURES = 5


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("trials", nargs="*", metavar="TRIAL", help="what to run; default: all")
    parser.add_argument("--effort", choices=("quick", "full"), default="quick", help="default: quick")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="of everything random; by default another each time"
    )
    parser.add_argument(
        "-j", "--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="trials at a time"
    )


def run(arguments: argparse.Namespace) -> int:
    """Run the trials."""
    if arguments.jobs < 1:
        raise UsageError(f"{arguments.jobs} trials cannot be run at a time; give at least 1")
    seed = random.SystemRandom().randrange(1 << 32) if arguments.seed is None else arguments.seed
    note(f"seed {seed}")

    def verify(trial: LibraryTrial) -> TrialResult:
        show_progress(f"{trial.name}: {trial.what}")
        result = verification.run(arguments.places, trial, arguments.effort, seed)
        item_done()
        show_progress("")
        if not arguments.json:
            _print(result)
        return result

    trials = find(arguments.trials)
    expect(len(trials))
    results = parallel(verify, trials, arguments.jobs)
    failed = sum(result.failed for result in results)
    if arguments.json:
        print_document(document(arguments.places, results, arguments.effort, seed), arguments.places)
    else:
        print(f"{sum(result.passed for result in results)} passed, {failed} failed")
    if failed:
        return 1
    return MissingTool.exit_status if any(result.missing for result in results) else 0


def _print(result: TrialResult) -> None:
    if result.missing:
        print(f"{result.trial}: not run: {result.missing}", flush=True)
        return
    counts = [f"{kernel} {good} passed, {bad} failed" for kernel, (good, bad) in result.kernels.items()]
    counts += [f"{kernel} cannot run there" for kernel in result.absent]
    each = f" ({'; '.join(counts)})" if counts else ""
    print(
        f"{result.trial}: {result.passed} passed, {result.failed} failed{each}, {result.seconds} s",
        flush=True,
    )
    for failure in result.failures[:SHOWN_FAILURES]:
        note(f"{result.trial}: {failure}")
    if result.failed:
        note(f"to reproduce: {result.command}")
