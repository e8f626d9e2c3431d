# SPDX-License-Identifier: Apache-2.0
"""Why mutants survive: `explained.toml`, keyed by what a mutant is and not by where it stands.

An entry has `file`, `line` (the line's text before), a list of `operators` and `why`, one sentence or more;
optionally `after`, the line's text in the mutant, where not all mutants of these operators in the line are
meant, and `studies`, the families or folders whose studies it speaks of, where others must catch the mutant.
"""

import tomllib
from dataclasses import dataclass
from importlib import resources

from hashloom.errors import HashloomError
from hashloom.mutation.mutants import OPERATORS, Mutant

FILE = "explained.toml"


@dataclass(frozen=True)
class Explanation:
    """One entry."""

    file: str
    line: str
    operators: list[str]
    why: str
    after: str | None = None
    studies: list[str] | None = None

    def fits(self, mutant: Mutant, study: str) -> bool:
        """Is it about this mutant in the study of this family or folder?"""
        there = (self.file, self.line) == (mutant.file, mutant.before)
        meant = there and mutant.operator in self.operators and self.after in (None, mutant.after)
        return meant and (self.studies is None or study in self.studies)


def read(text: str | None = None) -> list[Explanation]:
    """The entries of a text, by default of the file. HashloomError for one that is not as it must be."""
    if text is None:
        text = (resources.files(__package__) / FILE).read_text(encoding="utf-8")
    try:
        found = [Explanation(**entry) for entry in tomllib.loads(text).get("survivor", [])]
    except (tomllib.TOMLDecodeError, TypeError) as error:
        raise HashloomError(f"{FILE} is not as it must be: {error}") from error
    for entry in found:
        for operator in entry.operators:
            if operator not in OPERATORS:
                raise HashloomError(f"{FILE}: there is no operator '{operator}'")
        if not entry.why.strip():
            raise HashloomError(f"{FILE}: the mutant of {entry.file}, '{entry.line}', has no reason")
    return found


def find(mutant: Mutant, entries: list[Explanation], study: str) -> str | None:
    """Why this mutant survives in the study of a family or folder, if that is known."""
    return next((entry.why for entry in entries if entry.fits(mutant, study)), None)
