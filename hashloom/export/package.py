# SPDX-License-Identifier: Apache-2.0
"""What is exported: a design at message level with its parameters set, under a name of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from hashloom import jobs, rtl, targets
from hashloom.design import Design, Tuning
from hashloom.errors import HashloomError, UsageError
from hashloom.export.keywords import KEYWORDS
from hashloom.flow import fpga
from hashloom.flow.serial_harness import Port
from hashloom.records import Records

LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=1800)
CLOCK_MHZ = 100.0
"""What the constraints ask for unless the user says otherwise; a wish, nothing that was measured."""

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_TAKEN = frozenset(
    {"test_bench", "known_answers", "lane_test", "serial_harness", "serial_source", "serial_sink"}
)
"""Modules that stand beside the exported one."""


@dataclass(frozen=True)
class Package:
    """One export. `ports` are those of the family's message level with these parameters, clock and reset too.

    `name` is the name of the module that wraps it and of the files; `clock_mhz` is for the constraints.
    """

    design: Design
    tuning: Tuning
    name: str
    clock_mhz: float
    ports: tuple[Port, ...]

    @cached_property
    def unit(self) -> rtl.RtlUnit:
        """The RTL of the message level."""
        return rtl.unit(self.design, "top", self.tuning)

    @property
    def sources(self) -> tuple[Path, ...]:
        """Its files in compile order."""
        return self.unit.sources

    @property
    def lanes(self) -> int:
        """Messages in flight."""
        return self.design.architecture.stages

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
        """Words of a digest."""
        return -(-self.design.function.digest_bits // self.word)

    def _width(self, name: str) -> int:
        return next(port.width for port in self.ports if port.name == name)


def make(design: Design, tuning: Tuning, name: str | None, clock_mhz: float, records: Records) -> Package:
    """The package of a design; UsageError for a name that no module may have or a clock that is none."""
    chosen = name if name is not None else plain_name(design.function.name)
    check_name(chosen, design, tuning)
    if not 0.001 <= clock_mhz <= 10_000:
        raise UsageError(
            f"a clock of {clock_mhz:g} MHz cannot be asked for; give a number from 0.001 to 10000"
        )
    run = fpga.FpgaRun(rtl.unit(design, "top", tuning), _any_fpga(), LIMITS)
    step = fpga.ports(run, records)
    if step.state != jobs.OK:
        raise HashloomError(
            f"{design.name} cannot be elaborated ({step.state}): {step.body.get('message', '')}"
        )
    return Package(design, tuning, chosen, clock_mhz, tuple(Port(*port) for port in step.body["ports"]))


def plain_name(function: str) -> str:
    """Name of a function as the name of a module: `skein-1.3-512-256` is `skein_1_3_512_256`."""
    return re.sub(r"[^a-z0-9]+", "_", function)


def check_name(name: str, design: Design, tuning: Tuning) -> None:
    """UsageError if a module of the package cannot have this name."""
    if not _IDENTIFIER.fullmatch(name):
        raise UsageError(
            f"'{name}' can be no name of a module; it is a letter, then up to 63 letters, digits or _"
        )
    modules = {source.stem for source in rtl.unit(design, "top", tuning).sources}
    if name in KEYWORDS | _TAKEN | modules:
        raise UsageError(
            f"'{name}' is a word of the language or another module of the package; choose another"
        )


def _any_fpga() -> targets.Fpga:
    """The ports of a unit do not depend on the target; the step that finds them wants one."""
    found = targets.find("ecp5")
    assert isinstance(found, targets.Fpga)
    return found
