# SPDX-License-Identifier: Apache-2.0
"""What of the RTL the document of readings knows, what of it is read anew, and how it is drawn."""

import os
import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

import pytest

from hashloom import lint
from hashloom.catalogue.rtl import RtlUnit
from hashloom.lint.document import of_now
from hashloom.lint.readers import READERS
from hashloom.results.lint import Lint

Item = TypeVar("Item")
VARIABLE = "HASHLOOM_TEST_LINT"
RENEW = "results/lint.json is not of this RTL; run: hashloom renew lint"
LEAST = 0.05
"""What the cheapest reading counts for, s."""

every_reader = pytest.mark.parametrize("reader", READERS)


def unknown(document: Lint, units: Sequence[RtlUnit], reader: str) -> list[RtlUnit]:
    """Units that the document does not have as they are now."""
    known = of_now(document, units)
    return [unit for unit in units if (unit.name, reader) not in known]


def left_over(document: Lint, units: Sequence[RtlUnit]) -> list[str]:
    """Rows of units or readers that are no more, and rows that there are twice."""
    rows = [(one.unit, one.reader) for one in document.readings]
    wanted = {(unit.name, reader) for unit in units for reader in READERS}
    return [
        f"{unit}, {reader}"
        for unit, reader in rows
        if (unit, reader) not in wanted or rows.count((unit, reader)) > 1
    ]


def said(units: Iterable[RtlUnit], reader: str, folder: Path) -> dict[str, tuple[str, ...]]:
    """The complaints of a reader, by unit; units that it is content with are left out."""
    found = {}
    for number, unit in enumerate(units):
        place = folder / str(number)
        place.mkdir(parents=True)
        if complaints := lint.read(unit, reader, place).complaints:
            found[unit.name] = complaints
    return found


def takes_all() -> bool:
    """Is everything to be read?"""
    return os.environ.get(VARIABLE) == "all"


def drawn(costs: Mapping[str, float], seconds: float, rng: random.Random) -> list[str]:
    """Names in a random order until they cost so much together: what costs more is drawn the less often."""
    order = sorted(costs, key=lambda name: rng.random() ** max(costs[name], LEAST), reverse=True)
    chosen, spent = [], 0.0
    for name in order:
        if spent >= seconds:
            break
        chosen.append(name)
        spent += max(costs[name], LEAST)
    return chosen


def some(units: Sequence[Item], count: int, rng: random.Random) -> list[Item]:
    """So many of them at random, or all of them with HASHLOOM_TEST_LINT=all."""
    return list(units) if takes_all() else rng.sample(list(units), min(count, len(units)))


def costs_of(document: Lint, reader: str, names: Collection[str]) -> dict[str, float]:
    """CPU seconds that each of these units took a reader."""
    return {one.unit: one.seconds for one in document.readings if one.reader == reader and one.unit in names}
