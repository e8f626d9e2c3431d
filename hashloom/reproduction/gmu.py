# SPDX-License-Identifier: Apache-2.0
"""The GMU group's fourteen round-2 candidates and SHA-2: hash times of table 1, sizes of table 2.

For every function of table 1 the architecture that the paper has and, where that is another, the default one
of the family. A row is that of a table of hardware (`reproduction.hardware`), with

    label, variant          of the paper's line: the candidate, and 256 or 512
    hash_time               cycles of whole messages, counted at message level on a bus as wide as there:
                            `formula`, its terms (see `reproduction.hash_times`), cycles by number of blocks
    throughput_formula      bits of a block over cycles a block and the period T, at block level

and the paper's line and sizes under `paper`. A function that no family has is a row of the state `missing`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hashloom import catalogue, targets
from hashloom.design import Design
from hashloom.errors import CheckFailed, UsageError
from hashloom.jobs import FAILED_VERIFICATION, parallel
from hashloom.published import PublishedHashTime, PublishedTable, load
from hashloom.records import Records
from hashloom.reproduction import OK, Options, Progress, Report, Reproduction, Row, hash_times
from hashloom.reproduction.hardware import FIGURES, SEEDS, measured, per_area, provenance, workers_of

PAPER = load("gmu")
TIMES, SIZES = PAPER.table(1), PAPER.table(2)
GOAL = "fast"
MISSING = "missing"
"""State of a row whose function no family has."""
BASIC = "basic"
PAPERS_OWN = {"Skein": "8r-1m"}
"""Architectures of the paper, by label, that have another name than `basic`."""


@dataclass(frozen=True)
class GmuReproduction(Reproduction):
    """How a table of hash times is made again, with the figures of the same designs on standard cells."""

    times: PublishedTable
    sizes: PublishedTable
    targets: tuple[str, ...]

    takes = frozenset({"targets", "seeds", "workers", "functions", "cycles_only"})

    def make(self, options: Options, begin: Callable[[int], Progress]) -> Report:
        """Count the cycles of messages and synthesise, or find both in the records."""
        workers = workers_of(options.workers)
        seeds = SEEDS if options.seeds is None else options.seeds
        names = list(options.targets or self.targets)
        for name in names:
            targets.find(name)
        chosen = self.chosen(options.functions)
        jobs = [
            (target, line, architecture)
            for target in names
            for line in chosen
            for architecture in architectures(line)
        ]
        records, progress = Records(), begin(0 if options.cycles_only else len(jobs))

        def row(job: tuple[str, PublishedHashTime, str]) -> Row:
            target, line, architecture = job
            head = {
                "label": line.label,
                "variant": line.digest_bits,
                "function": line.function,
                "architecture": architecture,
                "target": target,
                "goal": GOAL,
            }
            paper = self.paper_figures(line)
            if not is_there(line.function):
                progress.say(f"{line.function}: no family has this function")
                return {**head, **dict.fromkeys(FIGURES), "state": MISSING, "paper": paper}
            design = catalogue.resolve_design(f"{line.function}/{architecture}")
            found: Row = {"state": OK, "cycles_per_block": float(design.cycles_per_block)}
            if not options.cycles_only:
                found = measured(design, target, GOAL, seeds, records, progress)
            return {
                **head,
                **dict.fromkeys(FIGURES),
                "latency_cycles": design.cycles_block(),
                **found,
                **counted(design, line.bus_bits, records, progress),
                "kbit_per_s_per_ge": per_area(found),
                "paper": paper,
            }

        rows = parallel(row, jobs, workers)
        return Report(self.name, tuple(rows), provenance(rows))

    def chosen(self, functions: Sequence[str] | None) -> list[PublishedHashTime]:
        """The paper's lines on these functions, by default all; UsageError for what is not in its table."""
        lines = {line.function: line for line in self.times.hash_times}
        for name in functions or ():
            if name not in lines:
                raise UsageError(
                    f"{self.name} has no function '{name}' in its table; {catalogue.nearest(name, lines)}"
                )
        return list(lines.values()) if functions is None else [lines[name] for name in functions]

    def paper_figures(self, line: PublishedHashTime) -> dict[str, Any]:
        """What the paper's tables have on a function."""
        sizes = next(row for row in self.sizes.sizes if row.function == line.function)
        figures = {**asdict(line), **asdict(sizes), "cycles_per_block": line.block}
        figures["throughput_formula"] = figures.pop("throughput")
        figures["source"] = f"{self.times.place}; {self.sizes.place}"
        del figures["function"], figures["block"]
        return {key: value for key, value in figures.items() if value is not None}


def is_there(function: str) -> bool:
    """Has any family this function?"""
    return any(family.function(function) is not None for family in catalogue.families())


def architectures(line: PublishedHashTime) -> list[str]:
    """The paper's architecture of a function, where its family has that, and the family's default one."""
    own = PAPERS_OWN.get(line.label, BASIC)
    if not is_there(line.function):
        return [own]
    function = catalogue.resolve_function(line.function)
    known = [own] if own in function.family.architectures else []
    return list(dict.fromkeys([*known, function.default_design().architecture.name]))


def counted(design: Design, bus_bits: int, records: Records, progress: Progress) -> Row:
    """The fields of a row that its counted cycles give; the state if they are not what they must be."""
    try:
        found = hash_times.measured(design, bus_bits, records, progress.say)
    except CheckFailed as error:
        progress.say(str(error))
        return {"state": FAILED_VERIFICATION, "message": str(error)}
    cycles = design.cycles_per_block
    period = "T" if cycles == 1 else f"({cycles}·T)"
    return {
        "hash_time": {
            "formula": found.formula,
            **asdict(found),
            "cycles": {str(blocks): number for blocks, number in found.cycles.items()},
        },
        "throughput_formula": f"{design.function.block_bits}/{period}",
    }


REPRODUCTION = GmuReproduction(
    name="gmu",
    title="Fourteen round-2 candidates and SHA-2: cycles of whole messages, 256 and 512 bits",
    source=PAPER.citation(TIMES, SIZES),
    note=(
        "Ours is counted in simulation at message level, with padding in hardware and one clock for bus and "
        "core, on a bus as wide as the paper's: input + cycles a block times N + what is left + output. The "
        "paper's messages come padded, and its formula begins with the cycles that it takes to find the "
        "source and read the length; BMW, BLAKE-512 and Groestl-512 there have a bus with a faster clock. "
        "Cycles a block and throughput are those of the block level, as in all other tables; where ours has "
        "a greater number before N, the core waits for the words of a block. N counts blocks with padding."
    ),
    times=TIMES,
    sizes=SIZES,
    targets=("osu018",),
)
