# SPDX-License-Identifier: Apache-2.0
"""The tables that the papers print, as data: `published/<paper>.toml`, each with table number and page.

A figure stands here as the paper prints it. Where a paper contradicts itself, `note` says how.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from importlib import resources
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from hashloom.errors import UsageError
from hashloom.files import toml_file
from hashloom.files.model import (
    Called,
    Count,
    Flag,
    Model,
    Name,
    Positive,
    PositiveCount,
    Several,
    Text,
    said,
)

NOT_AVAILABLE = "N/A"
"""How a paper prints a figure that it does not have."""


def _available(value: Any) -> Any:
    """A figure as a fraction; None for one that the paper does not have."""
    return None if value == NOT_AVAILABLE else float(value) if type(value) is int else value


_Figure = Annotated[
    float | None, BeforeValidator(_available), Called("figure", f'a number or "{NOT_AVAILABLE}"')
]


class PublishedRow(Model):
    """One line of a paper's table. What a paper does not give is None.

    `clock_mhz` in MHz, `throughput_gbps` in Gbit/s (10^9 bit/s), `area_ge` in gate equivalents of the paper's
    own library, `area_um2` in square micrometres, `area_slices` in slices of the FPGA named in `technology`,
    `cycles_per_block` in clock cycles between two blocks (all messages in flight together), `latency_cycles`
    in clock cycles for one block of one message.
    """

    label: Name
    group: Name
    technology: Name
    block_bits: PositiveCount
    clock_mhz: Positive
    throughput_gbps: Positive
    cycles_per_block: Positive
    latency_cycles: PositiveCount
    function: Name | None = None
    architecture: Name | None = None
    goal: Name | None = None
    area_ge: Positive | None = None
    area_um2: Positive | None = None
    area_slices: Positive | None = None
    note: Text | None = None

    @property
    def kbit_per_s_per_ge(self) -> float | None:
        """Throughput per area in kbit/s per gate equivalent."""
        return None if self.area_ge is None else self.throughput_gbps * 1e6 / self.area_ge


class PublishedSpeed(Model):
    """One line of a table that tells how fast programs are: a function of a library on a processor.

    `clock_mhz` is the clock of the processor in MHz, `mebibyte_per_s` in 2^20 bytes per second, `block_bytes`
    the input of one compression in bytes, which takes `cycles_per_block` cycles of the clock.
    """

    label: Name
    library: Name
    function: Name
    processor: Name
    clock_mhz: Positive
    block_bytes: PositiveCount
    mebibyte_per_s: Positive
    cycles_per_byte: Positive
    cycles_per_block: Positive


class PublishedChain(Model):
    """One line of a table of adder chains: combinational circuits that make the same sums.

    `chain` is ours that answers it, `delay_ns` the time from its inputs to its outputs in nanoseconds,
    `area_um2` in square micrometres, `area_delay` the product of both.
    """

    label: Name
    chain: Name
    delay_ns: Positive
    area_um2: Positive
    area_delay: Positive
    note: Text | None = None


class PublishedHashTime(Model):
    """One line of a table of hash times: the clock cycles that a message of N blocks takes, and a throughput.

    `hash_time` is the formula as printed, the numbers are its terms (see `cycles`): `init` until the source
    answers, `input` words of the first block on a bus of `bus_bits` whose clock is `io_ratio` times the
    core's, `first` once more before the first block, `block` for each but `fewer` blocks, `final`, and
    `output` words of the digest. `throughput` is printed likewise; T is the period of the clock.
    """

    label: Name
    function: Name
    bus_bits: PositiveCount
    hash_time: Name
    throughput: Name
    init: Count
    input: Count
    block: PositiveCount
    output: PositiveCount
    io_ratio: PositiveCount = 1
    first: Count = 0
    fewer: Count = 0
    final: Count = 0
    note: Text | None = None

    @property
    def digest_bits(self) -> int:
        """Bits of the digest."""
        return self.output * self.bus_bits

    def cycles(self, blocks: int) -> Fraction:
        """Cycles for a message of so many blocks, padding included, from the terms."""
        words = Fraction(self.input + self.output, self.io_ratio)
        return self.init + words + self.first + self.block * (blocks - self.fewer) + self.final


class PublishedSizes(Model):
    """One line of a table of functions: bits of state, block and word, and number of rounds."""

    label: Name
    function: Name
    state_bits: PositiveCount
    block_bits: PositiveCount
    rounds: PositiveCount
    word_bits: PositiveCount


class Misprint(Model):
    """A figure that contradicts the paper's others. `absent`: it stands for N/A."""

    label: Name
    column: Name
    reason: Name
    absent: Flag = False


class PublishedFigures(Model):
    """Figures by line and column, as printed: with `decimals` digits after the point; None is N/A."""

    columns: Several[Name] = ()
    decimals: Several[Count] = ()
    lines: dict[str, Several[_Figure]] = Field(default_factory=dict)
    misprints: Several[Misprint] = ()

    @model_validator(mode="after")
    def _is_whole(self) -> PublishedFigures:
        """Every line has a figure for each column, and every misprint is of a place that is there."""
        if len(self.decimals) != len(self.columns):
            raise said(
                f"decimals are {len(self.decimals)} for {len(self.columns)} columns; give one for each"
            )
        for label, line in self.lines.items():
            if len(line) != len(self.columns):
                raise said(f"line '{label}' has {len(line)} figures for {len(self.columns)} columns")
        for one in self.misprints:
            if one.label not in self.lines or one.column not in self.columns:
                raise said(
                    f"there is no figure '{one.label}', '{one.column}', which is said to be a misprint"
                )
        return self

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


class PublishedTable(Model):
    """A table of a paper: number, caption, what its lines are about, page or section if it has one.

    Its lines are rows (of hardware), speeds (of programs), chains (of adders), hash times or sizes (of
    functions), or figures by line and column.
    """

    number: PositiveCount
    caption: Name
    rows: Several[PublishedRow] = ()
    speeds: Several[PublishedSpeed] = ()
    chains: Several[PublishedChain] = ()
    hash_times: Several[PublishedHashTime] = ()
    sizes: Several[PublishedSizes] = ()
    figures: PublishedFigures = PublishedFigures()
    page: PositiveCount | None = None
    section: Name | None = None

    @property
    def place(self) -> str:
        """Where in the paper it stands."""
        parts = (("table", self.number), ("page", self.page), ("section", self.section))
        return ", ".join(f"{word} {value}" for word, value in parts if value is not None)

    def group(self, name: str) -> tuple[PublishedRow, ...]:
        """The rows of one group of authors, in the order of the file."""
        return tuple(row for row in self.rows if row.group == name)


class Paper(Model):
    """A paper and those of its tables that are compared with."""

    name: Name
    title: Name
    authors: Several[Name]
    where: Name
    tables: Several[PublishedTable]
    year: PositiveCount | None = None

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
    text = (resources.files(__name__) / f"{name}.toml").read_text(encoding="utf-8")
    return read(text, f"{name}.toml")


def read(text: str, name: str) -> Paper:
    """The paper in a file called `name` that has this text. UsageError for one that is not as it must be."""
    found = toml_file.of_text(text, name).checked(_File)
    return Paper(tables=found.tables, **dict(found.paper))


class _Head(Model):
    """The table `[paper]`."""

    name: Name
    title: Name
    authors: Several[Name]
    where: Name
    year: PositiveCount | None = None


class _File(Model):
    """A file."""

    paper: _Head
    tables: Several[PublishedTable]
