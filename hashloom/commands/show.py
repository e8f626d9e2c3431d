# SPDX-License-Identifier: Apache-2.0
"""One function: its architectures in words, what was measured of them, and which design to take for what.

Figures are those of the committed documents of results; nothing is measured, and nothing is estimated.
"""

from __future__ import annotations

import argparse
import shlex
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from hashloom import targets
from hashloom.analysis import choice
from hashloom.analysis.choice import ENERGY, PURPOSES, Candidate, Choice, OnTarget
from hashloom.analysis.exploration.answers import decimals
from hashloom.catalogue.design import Design, Function
from hashloom.commands._arguments import function_argument
from hashloom.commands._documents import print_stamped
from hashloom.commands._terminal import width
from hashloom.rows.table import ABSENT, Column, Table, number

NAME = "show"
HELP = "a function: its architectures in words, their figures, which design to take for what"
EPILOG = """\
hashloom show sha256
hashloom show skein-512 --target nangate45

Throughput is that of long messages with all lanes busy; the time to the digest is that of a message of one
block. Energy is told at the clock with estimated wires, all else at the clock without. What was mapped and
not placed has no clock: its figures are per level of logic, and compare on one target only.
"""
WIDTH = 110


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("function", metavar="FUNCTION", help="a hash function; 'hashloom list' has them")
    parser.add_argument("--target", metavar="T", help="this target only")


def run(arguments: argparse.Namespace) -> int:
    """Show the function."""
    function = function_argument(arguments.function, arguments.places)
    found = Choice.of(function, arguments.places, arguments.target)
    if arguments.json:
        print_stamped("show", **body(found, arguments.target))
    else:
        print("\n\n".join(text_of(found, arguments.target)))
    return 0


def unmeasured(found: Choice, target: str | None) -> list[str]:
    """Targets that were asked for and have no figure; of a vendor's tool only one that was named."""
    asked = _by_open_tools() if target is None else [targets.find(target).name]
    return [name for name in asked if found.on(name) is None]


def _by_open_tools() -> list[str]:
    return [name for name in targets.names() if not isinstance(targets.find(name), targets.VendorFpga)]


def text_of(found: Choice, target: str | None) -> Iterator[str]:
    """The parts of the answer in words."""
    function = found.function
    where = f"{function.family.title}; {function.family.specification}"
    yield folded(f"{function.name}: {sizes(function)} ({where})")
    yield "\n".join(["architectures:", *architectures(function)])
    for one in found.targets:
        yield f"on {one.target}: {one.description}\n\n{table(one).terminal(width())}"
        yield "\n".join(takes(one))
        yield from (folded(sentence) for sentence in remarks(one))
    every = [design for one in found.targets for design in (*one.candidates, *one.mapped)]
    other = sum(not one.is_here for one in every)
    if other:
        yield folded(
            f"Measured of another text of the RTL than lies here: {other} of {len(every)}. "
            "'hashloom carry-over' shows whether the circuit is the same, 'hashloom renew' measures anew."
        )
    missing = unmeasured(found, target)
    if missing:
        yield folded(f"Nothing was measured of {function.name} on {', '.join(missing)}.")
    count = sum(map(len, found.left_out.values()))
    if count:
        why = "; ".join(f"{reason}: {', '.join(names)}" for reason, names in found.left_out.items())
        yield folded(f"Left out: {count} {'row' if count == 1 else 'rows'}. {why[0].upper()}{why[1:]}.")


def sizes(function: Function) -> str:
    """Lengths of digest and block."""
    return f"digest of {function.digest_bits} bits, blocks of {function.block_bits} bits"


def folded(sentence: str) -> str:
    """A sentence in lines that a terminal has room for."""
    return textwrap.fill(sentence, WIDTH, break_on_hyphens=False, break_long_words=False)


def architectures(function: Function) -> Iterator[str]:
    """Two lines for each named architecture: its cycles, and what it is."""
    found = choice.architectures(function)
    width = max(len(design.architecture.name) for design in found)
    for design in found:
        lanes = design.architecture.stages
        busy = f", {lanes} messages in flight" if lanes > 1 else ""
        yield (
            f"  {design.architecture.name:{width}}  {float(design.cycles_per_block):g} cycles a block{busy}, "
            f"{design.latency_cycles(1)} from a block to its digest"
        )
        if design.architecture.says:
            yield f"  {'':{width}}  {design.architecture.says}"


