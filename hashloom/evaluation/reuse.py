# SPDX-License-Identifier: Apache-2.0
"""Results that were measured before, elsewhere perhaps: going on from the documents of `results/`.

    known = read([Path("results/campaign-gmu.json")])
    known.result(design, "osu018", "fast", seeds=5)                             a Result, or None
    known.standing(design, "osu018", "fast", seeds=5)                           the same, or None
    known.verification(design, tuning, ("core", "top"), "full", 1, "gates")     a Verification, or None

A row of a document counts as known if it is what would be measured here and now. Nothing is run to find that
out: everything that a measurement depends on has a digest in the row, and each is computed again from what
lies here. Where one differs, the row is as good as not there. `docs/records.md` has the list.

What a row's design passed is another matter than its figures. Where vectors, model, bench or proofs are
others today, the figures are `standing` only: they are no result before the design has passed anew
(`renewed`).
"""

import hashlib
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hashloom import libraries, rows, targets, vectors
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Function, Tuning
from hashloom.catalogue.ports import Port
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.errors import UsageError
from hashloom.evaluation.synthesis import ASSURED, synthesise
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.execution.steps import attempt_key
from hashloom.flow import Result, cells, fpga, yosys
from hashloom.flow.measurement import Progress, flow_digest, silent
from hashloom.formal import relevance
from hashloom.results import reader
from hashloom.targets import Fpga, Target
from hashloom.verification import Engine, Verification, basis, files_of, vector_names
from hashloom.verification.cases import Effort, files_digest

Row = Mapping[str, Any]
VERIFICATIONS, ROWS = "designs", ("rows", "fast_adders")
"""Lists of a document that hold verifications, and rows of designs."""
ATTEMPTS = 8
"""A step that was tried so often at most before it ended well is found again."""
BEATS = (1, 2, 4, 8)
"""In how many beats a core may hand out its digest."""


@dataclass
class Known:
    """What documents know: rows by function, architecture, target and goal, verifications by design.

    `taken` counts what was found in each document; a question that is asked again counts once. `unusable` are
    sentences that name the rows of designs that cannot be used, and so are not known.
    """

    rows: dict[tuple[str, ...], list[tuple[Path, Row]]] = field(default_factory=dict)
    verifications: dict[str, list[tuple[Path, Row]]] = field(default_factory=dict)
    taken: dict[Path, set[tuple[Any, ...]]] = field(default_factory=dict)
    unusable: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def result(
        self,
        design: Design,
        target_name: str,
        goal: str,
        seeds: int,
        settings: tuple[tuple[str, int], ...] = (),
    ) -> Result | None:
        """The result of `synthesise` with these arguments, if a row has it.

        UsageError for a target or a setting that is none, MissingTool where a tool or a library is missing.
        """
        found = self._find(design, target_name, goal, seeds, settings)
        if found is None or not _is_assured(found[1], design, _tuning(target_name, goal, settings)):
            return None
        self._take(found[0], (design.name, target_name, goal, seeds, settings))
        return found[1]

    def standing(
        self,
        design: Design,
        target_name: str,
        goal: str,
        seeds: int,
        settings: tuple[tuple[str, int], ...] = (),
    ) -> Result | None:
        """The same, whatever its design passed; errors as for `result`."""
        found = self._find(design, target_name, goal, seeds, settings)
        return None if found is None else found[1]

    def renewed(
        self,
        design: Design,
        target_name: str,
        goal: str,
        seeds: int,
        records: Records,
        progress: Progress = silent,
        settings: tuple[tuple[str, int], ...] = (),
    ) -> Result | None:
        """The result, after the design was verified anew where today's checks are others than the row's.

        None if no row has the figures. Errors as for `result` and `synthesise`.
        """
        known = self.result(design, target_name, goal, seeds, settings)
        found = self._find(design, target_name, goal, seeds, settings) if known is None else None
        if found is None:
            return known
        result = synthesise(
            design, target_name, goal, seeds, records, progress, settings=settings, standing=found[1]
        )
        if result.state == jobs.OK:
            self._take(found[0], (design.name, target_name, goal, seeds, settings))
        return result

    def _find(
        self,
        design: Design,
        target_name: str,
        goal: str,
        seeds: int,
        settings: tuple[tuple[str, int], ...],
    ) -> tuple[Path, Result] | None:
        """The document that has these figures, and the result in it."""
        target = targets.find(target_name)
        name = (design.function.name, design.architecture.name, target.name, goal)
        for path, row in self.rows.get(name, ()):
            if row.get("state") != jobs.OK or row.get("netlist_simulated") is not True:
                continue
            unit = rtl.unit(design, "core", Tuning(target.technology, goal, target.name, settings))
            if not _same_work(row, design, unit, target, goal, seeds):
                continue
            found = _result(row, design)
            if found is not None:
                return path, found
        return None

    def verification(
        self,
        design: Design,
        tuning: Tuning,
        levels: Sequence[Level],
        effort: Effort,
        seed: int,
        engine: Engine,
    ) -> Verification | None:
        """The same verification of this RTL with these vectors, if a document says that it passed."""
        for path, entry in self.verifications.get(design.name, ()):
            found = _verification(entry)
            if found is None or not found.passed or found.failed:
                continue
            asked = (tuning, set(levels), effort, seed, engine)
            if asked != (found.tuning, set(found.levels), found.effort, found.seed, found.engine):
                continue
            if found.vectors_digest not in vectors_digests(design.function, levels):
                continue
            digests = {level: rtl.unit(design, level, tuning).digest() for level in levels}
            if found.rtl_digests != digests:
                continue
            if not _same_checks(found.key, found.tools, design, tuning, levels):
                continue
            if "core" in levels and not _cycles_hold(found, design):
                continue
            self._take(path, (design.name, *asked[2:], *sorted(levels)))
            return found
        return None

    def remarks(self, total: int, what: str) -> list[str]:
        """A sentence for each document that gave something; `what` are the `total` that were asked for.

        Before these come those that name the rows that could not be used.
        """
        given = [f"{len(taken)} of {total} {what} as in {path}" for path, taken in self.taken.items()]
        return [*(f"{text}; they are not known" for text in self.unusable), *given]

    def _take(self, path: Path, question: tuple[Any, ...]) -> None:
        with self._lock:
            self.taken.setdefault(path, set()).add(question)


