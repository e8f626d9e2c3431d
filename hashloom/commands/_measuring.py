# SPDX-License-Identifier: Apache-2.0
"""Options that the commands which measure designs share, and the checks of them."""

import argparse
import os
from pathlib import Path

from hashloom.campaign.scheduler import Scheduler, scheduler_of
from hashloom.catalogue.places import brought
from hashloom.commands._arguments import finite
from hashloom.errors import UsageError
from hashloom.evaluation import reuse
from hashloom.evaluation.reuse import Known
from hashloom.execution import jobs
from hashloom.files.writing import output_file

MOST_SEEDS = 10_000


def add_measuring(parser: argparse._ActionsContainer) -> None:
    """Add the placements, the limits of a tool and --retry."""
    parser.add_argument(
        "--seeds", type=int, default=5, metavar="N", help="placements on an FPGA (default 5); 0 maps only"
    )
    parser.add_argument(
        "--memory", type=finite, default=16, metavar="GIB", help="limit of a tool (default 16)"
    )
    parser.add_argument(
        "--timeout", type=finite, default=7200, metavar="S", help="limit of a tool (default 7200)"
    )
    add_retry(parser)


def add_retry(parser: argparse._ActionsContainer) -> None:
    """Add --retry."""
    parser.add_argument(
        "--retry", action="store_true", help="try again what ended by time, memory or a crash"
    )


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


def add_known(parser: argparse._ActionsContainer) -> None:
    """Add --known, which is for commands whose results go to standard output."""
    parser.add_argument(
        "--known", action="append", default=[], type=brought, metavar="FILE",
        help="results (JSON) to go on from: what they have of the same RTL, vectors, flow and tools is taken "
        "as it is; may be repeated",
    )  # fmt: skip


def add_fresh(parser: argparse._ActionsContainer) -> None:
    """Add --fresh, which is for commands that go on from the results they write."""
    parser.add_argument(
        "--fresh", action="store_true", help="take nothing from the results that stand in the folder of -o"
    )


def known_before(path: Path | None, fresh: bool) -> Known:
    """What the document knows that will be written anew; nothing if it is not there, or if `fresh`.

    UsageError for a file that is no document of results, or where none can be written.
    """
    if path is not None:
        output_file(path)
    return reuse.read([path] if path is not None and path.exists() and not fresh else [])


def limits_argument(arguments: argparse.Namespace) -> jobs.Limits:
    """Limits of every tool; UsageError where they, the jobs or the placements are numbers that cannot be."""
    if not arguments.memory > 0 or not arguments.timeout > 0 or arguments.jobs < 1:
        raise UsageError("limits and the number of jobs must be positive")
    if not 0 <= arguments.seeds <= MOST_SEEDS:
        raise UsageError(
            f"{arguments.seeds} placements cannot be made; give 1 to {MOST_SEEDS:,}, or 0 to map only"
        )
    return jobs.Limits(int(arguments.memory * 2**30), arguments.timeout)
