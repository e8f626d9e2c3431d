# SPDX-License-Identifier: Apache-2.0
"""The commands of Markdown pages: those of a `console` session, run in their order, and all of `hashloom`."""

import doctest
import re
import shlex
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

_SESSION = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FENCED = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_SHELLS = ("console", "sh", "bash", "text", "")
_PROGRESS = re.compile(r"^\[(?:\d+/\d+ ?\w*, )?[\d.]+ (?:s|min|h)\b.*\] .*\n", re.MULTILINE)
_COMMAND = re.compile(r"(?:\$ )?(?:\w+=\S+ )*(?:\S*/)?hashloom (.*)")


@dataclass(frozen=True)
class Step:
    """A command of a session, and what it prints; None where the page does not say."""

    command: str
    output: str | None


def session(page: str) -> list[Step]:
    """The steps of all blocks of `console`."""
    found = []
    for block in _SESSION.finditer(page):
        for step in re.split(r"^\$ ", block[1], flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            found.append(Step(command, output or None))
    return found


def complaints(steps: list[Step], folder: Path, environment: Mapping[str, str]) -> list[str]:
    """Run the steps in a folder, each where the last one has gone to; what was not as the page says.

    Everything that a command prints counts, but for how far it is, of which there is more where it is slow;
    `...` stands for any text. A command has to end well.
    """
    said, where = [], folder / "where"
    where.write_text(str(folder))
    for step in steps:
        script = (
            f'cd "$(cat {shlex.quote(str(where))})"\n{step.command}\nstatus=$?; pwd >{where}; exit $status'
        )
        done = subprocess.run(
            ["bash", "-c", script],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=dict(environment),
            timeout=900,
        )
        if done.returncode != 0:
            said.append(f"$ {step.command}\nexit status {done.returncode}:\n{done.stdout}")
        elif step.output is not None and not _as_said(step.output, done.stdout):
            said.append(f"$ {step.command}\nexpected:\n{step.output}got:\n{done.stdout}")
    return said


def _as_said(wanted: str, printed: str) -> bool:
    return doctest.OutputChecker().check_output(wanted, _PROGRESS.sub("", printed), doctest.ELLIPSIS)


def commands(page: str) -> Iterator[list[str]]:
    """The arguments of every command `hashloom` in the code blocks of a page, placeholders among them."""
    for line in _code(page):
        if match := _COMMAND.match(line.strip()):
            words = shlex.split(match[1], comments=True)
            ends = [i for i, word in enumerate(words) if re.match(r"\d?>|[|;&<]", word)]
            ends += [i + 1 for i, word in enumerate(words) if word.endswith(";")]
            yield [word.rstrip(";") for word in words[: min(ends, default=len(words))]]


def _code(page: str) -> Iterator[str]:
    """The lines of code blocks, what is continued in the next line joined."""
    for block in _FENCED.finditer(page):
        if block[1] in _SHELLS:
            yield from block[2].replace("\\\n", " ").splitlines()
    indented = [
        line for line in _FENCED.sub("", page).replace("\\\n", " ").splitlines() if line[:4] == " " * 4
    ]
    yield from indented
