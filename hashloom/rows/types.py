# SPDX-License-Identifier: Apache-2.0
"""What a single figure or text of a row can be, beside the types of all models."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Strict

from hashloom.execution import jobs
from hashloom.files.model import Called, Count, Model, Name, OneOf, Positive, Several, Text, said
from hashloom.flow.goals import GOALS

UNCOUNTED = (jobs.FAILED_VERIFICATION, "missing")
"""States of a row without the cycles of messages."""
ABSENT = "absent"
"""State of a row whose program is not installed."""

Goal = Annotated[str, Called("name"), OneOf("goal", GOALS)]
Failure = Annotated[
    str, Called("name"), OneOf("state", tuple(state for state in jobs.STATES if state != jobs.OK))
]
Uncounted = Annotated[str, Called("name"), OneOf("state", UNCOUNTED)]
Absent = Annotated[str, Called("name"), OneOf("state", (ABSENT,))]
Pair = Annotated[tuple[Text, Text], Strict(False), Called("pair of texts")]


class Placement(Model):
    """One placement on an FPGA: clock in MHz, area of the core in look-up tables and flip-flops."""

    seed: Count
    state: Name
    clock_mhz: Positive | None = None
    area_lut: Count | None = None
    area_ff: Count | None = None


def _once(placements: tuple[Placement, ...]) -> tuple[Placement, ...]:
    if len({one.seed for one in placements}) < len(placements):
        raise said("two placements have one seed")
    return placements


Placements = Annotated[Several[Placement], AfterValidator(_once), Called("list of placements")]
