# SPDX-License-Identifier: Apache-2.0
"""Cases of the contract that a verification did not meet, and why: `unmet.toml`.

A rule of `hashloom.verification.coverage` explains what a circuit cannot come to. What stands here a circuit
can come to, and the choices that followed from a seed did not: an entry has `design`, `level` and `group`,
`bins`, the names of the cases, `why`, a sentence or more, and `met_by`, the command that meets them.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

from pydantic import Field

from hashloom.files import toml_file
from hashloom.files.model import Model, Name, Several
from hashloom.results.checks import Verified

FILE = "unmet.toml"


class Case(NamedTuple):
    """A case of the contract at a level of a design."""

    design: str
    level: str
    group: str
    name: str


class Unmet(Model):
    """One entry."""

    design: Name = Field(description="name of the design")
    level: Name = Field(description="level of the RTL")
    group: Name = Field(description="group of the contract")
    bins: Several[Name] = Field(description="names of the cases")
    why: Name = Field(description="why no run met them")
    met_by: Name = Field(description="a command that meets them")

    def cases(self) -> list[Case]:
        """Its cases."""
        return [Case(self.design, self.level, self.group, name) for name in self.bins]


class _Table(Model):
    """The file."""

    unmet: Several[Unmet] = ()


def read(text: str | None = None) -> tuple[Unmet, ...]:
    """The entries of a text, by default of the file. UsageError for one that is not as it must be."""
    if text is None:
        text = (resources.files(__package__) / FILE).read_text(encoding="utf-8")
    return toml_file.of_text(text, FILE).checked(_Table).unmet


def explained(entries: Sequence[Unmet]) -> dict[Case, Unmet]:
    """The entries by case."""
    return {case: entry for entry in entries for case in entry.cases()}


def missing(verified: Verified) -> list[Case]:
    """The cases that no run of a verification met, and no rule explains."""
    return [
        Case(verified.design, level, group, name)
        for level, found in (verified.coverage or {}).items()
        for group, entry in found.groups.items()
        for name in entry.missing
    ]
