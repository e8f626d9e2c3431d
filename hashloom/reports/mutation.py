# SPDX-License-Identifier: Apache-2.0
"""What became of the mutants of a family: tables for the terminal and for Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import itemgetter
from typing import Literal

from hashloom.catalogue.places import Places
from hashloom.mutation import COUNTED, LEAST_RATE
from hashloom.reports import results
from hashloom.results import reader
from hashloom.results.planted import Mutation
from hashloom.rows.table import Column, Table

Part = Literal["operators", "files"]
HEADINGS: Mapping[Part, str] = {"operators": "operator", "files": "file"}


def counts(document: Mutation, part: Part, quoted: str = "") -> Table:
    """Verdicts by operator or by file: `part` is `operators` or `files`; names stand between `quoted`."""
    rows = [
        {"name": f"{quoted}{name}{quoted}", **{verdict: str(number) for verdict, number in numbers.items()}}
        for name, numbers in getattr(document, part).items()
        if any(numbers.values())
    ]
    columns = [Column(HEADINGS[part], itemgetter("name"), numeric=False)]
    return Table((*columns, *(Column(name, itemgetter(name)) for name in document.counts)), tuple(rows))


def summary(document: Mutation) -> str:
    """How many of the mutants that count were caught, in one sentence."""
    caught, refuted, survived = (document.counts[verdict] for verdict in COUNTED)
    lacking = sum(row.why is None for row in document.survivors)
    noticed = caught + refuted
    return (
        f"{noticed} of {noticed + survived} mutants caught ({100 * document.rate:.1f} %), "
        f"{refuted} of them by a proof, {survived} survived, {lacking} of them not explained."
    )


def overview(places: Places, family: str) -> str:
    """What was mutated, the summary, and the verdicts by operator and by file, as Markdown."""
    document = read(places, family)
    provenance = document.provenance
    tools = ", ".join(f"{name} {version}" for name, version in provenance.tools.items())
    return (
        f"{provenance.date}, with {tools}, seed {provenance.seed}, the designs\n"
        f"{', '.join(f'`{name}`' for name in provenance.designs)}:\n"
        f"{summary(document)} Demanded are {100 * LEAST_RATE:g} %.\n\n"
        f"{counts(document, 'operators').markdown()}\n\n{counts(document, 'files', '`').markdown()}"
    )


def survivors(places: Places, family: str) -> str:
    """The mutants that survived, and why, as Markdown."""
    rows = read(places, family).survivors
    if not rows:
        return "No mutant survived."
    return "\n".join(
        f"- `{row.file}`, {row.operator}: `{row.before}` became `{row.after}`. {row.why or 'Not explained.'}"
        for row in rows
    )


def studies(places: Places, shown: str) -> str:
    """A line for each study but that of the family `shown`, and the mutants that survived, as Markdown."""
    paths = sorted(places.results.glob("mutation-*.json"))
    names = [name for path in paths if (name := path.stem.removeprefix("mutation-")) != shown]
    rows = [_line(name, read(places, name)) for name in names]
    columns = (
        Column("RTL of", itemgetter("name"), numeric=False),
        Column("designs", itemgetter("designs"), numeric=False),
        *(Column(name, itemgetter(name)) for name in ("mutants", *COUNTED, "not explained")),
    )
    listed = [survivors(places, name) for name in names if read(places, name).survivors]
    return "\n\n".join([Table(columns, tuple(rows)).markdown(), *listed])


def _line(name: str, document: Mutation) -> dict[str, str]:
    counted = {verdict: document.counts[verdict] for verdict in COUNTED}
    return {
        "name": f"`{name}`",
        "designs": ", ".join(f"`{one}`" for one in document.provenance.designs)
        or "none: by the proofs alone",
        "mutants": str(sum(counted.values())),
        **{verdict: str(number) for verdict, number in counted.items()},
        "not explained": str(sum(one.why is None for one in document.survivors)),
    }


def read(places: Places, family: str) -> Mutation:
    """The document of a family. HashloomError if it is not there or cannot be used."""
    path = results.path_of(places.results, f"mutation-{family}")
    return reader.read(path, Mutation, places, "make results")


MAKERS: dict[str, Callable[..., str]] = {
    "mutation": overview,
    "mutations-but": studies,
    "survivors": survivors,
}
