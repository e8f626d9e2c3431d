# SPDX-License-Identifier: Apache-2.0
"""The kinds of documents of results and of their rows, as tables of Markdown.

`kinds-of-results`  the documents: what writes them, their versions, their schemas, the committed ones
`kinds-of-printed`  what commands only print, with the schemas
`kinds-of-rows`     the rows: what is there in the state ok, and what may be
"""

from __future__ import annotations

from collections.abc import Callable

from hashloom.catalogue.places import Places
from hashloom.results import printed, schemas
from hashloom.results.reader import MODELS, any_kind
from hashloom.results.versions import PRINTED, VERSIONS
from hashloom.rows.kinds import KINDS
from hashloom.rows.table import ABSENT, Column, Table


def documents(places: Places) -> str:
    """A line for each kind of document."""
    committed: dict[str, list[str]] = {}
    for path in sorted(places.results.glob("*.json")):
        committed.setdefault(any_kind(path, places).kind_name(), []).append(f"`{path.stem}`")
    rows = tuple(
        {
            "kind": f"[`{kind}`](schemas/{schemas.name_of(kind)})",
            "version": str(VERSIONS[kind]),
            "what": (model.__doc__ or "").strip().removesuffix("."),
            "files": ", ".join(committed.get(kind, ())) or ABSENT,
        }
        for kind, model in sorted(MODELS.items())
    )
    columns = (
        Column("kind, with its schema", lambda row: row["kind"], numeric=False),
        Column("version", lambda row: row["version"]),
        Column("what it is", lambda row: row["what"], numeric=False),
        Column("in `results/`", lambda row: row["files"], numeric=False),
    )
    return Table(columns, rows).markdown()


def printed_only(places: Places) -> str:
    """A line for each kind of what is printed and is no document of results."""
    rows = tuple(
        {
            "kind": f"[`{kind}`](schemas/{schemas.name_of(kind)})",
            "version": str(PRINTED[kind]),
            "what": (model.__doc__ or "").strip().removesuffix("."),
        }
        for kind, model in sorted(printed.MODELS.items())
    )
    columns = (
        Column("kind, with its schema", lambda row: row["kind"], numeric=False),
        Column("version", lambda row: row["version"]),
        Column("what it is", lambda row: row["what"], numeric=False),
    )
    return Table(columns, rows).markdown()


def rows(places: Places) -> str:
    """The members of each kind of row that is ok, those that may be absent by themselves."""
    lines = []
    for kind in KINDS:
        fields = kind.ok.model_fields.items()
        needed = ", ".join(f"`{name}`" for name, field in fields if field.is_required())
        others = ", ".join(f"`{name}`" for name, field in fields if not field.is_required())
        lines.append(
            f"- **{kind.what}**, called by {' and '.join(f'`{name}`' for name in kind.called)}. "
            f"Always: {needed}." + (f" Perhaps: {others}." if others else "")
        )
    return "\n".join(lines)


MAKERS: dict[str, Callable[..., str]] = {
    "kinds-of-results": documents,
    "kinds-of-printed": printed_only,
    "kinds-of-rows": rows,
}
