# SPDX-License-Identifier: Apache-2.0
"""Intel's iSkein: the eight unrolled rounds of Skein-512 with 1, 2, 4 and 8 pipeline stages in the loop.

The paper counts its core alone. `AIM` is the area that is aimed at here at message level, everything counted,
with the paper's throughput, as ratio to 8r-1m. The paper's 1.21 cannot contain it: seven more lanes of
1,536 bits of state, key and block alone are about 0.7 of the area of 8r-1m on nangate45.
"""

from __future__ import annotations

from hashloom.reproduction.hardware import Job
from hashloom.reproduction.levels import LevelReproduction
from hashloom.reproduction.published import load

PAPER = load("iskein")
TABLE = PAPER.table(1)
AIM = {"8r-1m": 1.0, "4r-2m": 1.10, "2r-4m": 1.30, "1r-8m": 1.65}


def jobs() -> list[Job]:
    """One job per depth of pipeline, shallowest first."""
    return [Job(f"skein-1.3-512-512/{row.architecture}", "fast", row) for row in TABLE.group("Intel")]


REPRODUCTION = LevelReproduction(
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
    aim=AIM,
    context=tuple(row for row in TABLE.group("Graz") if row.label in ("Skein-512-512", "Keccak (256)")),
)
