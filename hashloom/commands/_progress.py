# SPDX-License-Identifier: Apache-2.0
"""What a command says on standard error of how far it is."""

import sys
import time
from collections.abc import Mapping
from typing import Any

from hashloom.campaign.engine import Status
from hashloom.commands import note
from hashloom.commands._terminal import LAST_LINE
from hashloom.flow.result import Result

Row = Mapping[str, Any]


class ResultLines:
    """How many results are there, how long it has taken, what is being done."""

    def __init__(self, total: int) -> None:
        """`total` results are to come."""
        self.total, self.done, self.began = total, 0, time.monotonic()

    def say(self, text: str) -> None:
        """Say what is being done."""
        seconds = time.monotonic() - self.began
        share = self.done / self.total if self.total else 1.0
        tell(f"[{self.done}/{self.total} {seconds:4.0f} s] {text}", share)

    def end(self, result: Result) -> None:
        """Count a result; say why it is not ok."""
        self._count(_failure(result))

    def end_row(self, what: str, row: Row) -> None:
        """Count a row that has no `Result`; say why it is not ok."""
        self._count(f"{what}: {row['state']}: {row['message']}" if "message" in row else None)

    def _count(self, failure: str | None) -> None:
        self.done += 1
        if failure is not None:
            note(failure)
        if self.done == self.total:
            LAST_LINE.clear()


class JobLines:
    """How far a campaign is as its jobs end, and what is wrong with a result as soon as it is there."""

    def __init__(self) -> None:
        """Nothing has been said."""
        self._said = ""

    def say(self, status: Status) -> None:
        """Say what has changed."""
        failure = None if status.result is None else _failure(status.result)
        if failure is not None:
            self.remark(failure)
        if status.what is not None or sys.stderr.isatty():
            self._said = status.what or self._said
            share = status.jobs / status.all_jobs if status.all_jobs else 1.0
            tell(f"{progress_line(status)}  {self._said}".rstrip(), share)
        if status.jobs == status.all_jobs:
            LAST_LINE.clear()

    def remark(self, text: str) -> None:
        """Print a line that stays."""
        note(text)


def tell(line: str, share: float) -> None:
    """Show how far it is: beside a bar on the last line of a terminal, elsewhere as a line of a log."""
    if sys.stderr.isatty():
        LAST_LINE.show(line, share)
    else:
        sys.stderr.write(f"{line}\n")  # one write, since several threads speak
        sys.stderr.flush()


def _failure(result: Result) -> str | None:
    message = result.measurement.message
    if message is None:
        return None
    return (
        f"{result.function}/{result.architecture} {result.goal} on {result.target}: {result.state}: {message}"
    )


def progress_line(status: Status) -> str:
    """How far a campaign is."""
    states = ", ".join(f"{count} {state}" for state, count in status.states.items())
    to_go = "?" if status.seconds_to_go is None else duration(status.seconds_to_go)
    return (
        f"[{status.jobs}/{status.all_jobs} jobs, {status.results}/{status.all_results} results"
        f"{': ' if states else ''}{states}; {duration(status.seconds)}, {to_go} to go]"
    )


def duration(seconds: float) -> str:
    """Seconds, or hours and minutes where it takes long."""
    if seconds < 120:
        return f"{seconds:.{0 if seconds >= 10 else 1}f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60:02d} min"


def plural(count: int, noun: str) -> str:
    """A number of things: 1 job, 2 jobs."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
