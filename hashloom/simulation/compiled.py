# SPDX-License-Identifier: Apache-2.0
"""What simulations are compiled to: files of steps, made once and found again by what they are made of."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from hashloom.execution import jobs, kept
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action

KIND = "simulation"
_FILE = "file"


def compiled(ingredients: Mapping[str, Any], make: Callable[[Path], Path], session: Session) -> Path:
    """The file that rests on these ingredients; `make` makes it where it is not there as it was written.

    `make` gets an empty folder and returns the path of the file that it made there, which alone is kept. What
    it raises leaves no record.
    """

    def work(folder: Path, _: Session) -> Body:
        made = make(folder)
        for path in list(folder.iterdir()):
            if path != made:
                kept.remove(path)
        return {"state": jobs.OK, _FILE: made.name}

    step = Action(KIND, ingredients, jobs.Limits(), work).perform(session.compiling(), files=True)
    return step.folder / str(step.body[_FILE])
