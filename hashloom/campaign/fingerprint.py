# SPDX-License-Identifier: Apache-2.0
"""What the outcome of a job depends on beside the job itself, told so that two machines can compare it."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from hashloom import targets, vectors
from hashloom.campaign.item import Item
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.places import Places
from hashloom.evaluation.synthesis import ASSURED
from hashloom.flow.on_target import tools_of
from hashloom.verification import basis
from hashloom.verification.cases import files_digest

SHOWN_DIGITS = 12
"""Digits of a digest that a user is shown."""
_PACKAGE = Path(__file__).resolve().parent.parent
_MADE_BY_PYTHON = "__pycache__"


@dataclass(frozen=True)
class Fingerprint:
    """Digests (SHA-256, hexadecimal) and versions on one machine, for one job.

    `laboratory` stands for every file of this package, `cores` for the RTL of the job's design at the levels
    that are verified, with the description of its family and what is proven of it, `vectors` for the known
    answers of its function. `python` is major.minor; `tools` has the versions of those that verify and
    measure.
    """

    laboratory: str
    cores: str
    vectors: str
    python: str
    tools: Mapping[str, str]

    def differences(self, there: Fingerprint) -> list[str]:
        """What is other there than here: parts of a sentence, none if nothing is."""
        found = []
        for what, ours, theirs in (
            ("hashloom", self.laboratory, there.laboratory),
            ("cores", self.cores, there.cores),
            ("vectors", self.vectors, there.vectors),
        ):
            if ours != theirs:
                found.append(
                    f"its {what} {'is' if what == 'hashloom' else 'are'} {theirs[:SHOWN_DIGITS]}, "
                    f"here {ours[:SHOWN_DIGITS]}"
                )
        if self.python != there.python:
            found.append(f"its Python is {there.python}, here {self.python}")
        for tool in sorted({*self.tools, *there.tools}):
            ours, theirs = (tools.get(tool, "not there") for tools in (self.tools, there.tools))
            if ours != theirs:
                found.append(f"its {tool} is {theirs}, here {ours}")
        return found


def of(item: Item, places: Places) -> Fingerprint:
    """Return the fingerprint of this machine for the work on an item. MissingTool without a tool for it."""
    target = targets.find(item.target)
    tuning = Tuning(target.technology, item.goal, target.name, item.settings)
    return Fingerprint(
        laboratory=LABORATORY,
        cores=_cores(item.design, tuning),
        vectors=files_digest(vectors.files_for(item.design.function, places)),
        python=f"{sys.version_info.major}.{sys.version_info.minor}",
        tools={**basis.tools(places), **tools_of(target)},
    )


def digest(folder: Path, files: Iterable[Path]) -> str:
    """SHA-256 (hexadecimal) over names below the folder and contents of the files, in the order of names."""
    state = hashlib.sha256()
    for name, path in sorted((path.relative_to(folder).as_posix(), path) for path in files):
        content = path.read_bytes()
        state.update(f"file {len(name.encode())} {len(content)}\n{name}".encode())
        state.update(content)
    return state.hexdigest()


def package_files(folder: Path) -> list[Path]:
    """Files of a package: its code and its data, without what Python or an editor puts beside them."""
    return [
        path
        for path in folder.rglob("*")
        if path.is_file()
        and path.parent.name != _MADE_BY_PYTHON
        and not path.name.endswith("~")
        and not any(part.startswith(".") for part in path.relative_to(folder).parts)
    ]


def _cores(design: Design, tuning: Tuning) -> str:
    """Digest of all that a job reads of the cores."""
    folder = design.family.folder
    formal = (
        path for family in (folder, folder.parent / "common") for path in (family / "formal").rglob("*")
    )
    state = hashlib.sha256()
    for level in ASSURED:
        state.update(rtl.unit(design, level, tuning).digest().encode())
    files = [folder / "core.toml", *(path for path in formal if path.is_file())]
    state.update(digest(folder.parent, files).encode())
    return state.hexdigest()


LABORATORY = digest(_PACKAGE, package_files(_PACKAGE))
"""Digest of this package as it was when this module was imported."""
