# SPDX-License-Identifier: Apache-2.0
"""What documents of results have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from hashloom.files.model import Count, Date, Digest, Model, Name, PositiveCount, Several, Texts
from hashloom.rows import Kind

RowKinds = Mapping[str, Kind | None]
"""Members that hold rows, and the kind of these; None: several kinds."""


class Document(Model):
    """A document of results. `ROWS` are its members that hold rows."""

    ROWS: ClassVar[RowKinds] = {}

    version: Literal[1] = Field(alias="schema", description="version of this kind of document")

    @classmethod
    def kind_name(cls) -> str:
        """The name of its kind."""
        (name,) = cls.model_fields["kind"].annotation.__args__  # type: ignore[union-attr]  # a Literal
        return str(name)


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
    of: PositiveCount = Field(description="rows that were carried over")
    among: Among = Field(description="what the sample was taken from")
    sample: Several[Name] = Field(description="rows that were measured anew, and came out the same")


class Measurements(Document):
    """A document with rows of designs."""

    carried: Several[CarriedRows] | None = Field(None, description="when rows were carried over a change")


class Provenance(Model):
    """Where figures come from."""

    date: Date = Field(description="day of the newest figure, UTC")
    tools: Texts = Field(description="versions of the tools by name")


Names = dict[str, Name]
Digests = dict[str, Digest]
