# SPDX-License-Identifier: Apache-2.0
"""Open RTL cores of other people and what was measured of them: `peers.toml`.

Their sources are no part of this program, so their figures are data: measured once, in ways that
`PeerMeasurement` tells. What was not measured is None. Those for the goals called hashloom are what
`hashloom synth --rtl FILE... --top NAME --json` gives, whose rows have the names of `PeerFigures`.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import Literal

from hashloom.files import toml_file
from hashloom.files.model import (
    Count,
    Date,
    Flag,
    Model,
    Name,
    Positive,
    PositiveCount,
    Several,
    Text,
)

FILE = "peers.toml"
Level = Literal["block", "message"]
"""Level of ours that a core stands beside: a whole padded block goes in, or words of a message."""
BLOCK: Level = "block"
MESSAGE: Level = "message"


class PeerFigures(Model):
    """What one run of the tools found of a core: on a target of ours, for a goal of that flow.

    `area_ge` in gate equivalents or `area_lut` in look-up tables, `area_ff` in flip-flops; `period_ns` is the
    longest register-to-register delay in nanoseconds, on an FPGA `clock_mhz` the median in MHz over `seeds`
    placements.
    """

    target: Name
    area_ff: Count
    goal: Name | None = None
    area_ge: Positive | None = None
    area_lut: Count | None = None
    period_ns: Positive | None = None
    clock_mhz: Positive | None = None
    seeds: PositiveCount | None = None

    @property
    def same_flow(self) -> bool:
        """Did it go through the flow of this program?"""
        return self.goal is not None and self.goal.startswith("hashloom ")

    @property
    def clock(self) -> float | None:
        """Clock frequency in MHz."""
        return 1000 / self.period_ns if self.period_ns is not None else self.clock_mhz


class Peer(Model):
    """A core of other people.

    `function` is the one of our catalogue beside which it stands first, `also` are others that it computes,
    or that differ from what it computes in constants or in the length of the digest only; `title` says what
    it computes. `ports` says what goes in and out, `level` which level of ours has such: `message` where
    words are collected in registers of a block, or padded; else `block`. `cycles_per_block` were counted in a
    simulation, in which the digest was right if `digest_verified`; `assumed_cycles_per_block` were not.
    `commit` is that of the sources which went through the flow of this program. One that is not `whole` is a
    part of a core.
    """

    id: Name
    function: Name
    title: Name
    origin: Name
    language: Name
    licence: Name
    ports: Name
    figures: Several[PeerFigures]
    level: Level = BLOCK
    also: Several[Name] = ()
    block_bits: PositiveCount | None = None
    cycles_per_block: PositiveCount | None = None
    assumed_cycles_per_block: PositiveCount | None = None
    digest_verified: Flag = False
    whole: Flag = True
    commit: Name | None = None
    note: Text | None = None

    @property
    def cycles(self) -> int | None:
        """Clock cycles per block, counted or else assumed."""
        return self.assumed_cycles_per_block if self.cycles_per_block is None else self.cycles_per_block

    @property
    def assumed(self) -> bool:
        """Do its cycles, and so its throughput, rest on an assumption?"""
        return self.cycles_per_block is None and self.assumed_cycles_per_block is not None

    def stands_beside(self, function: str) -> bool:
        """Is it one to set beside this function of the catalogue?"""
        return function in (self.function, *self.also)


class PeerMeasurement(Model):
    """How all peers were measured: the flow, what its goals are, and what is particular to a target."""

    date: Date
    what: Name
    goals: dict[str, Name]
    targets: dict[str, Name]


class Table(Model):
    """The file."""

    measurement: PeerMeasurement
    cores: Several[Peer]


@cache
def table() -> Table:
    """The file. UsageError where it is not as it must be."""
    text = (resources.files(__name__) / FILE).read_text(encoding="utf-8")
    return toml_file.of_text(text, FILE).checked(Table)


def measurement() -> PeerMeasurement:
    """How they were measured."""
    return table().measurement


def cores() -> tuple[Peer, ...]:
    """All peers, in the order of the file."""
    return table().cores


def functions() -> list[str]:
    """The functions that a peer stands beside first, in the order of the file."""
    return list(dict.fromkeys(peer.function for peer in cores()))


def beside(function: str, target: str | None = None, level: Level | None = None) -> list[Peer]:
    """The peers of a function, measured on this target if one is named, of this level if one is."""
    return [
        peer
        for peer in cores()
        if peer.stands_beside(function)
        and (target is None or any(figures.target == target for figures in peer.figures))
        and level in (None, peer.level)
    ]
