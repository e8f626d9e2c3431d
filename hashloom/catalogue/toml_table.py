# SPDX-License-Identifier: Apache-2.0
"""Tables of a core.toml with their places in it.

Every mistake is answered with one sentence that names the file, line and place, and what would be right.

No models of pydantic: every command reads all of these files, also those that need nothing else and would
wait for pydantic to load; and most of what a file may say depends on what it says elsewhere (the keys of an
architecture are those of the first one, a formula has the names of constants), which no schema knows.
"""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from hashloom.catalogue.expression import Expression, ExpressionError
from hashloom.catalogue.patterns import pattern_fields
from hashloom.errors import UsageError
from hashloom.files import reading
from hashloom.files.suggestions import nearest
from hashloom.files.toml_lines import Place, line_of

BARE = re.compile(r"[A-Za-z0-9_-]+")
"""A key that TOML has without quotation marks."""


class Table:
    """One TOML table with its place in the file; reads typed entries."""

    def __init__(
        self, path: Path, place: str, content: Mapping[str, Any], keys: Place = (), text: str = ""
    ) -> None:
        """`place` is the dotted name of the table, `keys` the way to it; both are empty for the whole file.

        `text` is that of the file, in which lines are counted; empty for tables of no file.
        """
        self.path, self.place, self.content, self.keys, self.text = path, place, content, tuple(keys), text

    def where(self, key: str) -> str:
        """The dotted name of an entry."""
        name = key if BARE.fullmatch(key) else f'"{key}"'
        return f"{self.place}.{name}" if self.place else name

    def mistake(self, key: str, sentence: str) -> UsageError:
        """The error for entry `key`; the sentence goes on behind its name."""
        line = line_of(self.text, (*self.keys, key)) or line_of(self.text, self.keys)
        at = "" if line is None else f"line {line}, "
        return UsageError(f"{self.path}: {at}{self.where(key)} {sentence}")

    def error(self, key: str, expectation: str) -> UsageError:
        """The error for entry `key`, which should have been `expectation`."""
        how = "must be" if key in self.content else "is missing; it must be"
        return self.mistake(key, f"{how} {expectation}")

    def only(self, keys: Collection[str]) -> None:
        """Raise UsageError if the table has an entry that is not one of `keys`."""
        for key in self.content:
            if key not in keys:
                raise self.mistake(key, f"is not known here; {nearest(key, keys)}")

    def like(self, other: "Table") -> None:
        """Raise UsageError unless this table has the same keys as another."""
        for key in self.content:
            if key not in other.content:
                raise self.mistake(key, f"is not in {other.place}; {nearest(key, other.content)}")
        for key in other.content:
            if key not in self.content:
                raise self.mistake(key, f"is missing; {other.place} has it")

    def table(self, key: str, required: bool = True) -> "Table":
        """Return the table below `key`; an optional one that is absent is empty."""
        value = self.content.get(key, None if required else {})
        if not isinstance(value, dict):
            raise self.error(key, "a table")
        return Table(self.path, self.where(key), value, (*self.keys, key), self.text)

    def tables(self) -> dict[str, "Table"]:
        """Return the tables below all keys."""
        return {key: self.table(key) for key in self.content}

    def string(self, key: str, default: str | None = None) -> str:
        """Return a string entry."""
        value = self.content.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, "a string")
        return value

    def pattern(self, key: str) -> str:
        """Return a string with fields in braces, each once; an absent one is empty."""
        value = self.string(key, "")
        fields = pattern_fields(value)
        if len(set(fields)) < len(fields):
            raise self.error(key, "a pattern in which each field stands once")
        return value

    def boolean(self, key: str, default: bool) -> bool:
        """Return a truth value."""
        value = self.content.get(key, default)
        if not isinstance(value, bool):
            raise self.error(key, "true or false")
        return value

    def integer(self, key: str, default: int | None = None) -> int:
        """Return a positive integer."""
        value = self.content.get(key, default)
        if type(value) is not int or value < 1:
            raise self.error(key, "a positive integer")
        return value

    def numbers(self) -> dict[str, int]:
        """Return the whole table, of integers."""
        for key, value in self.content.items():
            if type(value) is not int:
                raise self.error(key, "an integer")
        return dict(self.content)

    def strings(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return a list of strings."""
        value = self.content.get(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise self.error(key, "a list of strings")
        return tuple(value)

    def integers(self, key: str, default: tuple[int, ...] | None = None) -> tuple[int, ...]:
        """Return a list of integers."""
        value = self.content.get(key, default)
        if not isinstance(value, list | tuple) or not all(type(one) is int for one in value):
            raise self.error(key, "a list of integers")
        return tuple(value)

    def expression(self, key: str, names: Collection[str], default: str | None = None) -> Expression:
        """Return an entry that is an integer or the text of an expression over these names."""
        value = self.content.get(key, default)
        if type(value) is int:
            value = str(value)
        if not isinstance(value, str):
            raise self.error(key, "an integer or an expression")
        expression = Expression(value)
        try:
            expression.check(names)
        except ExpressionError as error:
            raise self.mistake(key, f"is no expression that can be evaluated: {error}") from error
        return expression


def load(path: Path) -> Table:
    """The whole of a TOML file; UsageError for one that cannot be read."""
    text = reading.text(path)
    return Table(path, "", reading.toml(text, path), text=text)
