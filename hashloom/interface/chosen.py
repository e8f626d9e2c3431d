# SPDX-License-Identifier: Apache-2.0
"""What the arguments of the interface stand for; whatever stands for nothing is a UsageError."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Literal, get_args

from hashloom import catalogue, targets
from hashloom.catalogue.design import Design, Function, Tuning
from hashloom.catalogue.places import Places
from hashloom.catalogue.settings import settings
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.files import reading
from hashloom.flow.goals import check_goal
from hashloom.verification import CHOICES, ENGINES, Asked, Engine
from hashloom.verification.cases import Effort

Levels = Literal["core", "top", "both", "bus", "arguments", "tree"]
Use = Literal["fast", "small", "fpga"]
Settings = Mapping[str, int | str]

TUNINGS: dict[Use, Tuning] = {
    "fast": Tuning("asic", "fast"),
    "small": Tuning("asic", "small"),
    "fpga": Tuning("fpga", "fast"),
}
"""What RTL can be tuned for when it is verified."""


def function(chosen: str | Function, places: Places) -> Function:
    """A function, or that of a name or short form."""
    return chosen if isinstance(chosen, Function) else catalogue.resolve_function(chosen, places)


def design(chosen: str | Design, places: Places) -> Design:
    """A design, or that of a name or short form."""
    return chosen if isinstance(chosen, Design) else catalogue.resolve_design(chosen, places)


def designs(chosen: str | Design | Iterable[str | Design], places: Places) -> list[Design]:
    """Designs, each once: of a name, of `all` or FUNCTION/all, or of a pattern with `*`, `?` or `[...]`."""
    if isinstance(chosen, Design):
        return [chosen]
    if not isinstance(chosen, str):
        return list(dict.fromkeys(one for each in chosen for one in designs(each, places)))
    if not any(mark in chosen for mark in "*?["):
        return catalogue.named_designs(chosen, places)[1]
    every = catalogue.designs(places)
    found = [one for one in every if fnmatchcase(one.name, chosen.strip().lower())]
    if not found:
        hint = catalogue.nearest(chosen, [one.name for one in every])
        raise UsageError(f"no design has a name like '{chosen}'; {hint}")
    return found


def target(chosen: str | Path) -> str:
    """The text that stands for a target: its name, or the path of its file."""
    targets.find(str(chosen))
    return str(chosen)


def goal(chosen: str) -> str:
    """A goal."""
    return check_goal(chosen)


def asked(
    places: Places,
    levels: Levels = "both",
    effort: Effort = "quick",
    tuning: Use = "fast",
    chosen: Settings | None = None,
    seed: int = 1,
    engine: Engine = "gates",
    vectors: Sequence[str | Path] = (),
) -> Asked:
    """What is to be verified, and how."""
    _one_of("level", levels, CHOICES)
    _one_of("effort", effort, get_args(Effort))
    _one_of("engine", engine, ENGINES)
    _one_of("tuning", tuning, TUNINGS)
    for path in vectors:
        reading.text(Path(path), "the vector file")
    tuned = replace(TUNINGS[tuning], settings=settings(chosen or {}, places))
    return Asked(tuned, CHOICES[levels], effort, seed, engine, tuple(map(Path, vectors)))


def limits(timeout_s: float, memory_gib: float) -> jobs.Limits:
    """Limits of every tool."""
    if not timeout_s > 0 or not memory_gib > 0:
        raise UsageError(f"a limit of {timeout_s:g} s and {memory_gib:g} GiB leaves nothing to do; give more")
    return jobs.Limits(int(memory_gib * 2**30), timeout_s)


def at_a_time(count: int, what: str) -> int:
    """So many at a time; `what` follows the number in the sentence of the UsageError."""
    if count < 1:
        raise UsageError(f"{count} {what} at a time; give at least 1")
    return count


def _one_of(what: str, given: str, known: Iterable[str]) -> None:
    if given not in known:
        raise UsageError(f"unknown {what} '{given}'; {catalogue.nearest(given, known)}")
