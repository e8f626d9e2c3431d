# SPDX-License-Identifier: Apache-2.0
"""The tables that the papers print, as data: `published/<paper>.toml`, each with table number and page.

A figure stands here as the paper prints it. Where a paper contradicts itself, `note` says how.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Any

from hashloom.errors import UsageError

NOT_AVAILABLE = "N/A"
"""How a paper prints a figure that it does not have."""


@dataclass(frozen=True)
class PublishedRow:
    """One line of a paper's table. What a paper does not give is None.

    `clock_mhz` in MHz, `throughput_gbps` in Gbit/s (10^9 bit/s), `area_ge` in gate equivalents of the paper's
    own library, `area_um2` in square micrometres, `area_slices` in slices of the FPGA named in `technology`,
    `cycles_per_block` in clock cycles between two blocks (all messages in flight together), `latency_cycles`
    in clock cycles for one block of one message.
    """

    label: str
    group: str
    technology: str
    block_bits: int
    clock_mhz: float
    throughput_gbps: float
    cycles_per_block: float
    latency_cycles: int
    function: str | None = None
    architecture: str | None = None
    goal: str | None = None
    area_ge: float | None = None
    area_um2: float | None = None
    area_slices: float | None = None
    note: str | None = None

    @property
    def kbit_per_s_per_ge(self) -> float | None:
        """Throughput per area in kbit/s per gate equivalent."""
        return None if self.area_ge is None else self.throughput_gbps * 1e6 / self.area_ge


@dataclass(frozen=True)
class PublishedSpeed:
    """One line of a table that tells how fast programs are: a function of a library on a processor.

    `clock_mhz` is the clock of the processor in MHz, `mebibyte_per_s` in 2^20 bytes per second, `block_bytes`
    the input of one compression in bytes, which takes `cycles_per_block` cycles of the clock.
    """

    label: str
    library: str
    function: str
    processor: str
    clock_mhz: float
    block_bytes: int
    mebibyte_per_s: float
    cycles_per_byte: float
    cycles_per_block: float


@dataclass(frozen=True)
class PublishedChain:
    """One line of a table of adder chains: combinational circuits that make the same sums.

    `chain` is ours that answers it, `delay_ns` the time from its inputs to its outputs in nanoseconds,
    `area_um2` in square micrometres, `area_delay` the product of both.
    """

    label: str
    chain: str
    delay_ns: float
    area_um2: float
    area_delay: float
    note: str | None = None


@dataclass(frozen=True)
class PublishedHashTime:
    """One line of a table of hash times: the clock cycles that a message of N blocks takes, and a throughput.

    `hash_time` is the formula as printed, the numbers are its terms (see `cycles`): `init` until the source
    answers, `input` words of the first block on a bus of `bus_bits` whose clock is `io_ratio` times the
    core's, `first` once more before the first block, `block` for each but `fewer` blocks, `final`, and
    `output` words of the digest. `throughput` is printed likewise; T is the period of the clock.
    """

    label: str
    function: str
    bus_bits: int
    hash_time: str
    throughput: str
    init: int
    input: int
    block: int
    output: int
    io_ratio: int = 1
    first: int = 0
    fewer: int = 0
    final: int = 0
    note: str | None = None

    @property
    def digest_bits(self) -> int:
        """Bits of the digest."""
        return self.output * self.bus_bits

    def cycles(self, blocks: int) -> Fraction:
        """Cycles for a message of so many blocks, padding included, from the terms."""
        words = Fraction(self.input + self.output, self.io_ratio)
        return self.init + words + self.first + self.block * (blocks - self.fewer) + self.final


@dataclass(frozen=True)
class PublishedSizes:
    """One line of a table of functions: bits of state, block and word, and number of rounds."""

    label: str
    function: str
    state_bits: int
    block_bits: int
    rounds: int
    word_bits: int


@dataclass(frozen=True)
class Misprint:
    """A figure that contradicts the paper's others. `absent`: it stands for N/A."""

    label: str
    column: str
    reason: str
    absent: bool = False


