# SPDX-License-Identifier: Apache-2.0
"""Run a campaign: designs on targets for goals, as a file says; what the records know is taken from there."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hashloom import campaign
from hashloom.campaign import Campaign
from hashloom.campaign.document import document, path_of, provenance_of, text
from hashloom.campaign.engine import CampaignOutcome
from hashloom.campaign.local import LocalWorkers, memory_mib
from hashloom.commands import note, show_progress
from hashloom.commands._documents import print_document, print_stamped
from hashloom.commands._measuring import (
    add_again,
    add_workers,
    reusable_before,
    scheduler_argument,
    session_argument,
)
from hashloom.commands._progress import JobLines, plural
from hashloom.commands._terminal import duration, width
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.files.writing import output_folder
from hashloom.reports.designs import table
from hashloom.results import writer
from hashloom.results.versions import Content

if TYPE_CHECKING:
    pass

NAME = "campaign"
HELP = "run a sweep over designs, targets, goals and seeds; it can be stopped and goes on"
EPILOG = """\
The plan is shown first. A stopped campaign goes on with the same command: what is finished is in the records.
docs/campaigns.md says what stands in a campaign file and how several machines work on one.

-o DIR writes DIR/campaign-NAME.json, also when items failed. What stands there of the same RTL, vectors, flow
and tools is taken as it is; --again leaves it aside, and the records too.
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the campaign (TOML)")
    add_workers(parser)
    parser.add_argument("--plan", action="store_true", help="show the plan and stop there")
    add_again(parser)
    parser.add_argument(
        "--design", action="append", default=[], metavar="D",
        help="these designs only: a name, a function or a pattern such as '*-512/*'; may be repeated",
    )  # fmt: skip
    parser.add_argument("--target", action="append", default=[], metavar="T", help="may be repeated")
    parser.add_argument("-o", "--output", type=output_folder, metavar="DIR", help="write the results there")


def run(arguments: argparse.Namespace) -> int:
    """Show the plan, run it, print a table; 1 if a result is not ok."""
    if arguments.jobs < 1:
        raise UsageError(f"{arguments.jobs} processes cannot do anything; give at least 1")
    if arguments.output and (arguments.design or arguments.target):
        raise UsageError("-o writes all results of a campaign; leave out --design and --target, or -o")
    whole = campaign.read(arguments.places.brought(arguments.file), arguments.places)
    for short, full in whole.expanded.items():
        note(f"{short} is {full}")
    items, session = whole.selected(arguments.design, arguments.target), session_argument(arguments)
    if not items:
        raise UsageError(f"nothing of the campaign {whole.name} is both of those designs and those targets")
    path = path_of(arguments.output, whole.name) if arguments.output else None
    reusable = reusable_before(path, arguments.again, arguments.places)
    provenance = provenance_of(path, arguments.places) if path is not None and reusable.rows else None
    lines = JobLines()
    with campaign.prepared(
        items, session, reusable, workers=arguments.jobs, scheduler=scheduler_argument(arguments),
        tell=show_progress, say=lines.remark, only_ask=arguments.plan,
    ) as (plan, crew):  # fmt: skip
        show_progress("")
        summary = plan.summary(crew.workers)
        for line in plan_lines(whole, summary, local=isinstance(crew, LocalWorkers)):
            print(line, file=sys.stderr)
        if arguments.plan:
            if arguments.json:
                print_stamped("campaign-plan", campaign=whole.name, **summary)
            return 0
        outcome = campaign.execute(plan, crew, lines.say)
    content = document(whole, outcome.results, session.records, plan.adopted, provenance) | reusable.carried()
    said = [*summary_lines(outcome, crew.workers), *reusable.remarks(len(items), "rows")]
    return finish(content, outcome, said, arguments)


def finish(
    content: Content, outcome: CampaignOutcome, said: Sequence[str], arguments: argparse.Namespace
) -> int:
    """Print and write the results, with what is to be said of them; the exit status."""
    found = outcome.results
    if arguments.json:
        print_document(content, arguments.places)
    else:
        print(table([result.row() for result in found]).terminal(width()), flush=True)
    for line in said:
        note(line)
    if arguments.output:
        path = path_of(arguments.output, content["campaign"])
        writer.write(path, content, arguments.places, text)
        note(f"wrote {path}")
    return 0 if all(result.state == jobs.OK for result in found) else 1


def plan_lines(whole: Campaign, summary: Mapping[str, Any], local: bool) -> list[str]:
    """The plan for the user; `local`: on this machine, whose memory is told beside."""
    adopted = summary["adopted_results"]
    before = f", {adopted:,} in the results of before" if adopted else ""
    lines = [
        f"campaign {whole.name}: {whole.title}",
        f"  {plural(summary['designs'], 'design')} on {plural(summary['targets'], 'target')}: "
        f"{plural(summary['results'], 'result')} with {plural(summary['placements'], 'placement')}; "
        f"{summary['recorded_results']} of them are in the records{before}",
    ]
    if not summary["jobs"]:
        return lines
    lines.append(
        f"  to do: {plural(summary['jobs'], 'job')} ({summary['jobs'] - summary['placement_jobs']} to verify "
        f"and map, {summary['placement_jobs']} to place)"
    )
    if summary["cpu_seconds"] is not None:
        memory = f", of {memory_mib():,} MiB here" if local else ""
        lines.append(
            f"  estimate: {duration(summary['cpu_seconds'])} of one processor, "
            f"{duration(summary['wall_seconds'])} with {plural(summary['workers'], 'worker')}; "
            f"the largest tool takes {summary['memory_mib']:,} MiB{memory}"
        )
    if summary["unknown_jobs"]:
        rest = (
            "these jobs" if summary["cpu_seconds"] is None else plural(summary["unknown_jobs"], "other job")
        )
        lines.append(f"  no estimate of {rest}: nothing like that has been done here before")
    return lines


def summary_lines(outcome: CampaignOutcome, workers: int) -> list[str]:
    """What has come out, and how long it took."""
    states = [result.state for result in outcome.results]
    counts = ", ".join(f"{states.count(state)} {state}" for state in jobs.STATES if state in states)
    lines = [f"{plural(len(states), 'result')}: {counts}"]
    if outcome.jobs:
        times = outcome.job_seconds / max(outcome.wall_seconds, 0.001)
        lines.append(
            f"{plural(outcome.jobs, 'job')} in {duration(outcome.wall_seconds)} with "
            f"{plural(workers, 'worker')}; the sum of their times is {duration(outcome.job_seconds)}, "
            f"{times:.2f} times as long"
        )
    else:
        lines.append("nothing was left to do")
    return lines
