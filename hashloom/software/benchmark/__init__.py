# SPDX-License-Identifier: Apache-2.0
"""How fast libskein is on this machine, and the other libraries installed here beside it.

The program `skein-benchmark` of libskein does the work: it compares every digest before it measures, and
takes its samples of all subjects in turn. A row is one subject:

    group        one (message), many (messages), tree, or peer (one message by another library)
    function     `skein-1.3-512-512`, `sha512`, ...; for a tree followed by its parameters
    library, version, kernel (of libskein only), messages (in one call), threads
    per_byte     by length of a message in bytes: p5, lower_quartile, median, upper_quartile, p95, in the unit
                 of the provenance (cycles of the core) per byte, and the number of samples
"""

from __future__ import annotations

import datetime
import fnmatch
import json
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashloom import software
from hashloom.catalogue.places import Places
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.execution import jobs
from hashloom.results.versions import Content, stamped
from hashloom.software.benchmark import pyskein

Row = Mapping[str, Any]

NAME = "bench"
PROGRAM = "skein-benchmark"
LIMITS = jobs.Limits(wall_seconds=3600)
TYPICAL_SIZE = 8192
"""Length of a message, in bytes, at which subjects are compared by one figure."""

CLOCK_TOLERANCE = 0.03
UNSTEADY = 0.05
"""Part of all samples that may have been disturbed."""
PORTABLE = "portable"
"""The kernel that stands among the rows of many messages although it takes them one after the other."""

BROKEN = ("sha1",)
"""Functions that are no choice for anyone any more, however fast."""


@dataclass(frozen=True)
class Measurement:
    """What one run found: a row for each subject, and where the figures come from.

    `elsewhere` are the measurements of other processors that stand in the same document.
    """

    rows: tuple[Row, ...]
    provenance: Mapping[str, Any]
    elsewhere: tuple[Measurement, ...] = ()

    name = NAME

    def document(self) -> Content:
        """The measurement as one JSON document."""
        return stamped("benchmark", self._section())

    def _section(self) -> dict[str, Any]:
        others = [one._section() for one in self.elsewhere]
        section = {"provenance": dict(self.provenance), "rows": list(self.rows)}
        return {**section, "elsewhere": others} if others else section

    @classmethod
    def from_document(cls, document: Mapping[str, Any]) -> Measurement:
        """The measurement that `document` made this JSON document."""
        others = tuple(map(cls.from_document, document.get("elsewhere") or ()))
        return cls(tuple(document["rows"]), document["provenance"], others)

    @property
    def sections(self) -> tuple[Measurement, ...]:
        """This measurement, then those of other processors."""
        return (self, *self.elsewhere)

    @property
    def processor(self) -> str:
        """The microarchitecture; where libskein knew none, the name of the processor."""
        machine = self.provenance["machine"]
        return str(machine.get("microarchitecture") or machine["processor"] or machine["architecture"])

    def beside(self, standing: Measurement) -> Measurement:
        """This measurement, with those of a document, except of the same processor, as `elsewhere`."""
        others = (replace(one, elsewhere=()) for one in standing.sections)
        return replace(self, elsewhere=tuple(one for one in others if one.processor != self.processor))

    @property
    def sizes(self) -> list[int]:
        """Lengths of the messages in bytes, as asked for."""
        return list(self.provenance["sizes"])

    def group(self, name: str) -> list[Row]:
        """The rows of a group."""
        return [row for row in self.rows if row["group"] == name]

    def typical_size(self) -> int:
        """The measured length that is nearest to TYPICAL_SIZE."""
        return min(self.sizes, key=lambda size: abs(size - TYPICAL_SIZE))

    def best_peer(self, size: int, function: str | None = None) -> Row | None:
        """The fastest other library's row, of one function or of all but the broken; None without any."""
        rows = [
            row
            for row in self.group("peer")
            if median(row, size) is not None
            and (row["function"] == function if function else row["function"] not in BROKEN)
        ]
        return min(rows, key=lambda row: median(row, size) or 0.0, default=None)


