# SPDX-License-Identifier: Apache-2.0
"""Arguments that several commands take: functions, designs, numbers and RTL parameters."""

import argparse
from collections.abc import Callable, Sequence

from hashloom import catalogue
from hashloom.catalogue.places import Places
from hashloom.catalogue.settings import settings
from hashloom.errors import note

MOST = 1e9


def function_argument(text: str, places: Places) -> catalogue.Function:
    """Function named on the command line; says on standard error to which name a short form resolves."""
    function = catalogue.resolve_function(text, places)
    if function.name != text:
        note(f"{text} is {function.name}")
    return function


def designs_argument(
    texts: Sequence[str],
    places: Places,
    offered: Callable[[catalogue.Design], bool] = lambda design: True,
) -> list[catalogue.Design]:
    """Designs named on the command line, each once; `all` and FUNCTION/all are those that are `offered`.

    Says on standard error to which name a short form resolves.
    """
    found: list[catalogue.Design] = []
    for text in texts:
        name, designs = catalogue.named_designs(text, places, offered)
        if name != text:
            note(f"{text} is {name}")
        found += designs
    return list(dict.fromkeys(found))


def finite(text: str) -> float:
    """A number on the command line, which is neither endless nor none; for `type` of argparse."""
    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not abs(number) < MOST:
        raise argparse.ArgumentTypeError(f"'{text:.40}' is no number below {MOST:g}")
    return number


def add_settings(parser: argparse.ArgumentParser) -> None:
    """Add the option that `settings_argument` reads."""
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        dest="settings",
        metavar="NAME=N",
        help="an RTL parameter in place of the tuning's: a number or a name of adder_pkg; may be repeated",
    )


def settings_argument(texts: Sequence[str], places: Places) -> tuple[tuple[str, int], ...]:
    """RTL parameters set on the command line; UsageError for what is no number and no adder."""
    return settings({name: value for name, _, value in (text.partition("=") for text in texts)}, places)
