# SPDX-License-Identifier: Apache-2.0
"""What is proven of the RTL as a table of Markdown."""

from __future__ import annotations

from hashloom.catalogue.places import Places
from hashloom.execution import jobs
from hashloom.formal.document import NAME
from hashloom.formal.engine import REFUTED
from hashloom.formal.table import TURNS
from hashloom.results import reader
from hashloom.results.proofs import Outcome, ProofEntry, Proofs
from hashloom.rows.table import Column, Table, number


def table(places: Places) -> str:
    """The proofs of results/proofs.json; HashloomError if it is not there."""
    found = document(places)
    columns = (
        Column("proof", lambda row: f"`{row['proof'].name}`", numeric=False),
        Column("what holds", lambda row: str(row["proof"].says), numeric=False),
        Column("how", lambda row: how(row["proof"]), numeric=False),
        Column("parameter sets proven", lambda row: proven(row["proof"])),
        Column("faults found", lambda row: refuted(row["proof"])),
        Column("seconds", lambda row: number(seconds(row["proof"]), 0)),
    )
    rows = tuple({"proof": proof} for proof in found.proofs if proof.engine != TURNS)
    tools = ", ".join(f"{name} {version}" for name, version in found.tools.items())
    made = Table(columns, rows).markdown()
    return f"`hashloom prove`, {found.date}, {tools}, {found.processor}:\n\n{made}"


def turns(places: Places) -> str:
    """The designs of results/proofs.json whose turns are proven; HashloomError if it is not there."""
    proofs = [proof for proof in document(places).proofs if proof.engine == TURNS]
    columns = (
        Column("design", lambda row: f"`{row['check'].design}`", numeric=False),
        Column(
            "all turns proven",
            lambda row: "yes" if row["check"].state == jobs.OK else str(row["check"].state),
            numeric=False,
        ),
        Column("cycles compared", lambda row: number(row["check"].turns, 0)),
        Column("bits compared", lambda row: number(row["check"].assertions, 0)),
        Column("asked of ABC", lambda row: number(row["check"].miters, 0)),
        Column("seconds", lambda row: number(row["check"].seconds, 0)),
    )
    rows = tuple({"check": check} for proof in proofs for check in proof.checks)
    planted = "; ".join(f"{proof.name.removesuffix('-turns')} {refuted(proof)}" for proof in proofs)
    return f"{Table(columns, rows).markdown()}\n\nFaults found of those planted: {planted}."


def document(places: Places) -> Proofs:
    """The document; HashloomError if it is not there."""
    return reader.read(places.results / f"{NAME}.json", Proofs, places, "hashloom prove -o results")


def how(proof: ProofEntry) -> str:
    """The engine in words."""
    words = {"pdr": "unbounded", "ind": "unbounded", "cec": "for all inputs"}
    return f"first {proof.depth} cycles" if proof.engine == "bmc" else words[proof.engine]


def proven(proof: ProofEntry) -> str:
    """How many of the sets of parameters are proven."""
    good = sum(check.state == jobs.OK for check in proof.checks)
    return f"{good}" if good == len(proof.checks) else f"{good} of {len(proof.checks)}"


def refuted(proof: ProofEntry) -> str:
    """How many of the faults put in make the proof fail."""
    good = sum(fault.answer == REFUTED for fault in proof.faults)
    return f"{good} of {len(proof.faults)}"


def seconds(proof: ProofEntry) -> float:
    """What all of it took."""
    parts: tuple[Outcome, ...] = (*proof.checks, *proof.faults)
    return sum(part.seconds or 0.0 for part in parts)
