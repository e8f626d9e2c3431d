# SPDX-License-Identifier: Apache-2.0
"""RTL without what a parameter has added, for the tests that this costs nothing where it is not asked for."""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from folders import SUPPORT

from hashloom.catalogue.planting import Change
from hashloom.catalogue.rtl import RtlUnit


def cuts(name: str) -> list[Change]:
    """The cuts of a file of this folder: in `file` the text `without` in the place of `with`."""
    read = tomllib.loads((SUPPORT / name).read_text(encoding="utf-8"))["cut"]
    return [Change(cut["file"], cut["with"], cut["without"]) for cut in read]


def without(unit: RtlUnit, cut: Sequence[Change], folder: Path) -> RtlUnit:
    """The unit with all the cuts of its sources, which are written into the folder."""
    for name in {one.file for one in cut} & {source.stem for source in unit.sources}:
        (path,) = (source for source in unit.sources if source.stem == name)
        text = path.read_text(encoding="utf-8")
        for one in cut:
            if one.file == name:
                text = one.planted(text)
        (folder / path.name).write_text(text, encoding="utf-8")
        unit = unit.with_file(folder / path.name)
    return unit
