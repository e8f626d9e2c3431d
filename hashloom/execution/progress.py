# SPDX-License-Identifier: Apache-2.0
"""Who is told, in a line of text, what is being done."""

from collections.abc import Callable

Progress = Callable[[str], None]
"""Gets a line of text; "" where nothing is being done any more."""


def silent(text: str) -> None:
    """Say nothing."""
