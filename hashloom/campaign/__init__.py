# SPDX-License-Identifier: Apache-2.0
"""Sweeps over designs, targets, goals and seeds that can be stopped, go on, and spread over machines.

    read(path, places)                        a campaign file (TOML): a Campaign with its items
    run(items, session, workers=N)          the results of the items, in their order
    prepared(items, session, reusable, ...)   what there is, what is to be done (a Plan), and by whom
    execute(plan, workers, progress)          the results of a plan that has been looked at

An item becomes jobs (`job`), which go to processes of this machine (`local`) or to a Dask cluster
(`cluster`: its workers are in `crew`, what goes to and fro in `answer`, `wire` reads it), in an order that
keeps the end short (`graph`). Every step is in the records when it is finished, so a run that was stopped
goes on where it was: the plan only asks, by the rules and keys with which the work is done.
"""

from hashloom.campaign.campaign_file import Campaign, read
from hashloom.campaign.engine import CampaignOutcome, Status, Watcher, execute
from hashloom.campaign.item import Item
from hashloom.campaign.plan import Plan
from hashloom.campaign.running import prepared, run
from hashloom.campaign.scheduler import Scheduler

__all__ = [
    "Campaign",
    "CampaignOutcome",
    "Item",
    "Plan",
    "Scheduler",
    "Status",
    "Watcher",
    "execute",
    "prepared",
    "read",
    "run",
]
