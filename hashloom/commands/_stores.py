# SPDX-License-Identifier: Apache-2.0
"""What is kept below the state folder, for the commands that sweep and check it."""

from collections.abc import Iterator
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.execution import kept, steps
from hashloom.execution.records import Records
from hashloom.execution.sweep import Store

FORMER = "sim"
"""Folder of the compiled simulations of former versions, which were no steps; nobody asks for them."""


def stores(places: Places, records: Records) -> list[Store]:
    """All stores of these places; `records` are those of the steps."""
    others = (places.libraries, places.targets)

    def steps_of_all() -> Iterator[Path]:
        for folder in _inside(places.cache):
            if folder not in others:
                yield from _inside(folder)

    return [
        Store(
            "steps",
            steps_of_all,
            lambda path: _wrong_step(path, records),
            kept.used,
            lambda path: path.parent.name == FORMER or _is_left_over(path),
            held=True,
        ),
        Store(
            "libraries",
            lambda: _libraries(places.libraries),
            _wrong_library,
            kept.used,
            _is_left_over,
            held=True,
        ),
        Store("targets", lambda: _inside(places.targets), _wrong_target, _read, _is_left_over, held=False),
    ]


def _inside(folder: Path) -> list[Path]:
    return list(folder.iterdir()) if folder.is_dir() else []


def _wrong_step(path: Path, records: Records) -> str | None:
    if kept.sums_of(path).exists():
        return kept.wrong(path)
    body = records.get(path.parent.name, path.name)  # from before there were sums
    files = steps.digests(path) if path.is_dir() else {}
    return None if body is not None and files and files == body.get("files") else "is not complete"


def _libraries(folder: Path) -> Iterator[Path]:
    for path in _inside(folder):
        owner = path.with_name(path.name.removesuffix(kept.SUFFIX))
        if owner == path or not owner.exists():
            yield path


def _wrong_library(path: Path) -> str | None:
    return None if path.suffix == ".whl" else kept.wrong(path)  # a wheel is checked when it is unpacked


def _wrong_target(path: Path) -> str | None:
    try:
        text = path.read_text(encoding="utf-8")
    except ValueError:
        text = ""
    return None if steps.key_of({"text": text}) == path.stem else "is not what was written there"


def _is_left_over(path: Path) -> bool:
    """Whether it is a file that was being written when its laboratory was killed, or a sum of nothing."""
    return path.name.startswith(".") or path.suffix == kept.SUFFIX or path.name.startswith("tmp")


def _read(path: Path) -> float:
    """When it was last read or written."""
    facts = path.lstat()
    return max(facts.st_atime, facts.st_mtime)
