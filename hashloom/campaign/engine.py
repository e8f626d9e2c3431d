# SPDX-License-Identifier: Apache-2.0
"""Does what a plan has to do, whoever the workers are, and puts the results together."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from hashloom.campaign.graph import Graph
from hashloom.campaign.job import End, Job, log
from hashloom.campaign.plan import Entry, Plan
from hashloom.errors import HashloomError
from hashloom.evaluation import synthesis
from hashloom.execution.steps import key_of
from hashloom.flow import Result


@dataclass(frozen=True)
class Status:
    """How far a campaign is: jobs and results done of all, results by state, seconds; `what` has just ended.

    `seconds_to_go` is None where nothing allows an estimate. `result` is there when `what` was the last job
    of an item.
    """

    jobs: int
    all_jobs: int
    results: int
    all_results: int
    states: Mapping[str, int]
    seconds: float
    seconds_to_go: float | None
    what: str | None = None
    result: Result | None = None


Watcher = Callable[[Status], None]


def unwatched(status: Status) -> None:
    """Watcher that nobody wants to hear of."""


class Workers(Protocol):
    """Who does the jobs."""

    workers: int

    def run(self, graph: Graph, on_end: Callable[[Job, End], None], tick: Callable[[], None]) -> None:
        """Do all jobs of the graph; `on_end` is called with each, `tick` now and then."""


@dataclass
class CampaignOutcome:
    """Results in the order of the items; wall time of the run and sum of its `jobs`, in seconds."""

    results: list[Result]
    jobs: int
    wall_seconds: float
    job_seconds: float


@dataclass
class _Count:
    """What `Status` says, while it changes."""

    plan: Plan
    workers: int
    jobs_to_do: set[Job]
    states: Counter[str]
    began: float = field(default_factory=time.monotonic)
    jobs: int = 0
    job_seconds: float = 0.0
    estimated_seconds: float = 0.0

    def ended(self, job: Job, end: End) -> None:
        self.jobs += 1
        self.job_seconds += end.seconds
        self.jobs_to_do.discard(job)
        self.estimated_seconds += self.plan.estimates.seconds(job) or end.seconds

    def seconds_to_go(self) -> float | None:
        """From the estimates, as much off as those of the jobs done; a job without one takes their mean."""
        mean = self.job_seconds / self.jobs if self.jobs else None
        times = self.job_seconds / self.estimated_seconds if self.estimated_seconds else 1.0
        total = 0.0
        for job in self.jobs_to_do:
            seconds = self.plan.estimates.seconds(job)
            expected = mean if seconds is None else times * seconds
            if expected is None:
                return None
            total += expected
        return total / max(1, min(self.workers, len(self.jobs_to_do)))

    def status(self, what: str | None = None, result: Result | None = None) -> Status:
        return Status(
            jobs=self.jobs,
            all_jobs=self.jobs + len(self.jobs_to_do),
            results=self.states.total(),
            all_results=len(self.plan.entries),
            states=dict(self.states),
            seconds=time.monotonic() - self.began,
            seconds_to_go=self.seconds_to_go(),
            what=what,
            result=result,
        )


def execute(plan: Plan, workers: Workers, progress: Watcher = unwatched) -> CampaignOutcome:
    """Do what the plan has to do. HashloomError when nothing can be written any more.

    Whatever else befalls a job is the state of its item.
    """
    session, graph = plan.session, plan.graph()
    # A run that was killed may have done the last step of a result, and not have recorded the result.
    for entry in plan.entries.values():
        known = entry.result or entry.prepared
        if known is not None and not entry.adopted and not _is_recorded(known, plan):
            synthesis.record(known, session)
    entry_of: dict[Job, Entry] = {
        job: entry for entry in plan.open for job in (*filter(None, [entry.task.prepare]), *entry.task.places)
    }
    states = Counter(entry.result.state for entry in plan.entries.values() if entry.result is not None)
    count = _Count(plan, workers.workers, set(graph.jobs), states)

    def on_end(job: Job, end: End) -> None:
        if end.hopeless:
            raise HashloomError(f"{end.message}; what is finished is recorded, the next run goes on there")
        log(job, end, workers.workers, session.records)
        count.ended(job, end)
        entry = entry_of[job]
        if entry.task.complete and entry.result is None:
            count.jobs_to_do -= set(entry.task.places)
            entry.result = plan.assemble(entry)
            synthesis.record(entry.result, session)
            count.states[entry.result.state] += 1
        progress(count.status(str(job), entry.result))

    progress(count.status())
    workers.run(graph, on_end, lambda: progress(count.status()))
    results = [entry.result for entry in plan.entries.values() if entry.result is not None]
    return CampaignOutcome(results, count.jobs, time.monotonic() - count.began, count.job_seconds)


def _is_recorded(result: Result, plan: Plan) -> bool:
    return plan.snapshot.get(synthesis.RESULT_KIND, key_of(result.body())) is not None
