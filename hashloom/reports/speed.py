# SPDX-License-Identifier: Apache-2.0
"""Measurements of software as tables and pictures: cycles per byte, with their spread."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hashloom.reports import bars
from hashloom.reports.bars import Bar
from hashloom.reports.drawing import COLOURS, PAPER_COLOUR
from hashloom.reproduction import OK, Report, published
from hashloom.reproduction.published import PublishedSpeed
from hashloom.rows.table import ABSENT, Column, Row, Table, number
from hashloom.software.benchmark import Measurement, median, side_by_side

GROUPS = {"one": "One message", "many": "Many messages", "tree": "Tree", "peer": "Other libraries"}
"""Groups of a measurement in the order of their tables, and the headings of these."""

OURS = "libskein, one message"
MANY = "libskein, messages side by side"
OTHERS = "other libraries"
PAPER = "mail on nettle"
COLOUR = {PAPER: PAPER_COLOUR, OTHERS: COLOURS[1], OURS: COLOURS[4], MANY: COLOURS[0]}

CONTEXT = {"sha256": "SHA-256", "sha512": "SHA-512", "sha3-256": "SHA3-256", "blake2b-512": "BLAKE2b"}
"""Functions of other libraries that stand beside Skein in the picture, and their names there."""


def by_processor(measurement: Measurement, text: Callable[[Measurement], str]) -> str:
    """A text for each processor of a measurement, each behind its name if there are several."""
    sections = measurement.sections
    if len(sections) == 1:
        return text(measurement)
    return "\n\n".join(f"{one.processor}:\n\n{text(one)}" for one in sections)


def tables(measurement: Measurement) -> dict[str, tuple[str, Table]]:
    """Heading and table of each group that has rows."""
    return {
        name: (heading, table(measurement, name))
        for name, heading in GROUPS.items()
        if measurement.group(name)
    }


def table(measurement: Measurement, group: str) -> Table:
    """The rows of a group: median, 5 % and 95 % quantile for every size, and ratios to other libraries."""
    rows = measurement.group(group)
    columns = [Column("function", lambda row: row["function"], numeric=False)]
    if group == "peer":
        columns.append(Column("library", lambda row: f"{row['library']} {row['version']}", numeric=False))
    else:
        columns.append(Column("kernel", lambda row: row["kernel"], numeric=False))
    for key in ("messages", "threads"):
        if len({row[key] for row in rows}) > 1:
            columns.append(Column(key, _text(key)))
    columns += [
        Column(f"{size:,} B", _figures(size))
        for size in measurement.sizes
        if any(median(row, size) is not None for row in rows)
    ]
    columns += _ratios(measurement, group)
    return Table(tuple(columns), tuple(rows))


def summary(measurement: Measurement) -> Table:
    """The best of each kind at the typical size: a row for each Skein, and for other functions beside it."""
    size = measurement.typical_size()
    kinds: dict[str, Callable[[Row], str]] = {
        "one": lambda row: row["kernel"],
        "many": lambda row: f"{row['kernel']}, {row['messages']} messages",
    }

    def best(function: str, group: str) -> str:
        row = _fastest([row for row in measurement.group(group) if row["function"] == function], size)
        return ABSENT if row is None else f"{number(median(row, size), 2)} ({kinds[group](row)})"

    def other(row: Row) -> str:
        peer = measurement.best_peer(size, row["function"])
        return ABSENT if peer is None else f"{number(median(peer, size), 2)} ({peer['library']})"

    mail = {speed.function: speed.cycles_per_byte for speed in _mail()}
    skein = {function: f"Skein-{_block_bits(function)}" for function in _skein(measurement)}
    columns = (
        Column("function", lambda row: row["name"], numeric=False),
        Column("mail on nettle", lambda row: number(mail.get(row["function"]), 2)),
        Column("other library", other),
        Column("libskein, one message", lambda row: best(row["function"], "one")),
        Column("libskein, many messages", lambda row: best(row["function"], "many")),
    )
    names = {**skein, **CONTEXT}
    return Table(columns, tuple({"function": function, "name": names[function]} for function in names))


def legend(measurement: Measurement) -> str:
    """What the figures of the tables are, in a sentence or two."""
    unit = f"{measurement.provenance['unit'].capitalize()} per byte: median [5 %..95 %]."
    size = measurement.typical_size()
    best = measurement.best_peer(size)
    if best is None:
        return unit
    return (
        f"{unit} Ratios are of medians at {size:,} bytes: to the fastest other library with the same "
        f"function, and to the fastest function of any ({best['library']} {best['function']}, "
        f"{number(median(best, size), 2)}; SHA-1, which is broken, does not count)."
    )


def setting(measurement: Measurement) -> str:
    """Machine, clock, versions and date, in a sentence for each processor."""
    digest = measurement.provenance["sources_digest"]
    sentences = [_setting(one) for one in measurement.sections]
    former = [one.provenance["sources_digest"] != digest for one in measurement.sections]
    remark = " With the sources of then, which have changed since."
    return "\n\n".join(text + remark * is_former for text, is_former in zip(sentences, former, strict=True))


def _setting(measurement: Measurement) -> str:
    provenance = measurement.provenance
    machine, clock = provenance["machine"], provenance["clock"]
    libraries = ", ".join(f"{name} {version}" for name, version in provenance["libraries"].items())
    where = machine["processor"] or machine["architecture"]
    if machine.get("microarchitecture"):
        where += f" ({machine['microarchitecture']})"
    return (
        f"`hashloom bench`, {provenance['date']}, on {where} at "
        f"{clock['ghz']['median']:.1f} GHz, {machine['compiler']} `{machine['flags']}`, {libraries}; "
        f"{provenance['rounds']} rounds."
    )


def pictures(measurement: Measurement) -> dict[str, str]:
    """The picture of a measurement, as SVG by name: bars at the typical size, the mail's Skein among them."""
    size = measurement.typical_size()
    found = [*_skein_bars(measurement, size), *_context_bars(measurement, size)]
    if not found:
        return {}
    unit = measurement.provenance["unit"]
    quantity = f"{unit} per byte, messages of {size:,} bytes"
    title = f"Skein and other hash functions in software, on {measurement.processor}"
    return {"cycles-per-byte": bars.picture(found, title, quantity, COLOUR)}


