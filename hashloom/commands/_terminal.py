# SPDX-License-Identifier: Apache-2.0
"""What a command is doing and how far it is, said in one place for all commands.

On a terminal it is the last line, with a bar where it is known how many items there are; seconds go on while
one of them takes long. Rich draws it: it fits the width, cuts what does not, takes control characters out of
foreign texts, and puts above it what is written to standard error meanwhile. Elsewhere it is a line of a log
every ten seconds, of what is being done then: never more, and never less while a command runs.
"""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.live import Live

BAR_WIDTH = 16
INTERVAL = 10.0
"""Seconds from one line of a log to the next."""
TICK = 1.0
"""Seconds after which a terminal shows the time anew."""


def duration(seconds: float) -> str:
    """Seconds, or hours and minutes where it takes long."""
    if seconds < 120:
        return f"{seconds:.{0 if seconds >= 10 else 1}f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02d} min"


def width() -> int | None:
    """Characters in a line of the terminal that standard output is; None where it is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


class Display:
    """What is being done, and how far it is; several threads may speak.

    `interval` and `tick` are seconds, `clock` tells them. A thread says again what was said last; `end` ends
    it.
    """

    def __init__(
        self, interval: float = INTERVAL, tick: float = TICK, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Nothing is shown."""
        self.interval, self.tick, self.clock = interval, tick, clock
        self._live: Live | None = None
        self._lock = threading.RLock()
        self._ended: threading.Event | None = None
        self._reset()

    def _reset(self) -> None:
        self._name, self._text, self._head, self._share = "", "", "", 0.0
        self._began = self._counting = self.clock()
        self._items = self._done = 0
        self._silent = False

    def begin(self, name: str) -> None:
        """A command of this name begins: a log is told of it even where it says nothing itself."""
        with self._lock:
            self._reset()
            self._name = name
            self._watch()

    def expect(self, items: int) -> None:
        """So many items are to come, from now on; what counted before does not."""
        with self._lock:
            self._items, self._done, self._counting = items, 0, self.clock()

    def advance(self) -> None:
        """One of the items is done."""
        with self._lock:
            self._done += 1
            self._draw()

    def show(self, text: str, head: str = "", share: float = 0.0) -> None:
        """Say what is being done; "" takes the line away.

        `head` is in the place of items and seconds for what tells more than these, and `share` of it is done,
        0 to 1.
        """
        with self._lock:
            self._text, self._head, self._share = text, head, share
            if not text and not head:
                self.clear()
                return
            self._watch()
            self._draw()

    def log(self) -> None:
        """Write the line now, where there is a log: it is the last one of what was done."""
        if not sys.stderr.isatty():
            sys.stderr.write(f"{self.line()}\n")  # one write, since several threads speak
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        with self._lock:
            self._text = self._head = ""
            if self._live is not None:
                live, self._live = self._live, None
                live.stop()

    def end(self) -> None:
        """Take the line away, and say nothing any more."""
        with self._lock:
            self.clear()
            self._reset()
            if self._ended is not None:
                self._ended.set()
                self._ended = None

    @contextmanager
    def silent(self) -> Iterator[None]:
        """Leave it to a program that was started to say what is being done."""
        with self._lock:
            self.clear()
            self._silent = True
        try:
            yield
        finally:
            self._silent = False

    def line(self) -> str:
        """What there is to be said: how far it is, and what is being done."""
        return f"[{self._head or self._counted()}] {self._text or self._name}".rstrip()

    def _counted(self) -> str:
        """Items, seconds since the beginning, and those to go if each item takes as long as those before."""
        now = self.clock()
        said = [duration(now - self._began)]
        if self._items:
            said.insert(0, f"{self._done}/{self._items}")
            if 0 < self._done < self._items:
                each = (now - self._counting) / self._done
                said.append(f"about {duration(each * (self._items - self._done))} to go")
        return ", ".join(said)

    def _watch(self) -> None:
        """Begin to say again what was said last."""
        if self._ended is None:
            if not self._name:
                self._began = self.clock()
            self._ended = threading.Event()
            threading.Thread(target=self._again, args=(self._ended,), daemon=True).start()

    def _again(self, ended: threading.Event) -> None:
        while not ended.wait(self.tick if sys.stderr.isatty() else self.interval):
            try:
                with self._lock:
                    if ended.is_set() or self._silent:
                        continue
                    if sys.stderr.isatty():
                        self._draw()
                    elif self._text or self._head or self._name:
                        self.log()
            except (OSError, ValueError):  # nobody reads it any more
                return

    def _draw(self) -> None:
        """Draw the line, where there is a terminal and something to be said."""
        if not (self._text or self._head) or not sys.stderr.isatty():
            return
        # Here, since most runs have no terminal or nothing to show.
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        drawn = Table.grid(padding=(0, 1))
        share = self._share if self._head else self._done / self._items if self._items else None
        cells = [] if share is None else [ProgressBar(1.0, share, BAR_WIDTH)]
        drawn.add_row(*cells, Text(self.line(), no_wrap=True, overflow="ellipsis"))
        self._started().update(drawn, refresh=True)

    def _started(self) -> Live:
        from rich.console import Console
        from rich.live import Live

        if self._live is None:
            # Standard output is left alone: it may be a file.
            console = Console(stderr=True)
            self._live = Live(console=console, auto_refresh=False, transient=True, redirect_stdout=False)
            self._live.start()
        return self._live


DISPLAY = Display()
"""That of this process."""
