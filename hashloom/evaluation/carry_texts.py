# SPDX-License-Identifier: Apache-2.0
"""Documents of proofs, faults and mutants carried over an edit of RTL that changes nothing that they are of.

What they say is of a text, by its digest. Where the text is another one now, and the former checkout has that
which the document is of, both must be the same circuit (`flow.circuit`), with each planted fault as without;
mutants, which stand in the text, must be of the same words (`catalogue.logic`). An entry for which that does
not hold is left as it is, and named. A random sample of the others is made again, and must come out as it
stands.

    proofs      digests of the checks, and of the files; of turns, of each check that follows
    faults      digest of the right circuits of a fault
    mutation    digests of the files, and where in them the mutants stand; all files, or nothing
"""

from __future__ import annotations

import dataclasses
import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, datetime
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any, ClassVar, cast

from hashloom import catalogue
from hashloom.catalogue import logic, rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.planting import Change
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.evaluation import reuse
from hashloom.evaluation.carry_over import laboratory
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session, again
from hashloom.execution.steps import room
from hashloom.flow import circuit
from hashloom.formal import carry_over as formal
from hashloom.formal import table
from hashloom.formal.document import file_digests
from hashloom.mutation import hunt, library
from hashloom.mutation.catches import of_units
from hashloom.mutation.library import Planted
from hashloom.mutation.mutants import Mutant
from hashloom.mutation.study import Finding, MutationStudy
from hashloom.mutation.suite import BUS, CAUGHT, COUNTED, Judgement, judge, suite
from hashloom.results.versions import KIND, Member
from hashloom.rows import Row


def texts_carried_over(
    documents: Mapping[Path, Row],
    former: Path,
    count: int,
    seed: int,
    session: Session,
    say: Progress = silent,
) -> dict[Path, tuple[Row, Member]]:
    """The documents with the digests of now, each with the note of it that it has in lists `carried`.

    Of each document `count` entries are made again, drawn with `seed`, or as many as there are. CheckFailed
    where one comes out otherwise; UsageError where nothing is to be carried over.
    """
    if not (former / "cores").is_dir():
        raise UsageError(f"{former} is no checkout of a former hashloom; make one with: git worktree add")
    made = {}
    for path, content in documents.items():
        one = CARRIERS[content[KIND]](deepcopy(content), former, session)
        for name in one.other():
            say(f"{one.OTHER}, to be made anew: {path.stem}, {name}")
        names = one.same()
        if not names:
            continue
        drawn = random.Random(seed).sample(names, min(count, len(names)))
        for name in drawn:
            say(f"made again: {path.stem}, {name}")
            one.repeat(name, random.Random(seed))
        note: Member = {
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            "keys": list(one.KEYS),
            "from": laboratory(former / "hashloom"),
            "seed": seed,
            "of": len(names),
            "among": {},
            "sample": drawn,
        }
        made[path] = one.carried(note), note
    if not made:
        raise UsageError("nothing in the documents is of the former RTL and of the circuits that are here")
    return made


class Carrier(ABC):
    """A document on its way over. `KEYS` are what of it gets the value of now."""

    KEYS: ClassVar[tuple[str, ...]]
    OTHER: ClassVar[str] = "another circuit"
    """What a sentence says of an entry that is left."""

    def __init__(self, content: Row, former: Path, session: Session) -> None:
        """Find what of a document is of the former text."""
        self.content, self.session = dict(content), session
        self._former, self._capture = former, Capture()

    @abstractmethod
    def same(self) -> list[str]:
        """Entries of another text with the same words, by name."""

    @abstractmethod
    def other(self) -> list[str]:
        """Entries of other words, by name."""

    @abstractmethod
    def repeat(self, name: str, rng: random.Random) -> None:
        """Make an entry again, or a part of it. CheckFailed where it comes out otherwise."""

    @abstractmethod
    def carried(self, note: Member) -> Row:
        """The document with the entries of `same` as of now, and with a note of it."""

    def there(self, units: Iterable[RtlUnit]) -> list[RtlUnit] | None:
        """The units with the files of the former checkout; None where one is not there."""
        root = self.session.places.repository
        found = [logic.moved(unit, root, self._former, self._capture) for unit in units]
        return [unit for unit in found if unit is not None] if None not in found else None


def _same(
    here: Sequence[RtlUnit], there: Sequence[RtlUnit], changes: Sequence[Change], session: Session
) -> bool:
    """Whether units are the same circuits, as they are and with each of the changes in those that have it."""
    pairs = [*zip(here, there, strict=True)]
    return all(_same_circuit(*pair, session) for pair in pairs) and all(
        _same_with(change, *pair, session)
        for change in changes
        for pair in pairs
        if change.source(pair[0]) is not None
    )


