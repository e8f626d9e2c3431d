# SPDX-License-Identifier: Apache-2.0
"""A table once, rendered for a terminal (aligned) and for Markdown."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

Row = Mapping[str, Any]

ABSENT = "–"


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

    def terminal(self) -> str:
        """Aligned text; a line of group headings where there are any. Ends without a newline."""
        cells = self.cells()
        widths = [
            max(len(column.heading), *(len(line[i]) for line in cells), 0)
            for i, column in enumerate(self.columns)
        ]
        spans: list[tuple[str, list[int]]] = [
            (group, list(members))
            for group, members in groupby(range(len(widths)), key=lambda i: self.columns[i].group)
        ]
        for group, members in spans:
            lack = len(group) - sum(widths[i] + 2 for i in members) + 2
            widths[members[0]] += max(lack, 0)
        lines = []
        if any(group for group, _ in spans):
            parts = [group.center(sum(widths[i] + 2 for i in members) - 2) for group, members in spans]
            lines.append("  ".join(parts).rstrip())
        lines.append(self._aligned([column.heading for column in self.columns], widths))
        lines.append("  ".join("-" * width for width in widths))
        lines.extend(self._aligned(line, widths) for line in cells)
        return "\n".join(lines)

    def _aligned(self, line: Sequence[str], widths: Sequence[int]) -> str:
        padded = [
            text.rjust(width) if column.numeric else text.ljust(width)
            for text, width, column in zip(line, widths, self.columns, strict=True)
        ]
        return "  ".join(padded).rstrip()

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


def number(value: float | None, decimals: int) -> str:
    """A number with this many decimals and a comma between thousands; a dash for None."""
    return ABSENT if value is None else f"{value:,.{decimals}f}"
