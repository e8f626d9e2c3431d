# SPDX-License-Identifier: Apache-2.0
"""How long the laboratory takes for what it does often: the region `laboratory-times`.

It is of `results/bars.toml`, which `tools/bars.py` writes.
"""

from __future__ import annotations

from collections.abc import Callable

from pydantic import Field

from hashloom.catalogue.places import Places
from hashloom.files import toml_file
from hashloom.files.model import Amount, Date, Model, Name, Positive, PositiveCount, Several
from hashloom.rows.table import ABSENT, Column, Table

FILE = "bars.toml"
AGAIN = "python3 tools/bars.py"


class TimedCommand(Model):
    """A command, what it may take, and what it took, if that was measured."""

    name: Name = Field(description="its name")
    what: Name = Field(description="what it does")
    command: Name = Field(description="the command, in a shell at the top of a clone")
    runs: PositiveCount = Field(1, description="how often it is run; the median counts")
    says: Name | None = Field(None, description="regular expression of its times in what it prints")
    most_seconds: Positive = Field(description="what it may take on two processors, s")
    seconds: Positive | None = Field(None, description="what it took, s")
    processor_seconds: Amount | None = Field(None, description="the same of a processor, s")
    date: Date | None = Field(None, description="when")
    commit: Name | None = Field(None, description="which state of the sources")
    machine: Name | None = Field(None, description="on what")


class TimedCommands(Model):
    """The file."""

    bar: Several[TimedCommand] = Field(description="the commands")


def region(places: Places) -> str:
    """The commands with their times, and where these were measured. UsageError for a file that is none."""
    found = toml_file.read(places.results / FILE, "the file of times").checked(TimedCommands)
    columns = (
        Column("what", lambda row: row["bar"].what, numeric=False),
        Column("command", lambda row: f"`{row['bar'].command}`", numeric=False),
        Column("at most", lambda row: said(row["bar"].most_seconds)),
        Column("took", lambda row: said(row["bar"].seconds)),
        Column("of a processor", lambda row: said(row["bar"].processor_seconds)),
        Column("date", lambda row: row["bar"].date or ABSENT, numeric=False),
        Column(
            "commit", lambda row: f"`{row['bar'].commit}`" if row["bar"].commit else ABSENT, numeric=False
        ),
    )
    machines = dict.fromkeys(bar.machine for bar in found.bar if bar.machine)
    where = f"By `{AGAIN}`, on {'; '.join(machines)}:" if machines else f"Not measured yet: `{AGAIN}`."
    return f"{where}\n\n{Table(columns, tuple({'bar': bar} for bar in found.bar)).markdown()}"


def said(seconds: float | None) -> str:
    """A time for people: minutes and seconds from two minutes on."""
    if seconds is None:
        return ABSENT
    if seconds >= 120:
        return f"{int(seconds) // 60} min {int(seconds) % 60} s"
    return f"{seconds:.3g} s"


MAKERS: dict[str, Callable[..., str]] = {"laboratory-times": region}
