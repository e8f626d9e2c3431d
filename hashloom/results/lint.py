# SPDX-License-Identifier: Apache-2.0
"""Documents of what tools say against the RTL when they read it."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hashloom.files.model import Amount, Digest, Model, Name, Several, Text
from hashloom.results.document import Document, Provenance


class LintProvenance(Provenance):
    """Where readings come from."""

    command: Name = Field(description="command that does the same")
    code: Digest = Field(description="SHA-256 of the code of the laboratory that runs the tools")


class UnitRead(Model):
    """A unit of the RTL, read by one tool."""

    unit: Name = Field(description="name of the unit: function, architecture and level, or an adapter")
    reader: Literal["verilator", "icarus", "read_verilog", "read_slang"] = Field(
        description="what read it: Verilator, Icarus, or a front end of yosys"
    )
    digest: Digest = Field(description="SHA-256 of the files, the top module and its parameters")
    complaints: Several[Text] = Field(description="what it said against the unit, line by line")
    seconds: Amount = Field(description="processor time it took, s")


class Lint(Document):
    """What `hashloom lint -o` writes."""

    kind: Literal["lint"] = Field(description="kind of document")
    provenance: LintProvenance = Field(description="where it comes from")
    readings: Several[UnitRead] = Field(description="every unit with every reader")
