# SPDX-License-Identifier: Apache-2.0
"""What a single figure or text of a row can be."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Type:
    """A type of values: what one of them is called, and whether a value of JSON is one."""

    what: str
    holds: Callable[[Any], bool]


def is_number(value: Any) -> bool:
    """Whether this is a finite number; true and false are none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_integer(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_digest(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _are_placements(value: Any) -> bool:
    """Placements, each once: the seed is a number, the state a text, figures are positive if known."""
    return (
        isinstance(value, list)
        and all(
            isinstance(one, dict)
            and COUNT.holds(one.get("seed"))
            and NAME.holds(one.get("state"))
            and all(
                one.get(key) is None or kind.holds(one[key])
                for key, kind in (("clock_mhz", POSITIVE), ("area_lut", COUNT), ("area_ff", COUNT))
            )
            for one in value
        )
        and len({one["seed"] for one in value}) == len(value)
    )


TEXT = Type("text", lambda value: isinstance(value, str))
NAME = Type("name", lambda value: isinstance(value, str) and bool(value))
NUMBER = Type("number", is_number)
POSITIVE = Type("positive number", lambda value: is_number(value) and value > 0)
COUNT = Type("count", lambda value: _is_integer(value) and value >= 0)
POSITIVE_COUNT = Type("positive count", lambda value: _is_integer(value) and value > 0)
FLAG = Type("true or false", lambda value: isinstance(value, bool))
DIGEST = Type("digest of 64 hexadecimal digits", _is_digest)
OBJECT = Type("object", lambda value: isinstance(value, dict))
TEXTS = Type(
    "object of texts",
    lambda value: isinstance(value, dict) and all(isinstance(one, str) for one in value.values()),
)
NUMBERS = Type(
    "object of numbers",
    lambda value: isinstance(value, dict) and all(map(is_number, value.values())),
)
PATH = Type(
    "pair of texts",
    lambda value: (
        isinstance(value, list | tuple) and len(value) == 2 and all(isinstance(end, str) for end in value)
    ),
)
PLACEMENTS = Type("list of placements", _are_placements)
