# SPDX-License-Identifier: Apache-2.0
"""Tables of programs: measure libskein and the libraries installed here, and set the paper beside it.

A row has, beside `function`, `library`, `version`, `architecture` (the kernel of libskein, the name of
another library), `target` (the processor), `messages` (hashed in one call) and `state`:

    cycles_per_byte         median of the samples; cycles_per_byte_p5 and cycles_per_byte_p95 around it
    cycles_per_block        the same for a block of the function
    clock_mhz               of the core while this was measured, median
    throughput_gbps         what a core of this clock hashes: 10^9 bits per second
    sha512_ratio, sha3_ratio    cycles per byte as multiples of the row of SHA-512 and of SHA3-256 in nettle

and the paper's figures of the same names under `paper`. What is not installed has the state `absent`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from hashloom.errors import HashloomError, note
from hashloom.reproduction import (
    ABSENT,
    OK,
    Report,
    Reproduction,
    ReproductionOptions,
    ResultProgress,
    ratio,
)
from hashloom.reproduction.published import PublishedSpeed, PublishedTable
from hashloom.rows import Row
from hashloom.software import benchmark
from hashloom.software.benchmark import Measurement, side_by_side

OURS = "libskein"
REFERENCES = {"sha512_ratio": "sha512", "sha3_ratio": "sha3-256"}
"""Ratios of a row, and the function of the paper's library that is their unit."""


@dataclass(frozen=True)
class SoftwareReproduction(Reproduction):
    """How tables of programs are made again.

    The paper's functions that libskein has are measured in libskein, in every kernel of this processor, with
    one message and with `messages` side by side; the others in the paper's own library as installed here.
    `message_bytes` is the length of a message.
    """

    tables: tuple[PublishedTable, ...]
    message_bytes: int
    messages: int

    takes = frozenset({"rounds"})

    def make(self, options: ReproductionOptions, begin: Callable[[int], ResultProgress]) -> Report:
        """Measure everything in one run and set the paper beside it."""
        progress = begin(1)
        progress.say("building libskein and measuring; a quiet machine gives steadier figures")
        measurement = benchmark.measure(
            options.session.places, sizes=str(self.message_bytes), rounds=options.rounds
        )
        for remark in benchmark.remarks(measurement):
            note(remark)
        if measurement.provenance["unit"] != "cycles":
            raise HashloomError(
                f"{self.name} is in cycles, and hashloom has no clock of cycles for "
                f"{measurement.provenance['machine']['architecture']}; hashloom bench gives other units"
            )
        return reproduce(self, measurement)


def reproduce(reproduction: SoftwareReproduction, measurement: Measurement) -> Report:
    """The rows that a measurement with messages of the right length gives."""
    rows = [
        row
        for table in reproduction.tables
        for speed in table.speeds
        for row in rows_beside(speed, table, reproduction, measurement)
    ]
    add_ratios(rows)
    provenance = measurement.provenance
    compiler, _, version = provenance["machine"]["compiler"].partition(" ")
    tools = {compiler: version, **provenance["libraries"]}
    return Report(reproduction.name, tuple(rows), {**provenance, "tools": tools})


def rows_beside(
    speed: PublishedSpeed,
    table: PublishedTable,
    reproduction: SoftwareReproduction,
    measurement: Measurement,
) -> Iterator[Row]:
    """Our rows for one line of the paper: one for each kernel and number of messages, or one."""
    subjects = [
        row
        for row in measurement.rows
        if row["function"] == speed.function
        and row["library"] in (OURS, speed.library)
        and (row["messages"] == 1 or (row["messages"] == reproduction.messages and side_by_side(row)))
        and row["threads"] == 1
        and str(reproduction.message_bytes) in row["per_byte"]
    ]
    provenance = measurement.provenance
    clock_mhz = provenance["clock"]["ghz"]["median"] * 1000
    common = {
        "function": speed.function,
        "target": provenance["machine"]["processor"],
        "message_bytes": reproduction.message_bytes,
        "paper": {
            "label": speed.label,
            "library": speed.library,
            "technology": speed.processor,
            "mebibyte_per_s": speed.mebibyte_per_s,
            **figures(speed.cycles_per_byte, speed.block_bytes, speed.clock_mhz),
            "cycles_per_block": speed.cycles_per_block,
            "source": table.place,
        },
    }
    for subject in subjects:
        found = subject["per_byte"][str(reproduction.message_bytes)]
        yield {
            **common,
            "library": subject["library"],
            "version": subject["version"],
            "architecture": subject.get("kernel", subject["library"]),
            "messages": subject["messages"],
            "state": OK,
            **figures(found["median"], speed.block_bytes, clock_mhz),
            "cycles_per_byte_p5": found["p5"],
            "cycles_per_byte_p95": found["p95"],
        }
    if not subjects:
        yield {
            **common,
            "library": speed.library,
            "architecture": speed.library,
            "messages": 1,
            "state": ABSENT,
            **dict.fromkeys(figures(1, 1, 1)),
        }


def figures(cycles_per_byte: float, block_bytes: int, clock_mhz: float) -> dict[str, float]:
    """Cycles per byte, and what follows from them with the block and the clock."""
    return {
        "cycles_per_byte": cycles_per_byte,
        "cycles_per_block": cycles_per_byte * block_bytes,
        "clock_mhz": clock_mhz,
        "throughput_gbps": clock_mhz * 8 / cycles_per_byte / 1000,
    }


def add_ratios(rows: Sequence[Row]) -> None:
    """Add the ratios of REFERENCES to rows and their papers, in place; None where there is no such row."""
    for key, function in REFERENCES.items():
        unit: Row | None = next((row for row in rows if row["function"] == function), None)
        for row in rows:
            row[key] = ratio(row, unit, "cycles_per_byte")
            row["paper"][key] = ratio(row["paper"], unit and unit["paper"], "cycles_per_byte")
