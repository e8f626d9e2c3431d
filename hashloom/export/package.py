# SPDX-License-Identifier: Apache-2.0
"""What is exported: a design at a message level, its parameters set, behind a bus, under its own name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from hashloom import targets
from hashloom.catalogue import rtl
from hashloom.catalogue.adapters import ADAPTERS, Adapter
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.ports import Port
from hashloom.errors import HashloomError, UsageError
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.export.keywords import KEYWORDS
from hashloom.flow import fpga

STREAM = "stream"
"""The bus of a package that shows the ports of the message level as they are."""
LEVELS: tuple[rtl.Level, ...] = ("top", *rtl.EXTENSION_LEVELS)
BUSES = (STREAM, *ADAPTERS)
LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=1800)
CLOCK_MHZ = 100.0
"""What the constraints ask for unless the user says otherwise; a wish, nothing that was measured."""

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_TAKEN = frozenset(
    {
        *("test_bench", "known_answers", "lane_test", "bus_side", "bus_lane"),
        *("serial_harness", "serial_source", "serial_sink"),
    }
)
"""Modules that stand beside the exported one."""


@dataclass(frozen=True)
class Package:
    """One export. `ports` are those of its message level with these parameters, clock and reset too.

    `name` is the name of the module that wraps it and of the files; `clock_mhz` is for the constraints.
    `level` is one of LEVELS, `bus` one of BUSES.
    """

    design: Design
    tuning: Tuning
    name: str
    clock_mhz: float
    ports: tuple[Port, ...]
    level: rtl.Level = "top"
    bus: str = STREAM

    @cached_property
    def unit(self) -> rtl.RtlUnit:
        """The RTL of the message level."""
        return rtl.unit(self.design, self.level, self.tuning)

    @property
    def adapter(self) -> Adapter | None:
        """What stands between it and the bus; None for the streams themselves."""
        return ADAPTERS.get(self.bus)

    @property
    def sources(self) -> tuple[Path, ...]:
        """Files of both in compile order."""
        return (*self.unit.sources, *(self.adapter.sources if self.adapter is not None else ()))

    @property
    def requests(self) -> bool:
        """Whether it takes requests, packet by packet, in the place of messages."""
        return self.level in rtl.EXTENSION_LEVELS

    @property
    def lanes(self) -> int:
        """Streams side by side."""
        return self._width("in_valid")

    @property
    def word(self) -> int:
        """Bits of a word of one lane."""
        return self._width("in_data") // self.lanes

    @property
    def bits_width(self) -> int:
        """Width of `in_bits` of one lane."""
        return self._width("in_bits") // self.lanes

    @property
    def digest_words(self) -> int:
        """Words of a digest; of requests, those of the digest that the function has without them."""
        return -(-self.design.function.digest_bits // self.word)

    def _width(self, name: str) -> int:
        return next(port.width for port in self.ports if port.name == name)


def make(
    design: Design,
    tuning: Tuning,
    name: str | None,
    clock_mhz: float,
    session: Session,
    level: rtl.Level = "top",
    bus: str = STREAM,
) -> Package:
    """The package of a design; UsageError for a name that no module may have or a clock that is none.

    Also for a level that the design has not, or a bus that is none of BUSES.
    """
    if level not in LEVELS:
        raise UsageError(
            f"a package is made of level {', '.join(LEVELS[:-1])} or {LEVELS[-1]}, not of '{level}'"
        )
    if bus not in BUSES:
        raise UsageError(f"unknown bus '{bus}'; it is {', '.join(BUSES[:-1])} or {BUSES[-1]}")
    unit = rtl.unit(design, level, tuning)
    chosen = name if name is not None else plain_name(design.function.name)
    adapter = ADAPTERS.get(bus)
    check_name(chosen, [*unit.sources, *(adapter.sources if adapter is not None else ())])
    if not 0.001 <= clock_mhz <= 10_000:
        raise UsageError(
            f"a clock of {clock_mhz:g} MHz cannot be asked for; give a number from 0.001 to 10000"
        )
    step = fpga.ports(fpga.FpgaRun(unit, _any_fpga(), LIMITS)).perform(session)
    if step.state != jobs.OK:
        raise HashloomError(
            f"{design.name} cannot be elaborated ({step.state}): {step.body.get('message', '')}"
        )
    ports = tuple(Port(*port) for port in step.body["ports"])
    return Package(design, tuning, chosen, clock_mhz, ports, level, bus)


def plain_name(function: str) -> str:
    """Name of a function as the name of a module: `skein-1.3-512-256` is `skein_1_3_512_256`."""
    return re.sub(r"[^a-z0-9]+", "_", function)


def check_name(name: str, sources: Sequence[Path]) -> None:
    """UsageError if the module that wraps these sources cannot have this name."""
    if not _IDENTIFIER.fullmatch(name):
        raise UsageError(
            f"'{name}' can be no name of a module; it is a letter, then up to 63 letters, digits or _"
        )
    modules = {source.stem for source in sources}
    if name in KEYWORDS | _TAKEN | modules:
        raise UsageError(
            f"'{name}' is a word of the language or another module of the package; choose another"
        )


def _any_fpga() -> targets.Fpga:
    """The ports of a unit do not depend on the target; the step that finds them wants one."""
    found = targets.find("ecp5")
    assert isinstance(found, targets.Fpga)
    return found
