# SPDX-License-Identifier: Apache-2.0
"""RTL parameters that a user sets in place of the tuning's: numbers, or names of adders."""

from collections.abc import Mapping

from hashloom.catalogue import rtl
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError

MOST_DIGITS = 18


def settings(found: Mapping[str, int | str], places: Places) -> tuple[tuple[str, int], ...]:
    """Parameters with their numbers, in the order given; a name of adder_pkg stands for its number.

    UsageError for what is no number and no adder.
    """
    adders = rtl.names("adder_pkg", places)
    return tuple((name, _number(name, value, adders)) for name, value in found.items())


def _number(name: str, value: int | str, adders: Mapping[str, int]) -> int:
    text = str(value)
    if text.upper() in adders:
        return adders[text.upper()]
    if name and text.isdecimal() and len(text) <= MOST_DIGITS:
        return int(text)
    written = f"{name}={text}" if text else name
    raise UsageError(f"'{written}' sets no parameter; write NAME=N, N a number or one of {', '.join(adders)}")
