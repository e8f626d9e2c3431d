# SPDX-License-Identifier: Apache-2.0
"""The results of a campaign as one JSON document, a row per line.

    {"kind": "campaign", "schema": 1, "campaign": name, "title": ..., "provenance": {...},
     "targets": {name: {...}}, "rows": [...]}

`provenance` has the versions of the tools, the machine that wrote it, and what the records know of the jobs
that were done: the `date` of the last one, `job_seconds`, the sum of their wall times, `wall_seconds`, the
time during which at least one of them was running, and `workers`, how many there were, or the most of several
runs. So a run that finds everything in the records writes the same again.

Where rows are adopted from the document that stood there before, its provenance stands for them: the times of
the jobs that only the other rows took are added to its times. They are then those of all jobs that were ever
done for the document, also for rows that others have taken the place of.
"""

import datetime
import json
import os
import time
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from hashloom import targets
from hashloom.campaign.campaign_file import Campaign
from hashloom.campaign.item import Item
from hashloom.campaign.job import IDENTITY, LOG_KIND, job_of
from hashloom.catalogue.places import Places
from hashloom.execution.processor import processor
from hashloom.execution.records import Body, Records
from hashloom.execution.steps import key_of
from hashloom.flow import Result
from hashloom.results import reader
from hashloom.results.tables import Campaign as CampaignDocument
from hashloom.results.versions import Content, Member, stamped
from hashloom.targets import AnyTarget, StandardCells


def path_of(folder: Path, name: str) -> Path:
    """Where the results of the campaign of this name stand in a folder; `*` is every campaign's."""
    return folder / f"campaign-{name}.json"


def command(name: str) -> str:
    """What measures a campaign of the repository and writes its results."""
    return f"hashloom campaign campaigns/{name}.toml -o results"


def document(
    campaign: Campaign,
    results: Sequence[Result],
    records: Records,
    adopted: Collection[Item] = (),
    before: Mapping[str, Any] | None = None,
) -> Content:
    """Return the document of the results of the campaign's items, in their order.

    `adopted` are items whose rows are those of a document with the provenance `before`.
    """
    measured = jobs_done([item for item in campaign.items if item not in adopted], records)
    facts = {"machine": f"{processor()}, {os.cpu_count()} processors", **measured}
    made = [result.row() for result in results]
    tools = {name: version for row in made for name, version in row.get("tools", {}).items()}
    content = {
        "campaign": campaign.name,
        "title": campaign.title,
        "provenance": {
            "tools": dict(sorted(tools.items())),
            **(joined(before, facts) if adopted and before is not None else facts),
        },
        "targets": {
            target.name: _target(target)
            for target in map(targets.find, dict.fromkeys(item.target for item in campaign.items))
        },
        "rows": made,
    }
    return stamped("campaign", content)


def text(content: Content) -> str:
    """Return the document as text: a line for each row."""
    others = {key: value for key, value in content.items() if key != "rows"}
    head = json.dumps({**others, "rows": []}, indent=1, ensure_ascii=False).removesuffix("[]\n}")
    lines = ",\n".join(json.dumps(row, ensure_ascii=False) for row in content["rows"])
    return f"{head}[\n{lines}\n]\n}}\n"


def provenance_of(path: Path, places: Places) -> Member:
    """Provenance of the document of a campaign at this path. UsageError if it cannot be used."""
    found, _ = reader.salvage(path, CampaignDocument, places)
    return found.provenance.plain()


def joined(before: Mapping[str, Any], now: Mapping[str, Any]) -> Member:
    """Machine, date and times of a document that goes on from another; `now` is what was added."""
    if not now["job_seconds"]:
        return {key: before.get(key, value) for key, value in now.items()}
    machines = dict.fromkeys([*filter(None, str(before.get("machine", "")).split("; ")), now["machine"]])
    times = ("wall_seconds", "job_seconds")
    return {
        "machine": "; ".join(machines),
        "date": max(str(before.get("date", "")), now["date"]),
        "workers": max(before.get("workers", 0), now["workers"]),
        **{key: round(before.get(key, 0.0) + now[key], 1) for key in times},
    }


def jobs_done(items: Sequence[Item], records: Records) -> Member:
    """Return what the records know of the jobs of items; of one that was done twice the last counts."""
    ours = set()
    for item in items:
        identity = job_of(item).identity()
        ours |= {key_of({**identity, "seed": seed}) for seed in (0, *item.placements)}
    last: dict[str, Body] = {}
    for body in records.all(LOG_KIND):
        key = key_of({name: body[name] for name in IDENTITY})
        if key in ours:
            last[key] = body
    done = list(last.values())
    ended = max((body["ended"] for body in done), default=time.time())
    return {
        "date": datetime.datetime.fromtimestamp(ended, datetime.UTC).date().isoformat(),
        "workers": max((body["workers"] for body in done), default=0),
        "wall_seconds": round(_covered((body["ended"] - body["seconds"], body["ended"]) for body in done), 1),
        "job_seconds": round(sum(body["seconds"] for body in done), 1),
    }


def _covered(spans: Iterable[tuple[float, float]]) -> float:
    """Length of the union of spans."""
    total, until = 0.0, float("-inf")
    for begin, end in sorted(spans):
        total += max(0.0, end - max(begin, until))
        until = max(until, end)
    return total


def _target(target: AnyTarget) -> Member:
    return {
        "description": target.description,
        "technology": target.technology,
        "area_unit": "GE" if isinstance(target, StandardCells) else target.area_unit,
        "placed": target.placed,
    }
