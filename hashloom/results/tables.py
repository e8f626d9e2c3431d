# SPDX-License-Identifier: Apache-2.0
"""Documents with rows of designs, of parts of them, and of others."""

from __future__ import annotations

from typing import ClassVar, Literal

from pydantic import Field

from hashloom import rows
from hashloom.files.model import (
    Amount,
    Count,
    Date,
    Digest,
    Flag,
    Model,
    Name,
    Positive,
    PositiveCount,
    Several,
    Text,
)
from hashloom.results.document import Document, Measurements, Names, Provenance, RowKinds
from hashloom.results.listed import (
    AnyAdapter,
    AnyAtLevel,
    AnyBlock,
    AnyDesign,
    AnyPart,
    AnySynthesis,
)


class Synthesis(Measurements):
    """What `hashloom synth --json` prints."""

    ROWS: ClassVar[RowKinds] = {"rows": None}

    kind: Literal["synthesis"] = Field(description="kind of document")
    rows: Several[AnySynthesis] = Field(description="a row for each design, target and goal")


class CampaignProvenance(Provenance):
    """Where the figures of a campaign come from, and what they took."""

    machine: Text = Field(description="machines that measured")
    workers: Count = Field(description="the most workers at a time")
    wall_seconds: Amount = Field(description="time during which a job was running, s")
    job_seconds: Amount = Field(description="sum of the times of all jobs, s")


class CampaignTarget(Model):
    """A target of a campaign."""

    description: Text = Field(description="what it is")
    technology: Literal["asic", "fpga"] = Field(description="standard cells or FPGA")
    area_unit: Name = Field(description="unit of areas")
    placed: Flag = Field(description="whether designs are placed and routed")


class Campaign(Measurements):
    """What `hashloom campaign` writes."""

    ROWS: ClassVar[RowKinds] = {"rows": rows.DESIGN}

    kind: Literal["campaign"] = Field(description="kind of document")
    campaign: Name = Field(description="name of the campaign")
    title: Text = Field(description="what it is about")
    provenance: CampaignProvenance = Field(description="where the figures come from")
    targets: dict[str, CampaignTarget] = Field(description="targets by name")
    rows: Several[AnyDesign] = Field(description="a row for each item of the campaign")


class Threefish(Document):
    """What `python -m hashloom.reports.threefish` writes."""

    ROWS: ClassVar[RowKinds] = {"rows": rows.BLOCK}

    kind: Literal["threefish"] = Field(description="kind of document")
    provenance: Provenance = Field(description="where the figures come from")
    rows: Several[AnyBlock] = Field(description="a row for each direction and adder")


class Overhead(Document):
    """What `hashloom overhead` writes."""

    ROWS: ClassVar[RowKinds] = {"rows": rows.PART, "adapters": rows.ADAPTER}

    kind: Literal["overhead"] = Field(description="kind of document")
    provenance: Provenance = Field(description="where the figures come from")
    rows: Several[AnyPart] = Field(description="a row for each part of a design")
    adapters: Several[AnyAdapter] = Field(description="a row for each bus adapter")


class PeersProvenance(Model):
    """How the cores of others were measured."""

    date: Date = Field(description="when")
    what: Text = Field(description="how")
    goals: Names = Field(description="goals by name")
    targets: Names = Field(description="targets by name")


class ComparisonProvenance(Provenance):
    """Where the figures of both sides come from."""

    peers: PeersProvenance = Field(description="how the cores of others were measured")
    note: Text = Field(description="what is to be known of the comparison")


PeerLevel = Literal["block", "message"]


class Factor(Model):
    """How many times better the best of ours is than the best core of others."""

    function: Name = Field(description="name of the function")
    target: Name = Field(description="name of the target")
    level: PeerLevel = Field("block", description="level of both")
    measure: Name = Field(description="key of the figure that is compared")
    architecture: Name = Field(description="architecture of the best of ours")
    messages: PositiveCount = Field(description="messages in flight there")
    goal: Name = Field(description="goal of the best of ours")
    ours: Positive = Field(description="best figure of ours")
    peer: Name = Field(description="the best core of others")
    peer_goal: Name | None = Field(None, description="goal of that")
    theirs: Positive = Field(description="best figure of others")
    same_flow: Flag = Field(description="whether both went through one flow")
    assumed: Flag = Field(description="whether cycles of the other are assumed")
    factor: Positive = Field(description="ours over theirs")


