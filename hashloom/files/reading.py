# SPDX-License-Identifier: Apache-2.0
"""Reads the files that users write or name: text, TOML, JSON objects. All that it raises is UsageError."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any, NoReturn

from hashloom.errors import UsageError

MOST_BYTES = 64 << 20
"""A larger file is none that anybody wrote for the laboratory, nor one that it wrote."""
MOST_LEVELS = 64
"""Tables and lists within each other: more are no data of ours, and what walks them would give up."""
_CONTAINERS = frozenset((dict, list))
"""What the readers of TOML and JSON make of these; documents have millions of values to be asked."""


def text(path: Path, what: str = "") -> str:
    """Text of a file in UTF-8. `what` it is stands before its name in the sentence of a UsageError."""
    name = f"{what} {path}".strip()
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        raise UsageError(f"{name} cannot be read: {getattr(error, 'strerror', None) or error}") from error
    if len(content) > MOST_BYTES:
        raise UsageError(f"{name} cannot be read: it has more than {MOST_BYTES >> 20} MiB")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise UsageError(f"{name} cannot be read: it is no text") from error


def toml(content: str, name: object) -> dict[str, Any]:
    """What the text of a TOML file called `name` holds. UsageError for what is no TOML."""
    try:
        found = tomllib.loads(content)
    except ValueError as error:  # also an integer that is too long to be one
        raise UsageError(f"{name} is not a TOML file: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{name} is not a TOML file that can be used: {_too_deep()}") from error
    if _is_deep(found):
        raise UsageError(f"{name} is not a TOML file that can be used: {_too_deep()}")
    return found


def json_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file. UsageError as `text`, and for what is no JSON (as NaN), or no object."""

    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is no number of JSON")

    try:
        found = json.loads(text(path), parse_constant=refuse)
    except ValueError as error:
        raise UsageError(f"{path} is not JSON: {error}") from error
    except RecursionError as error:
        raise UsageError(f"{path} is not JSON that can be used: {_too_deep()}") from error
    if not isinstance(found, dict):
        raise UsageError(f"{path} is no JSON object")
    if _is_deep(found):
        raise UsageError(f"{path} is not JSON that can be used: {_too_deep()}")
    return found


def _too_deep() -> str:
    return f"it has more than {MOST_LEVELS} lists or tables within each other"


def _is_deep(found: Any) -> bool:
    level = [found]
    for _ in range(MOST_LEVELS):
        level = [
            value
            for one in level
            for value in (one.values() if isinstance(one, dict) else one)
            if type(value) in _CONTAINERS
        ]
        if not level:
            return False
    return True
