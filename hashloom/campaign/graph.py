# SPDX-License-Identifier: Apache-2.0
"""Which job is next: placements after their `prepare`, long jobs first, the same work once."""

import heapq
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from hashloom import targets
from hashloom.campaign.job import End, Job
from hashloom.execution import jobs

Work = tuple[str, str, str, int]
"""What jobs have in common that find each other's records: RTL, target, goal where it matters, seed."""


@dataclass
class Task:
    """Jobs of one item: `prepare` if it is to be done, then `places`."""

    prepare: Job | None
    places: Sequence[Job]
    ends: dict[Job, End] = field(default_factory=dict)

    @property
    def complete(self) -> bool:
        """Whether nothing of it is left to do."""
        if self.prepare is not None and self.prepare not in self.ends:
            return False
        return not self._goes_on() or all(place in self.ends for place in self.places)

    def _goes_on(self) -> bool:
        return self.prepare is None or self.ends[self.prepare].state == jobs.OK

    def startable(self) -> Iterable[Job]:
        """Jobs that wait for no other, whether they have begun or not."""
        if self.prepare is not None and self.prepare not in self.ends:
            return [self.prepare]
        return [place for place in self.places if place not in self.ends] if self._goes_on() else []


class Graph:
    """Jobs of a campaign that have not ended yet.

    `seconds` says how long a job will take; one of which nothing is known (None) counts as the longest. The
    order is that of the way from a job's begin to the end of its item, longest first. Two functions may have
    the same RTL: of jobs that do the same work for two items one waits, to find it in the records.
    """

    def __init__(self, tasks: Sequence[Task], seconds: Callable[[Job], float | None]) -> None:
        """`tasks` in any order."""
        self.tasks = tasks
        self._order: dict[Job, float] = {}
        self._task_of: dict[Job, Task] = {}
        self.running: set[Job] = set()
        self._working: set[Work] = set()
        self._work: dict[Job, Work] = {}
        for task in tasks:
            lengths = {job: _length(seconds(job)) for job in task.places}
            after = max(lengths.values(), default=0.0)
            if task.prepare is not None:
                lengths[task.prepare] = _length(seconds(task.prepare)) + after
            self._order |= lengths
            self._work |= {job: _work(job) for job in lengths}
            self._task_of |= dict.fromkeys(lengths, task)
        self._startable: list[Job] = []
        self._admit(job for task in tasks for job in task.startable())

    @property
    def jobs(self) -> list[Job]:
        """All jobs, ended or not."""
        return list(self._order)

    @property
    def finished(self) -> bool:
        """Whether all jobs have ended."""
        return not self._startable and not self.running

    def take(self, fits: Callable[[Job], bool] = lambda job: True) -> Job | None:
        """Return the next job to start, of those that fit; None if there is none at the moment."""
        for place, job in enumerate(self._startable):
            if self._work[job] not in self._working and fits(job):
                del self._startable[place]
                self.running.add(job)
                self._working.add(self._work[job])
                return job
        return None

    def ended(self, job: Job, end: End) -> Task:
        """Note the end of a job; return its task."""
        task = self._task_of[job]
        self.running.discard(job)
        self._working.discard(self._work[job])
        task.ends[job] = end
        if not job.seed:
            self._admit(task.startable())
        return task

    def _admit(self, more: Iterable[Job]) -> None:
        self._startable = sorted([*self._startable, *more], key=lambda job: -self._order[job])


def makespan(graph: Graph, seconds: Mapping[Job, float], workers: int) -> float:
    """Seconds that `workers` need for the graph, which is used up, if every job takes so long."""
    now, busy, serial = 0.0, list[tuple[float, int, Job]](), 0
    while not graph.finished:
        while len(busy) < workers and (job := graph.take()) is not None:
            serial += 1
            heapq.heappush(busy, (now + seconds[job], serial, job))
        now, _, job = heapq.heappop(busy)
        graph.ended(job, End(jobs.OK))
    return now


def _length(seconds: float | None) -> float:
    return math.inf if seconds is None else seconds


def _work(job: Job) -> Work:
    """The goal is part of the RTL on an FPGA."""
    target = targets.find(job.target)
    return (job.rtl, target.name, job.goal if target.technology == "asic" else "", job.seed)
