# SPDX-License-Identifier: Apache-2.0
"""A package watched at its ports, cycle by cycle, in Icarus Verilog: latencies, and "abc" as a waveform.

The bench is a file of the package, `waveform/observe.v`: one message at a time through lane 0, behind the
other end of the bus that the package's own test bench has. It writes the value of every port in every cycle.
"""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom.catalogue.adapters import REGISTERS
from hashloom.errors import CheckFailed
from hashloom.execution import jobs
from hashloom.export import known_answers, secrets
from hashloom.export.bench import bench_ports, beside
from hashloom.export.package import STREAM, Package
from hashloom.export.templates import fill
from hashloom.export.wrapper import Wrapper
from hashloom.models import model_for
from hashloom.models.skein import Skein
from hashloom.verification.arguments import Request
from hashloom.verification.cases import Case

TOP = "observe"
PATH = f"waveform/{TOP}.v"
ABC = b"abc"
LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=300)
MISSING = "Icarus Verilog is not installed where this was exported"

Sample = Mapping[str, int]
"""Value of each port of the package in a cycle; an unknown bit counts as 0."""
Moves = Callable[[Sample], bool]


@dataclass(frozen=True)
class Side:
    """How words move on one side of a bus: what is seen in a cycle in which one does."""

    said: str
    moves: Moves


def _both(valid: str, ready: str, lane: int = 1) -> Moves:
    return lambda ports: bool(ports[valid] & ports[ready] & lane)


def _window(writes: bool, apb: bool) -> Moves:
    """Whether a word goes to MESSAGE, or comes from DIGEST_DATA."""

    def moves(ports: Sample) -> bool:
        if apb:
            ends = ports["s_apb_psel"] & ports["s_apb_penable"] & ports["s_apb_pready"]
            return bool(ends) and bool(ports["s_apb_pwrite"]) == writes and _at(ports["s_apb_paddr"], writes)
        if writes:
            return bool(ports["s_axil_wvalid"] & ports["s_axil_wready"]) and _at(ports["s_axil_awaddr"], True)
        return bool(ports["s_axil_rvalid"] & ports["s_axil_rready"]) and _at(ports["s_axil_araddr"], False)

    return moves


def _at(address: int, writes: bool) -> bool:
    return address >> 6 == (1 if writes else 2)


SIDES: Mapping[str, tuple[Side, Side]] = {
    STREAM: (
        Side("in_valid and in_ready", _both("in_valid", "in_ready")),
        Side("out_valid and out_ready", _both("out_valid", "out_ready")),
    ),
    "axis": (
        Side("s_axis_tvalid and s_axis_tready", _both("s_axis_tvalid", "s_axis_tready")),
        Side("m_axis_tvalid and m_axis_tready", _both("m_axis_tvalid", "m_axis_tready")),
    ),
    "gmu": (
        Side("src_read", lambda ports: bool(ports["src_read"] & ~ports["src_ready"] & 1)),
        Side("dst_write", lambda ports: bool(ports["dst_write"] & 1)),
    ),
    "lwc": (
        Side("pdi_valid and pdi_ready", _both("pdi_valid", "pdi_ready")),
        Side("do_valid and do_ready", _both("do_valid", "do_ready")),
    ),
    "registers": (
        Side("a write to MESSAGE", _window(True, apb=False)),
        Side("a read of DIGEST_DATA", _window(False, apb=False)),
    ),
    "apb": (
        Side("a write to MESSAGE", _window(True, apb=True)),
        Side("a read of DIGEST_DATA", _window(False, apb=True)),
    ),
}
"""In which cycle a word of a message goes in and one of a digest comes out, by bus."""


@dataclass(frozen=True)
class Watched:
    """A message on its way: its bytes, what each port was in each cycle, when words moved in and out."""

    size: int
    cycles: tuple[Sample, ...]
    taken: tuple[int, ...]
    given: tuple[int, ...]

    @property
    def first(self) -> int:
        """Cycles from the first word in to the first word out."""
        return self.given[0] - self.taken[0]

    @property
    def last(self) -> int:
        """Cycles from the first word in to the last word out."""
        return self.given[-1] - self.taken[0]


@dataclass(frozen=True)
class Observed:
    """Messages that were watched, in order of their sizes; `why` there are none."""

    messages: tuple[Watched, ...] = ()
    why: str = ""

    @property
    def abc(self) -> Watched | None:
        """The message "abc"."""
        return next((one for one in self.messages if one.size == len(ABC)), None)


