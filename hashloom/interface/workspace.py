# SPDX-License-Identifier: Apache-2.0
"""The object of the interface: a place for records, what of them counts, and what can be done there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hashloom import campaign as campaigns
from hashloom import catalogue, evaluation, execution, targets
from hashloom.analysis.choice import Choice
from hashloom.campaign import Item, Scheduler, Status
from hashloom.campaign.engine import unwatched
from hashloom.catalogue.design import Design, Function
from hashloom.catalogue.places import Places
from hashloom.catalogue.settings import settings as numbers
from hashloom.errors import UsageError
from hashloom.evaluation import reuse as documents_of_before
from hashloom.execution import workers as processes
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Again, Session
from hashloom.execution.steps import NotDone
from hashloom.flow import Result
from hashloom.interface import chosen, documents
from hashloom.interface.chosen import Levels, Settings, Use
from hashloom.models import model_for
from hashloom.targets import AnyTarget
from hashloom.verification import Asked, Engine, Verification, verification, verified
from hashloom.verification.cases import Effort

if TYPE_CHECKING:
    import polars as pl

TIMEOUT_S = 7200.0
MEMORY_GIB = 16.0


class Workspace:
    """The laboratory, with a place where it keeps records.

    What is asked for twice is done once: the second answer is that of the records. A design is named as on
    the command line (`sha256`, `skein-512/4r-2m`), or is a `Design`; a target is a name or the path of a
    target file. Errors are those of `hashloom.errors`: UsageError for what is no design, target or goal,
    MissingTool where a program is not installed, HashloomError where nothing can be written. That a design
    fails, or a tool, is no error but an answer: see `Verification.failed` and `Result.state`.

    `session` has the records and folders, `reusable` what the documents of `reuse` have; both are for
    programs that go further than this class. `recorded` counts the verifications that came out of the
    records.
    """

    def __init__(
        self,
        state: str | Path | None = None,
        *,
        reuse: Iterable[str | Path] = (),
        again: Again = "nothing",
        progress: Progress = silent,
        places: Places | None = None,
    ) -> None:
        """A workspace in the folder `state`, by default that of the user (docs/installing.md).

        All that is kept lies there: records, cell libraries, compiled circuits, the folders of running jobs.
        `places` says where everything is, by default as the environment has it. `reuse`: documents of
        results, whose figures of the same RTL, vectors, flow and tools are taken as they are. `again`: what
        of the records is done anew, "nothing", what "failed" by time, memory or a crash, or "all".
        `progress` is told, in a line of text, what is being done.

        UsageError for a file that is no document of results.
        """
        found = places or Places.of(os.environ)
        if state is not None:
            found = found.keeping(Path(state).expanduser().resolve())
        paths = [found.brought(path) for path in reuse]
        if again not in ("nothing", "failed", "all"):
            raise UsageError(f'again="{again}" says nothing; it is "nothing", "failed" or "all"')
        if paths and again == "all":
            raise UsageError('again="all" leaves results of before aside; give it or reuse')
        self.session = Session.at(found, execution.session.again(again))
        self.reusable = documents_of_before.read(paths, found)
        self.progress = progress
        self.recorded = 0

    def __repr__(self) -> str:
        """Where it is."""
        return f"Workspace({str(self.session.folder)!r})"

    def functions(self) -> list[Function]:
        """All named hash functions; sizes in bits."""
        return catalogue.functions(self.session.places)

    def designs(self, pattern: str = "all") -> list[Design]:
        """Designs: all, those of one function (`sha256/all`), one, or those of a pattern (`sha*/basic`).

        A pattern has `*`, `?` or `[...]` in it and stands for names of the catalogue. UsageError, with the
        nearest names, if nothing is called that.
        """
        return chosen.designs(pattern, self.session.places)

    def design(self, name: str) -> Design:
        """The design of a name; without an architecture (`sha256`) that of the family's default one.

        UsageError, with the nearest names, if there is none.
        """
        return chosen.design(name, self.session.places)

    def targets(self) -> list[AnyTarget]:
        """What designs can be synthesised for: standard-cell libraries and FPGAs, by name."""
        return [targets.find(name) for name in targets.names()]

    def hash(self, function: str | Function, message: bytes, bits: int | None = None) -> bytes:
        """Digest of the first `bits` bits of a message, all by default, by the reference model.

        Of a last byte that counts in part the most significant bits do. UsageError for an unknown function,
        or if the message has fewer bits. A model is written to be read: a few hundred kilobytes per second.
        """
        return model_for(chosen.function(function, self.session.places)).digest(message, bits)

    def verify(
        self,
        design: str | Design,
        levels: Levels = "both",
        effort: Effort = "quick",
        *,
        tuning: Use = "fast",
        settings: Settings | None = None,
        seed: int = 1,
        engine: Engine = "gates",
        vectors: Sequence[str | Path] = (),
    ) -> Verification:
        """Run vectors and random messages through the simulated RTL of a design.

        `levels` names the ports: those of the "core", of the "top", "both", and where a family has them those
        behind the "bus", with "arguments" or for a "tree". `effort`: "quick", or "full" for all vectors. The
        RTL is tuned for a `tuning`: "fast" or "small" standard cells, or "fpga"; `settings` take the place of
        its parameters, `{"ADDER": "kogge_stone"}`. `seed` is that of random messages and stalls, `vectors`
        are files of further ones.

        The answer has `passed` and `failed`, counts of checks, and `failures`. It is recorded, also one that
        failed. UsageError for arguments that stand for nothing.
        """
        asked = chosen.asked(self.session.places, levels, effort, tuning, settings, seed, engine, vectors)
        return next(self.verify_all([design], asked))

    def verify_all(
        self, designs: str | Iterable[str | Design], asked: Asked | None = None, *, workers: int = 1
    ) -> Iterator[Verification]:
        """Answers of `verify` for several designs, in their order, as they come; `workers` of them at a time.

        `designs` are a list of them, or a text as for the method `designs`.
        """
        places = self.session.places
        asked, wanted = asked or chosen.asked(places), chosen.designs(designs, places)
        at_a_time = chosen.at_a_time(workers, "designs cannot be verified")
        found = {design: self.reusable.verification(design, asked) for design in wanted}
        unknown = [design for design in wanted if found[design] is None]
        recorded = {}
        for design in unknown:
            self.progress(f"{design.name}: whether the records have it")
            recorded[design] = self._recorded(design, asked)
        self.recorded += sum(one is not None for one in recorded.values())
        found |= recorded
        made = self._verified([one for one in wanted if found[one] is None], asked, at_a_time)
        return (found[design] or next(made) for design in wanted)

    def _recorded(self, design: Design, asked: Asked) -> Verification | None:
        """The same verification, if the records have it."""
        step = verification(design, asked, self.session.places)
        try:
            return Verification.from_body(step.perform(self.session.asking()).body)
        except NotDone:
            return None

    def _verified(self, designs: Sequence[Design], asked: Asked, at_a_time: int) -> Iterator[Verification]:
        if at_a_time == 1:
            for design in designs:
                yield verified(design.name, asked, self.session, self.progress)
            return
        with processes.pool(at_a_time) as pool:  # processes, because the models work in Python
            futures = [pool.submit(verified, design.name, asked, self.session) for design in designs]
            for number, future in enumerate(futures):
                self.progress(f"{designs[number].name}, {at_a_time} at a time")
                yield future.result()

    def evaluate(
        self,
        design: str | Design,
        target: str | Path,
        goal: str = "fast",
        *,
        seeds: int = 5,
        settings: Settings | None = None,
        workers: int = 1,
        timeout_s: float = TIMEOUT_S,
        memory_gib: float = MEMORY_GIB,
        place: bool = False,
        energy: bool = False,
    ) -> Result:
        """Verify a design, synthesise and measure it on a target, and simulate its netlist.

        `goal` is "fast" or "small", on standard cells also "fastest" or "densest", the best of several
        scripts. An FPGA that is placed gets `seeds` placements, `workers` at a time; with
        0 it is only mapped, and there is no clock. With `place` standard cells get them too, and are timed
        with estimated wires; UsageError for an FPGA or a library without a layout. With `energy` besides, the
        netlist is simulated with delays for the energy it takes. Each tool may take `timeout_s` seconds and
        `memory_gib` GiB. `settings` as for `verify`.

        The answer is a `Result`: `state` "ok" or what went wrong, `clock_mhz` in MHz, `throughput_gbps` in
        Gbit/s, the rest in `measurement`: areas in gate equivalents or look-up tables, delays in ns. Where
        cells were placed, the throughput is that of `clock_placed_mhz`, and `placement` has the rest of it;
        `energy`, where it was asked for, has picojoule per bit.
        """
        places, what = self.session.places, str(target)
        found, parameters = chosen.design(design, places), numbers(settings or {}, places)
        limits = chosen.limits(timeout_s, memory_gib)
        at_a_time = chosen.at_a_time(workers, "placements cannot be made")
        return self.reusable.renewed(
            found, what, goal, seeds, self.session, self.progress, parameters, place, energy
        ) or evaluation.synthesise(
            found, what, goal, seeds, self.session, self.progress,
            limits=limits, workers=at_a_time, settings=parameters, place=place, energy=energy,
        )  # fmt: skip

    def items(
        self,
        designs: str | Iterable[str | Design],
        targets: str | Path | Iterable[str | Path],
        goals: str | Iterable[str] = "fast",
        *,
        seeds: int = 5,
        settings: Settings | None = None,
        timeout_s: float = TIMEOUT_S,
        memory_gib: float = MEMORY_GIB,
    ) -> list[Item]:
        """What `campaign` takes: every design on every target for every goal, in this order.

        `designs` as for `verify_all`, the rest as for `evaluate`.
        """
        places, limits = self.session.places, chosen.limits(timeout_s, memory_gib)
        parameters = numbers(settings or {}, places)
        return [
            Item(design, chosen.target(target), chosen.goal(goal), seeds, limits, parameters)
            for design in chosen.designs(designs, places)
            for target in ([targets] if isinstance(targets, str | Path) else targets)
            for goal in ([goals] if isinstance(goals, str) else goals)
        ]

    def campaign(
        self,
        source: str | Path | Iterable[Item],
        *,
        workers: int = 1,
        scheduler: Scheduler | None = None,
        progress: Callable[[Status], None] = unwatched,
    ) -> list[Result]:
        """Evaluate the items of a campaign file, or those of `items`: a result of each, in their order.

        The work is done by so many `workers`, which are processes of this machine, or by those of a Dask
        `scheduler` (docs/campaigns.md). It can be stopped, and goes on from the records. `progress` is told
        whenever a job has ended.

        UsageError, with the place in the file, for whatever is wrong with it; HashloomError where no
        scheduler answers or no worker is left.
        """
        places = self.session.places
        items: Sequence[Item] = (
            campaigns.read(places.brought(source), places).items
            if isinstance(source, str | Path)
            else tuple(source)
        )
        return campaigns.run(
            items, self.session, workers=chosen.at_a_time(workers, "processes cannot work"),
            reusable=self.reusable, scheduler=scheduler, progress=progress, say=self.progress,
        )  # fmt: skip

    def choice(self, function: str | Function, target: str | Path | None = None) -> Choice:
        """What the documents of results have of a function, on all targets or one, and which design to take.

        `need("speed", "osu018").taken` is the design for a purpose on a target (docs/choosing.md). Nothing is
        measured. UsageError for an unknown function or target.
        """
        places = self.session.places
        return Choice.of(chosen.function(function, places), places, None if target is None else str(target))

    def results(self, source: str | Path | Iterable[Result] | None = None) -> pl.DataFrame:
        """Results of designs on targets as a data frame of polars: a row each, columns as in docs/python.md.

        `source` is a document that comes with the laboratory (`"campaign-gmu"`), the path of one that
        `hashloom` has written, or a list of results; without it all documents of the laboratory are taken,
        and a design that stands in several has a row of each. What a target does not give is null.

        UsageError for what is no document, or has rows that cannot be used.
        """
        return documents.results(source, self.session.places)
