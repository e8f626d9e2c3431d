# SPDX-License-Identifier: Apache-2.0
"""Which designs of a function are walked: architectures, goals and RTL parameters on every target."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from hashloom import catalogue, flow, targets
from hashloom.campaign import Item
from hashloom.catalogue.design import Architecture, Design, Function
from hashloom.catalogue.patterns import pattern_fields
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.flow import GOALS
from hashloom.flow.goals import check_goal

Settings = tuple[tuple[str, int], ...]

LARGEST_FIELD = 16
"""The largest number tried in a field of the generic form of a family that does not list its unrollings."""


@dataclass(frozen=True)
class Space:
    """What is walked.

    Without `goals`: both. Without `architectures`: every named one that is valid for the function; with
    `generic` also those of the family's generic form. `unroll` and `stages` keep those architectures only
    whose numbers they have, and take in the generic form where there is one. `settings` are RTL parameters
    with the values each of them takes in turn, in place of the family's tuning.
    """

    function: Function
    targets: Sequence[str]
    goals: Sequence[str] = ()
    architectures: Sequence[str] = ()
    generic: bool = False
    unroll: Sequence[int] = ()
    stages: Sequence[int] = ()
    settings: Mapping[str, Sequence[int]] = field(default_factory=dict)

    def designs(self) -> list[Design]:
        """The designs, each once. UsageError for an architecture that is not there, or if none is left."""
        family = self.function.family
        if self.generic and not family.generic:
            raise UsageError(f"the architectures of {self.function.name} have no generic form")
        if self.architectures:
            found = [catalogue.design_of(self.function, name) for name in self.architectures]
        else:
            forms = [*family.architectures.values()]
            if self.generic or self.unroll or self.stages:
                forms += self._generic()
            found = [Design(self.function, form) for form in forms]
        kept = dict.fromkeys(design for design in found if design.is_valid() and self._has(design))
        if not kept:
            numbers = ", ".join(
                f"{name} {'/'.join(map(str, numbers))}"
                for name, numbers in (("unroll", self.unroll), ("stages", self.stages))
                if numbers
            )
            raise UsageError(f"{self.function.name} has no architecture with {numbers}")
        return list(kept)

    def items(self, seeds: int = 0, limits: jobs.Limits = flow.LIMITS) -> list[Item]:
        """Everything to be measured, target by target, with so many placements and these limits of the tools.

        A circuit is measured once: on an FPGA the goals differ in the RTL parameters of the tuning only, and
        two architectures may differ in nothing but these; the first of the same circuit stands for all.
        UsageError for an unknown target or goal, or a parameter that no tuning of the family sets.
        """
        # First the goal by which a circuit of an FPGA that both share is called elsewhere.
        goals = dict.fromkeys(check_goal(goal) for goal in self.goals or reversed(GOALS))
        found: dict[tuple[str, str, str], Item] = {}
        for target, design in itertools.product(dict.fromkeys(self.targets), self.designs()):
            mapped_alike = targets.find(target).technology == "fpga"
            for goal, settings in itertools.product(goals, self._settings()):
                item = Item(design, target, goal, seeds, limits, settings)
                circuit = (target, "" if mapped_alike else goal, item.unit().digest())
                found.setdefault(circuit, item)
        return list(found.values())

    def _settings(self) -> list[Settings]:
        """Every combination of the values of the RTL parameters."""
        names = self.settings.keys()
        return [
            tuple(zip(names, values, strict=True)) for values in itertools.product(*self.settings.values())
        ]

    def _has(self, design: Design) -> bool:
        """Has its architecture one of the numbers asked for?"""
        form = design.architecture
        return (not self.unroll or form.unroll in self.unroll) and (
            not self.stages or form.stages in self.stages
        )

    def _generic(self) -> list[Architecture]:
        """Architectures of the generic form of the family, none if it has no such form."""
        family = self.function.family
        fields = pattern_fields(family.generic)
        if not fields:
            return []
        numbers = range(1, max(family.unroll_values, default=LARGEST_FIELD) + 1)
        made = (
            family.architecture(family.generic.format(**dict(zip(fields, values, strict=True))))
            for values in itertools.product(numbers, repeat=len(fields))
        )
        return [form for form in made if form is not None]
