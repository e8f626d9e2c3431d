# SPDX-License-Identifier: Apache-2.0
"""The GMU group's fourteen round-2 candidates and SHA-2: their comparison on FPGAs and their hash times.

The rows are those of the results file of the campaign `gmu` on all its targets (`reproduction.study_rows`),
with the paper's line of tables 1 and 2 and its figures on the family that is nearest to the target under
`paper`. For the paper's own architecture of a function and the default one of its family a row has as well

    hash_time               cycles of whole messages, counted at message level on a bus as wide as there:
                            `formula`, its terms (see `reproduction.hash_times`), cycles by number of blocks
    throughput_formula      bits of a block over cycles a block and the period T, at block level

from the records, or from results/gmu.json where that was counted of the present RTL. `reproduction.study`
makes the paper's tables 3 to 10 of the rows. For cycles alone there is one row for each function and
architecture; they are counted in simulation where the records do not know them, and a function that no family
has is a row of the state `missing`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from hashloom import catalogue
from hashloom.campaign.document import command
from hashloom.catalogue.design import Design
from hashloom.catalogue.places import Places
from hashloom.errors import CheckFailed, UsageError, note
from hashloom.execution.jobs import FAILED_VERIFICATION, parallel
from hashloom.execution.session import Session
from hashloom.reproduction import (
    OK,
    Report,
    Reproduction,
    ReproductionOptions,
    ResultProgress,
    hash_times,
    study_document,
    study_paper,
    study_rows,
    today,
)
from hashloom.reproduction.hardware import FIGURES, per_area, workers_of
from hashloom.reproduction.hash_times import HashTime
from hashloom.reproduction.published import PublishedHashTime, PublishedTable, load
from hashloom.reproduction.study import SELECTIONS, PaperStudy, papers_architecture
from hashloom.reproduction.study_rows import StudyCampaign
from hashloom.results import reader
from hashloom.results.reproductions import Reproduction as ReproductionDocument
from hashloom.results.versions import Content, Member
from hashloom.rows import Row
from hashloom.rows.counted import CyclesRow
from hashloom.rows.designs import DesignRow

PAPER = load("gmu")
TIMES, SIZES = PAPER.table(1), PAPER.table(2)
CAMPAIGN = "gmu"
"""Name of the campaign that the figures are from."""
MISSING = "missing"
"""State of a row whose function no family has."""


@dataclass(frozen=True)
class GmuReport(Report):
    """Rows of a campaign, with the comparison of the functions; `campaign` are all rows that it rests on."""

    campaign: StudyCampaign | None = None

    def document(self) -> Content:
        """The report as one JSON document, with `spearman` and what else the comparison found."""
        found = super().document()
        return {**found, **study_document.document(studies(self.campaign))} if self.campaign else found

    def complete(self) -> bool:
        """Is there no row that failed verification? Limits of time and memory are part of the comparison."""
        return not any(row["state"] in (MISSING, FAILED_VERIFICATION) for row in self.rows)


def studies(campaign: StudyCampaign) -> list[PaperStudy]:
    """The comparison with each way to choose designs, the paper's own loops first."""
    return [PaperStudy(campaign, selection) for selection in SELECTIONS]


