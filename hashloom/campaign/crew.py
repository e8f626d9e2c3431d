# SPDX-License-Identifier: Apache-2.0
"""Which workers of a Dask cluster there are, which of them can be given a job, and why the others cannot."""

from __future__ import annotations

import math
import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from hashloom.campaign import wire
from hashloom.errors import HashloomError
from hashloom.execution.progress import Progress

POLL_SECONDS = 1.0
"""How often the scheduler is asked for its workers."""
ASK_SECONDS = 10.0
"""How long the scheduler may take to answer."""
LOST_SECONDS = 30.0
"""How long the scheduler may be silent before it counts as gone."""
HEARTBEAT_SECONDS = 15.0
"""A worker from which the scheduler has heard nothing for so long is given no job, and has lost one that is
overdue."""
SILENT_SECONDS = 300.0
"""A worker from which it has heard nothing for so long has lost its job, however long that may take."""
ABSENT_SECONDS = 60.0
"""How long workers that have gone may stay away before a campaign that has no others ends."""

_ADDRESS = re.compile(r"[\w.+:/%\[\]-]{1,200}")


@dataclass
class _Worker:
    """A worker that the scheduler has: jobs at once, and when it was last `heard`, by our clock.

    `mark` is the time of that by the scheduler's clock, which is only compared with itself.
    """

    threads: int
    mark: object
    heard: float


class Crew:
    """The workers of a scheduler, by address.

    A worker that is `out` is given no job any more; the sentence says why.
    """

    def __init__(self, client: Any, say: Progress) -> None:
        """`client` is connected; `say` is told why a worker is out."""
        self._client, self._say = client, say
        self._workers: dict[str, _Worker] = {}
        self.out: dict[str, str] = {}
        self._asked = self._answered = time.monotonic()
        self._left = -ABSENT_SECONDS
        self.look(now=True)

    @property
    def threads(self) -> int:
        """Jobs that can be done at once."""
        return sum(self._workers[address].threads for address in self._fit())

    def look(self, now: bool = False) -> bool:
        """Ask the scheduler which workers there are, if it was not asked just before; whether it is there."""
        moment = time.monotonic()
        if now or moment - self._asked >= POLL_SECONDS:
            self._asked = moment
            with suppress(OSError):
                self._update(self._identity(), moment)
                self._answered = time.monotonic()
        return time.monotonic() - self._answered < LOST_SECONDS

    def is_there(self, address: str) -> bool:
        """Whether the scheduler has the worker."""
        return address in self._workers

    def is_silent(self, address: str, deadline: float = math.inf) -> bool:
        """Whether the scheduler has heard nothing of a worker for very long, or since the deadline.

        While the scheduler itself is silent nothing can be said of its workers.
        """
        heard = self._workers[address].heard
        late = self._answered > deadline + HEARTBEAT_SECONDS
        return self._answered - heard > SILENT_SECONDS or (
            late and not self.is_heard_after(address, deadline)
        )

    def is_heard_after(self, address: str, deadline: float) -> bool:
        """Whether a worker has lived at a time after the deadline."""
        return self._workers[address].heard > deadline + 2 * POLL_SECONDS

    def free(self, taken: Counter[str]) -> str | None:
        """A worker that can be given a job beside those it has; None if there is none at the moment."""
        return next(
            (
                address
                for address in self._fit()
                if taken[address] < self._workers[address].threads
                and self._answered - self._workers[address].heard < HEARTBEAT_SECONDS
            ),
            None,
        )

    def refuse(self, address: str, why: str) -> None:
        """Give a worker no job any more, and say so."""
        if address not in self.out:
            self.out[address] = f"the worker {address} is left out: {why}"
            self._say(self.out[address])

    def require_some(self) -> None:
        """HashloomError if there is no worker for a job, and none can be expected."""
        if self._fit() or time.monotonic() - self._left < ABSENT_SECONDS:
            return
        last = list(self.out.values())
        why = f"no worker is left; {last[-1]}" if last else "no worker is left; all have gone"
        raise HashloomError(f"{why}; what is finished is in the records, the next run goes on there")

    def remarks(self) -> list[str]:
        """What is to be said of the workers in the end."""
        count = len(self.out)
        return (
            [f"{count} worker{' was' if count == 1 else 's were'} left out, as said above"] if count else []
        )

    def _fit(self) -> list[str]:
        return [address for address in self._workers if address not in self.out]

    def _identity(self) -> dict[str, Any]:
        scheduler = self._client.scheduler  # None while the connection is gone
        if scheduler is None:
            raise OSError
        found = wire.ask(self._client, scheduler.identity, ASK_SECONDS, n_workers=-1)
        workers = found.get("workers")
        if not isinstance(workers, dict) or not all(isinstance(told, dict) for told in workers.values()):
            raise OSError("this is no list of workers")
        return {address: told for address, told in workers.items() if _ADDRESS.fullmatch(str(address))}

    def _update(self, found: dict[str, Any], moment: float) -> None:
        if self._workers.keys() - found.keys():
            self._left = moment
        workers = {}
        for address, told in found.items():
            known = self._workers.get(address)
            if known is None or known.mark != told.get("last_seen"):
                known = _Worker(_threads(told), told.get("last_seen"), moment)
            workers[address] = known
        self._workers = workers


def _threads(told: dict[str, Any]) -> int:
    number = told.get("nthreads")
    return number if isinstance(number, int) else 0
