# SPDX-License-Identifier: Apache-2.0
"""Reader of campaign files, TOML: designs times targets times goals, sweep by sweep.

    name = "gmu"            # of the results file; default: the name of this file
    title = "..."
    targets = ["osu018"]    # what follows holds for every sweep that does not say otherwise
    goals = ["fast"]
    seeds = 5
    timeout_s = 7200        # of each tool
    memory_gib = 16         # of each process

    [[sweep]]
    designs = ["sha256/all", "skein-512", "blake-r2-256/quarter"]
    targets = ["osu018", "my_target.py"]

A design is named as on the command line: `all`, FUNCTION/all, a design, a short form. A target is a name, or
the path of a target file from where the campaign file lies. Every mistake is answered with one sentence that
names the file, the place and what would be right.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from hashloom import catalogue, targets
from hashloom.campaign.item import Item
from hashloom.catalogue import Design, nearest
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.files import reading
from hashloom.flow import LIMITS
from hashloom.flow.goals import check_goal

_DEFAULTS: dict[str, Any] = {
    "goals": ["fast"],
    "seeds": 5,
    "timeout_s": LIMITS.wall_seconds,
    "memory_gib": (LIMITS.memory_bytes or 0) / 2**30,
}
_SHARED = ("targets", *_DEFAULTS)
_TOP = ("name", "title", *_SHARED, "sweep")
_SWEEP = ("designs", *_SHARED)


@dataclass(frozen=True)
class Campaign:
    """A named list of items. `expanded` maps short forms in the file to the designs they stand for."""

    name: str
    title: str
    items: tuple[Item, ...]
    expanded: Mapping[str, str] = field(default_factory=dict)

    def selected(self, designs: Sequence[str], target_names: Sequence[str]) -> tuple[Item, ...]:
        """Items whose design matches one of the names or patterns and whose target is one of those named.

        Nothing named selects all. UsageError for a name that selects nothing.
        """
        by_design = {item.design.name: item.design for item in self.items}
        by_target = {item.target: targets.find(item.target).name for item in self.items}
        wanted = {name for text in designs for name in self._matching(text, by_design)}
        for text in target_names:
            if text not in by_target.values():
                known = nearest(text, by_target.values())
                raise UsageError(f"the campaign {self.name} has no target '{text}'; {known}")
        return tuple(
            item
            for item in self.items
            if (not designs or item.design.name in wanted)
            and (not target_names or by_target[item.target] in target_names)
        )

    def _matching(self, text: str, known: Mapping[str, Design]) -> list[str]:
        """Names of the designs that a pattern, a function or a design stands for."""
        found = [
            name for name, design in known.items() if fnmatchcase(name, text) or design.function.name == text
        ]
        if not found:
            resolved = self.expanded.get(text)
            found = [name for name in known if name == resolved]
        if not found:
            raise UsageError(f"the campaign {self.name} has no design '{text}'; {nearest(text, known)}")
        return found


def read(path: Path) -> Campaign:
    """Campaign in the file at `path`; UsageError for whatever is wrong with it."""
    content = reading.toml(path, "the campaign file")
    _only(path, "", content, _TOP)
    name = _text(path, "", content, "name", path.stem)
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        raise _wrong(path, "name", "letters, digits, '.', '_' and '-', for it becomes a file name", name)
    sweeps = content.get("sweep", [])
    if not isinstance(sweeps, list) or not sweeps or not all(isinstance(one, dict) for one in sweeps):
        raise UsageError(f"{path}: there is no sweep; begin one with [[sweep]] and give it designs")
    expanded: dict[str, str] = {}
    items: dict[tuple[str, str, str], Item] = {}
    for number, sweep in enumerate(sweeps, start=1):
        place = f"sweep {number}" if len(sweeps) > 1 else "sweep"
        _only(path, place, sweep, _SWEEP)
        for item in _items(path, place, {**_DEFAULTS, **content, **sweep}, expanded):
            key = (item.design.name, targets.find(item.target).name, item.goal)
            other = items.setdefault(key, item)
            if other != item:
                raise UsageError(
                    f"{path}: {place} and one before it both name {item}, with different seeds, limits or "
                    "target files; leave it out of one of them or give both the same"
                )
    return Campaign(name, _text(path, "", content, "title", name), tuple(items.values()), expanded)


def _items(path: Path, place: str, content: Mapping[str, Any], expanded: dict[str, str]) -> Iterator[Item]:
    designs = [
        design
        for text in _texts(path, place, content, "designs")
        for design in _designs(path, place, text, expanded)
    ]
    names = [_target(path, place, text) for text in _texts(path, place, content, "targets")]
    goals = [_checked(path, place, check_goal, text) for text in _texts(path, place, content, "goals")]
    limits = jobs.Limits(
        memory_bytes=int(_number(path, place, content, "memory_gib") * 2**30),
        wall_seconds=_number(path, place, content, "timeout_s"),
    )
    seeds = content["seeds"]
    if type(seeds) is not int or not 0 <= seeds <= 10_000:
        raise _wrong(path, _entry(place, "seeds"), "a number of placements, 0 to map only", seeds)
    for design in dict.fromkeys(designs):
        for name in dict.fromkeys(names):
            for goal in dict.fromkeys(goals):
                yield Item(design, name, goal, seeds, limits)


def _designs(path: Path, place: str, text: str, expanded: dict[str, str]) -> list[Design]:
    """Designs that one name stands for."""
    name, designs = _checked(path, place, catalogue.named_designs, text)
    if name != text:
        expanded[text] = name
    return list(designs)


def _target(path: Path, place: str, text: str) -> str:
    """Name of a target, or path of a target file from anywhere."""
    name = str(path.parent.resolve() / Path(text).expanduser()) if text.endswith(".py") else text
    _checked(path, place, targets.find, name)
    return name


def _checked(path: Path, place: str, find: Any, text: str) -> Any:
    """What `find` makes of the text; its complaint gets the place in the file."""
    try:
        return find(text)
    except UsageError as error:
        raise UsageError(f"{path}: {place}: {error}") from error


def _only(path: Path, place: str, content: Mapping[str, Any], known: Sequence[str]) -> None:
    for key in content:
        if key not in known:
            what = place or "the top of the file"
            raise UsageError(f"{path}: {what} has no entry '{key}'; {nearest(key, known)}")


def _text(path: Path, place: str, content: Mapping[str, Any], key: str, default: str) -> str:
    value = content.get(key, default)
    if not isinstance(value, str) or not value:
        raise _wrong(path, _entry(place, key), "a text in quotation marks", value)
    return value


def _texts(path: Path, place: str, content: Mapping[str, Any], key: str) -> list[str]:
    value = content.get(key)
    if not isinstance(value, list) or not value or not all(isinstance(one, str) for one in value):
        raise _wrong(path, _entry(place, key), 'a list of names such as ["sha256", "sha512"]', value)
    return value


def _number(path: Path, place: str, content: Mapping[str, Any], key: str) -> float:
    value = content[key]
    if type(value) not in (int, float) or not 0 < value < 1e9:
        raise _wrong(path, _entry(place, key), "a positive number", value)
    return float(value)


def _entry(place: str, key: str) -> str:
    return f"{place}: {key}" if place else key


def _wrong(path: Path, entry: str, expectation: str, value: object) -> UsageError:
    found = "is missing" if value is None else f"is {value!r}"
    return UsageError(f"{path}: {entry} {found}; it must be {expectation}")
