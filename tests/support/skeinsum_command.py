# SPDX-License-Identifier: Apache-2.0
"""The command skeinsum as the tests run it, and what it must compute."""

import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from own_state import here

from hashloom import software
from hashloom.models.skein import Skein


@cache
def program() -> Path:
    """The command, built once."""
    return software.build(here()) / "skeinsum"


@dataclass(frozen=True)
class Outcome:
    """Exit status and the text on both channels."""

    status: int
    output: str
    errors: str


@dataclass(frozen=True)
class Command:
    """skeinsum in a folder."""

    folder: Path

    def raw(self, *arguments: str | bytes, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run it with these arguments."""
        command: list[str | bytes] = [str(program()), *arguments]
        return subprocess.run(command, cwd=self.folder, input=stdin, capture_output=True, timeout=60)

    def __call__(self, *arguments: str | bytes, stdin: bytes = b"") -> Outcome:
        """Run it; the output is text."""
        done = self.raw(*arguments, stdin=stdin)
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    def write(self, name: str, content: bytes) -> Path:
        """Make a file in the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path


def digest(content: bytes, function: Skein | None = None) -> str:
    """Digest by the reference model, in hexadecimal digits; of Skein-512-512 by default."""
    return (function or Skein(512, 512)).digest(content).hex()
