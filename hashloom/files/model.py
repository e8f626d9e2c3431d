# SPDX-License-Identifier: Apache-2.0
"""Models of what is read from files: pydantic, with complaints in the words of the laboratory.

    Model       the base of all: strict, frozen, without members that it does not name
    Called      what a value of a type is called in a complaint: `"area" is no positive number`, and what it
                must be where that needs more words
    OneOf       a text that is one of several
    Several     a list of JSON, as a tuple
    complaints  what pydantic found, as sentences

A module that needs no model does not import this one: pydantic takes a tenth of a second to load.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, Strict, ValidationError, WrapValidator
from pydantic.annotated_handlers import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from hashloom.files.suggestions import nearest

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
Several = Annotated[tuple[T, ...], Strict(False)]
"""A list in JSON and in TOML."""

SHOWN = 3
"""So many mistakes in one file are told."""
FEW = 12
"""So many keys are all named in the place of an unknown one."""

CALLED, SAID = "called", "said"
"""Kinds of errors: a value is not what its type is called; a validator says in a sentence what is wrong."""


class Model(BaseModel):
    """What all models have in common."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", allow_inf_nan=False, defer_build=True)

    def plain(self) -> dict[str, Any]:
        """The object of JSON that it was read from; members that were not there are left out."""
        fields = type(self).model_fields
        return {
            field.alias or name: _plain(getattr(self, name))
            for name, field in fields.items()
            if name in self.model_fields_set
        }


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.plain()
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return [_plain(one) for one in value] if isinstance(value, tuple | list) else value


@dataclass(frozen=True)
class Called:
    """What values of a type are called: whatever is wrong with one, the complaint is that it is none.

    `must` is what one must be, with its article; by default that it is one.
    """

    what: str
    must: str = ""

    @property
    def expected(self) -> str:
        """What a value must be."""
        return self.must or f"a{'n' * (self.what[:1] in 'aeiou')} {self.what}"

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The schema of the type, with one error for all that can be wrong."""
        return core_schema.custom_error_schema(
            handler(source),
            custom_error_type=CALLED,
            custom_error_message=f"is no {self.what}",
            custom_error_context={"must": self.expected},
        )


@dataclass(frozen=True)
class OneOf:
    """A text that is one of `names`, which are the known ones of `what`."""

    what: str
    names: tuple[str, ...]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The schema of a text that is looked up among the names."""
        return core_schema.no_info_after_validator_function(self._known, handler(source))

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> dict[str, Any]:
        """The names as an enumeration."""
        return {**handler(schema), "enum": list(self.names)}

    def _known(self, name: str) -> str:
        if name not in self.names:
            raise said(f"unknown {self.what} '{name}'; {nearest(name, self.names)}")
        return name


def _as_it_stands(value: Any, handler: Callable[[Any], Any]) -> Any:
    """An integer in the place of a fraction stays an integer, so that it is written again as it was read."""
    handler(value)
    return value


Text = Annotated[str, Called("text", "a text in quotation marks")]
Name = Annotated[str, Field(min_length=1), Called("name", "a text in quotation marks that is not empty")]
Flag = Annotated[bool, Called("true or false", "true or false")]
Number = Annotated[float, WrapValidator(_as_it_stands), Called("number")]
Positive = Annotated[float, Field(gt=0), WrapValidator(_as_it_stands), Called("positive number")]
Amount = Annotated[float, Field(ge=0), WrapValidator(_as_it_stands), Called("number from 0 on")]
Count = Annotated[int, Field(ge=0), Called("count", "a whole number from 0 on")]
PositiveCount = Annotated[int, Field(gt=0), Called("positive count", "a whole number from 1 on")]
Integer = Annotated[int, Called("integer", "a whole number")]
Digest = Annotated[str, Field(pattern="^[0-9a-f]{64}$"), Called("digest of 64 hexadecimal digits")]
Date = Annotated[str, Field(pattern=r"^\d{4}-\d{2}(-\d{2})?$"), Called("date as 2026-11-22")]
Texts = Annotated[dict[str, str], Called("object of texts")]
Numbers = Annotated[dict[str, Number], Called("object of numbers")]
Counts = Annotated[dict[str, Count], Called("object of counts")]


def said(text: str) -> PydanticCustomError:
    """The error of a validator that says in a whole sentence what is wrong."""
    return PydanticCustomError(SAID, "{text}", {"text": text})


def complaints(error: ValidationError, model: type[BaseModel] | None = None) -> list[str]:
    """What is wrong, place by place: what is missing, what is none of what it must be, what is unknown.

    `model`: what was to be read, whose keys are offered in the place of an unknown one.
    """
    by_place: dict[tuple[int | str, ...], list[Mapping[str, Any]]] = {}
    for one in error.errors(include_url=False):
        location = one["loc"]
        by_place.setdefault(location if one["type"] == SAID and one["loc"] else location[:-1], []).append(one)
    return [
        f"{place(path)}: {text}" if path else text
        for path, found in by_place.items()
        for text in _at(found, tuple(model.model_fields) if model is not None and not path else ())
    ]


def mistakes(model: type[BaseModel], content: Mapping[str, Any], context: object) -> str | None:
    """What a model finds wrong with an object, in a line of at most SHOWN complaints; None if it fits.

    `context` is for the validators of the model.
    """
    try:
        model.model_validate(content, context=context)
    except ValidationError as error:
        wrong = complaints(error, model)
        more = f"; and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        return f"{'; '.join(wrong[:SHOWN])}{more}"
    return None


def place(path: Sequence[int | str]) -> str:
    """How a sentence calls a place in a file: `provenance`, `faults, entry 4`."""
    return ", ".join(f"entry {one + 1}" if isinstance(one, int) else one for one in path)


def _at(found: Sequence[Mapping[str, Any]], keys: Collection[str]) -> Iterator[str]:
    """Complaints about the members of one object."""
    missing = [f'"{one["loc"][-1]}"' for one in found if one["loc"] and _is_missing(one)]
    if missing:
        yield f"no {' and no '.join(missing)}"
    for one in found:
        if one["type"] == SAID:
            yield str(one["msg"])
        elif not one["loc"]:
            yield "it is no JSON object"
        elif one["type"] == "extra_forbidden":
            known = nearest(str(one["loc"][-1]), keys) if keys else ""
            shown = known and (len(keys) <= FEW or "nearest" in known)
            yield f'unknown key "{one["loc"][-1]}"' + (f"; {known}" if shown else "")
        elif not _is_missing(one):
            yield f"{_quoted(one['loc'][-1])} {_wrong(one)}"


def _is_missing(one: Mapping[str, Any]) -> bool:
    """Whether something is not there; null counts as that."""
    return one["type"] == "missing" or one["input"] is None


def _quoted(key: int | str) -> str:
    return f"entry {key + 1}" if isinstance(key, int) else f'"{key}"'


def _wrong(one: Mapping[str, Any]) -> str:
    """What a value is not."""
    kinds = {
        "model_type": "is no object",
        "model_attributes_type": "is no object",
        "dict_type": "is no object",
        "tuple_type": "is no list",
    }
    text = str(one["msg"])
    return (
        text
        if one["type"] == CALLED
        else kinds.get(one["type"], f"cannot be used: {text[:1].lower()}{text[1:]}")
    )
