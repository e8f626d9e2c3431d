# SPDX-License-Identifier: Apache-2.0
"""Verification as a step: found again under all that it rests on (`basis`), with effort, seed and engine."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import Level
from hashloom.errors import CheckFailed
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, NotDone
from hashloom.verification import basis
from hashloom.verification.cases import Effort, files_digest
from hashloom.verification.outcome import Engine, Verification
from hashloom.verification.run import files_of, ordered, verify

KIND = "verification"
_MORE: tuple[tuple[Effort, Engine], ...] = (("full", "gates"), ("quick", "both"), ("full", "both"))
"""Efforts and engines that find whatever a quick run on gates finds."""


@dataclass(frozen=True)
class Asked:
    """What is to be verified of a design, and how; `extra_vectors` are files beside the known ones."""

    tuning: Tuning
    levels: Sequence[Level]
    effort: Effort = "quick"
    seed: int = 1
    engine: Engine = "gates"
    extra_vectors: tuple[Path, ...] = ()


def verification(
    design: Design,
    asked: Asked,
    places: Places,
    progress: Progress = silent,
    capture: Capture | None = None,
) -> Action:
    """The step that verifies a design; its record is the `body` of the `Verification`, with a `state`.

    `capture`: the state of the RTL files, by default that of now. Errors of its work are those of `verify`.
    """
    capture = capture or Capture()
    extra = {"extra": files_digest(asked.extra_vectors)} if asked.extra_vectors else {}
    ingredients = {
        "basis": record_key(design, asked.tuning, asked.levels, places, capture),
        "effort": asked.effort,
        "seed": asked.seed,
        "engine": asked.engine,
        **extra,
    }

    def work(_: Path, session: Session) -> Body:
        found = verify(
            design, session, asked.tuning, asked.effort, asked.extra_vectors,
            levels=asked.levels, seed=asked.seed, engine=asked.engine, progress=progress, capture=capture,
        )  # fmt: skip
        return {"state": jobs.FAILED_VERIFICATION if found.failed else jobs.OK, **found.body()}

    return Action(KIND, ingredients, jobs.Limits(), work)


def verified(name: str, asked: Asked, session: Session, progress: Progress = silent) -> Verification:
    """What the step found of the design of this name; another process gets text sooner than a design."""
    design = catalogue.resolve_design(name, session.places)
    step = verification(design, asked, session.places, progress).perform(session)
    return Verification.from_body(step.body)


def require_verified(
    design: Design,
    tuning: Tuning,
    session: Session,
    *,
    levels: Sequence[Level] = ("core",),
    progress: Progress = silent,
    capture: Capture | None = None,
) -> dict[str, Any]:
    """Body of the record of a passed verification of this RTL and these vectors; verifies if there is none.

    One with all vectors, or with both engines, counts as well. `capture`: the state of the RTL files, by
    default that of now. Raises CheckFailed, with the first failure, if the design does not pass, and NotDone
    as `Action.perform`.
    """
    capture, places = capture or Capture(), session.places
    for effort, engine in _MORE:
        with suppress(NotDone):
            more = verification(design, Asked(tuning, levels, effort, engine=engine), places, capture=capture)
            step = more.perform(session.asking())
            break
    else:
        step = verification(design, Asked(tuning, levels), places, progress, capture).perform(session)
    if step.state != jobs.OK:
        found = Verification.from_body(step.body)
        raise CheckFailed(
            f"{design.name} fails {found.failed} checks; {found.failures[0]}\n  {found.reproduce}"
        )
    return step.body


def record_key(
    design: Design, tuning: Tuning, levels: Sequence[Level], places: Places, capture: Capture | None = None
) -> str:
    """Key of all that a verification of what lies here now, or was captured, rests on: see `basis`."""
    in_order, capture = ordered(levels), capture or Capture()
    digests: dict[str, str] = {
        level: rtl.unit(design, level, tuning, capture=capture).digest() for level in in_order
    }
    vectors_digest = files_digest(files_of(design.function, in_order, places))
    return basis.key(basis.basis(design, in_order, digests, vectors_digest, basis.tools(places)))
