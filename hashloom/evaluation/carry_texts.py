# SPDX-License-Identifier: Apache-2.0
"""Documents of proofs, faults and mutants carried over an edit of RTL that changes nothing that they are of.

What they say is of a text, by its digest. Where the text is another one now, and the former checkout has that
which the document is of, both must be the same circuit (`flow.circuit`), with each planted fault as without;
of mutants, which stand in the text, those follow whose lines are there still (`carry_mutants`). An entry for
which that does not hold is left as it is, and named. A random sample of the others is made again, and must
come out as it stands.

    proofs      digests of the checks, and of the files; of turns, of each check that follows
    faults      digest of the right circuits of a fault
    mutation    digests of the files, and where in them the mutants stand
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, UsageError
from hashloom.evaluation.carrier import Carrier, add_note, same_circuits
from hashloom.evaluation.carry_mutants import Mutants
from hashloom.evaluation.carry_over import laboratory
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session, again
from hashloom.formal import carry_over as formal
from hashloom.formal import table
from hashloom.formal.document import file_digests
from hashloom.mutation import hunt, library
from hashloom.mutation.catches import of_units
from hashloom.mutation.library import Planted
from hashloom.results.versions import KIND, Member
from hashloom.rows import Row


def texts_carried_over(
    documents: Mapping[Path, Row],
    former: Path,
    count: int,
    seed: int,
    session: Session,
    say: Progress = silent,
    show: Progress = silent,
) -> dict[Path, tuple[Row, Member]]:
    """The documents with the digests of now, each with the note of it that it has in lists `carried`.

    Of each document `count` entries are made again, drawn with `seed`, or as many as there are. CheckFailed
    where one comes out otherwise; UsageError where nothing is to be carried over. `say` is told what a reader
    is to know, `show` what is being done.
    """
    if not (former / "cores").is_dir():
        raise UsageError(f"{former} is no checkout of a former hashloom; make one with: git worktree add")
    made = {}
    for path, content in documents.items():
        one = CARRIERS[content[KIND]](deepcopy(content), former, session, show)
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


class Proofs(Carrier):
    """What `hashloom prove -o` wrote; an entry is a proof.

    Of a proof of turns each check follows by itself, with the faults in it: `prove --carry-over` knows the
    checks of an entry one by one, and proves what is missing. Of others all do, or none.
    """

    KEYS = ("digest", "files")
    OTHER = "another circuit, or not in the document"

    def __init__(self, content: Row, former: Path, session: Session, show: Progress) -> None:
        """Find what of a document is of the former text; `show` is told what is looked at."""
        super().__init__(content, former, session, show)
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
            self.show(f"circuit of the proof {check.name}")
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
            if same_circuits([check.unit], there, [one for one, _ in faults], self.session):
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
            add_note(self._entry(name), note)
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

    def __init__(self, content: Row, former: Path, session: Session, show: Progress) -> None:
        """Find what of a document is of the former text; `show` is told what is looked at."""
        super().__init__(content, former, session, show)
        self._faults = {one.name: one for one in library.faults(session.places)}
        self._rtl: dict[str, str] = {}
        self._other: list[str] = []
        for row in content["faults"]:
            fault = self._faults.get(row["name"])
            units = fault.units() if fault else []
            if fault and (row["digest"], row["rtl"]) == (fault.digest(), of_units(units)):
                continue
            show(f"circuit of the fault {row['name']}")
            if fault and row["digest"] == fault.digest() and self._is_of(fault, units, row["rtl"]):
                self._rtl[row["name"]] = of_units(units)
            else:
                self._other.append(row["name"])

    def _is_of(self, fault: Planted, units: Sequence[RtlUnit], digest: str) -> bool:
        """Whether a digest is of the former RTL, and that is the circuits that are here, with the fault too.

        Of a fault in a module it may be of the whole folder, in place of what the module needs of it.
        """
        there = self.there(units)
        if there is None or not same_circuits(units, there, [fault], self.session):
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
                add_note(row, note)
        return self.content


CARRIERS: Mapping[Any, type[Carrier]] = {"proofs": Proofs, "faults": Faults, "mutation": Mutants}
"""By the kind of document."""
