# SPDX-License-Identifier: Apache-2.0
"""What of the text of RTL decides what it elaborates to: its words, without comments and without guards.

A guard is a generate region of nothing but `if (...) begin : gen_refused... <rule> refused (); end`, where
the module <rule>, `..._needs_...`, is nowhere: where a condition holds no tool elaborates the design, and
where none holds there is nothing of the region. So two units whose words are the same are the same circuit,
if they are one at all. The converse does not hold: `a+b` and `a + b` are other words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from hashloom.catalogue.capture import Capture
from hashloom.catalogue.rtl import RtlUnit

_STRING = r'"(?:[^"\\\n]|\\.)*"'
_COMMENT = re.compile(rf"{_STRING}|//[^\n]*|/\*.*?\*/", re.DOTALL)
_SPEAKS_TO_TOOLS = re.compile(
    r"synopsys|synthesis|synthesize|pragma|translate|verilator|cadence|vcs", re.IGNORECASE
)
_GUARDS = re.compile(
    r"\bgenerate\b"
    r'(?:\s+if\s*\((?:(?!\bbegin\b)[^;"`])*\)\s*begin\s*:\s*gen_refused\w*\s+\w+_needs_\w+\s+refused\s*\(\s*\)\s*;\s*end\b)+'
    r"\s+endgenerate\b"
)
_RULE = re.compile(r"\bmodule\s+\w+_needs_\w+")
_WORD = re.compile(rf'{_STRING}|[^\s"]+|"')
_SPACE = re.compile(r"[^\n]")


@dataclass(frozen=True)
class Word:
    """What stands between spaces at `start` of a text."""

    text: str
    start: int


def words(text: str) -> tuple[Word, ...]:
    """The words of a text of SystemVerilog that decide what it elaborates to.

    Comments that tools obey are among them. A text with directives of the preprocessor is one word: there a
    line's end counts.
    """
    blank = _COMMENT.sub(_without_comment, text)
    if "`" in blank:
        return (Word(text, 0),)
    if not _RULE.search(blank):
        blank = _GUARDS.sub(_spaces, blank)
    return tuple(Word(found[0], found.start()) for found in _WORD.finditer(blank))


def same_words(here: str, there: str) -> bool:
    """Whether two texts have the same words in the same order."""
    return [one.text for one in words(here)] == [one.text for one in words(there)]


def same_logic(here: RtlUnit, there: RtlUnit) -> bool:
    """Whether two units are the same module with the same parameters, of files with the same words."""
    asked = [(one.top, one.parameters, [path.name for path in one.sources]) for one in (here, there)]
    if asked[0] != asked[1]:
        return False
    return all(
        ours == theirs or same_words(ours.decode(), theirs.decode())
        for ours, theirs in zip(here.contents, there.contents, strict=True)
    )


def moved(here: RtlUnit, root: Path, former: Path, capture: Capture) -> RtlUnit | None:
    """The unit with files of another checkout in place of those below `root`; None if none of them is there.

    A file that the other checkout lacks is left out: it came later. Whether the unit was made of the others
    alone tells its digest.
    """
    placed = (former / source.resolve().relative_to(root.resolve()) for source in here.sources)
    sources = tuple(path for path in placed if path.is_file())
    if not sources:
        return None
    return replace(here, sources=sources, capture=capture)


def _without_comment(found: re.Match[str]) -> str:
    whole = found[0]
    if whole.startswith('"') or _SPEAKS_TO_TOOLS.search(whole):
        return whole
    return _spaces(found)


def _spaces(found: re.Match[str]) -> str:
    """As much space, with the ends of lines."""
    return _SPACE.sub(" ", found[0])
