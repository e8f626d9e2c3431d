# SPDX-License-Identifier: Apache-2.0
"""skeinsum on files beside other programs, as a table: the region `file-times`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hashloom.catalogue.places import Places
from hashloom.reports.results import path_of
from hashloom.results import reader
from hashloom.results.programs import FilesBenchmark, FilesMachine, FilesRow
from hashloom.rows.table import ABSENT, Column, Row, Table, number
from hashloom.software.benchmark import files
from hashloom.software.benchmark.file_programs import BLAKE3, SHA_512, SKEIN, SKEIN_TREE

FUNCTIONS = {
    SKEIN: "Skein-512",
    SKEIN_TREE: "Skein-512, tree with leaves of 4 KiB",
    SHA_512: "SHA-512",
    BLAKE3: "BLAKE3",
}
"""What the functions are called in the table."""


def region(places: Places) -> str:
    """Table and setting of results/bench-files.json; where there is none, that nobody has measured."""
    if not path_of(places.results, files.NAME).exists():
        return "Not measured yet; `hashloom bench-files` measures it on your machine."
    found = reader.read(path_of(places.results, files.NAME), FilesBenchmark, places)
    text = setting(found.provenance)
    if found.provenance.sources_digest != files.sources_digest(places):
        text += " With the sources of then, which have changed since."
    return f"{table(found.rows).markdown()}\n\n{text}"


def table(rows: Sequence[FilesRow]) -> Table:
    """A line for each row: its times, and as multiples of b3sum's and of the fastest SHA-512's."""

    def ratio(row: FilesRow, to: Callable[[FilesRow], bool]) -> str:
        others = [one.seconds.median for one in rows if one.work == row.work and to(one)]
        return number(row.seconds.median / min(others), 2) if others else ABSENT

    def cells(row: FilesRow) -> Row:
        return {
            "work": f"{row.files:,} files" if row.work == "small" else f"{row.bytes / 2**20:,.0f} MiB",
            "program": row.program,
            "function": FUNCTIONS.get(row.function, row.function),
            "threads": str(row.threads),
            "seconds": "{median:.3f} [{least:.3f}..{most:.3f}]".format(**row.seconds.plain()),
            "cpu": number(row.cpu_seconds, 3),
            "b3sum": ratio(row, lambda one: (one.function, one.threads) == (BLAKE3, row.threads)),
            "sha512": ratio(row, lambda one: one.function == SHA_512),
        }

    columns = (
        Column("work", lambda row: row["work"], numeric=False),
        Column("program", lambda row: row["program"], numeric=False),
        Column("function", lambda row: row["function"], numeric=False),
        Column("threads", lambda row: row["threads"]),
        Column("seconds", lambda row: row["seconds"]),
        Column("seconds of processors", lambda row: row["cpu"]),
        Column("b3sum, as many threads", lambda row: row["b3sum"], "ratio to"),
        Column("fastest SHA-512", lambda row: row["sha512"], "ratio to"),
    )
    return Table(columns, tuple(map(cells, rows)))


def setting(machine: FilesMachine) -> str:
    """Machine, versions and date, in a sentence or two."""
    versions = ", ".join(f"{name} {version}".strip() for name, version in machine.programs.items())
    return (
        f"`hashloom bench-files`, {machine.date}, on {machine.processor}, {machine.processors} processors; "
        f"{versions}. Median [least..most] of {machine.rounds} runs; the files were read before."
    )