class PeerRow(Model):
    """A core of others on a target for a goal."""

    function: Name = Field(description="name of the function")
    peer: Name = Field(description="its name")
    level: PeerLevel = Field("block", description="level of ours that it stands beside")
    target: Name = Field(description="name of the target")
    goal: Name | None = Field(None, description="goal of the synthesis")
    same_flow: Flag = Field(description="whether it went through the flow that ours went through")
    whole: Flag = Field(description="whether it computes the whole function")
    digest_verified: Flag = Field(description="whether its digest was looked at")
    cycles_per_block: Positive | None = Field(None, description="clock cycles per block")
    cycles_assumed: Flag = Field(description="whether these are assumed")
    clock_mhz: Positive | None = Field(None, description="clock, MHz")
    seeds: PositiveCount | None = Field(None, description="number of placements")
    throughput_gbps: Positive | None = Field(None, description="throughput of long messages, 10^9 bit/s")
    area_ge: Positive | None = Field(None, description="area, gate equivalents")
    area_lut: Count | None = Field(None, description="look-up tables")
    area_ff: Count | None = Field(None, description="flip-flops")
    title: Text = Field(description="what it computes")
    origin: Text = Field(description="where it is from")
    note: Text | None = Field(None, description="what is to be known of it")
    kbit_per_s_per_ge: Positive | None = Field(None, description="throughput per area, kbit/s per GE")
    mbit_per_s_per_lut: Positive | None = Field(None, description="throughput per area, Mbit/s per LUT")


class Comparison(Measurements):
    """What `hashloom compare` writes."""

    ROWS: ClassVar[RowKinds] = {"rows": rows.DESIGN}

    kind: Literal["comparison"] = Field(description="kind of document")
    provenance: ComparisonProvenance = Field(description="where the figures come from")
    factors: Several[Factor] = Field(description="the best of ours over the best of others")
    rows: Several[AnyDesign] = Field(description="a row for each run of ours")
    peers: Several[PeerRow] = Field(description="a row for each run of others")


class MessageComparison(Measurements):
    """What `hashloom compare --level message` writes."""

    ROWS: ClassVar[RowKinds] = {"rows": rows.LEVEL}

    kind: Literal["message-comparison"] = Field(description="kind of document")
    level: Literal["message"] = Field(description="level of ours that was measured")
    provenance: ComparisonProvenance = Field(description="where the figures come from")
    factors: Several[Factor] = Field(description="the best of ours over the best of others")
    rows: Several[AnyAtLevel] = Field(description="a row for each run of ours")
    peers: Several[PeerRow] = Field(description="a row for each run of others")


class ExplorationAnswer(Model):
    """The answer to a question about the configurations of a function."""

    target: Name = Field(description="name of the target")
    question: Text = Field(description="the question")
    kept: Flag = Field(description="whether a design keeps the bounds")
    design: Name | None = Field(None, description="the design")
    sentence: Text = Field(description="the answer")


class Exploration(Measurements):
    """What `hashloom explore` writes."""

    ROWS: ClassVar[RowKinds] = {"rows": rows.DESIGN}

    kind: Literal["exploration"] = Field(description="kind of document")
    function: Name = Field(description="name of the function")
    rows: Several[AnyDesign] = Field(description="a row for each configuration and target")
    answers: Several[ExplorationAnswer] = Field(description="the answers to the questions")


class BitstreamProvenance(Provenance):
    """Where a bitstream comes from."""

    command: Name = Field(description="command that makes it")


class Bitstream(Document):
    """What `make -C examples/ulx3s results` writes."""

    kind: Literal["bitstream"] = Field(description="kind of document")
    design: Name = Field(description="name of the design")
    device: Name = Field(description="device of the board")
    luts: Count = Field(description="look-up tables of the whole")
    flip_flops: Count = Field(description="flip-flops of the whole")
    clock_mhz: Positive = Field(description="clock that is reached, MHz")
    clock_wanted_mhz: Positive = Field(description="clock of the board, MHz")
    bitstream_bytes: PositiveCount = Field(description="length of the bitstream, bytes")
    bitstream_sha256: Digest = Field(description="SHA-256 of the bitstream")
    rtl_digest: Digest = Field(description="SHA-256 of the RTL")
    pins_sha256: Digest = Field(description="SHA-256 of the constraints of the pins")
    provenance: BitstreamProvenance = Field(description="where it comes from")
