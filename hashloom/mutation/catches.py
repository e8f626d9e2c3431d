# SPDX-License-Identifier: Apache-2.0
"""What was caught of the library of faults, as one JSON document: `results/faults.json`."""

from __future__ import annotations

import datetime
import hashlib
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from hashloom.flow.yosys import TOOL, version
from hashloom.mutation.hunt import NOTICED, Catch
from hashloom.mutation.library import CLASSES, Planted, cores
from hashloom.mutation.suite import CAUGHT, EFFORT, SEED, VERDICTS
from hashloom.software_verification import processor

NAME = "faults"
PROOFS = "proofs"


@dataclass(frozen=True)
class Catches:
    """Faults with what became of them, in the order of the library."""

    faults: Sequence[Planted]
    catches: Sequence[Catch]
    seconds: float
    name: str = NAME

    def good(self) -> bool:
        """Is every fault noticed?"""
        return all(catch.verdict in NOTICED for catch in self.catches)

    def document(self) -> dict[str, Any]:
        """All of it as one JSON document; the digests are SHA-256 of the RTL, by the name of the file."""
        sources = {path for fault in self.faults for unit in fault.units() for path in unit.sources}
        paths = {str(path.relative_to(cores().parent)): path for path in sources}
        return {
            "provenance": {
                "date": datetime.datetime.now(datetime.UTC).date().isoformat(),
                "command": f"hashloom faults -o results --timeout {self.seconds:g}",
                "verification": {"effort": EFFORT, "seed": SEED},
                "limit_seconds": self.seconds,
                "tools": {TOOL: version()},
                "machine": f"{processor()}, {os.cpu_count()} processors",
                "files": {
                    name: hashlib.sha256(paths[name].read_bytes()).hexdigest() for name in sorted(paths)
                },
            },
            "counts": {verdict: sum(one.verdict == verdict for one in self.catches) for verdict in VERDICTS},
            "classes": {name: self._caught_by("kind", name) for name in CLASSES},
            "families": {
                name: self._caught_by("family", name)
                for name in dict.fromkeys(fault.family for fault in self.faults)
            },
            "faults": [row(*pair) for pair in zip(self.faults, self.catches, strict=True)],
        }

    def _caught_by(self, attribute: str, value: str) -> dict[str, int]:
        """How many faults were caught at which level or by a proof, and how many by nothing."""
        found = Counter(
            catcher(catch)
            for fault, catch in zip(self.faults, self.catches, strict=True)
            if getattr(fault, attribute) == value
        )
        return dict(sorted(found.items()))


def catcher(catch: Catch) -> str:
    """The level of the verification that noticed a fault, PROOFS, or the verdict where nothing did."""
    if catch.verdict == CAUGHT:
        return catch.by.rpartition("(")[2].rstrip(")")
    return PROOFS if catch.verdict in NOTICED else catch.verdict


def row(fault: Planted, catch: Catch) -> dict[str, Any]:
    """A fault in the document."""
    return {
        "name": fault.name,
        "family": fault.family,
        "class": fault.kind,
        "file": fault.file,
        "says": fault.says,
        "planted": [*fault.designs, *([fault.module] if fault.module else [])],
        "digest": fault.digest(),
        **asdict(catch),
    }
