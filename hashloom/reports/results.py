# SPDX-License-Identifier: Apache-2.0
"""Reports of reproductions and measurements as files: `<folder>/<name>.json`, with the pictures beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Protocol

from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.evaluation import reuse
from hashloom.files import reading, writing
from hashloom.reproduction import Report
from hashloom.results import reader, writer
from hashloom.results.programs import Benchmark
from hashloom.results.reproductions import Reproduction
from hashloom.results.versions import Content
from hashloom.software import benchmark
from hashloom.software.benchmark import Measurement


class Savable(Protocol):
    """What can be saved: it has a name and is one JSON document."""

    @property
    def name(self) -> str:
        """Name of the file, without .json."""

    def document(self) -> Content:
        """Its content."""


def path_of(folder: Path, name: str) -> Path:
    """Where the report of this name stands in a folder of results."""
    return folder / f"{name}.json"


def save(report: Savable, folder: Path, places: Places) -> Path:
    """Write the report into the folder, which is made if need be; the file appears whole or not at all.

    What says the same as the report that stands there, but for the date, leaves it as it is. Its notes of
    rows that were carried over stay. Errors as of `hashloom.results.writer.write`.
    """
    path = writing.output_file(path_of(folder, report.name))
    content, standing = writer.plain(report.document()), _standing(path)
    if standing is not None and reuse.CARRIED in standing:
        content[reuse.CARRIED] = standing[reuse.CARRIED]
    if _undated(standing) != _undated(content):
        writer.write(path, content, places)
    return path


def _standing(path: Path) -> Content | None:
    """The document at a path; None if there is none that can be read."""
    try:
        return reading.json_object(path)
    except UsageError:
        return None


def _undated(content: Any) -> Any:
    """A document without the date of its provenance."""
    if not isinstance(content, dict) or not isinstance(content.get("provenance"), dict):
        return content
    return {**content, "provenance": {**content["provenance"], "date": None}}


def load(folder: Path, paper: str, places: Places) -> Report:
    """The report of a paper; HashloomError with the command that makes it if there is none.

    UsageError that names the rows that cannot be used, if there are any.
    """
    path = path_of(folder, paper)
    found = reader.read(path, Reproduction, places, f"hashloom reproduce {paper} -o {folder}")
    return Report.from_document(found.plain())


def load_measurement(folder: Path, places: Places) -> Measurement:
    """The measurement of software; HashloomError with the command that makes it if there is none."""
    path = path_of(folder, benchmark.NAME)
    found = reader.read(path, Benchmark, places, f"hashloom bench -o {folder}")
    return Measurement.from_document(found.plain())
