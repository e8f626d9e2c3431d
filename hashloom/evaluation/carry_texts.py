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
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, datetime
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
from hashloom.mutation.suite import CAUGHT, judge, suite
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
    """What `hashloom mutate -o` wrote; its one entry is the document, and what is made again a mutant."""

    KEYS = ("provenance", "mutants", "survivors")
    OTHER = "other words"
    ENTRY = "its files"

    def __init__(self, content: Row, former: Path, session: Session) -> None:
        """Find what of a document is of the former text."""
        super().__init__(content, former, session)
        places = session.places
        known = {path.name: path for path in places.own_cores.glob("*/rtl/*.sv")}
        self._texts: dict[str, tuple[str, str]] = {}
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
        self._same, self._is_other = changed and alike, changed and not alike

    def same(self) -> list[str]:
        """The document of another text with the same words."""
        return [self.ENTRY] if self._same else []

    def other(self) -> list[str]:
        """The document of other words."""
        return [self.ENTRY] if self._is_other else []

    def repeat(self, name: str, rng: random.Random) -> None:
        """Judge a mutant again that was caught. CheckFailed if it comes out otherwise."""
        rows = [one for one in self.content["mutants"] if one["verdict"] == CAUGHT and " (" in one["form"]]
        row = self._moved(rng.choice(rows))
        design, level = row["form"].removesuffix(")").split(" (")
        (at,) = (one for one in rtl.LEVELS if one == level)
        _, _, of = self.content["provenance"]["command"].partition(" --of ")
        one = catalogue.resolve_design(design, self.session.places)
        tests = suite([one], self.session, levels=(at,), of=of.split(" ")[0])
        mutant = Mutant(**{one.name: row[one.name] for one in dataclasses.fields(Mutant)})
        found = judge(mutant, tests, self.content["provenance"]["limit_seconds"])
        if (found.verdict, found.form) != (row["verdict"], row["form"]):
            raise CheckFailed(
                f"the mutant of {row['file']} in line {row['line']} is {found.verdict} by {found.form} in "
                f"place of {row['verdict']} by {row['form']}; nothing is carried over"
            )

    def carried(self, note: Member) -> Row:
        """The document, its mutants where they stand now. CheckFailed if a line is another."""
        _note(self.content, note)
        return {
            **self.content,
            "provenance": {**self.content["provenance"], "files": self._digests},
            "survivors": [self._moved(row) for row in self.content["survivors"]],
            "mutants": [self._moved(row) for row in self.content["mutants"]],
        }

    def _moved(self, row: Row) -> Row:
        """A mutant where it stands now. CheckFailed where its line is another."""
        here, there = self._texts[row["file"]]
        start = row["start"]
        pairs = [*zip(logic.words(here), logic.words(there), strict=True)]
        ours, theirs = pairs[bisect_right(pairs, start, key=lambda pair: pair[1].start) - 1]
        at = ours.start + start - theirs.start
        line = here.count("\n", 0, at) + row["line"] - there.count("\n", 0, start)
        if here.splitlines()[line - 1].strip() == row["before"] and here.startswith(row["old"], at):
            return {**row, "start": at, "line": line}
        raise CheckFailed(
            f"line {row['line']} of {row['file']}, which has a mutant, reads otherwise; mutate it anew"
        )


def _note(entry: Row, note: Member) -> None:
    entry[reuse.CARRIED] = [*entry.get(reuse.CARRIED, []), note]


def _sha(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


CARRIERS: Mapping[Any, type[Carrier]] = {"proofs": Proofs, "faults": Faults, "mutation": Mutants}
"""By the kind of document."""