def side_by_side(row: Row) -> bool:
    """Are the messages of this row of libskein hashed side by side?"""
    return bool(row["messages"] > 1 and row["kernel"] != PORTABLE)


def median(row: Row, size: int) -> float | None:
    """Median cycles per byte of a row for messages of `size` bytes; None if that was not measured."""
    figures = row["per_byte"].get(str(size))
    return None if figures is None else float(figures["median"])


def measure(
    places: Places,
    sizes: str | None = None,
    subjects: str | None = None,
    rounds: int | None = None,
    quick: bool = False,
) -> Measurement:
    """Build libskein and run its benchmark; None is the program's own choice.

    `sizes` are lengths of messages in bytes with commas between, `subjects` a pattern such as `*512*`,
    `rounds` the samples of each. UsageError for any of these that the program refuses; CheckFailed if a
    digest is wrong; MissingTool if libskein cannot be built for want of a tool.
    """
    built = software.build(places)
    command = [str(built / PROGRAM), "--json", *(["--quick"] if quick else [])]
    for option, value in (("--sizes", sizes), ("--subjects", subjects), ("--rounds", rounds)):
        if value is not None:
            command += [option, str(value)]
    digest = sources_digest(places)
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "output"
        outcome = jobs.run(command, Path(folder), log, LIMITS)
        if outcome.state != jobs.OK:
            raise _failure(outcome)
        document: dict[str, Any] = json.loads(log.read_text(encoding="utf-8"))
    rows = document.pop("rows")
    rows += rows_in_python(built / "libskein.so", document, rows, subjects)
    today = datetime.datetime.now(datetime.UTC).date().isoformat()
    return Measurement(tuple(rows), {"date": today, "sources_digest": digest, **document})


def rows_in_python(
    library: Path, document: dict[str, Any], rows: list[Row], subjects: str | None
) -> list[dict[str, Any]]:
    """Rows of the peer that is there in Python only; its name or its absence is added to the document."""
    found = pyskein.module()
    if found is None:
        document["absent"].append({"library": pyskein.LIBRARY, "install": pyskein.INSTALL})
        return []
    portable = [
        row
        for row in rows
        if row["group"] == "one"
        and row["kernel"] == PORTABLE
        and fnmatch.fnmatchcase(f"peer/{row['function']}/{pyskein.LIBRARY}", subjects or "*")
    ]
    made = list(pyskein.rows(found, library, portable, document["rounds"]))
    document["libraries"].update({row["library"]: row["version"] for row in made})
    return made


def sources_digest(places: Places) -> str:
    """Digest of the files of libskein/src: what was measured."""
    return software.source_digest(places, "src")


def remarks(measurement: Measurement) -> list[str]:
    """What a reader must know of this run: libraries that are not there, a clock that cannot be trusted."""
    provenance = measurement.provenance
    lines = [
        f"{absent['library']} is not measured, since it is not installed; "
        f"install it with: {absent['install']}"
        for absent in provenance["absent"]
    ]
    if provenance["unit"] != "cycles":
        lines.append(f"this kind of processor is measured in {provenance['unit']}, not in cycles")
    elif abs(provenance["clock"]["check"] - 1) > CLOCK_TOLERANCE:
        lines.append(
            f"a chain of {provenance['clock']['chain']} does not fit another one on this processor "
            f"({provenance['clock']['check']:.2f} instead of 1): compare figures with each other only"
        )
    elif provenance["clock"]["unsteady_samples"] > UNSTEADY * provenance["clock"]["samples"]:
        lines.append(
            f"the clock changed or another process ran during {provenance['clock']['unsteady_samples']} of "
            f"{provenance['clock']['samples']} samples; measure again on a quieter machine"
        )
    return lines


def _failure(outcome: jobs.Outcome) -> HashloomError:
    text = outcome.tail().replace(f"{PROGRAM}: ", "").partition("; see ")[0]
    kinds: dict[int, type[HashloomError]] = {1: CheckFailed, 2: UsageError}
    return kinds.get(outcome.status, HashloomError)(text or f"{PROGRAM} ended with {outcome.state}")
