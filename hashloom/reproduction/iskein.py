# SPDX-License-Identifier: Apache-2.0
"""Intel's iSkein: the eight unrolled rounds of Skein-512 with 1, 2, 4 and 8 pipeline stages in the loop."""

from __future__ import annotations

from hashloom.reproduction.hardware import HardwareReproduction, Job
from hashloom.reproduction.published import load

PAPER = load("iskein")
TABLE = PAPER.table(1)


def jobs() -> list[Job]:
    """One job per depth of pipeline, shallowest first."""
    return [Job(f"skein-1.3-512-512/{row.architecture}", "fast", row) for row in TABLE.group("Intel")]


REPRODUCTION = HardwareReproduction(
    name="iskein",
    title="Skein-512 with 1, 2, 4 and 8 messages in flight",
    source=PAPER.citation(TABLE),
    table=TABLE,
    targets=("nangate45", "osu018"),
    note=(
        "The paper implements Skein 1.1; ours is Skein 1.3, which differs in constants only (rotation "
        "distances, parity word of the key schedule), so that clock and area compare. The paper's "
        "process is 32 nm: compare the ratios to 8r-1m, not the megahertz."
    ),
    jobs=jobs,
    reference_architecture="8r-1m",
    context=tuple(row for row in TABLE.group("Graz") if row.label in ("Skein-512-512", "Keccak (256)")),
)
