# SPDX-License-Identifier: Apache-2.0
"""Why mutants survive: `explained.toml`, keyed by what a mutant is and not by where it stands.

An entry has `file`, `line` (the line's text before), a list of `operators`, optionally `after` (the line's
text in the mutant, where not all mutants of these operators in the line are meant), and `why`, one sentence
or more.
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

    def fits(self, mutant: Mutant) -> bool:
        """Is it about this mutant?"""
        there = (self.file, self.line) == (mutant.file, mutant.before)
        return there and mutant.operator in self.operators and self.after in (None, mutant.after)


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


def find(mutant: Mutant, entries: list[Explanation]) -> str | None:
    """Why this mutant survives, if that is known."""
    return next((entry.why for entry in entries if entry.fits(mutant)), None)
