# SPDX-License-Identifier: Apache-2.0
"""A design without an architecture is the family's default one; a target is a name or a target file (.py).

Every design is verified before it is synthesised, and its netlist is simulated afterwards. What the records
know is not computed again. With --rtl it is third-party RTL that goes through the same flow, unverified.
"""

import argparse
import itertools
import os
from dataclasses import replace
from pathlib import Path
from typing import get_args

from hashloom import targets
from hashloom.catalogue.design import Design
from hashloom.commands import note
from hashloom.commands._arguments import add_settings, designs_argument, finite, settings_argument
from hashloom.commands._documents import print_document
from hashloom.commands._measuring import (
    SEEDS,
    add_measuring,
    add_reuse,
    laboratory_argument,
    limits_argument,
    session_argument,
)
from hashloom.commands._progress import ResultLines
from hashloom.commands._terminal import width
from hashloom.errors import UsageError
from hashloom.evaluation import external
from hashloom.evaluation.own import check, mapping
from hashloom.evaluation.own.core import ExternalCore, Reset
from hashloom.execution import jobs
from hashloom.flow import GOALS
from hashloom.flow.goals import EVERY, PORTFOLIO, check_goal
from hashloom.flow.on_target import refuse_unplaceable
from hashloom.flow.portfolio import refuse_unmappable
from hashloom.flow.serial_harness import CLOCK
from hashloom.reports.designs import table
from hashloom.results.versions import Member, stamped
from hashloom.rows import Row

NAME = "synth"
HELP = "synthesise designs, or RTL of your own, for targets: clock, throughput and area"
EPILOG = """\
hashloom synth skein-512 --target nangate45
hashloom synth skein-512 --target nangate45 --place
hashloom synth sha256 --target nangate45 --place --energy
hashloom synth sha256 --target nangate45 --place --goal fastest
hashloom synth --rtl sha.v round.v --top sha --target osu018 --block-bits 512 --cycles-per-block 66
hashloom synth --rtl sha.v round.v --top sha --verify sha.toml --target osu018

RTL of your own is not verified, unless --verify says which port is what. On an FPGA it is placed in the
harness of our cores.
"""

