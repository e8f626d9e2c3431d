# SPDX-License-Identifier: Apache-2.0
"""The reading of a unit by a tool as a step: what was read before is found again."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import code, jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, body_of
from hashloom.lint import readers

KIND = "lint"


@dataclass(frozen=True)
class Reading:
    """What a reader says against a unit, by its digest: lines of complaints, or none; CPU seconds it took."""

    unit: str
    reader: str
    digest: str
    complaints: tuple[str, ...]
    seconds: float

    @property
    def good(self) -> bool:
        """Is the reader content?"""
        return not self.complaints


def step(unit: RtlUnit, reader: str, limits: jobs.Limits = readers.LIMITS) -> Action:
    """The step that has a reader of `readers.READERS` read a unit.

    Its state is ok if the reader is content, failed-verification if it warned, and otherwise how it ended.
    """
    ingredients = {
        "rtl": unit.digest(),
        "names": [source.name for source in unit.sources],
        "reader": reader,
        "tools": {readers.READERS[reader].tool: readers.version(reader)},
        "code": code.digest(*readers.CODE),
    }

    def work(folder: Path, _: Session) -> Body:
        place = folder / "reading"
        place.mkdir()
        said = readers.read(unit, reader, place, limits)
        facts = {"complaints": list(said.complaints), "cpu_seconds": round(said.outcome.cpu_seconds, 2)}
        body = body_of(said.outcome, **facts)
        if said.complaints and said.outcome.state == jobs.OK:
            body["state"] = jobs.FAILED_VERIFICATION
        shutil.rmtree(place)
        return body

    return Action(KIND, ingredients, limits, work)


def reading(unit: RtlUnit, reader: str, session: Session) -> Reading:
    """What a reader says against a unit, now or when it was last asked."""
    body = step(unit, reader).perform(session).body
    return Reading(unit.name, reader, unit.digest(), tuple(body["complaints"]), body["cpu_seconds"])


def told(complaint: str, unit: RtlUnit) -> str:
    """A complaint with the paths of files in the place of their names, where a unit has each name once."""
    places = {source.name: str(source) for source in unit.sources}
    if len(places) < len(unit.sources):
        return complaint
    every = "|".join(map(re.escape, places))
    return re.sub(rf"(?<![\w./-])({every})\b", lambda found: places[found[1]], complaint)
