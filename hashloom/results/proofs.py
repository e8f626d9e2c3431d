# SPDX-License-Identifier: Apache-2.0
"""Documents of what is proven."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hashloom.files.model import (
    Amount,
    Count,
    Date,
    Digest,
    Integer,
    Model,
    Name,
    PositiveCount,
    Several,
    Text,
    Texts,
)
from hashloom.results.document import Digests, Document
from hashloom.results.members import CarriedRows


class Outcome(Model):
    """How a check ended."""

    state: Name = Field(description="how it ended")
    answer: Name | None = Field(None, description="proven or refuted")
    assertions: Count | None = Field(None, description="assertions")
    covers: Count | None = Field(None, description="cases that were reached")
    clauses: Count | None = Field(None, description="clauses of the invariant")
    turns: Count | None = Field(None, description="turns of the design")
    miters: Count | None = Field(None, description="parts that were compared by SAT")
    seconds: Amount | None = Field(None, description="time it took, s")
    max_rss_mib: Count | None = Field(None, description="memory it took, MiB")
    message: Text | None = Field(None, description="what came of it")
    specification: Digest | None = Field(None, description="SHA-256 of the programs that say what a turn is")


class ProofCheck(Outcome):
    """A check of a proof: a module with parameters, or a design."""

    design: Name | None = Field(None, description="name of the design")
    parameters: dict[str, Integer | Text] = Field(description="parameters of the RTL")
    digest: Digest = Field(description="SHA-256 of the RTL")


class ProofFault(Outcome):
    """A fault that was planted to see a proof fail."""

    file: Name = Field(description="file of the RTL")
    right: Text = Field(description="what stands there")
    wrong: Text = Field(description="what was put there")


class Carried(Model):
    """That answers were carried over a change of programs, after a sample of them was made again."""

    date: Date = Field(description="when")
    seed: Integer = Field(description="seed of the sample")
    of: PositiveCount = Field(description="answers that were carried over")
    sample: Several[Name] = Field(description="those that were made again")


class ProofEntry(Model):
    """A proof: its checks, and the faults that it finds."""

    name: Name = Field(description="its name")
    says: Text = Field(description="what it says")
    engine: Name = Field(description="how it is done")
    depth: PositiveCount | None = Field(None, description="clock cycles, where it is bounded or inductive")
    checks: Several[ProofCheck] = Field(description="its checks")
    faults: Several[ProofFault] = Field(description="faults that it finds")
    carried: Several[Carried | CarriedRows] | None = Field(
        None, description="when answers were carried over a change of programs, or an edit of the RTL's text"
    )


class Proofs(Document):
    """What `hashloom prove -o` writes."""

    kind: Literal["proofs"] = Field(description="kind of document")
    date: Date = Field(description="when")
    tools: Texts = Field(description="versions of the tools by name")
    processor: Text = Field(description="processor")
    files: Digests = Field(description="SHA-256 of every file that a proof reads")
    proofs: Several[ProofEntry] = Field(description="the proofs")


class UseSet(Model):
    """Parameters that a shared module is used with."""

    module: Name = Field(description="name of the module")
    parameters: dict[str, Integer] = Field(description="its parameters")
    units: Several[Count] = Field(description="places in the list of units of those that use it")


class ProofUses(Document):
    """What `hashloom prove --uses -o` writes."""

    kind: Literal["proof-uses"] = Field(description="kind of document")
    tools: Texts = Field(description="versions of the tools by name")
    units: Several[Name] = Field(description="units of RTL")
    sets: Several[UseSet] = Field(description="parameters that shared modules are used with")
