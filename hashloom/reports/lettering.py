# SPDX-License-Identifier: Apache-2.0
"""Room for letters: a text of a picture takes as much in any font as in the one that it was laid out with.

A picture is laid out with the letters of Liberation Sans, whose widths are those of Helvetica and Arial. A
reader without any of these has wider ones, which would run into each other. So each text says its length.
"""

from __future__ import annotations

import re
from html import unescape

WIDTHS = {
    False: (
        "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 "
        "556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 "
        "1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 "
        "667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 "
        "333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 "
        "556 556 333 500 278 556 500 722 500 500 500 334 260 334 584"
    ),
    True: (
        "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 "
        "556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 "
        "975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 "
        "667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 "
        "333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 "
        "611 611 389 556 333 611 556 778 556 556 500 389 280 389 584"
    ),
}
"""Widths of the letters from blank to tilde, in thousandths of the size: bold or not."""
LETTERS = {
    bold: dict(zip(map(chr, range(32, 127)), map(int, widths.split()), strict=True))
    for bold, widths in WIDTHS.items()
}
OTHER = 556
"""Width of any other letter, which is that of a figure."""
TEXT = re.compile(r"<text ([^>]*)>([^<]+)</text>")
SIZE = re.compile(r'font-size="([\d.]+)(?:px)?"')


def width(text: str, size: float, bold: bool = False) -> float:
    """Width of a text of this size in pixels."""
    return sum(LETTERS[bold].get(letter, OTHER) for letter in text) * size / 1000


def fitted(svg: str) -> str:
    """The picture with the length of every text in it."""

    def said(match: re.Match[str]) -> str:
        look, text = match[1], match[2]
        size = SIZE.search(look)
        if size is None or "textLength" in look:
            return match[0]
        length = width(unescape(text), float(size[1]), 'font-weight="bold"' in look)
        return f'<text {look} textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs">{text}</text>'

    return TEXT.sub(said, svg)
