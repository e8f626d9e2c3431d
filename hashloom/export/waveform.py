# SPDX-License-Identifier: Apache-2.0
""" "abc" on its way through a package, as a timing diagram: what `observed` has seen, of it what matters.

Cycles between in which no word moves are left out, and the diagram says how many there were. A value that
does not fit its cycle has a short name; `named` says what it stands for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hashloom.catalogue.adapters import REGISTERS
from hashloom.catalogue.ports import Port
from hashloom.export.observed import Sample, Watched
from hashloom.export.package import STREAM, Package
from hashloom.export.wrapper import Wrapper
from hashloom.reports.waveform import Gap, WaveJson, svg, wavejson

NAME = "abc"
BEFORE, BEHIND = 1, 1
"""Cycles that are shown around each in which a word moves."""
FIRST_WORDS, LAST_WORDS = 6, 1
"""Words of each side that are shown, where there are more."""
DIGITS = 4
"""Hexadecimal digits that fit a cycle."""
SCALE = 2
"""How many times as wide as usual a cycle is."""


@dataclass(frozen=True)
class Channel:
    """Ports that count only where another one is high; `low`: where it is low."""

    valid: str
    ports: tuple[str, ...]
    low: bool = False


_AXIS = ("tdata", "tkeep", "tlast", "tuser", "tid")
CHANNELS: Mapping[str, tuple[Channel, ...]] = {
    STREAM: (
        Channel("in_valid", ("in_data", "in_last", "in_bits")),
        Channel("out_valid", ("out_data", "out_last", "out_bits", "out_error")),
    ),
    "axis": tuple(
        Channel(f"{side}_axis_tvalid", tuple(f"{side}_axis_{name}" for name in _AXIS)) for side in "sm"
    ),
    "gmu": (Channel("src_ready", ("din",), low=True), Channel("dst_write", ("dout", "dst_error"))),
    "lwc": (
        Channel("pdi_valid", ("pdi_data",)),
        Channel("sdi_valid", ("sdi_data",)),
        Channel("do_valid", ("do_data", "do_last")),
    ),
    "registers": (
        Channel("s_axil_awvalid", ("s_axil_awaddr", "s_axil_awprot")),
        Channel("s_axil_wvalid", ("s_axil_wdata", "s_axil_wstrb")),
        Channel("s_axil_bvalid", ("s_axil_bresp",)),
        Channel("s_axil_arvalid", ("s_axil_araddr", "s_axil_arprot")),
        Channel("s_axil_rvalid", ("s_axil_rdata", "s_axil_rresp")),
    ),
    "apb": (
        Channel(
            "s_apb_psel", ("s_apb_penable", "s_apb_pwrite", "s_apb_paddr", "s_apb_pwdata", "s_apb_pstrb")
        ),
        Channel("s_apb_penable", ("s_apb_prdata", "s_apb_pready", "s_apb_pslverr")),
    ),
}
"""By bus, which ports count when."""
LEFT_OUT = (
    *("rst", "io_rst", "aresetn", "presetn", "clk", "io_clk", "aclk", "pclk", "irq", "wiping"),
    *("s_axis_malformed", "sdi_data", "sdi_valid", "sdi_ready"),
    *("s_axil_awprot", "s_axil_arprot", "s_apb_pprot"),
)
"""Ports that say nothing of a message."""


@dataclass(frozen=True)
class Diagram:
    """The diagram in WaveJSON, and what its short names stand for: signal, name, value in hexadecimal."""

    wave: WaveJson
    named: tuple[tuple[str, str, str], ...]

    def files(self) -> dict[str, str]:
        """The diagram as files of the package, by path."""
        return {
            f"waveform/{NAME}.json": json.dumps(self.wave, indent=1) + "\n",
            f"waveform/{NAME}.svg": svg(self.wave),
        }


def diagram(package: Package, wrapper: Wrapper, watched: Watched) -> Diagram:
    """The diagram of a message that was watched, in lane 0."""
    kept = list(_kept(watched))
    counts = {name: channel for channel in CHANNELS[package.bus] for name in channel.ports}
    named: list[tuple[str, str, str]] = []
    signals: dict[str, list[str]] = {}
    for port in wrapper.ports:
        if port.name in LEFT_OUT:
            continue
        width = port.width // package.lanes if _is_of_lanes(package, port.width) else port.width
        values = [
            None if at is None else _value(watched.cycles[at], port.name, width, counts.get(port.name))
            for at in kept
        ]
        signals[port.name] = _labels(port, width, values, named)
    clock = "io_clk" if package.io_ratio > 1 else wrapper.clock
    gaps = _gaps(kept)
    ticks = [f"+{gap.cycles}" if (gap := gaps.get(at)) else str(kept[at]) for at in range(len(kept))]
    title = f"abc through {package.name}{', lane 0' if package.lanes > 1 else ''}"
    return Diagram(
        wavejson(title, len(kept), signals, clock=clock, gaps=gaps, cycles_named=ticks, scale=SCALE),
        tuple(named),
    )


def _kept(watched: Watched) -> Iterator[int | None]:
    """Cycles that are shown, in order; None where some are left out."""
    moves = {at for side in (watched.taken, watched.given) for at in _some(side)}
    shown = sorted(
        {
            near
            for at in moves
            for near in range(at - BEFORE, at + BEHIND + 1)
            if 0 <= near < len(watched.cycles)
        }
    )
    before = -1
    for at in shown:
        if at == before + 2:
            yield at - 1
        elif at > before + 1:
            yield None
        yield at
        before = at


def _some(moves: Sequence[int]) -> Sequence[int]:
    if len(moves) <= FIRST_WORDS + LAST_WORDS:
        return moves
    return [*moves[:FIRST_WORDS], *moves[-LAST_WORDS:]]


def _gaps(kept: Sequence[int | None]) -> dict[int, Gap]:
    """Where cycles are left out, and how many."""
    found = {}
    for place, at in enumerate(kept):
        if at is None:
            before = kept[place - 1] if place else -1
            after = kept[place + 1]
            assert before is not None, "two gaps do not follow each other"
            assert after is not None, "a gap is not the end"
            found[place] = Gap(after - before - 1)
    return found


def _is_of_lanes(package: Package, width: int) -> bool:
    """Whether a port of so many bits has those of each lane."""
    shared = package.bus == "axis" or package.bus in REGISTERS
    return package.lanes > 1 and not shared and width % package.lanes == 0


def _value(sample: Sample, port: str, width: int, channel: Channel | None) -> int | None:
    """The value of a port in lane 0; None where it does not count."""
    if channel is not None and (sample[channel.valid] & 1 == 1) == channel.low:
        return None
    return sample[port] & ((1 << width) - 1)


def _labels(
    port: Port, width: int, values: Sequence[int | None], named: list[tuple[str, str, str]]
) -> list[str]:
    """Levels and labels of a signal; names that are given are appended to `named`."""
    if width == 1:
        return ["" if value is None else str(value) for value in values]
    digits = -(-width // 4)
    letter = "w" if port.direction == "input" else "d"
    known: dict[int, str] = {}
    labels = []
    for value in values:
        if value is None:
            labels.append("")
        elif digits <= DIGITS:
            labels.append(f"{value:0{digits}x}h")
        else:
            if value not in known:
                known[value] = f"{letter}{len(known)}"
                named.append((port.name, known[value], f"{value:0{digits}x}"))
            labels.append(known[value])
    return labels
