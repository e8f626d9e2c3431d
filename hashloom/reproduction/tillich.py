# SPDX-License-Identifier: Apache-2.0
"""Tillich's Skein: eight unrolled rounds in 0.18 µm, three block sizes, small and fast."""

from __future__ import annotations

from hashloom.reproduction.hardware import HardwareReproduction, Job
from hashloom.reproduction.published import load

PAPER = load("tillich")
TABLE = PAPER.table(1)


def jobs() -> list[Job]:
    """Two jobs (small, fast) per block size, smallest first."""
    return [
        Job(f"skein-1.3-{row.block_bits}-{row.block_bits}/{row.architecture}", row.goal or "fast", row)
        for row in TABLE.rows
    ]


REPRODUCTION = HardwareReproduction(
    name="tillich",
    title="Skein-256, Skein-512 and Skein-1024, eight rounds per cycle, small and fast",
    source=PAPER.citation(TABLE),
    table=TABLE,
    targets=("osu018",),
    note=(
        "The paper implements Skein 1.1; ours is Skein 1.3, which differs in constants only (rotation "
        "distances, parity word of the key schedule). Both libraries are 0.18 µm, the paper's Faraday "
        "FSA0A_C, ours the OSU one; a gate equivalent is a two-input NAND of the library in question."
    ),
    jobs=jobs,
)
