# SPDX-License-Identifier: Apache-2.0
"""What a test of this process keeps: the state folder and the records of its environment."""

from dataclasses import replace
from pathlib import Path

import pytest

from hashloom.catalogue import places
from hashloom.catalogue.places import Places
from hashloom.execution.records import Records


def state_folder() -> Path:
    """The state folder."""
    return places.here().state


def own_records() -> Records:
    """The records."""
    return Records(places.here().records)


def another_repository(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Have results, cores and libskein of this folder in place of the repository's; the cores in use stay."""
    real = Places.of
    monkeypatch.setattr(Places, "of", lambda environment: replace(real(environment), repository=folder))
