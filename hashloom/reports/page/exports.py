# SPDX-License-Identifier: Apache-2.0
"""The table as CSV and as LaTeX; the page writes the same of what it shows, see `page/exports.js`."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hashloom.rows.table import Row


@dataclass(frozen=True)
class Column:
    """A column of the table: key of the row, heading, and decimals of a number or None for text.

    `meaning` explains it in one sentence.
    """

    key: str
    heading: str
    decimals: int | None
    meaning: str


COLUMNS = (
    Column("function", "function", None, "The hash function."),
    Column("architecture", "architecture", None, "The way it is built."),
    Column("target", "target", None, "Standard-cell library or FPGA."),
    Column("goal", "goal", None, "small: area first; fast: delay first."),
    Column(
        "outcome", "state", None,
        "How the run ended; mapped: ok, but not placed; wires: at the clock with wires; others: a core of "
        "others; published: printed in a paper.",
    ),
    Column("clock_mhz", "MHz", 1, "Clock frequency; on an FPGA the median of its placements."),
    Column("levels", "levels", 1, "Slowest path of a mapped design in levels of logic."),
    Column("cycles_per_block", "cycles / block", 1, "Clock cycles for a block with all lanes busy."),
    Column("latency_ns", "latency, ns", 1, "From a block of a message to its next."),
    Column("throughput_gbps", "Gbit/s", 3, "Throughput of long messages."),
    Column("area", "area", 0, "Area in the unit beside it."),
    Column("area_unit", "unit", None, "What is counted as area on the target."),
    Column("throughput_per_area", "kbit/s per area", 1, "Throughput divided by area."),
    Column("energy_pj_per_bit", "pJ/bit", 2, "Energy of long messages at the clock with wires."),
    Column("throughput_to_sha2", "throughput / SHA-2", 2, "Throughput as multiple of that of SHA-2."),
    Column("area_to_sha2", "area / SHA-2", 2, "Area as multiple of that of SHA-2."),
    Column("ratio_to_sha2", "ratio / SHA-2", 2, "Throughput per area as multiple of that of SHA-2."),
)  # fmt: skip
CSV_KEYS = (
    "function", "architecture", "target", "goal", "technology", "state", "mapped_only", "digest_bits",
    "block_bits", "cycles_per_block", "latency_cycles", "stages", "clock_mhz", "clock_mhz_min",
    "clock_mhz_max", "levels", "latency_ns", "latency_levels", "throughput_gbps", "bits_per_level", "area",
    "area_unit", "throughput_per_area", "bits_per_level_per_area", "throughput_to_sha2", "area_to_sha2",
    "ratio_to_sha2", "series", "wires", "wire_share", "energy_pj_per_bit", "energy_glitch_free_pj_per_bit",
    "energy_delay", "glitch_share", "area_ge", "area_um2", "area_lut", "area_ff", "logic_levels",
    "netlist_simulated", "rtl_digest", "vectors_digest", "synthesis_key", "campaign", "message",
)  # fmt: skip
LATEX = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_",
    "%": r"\%", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}",
    "<": r"\textless{}", ">": r"\textgreater{}", "\n": " ",
}  # fmt: skip
"""What LaTeX does not read as itself, and how it is written."""
ABSENT_IN_LATEX = "--"


def csv_text(rows: Sequence[Row]) -> str:
    """All figures as CSV (RFC 4180): a line of keys, then a line per row; empty where nothing is known."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CSV_KEYS)
    writer.writerows([_csv_cell(row.get(key)) for key in CSV_KEYS] for row in rows)
    return out.getvalue()


def latex(rows: Sequence[Row]) -> str:
    r"""The table as a `tabular` of plain LaTeX: no package is needed."""
    shape = "".join("l" if column.decimals is None else "r" for column in COLUMNS)
    headings = [escaped(column.heading) for column in COLUMNS]
    cells = [[_latex_cell(row.get(column.key), column) for column in COLUMNS] for row in rows]
    first, *others = (" & ".join(line) + r" \\" for line in (headings, *cells))
    begin, end = rf"\begin{{tabular}}{{{shape}}}", r"\end{tabular}"
    return "\n".join([begin, r"\hline", first, r"\hline", *others, r"\hline", end, ""])


def escaped(text: str) -> str:
    """The text so that LaTeX prints it."""
    return "".join(LATEX.get(character, character) for character in text)


def _csv_cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.10g}" if isinstance(value, int | float) else str(value)


def _latex_cell(value: Any, column: Column) -> str:
    if value is None:
        return ABSENT_IN_LATEX
    return escaped(str(value)) if column.decimals is None else f"{value:.{column.decimals}f}"
