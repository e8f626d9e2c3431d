# SPDX-License-Identifier: Apache-2.0
"""The proofs that speak of a design, and whether they hold of its RTL.

A check of `hashloom prove` speaks of a design if all RTL that it reads is among the files of the design's
message level. Of a shared module those checks count that have the parameters with which the design uses it,
and of turns those of the design; or all, where there are none: they speak of its files (`hashloom prove
--uses` and the table of turns say where). Turns are proven with the RTL's own parameters, not a tuning's.

    key(top, places)                 SHA-256 of all proofs that read files of the design, nothing is run
    relevant(design, top, places)    the checks
    examine(design, top, session)    which proofs hold, and the first check that does not
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from pathlib import Path

from hashloom import catalogue, models
from hashloom.catalogue.design import Design
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.execution.steps import Step, key_of, room
from hashloom.flow import yosys
from hashloom.formal import document, uses
from hashloom.formal.run import LIMITS, prove
from hashloom.formal.table import TURNS, Check, read, tables
from hashloom.formal.turns import check as turns

State = tuple[tuple[Path, int], ...]
"""Files, and when each was written: what is known of them is known while they stay as they are."""

_PROGRAMS = (Path(models.__file__).parent, Path(turns.__file__).parents[1])
"""Folders of the programs whose digests the specifications of turns are."""
UNBOUNDED = ("pdr", "ind", "cec", TURNS)
"""Engines whose answer is for every cycle or for all data."""


@dataclass(frozen=True)
class Standing:
    """What holds of a design: the `names` of proofs, in the order of the tables, and their `key`.

    `failure`: the first check that does not hold, with its outcome; None where all do.
    """

    key: str
    names: tuple[str, ...]
    failure: tuple[Check, Step] | None = None


def key(top: RtlUnit, places: Places) -> str:
    """SHA-256 (hexadecimal) over the checks that read files of a design, whatever their parameters are.

    Files that they read are covered, as the design has them, and the specification of the design's turns.
    """

    @cache
    def digest(path: Path) -> str:
        return hashlib.sha256(top.capture.content(path)).hexdigest()

    found = list(_candidates(top, places))
    checks = [
        [check.proof, check.engine, check.depth, check.unit.parameters, *map(digest, check.unit.sources)]
        for check in found
    ]
    designs = [check.design for check in found if check.design][:1]
    specified = [_specification(name, places) for name in designs]
    return key_of({"checks": checks, "specification": specified})


def relevant(design: Design, top: RtlUnit, places: Places) -> tuple[Check, ...]:
    """The checks that speak of a design, with the design's own files. HashloomError if yosys fails."""
    with room("relevant", places) as folder:
        used = uses.elaborated(top, folder, places)
    chosen: list[Check] = []
    shared = uses.modules(places)
    for name, checks in groupby(_candidates(top, places), key=lambda check: check.proof):
        every = list(checks)
        modules = [module for module in shared if name in module.proofs]
        matching = [
            check
            for check in every
            if check.design == design.name
            or any(
                module.name == used_name
                and uses.is_proven(module, parameters, [uses.values(module, check, places)], places)
                for module in modules
                for used_name, parameters in used
            )
        ]
        chosen += matching or every
    return tuple(chosen)


def examine(
    design: Design,
    top: RtlUnit,
    session: Session,
    progress: Progress = silent,
    limits: jobs.Limits = LIMITS,
) -> Standing:
    """Which proofs hold of a design. What `results/proofs.json` or the records know is not proven again."""
    places = session.places
    proven = _document(places)
    names: list[str] = []
    for check in relevant(design, top, places):
        if key_of({"check": _identity(check, places)}) not in proven:
            progress(f"proof {check.name}")
            step = prove(check, session, limits)
            if step.state != jobs.OK:
                return Standing(key(top, places), tuple(dict.fromkeys(names)), (check, step))
        names.append(check.name if check.design else check.proof)
    return Standing(key(top, places), tuple(dict.fromkeys(names)))


def _candidates(top: RtlUnit, places: Places) -> Iterator[Check]:
    """The unbounded checks that read RTL of a message level, and no other, with the files that it has."""
    files = {source.name: source for source in top.sources}
    for check in _unbounded(places, _state(tables(places))):
        needed = [source.name for source in check.unit.sources if check.design or _is_rtl(source)]
        if needed and all(name in files for name in needed):
            own = tuple(files[one.name] if one.name in needed else one for one in check.unit.sources)
            yield replace(check, unit=replace(check.unit, sources=own, capture=top.capture))


def _state(files: Iterable[Path]) -> State:
    """Those of the files that are there, and when each was written."""
    return tuple((path, path.stat().st_mtime_ns) for path in files if path.exists())


@cache
def _unbounded(places: Places, state: State) -> tuple[Check, ...]:
    """The unbounded checks of all tables, which are in this state, with designs of the cores in use."""
    found = (proof for path, _ in state for proof in read(path, places))
    return tuple(check for proof in found if proof.engine in UNBOUNDED for check in proof.checks)


def _is_rtl(source: Path) -> bool:
    return source.parent.name == "rtl"


def _identity(check: Check, places: Places) -> list[object]:
    """What tells a check from all others, and from itself in other RTL."""
    specification = _specification(check.design, places) if check.design else None
    return [check.proof, check.engine, check.depth, check.unit.digest(), specification]


def _specification(name: str, places: Places) -> str:
    """The digest of the specification of a design's turns, which designs of a family have in common."""
    programs = [path for folder in _PROGRAMS for path in sorted(folder.rglob("*.py"))]
    return _specified(catalogue.resolve_design(name, places).family.designs()[0], _state(programs))


@cache
def _specified(design: Design, state: State) -> str:
    """That of a family's first design, while the programs are in this state."""
    return turns.digest(design)


def _document(places: Places) -> frozenset[str]:
    """Keys of the checks that this repository's document says are proven, with the tool that is here."""
    return _proven(places, _state([places.results / f"{document.NAME}.json"]), yosys.version())


@cache
def _proven(places: Places, state: State, version: str) -> frozenset[str]:
    """Those that a document in this state has of this version of yosys."""
    known = set()
    for entry in document.entries(places.results, places, {yosys.TOOL: version}).values():
        for one in entry["checks"]:
            if one["state"] == jobs.OK:
                identity = [entry["name"], entry["engine"], entry.get("depth", 0), one["digest"]]
                known.add(key_of({"check": [*identity, one.get("specification")]}))
    return frozenset(known)
