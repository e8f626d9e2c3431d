# SPDX-License-Identifier: Apache-2.0
"""What was proven, as one JSON document."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hashloom.catalogue.places import Places
from hashloom.execution import jobs
from hashloom.execution.processor import processor
from hashloom.execution.steps import Step
from hashloom.flow import yosys
from hashloom.formal import table
from hashloom.formal.run import is_refuted
from hashloom.formal.table import Proof
from hashloom.results import reader
from hashloom.results.proofs import Proofs
from hashloom.results.versions import Content, Member, stamped

NAME = "proofs"
_FACTS = (
    "state",
    "answer",
    "assertions",
    "covers",
    "clauses",
    "turns",
    "miters",
    "seconds",
    "max_rss_mib",
    "message",
    "specification",
)


@dataclass(frozen=True)
class Done:
    """A proof with the outcomes of its checks and of its faults, in the order of the table."""

    proof: Proof
    checks: Sequence[Step]
    faults: Sequence[Step]

    @property
    def good(self) -> bool:
        """All checks are proven, and no fault escaped."""
        return all(step.state == jobs.OK for step in self.checks) and all(map(is_refuted, self.faults))

    def entry(self) -> Member:
        """The proof in the document."""
        return entry(self.proof, [step.body for step in (*self.checks, *self.faults)])


@dataclass(frozen=True)
class ProofDocument:
    """The document of a run: `results/proofs.json`.

    Files are called by their paths in the repository. `kept` are the proofs of a document that is there
    already, by name: those that are not done again stay.
    """

    done: Sequence[Done]
    places: Places
    kept: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    name: str = NAME

    def document(self) -> Content:
        """Its content: date, tools, processor, the SHA-256 of every file that a proof reads, the proofs."""
        entries = {**self.kept, **{one.proof.name: one.entry() for one in self.done}}
        listed = [proof for proof in table.proofs(self.places) if proof.name in entries] if self.kept else []
        content = {
            "date": datetime.now(UTC).strftime("%Y-%m-%d"),
            "tools": {yosys.TOOL: yosys.version()},
            "processor": processor(),
            "files": file_digests(listed or [one.proof for one in self.done], self.places.repository),
            "proofs": [entries[proof.name] for proof in listed] or [one.entry() for one in self.done],
        }
        return stamped("proofs", content)


def entries(
    folder: Path, places: Places, tools: Mapping[str, str] | None = None
) -> dict[str, Mapping[str, Any]]:
    """The proofs of the document in a folder by name; none where there is no document, or not by `tools`."""
    path = folder / f"{NAME}.json"
    if not path.exists():
        return {}
    found = reader.read(path, Proofs, places)
    if tools is not None and found.tools != tools:
        return {}
    return {one.name: one.plain() for one in found.proofs}


def entry(proof: Proof, answers: Sequence[Mapping[str, Any]]) -> Member:
    """A proof in the document; the answers are facts of its checks, then of its faults."""
    checks, faults = answers[: len(proof.checks)], answers[len(proof.checks) :]
    return {
        "name": proof.name,
        "says": proof.says,
        "engine": proof.engine,
        **({"depth": proof.depth} if proof.depth else {}),
        "checks": [
            {
                **({"design": check.design} if check.design else {}),
                "parameters": dict(check.unit.parameters),
                "digest": check.unit.digest(),
                **facts(answer),
            }
            for check, answer in zip(proof.checks, checks, strict=True)
        ],
        "faults": [
            {"file": fault.file, "right": fault.right, "wrong": fault.wrong, **facts(answer)}
            for fault, answer in zip(proof.faults, faults, strict=True)
        ],
    }


def facts(body: Mapping[str, Any]) -> Member:
    """What the document says of a check or a fault."""
    return {key: body[key] for key in _FACTS if key in body}


def file_digests(proofs: Sequence[Proof], repository: Path) -> dict[str, str]:
    """SHA-256 (hexadecimal) of every file that these proofs read, by its path in the repository."""
    files = {source for proof in proofs for check in proof.checks for source in check.unit.sources}
    paths = {str(path.relative_to(repository)): path for path in files}
    return {name: hashlib.sha256(paths[name].read_bytes()).hexdigest() for name in sorted(paths)}
