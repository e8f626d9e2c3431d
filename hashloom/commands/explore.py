# SPDX-License-Identifier: Apache-2.0
"""Search the designs of a function: architectures, goals and RTL parameters on one target or several.

The points on the Pareto front are marked; three sentences name the smallest design with a throughput, the
fastest within an area and the one with the best ratio.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Callable

from hashloom.analysis import exploration
from hashloom.analysis.exploration import Bounds, Exploration, ExplorationOptions, Point, Space, Walk
from hashloom.analysis.exploration.answers import decimals
from hashloom.catalogue.places import Places
from hashloom.commands import note, show_progress
from hashloom.commands._arguments import finite, function_argument, settings_argument
from hashloom.commands._documents import print_document
from hashloom.commands._measuring import (
    add_measuring,
    add_workers,
    limits_argument,
    scheduler_argument,
    session_argument,
)
from hashloom.commands._progress import JobLines
from hashloom.commands._terminal import width
from hashloom.errors import UsageError
from hashloom.evaluation import reuse
from hashloom.evaluation.committed import documents
from hashloom.evaluation.reuse import Reusable
from hashloom.execution import jobs
from hashloom.files.writing import output_file
from hashloom.flow import GOALS
from hashloom.results import writer
from hashloom.rows.table import ABSENT, Column, Table, number

NAME = "explore"
HELP = "search the designs of a function: Pareto front, smallest, fastest, best ratio"
EPILOG = """\
Every design is verified before it is synthesised. What the records know is not computed again, nor what the
committed documents of results have of the same RTL, vectors, flow and tools; --again leaves all of it aside.

--set walks an RTL parameter that the family's tuning sets: --set ADDER=sklansky,kogge_stone gives two designs
in the place of one. A bound that no design keeps is said so, with the nearest design.
"""
MARK = "*"


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("function", metavar="FUNCTION", help="a hash function; 'hashloom list' has them")
    parser.add_argument("--target", action="append", required=True, metavar="T", help="may be repeated")
    walked = parser.add_argument_group("what is walked")
    walked.add_argument("--goal", action="append", metavar="G", help=f"{' or '.join(GOALS)}; default: both")
    walked.add_argument(
        "--architecture",
        nargs="+",
        action="extend",
        default=[],
        metavar="NAME",
        help="default: every named one",
    )
    walked.add_argument("--generic", action="store_true", help="the family's generic architecture too")
    for name, what in (("unroll", "rounds in the loop"), ("stages", "messages in flight")):
        walked.add_argument(
            f"--{name}",
            metavar="N,N,...",
            help=f"only these {what}; the generic architecture too",
        )
    walked.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="NAME=N,N,...",
        help="values of an RTL parameter in place of the tuning's: numbers or names of adder_pkg",
    )
    asked = parser.add_argument_group("what is asked")
    for name, metavar, what in (
        ("min-throughput", "X", "Gbit/s at least"),
        ("max-area", "Y", "area at most, in the unit of the target"),
        ("max-latency", "Z", "nanoseconds at most from a block of a message to its next"),
    ):
        asked.add_argument(f"--{name}", type=finite, metavar=metavar, help=what)
    asked.add_argument("--latency", action="store_true", help="latency as a third axis of the front")
    how = parser.add_argument_group("how it is measured")
    how.add_argument(
        "--quick",
        action="store_true",
        help="place only those designs for an FPGA that may be on the front by what mapping tells",
    )
    add_workers(how)
    add_measuring(how)
    parser.add_argument(
        "-o", "--output", type=output_file, metavar="FILE", help="write the result as JSON there"
    )


def run(arguments: argparse.Namespace) -> int:
    """Explore and print; 1 if a row's state is other than ok."""
    space, bounds, options = chosen(arguments)
    found = exploration.explore(space, bounds, options, JobLines().say)
    content = found.document()
    if arguments.output is not None:
        writer.write(arguments.output, content, arguments.places)
    if arguments.json:
        print_document(content, arguments.places)
    else:
        print(text_of(found, options))
    sys.stdout.flush()
    for line in options.reusable.remarks(len(content["rows"]), "rows") if options.reusable else ():
        note(line)
    if arguments.output is not None:
        note(f"wrote {arguments.output}")
    return 0 if found.complete() else 1


