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
the path of a target file from where the campaign file lies. `CampaignFile` has what is allowed; its schema is
docs/schemas/campaign-file.schema.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import Field, model_validator

from hashloom import catalogue, targets
from hashloom.campaign.item import Item
from hashloom.catalogue import Design, nearest
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.files import toml_file
from hashloom.files.model import Called, Model, Name, OneOf, Several, Text, said
from hashloom.files.toml_file import TomlFile
from hashloom.files.toml_lines import Place
from hashloom.flow import LIMITS
from hashloom.flow.goals import GOALS

T = TypeVar("T")

_TARGETS = Called("list of targets", 'a list of names such as ["osu018", "ecp5"]')
_DESIGNS = Called("list of designs", 'a list of names such as ["sha256", "sha512"]')
_Goals = Annotated[Several[Annotated[Text, OneOf("goal", GOALS)]], Field(min_length=1)]
_Seeds = Annotated[
    int, Field(ge=0, le=10_000), Called("number of placements", "a number of placements, 0 to map only")
]
_Limit = Annotated[float, Field(gt=0, lt=1e9), Called("positive number", "a positive number below 1e9")]
_FileName = Annotated[
    str,
    Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$"),
    Called("file name", "letters, digits, '.', '_' and '-', for it becomes a file name"),
]


class _Shared(Model):
    """What a sweep may say, and the file for all sweeps that do not."""

    targets: Annotated[Several[Text], Field(min_length=1), _TARGETS] | None = Field(
        None, description="names of targets, or paths of target files"
    )
    goals: _Goals | None = Field(None, description="goals of the synthesis; fast by default")
    seeds: _Seeds | None = Field(None, description="placements on an FPGA, 0 to map only; 5 by default")
    timeout_s: _Limit | None = Field(None, description="limit of a tool, s of wall time")
    memory_gib: _Limit | None = Field(None, description="limit of a process, GiB of address space")


class Sweep(_Shared):
    """A `[[sweep]]`."""

    designs: Annotated[Several[Text], Field(min_length=1), _DESIGNS] = Field(
        description="designs, short forms, FUNCTION/all, or all"
    )


class CampaignFile(_Shared):
    """A campaign file: designs times targets times goals, sweep by sweep."""

    name: _FileName | None = Field(None, description="name of the results; that of the file by default")
    title: Name | None = Field(None, description="what the campaign is about")
    sweep: Annotated[Several[Sweep], Field(min_length=1)] = Field(description="the sweeps")

    @model_validator(mode="before")
    @classmethod
    def _has_a_sweep(cls, content: Any) -> Any:
        sweeps = content.get("sweep")
        if not isinstance(sweeps, list) or not sweeps:
            raise said("there is no sweep; begin one with [[sweep]] and give it designs")
        return content


_DEFAULTS: Mapping[str, Any] = {
    "goals": ("fast",),
    "seeds": 5,
    "timeout_s": LIMITS.wall_seconds,
    "memory_gib": (LIMITS.memory_bytes or 0) / 2**30,
}


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


def read(path: Path, places: Places) -> Campaign:
    """Campaign in the file at `path`; UsageError for whatever is wrong with it."""
    read_file = toml_file.read(path, "the campaign file")
    file = replace(read_file, content={"name": path.stem, **read_file.content})
    whole = file.checked(CampaignFile)
    expanded: dict[str, str] = {}
    items: dict[tuple[str, str, str], Item] = {}
    for number, sweep in enumerate(whole.sweep):
        for item in _Items(file, path.parent, whole, sweep, number, places).of(expanded):
            key = (item.design.name, targets.find(item.target).name, item.goal)
            other = items.setdefault(key, item)
            if other != item:
                raise file.mistake(
                    ("sweep", number),
                    f"it and one before it both name {item}, with different seeds, limits or target files; "
                    "leave it out of one of them or give both the same",
                )
    name = whole.name or path.stem
    return Campaign(name, whole.title or name, tuple(items.values()), expanded)


@dataclass(frozen=True)
class _Items:
    """The items of a sweep: the one with this number, from 0 on, of a file in this folder."""

    file: TomlFile
    folder: Path
    whole: CampaignFile
    sweep: Sweep
    number: int
    places: Places

    def of(self, expanded: dict[str, str]) -> Iterator[Item]:
        """The items; short forms are added to `expanded`. UsageError for a name that is not known."""
        if self._value("targets") is None:
            raise self.file.mistake(
                ("sweep", self.number), f"targets is missing; it must be {_TARGETS.expected}"
            )
        designs: dict[Design, None] = {}
        for place, text in self._texts("designs"):
            name, found = self._checked(place, partial(catalogue.named_designs, places=self.places), text)
            if name != text:
                expanded[text] = name
            designs |= dict.fromkeys(found)
        names = dict.fromkeys(self._target(place, text) for place, text in self._texts("targets"))
        limits = jobs.Limits(
            memory_bytes=int(self._value("memory_gib") * 2**30), wall_seconds=float(self._value("timeout_s"))
        )
        for design in designs:
            for target in names:
                for goal in dict.fromkeys(self._value("goals")):
                    yield Item(design, target, goal, self._value("seeds"), limits)

    def _value(self, key: str) -> Any:
        """What the sweep says, or else the file, or else the default."""
        said_here = (getattr(one, key) for one in (self.sweep, self.whole) if hasattr(one, key))
        return next((value for value in said_here if value is not None), _DEFAULTS.get(key))

    def _texts(self, key: str) -> list[tuple[Place, str]]:
        """The texts of a list with their places."""
        own = getattr(self.sweep, key) is not None
        place: Place = ("sweep", self.number, key) if own else (key,)
        return [((*place, number), text) for number, text in enumerate(self._value(key))]

    def _target(self, place: Place, text: str) -> str:
        """Name of a target, or path of a target file from anywhere."""
        name = str(self.folder.resolve() / Path(text).expanduser()) if text.endswith(".py") else text
        self._checked(place, targets.find, name)
        return name

    def _checked(self, place: Place, find: Callable[[str], T], text: str) -> T:
        """What `find` makes of the text; its complaint gets the place in the file."""
        try:
            return find(text)
        except UsageError as error:
            raise self.file.mistake(place, str(error)) from error
