# SPDX-License-Identifier: Apache-2.0
"""Reports of reproductions as files: `<folder>/<paper>.json` and the pictures beside it."""

from __future__ import annotations

import json
from pathlib import Path

from hashloom.errors import HashloomError
from hashloom.reproduction.run import Report


def path_of(folder: Path, paper: str) -> Path:
    """Where the report of a paper stands in a folder of results."""
    return folder / f"{paper}.json"


def save(report: Report, folder: Path) -> Path:
    """Write the report into the folder, which is made if need be; the file appears whole or not at all."""
    path = path_of(folder, report.paper)
    write(path, json.dumps(report.document(), indent=1, ensure_ascii=False) + "\n")
    return path


def load(folder: Path, paper: str) -> Report:
    """The report of a paper; HashloomError with the command that makes it if there is none."""
    path = path_of(folder, paper)
    if not path.exists():
        raise HashloomError(f"{path} is not there; make it with: hashloom reproduce {paper} -o {folder}")
    return Report.from_document(json.loads(path.read_text(encoding="utf-8")))


def write(path: Path, text: str) -> None:
    """Write a text file in one step; HashloomError if the place cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(path.name + ".partial")
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise HashloomError(f"{path} cannot be written: {error.strerror}") from error
