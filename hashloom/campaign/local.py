# SPDX-License-Identifier: Apache-2.0
"""Workers on this machine: processes, since verification and simulation of netlists work in Python.

A worker does one job after another. If it dies, that costs the job it was at, and another worker takes its
place. Workers end when their campaign ends, however that ends, and the tools they have started end with them.
"""

from __future__ import annotations

import multiprocessing
import os
import resource
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path

from hashloom.campaign.estimate import Estimates
from hashloom.campaign.graph import Graph
from hashloom.campaign.job import TOOLS_OF_A_JOB, End, Job, perform
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.execution.workers import FreshContext

OnEnd = Callable[[Job, End], None]
TICK_SECONDS = 5.0
"""How often the time to go is told anew while nothing ends."""
CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")


def memory_mib() -> int:
    """Memory of this machine, or of the control group it is all that this one may have, in MiB."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    with suppress(OSError, ValueError):
        total = min(total, int(CGROUP_LIMIT.read_text()))
    return total >> 20


class LocalWorkers:
    """So many workers on this machine; jobs run together only if their memory does not exceed the machine's.

    A job of whose memory nothing is known counts as the share of one worker.
    """

    def __init__(self, workers: int, session: Session, estimates: Estimates) -> None:
        """`session` is that of the workers."""
        self.workers = workers
        self._session, self._estimates, self._memory = session, estimates, memory_mib()

    def run(self, graph: Graph, on_end: OnEnd, tick: Callable[[], None]) -> None:
        """Do all jobs of the graph; `on_end` is called with each, `tick` now and then."""
        pool: list[_Worker] = []
        try:
            while not graph.finished:
                self._start(graph, pool)
                waiting = [worker for worker in pool if worker.job is not None]
                soonest = min(worker.deadline for worker in waiting) - time.monotonic()
                ready = wait([worker.connection for worker in waiting], max(0.0, min(soonest, TICK_SECONDS)))
                for worker in waiting:
                    end = worker.end(worker.connection in ready)
                    if end is not None:
                        job, worker.job = worker.job, None
                        assert job is not None
                        graph.ended(job, end)
                        on_end(job, end)
                pool = [worker for worker in pool if worker.job is not None or worker.idle]
                tick()
        finally:
            for worker in pool:
                worker.kill()

    def _start(self, graph: Graph, pool: list[_Worker]) -> None:
        """Give jobs to workers that have none."""

        def fits(job: Job) -> bool:
            taken = sum(self._needed_mib(other) for other in graph.running)
            return not graph.running or taken + self._needed_mib(job) <= self._memory

        while len(graph.running) < self.workers and (job := graph.take(fits)) is not None:
            worker = next((one for one in pool if one.idle), None)
            if worker is None:
                worker = _Worker.started(self._session)
                pool.append(worker)
            worker.begin(job)

    def _needed_mib(self, job: Job) -> float:
        estimate = self._estimates.of(job)
        return self._memory / self.workers if estimate is None else estimate.memory_mib


@dataclass
class _Worker:
    """A process and the job it is at; `deadline` by the monotonic clock."""

    process: SpawnProcess
    connection: Connection
    job: Job | None = None
    began: float = field(default=0.0)
    deadline: float = field(default=0.0)

    @classmethod
    def started(cls, session: Session) -> _Worker:
        """Start a process."""
        context = FreshContext()
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs, session), name="campaign worker")
        process.start()
        theirs.close()
        return cls(process, ours)

    @property
    def idle(self) -> bool:
        """Whether it can be given a job."""
        return self.job is None and self.process.is_alive()

    def begin(self, job: Job) -> None:
        """Hand over a job."""
        seconds = job.limits.wall_seconds
        self.job, self.began = job, time.monotonic()
        self.deadline = self.began + (1e9 if seconds is None else TOOLS_OF_A_JOB * seconds + TICK_SECONDS)
        with suppress(BrokenPipeError):  # it has died, which is seen at the other end of the pipe
            self.connection.send(job)

    def end(self, ready: bool) -> End | None:
        """How the job has ended, None if it goes on. `ready`: there is something to read."""
        seconds = time.monotonic() - self.began
        if ready:
            try:
                end: End = self.connection.recv()
            except (EOFError, ConnectionError):
                self.process.join()
                return _death(self.process.exitcode, seconds)
            return end
        if time.monotonic() > self.deadline:
            self.kill()
            message = f"it took more than {TOOLS_OF_A_JOB} times the time limit of a tool"
            return End(jobs.TIMED_OUT, message, seconds)
        return None

    def kill(self) -> None:
        """End the process and what it has started."""
        self.process.kill()
        self.process.join()
        self.connection.close()


def serve(connection: Connection, session: Session) -> None:
    """Body of a worker: does the jobs that come through the connection, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the campaign, which ends its workers
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    while True:
        try:
            job: Job = connection.recv()
        except EOFError:
            return
        limit = job.limits.memory_bytes
        resource.setrlimit(resource.RLIMIT_AS, (hard if limit is None else limit, hard))
        end, _ = perform(job, session)
        connection.send(end)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _death(status: int | None, seconds: float) -> End:
    """End of a job whose worker has died. The kernel kills with SIGKILL when memory is out."""
    if status == -signal.SIGKILL:
        return End(jobs.OUT_OF_MEMORY, "its worker was killed, as by the kernel when memory is out", seconds)
    how = f"by {signal.Signals(-status).name}" if status and status < 0 else f"with status {status}"
    return End(jobs.TOOL_CRASH, f"its worker ended {how}", seconds)
