# SPDX-License-Identifier: Apache-2.0
"""A design without an architecture is the family's default one; a target is a name or a target file (.py).

The design is verified before it is exported (what the records know is not done again), converted to
Verilog-2005 and proven to be the same. The folder appears when it is whole.
"""

import argparse

from hashloom import export as packages
from hashloom import targets
from hashloom.analysis.choice import PURPOSES, Choice
from hashloom.catalogue.design import Design, Tuning
from hashloom.commands import note, show_progress
from hashloom.commands._arguments import (
    add_settings,
    designs_argument,
    finite,
    function_argument,
    settings_argument,
)
from hashloom.commands._documents import print_stamped
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.files.writing import output_folder
from hashloom.flow import GOALS
from hashloom.flow.goals import check_goal

NAME = "export"
HELP = "a core as a folder that works by itself: RTL, test bench, constraints, data sheet"
FAST = "fast"
EPILOG = """\
hashloom export skein-512 -o skein
hashloom export sha256/pipelined --target ecp5 --name hasher -o hasher
hashloom export sha256 --for speed --target ecp5 -o fast
hashloom export skein-256 --level arguments --bus axis -o mac
hashloom export sha256 --bus gmu --io-ratio 4 --io-mhz 250 -o two-clocks
hashloom export sha256 --level context -o midstates
hashloom export skein-512 --level arguments --bus registers --secret --kinds -o mac
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("design", metavar="DESIGN", help="a design; with --for a function")
    parser.add_argument(
        "-o", "--output", type=output_folder, required=True, metavar="FOLDER", help="a new folder"
    )
    parser.add_argument("--force", action="store_true", help="replace a package that is there")
    parser.add_argument("--name", metavar="NAME", help="of the module; default: from the function")
    parser.add_argument(
        "--prefix", metavar="P",
        help="before the names of all other modules and packages; default: the name of the module and __",
    )  # fmt: skip
    parser.add_argument(
        "--level", choices=packages.LEVELS, default="top",
        help="messages (top), those that can leave and go on (context), Skein's requests with arguments, or "
        "those with trees; default: top",
    )  # fmt: skip
    parser.add_argument(
        "--bus", choices=packages.BUSES, default=packages.STREAM,
        help="what the module shows: words with valid and ready, AXI4-Stream, GMU interface, LWC API (lwc), "
        f"registers on AXI4-Lite (registers) or APB4 (apb); default: {packages.STREAM}",
    )  # fmt: skip
    parser.add_argument(
        "--io-ratio", type=int, choices=packages.IO_RATIOS, default=1, metavar="N",
        help="with --bus gmu: I/O words in a word of the core, "
        f"{', '.join(map(str, packages.IO_RATIOS))}; from 2 on they have a clock of their own; default: 1",
    )  # fmt: skip
    parser.add_argument(
        "--io-mhz", type=finite, metavar="F", help="frequency of that clock; default: N times that of --mhz"
    )
    parser.add_argument(
        "--io-bits", type=int, choices=packages.IO_BITS, metavar="N",
        help=f"with --bus lwc: bits of a word, {', '.join(map(str, packages.IO_BITS))}; "
        f"default: {packages.IO_BITS[-1]}",
    )  # fmt: skip
    parser.add_argument(
        "--secret", action="store_true",
        help="for keys: what was before a reset is overwritten, and data are 0 while not valid; not with "
        "--bus lwc, nor with an --io-ratio of 2 or more",
    )  # fmt: skip
    parser.add_argument(
        "--kinds", action="store_true",
        help="with --level arguments or tree: a header before each string of a request says which it is, so "
        "that a string that is lost is an error and not the beginning of wrong digests",
    )  # fmt: skip
    parser.add_argument(
        "--slices",
        action="store_true",
        help=f"register slices at the streams of --bus {' and '.join(packages.SLICED)}, for timing",
    )
    parser.add_argument(
        "--for", choices=tuple(PURPOSES), dest="purpose",
        help="the design of the function that measured best for this on --target, as 'hashloom show' says; "
        "ratio is throughput per area",
    )  # fmt: skip
    parser.add_argument("--target", metavar="T", help="for which the RTL is tuned; default: any FPGA")
    parser.add_argument("--goal", metavar="G", help=f"{' or '.join(GOALS)}; default: fast")
    add_settings(parser)
    parser.add_argument(
        "--mhz",
        type=finite,
        default=packages.CLOCK_MHZ,
        metavar="F",
        help=f"clock frequency that the constraints ask for; default: {packages.CLOCK_MHZ:g}",
    )
    parser.add_argument("--no-proof", action="store_true", help="do not prove the Verilog-2005 equivalent")
    parser.add_argument("--no-verify", action="store_true", help="do not verify the design before")
    parser.add_argument(
        "--no-waveform", action="store_true",
        help="do not simulate the package at its ports: no latencies and no waveform in its data sheet",
    )  # fmt: skip
    parser.add_argument(
        "--measure", action="append", default=[], metavar="T",
        help=f"measure clock and area of the whole package on this target too, for its data sheet; may be "
        f"repeated; {packages.FPGAS}: on every FPGA. It takes minutes for each",
    )  # fmt: skip
    parser.add_argument(
        "--timeout",
        type=finite,
        default=packages.LIMITS.wall_seconds,
        metavar="S",
        help=f"limit of a tool; default: {packages.LIMITS.wall_seconds:g}",
    )


def run(arguments: argparse.Namespace) -> int:
    """Export the design and say what there is."""
    if arguments.timeout <= 0:
        raise UsageError("the limit of a tool must be positive")
    packages.check_folder(arguments.output, arguments.force)
    design, tuning = chosen(arguments)
    session = Session.at(arguments.places)
    package = packages.make(
        design, tuning, arguments.name, arguments.mhz, session, arguments.level, arguments.bus,
        prefix=arguments.prefix, io_ratio=arguments.io_ratio, io_mhz=arguments.io_mhz,
        io_bits=arguments.io_bits, secret=arguments.secret, slices=arguments.slices,
        kinds=arguments.kinds,
    )  # fmt: skip
    limits = jobs.Limits(packages.LIMITS.memory_bytes, arguments.timeout)
    try:
        exported = packages.export(
            package, arguments.output, session, replace=arguments.force, prove=not arguments.no_proof,
            verify=not arguments.no_verify, watch=not arguments.no_waveform, measure=arguments.measure,
            limits=limits, progress=show_progress,
        )  # fmt: skip
    finally:
        show_progress("")
    if arguments.json:
        print_stamped("export", **exported.body())
        return 0
    print(f"{package.design.name}: {len(exported.files)} files in {arguments.output}, module {package.name}")
    if exported.proof is None:
        note("the Verilog-2005 was not proven to be equivalent (--no-proof)")
    else:
        print(f"Verilog-2005 proven equivalent: {exported.proof['register_bits']} register bits")
    print(f"test bench: make -C {arguments.output} icarus, or verilator; {exported.checks} digests")
    return 0


def chosen(arguments: argparse.Namespace) -> tuple[Design, Tuning]:
    """The design that was named, or that measured best, and its tuning."""
    if arguments.purpose is not None:
        return measured_best(arguments)
    designs = designs_argument([arguments.design], arguments.places)
    if len(designs) != 1:
        raise UsageError(f"{arguments.design} is {len(designs)} designs; name the one to export")
    tuning = tuning_argument(
        arguments.target, arguments.goal or FAST, settings_argument(arguments.settings, arguments.places)
    )
    return designs[0], tuning


def measured_best(arguments: argparse.Namespace) -> tuple[Design, Tuning]:
    """The design that --for asks for; says which, and why.

    UsageError where nothing was measured, and for what --for chooses itself.
    """
    if arguments.target is None:
        raise UsageError("--for needs --target, for which design is best depends on it")
    if "/" in arguments.design:
        function = arguments.design.partition("/")[0]
        raise UsageError(f"--for chooses the architecture; name the function alone, {function}")
    if arguments.goal is not None or arguments.settings:
        raise UsageError("--for chooses goal and parameters too; leave out --goal and --set, or --for")
    function = function_argument(arguments.design, arguments.places)
    take = Choice.of(function, arguments.places, None).need(arguments.purpose, arguments.target)
    one = take.taken
    note(f"for {arguments.purpose} on {one.tuning.target}: {one.design.name} ({one.how}), {take.why}")
    if not one.is_here:
        note("its figures were measured of another text of the RTL than is exported")
    return one.design, one.tuning


def tuning_argument(target: str | None, goal: str, settings: tuple[tuple[str, int], ...]) -> Tuning:
    """The tuning for a target, or for any FPGA."""
    check_goal(goal)
    if target is None:
        return Tuning("fpga", goal, "", settings)
    found = targets.find(target)
    return Tuning(found.technology, goal, found.name, settings)
