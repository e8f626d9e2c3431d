# SPDX-License-Identifier: Apache-2.0
"""What caught the faults of the library: tables for the terminal and for Markdown."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from operator import itemgetter
from pathlib import Path
from typing import Any

from hashloom.catalogue.rtl import LEVELS
from hashloom.errors import HashloomError
from hashloom.mutation.catches import NAME, PROOFS
from hashloom.mutation.suite import CAUGHT, REFUTED, VERDICTS
from hashloom.reports import results
from hashloom.rows.table import Column, Table

HEADINGS = {"classes": "class", "families": "family"}
CATCHERS = (*LEVELS, PROOFS)


def table(document: Mapping[str, Any], part: str) -> Table:
    """How many faults were caught by what: `part` is `classes` or `families`; no columns without any."""
    groups = {name: numbers for name, numbers in document[part].items() if numbers}
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


def summary(document: Mapping[str, Any]) -> str:
    """How many of the faults were caught, in one sentence."""
    counts, planted = document["counts"], len(document["faults"])
    caught, refuted = counts[CAUGHT], counts[REFUTED]
    rest = document["library"] - planted
    return (
        f"{caught + refuted} of {planted} faults caught, {caught} by the quick verification, "
        f"{refuted} by a proof; {planted - caught - refuted} escaped."
        + (f" {rest} others of the library were not planted." if rest else "")
    )


def overview(repository: Path) -> str:
    """The summary, and what caught how many faults by class and by family, as Markdown."""
    document = read(repository)
    provenance = document["provenance"]
    tools = ", ".join(f"{name} {version}" for name, version in provenance["tools"].items())
    return (
        f"{provenance['date']}, with {tools}: {summary(document)}\n\n"
        f"{table(document, 'classes').markdown()}\n\n{table(document, 'families').markdown()}"
    )


def rows(folder: Path) -> list[Mapping[str, Any]]:
    """The rows of the document in a folder of results; none where there is no document."""
    path = results.path_of(folder, NAME)
    if not path.exists():
        return []
    try:
        return list(json.loads(path.read_text(encoding="utf-8"))["faults"])
    except (ValueError, KeyError) as error:
        raise HashloomError(f"{path} is no document of faults; take it away") from error


def read(repository: Path) -> Mapping[str, Any]:
    """The document; HashloomError if it is not there."""
    path = results.path_of(repository / "results", NAME)
    if not path.exists():
        raise HashloomError(f"{path} is not there; make it with: hashloom faults -o results")
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


MAKERS: dict[str, Callable[..., str]] = {"faults": overview}
