# SPDX-License-Identifier: Apache-2.0
"""Reports of reproductions and measurements as files: `<folder>/<name>.json`, with the pictures beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol

from hashloom import benchmark
from hashloom.benchmark import Measurement
from hashloom.errors import HashloomError
from hashloom.reproduction import Report


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

    What says the same as the report that stands there, but for the date, leaves it as it is.
    """
    path = path_of(folder, report.name)
    content = json.loads(json.dumps(report.document()))
    if not (path.exists() and _undated(json.loads(path.read_text(encoding="utf-8"))) == _undated(content)):
        write(path, json.dumps(content, indent=1, ensure_ascii=False) + "\n")
    return path


def _undated(content: Any) -> Any:
    """A document without the date of its provenance."""
    if not isinstance(content, dict) or not isinstance(content.get("provenance"), dict):
        return content
    return {**content, "provenance": {**content["provenance"], "date": None}}


def load(folder: Path, paper: str) -> Report:
    """The report of a paper; HashloomError with the command that makes it if there is none."""
    return Report.from_document(_read(folder, paper, f"reproduce {paper}"))


def load_measurement(folder: Path) -> Measurement:
    """The measurement of software; HashloomError with the command that makes it if there is none."""
    return Measurement.from_document(_read(folder, benchmark.NAME, "bench"))


def write(path: Path, text: str) -> None:
    """Write a text file in one step; HashloomError if the place cannot be written."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(path.name + ".partial")
        partial.write_text(text, encoding="utf-8")
        partial.replace(path)
    except OSError as error:
        raise HashloomError(f"{path} cannot be written: {error.strerror}") from error


def _read(folder: Path, name: str, command: str) -> dict[str, Any]:
    path = path_of(folder, name)
    if not path.exists():
        raise HashloomError(f"{path} is not there; make it with: hashloom {command} -o {folder}")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found
