# SPDX-License-Identifier: Apache-2.0
"""The examples of a Markdown page: blocks of `pycon`, run in their order as one session."""

import doctest
import re
from pathlib import Path

_BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def examples(page: str) -> str:
    """The blocks, each at the line where it stands."""
    lines = [""] * page.count("\n")
    for block in _BLOCK.finditer(page):
        first = page.count("\n", 0, block.start(1))
        for number, line in enumerate(block[1].splitlines()):
            lines[first + number] = line
    return "\n".join(lines)


def complaints(path: Path, page: str) -> tuple[int, str]:
    """How many examples were run, and what was not as the page says it."""
    session = doctest.DocTestParser().get_doctest(examples(page), {}, path.name, str(path), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    runner.run(session, out=said.append)
    return len(session.examples), "".join(said)
