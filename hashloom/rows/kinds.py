# SPDX-License-Identifier: Apache-2.0
"""The kinds of rows in documents of results, and how a row tells its kind.

A kind has two models: of rows that are ok, which have figures, and of all others, which have none.
`docs/results.md` explains them to readers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hashloom.execution import jobs
from hashloom.rows.around import (
    AdapterRow,
    BlockRow,
    ChainRow,
    FailedAdapterRow,
    FailedBlockRow,
    FailedChainRow,
    FailedPartRow,
    PartRow,
)
from hashloom.rows.counted import CyclesRow, FailedCyclesRow, FailedProgramRow, ProgramRow
from hashloom.rows.designs import DesignRow, ExternalRow, FailedDesignRow, FailedExternalRow
from hashloom.rows.levels import FailedLevelRow, LevelRow
from hashloom.rows.parts import Row, is_ok
from hashloom.rows.types import ABSENT, UNCOUNTED


@dataclass(frozen=True)
class Kind:
    """A kind of rows: models of those that are ok and of the others; `called` are the keys of its name."""

    what: str
    called: tuple[str, ...]
    ok: type[Row]
    failed: type[Row]
    states: tuple[str, ...] = jobs.STATES

    def model(self, row: object) -> type[Row]:
        """The model of a row of this kind, told by its state."""
        return self.ok if is_ok(row) else self.failed


DESIGN = Kind("design on a target", ("function", "architecture"), DesignRow, FailedDesignRow)
"""A design for a goal: what `hashloom.flow.Result.row` gives, with what a document adds to it."""
LEVEL = Kind("design at a level on a target", ("function", "architecture", "level"), LevelRow, FailedLevelRow)
"""The same of one of several levels that stand beside each other, see `hashloom.reproduction.levels`."""
EXTERNAL = Kind("RTL of others", ("top",), ExternalRow, FailedExternalRow)
"""RTL of others, see `hashloom.evaluation.external`."""
BLOCK = Kind("direction of Threefish", ("direction", "mix_adder"), BlockRow, FailedBlockRow)
"""The core of Threefish, see `hashloom.reports.threefish`."""
PART = Kind("part of a design", ("design", "part"), PartRow, FailedPartRow)
"""What a part of a design costs, see `hashloom.analysis.overhead`."""
ADAPTER = Kind("bus adapter", ("adapter",), AdapterRow, FailedAdapterRow)
"""What a bus adapter costs, see `hashloom.analysis.bus_overhead`."""
CHAIN = Kind("adder chain", ("chain",), ChainRow, FailedChainRow)
"""A circuit that makes sums, see `hashloom.reproduction.chains`."""
HASH_TIME = Kind("hash time", ("function", "architecture"), CyclesRow, FailedCyclesRow, (jobs.OK, *UNCOUNTED))
"""The cycles of whole messages, on no target, see `hashloom.reproduction.gmu`."""
SOFTWARE = Kind("program", ("function", "library"), ProgramRow, FailedProgramRow, (jobs.OK, ABSENT))
"""A program beside a paper's, see `hashloom.reproduction.software`."""
KINDS = (DESIGN, LEVEL, EXTERNAL, BLOCK, PART, ADAPTER, CHAIN, HASH_TIME, SOFTWARE)


def kind_of(row: Mapping[str, Any]) -> Kind:
    """The kind of a row, told by the keys that only rows of that kind have."""
    for kind, key in (
        (CHAIN, "chain"),
        (ADAPTER, "adapter"),
        (PART, "part"),
        (BLOCK, "direction"),
        (SOFTWARE, "library"),
        (EXTERNAL, "sources"),
        (LEVEL, "level"),
    ):
        if key in row:
            return kind
    return HASH_TIME if "target" in row and row["target"] is None else DESIGN