@dataclass(frozen=True)
class GmuReproduction(Reproduction):
    """How the comparison and the table of hash times are made again."""

    times: PublishedTable
    sizes: PublishedTable

    takes = frozenset({"targets", "workers", "functions", "cycles_only"})

    def make(self, options: ReproductionOptions, begin: Callable[[int], ResultProgress]) -> Report:
        """Read the campaign's rows, or count the cycles of messages.

        HashloomError if the campaign has no results file.
        """
        lines, workers = self.chosen(options.functions), workers_of(options.workers)
        if options.cycles_only:
            if options.targets:
                raise UsageError("no target changes the cycles of a message; leave out --target or --cycles")
            return self._cycles(lines, workers, options.session, begin(0))
        return self._comparison(lines, options, begin(0))

    def _cycles(
        self, lines: Sequence[PublishedHashTime], workers: int, session: Session, progress: ResultProgress
    ) -> Report:
        """Hash times, counted or found in the records."""

        def row(job: tuple[PublishedHashTime, str]) -> Row:
            line, architecture = job
            head = {
                "label": line.label,
                "variant": line.digest_bits,
                "function": line.function,
                "architecture": architecture,
                "target": None,
                "goal": None,
                **dict.fromkeys(FIGURES),
            }
            paper = self.paper_figures(line)
            if not is_there(line.function, session.places):
                note(f"{line.function}: no family has this function")
                return {**head, "state": MISSING, "paper": paper}
            design = catalogue.resolve_design(f"{line.function}/{architecture}", session.places)
            return {
                **head,
                "state": OK,
                "latency_cycles": design.cycles_block(),
                "cycles_per_block": float(design.cycles_per_block),
                **counted(design, line.bus_bits, session, progress),
                "paper": paper,
            }

        jobs = [
            (line, architecture) for line in lines for architecture in architectures(line, session.places)
        ]
        rows = parallel(row, jobs, workers)
        return GmuReport(self.name, tuple(rows), {"date": today(), "tools": {}})

    def _comparison(
        self, lines: Sequence[PublishedHashTime], options: ReproductionOptions, progress: ResultProgress
    ) -> GmuReport:
        """The rows of the campaign with the paper's beside them."""
        places = options.session.places
        folder = places.results
        campaign = study_rows.load(folder, CAMPAIGN, places)
        if options.targets:
            campaign = campaign.only(options.targets)
        if campaign.stale:
            progress.say(
                f"{campaign.stale} rows are of other RTL and left out; "
                f"measure them anew with: {command(CAMPAIGN)}"
            )
        before = times_before(lines, folder, options.session)
        by_function = {line.function: line for line in lines}

        def row(measured: Row) -> Row:
            line = by_function[measured["function"]]
            near = study_paper.on_target(line.label, line.digest_bits, measured["target"])
            return {
                "label": line.label,
                "variant": line.digest_bits,
                **dict.fromkeys(FIGURES),
                **measured,
                **before.get((line.function, measured["architecture"]), {}),
                "kbit_per_s_per_ge": per_area(measured),
                "paper": {**self.paper_figures(line), **near},
            }

        rows = tuple(row(found) for found in campaign.rows if found["function"] in by_function)
        provenance = {
            "date": campaign.provenance.date,
            "tools": dict(campaign.provenance.tools),
            "campaign": {"name": CAMPAIGN, "stale_rows": campaign.stale, **campaign.provenance.plain()},
        }
        return GmuReport(self.name, rows, provenance, campaign=campaign)

    def chosen(self, functions: Sequence[str] | None) -> list[PublishedHashTime]:
        """The paper's lines on these functions, by default all; UsageError for what is not in its table."""
        lines = {line.function: line for line in self.times.hash_times}
        for name in functions or ():
            if name not in lines:
                raise UsageError(
                    f"{self.name} has no function '{name}' in its table; {catalogue.nearest(name, lines)}"
                )
        return list(lines.values()) if functions is None else [lines[name] for name in functions]

    def paper_figures(self, line: PublishedHashTime) -> Member:
        """What the paper's tables have on a function."""
        sizes = next(row for row in self.sizes.sizes if row.function == line.function)
        figures = {**dict(line), **dict(sizes), "cycles_per_block": line.block}
        figures["throughput_formula"] = figures.pop("throughput")
        figures["source"] = f"{self.times.place}; {self.sizes.place}"
        del figures["function"], figures["block"]
        return {key: value for key, value in figures.items() if value is not None}


def is_there(function: str, places: Places) -> bool:
    """Has any family this function?"""
    return any(family.function(function) is not None for family in catalogue.families(places))


def architectures(line: PublishedHashTime, places: Places) -> list[str]:
    """The paper's architecture of a function, where its family has that, and the family's default one."""
    own = papers_architecture(line)
    if not is_there(line.function, places):
        return [own]
    function = catalogue.resolve_function(line.function, places)
    known = [own] if own in function.family.architectures else []
    return list(dict.fromkeys([*known, function.default_design().architecture.name]))


def times_before(
    lines: Sequence[PublishedHashTime], folder: Path, session: Session
) -> dict[tuple[str, str], Row]:
    """The fields of rows that cycles give, by function and architecture, of what is counted already.

    That is what the records know, and results/gmu.json of the present RTL. UsageError if a row of that file
    cannot be used.
    """
    path, places = folder / "gmu.json", session.places
    rows = reader.read(path, ReproductionDocument, places).rows if path.exists() else ()
    committed = {
        (row.function, row.architecture): row.hash_time.plain()
        for row in rows
        if isinstance(row, CyclesRow | DesignRow) and row.hash_time is not None
    }
    before = {}
    for line in lines:
        known = architectures(line, places) if is_there(line.function, places) else ()
        for architecture in known:
            name = line.function, architecture
            design = catalogue.resolve_design("/".join(name), places)
            found = hash_times.found_before(design, line.bus_bits, session, committed.get(name))
            if found is not None:
                before[name] = time_fields(design, found)
    return before


def counted(design: Design, bus_bits: int, session: Session, progress: ResultProgress) -> Row:
    """The fields of a row that its counted cycles give; the state if they are not what they must be."""
    try:
        found = hash_times.measured(design, bus_bits, session, progress.say)
    except CheckFailed as error:
        note(str(error))
        return {"state": FAILED_VERIFICATION, "message": str(error)}
    return time_fields(design, found)


def time_fields(design: Design, found: HashTime) -> Row:
    """The fields of a row that counted cycles give."""
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
    title="Fourteen round-2 candidates and SHA-2, 256 and 512 bits: cycles of messages, and the comparison",
    source=f"{PAPER.citation()}, tables 1 to 10",
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
)
