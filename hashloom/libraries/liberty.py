# SPDX-License-Identifier: Apache-2.0
"""Reads and prunes Liberty files (`.lib`), the description of a standard-cell library.

Only the group structure is understood, `group (name) { attribute : value ; ... }`: enough to list the cells
with their areas and to leave groups out. The tools read the rest.
"""

import fnmatch
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hashloom.errors import UsageError

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|/\*.*?\*/|//[^\n]*|[{};]', re.DOTALL)
_HEAD = re.compile(r'(\w+)\s*\(\s*"?([^")]*?)"?\s*\)\s*$')
_BEGIN = r"(?:^|[{};])\s*"  # of a statement
_AREA = re.compile(_BEGIN + r"area\s*:\s*([-+.\deE]+)\s*;", re.MULTILINE)
_DONT_USE = re.compile(_BEGIN + r'dont_use\s*:\s*"?true"?\s*;', re.MULTILINE)
_SEQUENTIAL = re.compile(_BEGIN + r"(ff|latch|ff_bank|latch_bank|statetable)\s*\(", re.MULTILINE)
# A wire load model would be applied by the timing analyser and by nothing else of the flow.
_WIRE_LOAD = re.compile(r"\bdefault_wire_load\w*\s*:[^;]*;")


@dataclass(frozen=True)
class Cell:
    """A cell: its area in the library's unit, whether it has a state, whether the library forbids its use."""

    name: str
    area: float
    sequential: bool
    dont_use: bool


@dataclass(frozen=True)
class _Group:
    """A group's place in the text: from its first character of its head to the one after its brace."""

    kind: str
    name: str
    start: int
    end: int
    depth: int


def cells(text: str) -> dict[str, Cell]:
    """Cells of a library by name. UsageError if the text is no Liberty library."""
    found = {}
    for group in _groups(text, ("cell",)):
        body = text[group.start : group.end]
        area = _AREA.search(body)
        found[group.name] = Cell(
            name=group.name,
            area=float(area.group(1)) if area else 0.0,
            sequential=_SEQUENTIAL.search(body) is not None,
            dont_use=_DONT_USE.search(body) is not None,
        )
    if not found:
        raise UsageError("this is no Liberty library: it has no cell")
    return found


def prune(text: str, dont_use: Sequence[str]) -> str:
    """Return the library without the cells that synthesis must not use, power tables and default wire load.

    `dont_use` are names with `*` and `?`; cells that the library itself marks `dont_use` go as well.
    """
    forbidden = {
        cell.name
        for cell in cells(text).values()
        if cell.dont_use or any(fnmatch.fnmatchcase(cell.name, pattern) for pattern in dont_use)
    }
    kept, position = [], 0
    for group in _groups(text, ("cell", "internal_power", "leakage_power", "power_lut_template")):
        if group.start < position or (group.kind == "cell" and group.name not in forbidden):
            continue
        kept.append(text[position : group.start])
        position = group.end
    kept.append(text[position:])
    return _WIRE_LOAD.sub("", "".join(kept))


def _groups(text: str, kinds: Sequence[str]) -> Iterator[_Group]:
    """Groups of these kinds, in the order of their beginnings."""
    found: list[_Group] = []
    open_groups: list[tuple[str, str, int]] = []
    start = 0
    for token in _TOKEN.finditer(text):
        mark = token.group()
        if mark == "{":
            head = _HEAD.search(text, start, token.start())
            kind, name = (head.group(1), head.group(2)) if head else ("", "")
            open_groups.append((kind, name, head.start() if head else start))
            start = token.end()
        elif mark == "}":
            if not open_groups:
                raise UsageError("this is no Liberty library: it closes a brace that it did not open")
            kind, name, begin = open_groups.pop()
            if kind in kinds:
                found.append(_Group(kind, name, begin, token.end(), len(open_groups)))
            start = token.end()
        elif mark == ";" or mark.startswith("/"):
            start = token.end()
    if open_groups:
        raise UsageError("this is no Liberty library: it ends inside a brace")
    return iter(sorted(found, key=lambda group: group.start))
