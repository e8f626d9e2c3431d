# SPDX-License-Identifier: Apache-2.0
"""How long skeinsum takes for files, and other programs that are installed here beside it.

Two kinds of work: many small files in one command line, and one large file. All of them have been read
before, so that no disk is measured. Every program gives the known digest of "abc", and those with the same
function agree about every file, before anything is measured. Then all run in turn, round after round; the
time is that from the start of a program to its end.
"""

from __future__ import annotations

import datetime
import os
import platform
import random
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom import software
from hashloom.catalogue.places import Places
from hashloom.errors import CheckFailed
from hashloom.execution.processor import processor
from hashloom.results.programs import AbsentLibrary, FilesMachine, FilesRow, Seconds
from hashloom.results.versions import Content, stamped
from hashloom.software.benchmark.file_programs import Program, compare, programs, version

NAME = "bench-files"
SMALL, LARGE = "small", "large"
FILES, BYTES, ROUNDS = 10_000, 1 << 30, 9
MOST_OF_SMALL = 8192
"""Bytes of the longest of the small files."""
THREADS = 2
"""So many threads programs may use that use several, on a machine that has as many processors."""
PART = 1 << 20

Sample = tuple[float, float]
"""Elapsed time and that of the processors, in seconds."""


@dataclass(frozen=True)
class FilesMeasurement:
    """What one run found."""

    rows: tuple[FilesRow, ...]
    provenance: FilesMachine

    name = NAME

    def document(self) -> Content:
        """The measurement as one JSON document."""
        rows = [row.plain() for row in self.rows]
        return stamped("files-benchmark", {"provenance": self.provenance.plain(), "rows": rows})


def measure(
    places: Places,
    folder: Path | None = None,
    files: int = FILES,
    size: int = BYTES,
    rounds: int = ROUNDS,
    say: Callable[[str], None] = lambda text: None,
) -> FilesMeasurement:
    """Build skeinsum, write the files into a folder below `folder`, which goes again, and measure.

    `files` small ones and one of `size` bytes; `rounds` samples of each; None: the system's folder for what
    is temporary. CheckFailed if a digest is wrong; MissingTool if skeinsum cannot be built.
    """
    known = programs(software.build(places) / "skeinsum", min(THREADS, os.cpu_count() or 1))
    there = [one for one in known if shutil.which(one.command[0]) is not None]
    absent = {one.name: f"apt-get install {one.package}" for one in known if one not in there}
    digest = sources_digest(places)
    with tempfile.TemporaryDirectory(prefix="hashloom-", dir=folder) as made:
        place = Path(made)
        say("the files are written")
        works = {SMALL: write_small(place, files), LARGE: write_large(place, size)}
        say("digests are compared")
        for names in works.values():
            compare(there, place, names)
        rows = [row for work in works for row in _rows(work, works[work], there, place, rounds, say)]
    provenance = FilesMachine(
        date=datetime.datetime.now(datetime.UTC).date().isoformat(),
        sources_digest=digest,
        processor=processor(),
        architecture=platform.machine(),
        processors=os.cpu_count() or 1,
        rounds=rounds,
        programs={one.name: version(one) for one in there},
        absent=tuple(AbsentLibrary(library=name, install=absent[name]) for name in absent),
    )
    return FilesMeasurement(tuple(rows), provenance)


def sources_digest(places: Places) -> str:
    """Digest of what skeinsum is made of."""
    return software.source_digest(places, "src", "skeinsum")


def write_small(folder: Path, count: int) -> list[str]:
    """Files of up to MOST_OF_SMALL bytes, each length as likely as any other; their names."""
    source = random.Random(1)
    names = [f"small/{number:05}" for number in range(count)]
    (folder / "small").mkdir()
    for name in names:
        (folder / name).write_bytes(source.randbytes(source.randint(0, MOST_OF_SMALL)))
    return names


def write_large(folder: Path, size: int) -> list[str]:
    """A file of so many bytes; its name."""
    source = random.Random(2)
    with (folder / LARGE).open("wb") as file:
        for begin in range(0, size, PART):
            file.write(source.randbytes(min(PART, size - begin)))
    return [LARGE]


def timed(program: Program, folder: Path, names: Sequence[str]) -> Sample:
    """The times of one run. CheckFailed if the program fails."""
    command = [*program.command, *names]
    begin = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    elapsed = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise CheckFailed(f"{program.label} failed with status {process.returncode} while it was measured")
    return elapsed, used.ru_utime + used.ru_stime


def _rows(
    work: str,
    names: Sequence[str],
    among: Sequence[Program],
    folder: Path,
    rounds: int,
    say: Callable[[str], None],
) -> list[FilesRow]:
    """A row for each program. Samples are taken in turn, in an order that is rotated from round to round."""
    samples: Mapping[str, list[Sample]] = {one.label: [] for one in among}
    for turn in range(rounds):
        say(f"{work}: round {turn + 1} of {rounds}")
        start = turn % len(among)
        for one in (*among[start:], *among[:start]):
            samples[one.label].append(timed(one, folder, names))
    amount = sum((folder / name).stat().st_size for name in names)
    return [
        FilesRow(
            work="small" if work == SMALL else "large",
            files=len(names),
            bytes=amount,
            program=one.name,
            version=version(one),
            arguments=" ".join(one.arguments),
            function=one.function,
            threads=one.threads,
            seconds=summary([sample[0] for sample in samples[one.label]]),
            cpu_seconds=round(statistics.median(sample[1] for sample in samples[one.label]), 6),
            samples=rounds,
        )
        for one in among
    ]


def summary(elapsed: Sequence[float]) -> Seconds:
    """The least, the median and the greatest of some times, to the microsecond."""
    return Seconds(
        least=round(min(elapsed), 6),
        median=round(statistics.median(elapsed), 6),
        most=round(max(elapsed), 6),
    )