@dataclass(frozen=True)
class PublishedFigures:
    """Figures by line and column, as printed: with `decimals` digits after the point; None is N/A."""

    columns: tuple[str, ...]
    decimals: tuple[int, ...]
    lines: Mapping[str, tuple[float | None, ...]]
    misprints: tuple[Misprint, ...] = ()

    def printed(self, label: str, column: str) -> float | None:
        """What is printed; None for N/A. KeyError for a line, ValueError for a column that is not there."""
        return self.lines[label][self.columns.index(column)]

    def figure(self, label: str, column: str) -> float | None:
        """What is printed, but None for a misprint of N/A; errors as of `printed`."""
        found = self.misprint(label, column)
        return None if found is not None and found.absent else self.printed(label, column)

    def misprint(self, label: str, column: str) -> Misprint | None:
        """The misprint at this place, if there is one."""
        return next((one for one in self.misprints if (one.label, one.column) == (label, column)), None)


@dataclass(frozen=True)
class PublishedTable:
    """A table of a paper: number, caption, what its lines are about, page or section if it has one.

    Its lines are rows (of hardware), speeds (of programs), chains (of adders), hash times or sizes (of
    functions), or figures by line and column.
    """

    number: int
    caption: str
    rows: tuple[PublishedRow, ...] = ()
    speeds: tuple[PublishedSpeed, ...] = ()
    chains: tuple[PublishedChain, ...] = ()
    hash_times: tuple[PublishedHashTime, ...] = ()
    sizes: tuple[PublishedSizes, ...] = ()
    figures: PublishedFigures = field(default_factory=lambda: PublishedFigures((), (), {}))
    page: int | None = None
    section: str | None = None

    @property
    def place(self) -> str:
        """Where in the paper it stands."""
        parts = (("table", self.number), ("page", self.page), ("section", self.section))
        return ", ".join(f"{word} {value}" for word, value in parts if value is not None)

    def group(self, name: str) -> tuple[PublishedRow, ...]:
        """The rows of one group of authors, in the order of the file."""
        return tuple(row for row in self.rows if row.group == name)


@dataclass(frozen=True)
class Paper:
    """A paper and those of its tables that are compared with."""

    name: str
    title: str
    authors: tuple[str, ...]
    where: str
    tables: tuple[PublishedTable, ...]
    year: int | None = None

    def table(self, number: int) -> PublishedTable:
        """The table with this number; KeyError if the paper's file has none."""
        for table in self.tables:
            if table.number == number:
                return table
        raise KeyError(f"{self.name} has no table {number}")

    def citation(self, *tables: PublishedTable) -> str:
        """Where figures of these tables come from, in one line."""
        who = self.authors[0] if len(self.authors) == 1 else f"{self.authors[0]} et al."
        year = [] if self.year is None else [str(self.year)]
        return ", ".join([who, self.title, self.where, *year, *(table.place for table in tables)])


def names() -> list[str]:
    """The papers whose tables are there, sorted."""
    folder = resources.files(__name__)
    return sorted(
        entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")
    )


@cache
def load(name: str) -> Paper:
    """The paper called `name`; UsageError if there is no such file."""
    if name not in names():
        raise UsageError(f"no published tables called {name!r}; there are: {', '.join(names())}")
    data = tomllib.loads((resources.files(__name__) / f"{name}.toml").read_text(encoding="utf-8"))
    head: dict[str, Any] = data["paper"]
    tables = tuple(
        PublishedTable(
            number=table["number"],
            caption=table["caption"],
            rows=tuple(PublishedRow(**row) for row in table.get("rows", ())),
            speeds=tuple(PublishedSpeed(**row) for row in table.get("speeds", ())),
            chains=tuple(PublishedChain(**row) for row in table.get("chains", ())),
            hash_times=tuple(PublishedHashTime(**row) for row in table.get("hash_times", ())),
            sizes=tuple(PublishedSizes(**row) for row in table.get("sizes", ())),
            figures=_figures(table.get("figures", {})),
            page=table.get("page"),
            section=table.get("section"),
        )
        for table in data["tables"]
    )
    return Paper(
        name=head["name"],
        title=head["title"],
        authors=tuple(head["authors"]),
        where=head["where"],
        tables=tables,
        year=head.get("year"),
    )


def _figures(data: Mapping[str, Any]) -> PublishedFigures:
    return PublishedFigures(
        columns=tuple(data.get("columns", ())),
        decimals=tuple(data.get("decimals", ())),
        lines={
            label: tuple(None if value == NOT_AVAILABLE else float(value) for value in line)
            for label, line in data.get("lines", {}).items()
        },
        misprints=tuple(Misprint(**one) for one in data.get("misprints", ())),
    )
