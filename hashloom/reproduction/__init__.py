# SPDX-License-Identifier: Apache-2.0
"""Which designs, targets and goals answer which row of a paper: one small module per paper.

A module of this package has `REPRODUCTION`; adding a paper is adding its table to `hashloom.published` and a
module here. Figures of ours and of the paper meet in one row; see `hashloom.reproduction.run`.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

from hashloom import catalogue
from hashloom.errors import UsageError
from hashloom.published import PublishedRow, PublishedTable


@dataclass(frozen=True)
class Job:
    """One row to make: a design (`function/architecture`) for a goal, beside this row of the paper."""

    design: str
    goal: str
    paper: PublishedRow


@dataclass(frozen=True)
class Reproduction:
    """How one table of a paper is made again.

    `targets` are synthesised for when the user names none. `note` says what differs from the paper. With
    `reference_architecture`, every row also gets its throughput and area as ratios to the row of that
    architecture on the same target (`throughput_ratio`, `area_ratio`), in ours and in the paper.
    `context` are rows of the paper shown in its pictures without a counterpart of ours.
    """

    name: str
    title: str
    source: str
    table: PublishedTable
    targets: tuple[str, ...]
    note: str
    jobs: Callable[[], list[Job]]
    reference_architecture: str | None = None
    context: tuple[PublishedRow, ...] = ()


def names() -> list[str]:
    """The papers that can be reproduced, sorted."""
    return sorted(info.name for info in pkgutil.iter_modules(__path__) if info.name not in ("run",))


def load(name: str) -> Reproduction:
    """The reproduction of the paper called `name`; UsageError naming the nearest if there is none."""
    if name not in names():
        raise UsageError(f"no paper called '{name}' can be reproduced; {catalogue.nearest(name, names())}")
    found: Reproduction = importlib.import_module(f"{__name__}.{name}").REPRODUCTION
    return found
