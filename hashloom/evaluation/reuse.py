# SPDX-License-Identifier: Apache-2.0
"""Results that were measured before, elsewhere perhaps: going on from the documents of `results/`.

    reusable = read([Path("results/campaign-gmu.json")], places)
    reusable.result(design, "osu018", "fast", seeds=5)                       a Result, or None
    reusable.standing(design, "osu018", "fast", seeds=5)                     the same, or None
    reusable.verification(design, Asked(tuning, ("core", "top"), "full"))    a Verification, or None

A row of a document is reusable if it is what would be measured here and now. Nothing is run to find that
out: everything that a measurement depends on has a digest in the row, and each is computed again from what
lies here. Where one differs, the row is as good as not there. `docs/records.md` has the list.

What a row's design passed is another matter than its figures. Where vectors, model, bench or proofs are
others today, the figures are `standing` only: they are no result before the design has passed anew
(`renewed`).
"""

import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hashloom import rows, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.energy import step as energies
from hashloom.errors import UsageError
from hashloom.evaluation.at_level import BLOCK
from hashloom.evaluation.measured_again import MEASURED
from hashloom.evaluation.passed import Passed, same_checks, vectors_digests
from hashloom.evaluation.synthesis import ASSURED, synthesise
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.flow import Result, portfolio
from hashloom.flow.cells import CellsRun
from hashloom.flow.goals import PORTFOLIO, scripts, tuned_for
from hashloom.flow.measurement import (
    SYNTHESIS,
    flow_digest,
    run_of,
    step_keys,
    tools_of,
)
from hashloom.flow.placement import figures
from hashloom.flow.tried import Portfolio
from hashloom.formal import relevance
from hashloom.results import reader
from hashloom.targets import Fpga, Target, VendorFpga
from hashloom.verification import Asked, Verification

Row = Mapping[str, Any]
VERIFICATIONS, ROWS, CARRIED = "designs", ("rows", "fast_adders"), "carried"
"""Lists of a document that hold verifications, rows of designs, and notes of rows that were carried over."""
LEVEL = "level"
"""Member of a row that says which level it is of; without it that is BLOCK."""


