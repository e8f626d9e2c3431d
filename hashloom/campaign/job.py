# SPDX-License-Identifier: Apache-2.0
"""A job: what one worker does at a time, told in words that any process or machine understands.

An item is one job, `prepare`: verify, map, measure what needs no placement, simulate the netlist. On an FPGA
that is placed, one job `place` per seed follows when that has gone well. What a job finds out is in the
records; beyond that it says how it ended.
"""

import errno
import sqlite3
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashloom import catalogue, evaluation, targets
from hashloom.campaign.item import Item
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.evaluation.synthesis import RESULT_KIND
from hashloom.execution import jobs
from hashloom.execution.records import Body, Records
from hashloom.execution.session import Again, Journal, Reuse, Session
from hashloom.execution.steps import key_of
from hashloom.files import writing
from hashloom.flow import fpga

NOTHING_AGAIN = Reuse()
LOG_KIND = "campaign-job"
PREPARE, PLACE = "prepare", "place"
IDENTITY = ("design", "target", "goal", "settings", "seed", "rtl")
"""What makes a job another than the others; `rtl` is a digest."""
TOOLS_OF_A_JOB = 4  # verification, mapping, timing or placement, simulation of the netlist

_NO_PLACE_TO_WRITE = (
    errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR, errno.EIO
)  # fmt: skip


class OtherRtl(HashloomError):
    """Who does the job has other RTL than who asked for it."""


@dataclass(frozen=True)
class Job:
    """What is to be done, without any object of this process.

    `seed` is 0 for `prepare`. `target_text` is the text of a target file, where its path would not help.
    `rtl` is the digest of the RTL that the asker has. `again` and `since` are those of `Reuse`.
    """

    design: str
    target: str
    goal: str
    settings: tuple[tuple[str, int], ...]
    limits: jobs.Limits
    seed: int
    rtl: str
    again: Again = "nothing"
    since: str = ""
    target_text: str | None = None

    @property
    def kind(self) -> str:
        """`prepare` or `place`."""
        return PLACE if self.seed else PREPARE

    def __str__(self) -> str:
        """Name for the user."""
        what = f"{self.design} {self.goal} on {targets.find(self.target).name}"
        return f"{what}, placement {self.seed}" if self.seed else what

    def item(self, found: Places) -> Item:
        """The item that the job is of, its target found on this machine. UsageError for a wrong name."""
        target = self.target if self.target_text is None else target_path(self.target_text, found.targets)
        design = catalogue.resolve_design(self.design, found)
        return Item(design, target, self.goal, 0, self.limits, self.settings)

    def identity(self) -> Body:
        """IDENTITY as a JSON object; the target by its name."""
        named = {"target": targets.find(self.target).name, "settings": [list(one) for one in self.settings]}
        return {key: getattr(self, key) for key in IDENTITY} | named


@dataclass(frozen=True)
class End:
    """How a job ended.

    `state` is one of `jobs.STATES`, `message` says why it is not ok. `seconds` of wall time,
    `memory_mib` of the largest tool. `result` is the body of the `flow.Result` of a `prepare`. `worked`: a
    tool or a verification ran. `hopeless`: no other job could do better (nothing can be
    written, or the RTL is not that of the campaign).
    """

    state: str
    message: str | None = None
    seconds: float = 0.0
    memory_mib: int = 0
    result: Body | None = None
    worked: bool = False
    hopeless: bool = False


def job_of(item: Item, reuse: Reuse = NOTHING_AGAIN) -> Job:
    """Return the job `prepare` of an item."""
    rtl = item.unit().digest()
    return Job(
        item.design.name, item.target, item.goal, item.settings, item.limits, 0, rtl, reuse.again, reuse.since
    )


def perform(job: Job, session: Session) -> tuple[End, Journal]:
    """Do a job; whatever goes wrong is an end of it. With it goes what was found and made for it."""
    journal = Journal()
    session = replace(session, reuse=Reuse(job.again, job.since), journal=journal)
    began = time.monotonic()
    result, message, hopeless = None, None, False
    try:
        state, message, result = _do(job, session)
    except MemoryError:
        state, message = jobs.OUT_OF_MEMORY, "the verification needs more memory than the limit"
    except Exception as error:
        hopeless = isinstance(error, OtherRtl) or _nothing_can_be_written(error)
        state = jobs.TOOL_CRASH
        message = str(error) if isinstance(error, HashloomError) else f"{type(error).__name__}: {error}"
    end = End(
        state, message, time.monotonic() - began, journal.memory_mib(), result,
        any(kind != RESULT_KIND for kind, _ in journal.made), hopeless,
    )  # fmt: skip
    return end, journal


def log(job: Job, end: End, workers: int, records: Records) -> None:
    """Record when a job that worked ended, by this machine's clock, and how long it took.

    `workers` there were, this one among them.
    """
    if end.worked:
        body = {
            **job.identity(), "state": end.state, "ended": round(time.time(), 3),
            "seconds": round(end.seconds, 3), "max_rss_mib": end.memory_mib, "workers": workers,
        }  # fmt: skip
        records.put(LOG_KIND, key_of(body), body)


def target_path(text: str, folder: Path) -> str:
    """Path of a file with the text of a target in this folder, made if need be."""
    path = folder / f"{key_of({'text': text})}.py"
    if not path.is_file():
        writing.write(path, text.encode())
    return str(path)


def _do(job: Job, session: Session) -> tuple[str, str | None, Body | None]:
    """State, message and body of the result."""
    item = job.item(session.places)
    unit = item.unit()
    if unit.digest() != job.rtl:
        raise OtherRtl(f"the RTL of {job.design} is not the one that the campaign began with")
    if job.seed:
        target = targets.find(item.target)
        assert isinstance(target, targets.Fpga)
        step = fpga.placement(fpga.FpgaRun(unit, target, job.limits), job.seed).perform(session)
        message: Any = step.body.get("message")
        return step.state, message, None
    result = evaluation.synthesise(
        item.design, item.target, job.goal, 0, session, limits=job.limits, settings=job.settings,
    )  # fmt: skip
    return result.state, result.measurement.message, result.body()


def _nothing_can_be_written(error: BaseException) -> bool:
    """Whether the error comes of a disk that is full or of files that nobody may write."""
    return any(
        isinstance(cause, sqlite3.Error) or (isinstance(cause, OSError) and cause.errno in _NO_PLACE_TO_WRITE)
        for cause in _causes(error)
    )


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    while error is not None:
        yield error
        error = error.__cause__
