# SPDX-License-Identifier: Apache-2.0
"""The one reader of documents of results: from a file to a document whose members are typed.

    read      a document of a kind; every row of it can be used
    salvage   the same without the rows that cannot be used, which are named
    any_kind  read for a document of whatever kind
    content   of such a document what stands there, unchecked

Rows name functions of the catalogue of the places that are given. A document of an older version is brought
to the present one step by step (`STEPS`). One of a newer version, or of another kind, is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from hashloom import rows
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError, UsageError
from hashloom.files import reading
from hashloom.files.model import SHOWN, complaints
from hashloom.files.suggestions import nearest
from hashloom.results.checks import Exports, Verification
from hashloom.results.document import Document
from hashloom.results.lint import Lint
from hashloom.results.planted import Faults, Mutation
from hashloom.results.programs import Benchmark, FilesBenchmark, SoftwareVerification
from hashloom.results.proofs import Proofs, ProofUses
from hashloom.results.reproductions import Levels, Reproduction
from hashloom.results.tables import (
    Bitstream,
    Campaign,
    Comparison,
    Exploration,
    MessageComparison,
    Overhead,
    Synthesis,
    Threefish,
)
from hashloom.results.versions import KIND, SCHEMA, VERSIONS, Content, stamped

D = TypeVar("D", bound=Document)
REMEDY = "make it anew: make results for the documents of results/, the command that wrote it for others"

MODELS: Mapping[str, type[Document]] = {
    model.kind_name(): model
    for model in (
        Benchmark, Bitstream, Campaign, Comparison, Exploration, Exports, Faults, FilesBenchmark, Levels,
        Lint, MessageComparison, Mutation, Overhead, Proofs, ProofUses, Reproduction, SoftwareVerification,
        Synthesis, Threefish, Verification,
    )
}  # fmt: skip
"""The model of each kind of document."""

_TOLD_BY: Mapping[str, type[Document]] = {
    "campaign": Campaign,
    "levels": Levels,
    "paper": Reproduction,
    "level": MessageComparison,
    "factors": Comparison,
    "adapters": Overhead,
    "designs": Verification,
    "trials": SoftwareVerification,
    "faults": Faults,
    "readings": Lint,
    "mutants": Mutation,
    "proofs": Proofs,
    "sets": ProofUses,
    "answers": Exploration,
    "bitstream_sha256": Bitstream,
}
"""Members that only documents of one kind had before documents said their kind."""


def _from_none(content: Content, kind: str) -> Content:
    """Version 1 has the members that documents had before versions were, with the kind and the version."""
    return {KIND: kind, **content}


STEPS: Mapping[tuple[str, int], Callable[[Content, str], Content]] = {
    (kind, 0): _from_none for kind in VERSIONS
}
"""What makes the content of a version that of the next, by kind and version."""


def read(path: Path, model: type[D], places: Places, make: str = "") -> D:
    """The document of a kind in a file. HashloomError with the command `make` where there is none.

    UsageError for what cannot be read, is of another kind or version, or has a row that cannot be used.
    """
    _need(path, make)
    content = _content(path, model)
    for key, kind in model.ROWS.items():
        if key in content:
            rows.checked(_listed(content, key, path), path, places, kind)
    return _document(content, path, model, places, make)


def salvage(path: Path, model: type[D], places: Places, make: str = "") -> tuple[D, list[str]]:
    """The same without the rows that cannot be used, and sentences that name these."""
    _need(path, make)
    return _salvaged(_content(path, model), path, model, places)


def any_kind(path: Path, places: Places) -> Document:
    """The document in a file, of whatever kind. UsageError as `read`."""
    found = reading.json_object(path)
    if KIND not in found and "rows" not in found and not _TOLD_BY.keys() & found.keys():
        raise UsageError(
            f'{path} has no "rows"; give a document of results, as campaign -o or synth --json write it'
        )
    return read(path, _model(found, path), places)


def content(path: Path) -> Content:
    """The content of a document of whatever kind in its present version, none of whose members is checked."""
    found = reading.json_object(path)
    return _present(found, _model(found, path).kind_name(), path)


def _need(path: Path, make: str) -> None:
    if make and not path.exists():
        raise HashloomError(f"{path} is not there; make it with: {make}")


def _salvaged(content: Content, path: Path, model: type[D], places: Places) -> tuple[D, list[str]]:
    found = {
        key: rows.sort_out(_listed(content, key, path), path, places, kind)
        for key, kind in model.ROWS.items()
        if key in content
    }
    usable = {key: list(good) for key, (good, _) in found.items()}
    sentences = [sentence for _, sentence in found.values() if sentence is not None]
    return _document({**content, **usable}, path, model, places), sentences


def _content(path: Path, model: type[Document]) -> Content:
    """The content of a file as the present version of a kind has it."""
    content, kind = reading.json_object(path), model.kind_name()
    if content.get(KIND, kind) != kind:
        raise UsageError(f"{path} is a document of the kind {content[KIND]!r}, not {kind!r}")
    return _present(content, kind, path)


def _present(content: Content, kind: str, path: Path) -> Content:
    """The content in the present version of its kind."""
    version, now = content.get(SCHEMA, 0), VERSIONS[kind]
    if not isinstance(version, int) or isinstance(version, bool) or version < 0:
        raise UsageError(f'{path}: "{SCHEMA}" is no version of a document')
    if version > now:
        raise UsageError(
            f"{path} has version {version} of the kind {kind!r}, and this hashloom reads up to {now}; "
            "take the hashloom that wrote it, or a newer one"
        )
    for step in range(version, now):
        content = STEPS[kind, step](content, kind)
    return stamped(kind, content)


def _model(content: Content, path: Path) -> type[Document]:
    """The model of a document of whatever kind."""
    if KIND in content:
        name = content[KIND]
        if not isinstance(name, str) or name not in MODELS:
            raise UsageError(f"{path}: unknown kind of document {name!r}; {nearest(str(name), MODELS)}")
        return MODELS[name]
    found = next((model for key, model in _TOLD_BY.items() if key in content), None)
    if found is not None:
        return found
    listed = content.get("rows")
    first = next((row for row in listed if isinstance(row, dict)), {}) if isinstance(listed, list) else {}
    told: Mapping[str, type[Document]] = {
        "direction": Threefish,
        "runs": Exports,
        "group": Benchmark,
        "work": FilesBenchmark,
    }
    return next((model for key, model in told.items() if key in first), Synthesis)


def _listed(content: Content, key: str, path: Path) -> list[Any]:
    """A list of rows."""
    found = content[key]
    if not isinstance(found, list):
        raise UsageError(f'{path}: "{key}" is no list of rows')
    return found


def _document(content: Content, path: Path, model: type[D], places: Places, make: str = "") -> D:
    try:
        return model.model_validate(content, context=places)
    except ValidationError as error:
        wrong = complaints(error, model)
        more = f"; and {len(wrong) - SHOWN} more" if len(wrong) > SHOWN else ""
        raise UsageError(
            f"{path} cannot be used as a document of the kind {model.kind_name()!r}: "
            f"{'; '.join(wrong[:SHOWN])}{more}; {f'make it anew with: {make}' if make else REMEDY}"
        ) from error
