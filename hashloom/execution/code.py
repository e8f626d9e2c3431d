# SPDX-License-Identifier: Apache-2.0
"""Digests of the laboratory's own code: part of the key of each step that it decides.

Files are read when they are first asked for, once in a process: what is hashed is what was loaded.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


@cache
def digest(*patterns: str) -> str:
    """SHA-256 (hexadecimal) of the files of this package that match; AssertionError for none."""
    found = {pattern: list(PACKAGE.glob(pattern)) for pattern in patterns}
    for pattern, files in found.items():
        if not files:
            raise AssertionError(f"there is no {pattern} in {PACKAGE}")
    return digest_of(PACKAGE, sorted({file for files in found.values() for file in files}))


def digest_of(folder: Path, files: Iterable[Path]) -> str:
    """SHA-256 (hexadecimal) over names (from `folder` on) and contents of files, in their order."""
    state = hashlib.sha256()
    for file in files:
        content, inside = file.read_bytes(), file.is_relative_to(folder)
        state.update(f"{file.relative_to(folder) if inside else file.name} {len(content)}\n".encode())
        state.update(content)
    return state.hexdigest()
