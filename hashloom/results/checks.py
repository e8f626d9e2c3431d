# SPDX-License-Identifier: Apache-2.0
"""Documents of what was verified, and of exports that were tried."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hashloom.files.model import (
    Amount,
    Count,
    Counts,
    Digest,
    Flag,
    Integer,
    Model,
    Name,
    Positive,
    PositiveCount,
    Several,
    Text,
    Texts,
)
from hashloom.results.document import Digests, Document, Provenance
from hashloom.results.members import CarriedRows, ExportProof, Setting


class Tuning(Model):
    """What RTL was tuned for."""

    technology: Literal["asic", "fpga"] = Field(description="standard cells or FPGA")
    goal: Name = Field(description="goal of the synthesis")
    target: Text = Field(description="name of the target, empty for any")
    settings: Several[Setting] | None = Field(None, description="RTL parameters in the place of the tuning's")


class CheckFailure(Model):
    """A check that failed."""

    level: Name = Field(description="level of the RTL")
    run: Name = Field(description="which run")
    case: Text = Field(description="on what")
    expected: Text = Field(description="what was expected")
    got: Text = Field(description="what came")


class Measured(Model):
    """Cycles that were counted in a verification."""

    cycles_block: PositiveCount | None = Field(
        None, description="clock cycles from one block of a lane to its next"
    )
    cycles_per_block: Positive | None = Field(None, description="clock cycles per block, all lanes busy")
    latency_cycles: Counts | None = Field(
        None, description="clock cycles from first block to digest, by number of blocks"
    )
    words_per_cycle: Positive | None = Field(None, description="words of the bus per clock cycle")


class GroupCoverage(Model):
    """Cases of one group of the contract."""

    bins: Count = Field(description="cases")
    met: Count = Field(description="cases that were met")
    explained: Count = Field(description="cases that cannot be met, by a rule")
    missing: Several[Name] = Field(description="names of the others")
    rules: Counts = Field(description="rules that explain, and how many cases each")


class Coverage(Model):
    """Cases of the contract at one level."""

    bins: Count = Field(description="cases")
    met: Count = Field(description="cases that were met")
    explained: Count = Field(description="cases that cannot be met, by a rule")
    groups: dict[str, GroupCoverage] = Field(description="the same by group")


class Verified(Model):
    """The verification of a design."""

    design: Name = Field(description="name of the design")
    tuning: Tuning = Field(description="what it was tuned for")
    effort: Name = Field(description="how much was done")
    seed: Integer = Field(description="seed of random messages")
    engine: Name = Field(description="how RTL was simulated")
    levels: Several[Name] = Field(description="levels of the RTL")
    passed: Count = Field(description="checks that passed")
    failed: Count = Field(description="checks that failed")
    failures: Several[CheckFailure] = Field(description="these")
    rtl_digests: Digests = Field(description="SHA-256 of the RTL by level")
    vectors_digest: Text = Field(description="SHA-256 of the vectors")
    vectors: Several[Name] | None = Field(None, description="sets of known answers")
    key: Text | None = Field(None, description="key of all that it rests on")
    tools: Texts | None = Field(None, description="versions of the tools by name")
    measured: Measured = Field(description="cycles that were counted")
    coverage: dict[str, Coverage] | None = Field(None, description="cases of the contract by level")
    seconds: Amount = Field(description="time it took, s")
    reproduce: Name = Field(description="command that does the same")


class Verification(Document):
    """What `hashloom verify --json` prints."""

    kind: Literal["verification"] = Field(description="kind of document")
    designs: Several[Verified] = Field(description="an entry for each design")
    passed: Count = Field(description="checks that passed")
    failed: Count = Field(description="checks that failed")
    carried: Several[CarriedRows] | None = Field(
        None, description="when entries were carried over an edit of the RTL"
    )


class ExportsProvenance(Provenance):
    """Where a trial of exports comes from."""

    seed: Integer = Field(description="seed of the sample")
    drawn_from: Count = Field(description="designs that it was taken from")
    environment: Texts = Field(description="environment that packages ran in")
    machine: Text = Field(description="machine")


class BenchRun(Model):
    """A run of the test bench of a package."""

    simulator: Name = Field(description="simulator")
    state: Name = Field(description="how it ended")
    passed: Count = Field(description="digests that were right")
    failed: Count = Field(description="digests that were wrong")
    seconds: Amount = Field(description="time it took, s")


class TriedExport(Model):
    """A package that was tried."""

    function: Name = Field(description="name of the function")
    architecture: Name = Field(description="name of the architecture")
    tuning: Tuning = Field(description="what it was tuned for")
    rtl_digest: Digest = Field(description="SHA-256 of the RTL")
    good: Flag = Field(description="whether all went well")
    test_bench_checks: Count = Field(description="digests that the bench compares")
    runs: Several[BenchRun] = Field(description="runs of the bench")
    proof: ExportProof | None = Field(None, description="what was proven")
    error: Text | None = Field(None, description="what went wrong")


class Exports(Document):
    """What `hashloom try-exports -o` writes."""

    kind: Literal["exports"] = Field(description="kind of document")
    provenance: ExportsProvenance = Field(description="where it comes from")
    rows: Several[TriedExport] = Field(description="an entry for each package")
