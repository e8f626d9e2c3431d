# SPDX-License-Identifier: Apache-2.0
"""Workers of a Dask cluster, on this machine or on others.

A job goes out as a JSON text to one worker that is free, and comes back as a JSON text with the records that
the worker made or found, which are checked and written into the records here. Workers have hashloom, records
and caches of their own. One whose laboratory, cores or tools are not those of this machine does no job: it is
left out, and the job goes to another.

A job whose worker dies or falls silent is tried on another, as often as Dask's setting
`distributed.scheduler.allowed-failures` says on this machine (3 unless it was changed). No wait is without
limit: a worker must have answered after the time that the job's limits allow.
"""

from __future__ import annotations

import logging
import queue
import time
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import Any

import dask
from distributed.client import ClosedClientError

from hashloom.campaign import crew, fingerprint, wire
from hashloom.campaign.answer import Answer, NoAnswer, answer_of, order_text
from hashloom.campaign.crew import Crew
from hashloom.campaign.fingerprint import Fingerprint
from hashloom.campaign.graph import Graph
from hashloom.campaign.item import Item
from hashloom.campaign.job import TOOLS_OF_A_JOB, End, Job
from hashloom.campaign.local import TICK_SECONDS, OnEnd
from hashloom.campaign.remote import perform_there
from hashloom.campaign.scheduler import Scheduler
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session

MARGIN_SECONDS = 60.0
"""What a job may take beyond the limits of its tools: ways through the network, processes that start."""
FETCH_SECONDS = 60.0
"""How long a worker may take to hand over its answer."""
_SAME = "install the same hashloom, cores, vectors and tools there, and start the worker again"


@dataclass(eq=False)
class _Trial:
    """A job at a worker; `deadline` by the monotonic clock."""

    job: Job
    worker: str
    here: Fingerprint
    began: float
    deadline: float
    future: Any = None


