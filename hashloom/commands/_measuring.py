# SPDX-License-Identifier: Apache-2.0
"""Options that the commands which measure designs share, and the checks of them.

What was done before is taken as it is: `--reuse FILE` names documents of results for that beside the records,
`--again` leaves all of it aside, `--again-failed` what ended by time, memory or a crash.
"""

import argparse
import os
from pathlib import Path

from hashloom import interface
from hashloom.campaign.scheduler import Scheduler, scheduler_of
from hashloom.catalogue.places import Places
from hashloom.commands._arguments import finite
from hashloom.errors import UsageError
from hashloom.evaluation import reuse
from hashloom.evaluation.reuse import Reusable
from hashloom.execution import jobs
from hashloom.execution.progress import Progress
from hashloom.execution.session import Again, Session, again
from hashloom.files.writing import output_file

MOST_SEEDS = 10_000
SEEDS = 5
"""Placements on an FPGA without --seeds."""


def add_measuring(parser: argparse._ActionsContainer) -> None:
    """Add the placements, the limits of a tool, --again and --again-failed."""
    parser.add_argument(
        "--seeds",
        type=int,
        default=SEEDS,
        metavar="N",
        help=f"placements on an FPGA (default {SEEDS}); 0 maps only",
    )
    parser.add_argument(
        "--memory", type=finite, default=16, metavar="GIB", help="limit of a tool (default 16)"
    )
    parser.add_argument(
        "--timeout", type=finite, default=7200, metavar="S", help="limit of a tool (default 7200)"
    )
    add_again(parser)


def add_again(parser: argparse._ActionsContainer) -> None:
    """Add --again and --again-failed."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--again", action="store_const", dest="again", const="all", default="nothing",
        help="do everything anew, whatever records, kept files and results of before have",
    )  # fmt: skip
    either.add_argument(
        "--again-failed", action="store_const", dest="again", const="failed",
        help="do that anew which ended by time, memory or a crash",
    )  # fmt: skip


def session_argument(arguments: argparse.Namespace) -> Session:
    """The session of this user, with the reuse that --again and --again-failed leave."""
    return Session.at(arguments.places, again(arguments.again))


def add_workers(parser: argparse._ActionsContainer) -> None:
    """Add the processes of this machine and the scheduler of others."""
    parser.add_argument(
        "-j", "--jobs", type=int, default=os.cpu_count() or 1, metavar="N",
        help="processes on this machine (default: one per processor)",
    )  # fmt: skip
    parser.add_argument(
        "--scheduler",
        metavar="ADDRESS",
        help="a Dask scheduler whose workers do the jobs: tcp://machine:8786",
    )
    parser.add_argument(
        "--tls", type=Path, nargs=3, metavar=("CERTIFICATE", "KEY", "CA"),
        help="PEM files of this machine and of the cluster's authority, for a scheduler at tls://",
    )  # fmt: skip


def scheduler_argument(arguments: argparse.Namespace) -> Scheduler | None:
    """The scheduler that was named, if one was. UsageError for a wrong address or certificates."""
    if arguments.scheduler is None:
        if arguments.tls is not None:
            raise UsageError("--tls is for the scheduler that --scheduler names; give both or none")
        return None
    return scheduler_of(arguments.scheduler, arguments.tls)


def add_reuse(parser: argparse._ActionsContainer) -> None:
    """Add --reuse, which is for commands whose results go to standard output."""
    parser.add_argument(
        "--reuse", action="append", default=[], type=Path, metavar="FILE",
        help="results (JSON) to go on from: what they have of the same RTL, vectors, flow and tools is taken "
        "as it is; may be repeated",
    )  # fmt: skip


def laboratory_argument(arguments: argparse.Namespace, progress: Progress) -> interface.Workspace:
    """The laboratory of this user, with --reuse and --again. UsageError where these contradict."""
    if arguments.reuse and arguments.again == "all":
        raise UsageError("--again leaves results of before aside; give it or --reuse")
    return interface.Workspace(
        places=arguments.places, reuse=arguments.reuse, again=arguments.again, progress=progress
    )


def reusable_before(path: Path | None, what: Again, places: Places, *beside: Path) -> Reusable:
    """What the document knows that will be written anew; nothing if it is not there, or if all is done again.

    Documents `beside` it are read as well where they are there. UsageError for a file that is no document of
    results, or where none can be written.
    """
    if path is not None:
        output_file(path)
    known = [path, *beside] if path is not None and what != "all" else []
    return reuse.read([one for one in known if one.exists()], places)


def limits_argument(arguments: argparse.Namespace) -> jobs.Limits:
    """Limits of every tool; UsageError where they, the jobs or the placements are numbers that cannot be."""
    if not arguments.memory > 0 or not arguments.timeout > 0 or arguments.jobs < 1:
        raise UsageError("limits and the number of jobs must be positive")
    if not 0 <= arguments.seeds <= MOST_SEEDS:
        raise UsageError(
            f"{arguments.seeds} placements cannot be made; give 1 to {MOST_SEEDS:,}, or 0 to map only"
        )
    return jobs.Limits(int(arguments.memory * 2**30), arguments.timeout)