def messages(package: Package) -> list[Case]:
    """The empty message, "abc", and bytes of one, two and eight blocks, with their digests."""
    function = package.design.function
    block = function.block_bits // 8
    sizes = sorted({0, len(ABC), block, 2 * block, 8 * block})
    texts = [ABC if size == len(ABC) else bytes(number % 251 for number in range(size)) for size in sizes]
    if not package.requests:
        model = model_for(function)
        return [Case(text, 8 * len(text), model.digest(text), f"{len(text)} bytes") for text in texts]
    skein = Skein(function.block_bits, function.digest_bits, str(function.fields["version"]))
    return [Request(text, 8 * len(text), skein.digest(text), f"{len(text)} bytes", skein) for text in texts]


def bench(package: Package, wrapper: Wrapper) -> str:
    """The Verilog of the bench."""
    starts: list[tuple[int, int]] = []
    words: list[str] = []
    for case in messages(package):
        beats = known_answers.beats(package, case)
        starts.append((len(words), len(known_answers.digest_words(package, case))))
        words += [
            f"{{1'd{position == len(beats) - 1:d}, {known_answers.entry(package, beat)}}}"
            for position, beat in enumerate(beats)
        ]
    slow = 40 * package.lanes * max(1, package.word // 32) if package.bus in REGISTERS else 4
    blocks = 12 * (3 if package.level == "tree" else 1)
    patience = package.design.latency_cycles(blocks) + blocks * package.design.function.block_bits // 8 * slow
    return fill(
        f"{TOP}.v",
        **beside(package),
        ports=bench_ports(package),
        has_bus=package.adapter is not None,
        shown=[port.name for port in wrapper.ports],
        starts=starts,
        words=words,
        reset=3 if package.io_ratio == 1 else 6 * package.io_ratio,
        patience=2000 + package.io_ratio * 4 * patience + (secrets.cycles(package) if package.secret else 0),
    )


def is_installed() -> bool:
    """Whether there is an Icarus Verilog."""
    return all(shutil.which(program) is not None for program in ("iverilog", "vvp"))


def watch(
    package: Package,
    wrapper: Wrapper,
    files: Mapping[str, Path],
    folder: Path,
    limits: jobs.Limits = LIMITS,
) -> Observed:
    """Run the bench; `files` are those of the package in compile order, by path, the bench among them.

    Nothing is watched, and it is said why, where there is no Icarus or it comes to no end. CheckFailed for a
    digest that is not the model's.
    """
    if not is_installed():
        return Observed(why=MISSING)
    folder.mkdir(parents=True, exist_ok=True)
    program, log = folder / "observe.vvp", folder / "observe.log"
    command = ["iverilog", "-g2012", "-s", TOP, "-o", str(program), *map(str, files.values())]
    for step in (command, ["vvp", "-n", str(program)]):
        log.unlink(missing_ok=True)
        done = jobs.run(step, folder, log, limits)
        if done.state != jobs.OK:
            return Observed(why=f"Icarus Verilog did not come to its end ({done.state})")
    return read(package, wrapper, log.read_text(encoding="utf-8", errors="replace"))


def read(package: Package, wrapper: Wrapper, text: str) -> Observed:
    """What the bench wrote. CheckFailed for a wrong digest, or for a message that has no end."""
    names = [port.name for port in wrapper.ports]
    into, out = SIDES[package.bus]
    found: dict[int, list[Sample]] = {}
    digests: dict[int, list[int]] = {}
    for line in text.splitlines():
        mark, *values = line.split()
        if mark == "CYCLE":
            sample = dict(zip(names, map(_number, values[1:]), strict=True))
            found.setdefault(int(values[0]), []).append(sample)
        elif mark == "WORD":
            digests.setdefault(int(values[0]), []).append(_number(values[1]))
    watched = []
    for number, case in enumerate(messages(package)):
        expected = [beat.data for beat in known_answers.digest_words(package, case)]
        if digests.get(number) != expected:
            raise CheckFailed(
                f"{package.name} has a wrong digest of {case.source} at its ports: "
                f"{textwrap.shorten(str(digests.get(number)), 100)}"
            )
        cycles = found[number]
        taken = tuple(at for at, sample in enumerate(cycles) if into.moves(sample))
        given = tuple(at for at, sample in enumerate(cycles) if out.moves(sample))
        watched.append(Watched(len(case.message), tuple(cycles), taken, given))
    return Observed(tuple(watched))


def _number(text: str) -> int:
    return int("".join("0" if digit in "xXzZ" else digit for digit in text), 16)


def table(package: Package, watched: Sequence[Watched]) -> list[tuple[str, str, str, str, str]]:
    """Lines: bytes of a message, words in, cycles to the first and the last word out, words out."""
    return [
        (f"{one.size:,}", str(len(one.taken)), f"{one.first:,}", f"{one.last:,}", str(len(one.given)))
        for one in watched
    ]