def comparison_heading(report: Report) -> str:
    """What is common to the rows of a reproduction of software."""
    provenance = report.provenance
    return f"on {provenance['machine']['processor']}, messages of {provenance['sizes'][0]:,} bytes"


def comparison(rows: Sequence[Row]) -> Table:
    """Rows of a reproduction of software, ours beside the paper's."""
    columns = [
        Column("in the paper", lambda row: row["paper"]["label"], numeric=False),
        Column("here", _implementation, numeric=False),
        Column("messages", _text("messages")),
    ]
    for key, heading in (
        ("cycles_per_byte", "cycles per byte"),
        ("sha512_ratio", "ratio to SHA-512"),
        ("sha3_ratio", "ratio to SHA3-256"),
    ):
        columns.append(Column("ours", _number(key), heading))
        columns.append(Column("paper", _paper_number(key), heading))
    return Table(tuple(columns), tuple(rows))


def comparison_pictures(report: Report) -> dict[str, str]:
    """The picture of a reproduction of software, as SVG by name: bars of ours and the paper's."""
    found: list[Bar] = []
    seen: set[str] = set()
    for row in report.rows:
        paper = row["paper"]
        if paper["label"] not in seen:
            seen.add(paper["label"])
            found.append(Bar(paper["label"], paper["technology"], paper["cycles_per_byte"], PAPER))
        if row["state"] == OK:
            many = row["messages"] > 1
            kind = OTHERS if row["library"] != "libskein" else MANY if many else OURS
            found.append(Bar(paper["label"], _implementation(row), row["cycles_per_byte"], kind))
    quantity = f"cycles per byte, messages of {report.provenance['sizes'][0]:,} bytes"
    title = f"The mail on nettle, and {report.provenance['machine']['processor']}"
    return {"cycles-per-byte": bars.picture(found, title, quantity, COLOUR)}


