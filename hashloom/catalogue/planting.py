# SPDX-License-Identifier: Apache-2.0
"""A fault planted in the RTL: in one source one text stands in the place of another."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError


@dataclass(frozen=True)
class Change:
    """In `file`, a name without `.sv`, the text `wrong` in the place of `right`, which stands there once."""

    file: str
    right: str
    wrong: str

    def planted(self, text: str) -> str:
        """The source with the change; HashloomError where the text to replace does not stand there once."""
        places = text.count(self.right)
        if places != 1:
            how = f"contains {places} times" if places else "does not contain"
            raise HashloomError(f"{self.file}.sv {how}: {self.right}")
        return text.replace(self.right, self.wrong)

    def source(self, unit: RtlUnit) -> Path | None:
        """The source of a unit that is changed, if it has it."""
        return next((source for source in unit.sources if source.stem == self.file), None)

    def write(self, unit: RtlUnit, folder: Path) -> Path:
        """The changed source of a unit, as its capture has it, as a file in the folder.

        HashloomError where that cannot be.
        """
        right = self.source(unit)
        if right is None:
            raise HashloomError(f"{unit.name} has no source {self.file}")
        wrong = folder / right.name
        wrong.write_text(self.planted(unit.capture.text(right)), encoding="utf-8")
        return wrong