@dataclass
class Reusable:
    """What documents have for reuse: rows by function, architecture, target, goal; verifications by design.

    What must be the same is what lies in these `places`.

    `taken` counts what was found in each document; a question that is asked again counts once. `unusable` are
    sentences that name the rows of designs that cannot be used, and so are not reusable. `notes` are those of
    rows that were carried over (`hashloom.evaluation.carry_over`), by document.
    """

    places: Places
    rows: dict[tuple[str, ...], list[tuple[Path, Row]]] = field(default_factory=dict)
    verifications: dict[str, list[tuple[Path, Row]]] = field(default_factory=dict)
    taken: dict[Path, set[tuple[Any, ...]]] = field(default_factory=dict)
    unusable: list[str] = field(default_factory=list)
    notes: dict[Path, list[Row]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def result(
        self,
        design: Design,
        target_name: str,
        goal: str,
        seeds: int,
        settings: tuple[tuple[str, int], ...] = (),
        place: bool = False,
        energy: bool = False,
        level: Level = BLOCK,
    ) -> Result | None:
        """The result of `synthesise` with these arguments, if a row has it.

        UsageError for a target or a setting that is none, MissingTool where a tool or a library is missing.
        """
        found = self._find(design, target_name, goal, seeds, settings, place, energy, level)
        if found is None or not _is_assured(
            found[1], design, _tuning(target_name, goal, settings), self.places
        ):
            return None
        self._take(found[0], (design.name, target_name, goal, seeds, settings, place, energy, level))
        return found[1]

    def standing(
        self,
        design: Design,
        target_name: str,
        goal: str,
        seeds: int,
        settings: tuple[tuple[str, int], ...] = (),
        place: bool = False,
        energy: bool = False,
        level: Level = BLOCK,
    ) -> Result | None:
        """The same, whatever its design passed; errors as for `result`."""
        found = self._find(design, target_name, goal, seeds, settings, place, energy, level)
        return None if found is None else found[1]

    def renewed(
        self,
        design: Design,
        target_name: str,
        goal: str,
        seeds: int,
        session: Session,
        progress: Progress = silent,
        settings: tuple[tuple[str, int], ...] = (),
        place: bool = False,
        energy: bool = False,
        level: Level = BLOCK,
    ) -> Result | None:
        """The result, after the design was verified anew where today's checks are others than the row's.

        What a document says it has passed is not run again, if that is what would run now. None if
        no row has the figures. Errors as for `result` and `synthesise`.
        """
        asked = (design, target_name, goal, seeds, settings, place, energy, level)
        assured = self.result(*asked)
        found = self._find(*asked) if assured is None else None
        if found is None:
            return assured
        result = synthesise(
            design,
            target_name,
            goal,
            seeds,
            session,
            progress,
            settings=settings,
            standing=found[1],
            place=place,
            energy=energy,
            level=level,
            before=self.told(design),
        )
        if result.state == jobs.OK:
            self._take(found[0], (design.name, *asked[1:]))
        return result

    def _find(
        self,
        design: Design,
        target_name: str,
        goal: str,
        seeds: int,
        settings: tuple[tuple[str, int], ...],
        place: bool,
        energy: bool,
        level: Level = BLOCK,
    ) -> tuple[Path, Result] | None:
        """The document that has these figures, and the result in it."""
        target = targets.find(target_name, self.places.libraries)
        if isinstance(target, VendorFpga):  # no row of these has a netlist that was simulated
            return None
        name = (design.function.name, design.architecture.name, target.name, goal)
        for path, row in self.rows.get(name, ()):
            if row.get("state") != jobs.OK or row.get("netlist_simulated") is not True:
                continue
            unit = rtl.unit(design, level, _tuning(target_name, goal, settings))
            if not _same_work(row, unit, target, goal, seeds, place, design if energy else None):
                continue
            found = _result(row, design, level)
            if found is not None:
                return path, found
        return None

    def told(self, design: Design) -> list[Passed]:
        """What documents say that a design has passed, of whatever RTL: `assure` takes what is of now."""
        name = (design.function.name, design.architecture.name)
        entries = (_verification(entry) for _, entry in self.verifications.get(design.name, ()))
        of_design = (row for key, found in self.rows.items() if key[:2] == name for _, row in found)
        found = [*filter(None, map(_passed, of_design))]
        found += (
            Passed(one.key, one.levels, one.tools, one.vectors_digest)
            for one in entries
            if one is not None and _is_good(one)
        )
        return found

    def verification(self, design: Design, asked: Asked) -> Verification | None:
        """The same verification of this RTL with these vectors, if a document says that it passed."""
        tuning, levels = asked.tuning, asked.levels
        for path, entry in self.verifications.get(design.name, ()):
            found = _verification(entry)
            if found is None or not _is_good(found):
                continue
            how = (found.tuning, found.effort, found.seed, found.engine, set(found.levels))
            if how != (tuning, asked.effort, asked.seed, asked.engine, set(levels)):
                continue
            if found.vectors_digest not in vectors_digests(design.function, levels, self.places):
                continue
            digests = {level: rtl.unit(design, level, tuning).digest() for level in levels}
            if found.rtl_digests != digests:
                continue
            if not same_checks(found.key, found.tools, design, tuning, levels, self.places):
                continue
            if "core" in levels and not _cycles_hold(found, design):
                continue
            self._take(path, (design.name, asked.effort, asked.seed, asked.engine, *sorted(levels)))
            return found
        return None

    def remarks(self, total: int, what: str) -> list[str]:
        """A sentence for each document that gave something; `what` are the `total` that were asked for.

        Before these come those that name the rows that could not be used.
        """
        given = [f"{len(taken)} of {total} {what} as in {path}" for path, taken in self.taken.items()]
        return [*(f"{text}; they are not reused" for text in self.unusable), *given]

    def carried(self) -> dict[str, list[Row]]:
        """What a document that takes rows of these has to say in its list `carried`; nothing without any."""
        found = [one for path in self.taken for one in self.notes.get(path, ())]
        return {CARRIED: found} if found else {}

    def _take(self, path: Path, question: tuple[Any, ...]) -> None:
        with self._lock:
            self.taken.setdefault(path, set()).add(question)


def read(paths: Sequence[Path], places: Places) -> Reusable:
    """What these documents have for reuse. UsageError for a file that is no document of results."""
    found = Reusable(places)
    for path in paths:
        lists = {key: value for key, value in _document(path).items() if isinstance(value, list) and value}
        if not lists:
            raise UsageError(
                f"{path} is no document of results to go on from; name one that synth, campaign, compare, "
                "reproduce or verify has written"
            )
        if CARRIED in lists:
            found.notes[path] = lists[CARRIED]
        for entry in lists.get(VERIFICATIONS, ()):
            if isinstance(entry, dict) and "design" in entry:
                found.verifications.setdefault(str(entry["design"]), []).append((path, entry))
        for key in ROWS:
            usable, sentence = rows.sort_out(lists.get(key, ()), path, places, concerned=_may_be_of_a_design)
            if sentence is not None:
                found.unusable.append(sentence)
            for row in usable:
                name = (row["function"], row["architecture"], row["target"], row["goal"])
                found.rows.setdefault(name, []).append((path, row))
    return found


def _document(path: Path) -> Row:
    try:
        return reader.content(path)
    except UsageError as error:
        raise UsageError(f"this is no document of results to go on from: {error}") from error


def _may_be_of_a_design(row: Any) -> bool:
    """Whether this is not a row of something else than a design on a target, at whatever level."""
    return not isinstance(row, dict) or rows.kind_of(row) in (rows.DESIGN, rows.LEVEL)


def _tuning(target_name: str, goal: str, settings: tuple[tuple[str, int], ...]) -> Tuning:
    target = targets.find(target_name)
    return Tuning(target.technology, tuned_for(goal), target.name, settings)


def _is_assured(found: Result, design: Design, tuning: Tuning, places: Places) -> bool:
    """Whether the design has passed what it would have to pass now."""
    passed = found.assurance
    return (
        passed is not None
        and passed.levels == ASSURED
        and found.vectors_digest in vectors_digests(design.function, ASSURED, places)
        and same_checks(passed.verification, passed.tools, design, tuning, ASSURED, places)
        and passed.proofs_key == relevance.key(rtl.unit(design, "top", tuning), places)
    )


def _same_work(
    row: Row, unit: RtlUnit, target: Target, goal: str, seeds: int, place: bool, energy_of: Design | None
) -> bool:
    """Whether a row is made from the steps, each with its key, that would be done now."""
    if (row.get("placement") is not None) != place or (row.get("energy") is None) != (energy_of is None):
        return False
    run, keys = run_of(unit, target, goal), {}
    if goal in PORTFOLIO:
        several = _portfolio(row)
        if several is None or not isinstance(run, CellsRun):
            return False
        keys = portfolio.step_keys(run, several, seeds if place else 0)
        run = portfolio.chosen(run, several)
    tools, keys = tools_of(target), keys | step_keys(run, seeds)
    if place and isinstance(run, CellsRun):
        tools, keys = tools | figures.tools(), keys | figures.step_keys(run, seeds)
        if energy_of is not None:
            keys |= energies.step_keys(energy_of, run, row["placement"]["seed"])
    if row.get("rtl_digest") != unit.digest() or row.get("tools") != tools:
        return False
    placed = range(1, seeds + 1) if isinstance(target, Fpga) and target.placed else ()
    made = row.get("seeds", [])
    return (
        row.get("steps") == keys
        and row.get("synthesis_key") == keys[SYNTHESIS]
        and row.get("flow_digest") == flow_digest(target)
        and isinstance(made, list)
        and [(one.get("seed"), one.get("state")) for one in made] == [(seed, jobs.OK) for seed in placed]
    )


def _portfolio(row: Row) -> Portfolio | None:
    """What a row tells of a portfolio, if all that it names is there and was tried."""
    try:
        found = Portfolio.from_body({**row["portfolio"], "script": row["script"]})
    except (KeyError, TypeError, ValueError):
        return None
    first = tuple(one.script for one in found.tried if not one.with_loads)
    return found if first == scripts() and {one.script for one in found.tried} == set(first) else None


def _result(row: Row, design: Design, level: Level) -> Result | None:
    """The result in a row, if its figures are those that the design has now.

    The cycles of a message level are those that were counted of its RTL: `core.toml` does not have them.
    """
    try:
        found = Result.from_row(row)
        made = json.loads(json.dumps(found.row()))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    cycles = (found.cycles_per_block, found.latency_cycles)
    expected = (float(design.cycles_per_block), design.cycles_block()) if level == BLOCK else cycles
    same = made == {key: value for key, value in row.items() if key in made or key == "throughput_gbps"}
    if not (same and found.block_bits == design.function.block_bits and cycles == expected):
        return None
    kept = {*made, MEASURED}
    return replace(found, standing={key: value for key, value in row.items() if key in kept})


def _verification(entry: Row) -> Verification | None:
    """The verification in an entry, if it is the whole body of one that passed."""
    try:
        found = Verification.from_body(dict(entry))
        return found if json.loads(json.dumps(found.body())) == entry else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _is_good(found: Verification) -> bool:
    """Whether a verification had checks, and none failed."""
    return found.passed > 0 and not found.failed


def _passed(row: Row) -> Passed | None:
    """The verification that a row that is ok rests on."""
    told = row.get("assurance")
    if row.get("state") != jobs.OK or told is None:
        return None
    return Passed(told["verification"], tuple(told["levels"]), told["tools"], row["vectors_digest"])


def _cycles_hold(found: Verification, design: Design) -> bool:
    """Whether the cycles that were counted are those that the design states now."""
    latencies = found.measured.get("latency_cycles", {})
    return found.measured.get("cycles_block") == design.cycles_block() and all(
        cycles == design.latency_cycles(int(blocks)) for blocks, cycles in latencies.items()
    )
