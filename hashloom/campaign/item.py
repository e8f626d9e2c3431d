# SPDX-License-Identifier: Apache-2.0
"""What a campaign is made of: one design on one target for one goal."""

from dataclasses import dataclass

from hashloom import targets
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs


@dataclass(frozen=True)
class Item:
    """One result to come.

    `target` is a name or the path of a target file; `seeds` placements are made on an FPGA that is placed,
    with 0 it is only mapped. `limits` hold for every tool, `settings` of RTL parameters take the place of the
    tuning's.
    """

    design: Design
    target: str
    goal: str
    seeds: int
    limits: jobs.Limits
    settings: tuple[tuple[str, int], ...] = ()

    def __str__(self) -> str:
        """Name for the user."""
        return f"{self.design.name} {self.goal} on {targets.find(self.target).name}"

    @property
    def placements(self) -> range:
        """Seeds of the placements: 1, 2, ...; none where the target is only mapped to."""
        return range(1, self.seeds + 1 if targets.find(self.target).placed else 1)

    def unit(self) -> RtlUnit:
        """The RTL, with the parameters that suit the target and the goal. UsageError for a wrong setting."""
        target = targets.find(self.target)
        tuning = Tuning(target.technology, self.goal, target.name, self.settings)
        return rtl.unit(self.design, "core", tuning)
