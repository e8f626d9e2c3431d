# SPDX-License-Identifier: Apache-2.0
"""What libskein was to reach on a processor, what it reached, and how it stands beside other Skeins.

`speed-aims`    a table for each processor: bound, aim, and the figure of the fastest kernel
`speed-beside`  a line for each processor: our cycles as a part of the fastest other Skein's

Bounds and aims are of Intel's processors with AVX-512; docs/software.md says where they come from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hashloom.catalogue.places import Places
from hashloom.reports import results, speed
from hashloom.rows.table import ABSENT, Column, Row, Table, number
from hashloom.software.benchmark import Measurement, median

WITH_AIMS = ("Intel Sapphire Rapids", "Intel Emerald Rapids")
"""The processors that bounds and aims are of."""
LONG, SHORT, TREE = 8192, 64, 1 << 20
"""Lengths of messages in bytes."""
SIZES = (256, 512, 1024)
EIGHT = dict(zip(SIZES, (1.10, 1.06, 1.16), strict=True))
"""Bounds of the ports for vectors, cycles per byte of a long message."""


@dataclass(frozen=True)
class Work:
    """One kind of work: rows of a group at one length, with so many messages and threads (None: any).

    `bound` and `aim` are cycles per byte; None: there is none.
    """

    what: str
    function: str
    group: str
    size: int
    messages: int | None
    bound: float | None
    aim: float | None

    def best(self, measurement: Measurement) -> Row | None:
        """The fastest row of one thread; None if nothing was measured."""
        rows = [
            row
            for row in measurement.group(self.group)
            if row["function"] == self.function
            and row["messages"] == (self.messages or row["messages"])
            and row["threads"] == 1
            and median(row, self.size) is not None
        ]
        return min(rows, key=lambda row: median(row, self.size) or 0.0, default=None)


def blocks(size: int, bits: int) -> float:
    """Bytes in whole blocks, of a short message and of its output, for each of its bytes."""
    block = bits // 8
    return (-(-size // block) + 1) * block / size


def _works() -> tuple[Work, ...]:
    names = {bits: f"skein-1.3-{bits}-{bits}" for bits in SIZES}
    one = {256: (5.1, 5.8), 512: (3.4, 3.7), 1024: (2.2, 2.6)}
    eight = {256: 1.05, 512: 1.15, 1024: 1.15}
    return (
        *(Work(f"Skein-{bits}, one message", names[bits], "one", LONG, 1, *one[bits]) for bits in SIZES),
        *(
            Work(f"Skein-{bits}, eight messages", names[bits], "many", LONG, 8, EIGHT[bits], eight[bits])
            for bits in SIZES
        ),
        *(
            Work(
                f"Skein-{bits}, many of 64 bytes",
                names[bits],
                "many",
                SHORT,
                None,
                EIGHT[bits] * blocks(SHORT, bits),
                2.2,
            )
            for bits in SIZES
        ),
        Work("Skein-512, tree of 1 MiB", f"{names[512]} (6,6,255)", "tree", TREE, 1, EIGHT[512], None),
    )


WORKS = _works()
"""All that has a bound or an aim, in the order of the table."""


def region(places: Places) -> str:
    """The table of each processor."""
    found = results.load_measurement(places.results, places)
    made = speed.by_processor(found, lambda one: table(one).markdown())
    return f"{found.provenance['unit'].capitalize()} per byte, in one thread:\n\n{made}"


def table(measurement: Measurement) -> Table:
    """Bound, aim, what is reached and by which kernel; bounds and aims where they are of this processor."""
    fits = measurement.processor in WITH_AIMS

    def cells(work: Work) -> Row:
        best = work.best(measurement)
        reached = None if best is None else median(best, work.size)
        judged = fits and work.aim is not None and reached is not None
        return {
            "work": work.what,
            "bound": number(work.bound if fits else None, 2),
            "aim": number(work.aim if fits else None, 2),
            "reached": number(reached, 2),
            "kernel": ABSENT if best is None else best["kernel"],
            "kept": ("yes" if (reached or 0.0) <= (work.aim or 0.0) else "no") if judged else ABSENT,
        }

    columns = (
        Column("work", lambda row: row["work"], numeric=False),
        Column("bound", lambda row: row["bound"]),
        Column("aim", lambda row: row["aim"]),
        Column("reached", lambda row: row["reached"]),
        Column("kernel", lambda row: row["kernel"], numeric=False),
        Column("aim kept", lambda row: row["kept"], numeric=False),
    )
    return Table(columns, tuple(map(cells, WORKS)))


def beside(places: Places) -> str:
    """A table: our cycles as a part of those of the fastest other Skein of the same size."""
    found = results.load_measurement(places.results, places)
    rows = tuple(
        {"where": f"{one.processor}, {name}", **{str(bits): _part(one, bits, messages) for bits in SIZES}}
        for one in found.sections
        for messages, name in ((1, "one message"), (8, "eight messages"))
    )
    columns = (
        Column(f"cycles, {LONG:,} bytes each, beside another Skein", lambda row: row["where"], numeric=False),
        *(Column(f"Skein-{bits}", _cell(str(bits))) for bits in SIZES),
    )
    return Table(columns, rows).markdown()


def _cell(key: str) -> Callable[[Row], str]:
    return lambda row: str(row[key])


def _part(measurement: Measurement, bits: int, messages: int) -> str:
    """The ratio, with the library that has the fastest other one."""
    (work,) = (
        one
        for one in WORKS
        if (one.size, one.messages) == (LONG, messages) and one.function.endswith(f"-{bits}")
    )
    ours, theirs = work.best(measurement), measurement.best_peer(LONG, work.function)
    if ours is None or theirs is None:
        return ABSENT
    ratio = (median(ours, LONG) or 0.0) / (median(theirs, LONG) or 1.0)
    return f"{ratio:.2f} ({theirs['library']})"
