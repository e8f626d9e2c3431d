# SPDX-License-Identifier: Apache-2.0
"""Each design is verified, exported and proven; its test bench runs in Icarus and in Verilator, in a
folder elsewhere and an environment that has no hashloom. What the records know is not done again. Exit status
1 if one of them fails.
"""

import argparse
import random
from dataclasses import replace

from hashloom import catalogue, export
from hashloom.commands import expect, item_done, note, show_progress
from hashloom.commands._arguments import finite
from hashloom.commands._documents import print_document
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.export import trial
from hashloom.files.writing import output_folder
from hashloom.reports import results

NAME = "try-exports"
HELP = "export a random sample of designs and run their own test benches without hashloom"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("--count", type=int, default=10, metavar="N", help="designs to draw; default: 10")
    parser.add_argument("--seed", type=int, metavar="S", help="of the sample; default: a random one")
    parser.add_argument("-o", "--output", type=output_folder, metavar="DIR", help="write exports.json there")
    parser.add_argument(
        "--timeout", type=finite, default=3600, metavar="S", help="limit of a tool; default: 3600"
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw, export, try; 1 if a package is not good."""
    if arguments.count < 1 or arguments.timeout <= 0:
        raise UsageError("the number of designs and the limit of a tool must be positive")
    trial.simulators()
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    note(f"seed {seed}")
    limits = replace(export.LIMITS, wall_seconds=arguments.timeout)
    session, trials = Session.at(arguments.places), []
    designs = catalogue.designs(arguments.places)
    drawn = trial.draw(arguments.count, seed, designs)
    expect(len(drawn))
    for design in drawn:
        found = trial.attempt(design, trial.TUNING, session, limits, progress=show_progress)
        item_done()
        show_progress("")
        trials.append(found)
        if not arguments.json:
            print(line(found), flush=True)
    everything = trial.Trials(seed, len(designs), tuple(trials))
    if arguments.json:
        print_document(everything.document(), arguments.places)
    if arguments.output is not None:
        note(f"wrote {results.save(everything, arguments.output, arguments.places)}")
    return 0 if all(found.good for found in trials) else 1


def line(found: trial.ExportTrial) -> str:
    """One line on a package."""
    if found.error:
        return f"{found.design.name}: {found.error}"
    ends = {run: f"{run.passed} passed, {run.failed} failed" for run in found.runs}
    runs = ", ".join(
        f"{run.simulator} {ends[run] if run.state == jobs.OK else run.state}" for run in found.runs
    )
    proven = f"; proven, {found.proof['register_bits']} register bits" if found.proof else ""
    return f"{found.design.name}: {runs}{proven}"
