# SPDX-License-Identifier: Apache-2.0
"""Documents of papers whose tables were made again."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Discriminator, Field, Tag

from hashloom import rows
from hashloom.files.model import (
    Amount,
    Count,
    Date,
    Model,
    Name,
    Number,
    Positive,
    PositiveCount,
    Several,
    Text,
    Texts,
)
from hashloom.results.document import Measurements, Provenance, RowKinds
from hashloom.results.listed import (
    AnyAtLevel,
    AnyChain,
    AnyDesign,
    AnyReproduced,
)
from hashloom.results.programs import Machine
from hashloom.rows import kinds


class StudyCampaign(Model):
    """The campaign that a comparison of functions rests on."""

    name: Name = Field(description="name of the campaign")
    stale_rows: Count = Field(description="rows of other RTL, which are left out")
    date: Date | None = Field(None, description="day of the newest figure, UTC")
    tools: Texts | None = Field(None, description="versions of the tools by name")
    machine: Text | None = Field(None, description="machines that measured")
    workers: Count | None = Field(None, description="the most workers at a time")
    wall_seconds: Amount | None = Field(None, description="time during which a job was running, s")
    job_seconds: Amount | None = Field(None, description="sum of the times of all jobs, s")


class HardwareProvenance(Provenance):
    """Where figures of hardware come from."""

    campaign: StudyCampaign | None = Field(None, description="the campaign that they are from")


class SoftwareProvenance(Machine):
    """Where figures of programs come from."""

    tools: Texts = Field(description="versions of compiler and libraries by name")


class Moved(Model):
    """A function whose place is another than in the paper."""

    selection: Name = Field(description="how designs were chosen")
    quantity: Name = Field(description="what is compared")
    label: Name = Field(description="the paper's name of the function")
    paper: PositiveCount = Field(description="its place in the paper")
    ours: PositiveCount = Field(description="its place here")


class Mean(Model):
    """Geometric means of a function over targets, as multiples of SHA-2."""

    selection: Name = Field(description="how designs were chosen")
    function: Name = Field(description="name of the function")
    label: Name = Field(description="the paper's name of the function")
    bits: PositiveCount = Field(description="bits of the digest")
    group: Name = Field(description="targets that it is taken over")
    throughput: Positive | None = Field(None, description="throughput")
    area: Positive | None = Field(None, description="area")
    throughput_per_area: Positive | None = Field(None, description="throughput per area")
    targets: Several[Name] = Field(description="targets that have the function")
    paper: dict[str, Number | None] = Field(description="the paper's means, by quantity")


class Normalised(Model):
    """Figures of a function on a target, as multiples of SHA-2."""

    selection: Name = Field(description="how designs were chosen")
    function: Name = Field(description="name of the function")
    label: Name = Field(description="the paper's name of the function")
    bits: PositiveCount = Field(description="bits of the digest")
    target: Name = Field(description="name of the target")
    architecture: Name = Field(description="architecture that was chosen")
    throughput: Positive | None = Field(None, description="throughput")
    area: Positive | None = Field(None, description="area")
    throughput_per_area: Positive | None = Field(None, description="throughput per area")
    paper: dict[str, dict[str, Number | None]] = Field(
        description="the paper's figures, by family and quantity"
    )


class LeftOut(Model):
    """A function without a design that counts, or with another than the paper's."""

    selection: Name = Field(description="how designs were chosen")
    label: Name = Field(description="the paper's name of the function")
    function: Name = Field(description="name of the function")
    bits: PositiveCount = Field(description="bits of the digest")
    target: Name = Field(description="name of the target")
    instead: Name | None = Field(None, description="architecture that counts instead")
    reason: Text = Field(description="why")


def _provenance(found: Any) -> str:
    there = found if isinstance(found, dict) else vars(found)
    return "software" if "sources_digest" in there else "hardware"


AnyProvenance = Annotated[
    Annotated[HardwareProvenance, Tag("hardware")] | Annotated[SoftwareProvenance, Tag("software")],
    Discriminator(_provenance),
]
Correlations = dict[str, Number | None]


class Reproduction(Measurements):
    """What `hashloom reproduce` writes."""

    ROWS: ClassVar[RowKinds] = {"rows": None, "fast_adders": rows.DESIGN, "adder_chains": kinds.CHAIN}

    kind: Literal["reproduction"] = Field(description="kind of document")
    paper: Name = Field(description="name of the paper")
    provenance: AnyProvenance = Field(description="where the figures come from")
    rows: Several[AnyReproduced] = Field(description="a row for each line of the paper's tables")
    fast_adders: Several[AnyDesign] | None = Field(None, description="the designs with other adders")
    adder_chains: Several[AnyChain] | None = Field(None, description="circuits that make sums")
    spearman: Correlations | None = Field(
        None, description="rank correlations with the paper, the paper's own loops"
    )
    spearman_alone: Correlations | None = Field(None, description="the same of nothing but these loops")
    spearman_best: Correlations | None = Field(
        None, description="the same of the best designs with one message in flight"
    )
    spearman_several: Correlations | None = Field(None, description="the same of the best designs")
    moved: Several[Moved] | None = Field(None, description="functions that stand far from the paper's place")
    geometric_means: Several[Mean] | None = Field(None, description="means over targets")
    normalised: Several[Normalised] | None = Field(None, description="figures on each target")
    left_out: Several[LeftOut] | None = Field(
        None, description="functions that lack a design, or have another"
    )


class Levels(Measurements):
    """What `hashloom reproduce --level message` writes."""

    ROWS: ClassVar[RowKinds] = {"rows": rows.LEVEL}

    kind: Literal["levels"] = Field(description="kind of document")
    paper: Name = Field(description="name of the paper")
    levels: Several[Name] = Field(description="levels of the rows, which stand beside each other")
    provenance: Provenance = Field(description="where the figures come from")
    rows: Several[AnyAtLevel] = Field(
        description="a row for each line of the paper's table and each level; ratios are those of the level"
    )
