# SPDX-License-Identifier: Apache-2.0
"""What is made once in a run of the tests, for all workers of pytest-xdist.

made_once   a folder, made by the first who asks for it
compiler    a C++ compiler in the place of the machine's own, for $CXX: it has kept what it compiled
"""

import fcntl
import os
import shlex
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from folders import SUPPORT


def made_once(shared: Path, name: str, make: Callable[[Path], object]) -> Path:
    """The folder of this name in the folder of the run; `make` gets it, new and empty, if it is not made yet.

    Who asks meanwhile waits. After a `make` that failed the next one makes it anew.
    """
    folder, made = shared / "once" / name, shared / "once" / f"{name}.made"
    folder.parent.mkdir(parents=True, exist_ok=True)
    with (shared / "once" / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            made.touch()
    return folder


def compiler(shared: Path) -> Path | None:
    """A program that compiles as the compiler of this machine does; None if there is none.

    What is compiled, after the preprocessor, is the key under which the result is kept.
    """
    own = next(filter(None, (shutil.which(name) for name in (os.environ.get("CXX") or "g++", "c++"))), None)
    if own is None:
        return None

    def make(folder: Path) -> None:
        words = [sys.executable, "-I", "-S", str(SUPPORT / "keeping_compiler.py"), own, str(folder)]
        (folder / "c++").write_text(f'#!/bin/sh\nexec {shlex.join(words)} "$@"\n')
        (folder / "c++").chmod(0o755)

    return made_once(shared, "compiler", make) / "c++"
