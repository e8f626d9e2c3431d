# SPDX-License-Identifier: Apache-2.0
"""Workers of a Dask cluster, on this machine or on others.

A job goes out as a specification and comes back as the records that it made or found, which are written into
the records here. Workers have hashloom, records and caches of their own. A job whose worker dies is tried on
another, as often as the scheduler's setting `distributed.scheduler.allowed-failures` says (3 unless it was
changed). The scheduler blames every job that was with the worker, also those that only waited there, so that
no job goes out before there is a worker free for it.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import re
import time
from collections.abc import Callable
from concurrent import futures
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any

from distributed import Client, KilledWorker, get_worker

from hashloom.campaign.graph import Graph
from hashloom.campaign.job import End, Job, perform
from hashloom.campaign.local import TICK_SECONDS, OnEnd
from hashloom.campaign.recorded import Collecting
from hashloom.errors import HashloomError, UsageError
from hashloom.execution import jobs
from hashloom.execution.records import Records

CONNECT_SECONDS = 8.0
LOST_SECONDS = 30.0
"""How long the connection to the scheduler may be gone."""
_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?[^/:\s]+:\d{1,5}")
Portable = tuple[End, list[dict[str, Any]]]
"""End of a job and the records it touched: `kind`, `key`, `body`."""


class Cluster:
    """Connection to a Dask scheduler; its workers do the jobs."""

    def __init__(self, address: str, records: Records) -> None:
        """Connect; workers' findings go into `records`.

        HashloomError where no scheduler answers or it has no workers, UsageError for what is no address.
        """
        for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is said in a sentence
        self.address = address
        self._records = records
        if not _ADDRESS.fullmatch(address):
            raise UsageError(
                f"'{address}' is no address of a Dask scheduler; write it as the scheduler says it when it "
                "starts, such as tcp://machine:8786"
            )
        try:
            client: Any = Client(  # type: ignore[no-untyped-call]
                address, timeout=CONNECT_SECONDS, set_as_default=False
            )
        except OSError as error:  # also a timeout
            raise HashloomError(
                f"no Dask scheduler answers at {address}; start one with: dask scheduler"
            ) from error
        self._client: Any = client
        self.workers = self._threads()
        if not self.workers:
            client.close()
            raise HashloomError(
                f"the Dask scheduler at {address} has no workers; start some with: dask worker {address} "
                "--nthreads 1 --nworkers N"
            )

    def __enter__(self) -> Cluster:
        """Return the connection."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connection."""
        with suppress(Exception):
            self._client.close(timeout=CONNECT_SECONDS)

    def run(self, graph: Graph, on_end: OnEnd, tick: Callable[[], None]) -> None:
        """Do all jobs of the graph; `on_end` is called with each, `tick` now and then."""
        waiting: dict[Job, Any] = {}
        ended: queue.SimpleQueue[Job] = queue.SimpleQueue()
        heard = time.monotonic()
        try:
            while not graph.finished:
                free = self._threads() - len(waiting)
                while free > 0 and (job := graph.take()) is not None:
                    waiting[job] = self._submit(job, ended)
                    free -= 1
                try:
                    job = ended.get(timeout=TICK_SECONDS)
                except queue.Empty:
                    if self._client.status == "running":
                        heard = time.monotonic()
                    elif time.monotonic() - heard > LOST_SECONDS:
                        raise self._lost() from None
                else:
                    end = self._end(waiting.pop(job))
                    graph.ended(job, end)
                    on_end(job, end)
                tick()
        finally:
            with suppress(Exception):
                self._client.cancel(list(waiting.values()), force=True)

    def _threads(self) -> int:
        """Jobs that the workers of this moment can do at once; 0 while the scheduler cannot be asked."""
        scheduler = self._client.scheduler  # None while the connection is gone
        if scheduler is not None:
            with suppress(OSError):
                return sum(self._client.sync(scheduler.ncores).values())
        return 0

    def _submit(self, job: Job, ended: queue.SimpleQueue[Job]) -> Any:
        text = Path(job.target).read_text(encoding="utf-8") if job.target.endswith(".py") else None
        future = self._client.submit(
            perform_there, replace(job, target_text=text), key=f"{job} {time.time_ns()}"
        )
        future.add_done_callback(lambda _: ended.put(job))
        return future

    def _end(self, future: Any) -> End:
        """End of a job that has come back, its records written."""
        error: BaseException | None
        end: End
        found: list[dict[str, Any]]
        try:
            error = future.exception()
            end, found = future.result() if error is None else (End(jobs.TOOL_CRASH), [])
        except (OSError, asyncio.CancelledError, futures.CancelledError) as trouble:
            raise self._lost() from trouble
        if isinstance(error, KilledWorker):
            return replace(end, message=f"{error.allowed_failures + 1} workers died of it, one after another")
        if error is not None:
            raise HashloomError(
                f"a worker of {self.address} cannot do hashloom's jobs ({type(error).__name__}: {error}); "
                "install the same hashloom there"
            )
        for record in found:
            self._records.put(record["kind"], record["key"], record["body"])
        return end

    def _lost(self) -> HashloomError:
        return HashloomError(
            f"the Dask scheduler at {self.address} is gone; what is finished is in the records, the next run "
            "goes on there"
        )


def perform_there(job: Job) -> Portable:
    """Do a job on a worker, with the worker's own records and caches."""
    records = Collecting(Records())
    end = perform(job, records)
    if end.hopeless:
        end = replace(end, message=f"on the worker {get_worker().address}: {end.message}")
    return end, records.portable()
