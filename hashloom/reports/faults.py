# SPDX-License-Identifier: Apache-2.0
"""What caught the faults of the library: tables for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal

from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import LEVELS
from hashloom.mutation.catches import NAME, PROOFS
from hashloom.mutation.suite import CAUGHT, REFUTED, VERDICTS
from hashloom.reports import results
from hashloom.results import reader
from hashloom.results.planted import Faults, PlantedFault
from hashloom.rows.table import Column, Table

Part = Literal["classes", "families"]
HEADINGS: Mapping[Part, str] = {"classes": "class", "families": "family"}
CATCHERS = (*LEVELS, PROOFS)
KNOWN_ANSWERS, OWN_VECTORS = "known answers", ("compact",)
"""The run of a verification that takes vectors; the sets that were there where the official ones were not."""


def table(document: Faults, part: Part) -> Table:
    """How many faults were caught by what: `part` is `classes` or `families`; no columns without any."""
    groups = {name: numbers for name, numbers in getattr(document, part).items() if numbers}
    used = [name for name in (*CATCHERS, *VERDICTS) if any(name in numbers for numbers in groups.values())]
    rows = [
        {
            "name": name,
            "planted": str(sum(numbers.values())),
            **{key: str(numbers.get(key, 0)) for key in used},
        }
        for name, numbers in groups.items()
    ]
    columns = (
        Column(HEADINGS[part], itemgetter("name"), numeric=False),
        Column("planted", itemgetter("planted")),
    )
    return Table((*columns, *(Column(name, itemgetter(name)) for name in used)), tuple(rows))


def summary(document: Faults) -> str:
    """How many of the faults were caught, in one sentence."""
    counts, planted = document.counts, len(document.faults)
    caught, refuted = counts[CAUGHT], counts[REFUTED]
    rest = document.library - planted
    return (
        f"{caught + refuted} of {planted} faults caught, {caught} by the quick verification, "
        f"{refuted} by a proof; {planted - caught - refuted} escaped."
        + (f" {rest} others of the library were not planted." if rest else "")
    )


def overview(places: Places) -> str:
    """The summary, and what caught how many faults by class and by family, as Markdown."""
    document = read(places)
    provenance = document.provenance
    tools = ", ".join(f"{name} {version}" for name, version in provenance.tools.items())
    return (
        f"{provenance.date}, with {tools}: {summary(document)}\n\n"
        f"{table(document, 'classes').markdown()}\n\n{table(document, 'families').markdown()}"
    )


def own_vectors(places: Places) -> str:
    """Whether the project's own vectors suffice to catch what is caught, in one sentence.

    At block level every run but that of the known answers follows from the seed alone, and a proof takes no
    vectors: a fault that is caught there is caught with any set of them.
    """
    document = read(places)
    hunted, seeded, refuted, others = [], [], [], list[PlantedFault]()
    for one in document.faults:
        if one.verdict == REFUTED:
            refuted.append(one)
        elif one.verdict == CAUGHT and one.vectors is not None and {*one.vectors} <= {*OWN_VECTORS}:
            hunted.append(one)
        elif one.verdict == CAUGHT and one.seen != KNOWN_ANSWERS and one.by.endswith("(core)"):
            seeded.append(one)
        else:
            others.append(one)
    planted = len(document.faults)
    return (
        f"With the project's own vectors alone {planted - len(others)} of the {planted} planted faults are "
        f"caught: {len(hunted)} were hunted with these, {len(seeded)} fail at block level in runs that "
        f"follow from the seed alone, {len(refuted)} are refuted by a proof."
        + (f" The others, {len(others)}, were not hunted so." if others else "")
    )


def rows(folder: Path, places: Places) -> list[Mapping[str, Any]]:
    """The rows of the document in a folder of results; none where there is no document."""
    path = results.path_of(folder, NAME)
    if not path.exists():
        return []
    return [fault.plain() for fault in reader.read(path, Faults, places).faults]


def read(places: Places) -> Faults:
    """The document. HashloomError if it is not there or cannot be used."""
    path = results.path_of(places.results, NAME)
    return reader.read(path, Faults, places, "hashloom faults -o results")


MAKERS: dict[str, Callable[..., str]] = {"faults": overview, "faults-own-vectors": own_vectors}
