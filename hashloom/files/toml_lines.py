# SPDX-License-Identifier: Apache-2.0
"""In which line of a TOML file something stands: tomllib tells the lines of what is no TOML only."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

MOST_CHARACTERS = 1 << 20
"""A longer text is not searched, which would take too long."""

Place = Sequence[int | str]
"""Keys of tables and numbers of entries, from the top of the file on."""


def line_of(text: str, place: Place) -> int | None:
    """The line, from 1 on, in which begins what stands at a place.

    None for the top, for what is not there, and in a text that is no TOML or too long. The first lines of a
    file up to the end of a statement, or of an entry of a list that is closed then, are TOML themselves: the
    fewest that have the place are found by bisection.
    """
    lines = text.split("\n")
    if not place or len(text) > MOST_CHARACTERS or not _has(_content(lines), place):
        return None
    without, limit = 0, len(lines)
    while without + 1 < limit:
        middle = (without + limit) // 2
        whole = ((count, _content(lines[:count])) for count in range(middle, limit))
        count, content = next(((count, found) for count, found in whole if found is not None), (0, None))
        if content is None or _has(content, place):
            limit = middle
        else:
            without = count
    while not lines[without].strip() or lines[without].lstrip().startswith("#"):
        without += 1
    return without + 1


def _content(lines: Sequence[str]) -> dict[str, Any] | None:
    """What the first lines of a file hold, lists that are open there closed; None if they are no TOML."""
    text = "\n".join([*lines, ""])
    for closing in ("", "]", "]]"):
        try:
            return tomllib.loads(text + closing)
        except (ValueError, RecursionError):
            continue
    return None


def _has(content: object, place: Place) -> bool:
    for step in place:
        if isinstance(step, int):
            if not isinstance(content, list) or step >= len(content):
                return False
            content = content[step]
        else:
            if not isinstance(content, dict) or step not in content:
                return False
            content = content[step]
    return content is not None
