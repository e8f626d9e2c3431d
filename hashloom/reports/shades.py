# SPDX-License-Identifier: Apache-2.0
"""Pictures for a dark page: the same SVG in the colours of the report's dark theme.

A page that shows both has, for `NAME.svg`, a source `NAME-dark.svg`; `wanted` finds these.
"""

from __future__ import annotations

import re

from hashloom.reports.drawing import COLOURS, CONTEXT_COLOUR
from hashloom.reports.page.themes import INKS

_DARK = INKS["dark"]
SHADES = {
    "white": _DARK.paper,
    **dict.fromkeys(("black", "#000", "#000000"), _DARK.text),
    "#ddd": _DARK.line,
    "#888": _DARK.guide,
    CONTEXT_COLOUR: _DARK.quiet,
    **dict(zip(COLOURS, _DARK.families, strict=False)),
}
"""Colours of pictures, and what stands for them on a dark page."""
COLOUR = re.compile(r'(fill|stroke)="([^"]+)"')
SOURCE = re.compile(r'srcset="([\w./-]+)-dark\.svg"')


def dark(svg: str) -> str:
    """The picture in dark colours. KeyError for a colour that has no other."""
    return COLOUR.sub(lambda match: f'{match[1]}="{_shade(match[2])}"', svg)


def wanted(page: str) -> list[str]:
    """The paths, without ending, of the pictures that a Markdown page shows in dark, too."""
    return SOURCE.findall(page)


def _shade(colour: str) -> str:
    return colour if colour in ("none", "transparent") else SHADES[colour]
