# SPDX-License-Identifier: Apache-2.0
"""Texts of a package with `@NAME@` where something is filled in."""

import re
from pathlib import Path


def fill(template: str, **values: object) -> str:
    """The template of this file name with its places filled; KeyError for a place that has no value."""
    text = (Path(__file__).parent / template).read_text(encoding="utf-8")
    return re.sub(r"@([A-Z_]+)@", lambda place: str(values[place[1].lower()]), text)
