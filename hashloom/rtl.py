# SPDX-License-Identifier: Apache-2.0
"""RTL of a design: which files in which order, which top module, which parameters."""

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hashloom.catalogue import repository_folder
from hashloom.design import Design, Tuning
from hashloom.errors import HashloomError, UsageError

Level = Literal["core", "top"]


@dataclass(frozen=True)
class RtlUnit:
    """SystemVerilog that can be handed to a tool.

    `sources` are in compile order; `parameters` are (name, value) of the module `top`, strings without
    quotation marks; `name` is fit for a file name.
    """

    name: str
    top: str
    sources: tuple[Path, ...]
    parameters: tuple[tuple[str, int | str], ...]

    def digest(self) -> str:
        """SHA-256 (hexadecimal) over contents of the sources in order, top module and parameters."""
        state = hashlib.sha256()
        for source in self.sources:
            try:
                content = source.read_bytes()
            except OSError as error:
                raise HashloomError(f"the RTL file {source} cannot be read: {error.strerror}") from error
            state.update(b"file %d\n" % len(content))
            state.update(content)
        state.update(f"top {self.top}\n".encode())
        for key, value in self.parameters:
            state.update(f"parameter {key} {value!r}\n".encode())
        return state.hexdigest()


def unit(design: Design, level: Level = "core", tuning: Tuning | None = None) -> RtlUnit:
    """RTL of a design at block level (`core`) or message level (`top`); no tuning: the RTL's defaults.

    The file `<top>.sv` of the family belongs to the level `top` only. Shared files are those of `common/`
    beside the family, or of this repository where a folder of cores elsewhere has none.
    """
    if level not in ("core", "top"):
        raise UsageError(f"unknown level '{level}'; it is core or top")
    family = design.family
    common = family.common + (family.common_top if level == "top" else ())
    own = [name for name in family.sources if level == "top" or Path(name).stem != family.top]
    shared = family.folder.parent / "common" / "rtl"
    if not shared.is_dir():
        shared = repository_folder() / "cores" / "common" / "rtl"
    sources = [shared / name for name in common] + [family.folder / name for name in own]
    return RtlUnit(
        name=f"{design.function.name}_{design.architecture.name}_{level}",
        top=family.top if level == "top" else family.core,
        sources=tuple(dict.fromkeys(sources)),
        parameters=tuple(design.parameters(tuning).items()),
    )
