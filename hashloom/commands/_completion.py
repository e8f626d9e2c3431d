# SPDX-License-Identifier: Apache-2.0
"""What a shell offers while a command line is written, by argcomplete (docs/installing.md).

The shell runs the program with the line in the environment. What is offered follows from the parser; values
of an argument are told by what it is called in the help: FUNCTION, DESIGN, T for a target, G for a goal.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hashloom.catalogue.places import Places

    Names = Callable[[Places], Iterable[str]]


def whole_words(line: str, point: int) -> list[str]:
    """The words of a line before the one that is being written at this character."""
    from argcomplete.lexers import split_line

    words: list[str] = split_line(line, point)[3]
    return words


def offer(parser: argparse.ArgumentParser, places: Places) -> None:
    """Tell the shell what may follow, and end the program."""
    import argcomplete

    for action in _actions(parser):
        names = COMPLETERS.get(str(action.metavar))
        if names is not None:
            action.completer = _completer(names, places)  # type: ignore[attr-defined]  # argcomplete looks there
    argcomplete.autocomplete(parser, always_complete_options="long")


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of those of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for inner in action.choices.values():
                yield from _actions(inner)


def _completer(names: Names, places: Places) -> Callable[..., list[str]]:
    return lambda prefix, **_: [name for name in names(places) if name.startswith(prefix)]


def _functions(places: Places) -> Iterator[str]:
    from hashloom import catalogue

    for family in catalogue.families(places):
        yield from family.named
        yield from (name for name in family.short if "{" not in name)


def _designs(places: Places) -> Iterator[str]:
    from hashloom import catalogue

    yield from _functions(places)
    yield from (design.name for design in catalogue.designs(places))


def _targets(places: Places) -> Iterable[str]:
    from hashloom import targets

    return targets.names()


def _goals(places: Places) -> Iterable[str]:
    from hashloom.flow.goals import EVERY

    return EVERY


COMPLETERS: Mapping[str, Names] = {
    "FUNCTION": _functions,
    "DESIGN": _designs,
    "T": _targets,
    "G": _goals,
}
"""Values of an argument, by what it is called in the help."""