def _same_with(change: Change, here: RtlUnit, there: RtlUnit, session: Session) -> bool:
    """Whether two units are the same circuit with a change; not where one lacks the text that is changed."""
    with room(circuit.KIND, session.places) as folder:
        pair = []
        for name, unit in (("here", here), ("there", there)):
            (folder / name).mkdir()
            try:
                wrong = change.write(unit, folder / name)
            except HashloomError:
                return False
            pair.append(unit.with_file(wrong))
        return _same_circuit(pair[0], pair[1], session)


def _same_circuit(here: RtlUnit, there: RtlUnit, session: Session) -> bool:
    """Whether two units are the same circuit; not where one is none, as some faults have it."""
    try:
        return circuit.same(here, there, session)
    except HashloomError:
        return False


class Proofs(Carrier):
    """What `hashloom prove -o` wrote; an entry is a proof.

    Of a proof of turns each check follows by itself, with the faults in it: `prove --carry-over` knows the
    checks of an entry one by one, and proves what is missing. Of others all do, or none.
    """

    KEYS = ("digest", "files")
    OTHER = "another circuit, or not in the document"

    def __init__(self, content: Row, former: Path, session: Session) -> None:
        """Find what of a document is of the former text."""
        super().__init__(content, former, session)
        self._proofs = {one.name: one for one in table.proofs(session.places)}
        self._found: dict[str, list[_Answer]] = {}
        self._other: list[str] = []
        for entry in content["proofs"]:
            proof = self._proofs.get(entry["name"])
            units = [check.unit for check in proof.checks] if proof else []
            digests = [unit.digest() for unit in units]
            if proof and [one["digest"] for one in entry["checks"]] == digests:
                continue
            found = list(self._answers(proof, entry)) if proof else []
            is_whole = proof is not None and len(found) == len(units) and _same_faults(proof, entry)
            if is_whole or (
                proof and proof.engine == table.TURNS and any(one.is_other_text for one in found)
            ):
                self._found[entry["name"]] = found
            if proof is None or not is_whole:
                self._other += _lacking(entry["name"], proof, found)

    def _answers(self, proof: table.Proof, entry: Row) -> Iterator[_Answer]:
        """The checks of a proof that an entry has, of the former text, where they are the same circuits.

        Each as it is and with the faults in it that the entry has.
        """
        rows = {one["digest"]: one for one in entry["checks"]}
        planted = {(one["file"], one["right"], one["wrong"]): one for one in entry["faults"]}
        for number, check in enumerate(proof.checks):
            there = self.there([check.unit])
            row = rows.get(there[0].digest()) if there else None
            if there is None or row is None:
                continue
            pairs = [
                (one, planted.get((one.file, one.right, one.wrong)))
                for one in proof.faults
                if one.set == number
            ]
            faults = [(one, found) for one, found in pairs if found is not None]
            if _same([check.unit], there, [one for one, _ in faults], self.session):
                yield _Answer(check, row, faults)

    def same(self) -> list[str]:
        """Proofs of another text and the same circuits."""
        return list(self._found)

    def other(self) -> list[str]:
        """Proofs of other circuits, of those of turns their checks."""
        return self._other

    def repeat(self, name: str, rng: random.Random) -> None:
        """Prove a check, or a fault in it, again. CheckFailed if it comes out otherwise."""
        found = self._found[name]
        pairs: list[tuple[table.Check | table.Fault, Row]] = [(one.check, one.row) for one in found]
        pairs += [pair for one in found for pair in one.faults]
        anew = Session(self.session.places, self.session.records, again("all"))
        formal.repeat(formal.Stale(self._proofs[name], *rng.choice(pairs)), anew)

    def carried(self, note: Member) -> Row:
        """The document, the digests of its files and of its checks as of now."""
        for name, found in self._found.items():
            _note(self._entry(name), note)
            for one in found:
                one.row["digest"] = one.check.unit.digest()
        listed = [self._proofs[one["name"]] for one in self.content["proofs"] if one["name"] in self._proofs]
        return {**self.content, "files": file_digests(listed, self.session.places.repository)}

    def _entry(self, name: str) -> Row:
        (found,) = (one for one in self.content["proofs"] if one["name"] == name)
        return cast(Row, found)


