# SPDX-License-Identifier: Apache-2.0
"""The files that a module of RTL needs, as far as its text names them: a file has the name of its module."""

import re
from collections.abc import Sequence
from pathlib import Path

from hashloom.catalogue.capture import Capture

_COMMENT = re.compile(r"//.*")


def reached(module: str, folders: Sequence[Path], capture: Capture | None = None) -> tuple[Path, ...]:
    """The file of a module behind all that it needs, in compile order; of two of one name the later folder's.

    `capture`: the state of the files, by default that of now. KeyError if no folder has a file of the module.
    """
    capture = capture or Capture()
    known = {path.stem: path for folder in folders for path in folder.glob("*.sv")}
    found: list[str] = []
    begun: set[str] = set()

    def add(name: str) -> None:
        begun.add(name)
        words = set(re.findall(r"\w+", _COMMENT.sub("", capture.text(known[name]))))
        for other in sorted(words & set(known) - {name}):
            if other not in begun:
                add(other)
        found.append(name)

    add(module)
    return tuple(known[name] for name in found)