def read(paths: Sequence[Path]) -> Known:
    """What these documents know. UsageError for a file that is no document of results."""
    known = Known()
    for path in paths:
        lists = {key: value for key, value in _document(path).items() if isinstance(value, list) and value}
        if not lists:
            raise UsageError(
                f"{path} is no document of results to go on from; name one that synth, campaign, compare, "
                "reproduce or verify has written"
            )
        for entry in lists.get(VERIFICATIONS, ()):
            if isinstance(entry, dict) and "design" in entry:
                known.verifications.setdefault(str(entry["design"]), []).append((path, entry))
        for key in ROWS:
            usable, sentence = rows.sort_out(lists.get(key, ()), path, rows.DESIGN, _may_be_of_a_design)
            if sentence is not None:
                known.unusable.append(sentence)
            for row in usable:
                name = (row["function"], row["architecture"], row["target"], row["goal"])
                known.rows.setdefault(name, []).append((path, row))
    return known


def _document(path: Path) -> Row:
    try:
        return reader.content(path)
    except UsageError as error:
        raise UsageError(f"this is no document of results to go on from: {error}") from error


def _may_be_of_a_design(row: Any) -> bool:
    """Whether this is not a row of something else than a design on a target."""
    return not isinstance(row, dict) or rows.kind_of(row) is rows.DESIGN


def vectors_digests(function: Function, levels: Sequence[Level] = ("core",)) -> set[str]:
    """Digests of the vectors that a design may have passed to count as verified with those here.

    Besides the files that are here those are the official files, where they are missing here.
    """
    own, official = vector_names(function, levels)
    digests = {files_digest(files_of(function, levels))}
    compact, hashes = vectors.compact_file(own), [vectors.official_sha256(name) for name in official]
    if compact is not None and not any(map(vectors.official_file, official)) and any(hashes):
        all_of_them = hashlib.sha256(compact.read_bytes()).digest()
        all_of_them += b"".join(bytes.fromhex(one) for one in hashes if one is not None)
        digests.add(hashlib.sha256(all_of_them).hexdigest())
    return digests


def _tuning(target_name: str, goal: str, settings: tuple[tuple[str, int], ...]) -> Tuning:
    target = targets.find(target_name)
    return Tuning(target.technology, goal, target.name, settings)


def _is_assured(found: Result, design: Design, tuning: Tuning) -> bool:
    """Whether the design has passed what it would have to pass now."""
    passed = found.assurance
    return (
        passed is not None
        and passed.levels == ASSURED
        and found.vectors_digest in vectors_digests(design.function, ASSURED)
        and _same_checks(passed.verification, passed.tools, design, tuning, ASSURED)
        and passed.proofs_key == relevance.key(rtl.unit(design, "top", tuning))
    )


