# SPDX-License-Identifier: Apache-2.0
"""What a campaign has to do and what it knows already."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from hashloom import evaluation, targets
from hashloom.campaign.estimate import Estimates
from hashloom.campaign.graph import Graph, Task, makespan
from hashloom.campaign.item import Item
from hashloom.campaign.job import job_of
from hashloom.errors import HashloomError, UsageError
from hashloom.evaluation.reuse import Reusable
from hashloom.execution import jobs
from hashloom.execution.records import Snapshot
from hashloom.execution.session import Session
from hashloom.execution.steps import NotDone
from hashloom.flow import Result, fpga
from hashloom.flow.on_target import tools_of
from hashloom.flow.result import failed
from hashloom.targets import Fpga, VendorFpga


@dataclass
class Entry:
    """An item with its result, if there is one, or else with its jobs.

    `adopted`: the result is that of a document. `prepared`: the result without placements, where the job that
    prepares them is needless.
    """

    item: Item
    result: Result | None = None
    adopted: bool = False
    task: Task = field(default_factory=lambda: Task(None, ()))
    prepared: Result | None = None


class Plan:
    """Items, each once, with what there is of them and what is to be done.

    What is `reusable` of documents comes first. The `session` is only asked; of its records counts what is
    there at the beginning, and `estimates` are made from that.
    """

    def __init__(self, items: Sequence[Item], session: Session, reusable: Reusable | None = None) -> None:
        """Look up every item. UsageError for a setting or a library that does not fit, or a vendor's tool."""
        _refuse_vendors(items)
        self.reusable = reusable or Reusable(session.places)
        self.session = session
        self.snapshot = Snapshot(session.records)
        self._asked = replace(session, records=self.snapshot).asking()
        self.entries = {item: self._look_up(item) for item in items}
        self.estimates = Estimates(self.snapshot, session.places)

    @property
    def open(self) -> list[Entry]:
        """Entries with something to do."""
        return [entry for entry in self.entries.values() if entry.result is None]

    @property
    def adopted(self) -> list[Item]:
        """Items whose results are those of a document."""
        return [item for item, entry in self.entries.items() if entry.adopted]

    def graph(self) -> Graph:
        """Return the graph of the jobs to do; their ends go into the entries."""
        return Graph([entry.task for entry in self.open], self.estimates.seconds)

    def summary(self, workers: int) -> dict[str, Any]:
        """Numbers of the plan, as a JSON object.

        `cpu_seconds` is the sum of the jobs with an estimate (a job keeps one processor busy),
        `wall_seconds` the time that `workers` need for them, `memory_mib` the largest; None where no job has
        an estimate. `unknown_jobs` are those without one. `adopted_results` are those of a document,
        `recorded_results` those of the records.
        """
        items = list(self.entries)
        tasks = [Task(entry.task.prepare, entry.task.places) for entry in self.open]
        graph = Graph(tasks, self.estimates.seconds)
        estimates = {job: self.estimates.of(job) for job in graph.jobs}
        estimated = [estimate for estimate in estimates.values() if estimate is not None]
        seconds = {job: 0.0 if one is None else one.seconds for job, one in estimates.items()}
        wall = makespan(graph, seconds, workers) if estimated else None
        return {
            "designs": len({item.design.name for item in items}),
            "targets": len({item.target for item in items}),
            "results": len(items),
            "recorded_results": len(items) - len(self.open) - len(self.adopted),
            "adopted_results": len(self.adopted),
            "placements": sum(len(item.placements) for item in items),
            "jobs": len(estimates),
            "placement_jobs": sum(1 for job in estimates if job.seed),
            "unknown_jobs": len(estimates) - len(estimated),
            "workers": workers,
            "cpu_seconds": round(sum(one.seconds for one in estimated), 1) if estimated else None,
            "wall_seconds": None if wall is None else round(wall, 1),
            "memory_mib": round(max(one.memory_mib for one in estimated)) if estimated else None,
        }

    def assemble(self, entry: Entry) -> Result:
        """Put the result of an item together, from the records if they have all of it, else from the ends."""
        item = entry.item
        try:
            return _recorded_result(item, self.session.asking())
        except NotDone:
            return _failed(entry)

    def _look_up(self, item: Item) -> Entry:
        try:
            adopted = self.reusable.renewed(
                item.design, item.target, item.goal, item.seeds,
                self._asked, settings=item.settings,
            )  # fmt: skip
            if adopted is not None:
                return Entry(item, adopted, adopted=True)
            return Entry(item, _recorded_result(item, self._asked))
        except NotDone:
            return self._open_entry(item)
        except UsageError:
            raise
        except HashloomError as error:
            return Entry(item, _result(item, jobs.TOOL_CRASH, str(error)))

    def _open_entry(self, item: Item) -> Entry:
        """An item with the jobs that the records do not make needless."""
        seeds, prepare = list(item.placements), job_of(item, self.session.reuse)
        try:
            prepared: Result | None = _recorded_result(item, self._asked, seeds=0)
        except NotDone:
            prepared = None
        todo = [seed for seed in seeds if prepared is None or not self._is_placed(item, seed)]
        places = [replace(prepare, seed=seed) for seed in todo]
        return Entry(item, task=Task(prepare if prepared is None else None, places), prepared=prepared)

    def _is_placed(self, item: Item, seed: int) -> bool:
        target = targets.find(item.target)
        assert isinstance(target, Fpga)
        try:
            fpga.placement(fpga.FpgaRun(item.unit(), target, item.limits), seed).perform(self._asked)
        except NotDone:
            return False
        return True


def _refuse_vendors(items: Sequence[Item]) -> None:
    """UsageError for a target that a vendor's tool measures: its first pass is no job that others share."""
    for name in dict.fromkeys(item.target for item in items):
        if isinstance(target := targets.find(name), VendorFpga):
            raise UsageError(
                f"{target.name} is measured by a vendor's tool, and only synth runs these; leave it out, and "
                f"give: hashloom synth DESIGN --target {name}"
            )


def _recorded_result(item: Item, session: Session, seeds: int | None = None) -> Result:
    """The result of an item, if all of its steps are done; else NotDone."""
    return evaluation.synthesise(
        item.design, item.target, item.goal, len(item.placements) if seeds is None else seeds,
        session, limits=item.limits, settings=item.settings,
    )  # fmt: skip


def _failed(entry: Entry) -> Result:
    """Result of an item whose steps are not all in the records: as the first job that failed."""
    task, item = entry.task, entry.item
    bad = next(((job, end) for job, end in task.ends.items() if end.state != jobs.OK), None)
    if bad is None:
        return _result(
            item,
            jobs.TOOL_CRASH,
            "its jobs ended well, but their records are not those of this machine's tools, libraries and "
            "hashloom; install the same on the workers",
        )
    job, end = bad
    if end.result is not None and end.result["measurement"]["state"] == end.state:
        return Result.from_body(end.result)
    return _result(item, end.state, f"placement {job.seed}: {end.message}" if job.seed else str(end.message))


def _result(item: Item, state: str, message: str) -> Result:
    """Result without figures."""
    design, target = item.design, targets.find(item.target)
    try:
        tools = tools_of(target)
    except HashloomError:
        tools = {}
    return Result(
        function=design.function.name,
        architecture=design.architecture.name,
        target=target.name,
        goal=item.goal,
        block_bits=design.function.block_bits,
        cycles_per_block=float(design.cycles_per_block),
        latency_cycles=design.cycles_block(),
        vectors_digest="",
        netlist_simulated=False,
        measurement=failed(state, message, item.unit().digest(), tools),
    )
