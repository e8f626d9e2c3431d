# SPDX-License-Identifier: Apache-2.0
"""What the studies of mutants say together: their sum, and the RTL that is in none of them.

mutation-sum        all mutants that count, and which studies are below what is demanded
mutation-uncovered  the files of cores/*/rtl without a mutant that counts, folder by folder
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.mutation import COUNTED, LEAST_RATE
from hashloom.reports.findings import listed
from hashloom.reports.mutation import read
from hashloom.results.planted import Mutation
from hashloom.rows.table import Column, Table


def studies(places: Places) -> Mapping[str, Mutation]:
    """The documents of mutants by the names of their RTL."""
    paths = sorted(places.results.glob("mutation-*.json"))
    return {(name := path.stem.removeprefix("mutation-")): read(places, name) for path in paths}


def total(places: Places) -> str:
    """How many mutants were caught, refuted and survived in all studies, and which have caught too few."""
    found = studies(places)
    caught, refuted, survived = (sum(one.counts[key] for one in found.values()) for key in COUNTED)
    noticed, counted = caught + refuted, caught + refuted + survived
    rate = f"{100 * noticed / counted:.1f} %"
    explained = sum(row.why is not None for one in found.values() for row in one.survivors)
    low = [
        f"`{name}` ({_counted(one) - len(one.survivors)} of {_counted(one)})"
        for name, one in found.items()
        if one.rate < LEAST_RATE
    ]
    below = (
        f"Fewer than {100 * LEAST_RATE:g} % were noticed in {listed(low)}"
        if low
        else f"None noticed fewer than {100 * LEAST_RATE:g} %"
    )
    return (
        f"In {len(found)} studies {counted:,} mutants count: {caught:,} were caught and {refuted:,} refuted "
        f"by a proof, {noticed:,} in all ({rate}). {survived:,} survived, and {explained:,} of these are "
        f"explained. {below}."
    )


def uncovered(places: Places) -> str:
    """The RTL without a mutant that counts: files in no study, and files of a study where none was drawn."""
    named: set[str] = set()
    counted: set[str] = set()
    for one in studies(places).values():
        named |= set(one.provenance.files)
        counted |= {
            file for file, numbers in one.files.items() if any(numbers.get(key, 0) for key in COUNTED)
        }
    files = sorted(places.own_cores.glob("*/rtl/*.sv"))
    none = [path for path in files if path.name not in named]
    untried = [path for path in files if path.name in named - counted]
    folders = sorted({path.parent.parent.name for path in (*none, *untried)})
    rows = [
        {"folder": f"`{name}`", "none": _of(none, name), "untried": _of(untried, name)} for name in folders
    ]
    columns = (
        Column("RTL of", itemgetter("folder"), numeric=False),
        Column("in no study", itemgetter("none"), numeric=False),
        Column("in a study, no mutant counts", itemgetter("untried"), numeric=False),
    )
    return (
        f"Of {len(files)} files {len(none)} are in no study, and of {len(untried)} more no mutant counts.\n\n"
        f"{Table(columns, tuple(rows)).markdown()}"
    )


def _counted(study: Mutation) -> int:
    return sum(study.counts[key] for key in COUNTED)


def _of(paths: list[Path], folder: str) -> str:
    """The names of a folder's files, without what all of them have."""
    return ", ".join(f"`{path.stem}`" for path in paths if path.parent.parent.name == folder) or "–"


MAKERS: dict[str, Callable[..., str]] = {"mutation-sum": total, "mutation-uncovered": uncovered}