class Cluster:
    """Connection to a Dask scheduler; its workers do the jobs."""

    def __init__(self, scheduler: Scheduler, session: Session, say: Progress = silent) -> None:
        """Connect; workers' findings go into the session's records, `say` hears of workers that are left out.

        HashloomError where no scheduler answers or it has no workers.
        """
        for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
            logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters is said in a sentence
        self.address = scheduler.address
        self._session = session
        self._tries = 1 + int(dask.config.get("distributed.scheduler.allowed-failures"))
        self._trials: dict[Job, _Trial] = {}
        self._here: dict[Item, Fingerprint] = {}
        self._again: deque[Job] = deque()
        self._losses: Counter[Job] = Counter()
        self._ended: queue.SimpleQueue[_Trial] = queue.SimpleQueue()
        try:
            self._client = wire.connect(scheduler)
        except (OSError, ImportError) as error:  # also a timeout
            encrypted = ", or it refuses the certificate of --tls" if scheduler.certificates else ""
            raise HashloomError(
                f"no Dask scheduler answers at {self.address}{encrypted}; start one with: dask scheduler"
            ) from error
        self._crew = Crew(self._client, say)
        self.workers = self._crew.threads
        if not self.workers:
            self._close()
            raise HashloomError(
                f"the Dask scheduler at {self.address} has no workers; start some with: dask worker "
                f"{self.address} --nthreads 1 --nworkers N"
            )

    def __enter__(self) -> Cluster:
        """Return the connection."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connection."""
        self._close()

    def run(self, graph: Graph, on_end: OnEnd, tick: Callable[[], None]) -> None:
        """Do all jobs of the graph; `on_end` is called with each, `tick` now and then."""
        ticked = time.monotonic()
        try:
            while not graph.finished:
                if not self._crew.look() or self._client.status == "closed":
                    raise self._lost()
                for trial in list(self._trials.values()):
                    self._note(self._overdue(trial), trial, graph, on_end)
                self._hand_out(graph)
                if not self._trials:
                    self._crew.require_some()
                with suppress(queue.Empty):
                    trial = self._ended.get(timeout=crew.POLL_SECONDS)
                    if self._trials.get(trial.job) is trial:
                        self._note(self._end(trial), trial, graph, on_end)
                if time.monotonic() - ticked > TICK_SECONDS:
                    ticked = time.monotonic()
                    tick()
        finally:
            for trial in self._trials.values():
                trial.future.release()

    def remarks(self) -> list[str]:
        """What is to be said of the workers in the end."""
        return self._crew.remarks()

    def _hand_out(self, graph: Graph) -> None:
        """Give jobs to the workers that are free."""
        while (worker := self._crew.free(Counter(one.worker for one in self._trials.values()))) is not None:
            job = self._again.popleft() if self._again else graph.take()
            if job is None:
                return
            self._submit(job, worker)

    def _submit(self, job: Job, worker: str) -> None:
        text = Path(job.target).read_text(encoding="utf-8") if job.target.endswith(".py") else None
        item, began, seconds = job.item(self._session.places), time.monotonic(), job.limits.wall_seconds
        if item not in self._here:
            self._here[item] = fingerprint.of(item, self._session.places)
        here = self._here[item]
        limit = float("inf") if seconds is None else TOOLS_OF_A_JOB * seconds + MARGIN_SECONDS
        trial = _Trial(job, worker, here, began, began + limit)
        try:
            trial.future = self._client.submit(
                perform_there, order_text(replace(job, target_text=text), here),
                key=f"{job} {time.time_ns()}", workers=[worker], allow_other_workers=False,
            )  # fmt: skip
        except ClosedClientError as error:
            raise self._lost() from error
        self._trials[job] = trial
        trial.future.add_done_callback(lambda _: self._ended.put(trial))

    def _note(self, end: End | None, trial: _Trial, graph: Graph, on_end: OnEnd) -> None:
        """Note how a job has ended, if it has."""
        if end is not None:
            del self._trials[trial.job]
            trial.future.release()
            graph.ended(trial.job, end)
            on_end(trial.job, end)

    def _overdue(self, trial: _Trial) -> End | None:
        """End of a job whose worker has gone or does not answer; None if it goes on, here or elsewhere."""
        if not self._crew.is_there(trial.worker):
            return self._elsewhere(trial, lost=True)
        if self._crew.is_silent(trial.worker, trial.deadline):
            self._crew.refuse(trial.worker, "it does not answer")
            return self._elsewhere(trial, lost=True)
        if self._crew.is_heard_after(trial.worker, trial.deadline):
            self._crew.refuse(trial.worker, f"it is still at {trial.job}, for which the time is over")
            message = f"it took more than {TOOLS_OF_A_JOB} times the time limit of a tool"
            return End(jobs.TIMED_OUT, message, time.monotonic() - trial.began)
        return None

    def _end(self, trial: _Trial) -> End | None:
        """End of a job that has come back, its records written; None if it goes on elsewhere."""
        if trial.future.status == "cancelled":  # as all are when the scheduler has gone
            raise self._lost()
        if trial.future.status != "finished":
            self._crew.look(now=True)
            if not self._crew.is_there(trial.worker):
                return self._elsewhere(trial, lost=True)
            self._crew.refuse(trial.worker, f"it cannot do the jobs of this hashloom; {_SAME}")
            return self._elsewhere(trial)
        try:
            answer = self._answer(trial)
        except OSError:
            self._crew.look(now=True)
            if self._crew.is_there(trial.worker):
                self._crew.refuse(trial.worker, "it does not hand over its answer")
            return self._elsewhere(trial, lost=True)
        except NoAnswer as error:
            self._crew.refuse(trial.worker, f"its answer cannot be used, {error}; {_SAME}")
            return self._elsewhere(trial)
        differences = trial.here.differences(answer.there)
        if answer.problem is not None:
            self._crew.refuse(trial.worker, answer.problem)
        elif differences:
            self._crew.refuse(trial.worker, f"{'; '.join(differences)}; {_SAME}")
        elif answer.end is None:
            self._crew.refuse(trial.worker, f"it refuses the job without a reason; {_SAME}")
        elif answer.end.hopeless:
            self._crew.refuse(trial.worker, str(answer.end.message))
        else:
            for kind, key, body in answer.records:
                self._session.records.add(kind, key, body)
            return answer.end
        return self._elsewhere(trial)

    def _answer(self, trial: _Trial) -> Answer:
        """The answer of a worker. OSError where it does not come, NoAnswer where it is none."""
        key, scheduler = trial.future.key, self._client.scheduler  # None while the connection is gone
        if scheduler is None:
            raise OSError("the connection is gone")
        found = wire.ask(self._client, scheduler.gather, FETCH_SECONDS, keys=[key])
        if found.get("status") != "OK":
            raise OSError("the worker has gone")
        sent = found.get("data", {}).get(key)
        if not isinstance(sent, wire.Opaque) or sent.content is None:
            raise NoAnswer("it is no string of bytes")
        return answer_of(sent.content, trial.job, self._session.places)

    def _elsewhere(self, trial: _Trial, lost: bool = False) -> End | None:
        """Let another worker do the job, unless it has been `lost` too often: then this is its end."""
        self._losses[trial.job] += lost
        if self._losses[trial.job] >= self._tries:
            message = f"{self._losses[trial.job]} workers were lost at it, one after another"
            return End(jobs.TOOL_CRASH, message, time.monotonic() - trial.began)
        del self._trials[trial.job]
        trial.future.release()
        self._again.append(trial.job)
        return None

    def _lost(self) -> HashloomError:
        return HashloomError(
            f"the Dask scheduler at {self.address} is gone; what is finished is in the records, the next run "
            "goes on there"
        )

    def _close(self) -> None:
        with suppress(Exception):
            self._client.close(timeout=wire.CONNECT_SECONDS)
