# SPDX-License-Identifier: Apache-2.0
"""The last line of a terminal, where a command says what it is doing; nothing where standard error is none.

Rich draws it: it fits the width, cuts what does not, takes control characters out of foreign texts, and puts
above it what is written to standard error meanwhile.
"""

from __future__ import annotations

import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.live import Live

BAR_WIDTH = 16


class LastLine:
    """The line; several threads may show something."""

    def __init__(self) -> None:
        """Nothing is shown."""
        self._live: Live | None = None
        self._lock = threading.RLock()

    def show(self, text: str, share: float | None = None) -> None:
        """Show what is being done, beside a bar where it is known which share is done, 0 to 1; "" clears."""
        if not text:
            self.clear()
        elif sys.stderr.isatty():
            # Here, since most runs have no terminal or nothing to show.
            from rich.progress_bar import ProgressBar
            from rich.table import Table
            from rich.text import Text

            line = Table.grid(padding=(0, 1))
            cells = [] if share is None else [ProgressBar(1.0, share, BAR_WIDTH)]
            line.add_row(*cells, Text(text, no_wrap=True, overflow="ellipsis"))
            with self._lock:
                self._started().update(line, refresh=True)

    def clear(self) -> None:
        """Take the line away."""
        with self._lock:
            if self._live is not None:
                live, self._live = self._live, None
                live.stop()

    def _started(self) -> Live:
        from rich.console import Console
        from rich.live import Live

        if self._live is None:
            # Standard output is left alone: it may be a file.
            console = Console(stderr=True)
            self._live = Live(console=console, auto_refresh=False, transient=True, redirect_stdout=False)
            self._live.start()
        return self._live


LAST_LINE = LastLine()
"""That of this process."""
