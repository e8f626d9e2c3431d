# SPDX-License-Identifier: Apache-2.0
"""Studies of mutants carried over an edit of RTL that changes no circuit: see `carry_texts`."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping
from difflib import SequenceMatcher
from pathlib import Path

from hashloom import catalogue
from hashloom.catalogue import logic, rtl
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed
from hashloom.evaluation import reuse
from hashloom.evaluation.carrier import Carrier, add_note, digest_of_file, same_circuits
from hashloom.execution.progress import Progress
from hashloom.execution.session import Session
from hashloom.mutation.mutants import Mutant
from hashloom.mutation.study import Finding, MutationStudy
from hashloom.mutation.suite import (
    BUS,
    CAUGHT,
    COUNTED,
    EQUIVALENT,
    INVALID,
    SURVIVED,
    WITHOUT_EFFECT,
    Judgement,
    judge,
    suite,
)
from hashloom.results.versions import Member
from hashloom.rows import Row


class Mutants(Carrier):
    """What `hashloom mutate -o` wrote; its one entry is the document, and what is made again a mutant.

    Where words are others, but each design of the study is the same circuit at each of its levels, the
    mutants in lines that still stand follow, and the others leave. That the tests judge a mutant in the other
    text as they did is shown of those that are made again, and of no others. One of these that no tool
    elaborates here, as where a guard reads what it changes, leaves.

    A design that is another circuit leaves the study, and with it each mutant that it caught, or did not
    elaborate. What is said of a mutant in several designs stands for those that are left.
    """

    KEYS = ("provenance", "mutants", "survivors")
    OTHER = "other words of another circuit"
    ENTRY = "its files"
    REPEATED = 5
    """Mutants that are made again where words are others; one where all are the same."""

    def __init__(self, content: Row, former: Path, session: Session, show: Progress) -> None:
        """Find what of a document is of the former text; `show` is told what is looked at."""
        super().__init__(content, former, session, show)
        _, _, of = content["provenance"]["command"].partition(" --of ")
        self._of = of.split(" ")[0]
        places = session.places
        known = {path.name: path for path in places.own_cores.glob("*/rtl/*.sv")}
        self._texts: dict[str, tuple[str, str]] = {}
        self._numbers: dict[str, dict[int, int]] = {}
        self._digests: dict[str, str] = {}
        self._invalid: list[Row] = []
        is_of_former = True
        for name, digest in content["provenance"]["files"].items():
            here = known.get(name)
            there = former / here.relative_to(places.repository) if here else None
            if here is None or there is None or not there.is_file() or digest_of_file(there) != digest:
                is_of_former = False
                continue
            self._texts[name] = here.read_text(encoding="utf-8"), there.read_text(encoding="utf-8")
            self._digests[name] = digest_of_file(here)
        changed = self._digests != content["provenance"]["files"]
        alike = is_of_former and all(logic.same_words(*pair) for pair in self._texts.values())
        show(f"circuits of the mutants of {self._of or ', '.join(content['provenance']['designs'])}")
        self._repeated = 1 if alike else self.REPEATED
        self._designs: list[str] = list(content["provenance"]["designs"])
        self._same = changed and is_of_former and (alike or self._is_same_circuits())
        self._is_other = changed and not self._same

    def _is_same_circuits(self) -> bool:
        """Whether designs are the same circuits; then these are the study's, with their files as of now."""
        if self._of == BUS:
            return False
        self._designs = [name for name in self._designs if self._is_same_design(name)]
        paths = {
            path.name: path for name in self._designs for unit in self._units(name) for path in unit.sources
        }
        self._digests = {
            name: digest_of_file(path)
            for name, path in sorted(paths.items())
            if self._of in ("", path.parent.parent.name)
        }
        return bool(self._designs)

    def _is_same_design(self, name: str) -> bool:
        """Whether a design is the same circuit at each level of the study."""
        units = self._units(name)
        there = self.there(units)
        return there is not None and same_circuits(units, there, [], self.session)

    def _units(self, name: str) -> list[RtlUnit]:
        design = catalogue.resolve_design(name, self.session.places)
        asked = self.content["provenance"]["levels"]
        return [rtl.unit(design, one) for one in rtl.LEVELS if one in asked and one in rtl.levels(design)]

    def same(self) -> list[str]:
        """The document of another text with the same words, or of the same circuits."""
        return [self.ENTRY] if self._same else []

    def other(self) -> list[str]:
        """The document of other circuits."""
        return [self.ENTRY] if self._is_other else []

    def repeat(self, name: str, rng: random.Random) -> None:
        """Judge mutants again that were caught. CheckFailed if one comes out otherwise."""
        rows = [
            one
            for one in map(self._moved, self.content["mutants"])
            if one is not None and one["verdict"] == CAUGHT and " (" in one["form"]
        ]
        for row in rng.sample(rows, min(self._repeated, len(rows))):
            self.show(f"mutant of {row['file']}, line {row['line']}")
            if not self._is_judged_again(row):
                self._invalid.append(row)

    def _is_judged_again(self, row: Row) -> bool:
        """Whether a mutant comes out as it stands; not where it is invalid here. CheckFailed otherwise."""
        design, level = row["form"].removesuffix(")").split(" (")
        (at,) = (one for one in rtl.LEVELS if one == level)
        one = catalogue.resolve_design(design, self.session.places)
        tests = suite([one], self.session, levels=(at,), of=self._of)
        found = judge(_mutant(row), tests, self.content["provenance"]["limit_seconds"])
        if found.verdict == INVALID:
            return False
        if (found.verdict, found.form) != (row["verdict"], row["form"]):
            raise CheckFailed(
                f"the mutant of {row['file']} in line {row['line']} is {found.verdict} by {found.form} in "
                f"place of {row['verdict']} by {row['form']}; nothing is carried over"
            )
        return True

    def carried(self, note: Member) -> Row:
        """The document, its mutants where they stand now, and counted anew."""
        moved = map(self._moved, self.content["mutants"])
        rows = [row for row in moved if row is not None and row not in self._invalid]
        counted = sum(row["verdict"] in COUNTED for row in rows)
        former = self.content["provenance"]
        words = [
            one
            for one in former["command"].split(" ")
            if one not in former["designs"] or one in self._designs
        ]
        provenance = {
            **former,
            "command": " ".join(words),
            "designs": self._designs,
            "files": self._digests,
            "samples": counted,
        }
        findings = [
            Finding(_mutant(row), Judgement(row["verdict"], row["form"], row["seen"]), row.get("why"))
            for row in rows
        ]
        made = MutationStudy((), tuple(findings), provenance).document()
        kept = {reuse.CARRIED: self.content[reuse.CARRIED]} if reuse.CARRIED in self.content else {}
        content: Row = {**made, **kept}
        add_note(content, note)
        return content

    def _moved(self, row: Row) -> Row | None:
        """A mutant where it stands now, as the designs of the study saw it; None where it is not in it."""
        seen = self._as_seen(row)
        if seen is None or row["file"] not in self._digests:
            return None
        here, there = (text.splitlines(keepends=True) for text in self._texts[row["file"]])
        number = self._lines(row["file"]).get(row["line"] - 1)
        if number is None:
            return None
        at = sum(map(len, here[:number])) + row["start"] - sum(map(len, there[: row["line"] - 1]))
        assert here[number].strip() == row["before"]
        return {**seen, "start": at, "line": number + 1}

    def _as_seen(self, row: Row) -> Row | None:
        """A mutant with the designs that are left alone; None where the verdict is one of others."""
        if row["verdict"] not in (CAUGHT, INVALID, SURVIVED, EQUIVALENT):
            return row
        forms = row["form"].split(", ")
        kept = [form for form in forms if form.partition(" (")[0] in self._designs]
        if kept == forms:
            return row
        if row["verdict"] in (CAUGHT, INVALID):
            return None
        return {**row, "form": ", ".join(kept)} if kept else {**row, "form": "", "verdict": WITHOUT_EFFECT}

    def _lines(self, file: str) -> Mapping[int, int]:
        """Numbers, from 0, of the lines of a file that stand in both texts: in the former, and here."""
        if file not in self._numbers:
            here, there = (text.splitlines() for text in self._texts[file])
            blocks = SequenceMatcher(None, there, here, autojunk=False).get_matching_blocks()
            self._numbers[file] = {block.a + n: block.b + n for block in blocks for n in range(block.size)}
        return self._numbers[file]


def _mutant(row: Row) -> Mutant:
    return Mutant(**{one.name: row[one.name] for one in dataclasses.fields(Mutant)})
