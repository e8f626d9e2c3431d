# SPDX-License-Identifier: Apache-2.0
"""What is to be measured: RTL of others as its owner names it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hashloom.errors import UsageError
from hashloom.flow.serial_harness import CLOCK

Reset = Literal["keep", "sync"]
"""What becomes of asynchronous resets: they stay, or are made synchronous."""
VHDL_SUFFIXES = (".vhd", ".vhdl")

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_$]*")
_TEXT = re.compile(r"[A-Za-z0-9 _+*/.,:=()<>@!?#-]*")


@dataclass(frozen=True)
class ExternalCore:
    """RTL of others: top module, files in compile order, parameters of the top module, name of the clock.

    `block_bits` are hashed in `cycles_per_block` clock cycles; both or neither are known. `includes` are the
    folders, beside those of the files, that `` `include `` and `$readmemh` may read from.
    """

    top: str
    sources: tuple[Path, ...]
    parameters: tuple[tuple[str, int | str], ...] = ()
    clock: str = CLOCK
    block_bits: int | None = None
    cycles_per_block: float | None = None
    includes: tuple[Path, ...] = ()
    reset: Reset = "keep"

    def __post_init__(self) -> None:
        """UsageError for a name or a text that a tool would read as more than that."""
        named = [("top module", self.top), ("clock", self.clock)]
        for what, name in [*named, *(("parameter", key) for key, _ in self.parameters)]:
            if not _NAME.fullmatch(name):
                raise UsageError(f"{name!r} is no name of a {what}; give a plain identifier of Verilog")
        for key, value in self.parameters:
            if isinstance(value, str) and not _TEXT.fullmatch(value):
                raise UsageError(
                    f"{value!r} cannot be given to {key}: a text has letters, digits, spaces and "
                    "_+-*/.,:=()<>@!?# only"
                )

    @property
    def is_vhdl(self) -> bool:
        """Whether the files are VHDL. UsageError where some are and some are not."""
        vhdl = [source for source in self.sources if source.suffix.lower() in VHDL_SUFFIXES]
        if vhdl and len(vhdl) < len(self.sources):
            other = next(source for source in self.sources if source not in vhdl)
            raise UsageError(
                f"{vhdl[0]} is VHDL and {other} is not; a core is read as one or the other, so turn one into "
                "the other first"
            )
        return bool(vhdl)
