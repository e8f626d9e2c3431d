# SPDX-License-Identifier: Apache-2.0
"""Documents of mistakes that were put into the RTL, and of what noticed them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, Strict

from hashloom.files.model import (
    Amount,
    Count,
    Counts,
    Digest,
    Integer,
    Model,
    Name,
    Positive,
    PositiveCount,
    Several,
    Text,
)
from hashloom.results.document import Digests, Document, Provenance
from hashloom.results.members import CarriedRows

Setting = Annotated[tuple[Name, Integer], Strict(False)]
"""A parameter and its value."""


class Suite(Model):
    """How mutants and faults are verified."""

    effort: Name = Field(description="how much is done")
    seed: Integer = Field(description="seed of random messages")


class MutationProvenance(Provenance):
    """Where a study of mutants comes from."""

    command: Name = Field(description="command that does the same")
    designs: Several[Name] = Field(description="designs that were mutated")
    levels: Several[Name] = Field(description="levels of the RTL")
    verification: Suite = Field(description="how mutants were verified")
    samples: PositiveCount | None = Field(None, description="mutants asked for")
    seed: Integer = Field(description="seed of the sample")
    limit_seconds: Positive = Field(description="limit of a run, s")
    machine: Text = Field(description="machine")
    files: Digests = Field(description="SHA-256 of the files that have mutants")


class Mutant(Model):
    """A mutant and what became of it."""

    file: Name = Field(description="file of the RTL")
    operator: Name = Field(description="kind of change")
    start: Count = Field(description="where, bytes from the start")
    old: Text = Field(description="what stood there")
    new: Text = Field(description="what was put there")
    line: PositiveCount = Field(description="line")
    before: Text = Field(description="the line as it was")
    after: Text = Field(description="the line as it became")
    verdict: Name = Field(description="what became of it")
    form: Text = Field(description="what gave the verdict")
    seen: Text = Field(description="what was seen there")
    why: Text | None = Field(None, description="why it survived")


class Mutation(Document):
    """What `hashloom mutate -o` writes."""

    kind: Literal["mutation"] = Field(description="kind of document")
    provenance: MutationProvenance = Field(description="where it comes from")
    rate: Amount = Field(description="part of the mutants that count that did not survive")
    counts: Counts = Field(description="mutants by verdict")
    operators: dict[str, Counts] = Field(description="the same by operator")
    files: dict[str, Counts] = Field(description="the same by file")
    survivors: Several[Mutant] = Field(description="mutants that survived")
    mutants: Several[Mutant] = Field(description="all mutants")
    carried: Several[CarriedRows] | None = Field(
        None, description="when it was carried over an edit of the RTL's comments or guards"
    )


class FaultsProvenance(Provenance):
    """Where a study of faults comes from."""

    command: Name = Field(description="command that does the same")
    verification: Suite = Field(description="how faults were verified")
    limit_seconds: Positive = Field(description="limit of a run, s")
    machine: Text = Field(description="machine")


class PlantedFault(Model):
    """A fault of the library and what became of it."""

    name: Name = Field(description="its name")
    family: Name = Field(description="family of the RTL")
    fault_class: Name = Field(description="class of the fault", alias="class")
    file: Name = Field(description="file of the RTL")
    says: Text = Field(description="what is wrong")
    planted: Several[Name] = Field(description="designs that it was planted in")
    digest: Digest = Field(description="SHA-256 of the fault")
    rtl: Digest = Field(description="SHA-256 of the RTL")
    vectors: Several[Name] | None = Field(None, description="sets of known answers that were at hand")
    verdict: Name = Field(description="what became of it")
    by: Text = Field(description="what gave the verdict")
    seen: Text = Field(description="what was seen there")
    seconds: Amount = Field(description="time it took, s")
    carried: Several[CarriedRows] | None = Field(
        None, description="when it was carried over an edit of the RTL's comments or guards"
    )


class Faults(Document):
    """What `hashloom faults -o` writes."""

    kind: Literal["faults"] = Field(description="kind of document")
    provenance: FaultsProvenance = Field(description="where it comes from")
    library: Count = Field(description="faults in the library")
    counts: Counts = Field(description="faults by verdict")
    classes: dict[str, Counts] = Field(description="faults by class and by what caught them")
    families: dict[str, Counts] = Field(description="faults by family and by what caught them")
    faults: Several[PlantedFault] = Field(description="the faults that were planted")
