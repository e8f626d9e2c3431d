# SPDX-License-Identifier: Apache-2.0
"""Whether what a target file has can be used: types of fields, and values that no tool could take."""

import collections.abc
import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from math import isfinite
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from hashloom.errors import UsageError

Found = TypeVar("Found")

_OF_YOSYS = "+/"
"""How a file of yosys begins."""
_REQUIREMENT = re.compile(r"[A-Za-z0-9][\w.-]*==[\w.+!-]+")
_NOT_NEGATIVE = ("load_ff", "lut_cells", "levels")
_POSITIVE = ("delay_ps", "devices", "area_luts")


def check(target: Found, place: str) -> Found:
    """The target. UsageError, which names the `place`, for what it holds that cannot be."""
    for sentence in _complaints(target):
        raise UsageError(f"the target file {place}: {sentence}")
    return target


def _complaints(holder: Any, within: str = "") -> Iterator[str]:
    """What is wrong with the fields of a dataclass, and of those that it holds."""
    hints = get_type_hints(type(holder))
    for one in fields(holder):
        value, name = getattr(holder, one.name), f"{within}{one.name}"
        if not _is_a(value, hints[one.name]):
            yield f"{name} is {value!r:.60}, which is no {_called(hints[one.name])}"
        elif is_dataclass(value) and not isinstance(value, type):
            yield from _complaints(value, f"{name}.")
        else:
            yield from (f"{name} {what}" for what in _of_value(one.name, value))
    if not within and not getattr(holder, "name", "x").strip():
        yield "name is empty"


def _called(hint: Any) -> str:
    """A type in words."""
    return re.sub(r"(?:\w+\.)+(?=\w)", "", str(hint)) if get_args(hint) else str(hint.__name__)


def _of_value(name: str, value: Any) -> Iterator[str]:
    """What is wrong with a value of the right type."""
    for text in _texts(value):
        if not text.isprintable() and name != "constraints":
            yield f"is {text!r:.60}, which has a character that cannot be printed"
        elif "\0" in text:
            yield f"has a zero byte: {text!r:.60}"
    numbers = list(_numbers(value))
    if name in _POSITIVE and any(number <= 0 for number in numbers):
        yield f"is {value!r:.60}, and must be positive"
    if name in _NOT_NEGATIVE and any(number < 0 for number in numbers):
        yield f"is {value!r:.60}, and must not be negative"
    if name == "requirement" and not _REQUIREMENT.fullmatch(value):
        yield f"is {value!r:.60}; it is a package and its version, NAME==VERSION"
    if name == "models":
        missing = [path for path in value if not path.startswith(_OF_YOSYS) and not Path(path).is_file()]
        yield from (f"names {path!r:.60}, and there is no such file" for path in missing)
    if name == "constraints":
        odd = [file for file, _ in value if Path(file).name != file or file in ("", ".", "..")]
        yield from (f"names {file!r:.60}; a name of a file without a folder is needed" for file in odd)
    if name == "repair" and value is not None and not _has_source(value):
        yield f"is {value!r:.60}; a function that stands in the file is needed"


def _has_source(function: Any) -> bool:
    """Whether the text of a function can be read: it is part of the key of what it repairs."""
    try:
        return bool(inspect.getsource(function))
    except (OSError, TypeError):
        return False


def _texts(value: Any) -> Iterator[str]:
    yield from (one for one in _leaves(value) if isinstance(one, str))


def _numbers(value: Any) -> Iterator[float]:
    yield from (one for one in _leaves(value) if isinstance(one, int | float) and not isinstance(one, bool))


def _leaves(value: Any) -> Iterator[Any]:
    """What a value holds that holds nothing."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from (key, *_leaves(one))
    elif isinstance(value, tuple):
        for one in value:
            yield from _leaves(one)
    else:
        yield value


def _is_a(value: Any, hint: Any) -> bool:
    """Whether a value is of the type of a field."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint is Any:
        return True
    if hint is float:
        return type(value) in (int, float) and isfinite(value)
    if origin in (Union, UnionType):
        return any(_is_a(value, one) for one in inner)
    if origin is collections.abc.Callable:
        return callable(value)
    if origin is collections.abc.Mapping:
        kinds = list(zip(*value.items(), strict=True)) if isinstance(value, Mapping) else None
        return kinds is not None and all(
            _is_a(one, kind) for kind, ones in zip(inner, kinds, strict=False) for one in ones
        )
    if origin is tuple:
        if inner[1:] == (...,):
            return isinstance(value, tuple) and all(_is_a(one, inner[0]) for one in value)
        return isinstance(value, tuple) and len(value) == len(inner) and all(map(_is_a, value, inner))
    is_plain = hint in (str, int, bool)
    return type(value) is hint if is_plain else isinstance(value, hint)
