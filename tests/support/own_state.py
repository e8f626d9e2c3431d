# SPDX-License-Identifier: Apache-2.0
"""Where a test of this process is, and what it keeps: places, state folder and records of its environment."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from hashloom.catalogue.places import Places
from hashloom.execution.records import Records
from hashloom.execution.session import Reuse, Session


def here() -> Places:
    """The places, as the environment is now."""
    return Places.of(os.environ)


def with_repository(folder: Path) -> Places:
    """The places with results, cores and libskein of this folder; the cores in use stay."""
    return replace(here(), repository=folder)


def own_session(reuse: Reuse | None = None) -> Session:
    """The session of these places."""
    return Session.at(here(), reuse)


def session_around(records: Records, reuse: Reuse | None = None) -> Session:
    """That with other records."""
    return replace(own_session(reuse), records=records)


def state_folder() -> Path:
    """The state folder."""
    return here().state


def own_records() -> Records:
    """The records."""
    return Records(here().records)


def another_repository(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Have results, cores and libskein of this folder in place of the repository's; the cores in use stay."""
    real = Places.of
    monkeypatch.setattr(Places, "of", lambda environment: replace(real(environment), repository=folder))