def chosen(arguments: argparse.Namespace) -> tuple[Space, Bounds, ExplorationOptions]:
    """What the user chose. UsageError for numbers that cannot be."""
    bounds = Bounds(arguments.min_throughput, arguments.max_area, arguments.max_latency)
    if any(bound is not None and not 0 < bound < float("inf") for bound in vars(bounds).values()):
        raise UsageError("throughput, area and latency must be positive numbers")
    limits = limits_argument(arguments)
    space = Space(
        function=function_argument(arguments.function, arguments.places),
        targets=arguments.target,
        goals=arguments.goal or (),
        architectures=arguments.architecture,
        generic=arguments.generic,
        unroll=numbers("--unroll", arguments.unroll),
        stages=numbers("--stages", arguments.stages),
        settings=settings(arguments.settings, arguments.places),
    )
    options = ExplorationOptions(
        session_argument(arguments),
        seeds=arguments.seeds,
        workers=arguments.jobs,
        scheduler=scheduler_argument(arguments),
        limits=limits,
        quick=arguments.quick,
        latency=arguments.latency,
        say=note,
        reusable=before(arguments),
        tell=show_progress,
    )
    return space, bounds, options


def before(arguments: argparse.Namespace) -> Reusable:
    """What the committed documents have, nothing where all is done again."""
    found = [] if arguments.again == "all" else documents(arguments.places)
    return reuse.read(found, arguments.places)


def numbers(option: str, text: str | None) -> tuple[int, ...]:
    """The positive numbers of a list such as `1,2,4`, none for None. UsageError for anything else."""
    parts = [] if text is None else text.split(",")
    if not all(part.isdecimal() and int(part) for part in parts):
        raise UsageError(f"'{text}' is no list for {option}; write positive numbers as in {option} 1,2,4")
    return tuple(int(part) for part in parts)


def settings(texts: list[str], places: Places) -> dict[str, tuple[int, ...]]:
    """The values of every RTL parameter to be walked, in their order. UsageError as `settings_argument`."""
    found: dict[str, tuple[int, ...]] = {}
    for text in texts:
        name, _, values = text.partition("=")
        made = (settings_argument([f"{name}={value}"], places) for value in values.split(","))
        found[name] = found.get(name, ()) + tuple(value for ((_, value),) in made)
    return {name: tuple(dict.fromkeys(values)) for name, values in found.items()}


def text_of(found: Exploration, options: ExplorationOptions) -> str:
    """Table and answers of every target."""
    parts = []
    for walk in found.walks:
        parts.append(
            f"{found.function} on {walk.units.target}\n\n{table(walk, options.latency).terminal(width())}"
        )
        parts += [
            textwrap.fill(sentence, 100, break_on_hyphens=False)
            for sentence in dict.fromkeys(sentences(walk))
        ]
    return "\n\n".join(parts)


def sentences(walk: Walk) -> list[str]:
    """The answers, and what must be known of the figures."""
    found = [answer.sentence for answer in walk.answers]
    left_out = sum(one.row["state"] == jobs.OK and not one.counts for one in walk.points)
    if walk.units.relative:
        found.append(
            f"On {walk.units.target} designs are mapped and not placed, so they have no clock: throughput is "
            "relative, in bits per delay of one level of logic. It compares designs on this target only."
        )
    elif left_out:
        noun = "design was" if left_out == 1 else "designs were"
        found.append(f"{left_out} {noun} mapped and not placed: beaten by what mapping tells already.")
    return found


def table(walk: Walk, latency: bool = False) -> Table:
    """The points by area, those on the front marked; what has no figures comes last."""
    units = walk.units
    on_front = {id(one) for one in walk.front}
    points = sorted(walk.points, key=lambda one: one.costs()[::-1] if one.counts else (float("inf"),))

    def figure(heading: str, value: Callable[[Point], float | None]) -> Column:
        digits = decimals(max((value(one) or 0.0 for one in points), default=None))
        return Column(heading, lambda row: number(value(row["point"]), digits))

    speed = ("levels", "levels", 1) if units.relative else ("MHz", "clock_mhz", 1)
    columns = [
        Column("", lambda row: MARK if id(row["point"]) in on_front else "", numeric=False),
        Column("architecture", lambda row: row["architecture"], numeric=False),
        Column("goal", lambda row: row["goal"], numeric=False),
        Column("state", lambda row: "mapped" if row.get("mapped_only") else row["state"], numeric=False),
        Column(speed[0], lambda row: number(row.get(speed[1]), speed[2])),
        Column("cycles/block", lambda row: f"{row['cycles_per_block']:g}"),
        figure(units.throughput, lambda one: one.throughput),
        Column(units.area or "area", lambda row: number(row.get("area"), 0)),
        figure(units.ratio, lambda one: one.ratio),
    ]
    if any(one.settings for one in points):
        columns.insert(
            3,
            Column(
                "parameters",
                lambda row: " ".join(f"{k}={v}" for k, v in row["point"].settings) or ABSENT,
                numeric=False,
            ),
        )
    if latency:
        columns.insert(-2, figure(f"latency, {units.latency}", lambda one: one.latency))
    return Table(tuple(columns), tuple({**one.row, "point": one} for one in points))