@dataclasses.dataclass(frozen=True)
class _Answer:
    """A check with what an entry says of it, and the faults in it with what is said of these."""

    check: table.Check
    row: Row
    faults: Sequence[tuple[table.Fault, Row]]

    @property
    def is_other_text(self) -> bool:
        return bool(self.row["digest"] != self.check.unit.digest())


def _lacking(name: str, proof: table.Proof | None, found: Sequence[_Answer]) -> list[str]:
    """What a sentence calls the checks that do not follow; the proof itself where none of them does."""
    if proof is None or proof.engine != table.TURNS or not found:
        return [name]
    follow = [one.check for one in found]
    return [check.name for check in proof.checks if check not in follow]


def _same_faults(proof: table.Proof, entry: Row) -> bool:
    return [(one["file"], one["right"], one["wrong"]) for one in entry["faults"]] == [
        (one.file, one.right, one.wrong) for one in proof.faults
    ]


class Faults(Carrier):
    """What `hashloom faults -o` wrote; an entry is a fault."""

    KEYS = ("rtl",)

    def __init__(self, content: Row, former: Path, session: Session) -> None:
        """Find what of a document is of the former text."""
        super().__init__(content, former, session)
        self._faults = {one.name: one for one in library.faults(session.places)}
        self._rtl: dict[str, str] = {}
        self._other: list[str] = []
        for row in content["faults"]:
            fault = self._faults.get(row["name"])
            units = fault.units() if fault else []
            if fault and (row["digest"], row["rtl"]) == (fault.digest(), of_units(units)):
                continue
            if fault and row["digest"] == fault.digest() and self._is_of(fault, units, row["rtl"]):
                self._rtl[row["name"]] = of_units(units)
            else:
                self._other.append(row["name"])

    def _is_of(self, fault: Planted, units: Sequence[RtlUnit], digest: str) -> bool:
        """Whether a digest is of the former RTL, and that is the circuits that are here, with the fault too.

        Of a fault in a module it may be of the whole folder, in place of what the module needs of it.
        """
        there = self.there(units)
        if there is None or not _same(units, there, [fault], self.session):
            return False
        folder = self._former / fault.folder.relative_to(self.session.places.repository) / "rtl"
        whole = RtlUnit(fault.name, fault.module, tuple(sorted(folder.glob("*.sv"))), fault.parameters)
        return digest == of_units(there) or (bool(fault.module) and digest == of_units([whole]))

    def same(self) -> list[str]:
        """Faults of another text and the same circuits."""
        return list(self._rtl)

    def other(self) -> list[str]:
        """Faults of other circuits."""
        return self._other

    def repeat(self, name: str, rng: random.Random) -> None:
        """Plant the fault again. CheckFailed if it comes out otherwise."""
        (row,) = (one for one in self.content["faults"] if one["name"] == name)
        anew = Session(self.session.places, self.session.records, again("all"))
        found = hunt.caught(self._faults[name], anew, self.content["provenance"]["limit_seconds"])
        if (found.verdict, found.by) != (row["verdict"], row["by"]):
            raise CheckFailed(
                f"the fault {name} is {found.verdict} by {found.by} in place of {row['verdict']} by "
                f"{row['by']}; nothing is carried over"
            )

    def carried(self, note: Member) -> Row:
        """The document, the circuits of its faults as of now."""
        for row in self.content["faults"]:
            if row["name"] in self._rtl:
                row["rtl"] = self._rtl[row["name"]]
                _note(row, note)
        return self.content


