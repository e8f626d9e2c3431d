# SPDX-License-Identifier: Apache-2.0
"""Which parameters of the shared modules are used, and which of these are proven, as a table of Markdown."""

from __future__ import annotations

from hashloom.analysis.parameter_sets import NAME, sets_by_module
from hashloom.catalogue.places import Places
from hashloom.formal.uses import is_proven, modules, proven
from hashloom.results import reader
from hashloom.results.proofs import ProofUses
from hashloom.rows.table import ABSENT, Column, Row, Table


def table(places: Places) -> str:
    """A line for each shared module; HashloomError if results/proof-uses.json is not there."""
    path = places.results / f"{NAME}.json"
    used = sets_by_module(reader.read(path, ProofUses, places, "hashloom prove --uses -o results"))
    rows: list[Row] = []
    for module in modules(places):
        sets, known = used.get(module.name, []), proven(module, places)
        rows.append(
            {
                "name": module.name,
                "proofs": module.proofs,
                "accepts": module.accepts,
                "open": module.open,
                "used": len(sets),
                "proven": sum(is_proven(module, one, known, places) for one in sets),
            }
        )
    columns = (
        Column("module", lambda row: f"`{row['name']}`", numeric=False),
        Column("accepted by the RTL", lambda row: str(row["accepts"]), numeric=False),
        Column("proofs", lambda row: ", ".join(f"`{name}`" for name in row["proofs"]), numeric=False),
        Column("sets used", lambda row: str(row["used"])),
        Column("of these proven", lambda row: str(row["proven"])),
        Column("not proven, and why", lambda row: str(row["open"]) or ABSENT, numeric=False),
    )
    return Table(columns, tuple(rows)).markdown()
