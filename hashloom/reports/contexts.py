# SPDX-License-Identifier: Apache-2.0
"""Which architectures can save and restore: the region `contexts` of docs/context.md."""

from collections.abc import Sequence

from hashloom import catalogue
from hashloom.catalogue import contexts
from hashloom.catalogue.design import Architecture, Design, Family
from hashloom.catalogue.places import Places
from hashloom.reports.findings import listed


def with_them(family: Family) -> list[Architecture]:
    """The architectures of a family that have a module with contexts."""
    function = family.functions()[0]
    return [one for one in family.architectures.values() if contexts.top_of(Design(function, one))]


def region(places: Places) -> str:
    """How many architectures have it, and which have not, family by family."""
    families = catalogue.families(places)
    every = sum(len(family.architectures) for family in families)
    have = sum(len(with_them(family)) for family in families)
    first = f"Of the {every} architectures of {len(families)} families {have} have it."
    without = [(family.title, _without(family)) for family in families if _without(family)]
    if not without:
        return first
    names = "; ".join(f"{title} {listed([f'`{name}`' for name in lacking])}" for title, lacking in without)
    return f"{first} The {every - have} others, of {len(without)} families, have none: {names}."


def _without(family: Family) -> Sequence[str]:
    kept = {one.name for one in with_them(family)}
    return [name for name in family.architectures if name not in kept]
