# SPDX-License-Identifier: Apache-2.0
"""How a published table is made again, and beside what: one small module per paper.

A module of this package that is named as a paper of `published` has `REPRODUCTION`; adding a paper
is adding its table there and a module here. A kind of reproduction is a class: `HardwareReproduction` (module
`hardware`) synthesises designs, `SoftwareReproduction` (`software`) measures programs, `GmuReproduction`
(`gmu`) reads a campaign and counts the cycles of messages. Figures of ours and of the paper meet in one row;
what the rows of a kind hold is said in its module.
"""

from __future__ import annotations

import datetime
import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Protocol

from hashloom import catalogue
from hashloom.errors import UsageError
from hashloom.evaluation.reuse import Reusable
from hashloom.execution.session import Session
from hashloom.flow import Result
from hashloom.reproduction import published
from hashloom.results.versions import KIND, SCHEMA, Content, stamped
from hashloom.rows import Row

OK = "ok"
ABSENT = "absent"
"""State of a row whose subject is not installed on this machine."""


class ResultProgress(Protocol):
    """Who is told how far it has come."""

    def say(self, text: str) -> None:
        """What is being done."""

    def end(self, result: Result) -> None:
        """A synthesis ended, well or not."""


@dataclass(frozen=True)
class ReproductionOptions:
    """What a user may choose about a reproduction; None is its own choice.

    `targets` to synthesise for, `seeds` of placements on an FPGA, `workers`: runs at a time, `rounds` of a
    measurement of software, `functions` of a table on many, `cycles_only`: cycles of messages only, `level`:
    rows of this level beside those of the block level. `reusable` are results of designs that were measured
    before. It is done in the `session`.
    """

    session: Session
    targets: Sequence[str] | None = None
    seeds: int | None = None
    workers: int | None = None
    rounds: int | None = None
    functions: Sequence[str] | None = None
    cycles_only: bool | None = None
    level: str | None = None
    reusable: Reusable | None = None


@dataclass(frozen=True)
class Report:
    """What a reproduction found: rows in the paper's order, and where they come from.

    `further` are rows about something else than designs, by the key they have in the document.
    """

    paper: str
    rows: tuple[Row, ...]
    provenance: Mapping[str, Any]
    further: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)

    _FIRST: ClassVar[frozenset[str]] = frozenset({KIND, SCHEMA, "paper", "provenance", "rows"})

    @property
    def name(self) -> str:
        """The paper's name, after which its file is called."""
        return self.paper

    def document(self) -> Content:
        """The report as one JSON document."""
        further = {key: list(rows) for key, rows in self.further.items()}
        content = {"paper": self.paper, "provenance": dict(self.provenance), "rows": list(self.rows)}
        return stamped("reproduction", {**content, **further})

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Report:
        """The report that `document` made this JSON document."""
        further = {key: tuple(rows) for key, rows in document.items() if key not in cls._FIRST}
        return cls(document["paper"], tuple(document["rows"]), document["provenance"], further)

    def designs(self) -> int:
        """How many rows are of designs on a target."""
        rows = (*self.rows, *(row for rows in self.further.values() for row in rows))
        return sum(1 for row in rows if row.get("function") and row.get("target"))

    def complete(self) -> bool:
        """Is every row's state ok, or its subject not there to be measured?"""
        return all(
            row["state"] in (OK, ABSENT) for rows in (self.rows, *self.further.values()) for row in rows
        )


@dataclass(frozen=True)
class Reproduction(ABC):
    """How tables of a paper are made again. `note` says what differs from the paper."""

    name: str
    title: str
    source: str
    note: str

    takes: ClassVar[frozenset[str]]
    """Members of ReproductionOptions that this kind of reproduction makes use of."""

    def document_name(self, level: str | None) -> str:
        """The name of the report that is made with this option `level`; None: of the paper's own one."""
        return self.name

    @abstractmethod
    def make(self, options: ReproductionOptions, begin: Callable[[int], ResultProgress]) -> Report:
        """Make all rows. `begin` is called with the number of results to come and gives who is told of them.

        UsageError for options that cannot be; MissingTool if a tool is missing.
        """


def names() -> list[str]:
    """The papers that can be reproduced, sorted."""
    return sorted({info.name for info in pkgutil.iter_modules(__path__)} & set(published.names()))


def load(name: str) -> Reproduction:
    """The reproduction of the paper called `name`; UsageError naming the nearest if there is none."""
    if name not in names():
        raise UsageError(f"no paper called '{name}' can be reproduced; {catalogue.nearest(name, names())}")
    found: Reproduction = importlib.import_module(f"{__name__}.{name}").REPRODUCTION
    return found


def today() -> str:
    """The date of a report."""
    return datetime.datetime.now(datetime.UTC).date().isoformat()


def ratio(ours: Mapping[str, Any] | None, theirs: Mapping[str, Any] | None, key: str) -> float | None:
    """A figure of one row as multiple of another's; None unless both have it."""
    if ours and theirs and ours.get(key) and theirs.get(key):
        return float(ours[key] / theirs[key])
    return None
