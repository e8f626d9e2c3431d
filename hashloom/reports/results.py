# SPDX-License-Identifier: Apache-2.0
"""Reports of reproductions and measurements as files: `<folder>/<name>.json`, with the pictures beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol

from hashloom import rows
from hashloom.errors import HashloomError, UsageError
from hashloom.evaluation import reuse
from hashloom.files import writing
from hashloom.reproduction import Report
from hashloom.software import benchmark
from hashloom.software.benchmark import Measurement

ROWS = ("rows", "fast_adders", "adder_chains")
"""Lists of rows in the report of a paper."""


class Document(Protocol):
    """What can be saved: it has a name and is one JSON document."""

    @property
    def name(self) -> str:
        """Name of the file, without .json."""

    def document(self) -> dict[str, Any]:
        """Its content."""


def path_of(folder: Path, name: str) -> Path:
    """Where the report of this name stands in a folder of results."""
    return folder / f"{name}.json"


def save(report: Document, folder: Path) -> Path:
    """Write the report into the folder, which is made if need be; the file appears whole or not at all.

    What says the same as the report that stands there, but for the date, leaves it as it is. Its notes of
    rows that were carried over stay.
    """
    path = writing.output_file(path_of(folder, report.name))
    content, standing = json.loads(json.dumps(report.document())), _standing(path)
    if standing is not None and reuse.CARRIED in standing:
        content[reuse.CARRIED] = standing[reuse.CARRIED]
    if _undated(standing) != _undated(content):
        writing.write(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return path


def _standing(path: Path) -> dict[str, Any] | None:
    """The document at a path; None if there is none that can be read."""
    try:
        return rows.document(path)
    except UsageError:
        return None


def _undated(content: Any) -> Any:
    """A document without the date of its provenance."""
    if not isinstance(content, dict) or not isinstance(content.get("provenance"), dict):
        return content
    return {**content, "provenance": {**content["provenance"], "date": None}}


def load(folder: Path, paper: str) -> Report:
    """The report of a paper; HashloomError with the command that makes it if there is none.

    UsageError that names the rows that cannot be used, if there are any.
    """
    content, path = _read(folder, paper, f"reproduce {paper}"), path_of(folder, paper)
    for key in ROWS:
        if key in content or key == "rows":
            rows.checked(rows.listed(content, path, key), path)
    return Report.from_document(content)


def load_measurement(folder: Path) -> Measurement:
    """The measurement of software; HashloomError with the command that makes it if there is none."""
    return Measurement.from_document(_read(folder, benchmark.NAME, "bench"))


def _read(folder: Path, name: str, command: str) -> dict[str, Any]:
    path = path_of(folder, name)
    if not path.exists():
        raise HashloomError(f"{path} is not there; make it with: hashloom {command} -o {folder}")
    return rows.document(path)