def _same_checks(
    key: str, tools: Mapping[str, str], design: Design, tuning: Tuning, levels: Sequence[Level]
) -> bool:
    """Whether a key is that of the same verification here and now, by whatever C++ compiler it was made."""
    if tools.get(yosys.TOOL) != yosys.version():
        return False
    ordered = [level for level in rtl.LEVELS if level in levels]
    digests: dict[str, str] = {level: rtl.unit(design, level, tuning).digest() for level in ordered}
    return key in {
        basis.key(basis.basis(design, ordered, digests, one, tools))
        for one in vectors_digests(design.function, ordered)
    }


def _same_work(row: Row, design: Design, unit: RtlUnit, target: Target, goal: str, seeds: int) -> bool:
    """Whether RTL, tools, flow and placements of a row are those that would be used now."""
    if row.get("rtl_digest") != unit.digest():
        return False
    if row.get("synthesis_key") not in synthesis_keys(design, unit, target, goal):
        return False
    if not isinstance(target, Fpga):
        return row.get("tools") == cells.tools()
    placements = list(range(1, seeds + 1)) if target.placed else []
    made = row.get("seeds", [])
    return (
        row.get("tools") == fpga.tools(target)
        and row.get("flow_digest") == flow_digest(target, bool(placements))
        and isinstance(made, list)
        and [(one.get("seed"), one.get("state")) for one in made] == [(seed, jobs.OK) for seed in placements]
    )


def synthesis_keys(design: Design, unit: RtlUnit, target: Target, goal: str) -> set[str]:
    """Keys that the record of the synthesis of a unit can have, without doing it.

    They cover RTL, parameters, scripts, goal, library, harness and tools. The ports of the core, for which
    the flow asks a tool, are those of the contract of the cores; wrong ones give a key that no row has.
    """
    if isinstance(target, Fpga):
        run = fpga.FpgaRun(unit, target, jobs.Limits())
        kind = fpga.SYNTHESIS_KIND
        made = [fpga.ingredients(run, block_ports(design, beats)) for beats in BEATS]
    else:
        library = libraries.prepare(target.source, target.dont_use)
        kind = cells.KIND
        made = [cells.ingredients(cells.CellsRun(unit, target, goal, jobs.Limits()), library)]
    return {attempt_key(kind, each, attempt) for each in made for attempt in range(ATTEMPTS)}


def block_ports(design: Design, beats: int) -> list[Port]:
    """Ports of a core at block level, as `docs/core-contract.md` has them; a digest comes in `beats`."""
    lane_bits = max(1, (design.architecture.stages - 1).bit_length())
    count_bits = 64
    inputs = {"block_data": design.function.block_bits, "block_count": count_bits}
    outputs = {
        "block_lane": lane_bits,
        "digest_lane": lane_bits,
        "digest_data": -(-design.function.digest_bits // beats),
    }
    order = (
        "clk", "rst", "block_valid", "block_ready", "block_lane", "block_data", "block_first", "block_last",
        "block_empty", "block_count", "digest_valid", "digest_ready", "digest_lane", "digest_data",
        "digest_last",
    )  # fmt: skip
    driven = {*outputs, "block_ready", "digest_valid", "digest_last"}
    width = {**inputs, **outputs}
    return [Port(name, "output" if name in driven else "input", width.get(name, 1)) for name in order]


def _result(row: Row, design: Design) -> Result | None:
    """The result in a row, if its figures are those that the design has now."""
    try:
        found = Result.from_row(row)
        made = json.loads(json.dumps(found.row()))
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    facts = (found.block_bits, found.cycles_per_block, found.latency_cycles)
    expected = (design.function.block_bits, float(design.cycles_per_block), design.cycles_block())
    same = made == {key: value for key, value in row.items() if key in made or key == "throughput_gbps"}
    if not (same and facts == expected):
        return None
    return replace(found, standing={key: value for key, value in row.items() if key in made})


def _verification(entry: Row) -> Verification | None:
    """The verification in an entry, if it is the whole body of one that passed."""
    try:
        found = Verification.from_body(dict(entry))
        return found if json.loads(json.dumps(found.body())) == entry else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None


def _cycles_hold(found: Verification, design: Design) -> bool:
    """Whether the cycles that were counted are those that the design states now."""
    latencies = found.measured.get("latency_cycles", {})
    return found.measured.get("cycles_block") == design.cycles_block() and all(
        cycles == design.latency_cycles(int(blocks)) for blocks, cycles in latencies.items()
    )
