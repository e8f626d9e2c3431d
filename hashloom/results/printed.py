# SPDX-License-Identifier: Apache-2.0
"""What commands print with --json and nobody reads back: lists, plans, digests, what was swept.

Each has a kind and a version, as documents of results have. What is a document of results is printed as that:
see `hashloom.results.reader`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from hashloom.catalogue.rtl import Level
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
)
from hashloom.results.members import CarriedRows, ExportProof, Setting


class Printed(Model):
    """What a command prints."""

    version: Literal[1] = Field(alias="schema", description="version of this kind of document")

    @classmethod
    def kind_name(cls) -> str:
        """The name of its kind."""
        (name,) = cls.model_fields["kind"].annotation.__args__  # type: ignore[union-attr]  # a Literal
        return str(name)


class ListedFunction(Model):
    """A hash function."""

    name: Name = Field(description="its name")
    family: Name = Field(description="its family")
    block_bits: PositiveCount = Field(description="length of a message block, bits")
    digest_bits: PositiveCount = Field(description="length of its digest, bits")
    default_architecture: Name = Field(description="architecture where none is named")
    short_forms: Several[Name] = Field(description="other names")


class ListedDesign(Model):
    """A function in an architecture."""

    name: Name = Field(description="its name")
    unroll: PositiveCount = Field(description="rounds in a clock cycle, as the architecture counts them")
    stages: PositiveCount = Field(description="messages in the pipeline at a time")
    cycles_per_block: Positive = Field(description="clock cycles per block, all lanes busy")
    latency_cycles: PositiveCount = Field(description="clock cycles for a message of one block")


class ListedTarget(Model):
    """What designs are synthesised for."""

    name: Name = Field(description="its name")
    description: Name = Field(description="what it is")


class Listed(Printed):
    """What `hashloom list --json` prints."""

    kind: Literal["list"] = Field(description="kind of document")
    functions: Several[ListedFunction] | None = Field(None, description="functions, if they are asked for")
    designs: Several[ListedDesign] | None = Field(None, description="designs, if they are asked for")
    targets: Several[ListedTarget] | None = Field(None, description="targets, if they are asked for")


class ShownArchitecture(Model):
    """A way to build a function."""

    name: Name = Field(description="its name")
    says: Text = Field(description="what it is, in words; empty where nobody has said it")
    messages: PositiveCount = Field(description="messages in flight")
    cycles_per_block: Positive = Field(description="clock cycles per block, all lanes busy")
    latency_cycles: PositiveCount = Field(description="clock cycles for a message of one block")


class ShownDesign(Model):
    """How a design of the function is chosen."""

    architecture: Name = Field(description="name of the architecture")
    goal: Name = Field(description="goal of the synthesis")
    settings: dict[str, Integer | Name] = Field(description="RTL parameters in the place of the tuning's")


class ShownFigures(ShownDesign):
    """What was measured of a design on a target; null: not measured. Units are those of the target."""

    messages: PositiveCount = Field(description="messages in flight")
    clock_mhz: Positive | None = Field(description="clock, without wires on standard cells, MHz")
    levels: Positive | None = Field(description="logic depth on an FPGA, levels")
    throughput: Positive | None = Field(description="throughput of long messages at that clock")
    area: Positive = Field(description="area")
    ratio: Positive | None = Field(description="throughput per area")
    latency: Positive | None = Field(
        description="time from the block of a message of one block to its digest"
    )
    energy_pj_per_bit: Positive | None = Field(
        description="energy of long messages, with glitches, at the clock with wires, pJ per bit"
    )
    documents: Several[Name] = Field(description="documents of results that have it")
    this_rtl: Flag = Field(description="whether it was measured of the RTL that lies here")


class ShownUnits(Model):
    """Units of the figures on a target."""

    throughput: Name = Field(description="unit of throughput")
    area: Name = Field(description="unit of area")
    ratio: Name = Field(description="unit of throughput per area")
    latency: Name = Field(description="unit of latency")


class ShownTake(Model):
    """Which design to take for a purpose."""

    purpose: Name = Field(
        alias="for", description="speed, area, ratio (throughput per area), latency, energy"
    )
    design: ShownDesign | None = Field(description="the design; null where nothing was measured for it")
    figure: Positive | None = Field(None, description="the figure that decides")
    unit: Name | None = Field(None, description="its unit")
    of: PositiveCount | None = Field(None, description="designs that have this figure")
    why: Text = Field(description="why it is taken, or what is missing")
    command: Several[Text] | None = Field(None, description="the command that exports it, word by word")


class ShownTarget(Model):
    """What was measured of a function on a target."""

    target: Name = Field(description="name of the target")
    description: Text = Field(description="what it is")
    mapped_only: Flag = Field(description="whether designs have no clock: figures are per level of logic")
    units: ShownUnits = Field(description="units of the figures")
    measured: Several[ShownFigures] = Field(description="designs that compare with each other, by area")
    not_compared: Several[ShownFigures] = Field(description="designs without a clock, where others have one")
    unmeasured: Several[Name] = Field(description="architectures of which nothing was measured")
    take: Several[ShownTake] = Field(description="which design to take for what")


class ShownLeftOut(Model):
    """Rows that are not shown."""

    why: Name = Field(description="what is wrong with them")
    rows: Several[Name] = Field(description="the rows, each with its document")


class Shown(Printed):
    """What `hashloom show --json` prints."""

    kind: Literal["show"] = Field(description="kind of document")
    function: Name = Field(description="name of the function")
    title: Name = Field(description="name of its family")
    specification: Name = Field(description="where the function is defined")
    block_bits: PositiveCount = Field(description="length of a message block, bits")
    digest_bits: PositiveCount = Field(description="length of its digest, bits")
    default_architecture: Name = Field(description="architecture where none is named")
    architectures: Several[ShownArchitecture] = Field(description="the named architectures")
    targets: Several[ShownTarget] = Field(description="what was measured, by target")
    unmeasured_targets: Several[Name] = Field(description="targets on which nothing was measured")
    left_out: Several[ShownLeftOut] = Field(description="rows of the function that are not shown")


class Hashed(Printed):
    """What `hashloom hash --json` prints."""

    kind: Literal["hash"] = Field(description="kind of document")
    function: Name = Field(description="name of the function")
    file: Text = Field(description="file of the message; - for standard input")
    message_bits: Count = Field(description="length of the message, bits")
    digest_bits: PositiveCount = Field(description="length of the digest, bits")
    digest: str = Field(pattern="^([0-9a-f]{2})+$", description="the digest, hexadecimal")
    engine: Literal["libskein", "model"] = Field(description="what computed it")


class Converted(Printed):
    """What `hashloom context --json` prints."""

    kind: Literal["context"] = Field(description="kind of document")
    function: Name = Field(description="name of the function")
    file: Text = Field(description="file that was read")
    source: Literal["libskein", "hardware"] = Field(description="whose state or context it has")
    wanted: Literal["libskein", "hardware"] = Field(description="whose state or context was made of it")
    output: Name = Field(description="file that was written")
    bytes: PositiveCount = Field(description="its size, bytes")


class Package(Printed):
    """What `hashloom export --json` prints."""

    kind: Literal["export"] = Field(description="kind of document")
    design: Name = Field(description="name of the design")
    name: Name = Field(description="name of the top module")
    level: Level | Literal["context"] = Field(description="level of the RTL, or top with save and restore")
    bus: Name = Field(description="bus of the package")
    io_ratio: PositiveCount = Field(description="words on the bus for each word of the core")
    io_bits: PositiveCount | None = Field(None, description="bits of a word of a lane on the bus")
    secret: bool = Field(description="whether what was before a reset is overwritten")
    slices: bool = Field(description="whether register slices stand at its streams")
    kinds: bool = Field(False, description="whether a header stands before each string of a request")
    prefix: Text = Field(description="what the names of modules begin with, empty for that of the package")
    folder: Name = Field(description="where the package lies")
    rtl_digest: Digest = Field(description="SHA-256 of the RTL")
    files: Several[Name] = Field(description="files of the package, by their paths in it")
    test_bench_checks: Count = Field(description="digests that the bench compares")
    proof: ExportProof | None = Field(description="what was proven of the Verilog-2005; null with --no-proof")


class Kept(Model):
    """A folder or file of what is kept."""

    store: Name = Field(description="sort of it")
    path: Name = Field(description="where it lies")
    bytes: Count = Field(description="its size, bytes")
    why: Text = Field(description="why it goes, empty where it stays")


class StoreCounts(Model):
    """How much there was of a sort, and how much of it went."""

    entries: Count = Field(description="folders and files that there were")
    bytes: Count = Field(description="their size, bytes")
    removed: Count = Field(description="those that went")
    removed_bytes: Count = Field(description="their size, bytes")


class Collected(Printed):
    """What `hashloom gc --json` prints."""

    kind: Literal["gc"] = Field(description="kind of document")
    state_folder: Name = Field(description="folder of all that is kept")
    dry_run: Flag = Field(description="whether all of it was left")
    alone: Flag = Field(description="whether no other hashloom worked there")
    stores: dict[str, StoreCounts] = Field(description="numbers by sort")
    removed: Several[Kept] = Field(description="what went, or would go")
    in_use: Several[Kept] = Field(description="what would have gone, but is in use")


class RecordsChecked(Model):
    """What became of a check of the records."""

    path: Name = Field(description="file of the records")
    good: Count = Field(description="records that fit their checksums")
    damaged: Several[Name] = Field(description="those that do not, by kind and key")
    file: Several[Name] = Field(description="what ails the file")


class Checked(Printed):
    """What `hashloom fsck --json` prints."""

    kind: Literal["fsck"] = Field(description="kind of document")
    state_folder: Name = Field(description="folder of all that is kept")
    dry_run: Flag = Field(description="whether all of it was left")
    records: RecordsChecked = Field(description="the records")
    checked: Counts = Field(description="folders and files that were read, by sort")
    bytes: Count = Field(description="their size, bytes")
    damaged: Several[Kept] = Field(description="those that are not what was written")
    in_use: Several[Name] = Field(description="those of them that stay, because they are in use")


class ReportWritten(Printed):
    """What `hashloom report --json` prints."""

    kind: Literal["report"] = Field(description="kind of document")
    rows: Count = Field(description="rows that were read")
    written: Several[Name] = Field(description="files that were written")


class RenewedDocument(Model):
    """A document of results/ and what makes it."""

    name: Name = Field(description="its name")
    runs: Several[Several[Text]] = Field(description="programs with their arguments, in their order")


class Renewed(Printed):
    """What `hashloom renew --json` prints."""

    kind: Literal["renewal"] = Field(description="kind of document")
    documents: Several[RenewedDocument] = Field(description="the documents, in their order")


class CampaignPlan(Printed):
    """What `hashloom campaign --plan --json` prints."""

    kind: Literal["campaign-plan"] = Field(description="kind of document")
    campaign: Name = Field(description="name of the campaign")
    designs: Count = Field(description="designs")
    targets: Count = Field(description="targets")
    results: Count = Field(description="results that it has in the end")
    recorded_results: Count = Field(description="those of them that the records have")
    adopted_results: Count = Field(description="those of them that a document of before has")
    placements: Count = Field(description="placements on FPGAs of all results")
    jobs: Count = Field(description="jobs to do")
    placement_jobs: Count = Field(description="those of them that place")
    unknown_jobs: Count = Field(description="jobs for which there is no estimate")
    workers: PositiveCount = Field(description="workers")
    cpu_seconds: Amount | None = Field(description="estimate of the work, s of one processor; null for none")
    wall_seconds: Amount | None = Field(description="estimate of the time it takes, s; null for none")
    memory_mib: Count | None = Field(description="estimate of the largest tool, MiB; null for none")


class CarriedOver(Printed):
    """What `hashloom carry-over --json` prints."""

    kind: Literal["carried-over"] = Field(description="kind of document")
    carried: dict[str, CarriedRows] = Field(description="what each document says of it now, by its path")


class ListedFault(Model):
    """A fault of the library."""

    name: Name = Field(description="its name")
    family: Name = Field(description="folder of its RTL")
    fault_class: Name = Field(alias="class", description="its class")
    says: Name = Field(description="what is wrong with it")
    file: Name = Field(description="file of the RTL, without .sv")
    right: Text = Field(description="what stands there")
    wrong: Text = Field(description="what is put there")
    designs: Several[Name] = Field(description="designs that are simulated with it")
    module: Text = Field(description="module that is proven by itself, empty for none")
    parameters: Several[Setting] = Field(description="parameters of the RTL")
    levels: Several[Level] | None = Field(description="levels of its simulations; null: those that have it")


class FaultList(Printed):
    """What `hashloom faults --list --json` prints."""

    kind: Literal["fault-list"] = Field(description="kind of document")
    faults: Several[ListedFault] = Field(description="the faults")


class ListedProof(Model):
    """A proof."""

    name: Name = Field(description="its name")
    engine: Name = Field(description="what proves it")
    says: Name = Field(description="what is proven")


class ProofList(Printed):
    """What `hashloom prove --list --json` prints."""

    kind: Literal["proof-list"] = Field(description="kind of document")
    proofs: Several[ListedProof] = Field(description="the proofs")


class ProofsCarriedOver(Printed):
    """What `hashloom prove --carry-over --json` prints."""

    kind: Literal["proofs-carried-over"] = Field(description="kind of document")
    of: Count = Field(description="proofs whose answers were taken over")
    seed: Count = Field(description="seed of the sample")
    sample: Several[Name] = Field(description="proofs that were repeated, and came out the same")


MODELS: Mapping[str, type[Printed]] = {
    model.kind_name(): model
    for model in (
        CampaignPlan, CarriedOver, Checked, Collected, Converted, FaultList, Hashed, Listed, Package,
        ProofList, ProofsCarriedOver, Renewed, ReportWritten, Shown,
    )
}  # fmt: skip
"""The model of each kind."""
