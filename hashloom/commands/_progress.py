# SPDX-License-Identifier: Apache-2.0
"""What a command says on standard error of results and jobs: how far they are, and which are not ok."""

from collections.abc import Mapping
from typing import Any

from hashloom.campaign.engine import Status
from hashloom.commands import note
from hashloom.commands._terminal import DISPLAY, Display, duration
from hashloom.flow.result import Result

Row = Mapping[str, Any]


class ResultLines:
    """How many results are there, how long it has taken, what is being done."""

    def __init__(self, total: int, display: Display = DISPLAY) -> None:
        """`total` results are to come."""
        self.total, self.done, self._display = total, 0, display
        display.expect(total)

    def say(self, text: str) -> None:
        """Say what is being done."""
        self._display.show(text)

    def end(self, result: Result) -> None:
        """Count a result; say why it is not ok."""
        self._count(_failure(result))

    def end_row(self, what: str, row: Row) -> None:
        """Count a row that has no `Result`; say why it is not ok."""
        self._count(f"{what}: {row['state']}: {row['message']}" if "message" in row else None)

    def _count(self, failure: str | None) -> None:
        self.done += 1
        self._display.advance()
        if failure is not None:
            note(failure)
        if self.done == self.total:
            self._display.clear()


class JobLines:
    """How far a campaign is as its jobs end, and what is wrong with a result as soon as it is there."""

    def __init__(self, display: Display = DISPLAY) -> None:
        """Nothing has been said."""
        self._said, self._display = "", display

    def say(self, status: Status) -> None:
        """Say what has changed."""
        failure = None if status.result is None else _failure(status.result)
        if failure is not None:
            self.remark(failure)
        self._said = status.what or self._said
        share = status.jobs / status.all_jobs if status.all_jobs else 1.0
        self._display.show(self._said, progress_line(status), share)
        if status.jobs == status.all_jobs:
            if status.what is not None:
                self._display.log()
            self._display.clear()

    def remark(self, text: str) -> None:
        """Print a line that stays."""
        note(text)


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
        f"{status.jobs}/{status.all_jobs} jobs, {status.results}/{status.all_results} results"
        f"{': ' if states else ''}{states}; {duration(status.seconds)}, {to_go} to go"
    )


def plural(count: int, noun: str) -> str:
    """A number of things: 1 job, 2 jobs."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
