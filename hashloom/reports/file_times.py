# SPDX-License-Identifier: Apache-2.0
"""skeinsum on files beside other programs.

`file-times`   times of all programs, in a table
`file-aims`    which multiples of others' times skeinsum was to keep to, and which it reached
"""

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
AIMS = (
    # work, function, threads, beside what, its function and programs, the most multiple of its time
    ("small", SKEIN_TREE, 2, "b3sum", BLAKE3, ("b3sum",), 1.15),
    ("large", SKEIN_TREE, 2, "b3sum", BLAKE3, ("b3sum",), 1.15),
    ("small", SKEIN, 1, "SHA-512 of OpenSSL and of Botan", SHA_512, ("openssl", "botan"), 1.0),
    ("large", SKEIN, 1, "SHA-512 of OpenSSL and of Botan", SHA_512, ("openssl", "botan"), 1.0),
)
"""What skeinsum was to reach: the fastest of those programs counts."""


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


def aims(places: Places) -> str:
    """A table of AIMS and of what results/bench-files.json has; nothing where nobody has measured."""
    if not path_of(places.results, files.NAME).exists():
        return "Not measured yet."
    return aims_table(
        reader.read(path_of(places.results, files.NAME), FilesBenchmark, places).rows
    ).markdown()


def aims_table(rows: Sequence[FilesRow]) -> Table:
    """For each aim the multiple that was reached, of medians; absent where a program was not measured."""

    def fastest(work: str, function: str, threads: int, programs: Sequence[str]) -> float | None:
        return min(
            (
                row.seconds.median
                for row in rows
                if (row.work, row.function, row.threads) == (work, function, threads)
                and row.program in programs
            ),
            default=None,
        )

    def cells(aim: tuple[str, str, int, str, str, tuple[str, ...], float]) -> Row:
        work, function, threads, name, other, programs, most = aim
        ours = fastest(work, function, threads, ("skeinsum",))
        theirs = fastest(work, other, threads, programs)
        reached = None if ours is None or theirs is None else ours / theirs
        return {
            "work": f"{'small files' if work == 'small' else 'one large file'}, {FUNCTIONS[function]}",
            "threads": str(threads),
            "beside": name,
            "aim": number(most, 2),
            "reached": number(reached, 2),
            "kept": ABSENT if reached is None else "yes" if reached <= most else "no",
        }

    columns = (
        Column("work", lambda row: row["work"], numeric=False),
        Column("threads", lambda row: row["threads"]),
        Column("time as a multiple of", lambda row: row["beside"], numeric=False),
        Column("aim, at most", lambda row: row["aim"]),
        Column("reached", lambda row: row["reached"]),
        Column("aim kept", lambda row: row["kept"], numeric=False),
    )
    return Table(columns, tuple(map(cells, AIMS)))


def setting(machine: FilesMachine) -> str:
    """Machine, versions and date, in a sentence or two."""
    versions = ", ".join(f"{name} {version}".strip() for name, version in machine.programs.items())
    return (
        f"`hashloom bench-files`, {machine.date}, on {machine.processor}, {machine.processors} processors; "
        f"{versions}. Median [least..most] of {machine.rounds} runs; the files were read before."
    )