class Mutants(Carrier):
    """What `hashloom mutate -o` wrote; its one entry is the document, and what is made again a mutant.

    Where words are others, but each design of the study is the same circuit at each of its levels, the
    mutants in lines that still stand follow, and the others leave. That the tests judge a mutant in the other
    text as they did is shown of those that are made again, and of no others.
    """

    KEYS = ("provenance", "mutants", "survivors")
    OTHER = "other words of another circuit"
    ENTRY = "its files"

    def __init__(self, content: Row, former: Path, session: Session) -> None:
        """Find what of a document is of the former text."""
        super().__init__(content, former, session)
        _, _, of = content["provenance"]["command"].partition(" --of ")
        self._of = of.split(" ")[0]
        places = session.places
        known = {path.name: path for path in places.own_cores.glob("*/rtl/*.sv")}
        self._texts: dict[str, tuple[str, str]] = {}
        self._numbers: dict[str, dict[int, int]] = {}
        self._digests: dict[str, str] = {}
        is_of_former = True
        for name, digest in content["provenance"]["files"].items():
            here = known.get(name)
            there = former / here.relative_to(places.repository) if here else None
            if here is None or there is None or not there.is_file() or _sha(there) != digest:
                is_of_former = False
                continue
            self._texts[name] = here.read_text(encoding="utf-8"), there.read_text(encoding="utf-8")
            self._digests[name] = _sha(here)
        changed = self._digests != content["provenance"]["files"]
        alike = is_of_former and all(logic.same_words(*pair) for pair in self._texts.values())
        self._same = changed and is_of_former and (alike or self._is_same_circuits())
        self._is_other = changed and not self._same

    def _is_same_circuits(self) -> bool:
        """Whether the designs of the study are the same circuits; then its files are those of now."""
        if self._of == BUS:
            return False
        places, asked = self.session.places, self.content["provenance"]
        designs = [catalogue.resolve_design(name, places) for name in asked["designs"]]
        levels = [level for level in rtl.LEVELS if level in asked["levels"]]
        units = [rtl.unit(one, level) for one in designs for level in levels if level in rtl.levels(one)]
        there = self.there(units)
        if there is None or not _same(units, there, [], self.session):
            return False
        paths = {path.name: path for unit in units for path in unit.sources}
        self._digests = {
            name: _sha(path)
            for name, path in sorted(paths.items())
            if self._of in ("", path.parent.parent.name)
        }
        return True

    def same(self) -> list[str]:
        """The document of another text with the same words, or of the same circuits."""
        return [self.ENTRY] if self._same else []

    def other(self) -> list[str]:
        """The document of other circuits."""
        return [self.ENTRY] if self._is_other else []

    def repeat(self, name: str, rng: random.Random) -> None:
        """Judge a mutant again that was caught. CheckFailed if it comes out otherwise."""
        rows = [
            one
            for one in map(self._moved, self.content["mutants"])
            if one is not None and one["verdict"] == CAUGHT and " (" in one["form"]
        ]
        row = rng.choice(rows)
        design, level = row["form"].removesuffix(")").split(" (")
        (at,) = (one for one in rtl.LEVELS if one == level)
        one = catalogue.resolve_design(design, self.session.places)
        tests = suite([one], self.session, levels=(at,), of=self._of)
        found = judge(_mutant(row), tests, self.content["provenance"]["limit_seconds"])
        if (found.verdict, found.form) != (row["verdict"], row["form"]):
            raise CheckFailed(
                f"the mutant of {row['file']} in line {row['line']} is {found.verdict} by {found.form} in "
                f"place of {row['verdict']} by {row['form']}; nothing is carried over"
            )

    def carried(self, note: Member) -> Row:
        """The document, its mutants where they stand now, and counted anew."""
        rows = [row for row in map(self._moved, self.content["mutants"]) if row is not None]
        counted = sum(row["verdict"] in COUNTED for row in rows)
        provenance = {**self.content["provenance"], "files": self._digests, "samples": counted}
        findings = [
            Finding(_mutant(row), Judgement(row["verdict"], row["form"], row["seen"]), row.get("why"))
            for row in rows
        ]
        made = MutationStudy((), tuple(findings), provenance).document()
        kept = {reuse.CARRIED: self.content[reuse.CARRIED]} if reuse.CARRIED in self.content else {}
        content: Row = {**made, **kept}
        _note(content, note)
        return content

    def _moved(self, row: Row) -> Row | None:
        """A mutant where it stands now; None where its line no longer stands there."""
        here, there = (text.splitlines(keepends=True) for text in self._texts[row["file"]])
        number = self._lines(row["file"]).get(row["line"] - 1)
        if number is None:
            return None
        at = sum(map(len, here[:number])) + row["start"] - sum(map(len, there[: row["line"] - 1]))
        assert here[number].strip() == row["before"]
        return {**row, "start": at, "line": number + 1}

    def _lines(self, file: str) -> Mapping[int, int]:
        """Numbers, from 0, of the lines of a file that stand in both texts: in the former, and here."""
        if file not in self._numbers:
            here, there = (text.splitlines() for text in self._texts[file])
            blocks = SequenceMatcher(None, there, here, autojunk=False).get_matching_blocks()
            self._numbers[file] = {block.a + n: block.b + n for block in blocks for n in range(block.size)}
        return self._numbers[file]


def _mutant(row: Row) -> Mutant:
    return Mutant(**{one.name: row[one.name] for one in dataclasses.fields(Mutant)})


def _note(entry: Row, note: Member) -> None:
    entry[reuse.CARRIED] = [*entry.get(reuse.CARRIED, []), note]


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


CARRIERS: Mapping[Any, type[Carrier]] = {"proofs": Proofs, "faults": Faults, "mutation": Mutants}
"""By the kind of document."""
