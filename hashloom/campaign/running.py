# SPDX-License-Identifier: Apache-2.0
"""From items to results: what there is of them, what is to be done, and who does it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING

from hashloom.campaign.engine import Watcher, Workers, execute, unwatched
from hashloom.campaign.item import Item
from hashloom.campaign.local import LocalWorkers
from hashloom.campaign.plan import Plan
from hashloom.campaign.scheduler import Scheduler
from hashloom.evaluation.reuse import Reusable
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.flow import Result

if TYPE_CHECKING:
    from hashloom.campaign.cluster import Cluster


def run(
    items: Sequence[Item],
    session: Session,
    *,
    workers: int,
    reusable: Reusable | None = None,
    scheduler: Scheduler | None = None,
    progress: Watcher = unwatched,
    say: Progress = silent,
    tell: Progress = silent,
) -> list[Result]:
    """Results of the items in their order; what the session has, or is `reusable`, is not computed again.

    The workers of a Dask `scheduler` do the jobs; without one `workers` processes of this machine do.
    `say` is told of workers that are left out, `tell` of designs that are verified for figures of before.
    UsageError for a setting or a library that does not fit, HashloomError where nothing can be written, no
    scheduler answers or no worker is left; a failure of a design or a tool is a result with another state
    than ok.
    """
    reusable = reusable or Reusable(session.places)
    with prepared(items, session, reusable, workers=workers, scheduler=scheduler, tell=tell, say=say) as (
        plan,
        crew,
    ):
        execute(plan, crew, progress)
    found = {item: entry.result for item, entry in plan.entries.items()}
    return [result for result in map(found.get, items) if result is not None]


@contextmanager
def prepared(
    items: Sequence[Item],
    session: Session,
    reusable: Reusable,
    *,
    workers: int,
    scheduler: Scheduler | None = None,
    tell: Progress = silent,
    say: Progress = silent,
    only_ask: bool = False,
) -> Iterator[tuple[Plan, Workers]]:
    """The plan of the items, and who will do its jobs.

    Designs whose figures are reusable, but whose checks are others today, are verified first, which `tell` is
    told of; with `only_ask` nothing is. Other arguments and errors as for `run`.
    """
    # A scheduler that does not answer is told before the records are asked.
    with _connection(scheduler, session, say) as cluster:
        if not only_ask:
            _renew(items, reusable, session, workers, tell)
        plan = Plan(items, session, reusable)
        yield plan, cluster or LocalWorkers(workers, session, plan.estimates)
        for remark in cluster.remarks() if cluster is not None else ():
            say(remark)


def _connection(
    scheduler: Scheduler | None, session: Session, say: Progress
) -> AbstractContextManager[Cluster | None]:
    """Connection to a Dask scheduler; to nothing if there is none."""
    if scheduler is None:
        return nullcontext()
    from hashloom.campaign.cluster import Cluster

    return Cluster(scheduler, session, say)


def _renew(items: Sequence[Item], reusable: Reusable, session: Session, workers: int, tell: Progress) -> None:
    """Verify the designs anew whose figures stand in the results, where today's checks are others."""
    stale: dict[str, list[Item]] = {}
    for item in items:
        what = (item.design, item.target, item.goal, item.seeds, item.settings)
        if reusable.standing(*what) and not reusable.result(*what):
            stale.setdefault(item.design.name, []).append(item)

    def verify(name: str) -> None:
        for item in stale[name]:  # one after another: they may differ in nothing that is verified
            tell(f"{name} for {item.target}: verification")
            reusable.renewed(item.design, item.target, item.goal, item.seeds, session, settings=item.settings)

    jobs.parallel(verify, list(stale), workers)