OF_RTL = ("top", "parameter", "clock", "include", "reset", "verify", "block_bits", "cycles_per_block")
"""Options of RTL of one's own."""
PLACED_SEEDS = 1
"""Placements of standard cells without --seeds."""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("designs", nargs="*", metavar="DESIGN", help="a design, FUNCTION/all, or all")
    parser.add_argument("--target", action="append", required=True, metavar="T", help="may be repeated")
    parser.add_argument(
        "--goal",
        action="append",
        metavar="G",
        help=f"{' or '.join(GOALS)}; default: both. On standard cells also "
        f"{' or '.join(PORTFOLIO)}: by clock, or clock per area, the best of several scripts",
    )
    parser.add_argument(
        "--place",
        action="store_true",
        help="place standard cells too, --seeds times (default 1), and time them with estimated wires",
    )
    parser.add_argument(
        "--energy",
        action="store_true",
        help="with --place: simulate the netlist with delays, and tell the energy of a bit",
    )
    add_measuring(parser)
    parser.set_defaults(seeds=None)
    add_reuse(parser)
    add_settings(parser)
    parser.add_argument(
        "-j",
        "--jobs",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="designs, or placements of one, at a time",
    )
    yours = parser.add_argument_group("RTL of your own, in place of DESIGN")
    yours.add_argument(
        "--rtl",
        nargs="+",
        type=Path,
        action="extend",
        metavar="FILE",
        help="Verilog, SystemVerilog or VHDL, in compile order",
    )
    yours.add_argument("--top", metavar="NAME", help="its top module")
    yours.add_argument(
        "--parameter", action="append", metavar="NAME=VALUE", help="of the top module; may be repeated"
    )
    yours.add_argument(
        "--include",
        type=Path,
        action="append",
        metavar="FOLDER",
        help="`include and $readmemh read from here, beside the folders of the files; may be repeated",
    )
    yours.add_argument(
        "--reset",
        choices=get_args(Reset),
        help="keep asynchronous resets (default), or sync: make them synchronous",
    )
    yours.add_argument(
        "--verify",
        type=Path,
        metavar="FILE.toml",
        help="which port is what, and of which function: verified before it is measured",
    )
    yours.add_argument("--clock", metavar="NAME", help=f"its clock (default {CLOCK})")
    yours.add_argument("--block-bits", type=int, metavar="N", help="bits of a block, for the throughput")
    yours.add_argument(
        "--cycles-per-block", type=finite, metavar="C", help="clock cycles per block, for the throughput"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a table of the results; 1 if one of them is not ok."""
    if arguments.seeds is None:
        arguments.seeds = PLACED_SEEDS if arguments.place else SEEDS
    limits = limits_argument(arguments)
    if arguments.energy and not arguments.place:
        raise UsageError("--energy is told of placed cells; give it with --place")
    for goal in arguments.goal or ():
        check_goal(goal, EVERY)
    for target in arguments.target:
        found = targets.find(target)
        for goal in arguments.goal or ():
            refuse_unmappable(found, goal)
        if arguments.place:
            refuse_unplaceable(found, arguments.seeds)
    if arguments.rtl is None:
        rows, carried = synthesise_designs(arguments)
    else:
        rows, carried = synthesise_external(arguments, limits), {}
    if arguments.json:
        print_document(stamped("synthesis", {"rows": rows, **carried}), arguments.places)
    else:
        print(table(rows).terminal(width()))
    return 0 if all(row["state"] == jobs.OK for row in rows) else 1


def synthesise_designs(arguments: argparse.Namespace) -> tuple[list[Row], Member]:
    """The rows of designs of the catalogue, and what their document says of those it goes on from.

    UsageError if there are none, or for options of RTL.
    """
    stray = [f"--{name.replace('_', '-')}" for name in OF_RTL if getattr(arguments, name) is not None]
    if stray:
        raise UsageError(f"{', '.join(stray)}: this is for RTL of your own; name its files with --rtl")
    if not arguments.designs:
        raise UsageError("name a DESIGN, or RTL of your own: --rtl FILE... --top NAME")
    designs = designs_argument(arguments.designs, arguments.places)
    settings = dict(settings_argument(arguments.settings, arguments.places))
    runs = list(itertools.product(designs, arguments.target, arguments.goal or GOALS))
    progress = ResultLines(len(runs))
    lab = laboratory_argument(arguments, progress.say)
    # Placements of one design beside each other, or else designs.
    at_a_time = arguments.jobs if len(runs) > 1 else 1

    def make(run: tuple[Design, str, str]) -> Row:
        result = lab.evaluate(
            *run, seeds=arguments.seeds, settings=settings, workers=arguments.jobs // at_a_time,
            timeout_s=arguments.timeout, memory_gib=arguments.memory, place=arguments.place,
            energy=arguments.energy,
        )  # fmt: skip
        progress.end(result)
        return result.row()

    rows = jobs.parallel(make, runs, at_a_time)
    for line in lab.reusable.remarks(len(rows), "rows"):
        note(line)
    return rows, lab.reusable.carried()


def synthesise_external(arguments: argparse.Namespace, limits: jobs.Limits) -> list[Row]:
    """The rows of RTL of others. UsageError for what cannot be measured.

    An FPGA has one row unless goals are named: the goals differ in the RTL of our designs only.
    """
    core = external_argument(arguments)
    mapped = None
    if arguments.verify is not None:
        mapped = mapping.read(arguments.verify, arguments.places)
        clock = mapped.ports.clock.port
        if arguments.clock not in (None, clock):
            raise UsageError(f"--clock is {arguments.clock}, and the clock of {mapped.file.name} is {clock}")
        core = replace(core, clock=clock)
    front = external.examine(core, arguments.places, limits)
    libraries = arguments.places.libraries
    runs = [
        (target, goal)
        for target in (targets.find(name, libraries) for name in arguments.target)
        for goal in arguments.goal or (GOALS if target.technology == "asic" else ("fast",))
    ]
    session, progress = session_argument(arguments), ResultLines(len(runs))
    at_a_time = arguments.jobs if len(runs) > 1 else 1
    checked = None
    if mapped is not None:
        checked = check.check(core, front, mapped, session, progress.say, limits)

    def make(run: tuple[targets.AnyTarget, str]) -> Row:
        target, goal = run
        what = f"{core.top} {goal} on {target.name}"
        row = external.measured(
            core, front, target, goal, arguments.seeds, session,
            lambda text: progress.say(f"{what}: {text}"),
            limits=limits, workers=arguments.jobs // at_a_time, checked=checked,
        )  # fmt: skip
        progress.end_row(what, row)
        return row

    return jobs.parallel(make, runs, at_a_time)


def external_argument(arguments: argparse.Namespace) -> ExternalCore:
    """The core that --rtl and its fellows describe. UsageError where they contradict or lack something."""
    if arguments.designs:
        raise UsageError(f"give a DESIGN ({arguments.designs[0]}) or --rtl, not both")
    if arguments.reuse:
        raise UsageError("--reuse is for designs; RTL of your own is found in the records alone")
    for goal in arguments.goal or ():
        check_goal(goal)
    if arguments.place:
        raise UsageError("--place is for designs; RTL of your own is timed without wires")
    if arguments.settings:
        raise UsageError("--set is for designs; set a parameter of your RTL with --parameter NAME=VALUE")
    if arguments.top is None:
        raise UsageError("--rtl needs the name of the top module: --top NAME")
    bits, cycles = arguments.block_bits, arguments.cycles_per_block
    if (bits is None) != (cycles is None):
        raise UsageError("the throughput needs both --block-bits and --cycles-per-block")
    if bits is not None and not (bits > 0 and 0 < cycles < float("inf")):
        raise UsageError("bits and cycles of a block must be positive")
    return ExternalCore(
        top=arguments.top,
        sources=tuple(arguments.rtl),
        parameters=tuple(parameter_argument(text) for text in arguments.parameter or ()),
        clock=arguments.clock or CLOCK,
        block_bits=bits,
        cycles_per_block=cycles,
        includes=tuple(arguments.include or ()),
        reset=arguments.reset or "keep",
    )


def parameter_argument(text: str) -> tuple[str, int | str]:
    """Name and value of a parameter: an integer, or else a string. UsageError without a name or a value."""
    name, _, value = text.partition("=")
    if not name.isidentifier() or not value or '"' in value:
        raise UsageError(f"'{text}' sets no parameter; write NAME=VALUE, VALUE an integer or a string")
    try:
        return name, int(value, 0)
    except ValueError:
        return name, value
