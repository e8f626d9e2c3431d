# SPDX-License-Identifier: Apache-2.0
"""What documents of results have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from pydantic import Field

from hashloom.files.model import Date, Digest, Model, Name, Several, Texts
from hashloom.results.members import CarriedRows
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


class Measurements(Document):
    """A document with rows of designs."""

    carried: Several[CarriedRows] | None = Field(None, description="when rows were carried over a change")


class Provenance(Model):
    """Where figures come from."""

    date: Date = Field(description="day of the newest figure, UTC")
    tools: Texts = Field(description="versions of the tools by name")


Names = dict[str, Name]
Digests = dict[str, Digest]
