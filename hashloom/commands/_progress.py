# SPDX-License-Identifier: Apache-2.0
"""Lines on standard error that say how far a command is."""

import sys
import time
from collections.abc import Mapping
from typing import Any

from hashloom.campaign.engine import Status
from hashloom.commands import note
from hashloom.flow.result import Result

Row = Mapping[str, Any]


class ResultLines:
    """Lines on standard error: how many results are there, how long it has taken, what is being done."""

    def __init__(self, total: int) -> None:
        """`total` results are to come."""
        self.total, self.done, self.began = total, 0, time.monotonic()

    def say(self, text: str) -> None:
        """Print what is being done."""
        seconds = time.monotonic() - self.began
        # One write a line: several threads speak.
        sys.stderr.write(f"[{self.done}/{self.total} {seconds:4.0f} s] {text}\n")
        sys.stderr.flush()

    def end(self, result: Result) -> None:
        """Count a result; say why it is not ok."""
        self.done += 1
        message = result.measurement.message
        if message is not None:
            what = f"{result.function}/{result.architecture} {result.goal} on {result.target}"
            note(f"{what}: {result.state}: {message}")

    def end_row(self, what: str, row: Row) -> None:
        """Count a row that has no `Result`; say why it is not ok."""
        self.done += 1
        if "message" in row:
            note(f"{what}: {row['state']}: {row['message']}")


class JobLines:
    """Lines on standard error as jobs end, and what is wrong with a result as soon as it is there."""

    def __init__(self) -> None:
        """Nothing has been said."""
        self._said = ""

    def say(self, status: Status) -> None:
        """Print what has changed."""
        if status.result is not None and status.result.measurement.message is not None:
            result = status.result
            what = f"{result.function}/{result.architecture} {result.goal} on {result.target}"
            self.remark(f"{what}: {result.state}: {result.measurement.message}")
        if status.what is not None or sys.stderr.isatty():
            self._said = status.what or self._said
            line = f"{progress_line(status)}  {self._said}".rstrip()
            sys.stderr.write(f"\r\x1b[K{line}" if sys.stderr.isatty() else f"{line}\n")
            if sys.stderr.isatty() and status.jobs == status.all_jobs:
                sys.stderr.write("\n")
        sys.stderr.flush()

    def remark(self, text: str) -> None:
        """Print a line that stays."""
        clear = "\r\x1b[K" if sys.stderr.isatty() else ""
        sys.stderr.write(f"{clear}hashloom: {text}\n")
        sys.stderr.flush()


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
