# SPDX-License-Identifier: Apache-2.0
"""What an error message offers in the place of a name that is not known."""

import difflib
from collections.abc import Iterable


def nearest(text: str, known: Iterable[str]) -> str:
    """Second half of an error message: the known names nearest to `text`, or all of them if few."""
    names = list(dict.fromkeys(known))
    close = difflib.get_close_matches(text, names, n=4, cutoff=0.5)
    if close:
        return f"the nearest known: {', '.join(close)}"
    if not names:
        return "none is known"
    return f"known: {', '.join(names)}" if len(names) <= 24 else f"known: {', '.join(names[:24])}, ..."
