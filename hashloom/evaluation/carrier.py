# SPDX-License-Identifier: Apache-2.0
"""A document on its way over an edit of RTL, and what all such documents ask of circuits."""

from __future__ import annotations

import hashlib
import random
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import ClassVar

from hashloom.catalogue import logic
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.planting import Change
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, HashloomError
from hashloom.evaluation import reuse
from hashloom.execution.progress import Progress
from hashloom.execution.session import Session
from hashloom.execution.steps import room
from hashloom.flow import circuit
from hashloom.results.versions import Member
from hashloom.rows import Row


class Carrier(ABC):
    """A document on its way over. `KEYS` are what of it gets the value of now."""

    KEYS: ClassVar[tuple[str, ...]]
    OTHER: ClassVar[str] = "another circuit"
    """What a sentence says of an entry that is left."""

    def __init__(self, content: Row, former: Path, session: Session, show: Progress) -> None:
        """Find what of a document is of the former text; `show` is told what is looked at."""
        self.content, self.session, self.show = dict(content), session, show
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


def same_circuits(
    here: Sequence[RtlUnit], there: Sequence[RtlUnit], changes: Sequence[Change], session: Session
) -> bool:
    """Whether units are the same circuits, as they are and with each of the changes in those that have it."""
    pairs = [*zip(here, there, strict=True)]
    return all(same_circuit(*pair, session) for pair in pairs) and all(
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
        return same_circuit(pair[0], pair[1], session)


def same_circuit(here: RtlUnit, there: RtlUnit, session: Session) -> bool:
    """Whether two units are the same circuit; not where one is none, as some faults have it."""
    try:
        return circuit.same(here, there, session)
    except CheckFailed:
        return False


def add_note(entry: Row, note: Member) -> None:
    """Add the note to the list that an entry or a document has of how it was carried over."""
    entry[reuse.CARRIED] = [*entry.get(reuse.CARRIED, []), note]


def digest_of_file(path: Path) -> str:
    """SHA-256 (hexadecimal) of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()