def table(found: OnTarget) -> Table:
    """The designs of a target by area, without columns in which nothing is known."""
    units = found.units

    def figure(heading: str, value: Callable[[Candidate], float | None], digits: int | None = None) -> Column:
        most = max((value(one) or 0.0 for one in found.candidates), default=0.0)
        places = decimals(most) if digits is None else digits
        return Column(heading, lambda row: number(value(row["one"]), places))

    columns = (
        Column("architecture", lambda row: row["one"].design.architecture.name, numeric=False),
        Column("goal", lambda row: row["one"].how, numeric=False),
        figure("MHz", lambda one: one.row.get("clock_mhz"), 1),
        figure("levels", lambda one: one.row.get("levels") if one.row.get("mapped_only") else None, 1),
        figure(units.throughput, lambda one: one.point.throughput),
        figure(units.area, lambda one: one.row["area"], 0),
        figure(units.ratio, lambda one: one.point.ratio),
        figure(f"{units.latency} to digest", lambda one: one.latency),
        figure(ENERGY, lambda one: one.energy),
    )
    rows = tuple({"one": one} for one in (*found.candidates, *found.mapped))
    known = tuple(column for column in columns if any(column.cell(row) != ABSENT for row in rows))
    return Table(known, rows)


def takes(found: OnTarget) -> Iterator[str]:
    """What to take for what, with the command that does."""
    width = max(map(len, PURPOSES))
    for purpose in PURPOSES:
        take = found.take(purpose)
        head = f"  for {purpose:{width}}  "
        if take is None:
            yield f"{head}{ABSENT}: {found.missing(purpose)}"
            continue
        one = take.taken
        yield f"{head}{one.design.architecture.name} ({one.how}): {take.why}"
        yield f"{' ' * len(head)}{shlex.join(one.export())}"


def remarks(found: OnTarget) -> Iterator[str]:
    """What must be known of the figures of a target."""
    if found.units.relative:
        yield (
            f"On {found.target} designs are mapped and not placed, so they have no clock: figures are per "
            "level of logic, and compare on this target only."
        )
    if found.mapped:
        names = ", ".join(f"{one.design.architecture.name} ({one.how})" for one in found.mapped)
        yield f"Mapped and not placed, so not compared with those that have a clock: {names}."
    if found.unmeasured:
        yield f"Not measured on {found.target}: {', '.join(found.unmeasured)}."


def body(found: Choice, target: str | None) -> dict[str, Any]:
    """The answer as members of a document."""
    function = found.function
    return {
        "function": function.name,
        "title": function.family.title,
        "specification": function.family.specification,
        "block_bits": function.block_bits,
        "digest_bits": function.digest_bits,
        "default_architecture": function.family.default_architecture,
        "architectures": [architecture(design) for design in choice.architectures(function)],
        "targets": [on_target(one) for one in found.targets],
        "unmeasured_targets": unmeasured(found, target),
        "left_out": [{"why": why, "rows": list(names)} for why, names in found.left_out.items()],
    }


def architecture(design: Design) -> dict[str, Any]:
    """An architecture in the document."""
    return {
        "name": design.architecture.name,
        "says": design.architecture.says,
        "messages": design.architecture.stages,
        "cycles_per_block": float(design.cycles_per_block),
        "latency_cycles": design.latency_cycles(1),
    }


def on_target(found: OnTarget) -> dict[str, Any]:
    """What was measured on a target in the document."""
    units = found.units
    named = {
        "throughput": units.throughput,
        "area": units.area,
        "ratio": units.ratio,
        "latency": units.latency,
    }
    return {
        "target": found.target,
        "description": found.description,
        "mapped_only": units.relative,
        "units": named,
        "measured": [measured(one) for one in found.candidates],
        "not_compared": [measured(one) for one in found.mapped],
        "unmeasured": list(found.unmeasured),
        "take": [taken(found, purpose) for purpose in PURPOSES],
    }


def measured(one: Candidate) -> dict[str, Any]:
    """A design with its figures in the document; what was not measured is null."""
    return {
        **named(one),
        "messages": one.messages,
        "clock_mhz": one.row.get("clock_mhz"),
        "levels": one.row.get("levels"),
        "throughput": one.point.throughput,
        "area": one.row["area"],
        "ratio": one.point.ratio,
        "latency": one.latency,
        "energy_pj_per_bit": one.energy,
        "documents": list(one.documents),
        "this_rtl": one.is_here,
    }


def named(one: Candidate) -> dict[str, Any]:
    """How a design is chosen."""
    architecture = one.design.architecture.name
    return {"architecture": architecture, "goal": one.tuning.goal, "settings": dict(one.settings)}


def taken(found: OnTarget, purpose: str) -> dict[str, Any]:
    """What to take for a purpose in the document; nothing where nothing was measured."""
    take = found.take(purpose)
    if take is None:
        return {"for": purpose, "design": None, "why": found.missing(purpose)}
    return {
        "for": purpose,
        "design": named(take.taken),
        "figure": take.figure,
        "unit": take.unit,
        "of": take.of,
        "why": take.why,
        "command": take.taken.export(),
    }
