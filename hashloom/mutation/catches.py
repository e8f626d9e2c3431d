# SPDX-License-Identifier: Apache-2.0
"""What was caught of the library of faults, as one JSON document: `results/faults.json`.

A run of some of the faults renews their rows; those of others stay as long as the fault and its RTL are the
same.
"""

from __future__ import annotations

import datetime
import hashlib
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution.processor import processor
from hashloom.flow.yosys import TOOL, version
from hashloom.mutation.hunt import NOTICED, Catch
from hashloom.mutation.library import CLASSES, Planted
from hashloom.mutation.suite import CAUGHT, EFFORT, SEED, VERDICTS
from hashloom.results.versions import Content, Member, stamped
from hashloom.vectors import sets_of

NAME = "faults"
PROOFS = "proofs"
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Catches:
    """Faults with what became of them, and the rows of a document that was made before.

    `library` are all faults that there are.
    """

    faults: Sequence[Planted]
    catches: Sequence[Catch]
    seconds: float
    library: Sequence[Planted]
    before: Sequence[Row] = field(default=(), repr=False)
    name: str = NAME

    def good(self) -> bool:
        """Is every fault noticed?"""
        return all(catch.verdict in NOTICED for catch in self.catches)

    def rows(self) -> list[Row]:
        """Rows in the order of the library, as far as faults have one."""
        made = {fault.name: row(fault, catch) for fault, catch in zip(self.faults, self.catches, strict=True)}
        known = {one["name"]: one for one in self.before}
        found: list[Row] = []
        for fault in self.library:
            if fault.name in made:
                found.append(made[fault.name])
            elif fault.name in known and is_of(known[fault.name], fault):
                found.append(known[fault.name])
        return found

    def document(self) -> Content:
        """All of it as one JSON document."""
        rows = self.rows()
        content = {
            "provenance": {
                "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "command": f"hashloom faults -o results --timeout {self.seconds:g}",
                "verification": {"effort": EFFORT, "seed": SEED},
                "limit_seconds": self.seconds,
                "tools": {TOOL: version()},
                "machine": f"{processor()}, {os.cpu_count()} processors",
            },
            "library": len(self.library),
            **totals(rows),
            "faults": rows,
        }
        return stamped("faults", content)


def totals(rows: Sequence[Row]) -> dict[str, Member]:
    """How many faults had which verdict; by class and by family, how many were caught by what."""
    families = dict.fromkeys(one["family"] for one in rows)
    return {
        "counts": {verdict: sum(one["verdict"] == verdict for one in rows) for verdict in VERDICTS},
        "classes": {name: _caught_by(rows, "class", name) for name in CLASSES},
        "families": {name: _caught_by(rows, "family", name) for name in families},
    }


def _caught_by(rows: Sequence[Row], key: str, value: str) -> dict[str, int]:
    return dict(sorted(Counter(catcher(one) for one in rows if one[key] == value).items()))


def catcher(one: Row) -> str:
    """The level of the verification that noticed a fault, PROOFS, or the verdict where nothing did."""
    if one["verdict"] == CAUGHT:
        return str(one["by"]).rpartition("(")[2].rstrip(")")
    return PROOFS if one["verdict"] in NOTICED else str(one["verdict"])


def row(fault: Planted, catch: Catch) -> Row:
    """A fault in the document; `rtl` is a SHA-256 over the right circuits, `vectors` names sets of vectors.

    These are there, when this is asked, for the verification of its designs.
    """
    return {
        "name": fault.name,
        "family": fault.family,
        "class": fault.kind,
        "file": fault.file,
        "says": fault.says,
        "planted": [*fault.designs, *([fault.module] if fault.module else [])],
        "digest": fault.digest(),
        "rtl": rtl_digest(fault),
        "vectors": sets_of(fault.vector_files(), fault.places),
        **asdict(catch),
    }


def rtl_digest(fault: Planted) -> str:
    """SHA-256 (hexadecimal) over the right circuits of a fault."""
    return of_units(fault.units())


def of_units(units: Sequence[RtlUnit]) -> str:
    """SHA-256 (hexadecimal) over circuits."""
    return hashlib.sha256(" ".join(unit.digest() for unit in units).encode()).hexdigest()


def is_of(one: Row, fault: Planted) -> bool:
    """Is a row of this fault, in this RTL?"""
    return (one["digest"], one["rtl"]) == (fault.digest(), rtl_digest(fault))
