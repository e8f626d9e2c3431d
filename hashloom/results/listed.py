# SPDX-License-Identifier: Apache-2.0
"""Rows in documents: of several kinds, measured or not, told by their keys and their state."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Discriminator, Tag

from hashloom import rows
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


def _tag(row: Any) -> str:
    """The name of the model of a row."""
    return rows.kind_of(row).model(row).__name__ if isinstance(row, dict) else type(row).__name__


_WHICH = Discriminator(_tag)
AnyDesign = Annotated[
    Annotated[DesignRow, Tag("DesignRow")] | Annotated[FailedDesignRow, Tag("FailedDesignRow")], _WHICH
]
"""A row of a design, measured or not."""
AnyAtLevel = Annotated[
    Annotated[LevelRow, Tag("LevelRow")] | Annotated[FailedLevelRow, Tag("FailedLevelRow")], _WHICH
]
AnySynthesis = Annotated[
    Annotated[DesignRow, Tag("DesignRow")]
    | Annotated[FailedDesignRow, Tag("FailedDesignRow")]
    | Annotated[ExternalRow, Tag("ExternalRow")]
    | Annotated[FailedExternalRow, Tag("FailedExternalRow")],
    _WHICH,
]
AnyPart = Annotated[
    Annotated[PartRow, Tag("PartRow")] | Annotated[FailedPartRow, Tag("FailedPartRow")], _WHICH
]
AnyAdapter = Annotated[
    Annotated[AdapterRow, Tag("AdapterRow")] | Annotated[FailedAdapterRow, Tag("FailedAdapterRow")], _WHICH
]
AnyBlock = Annotated[
    Annotated[BlockRow, Tag("BlockRow")] | Annotated[FailedBlockRow, Tag("FailedBlockRow")], _WHICH
]
AnyChain = Annotated[
    Annotated[ChainRow, Tag("ChainRow")] | Annotated[FailedChainRow, Tag("FailedChainRow")], _WHICH
]
AnyReproduced = Annotated[
    Annotated[DesignRow, Tag("DesignRow")]
    | Annotated[FailedDesignRow, Tag("FailedDesignRow")]
    | Annotated[CyclesRow, Tag("CyclesRow")]
    | Annotated[FailedCyclesRow, Tag("FailedCyclesRow")]
    | Annotated[ProgramRow, Tag("ProgramRow")]
    | Annotated[FailedProgramRow, Tag("FailedProgramRow")],
    _WHICH,
]
