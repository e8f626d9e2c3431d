# SPDX-License-Identifier: Apache-2.0
"""Liberty files as trees of groups, `kind (names) { attribute : value; attribute (values); group ... }`.

Of the cells of a library only those that are asked for are read; the rest of it is read in whole.
"""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field

from hashloom.errors import UsageError

_STRING = r'"(?:[^"\\]|\\.)*"'
_COMMENT = re.compile(rf"{_STRING}|/\*.*?\*/|//[^\n]*", re.DOTALL)
_BRACE = re.compile(rf"{_STRING}|[{{}}]", re.DOTALL)
_BETWEEN = re.compile(r"[\s;\\]*")
_SIMPLE = re.compile(rf'"?([\w.]+)"?\s*:\s*({_STRING}|[^;\n{{}}]*)', re.DOTALL)
_HEAD = re.compile(rf'"?([\w.]+)"?\s*\(((?:{_STRING}|[^()"])*)\)[ \t]*(\s*\{{)?', re.DOTALL)
_QUOTED = re.compile(r'[\s",\\]+')


@dataclass
class Group:
    """A group: its kind, its names, its attributes as texts without quotes, the groups in it in their order.

    Of an attribute with values in brackets these are joined by blanks; of one that comes again the last
    counts.
    """

    kind: str
    names: tuple[str, ...]
    attributes: dict[str, str] = field(default_factory=dict)
    groups: list["Group"] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The first name, or none."""
        return self.names[0] if self.names else ""

    def of(self, kind: str) -> Iterator["Group"]:
        """Groups of a kind in this one."""
        return (one for one in self.groups if one.kind == kind)


def library(text: str, cells: Container[str]) -> Group:
    """The library in a text, with these cells only. UsageError if it is none."""
    text = _COMMENT.sub(lambda found: found[0] if found[0].startswith('"') else " ", text)
    head = _HEAD.match(text, _skipped(text, 0))
    if head is None or head[1] != "library" or not head[3]:
        raise UsageError("this is no Liberty library: it does not begin with one")
    found = Group("library", _values(head[2]))
    _fill(found, text, head.end(), cells)
    return found


def _fill(group: Group, text: str, at: int, cells: Container[str]) -> int:
    """Read the inside of a group, from behind its brace; gives the place behind the brace that closes it."""
    while True:
        at = _skipped(text, at)
        if text[at : at + 1] == "}":
            return at + 1
        if simple := _SIMPLE.match(text, at):
            group.attributes[simple[1]] = _plain(simple[2])
            at = simple.end()
        elif head := _HEAD.match(text, at):
            at = head.end()
            if not head[3]:
                group.attributes[head[1]] = " ".join(_values(head[2]))
                continue
            inner = Group(head[1], _values(head[2]))
            if inner.kind == "cell" and inner.name not in cells:
                at = _behind(text, at)
                continue
            group.groups.append(inner)
            at = _fill(inner, text, at, cells)
        else:
            what = f"what is not understood: {text[at : at + 40]!r}" if text[at:] else "no end"
            raise UsageError(f"this is no Liberty library: {group.kind} {group.name} has {what}")


def _behind(text: str, at: int) -> int:
    """The place behind the brace that closes the group whose inside begins here."""
    depth = 1
    for found in _BRACE.finditer(text, at):
        if found[0] in ("{", "}"):
            depth += 1 if found[0] == "{" else -1
        if not depth:
            return found.end()
    raise UsageError("this is no Liberty library: it ends inside a brace")


def _skipped(text: str, at: int) -> int:
    found = _BETWEEN.match(text, at)
    return found.end() if found else at


def _values(text: str) -> tuple[str, ...]:
    return tuple(value for value in _QUOTED.split(text) if value)


def _plain(text: str) -> str:
    return text.strip().strip('"').strip()
