# SPDX-License-Identifier: Apache-2.0
"""TOML files read through models of pydantic.

    file = toml_file.read(path, "the campaign file")
    found = file.checked(CampaignFile)
    raise file.mistake(("sweep", 1), "...")        FILE: line 12, sweep 2: ...

Every mistake is answered with one sentence that names the file, the line, the place, what stands there and
what would be right.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from hashloom.errors import UsageError
from hashloom.files import reading
from hashloom.files.model import CALLED, SAID, SHOWN, Called, M
from hashloom.files.suggestions import nearest
from hashloom.files.toml_lines import Place, line_of

NAMES = ("name", "id", "label")
"""Entries of lists are called by these members of theirs, others by their number."""
LENGTH = 80
"""Of longer values the beginning is shown."""
_TYPES = {
    "model_type": "a table",
    "dict_type": "a table",
    "tuple_type": "a list",
    "too_short": "a list that is not empty",
}


@dataclass(frozen=True)
class TomlFile:
    """A TOML file: how it is called, its text and what that holds."""

    name: object
    text: str
    content: Mapping[str, Any]

    def checked(self, model: type[M]) -> M:
        """The content as a model. UsageError with the first mistakes."""
        try:
            return model.model_validate(self.content)
        except ValidationError as error:
            found = [one for one in error.errors(include_url=False) if not _follows(one)]
            wrong = "; ".join(self._complaint(one, model) for one in found[:SHOWN])
            more = f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else ""
            raise UsageError(f"{self.name}: {wrong}{more}") from error

    def mistake(self, place: Place, sentence: str) -> UsageError:
        """The error for what stands at a place; the sentence does not name that."""
        return UsageError(f"{self.name}: {self._at(place)}{sentence}")

    def _complaint(self, one: Mapping[str, Any], model: type[BaseModel]) -> str:
        """What is wrong at one place."""
        place, kind, value = one["loc"], one["type"], one["input"]
        if kind == SAID or not place:
            return f"{self._at(place)}{one['msg']}"
        table, key = place[:-1], place[-1]
        if kind == "extra_forbidden":
            line, what = self._line(place), self._called(table) or "the top of the file"
            known = keys(model, table)
            return f"{line}{what} has no entry {shown(key)}" + (f"; {nearest(key, known)}" if known else "")
        if kind == "missing":
            return f"{self._at(table)}{key} is missing; it must be {expected(model, table, key)}"
        if kind == CALLED:
            must = one["ctx"]["must"]
        elif kind == "literal_error":
            must = one["ctx"]["expected"]
        else:
            must = _TYPES.get(kind, f"otherwise: {one['msg'][:1].lower()}{one['msg'][1:]}")
        what = f"entry {key + 1}" if isinstance(key, int) else _key(key)
        return f"{self._at(table, place)}{what} is {shown(value)}; it must be {must}"

    def _at(self, place: Place, of: Place = ()) -> str:
        """`line 12, sweep 2: `, with the line of the place `of`, by default of the place itself."""
        called = self._called(place)
        line = self._line(of or place)
        return f"{line}{called}: " if called else f"{line.removesuffix(', ')}: " if line else ""

    def _line(self, place: Place) -> str:
        number = line_of(self.text, place)
        return "" if number is None else f"line {number}, "

    def _called(self, place: Place) -> str:
        """How a sentence calls a place: `sweep 2`, `fault 'sha1-quarter'`, `tables 1, rows 'Fig. 2'`."""
        found: list[str] = []
        content: Any = self.content
        for step in place:
            several = isinstance(content, list) and len(content) > 1
            content = _inside(content, step)
            if isinstance(step, str):
                found.append(_key(step))
            elif name := _name(content):
                found[-1] += f" '{name}'"
            elif several or not isinstance(content, dict):
                found[-1] += f" {step + 1}"
        return ", ".join(found)


def read(path: Path, what: str = "") -> TomlFile:
    """The file at a path; `what` it is stands before its name where it cannot be read. UsageError then."""
    return of_text(reading.text(path, what), path)


def of_text(text: str, name: object) -> TomlFile:
    """The file called `name` that has this text. UsageError for what is no TOML."""
    return TomlFile(name, text, reading.toml(text, name))


def shown(value: object) -> str:
    """A value in a sentence, a long one shortened."""
    text = json.dumps(value) if isinstance(value, bool) else repr(value)
    return text if len(text) <= LENGTH else f"{text[:LENGTH]}..."


def _follows(one: Mapping[str, Any]) -> bool:
    """Whether a list only counts as too short because its entries are wrong."""
    return one["type"] == "too_short" and bool(one["input"])


def keys(model: type[BaseModel], place: Place) -> list[str]:
    """The members of the tables of a model at a place; none where several models can stand there."""
    models = _models_at(model, place)
    return [field.alias or name for name, field in models[0].model_fields.items()] if len(models) == 1 else []


def expected(model: type[BaseModel], place: Place, key: str) -> str:
    """What a member must be that is missing at a place."""
    for one in _models_at(model, place):
        for name, field in one.model_fields.items():
            if key in (name, field.alias):
                return _expected(field)
    return "there"


def _expected(field: FieldInfo) -> str:
    called = next((one.expected for one in field.metadata if isinstance(one, Called)), None)
    origin = get_origin(field.annotation) or field.annotation
    return called or ("a list" if origin in (tuple, list) else "a table")


def _models_at(model: type[BaseModel], place: Place) -> list[type[BaseModel]]:
    """The models that what stands at a place can be of."""
    found = [model]
    for step in place:
        fields = [
            field for one in found for name, field in one.model_fields.items() if step in (name, field.alias)
        ]
        if fields:  # others are numbers of entries, and keys of tables that are all alike
            found = [one for field in fields for one in _models(field.annotation)]
    return list(dict.fromkeys(found))


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models that stand in an annotation."""
    if isinstance(annotation, type) and get_origin(annotation) is None and issubclass(annotation, BaseModel):
        yield annotation
    for one in get_args(annotation):
        yield from _models(one)


def _inside(content: Any, step: int | str) -> Any:
    if isinstance(content, Mapping):
        return content.get(step)
    return content[step] if isinstance(content, Sequence) and isinstance(step, int) else None


def _key(key: str) -> str:
    """A key in a sentence."""
    return key if key.isprintable() else shown(key)


def _name(content: Any) -> str:
    """What an entry calls itself."""
    names = [content.get(key) for key in NAMES] if isinstance(content, Mapping) else []
    return next((name for name in names if isinstance(name, str) and name and name.isprintable()), "")
