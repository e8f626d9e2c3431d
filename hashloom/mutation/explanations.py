# SPDX-License-Identifier: Apache-2.0
"""Why mutants survive: `explained.toml`, keyed by what a mutant is and not by where it stands.

An entry has `file`, `line` (the line's text before), a list of `operators` and `why`, one sentence or more;
optionally `after`, the line's text in the mutant, where not all mutants of these operators in the line are
meant, and `studies`, the families or folders whose studies it speaks of, where others must catch the mutant.
"""

from collections.abc import Sequence
from importlib import resources
from typing import Annotated

from pydantic import Field

from hashloom.files import toml_file
from hashloom.files.model import Called, Model, Name, OneOf, Several, Text
from hashloom.mutation.mutants import OPERATORS, Mutant

FILE = "explained.toml"


class Explanation(Model):
    """One entry."""

    file: Name
    line: Name
    operators: Several[Annotated[str, Called("name"), OneOf("operator", tuple(OPERATORS))]]
    why: Annotated[str, Field(pattern=r"\S"), Called("reason", "a sentence or more")]
    after: Text | None = None
    studies: Several[Name] | None = None

    def fits(self, mutant: Mutant, study: str) -> bool:
        """Is it about this mutant in the study of this family or folder?"""
        there = (self.file, self.line) == (mutant.file, mutant.before)
        meant = there and mutant.operator in self.operators and self.after in (None, mutant.after)
        return meant and (self.studies is None or study in self.studies)


class _Table(Model):
    """The file."""

    survivor: Several[Explanation] = ()


def read(text: str | None = None) -> tuple[Explanation, ...]:
    """The entries of a text, by default of the file. UsageError for one that is not as it must be."""
    if text is None:
        text = (resources.files(__package__) / FILE).read_text(encoding="utf-8")
    return toml_file.of_text(text, FILE).checked(_Table).survivor


def find(mutant: Mutant, entries: Sequence[Explanation], study: str) -> str | None:
    """Why this mutant survives in the study of a family or folder, if that is known."""
    return next((entry.why for entry in entries if entry.fits(mutant, study)), None)