def _skein_bars(measurement: Measurement, size: int) -> list[Bar]:
    """For each Skein: the mail's, other libraries', and ours in each kernel, for one message and many."""
    mail = {speed.function: speed for speed in _mail()}
    found = []
    for function in _skein(measurement):
        block = f"Skein-{_block_bits(function)}"
        if function in mail:
            speed = mail[function]
            found.append(Bar(block, "nettle's author", speed.cycles_per_byte, PAPER))
        for group, kind in (("peer", OTHERS), ("one", OURS), ("many", MANY)):
            rows = [
                row
                for row in measurement.group(group)
                if row["function"] == function and (group != "many" or side_by_side(row))
            ]
            for code in dict.fromkeys((row["library"], row.get("kernel")) for row in rows):
                best = _fastest([row for row in rows if (row["library"], row.get("kernel")) == code], size)
                if best is not None:
                    found.append(Bar(block, _implementation(best), median(best, size) or 0.0, kind))
    return found


def _fastest(rows: Sequence[Row], size: int) -> Row | None:
    measured = [row for row in rows if median(row, size) is not None]
    return min(measured, key=lambda row: median(row, size) or 0.0, default=None)


def _mail() -> Sequence[PublishedSpeed]:
    return published.load("nettle").table(1).speeds


def _skein(measurement: Measurement) -> list[str]:
    return list(dict.fromkeys(row["function"] for row in measurement.group("one")))


def _block_bits(function: str) -> str:
    return function.removeprefix("skein-1.3-").partition("-")[0]


def _context_bars(measurement: Measurement, size: int) -> list[Bar]:
    """The fastest of the other libraries for each function that stands beside Skein."""
    found = []
    for function, name in CONTEXT.items():
        row = measurement.best_peer(size, function)
        if row is not None:
            found.append(Bar(name, f"{row['library']} {row['version']}", median(row, size) or 0.0, OTHERS))
    return found


def _ratios(measurement: Measurement, group: str) -> list[Column]:
    size = measurement.typical_size()

    def same(row: Row) -> str:
        best = measurement.best_peer(size, row["function"])
        ratio = _quotient(row, best, size)
        return ABSENT if best is None or ratio is None else f"{ratio:.2f} ({best['library']})"

    def any_function(row: Row) -> str:
        return number(_quotient(row, measurement.best_peer(size), size), 2)

    columns = [Column("fastest function", any_function, "ratio to")]
    if group != "peer" and any(same(row) != ABSENT for row in measurement.group(group)):
        columns.insert(0, Column("same function", same, "ratio to"))
    return columns if measurement.best_peer(size) and _measured(measurement.group(group), size) else []


def _measured(rows: Sequence[Row], size: int) -> bool:
    return any(median(row, size) is not None for row in rows)


def _quotient(row: Row, other: Row | None, size: int) -> float | None:
    ours, theirs = median(row, size), other and median(other, size)
    return ours / theirs if ours and theirs else None


def _implementation(row: Row) -> str:
    if row["library"] != "libskein":
        return f"{row['library']} {row.get('version', '')}".strip()
    kernel = row.get("kernel") or row["architecture"]
    return f"libskein {kernel}" + (f", {row['messages']} messages" if row["messages"] > 1 else "")


def _figures(size: int) -> Any:
    def cell(row: Row) -> str:
        figures = row["per_byte"].get(str(size))
        return ABSENT if figures is None else "{median:.2f} [{p5:.2f}..{p95:.2f}]".format(**figures)

    return cell


def _text(key: str) -> Any:
    return lambda row: str(row[key])


def _number(key: str) -> Any:
    return lambda row: number(row[key], 2)


def _paper_number(key: str) -> Any:
    return lambda row: number(row["paper"][key], 2)
