# SPDX-License-Identifier: Apache-2.0
"""Generated regions of the comparison with the GMU group, made from results/campaign-gmu.json.

`study TABLE`              a table of `hashloom.reports.study`
`study-picture NAME TEXT`  a picture of `hashloom.reports.study_pictures`, TEXT for those who cannot see it
`study-provenance`         date, machine, tools, rows, and what was left out of them

Each says what is missing where the campaign was not measured, or not on a target.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from hashloom.campaign.document import command, path_of
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.reports import study, study_pictures
from hashloom.reproduction import study_rows
from hashloom.reproduction.gmu import CAMPAIGN
from hashloom.reproduction.study_rows import StudyCampaign


def load(places: Places) -> StudyCampaign | None:
    """The rows of the repository's campaign; None if it was not measured."""
    path = path_of(places.results, CAMPAIGN)
    return _load(places, path.stat().st_mtime_ns) if path.exists() else None


@lru_cache(maxsize=1)
def _load(places: Places, changed: int) -> StudyCampaign:
    """Rows of the campaign, read once for all regions; `changed` is when its file last did."""
    return study_rows.load(places.results, CAMPAIGN, places)


def table(places: Places, name: str) -> str:
    """A table under its heading; HashloomError if there is none of this name."""
    campaign = load(places)
    if campaign is None:
        return not_measured()
    found = study.tables(campaign)
    if name in found:
        heading, made = found[name]
        return f"{heading}:\n\n{made.markdown()}" if made.rows else f"{heading}: none."
    if name.startswith(study.ON):
        return f"The campaign has no target `{name.removeprefix(study.ON)}`."
    raise HashloomError(f"the comparison has no table '{name}'; there are: {', '.join(found)}")


def picture(places: Places, name: str, *words: str) -> str:
    """A picture of the folder results/, seen from a document in docs/."""
    campaign = load(places)
    if campaign is None:
        return not_measured()
    if name not in study_pictures.pictures(campaign):
        return "No candidate counts on any target of the campaign."
    return f"![{' '.join(words)}](../results/{CAMPAIGN}-{name}.svg)"


def pictures(places: Places) -> dict[str, str]:
    """The pictures as SVG, by name."""
    campaign = load(places)
    return {} if campaign is None else study_pictures.pictures(campaign)


def provenance(places: Places) -> str:
    """Where the rows are from."""
    campaign = load(places)
    if campaign is None:
        return not_measured()
    facts, states = campaign.provenance, [row["state"] for row in campaign.rows]
    told = ", ".join(f"{states.count(state)} {state}" for state in dict.fromkeys(states))
    tools = ", ".join(f"{name} {version}" for name, version in facts.tools.items())
    lines = [
        f"`{command(CAMPAIGN)}`, {facts.date}, "
        f"on {facts.machine}, with {tools}; "
        f"{len(campaign.rows)} rows on {len(campaign.targets)} targets ({told})."
    ]
    lines.append(
        f"{facts.wall_seconds / 3600:.1f} hours with {facts.workers} workers, "
        f"{facts.job_seconds / 3600:.1f} hours of jobs."
    )
    if campaign.stale:
        lines.append(f"{campaign.stale} further rows are of other RTL than this and are left out.")
    return " ".join(lines)


def not_measured() -> str:
    """What stands where figures will be."""
    return f"Not measured yet; `{command(CAMPAIGN)}` does it."


MAKERS: dict[str, Callable[..., str]] = {
    "study": table,
    "study-picture": picture,
    "study-provenance": provenance,
}
