# SPDX-License-Identifier: Apache-2.0
"""A table once, rendered for a terminal (aligned) and for Markdown."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

Row = Mapping[str, Any]

ABSENT = "–"
GAP = 2
"""Blanks between columns on a terminal."""
NARROW = 12
"""Characters that a column of texts keeps at least."""


@dataclass(frozen=True)
class Column:
    """One column: a heading, a group heading shared with neighbours (may be empty), and the cell of a row.

    `numeric` columns are aligned right, others left.
    """

    heading: str
    cell: Callable[[Row], str]
    group: str = ""
    numeric: bool = True


@dataclass(frozen=True)
class Table:
    """Columns and rows; every cell is text already."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]

    def cells(self) -> list[list[str]]:
        """The text of every cell, row by row."""
        return [[column.cell(row) for column in self.columns] for row in self.rows]

    def terminal(self, width: int | None = None) -> str:
        """Aligned text; a line of group headings where there are any. Ends without a newline.

        Columns in which no row has anything are left out. With a `width` lines are not longer than it:
        headings, then texts are broken, and what is still too wide follows as a table of its own, which has
        the first column again.
        """
        cells = self.cells()
        kept = [
            i
            for i in range(len(self.columns))
            if not cells or any(line[i] not in ("", ABSENT) for line in cells)
        ]
        table = _Laid(
            tuple(self.columns[i] for i in kept), tuple(tuple(line[i] for i in kept) for line in cells)
        )
        return "\n\n".join("\n".join(part.lines()) for part in table.fitted(width))

    def markdown(self) -> str:
        """A Markdown table; the columns of a group become one: `12.3 / 32.3` under `ours / paper`."""
        spans: list[list[int]] = []
        for i, column in enumerate(self.columns):
            if i and column.group and column.group == self.columns[i - 1].group:
                spans[-1].append(i)
            else:
                spans.append([i])
        headings = []
        for members in spans:
            names = " / ".join(self.columns[i].heading for i in members)
            headings.append("<br>".join(part for part in (self.columns[members[0]].group, names) if part))
        rules = ["---:" if self.columns[members[0]].numeric else "---" for members in spans]
        lines = [[" / ".join(cells[i] for i in members) for members in spans] for cells in self.cells()]
        return "\n".join("| " + " | ".join(line) + " |" for line in [headings, rules, *lines])


@dataclass(frozen=True)
class _Laid:
    """Headings and cells as they are laid out; a heading and a cell may have several lines."""

    columns: tuple[Column, ...]
    cells: tuple[tuple[str, ...], ...]

    def widths(self) -> list[int]:
        """Characters in each column; the first one of a group has what the group's heading lacks."""
        found = [
            max(_widest(column.heading), *(_widest(line[i]) for line in self.cells), 0)
            for i, column in enumerate(self.columns)
        ]
        for group, members in self.spans():
            lack = len(group) - sum(found[i] + GAP for i in members) + GAP
            found[members[0]] += max(lack, 0)
        return found

    def total(self) -> int:
        """Characters in a line."""
        return sum(self.widths()) + GAP * (len(self.columns) - 1)

    def spans(self) -> list[tuple[str, list[int]]]:
        """Groups with the columns of each."""
        return [
            (group, list(members))
            for group, members in groupby(range(len(self.columns)), key=lambda i: self.columns[i].group)
        ]

    def lines(self) -> list[str]:
        """The lines of the table."""
        widths, found = self.widths(), []
        if any(group for group, _ in self.spans()):
            parts = [group.center(sum(widths[i] + GAP for i in at) - GAP) for group, at in self.spans()]
            found.append((" " * GAP).join(parts).rstrip())
        found += self._row([column.heading for column in self.columns], widths, bottom=True)
        found.append((" " * GAP).join("-" * width for width in widths))
        for line in self.cells:
            found += self._row(line, widths)
        return found

    def _row(self, texts: Sequence[str], widths: Sequence[int], bottom: bool = False) -> list[str]:
        broken = [text.split("\n") for text in texts]
        height = max(map(len, broken), default=1)
        filled = [
            [*[""] * (height - len(one)), *one] if bottom else [*one, *[""] * (height - len(one))]
            for one in broken
        ]
        padded = [
            [text.rjust(width) if column.numeric else text.ljust(width) for text in one]
            for one, width, column in zip(filled, widths, self.columns, strict=True)
        ]
        return [(" " * GAP).join(line).rstrip() for line in zip(*padded, strict=True)]

    def fitted(self, width: int | None) -> list[_Laid]:
        """Tables that are not wider than `width`, if that can be."""
        if width is None or self.total() <= width or not self.columns:
            return [self]
        narrow = self._with_narrow_headings()
        return narrow._with_narrow_texts(width)._parted(width)

    def _with_narrow_headings(self) -> _Laid:
        """Headings broken between words, no wider than the cells where that can be."""
        columns = []
        for i, column in enumerate(self.columns):
            room = max(
                [_widest(line[i]) for line in self.cells] + [max(map(len, column.heading.split() or [""]))]
            )
            columns.append(replace(column, heading=_broken(column.heading, room)))
        return replace(self, columns=tuple(columns))

    def _with_narrow_texts(self, width: int) -> _Laid:
        """Cells of columns of text broken, the widest first, until the table fits or they are narrow."""
        laid, rooms = self, self.widths()
        while laid.total() > width:
            texts = [i for i, one in enumerate(self.columns) if i and not one.numeric and rooms[i] > NARROW]
            if not texts:
                break
            widest = max(texts, key=lambda i: rooms[i])
            rooms[widest] -= 1
            cells = tuple(
                (*line[:widest], _broken(whole[widest], rooms[widest]), *line[widest + 1 :])
                for line, whole in zip(laid.cells, self.cells, strict=True)
            )
            heading = _broken(self.columns[widest].heading.replace("\n", " "), rooms[widest])
            columns = list(laid.columns)
            columns[widest] = replace(columns[widest], heading=heading)
            laid = _Laid(tuple(columns), cells)
        return laid

    def _parted(self, width: int) -> list[_Laid]:
        """The columns of the table in several, each of which begins with the first column."""
        parts, first = [], 1
        while True:
            last = first + 1
            while last < len(self.columns) and self._of(first, last + 1).total() <= width:
                last += 1
            parts.append(self._of(first, last))
            first = last
            if first >= len(self.columns):
                return parts

    def _of(self, first: int, last: int) -> _Laid:
        """The first column and those of this range."""
        chosen = [0, *range(first, min(last, len(self.columns)))]
        return _Laid(
            tuple(self.columns[i] for i in chosen),
            tuple(tuple(line[i] for i in chosen) for line in self.cells),
        )


def _widest(text: str) -> int:
    return max(map(len, text.split("\n")))


def _broken(text: str, room: int) -> str:
    """The text in lines of at most `room` characters."""
    return "\n".join(textwrap.wrap(text, max(room, 1)) or [""])


def number(value: float | None, decimals: int) -> str:
    """A number with this many decimals and a comma between thousands; a dash for None."""
    return ABSENT if value is None else f"{value:,.{decimals}f}"
