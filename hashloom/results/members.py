# SPDX-License-Identifier: Apache-2.0
"""Members that documents of several kinds have, and those that commands only print."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, Strict

from hashloom.files.model import Count, Date, Digest, Integer, Model, Name, PositiveCount, Several

Setting = Annotated[tuple[Name, Integer], Strict(False)]
"""A parameter and its value."""


class Among(Model):
    """What a sample was taken from; nothing named: all rows."""

    designs: Several[Name] | None = Field(None, description="designs by name")
    targets: Several[Name] | None = Field(None, description="targets by name")


class CarriedRows(Model):
    """That rows got the keys of another laboratory, after a sample of them was measured anew."""

    date: Date = Field(description="when, UTC")
    keys: Several[Name] = Field(description="what of a row was given")
    former: Digest = Field(alias="from", description="SHA-256 of the code of the laboratory before")
    seed: Count = Field(description="seed of the sample")
    of: PositiveCount = Field(description="rows, or other entries, that were carried over")
    of_other_text: Count | None = Field(
        None, description="rows among them that keep the figures of another text of the same circuit"
    )
    among: Among = Field(description="what the sample was taken from")
    sample: Several[Name] = Field(description="those that were made anew, and came out the same")


class ExportProof(Model):
    """That the RTL of a package is proven equal to that of the design."""

    method: Name | None = Field(None, description="how")
    register_bits: Count | None = Field(None, description="bits of registers")
    tool: Name | None = Field(None, description="tool")
