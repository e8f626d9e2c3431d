# SPDX-License-Identifier: Apache-2.0
"""What is exported: a design at a message level, its parameters set, behind a bus, under its own name."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Literal

from hashloom import targets
from hashloom.catalogue import contexts as context_tops
from hashloom.catalogue import rtl
from hashloom.catalogue.adapters import (
    ADAPTERS,
    GMU_TWO_CLOCKS,
    REGISTERS,
    Adapter,
    slice_sources,
    wipe_source,
)
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.places import Places
from hashloom.catalogue.ports import Port
from hashloom.errors import HashloomError, UsageError
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.export import contexts, naming
from hashloom.export.keywords import KEYWORDS
from hashloom.flow import fpga
from hashloom.formal.uses import defaults

STREAM = "stream"
"""The bus of a package that shows the ports of the message level as they are."""
PackageLevel = rtl.Level | Literal["context"]
"""The ports that a package is made of: a level of the catalogue, or messages with contexts."""
LEVELS: tuple[PackageLevel, ...] = ("top", contexts.LEVEL, *rtl.EXTENSION_LEVELS)
BUSES = (STREAM, *ADAPTERS)
SLICED = (STREAM, "axis")
"""The buses whose streams can have register slices."""
WITH_CONTEXTS = (STREAM, *REGISTERS)
"""The buses that carry contexts."""
LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=1800)
CLOCK_MHZ = 100.0
"""What the constraints ask for unless the user says otherwise; a wish, nothing that was measured."""
IO_RATIOS = (1, 2, 4, 8, 16)
"""I/O words of the GMU interface in a word of the core; from 2 on they have a clock of their own."""
IO_BITS = (8, 16, 32)
"""Bits of a word of the LWC Hardware API, the last one unless the user says otherwise."""
LEAST_IO_WORD = 8
"""Bits in the shortest I/O word."""

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
_PREFIX = re.compile(r"(?:[A-Za-z][A-Za-z0-9_]{0,63})?")
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
    `level` is one of LEVELS, `bus` one of BUSES, `io_ratio` one of IO_RATIOS; `io_mhz` is for the constraints
    where there is a clock for I/O; `io_bits` is one of IO_BITS, or 0 where `io_ratio` says how wide the bus
    is. `prefix` stands before the names of all other modules and packages. The files of the bus are those of
    `places`. `secret`: what was before a reset is overwritten behind it, and data are 0 while they are not
    valid. `slices`: register slices stand at its streams. `kinds`: a header stands before each string of a
    request. All its RTL is as `capture` has it: what is verified is what is exported.
    """

    places: Places
    design: Design
    tuning: Tuning
    name: str
    clock_mhz: float
    ports: tuple[Port, ...]
    level: PackageLevel = "top"
    bus: str = STREAM
    prefix: str = ""
    io_ratio: int = 1
    io_mhz: float = 0.0
    io_bits: int = 0
    secret: bool = False
    slices: bool = False
    kinds: bool = False
    capture: Capture = field(default_factory=Capture, compare=False, repr=False)

    @cached_property
    def unit(self) -> rtl.RtlUnit:
        """The RTL of the message level."""
        found = self.verified_unit
        return replace(found, parameters=(*found.parameters, *self.further)) if self.further else found

    @property
    def further(self) -> tuple[tuple[str, int], ...]:
        """Parameters of its message level that are for this package, beside those of the design."""
        chosen = {"KINDS": self.kinds, "SECRET": self.secret and self.requests}
        return tuple((name, 1) for name, wanted in chosen.items() if wanted)

    @cached_property
    def parameters(self) -> dict[str, int | str]:
        """All parameters of its message level with their values, those that nobody sets too."""
        return {**defaults(self.originals[f"{self.unit.top}.sv"]), **dict(self.unit.parameters)}

    @property
    def verified_unit(self) -> rtl.RtlUnit:
        """The same without the parameters that are for this package, as a verification runs it.

        With contexts a verification runs the level without them. UsageError for a design that has none.
        """
        if self.level != contexts.LEVEL:
            return rtl.unit(self.design, self.level, self.tuning, capture=self.capture)
        found = context_tops.unit(self.design, self.design.parameters(self.tuning), self.capture)
        if found is None:
            raise UsageError(f"{self.design.name} cannot save and restore; docs/context.md says what can")
        return found

    @property
    def verified_level(self) -> rtl.Level:
        """The level of the catalogue that a verification runs for this package."""
        return self.level if self.level != contexts.LEVEL else "top"

    @property
    def contexts(self) -> bool:
        """Whether its messages go on from contexts and end in them."""
        return self.level == contexts.LEVEL

    @property
    def is_wiped_from_outside(self) -> bool:
        """Whether message_wipe stands before the hash function; requests wipe themselves."""
        return self.secret and not self.requests

    @property
    def adapter(self) -> Adapter | None:
        """What stands between it and the bus; None for the streams themselves."""
        return GMU_TWO_CLOCKS if self.io_ratio > 1 else ADAPTERS.get(self.bus)

    @property
    def documents(self) -> tuple[Path, ...]:
        """Files for the software that uses the bus."""
        return self.adapter.documents(self.places) if self.adapter is not None else ()

    @cached_property
    def originals(self) -> dict[str, str]:
        """Texts of the SystemVerilog by file name, in compile order, as the catalogue has them."""
        adapter = self.adapter.sources(self.places) if self.adapter is not None else ()
        wipe = (wipe_source(self.places),) if self.is_wiped_from_outside else ()
        around = (*wipe, *(slice_sources(self.places) if self.slices else ()), *adapter)
        return {
            path.name: self.capture.content(path).decode("utf-8") for path in (*self.unit.sources, *around)
        }

    @cached_property
    def names(self) -> dict[str, str]:
        """Names of modules and packages in this package, by those that they have in the catalogue."""
        return {one: f"{self.prefix}{one}" for one in naming.declared(self.originals.values())}

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
    def io_word(self) -> int:
        """Bits of a word of one lane as the bus has it."""
        return self.io_bits or self.word // self.io_ratio

    @property
    def io_bits_width(self) -> int:
        """Width of a number of bits in it."""
        return self.io_word.bit_length()

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
    level: PackageLevel = "top",
    bus: str = STREAM,
    *,
    prefix: str | None = None,
    io_ratio: int = 1,
    io_mhz: float | None = None,
    io_bits: int | None = None,
    secret: bool = False,
    slices: bool = False,
    kinds: bool = False,
    capture: Capture | None = None,
) -> Package:
    """The package of a design; UsageError for a name that no module may have or a clock that is none.

    Also for a level that the design has not, a bus that is none of BUSES, a ratio that the bus has not,
    for secrets with two clocks, for slices of a bus that is none of SLICED, and for kinds without requests.
    Without a prefix it is the name and two underscores; without a clock for I/O that is `io_ratio` times as
    fast. `capture`: the state of the RTL files, by default that of now.
    """
    if level not in LEVELS:
        raise UsageError(
            f"a package is made of level {', '.join(LEVELS[:-1])} or {LEVELS[-1]}, not of '{level}'"
        )
    if bus not in BUSES:
        raise UsageError(f"unknown bus '{bus}'; it is {', '.join(BUSES[:-1])} or {BUSES[-1]}")
    chosen = name if name is not None else plain_name(design.function.name)
    before = prefix if prefix is not None else f"{chosen}__"
    fast = io_mhz if io_mhz is not None else io_ratio * clock_mhz
    for mhz in (clock_mhz, fast):
        if not 0.001 <= mhz <= 10_000:
            raise UsageError(f"a clock of {mhz:g} MHz cannot be asked for; give a number from 0.001 to 10000")
    _check_ratio(bus, io_ratio, io_mhz)
    if slices and bus not in SLICED:
        raise UsageError(f"register slices are for the buses {' and '.join(SLICED)}, not for {bus}")
    wide = _io_bits(bus, io_bits)
    package = Package(
        session.places, design, tuning, chosen, clock_mhz, (), level, bus, before, io_ratio, fast, wide,
        secret, slices, kinds, capture or Capture(),
    )  # fmt: skip
    if package.contexts and (secret or bus not in WITH_CONTEXTS):
        named = f"{', '.join(WITH_CONTEXTS[:-1])} or {WITH_CONTEXTS[-1]}"
        raise UsageError(f"contexts come with --bus {named} and without --secret only")
    if kinds and not package.requests:
        levels = " or ".join(rtl.EXTENSION_LEVELS)
        raise UsageError(f"--kinds is for requests, which have strings; they come with --level {levels}")
    _check_bytes(package)
    if secret and package.adapter is not None and package.adapter.keeps_words:
        of = " with an --io-ratio" if io_ratio > 1 else ""
        raise UsageError(f"--bus {bus}{of} keeps words after a reset; --secret is not for it")
    check_name(chosen, package.names)
    if not _PREFIX.fullmatch(before):
        raise UsageError(
            f"'{before}' can stand before no name; a prefix is a letter, then letters, digits or _"
        )
    if clash := sorted(set(package.names.values()) & (_TAKEN | {chosen})):
        raise UsageError(f"with the prefix '{before}' two modules have the name '{clash[0]}'; choose another")
    step = fpga.ports(fpga.FpgaRun(package.verified_unit, _any_fpga(), LIMITS)).perform(session)
    if step.state != jobs.OK:
        raise HashloomError(
            f"{design.name} cannot be elaborated ({step.state}): {step.body.get('message', '')}"
        )
    package = replace(package, ports=tuple(Port(*port) for port in step.body["ports"]))
    if package.io_word < LEAST_IO_WORD:
        raise UsageError(
            f"{io_ratio} I/O words in a word of {package.word} bits have fewer than {LEAST_IO_WORD} bits each"
        )
    return package


def _check_ratio(bus: str, io_ratio: int, io_mhz: float | None) -> None:
    """UsageError for a ratio that the GMU interface has not, and for one or a clock of another bus."""
    if io_ratio not in IO_RATIOS:
        raise UsageError(
            f"{io_ratio} I/O words in a word cannot be had; it is {', '.join(map(str, IO_RATIOS))}"
        )
    if io_ratio > 1 and bus != "gmu":
        raise UsageError(f"the bus {bus} has no ratio of words to choose; only gmu has, with --io-ratio")
    if io_ratio == 1 and io_mhz is not None:
        raise UsageError("there is no clock for I/O without --bus gmu and an --io-ratio of 2 or more")


def _io_bits(bus: str, io_bits: int | None) -> int:
    """Bits of a word on the bus where they are chosen, else 0; UsageError for a bus that has no choice."""
    if bus != "lwc":
        if io_bits is not None:
            raise UsageError(f"the words of the bus {bus} cannot be chosen; only lwc has --io-bits")
        return 0
    if io_bits is not None and io_bits not in IO_BITS:
        raise UsageError(f"the LWC API has no words of {io_bits} bits; it has {', '.join(map(str, IO_BITS))}")
    return IO_BITS[-1] if io_bits is None else io_bits


def _check_bytes(package: Package) -> None:
    """UsageError for what a bus of whole bytes does not carry."""
    if package.adapter is None or not package.adapter.whole_bytes:
        return
    others = ", ".join(bus for bus in BUSES if bus not in ADAPTERS or not ADAPTERS[bus].whole_bytes)
    if package.requests:
        raise UsageError(
            f"the bus {package.bus} carries messages, no requests; these can be had with {others}"
        )
    if package.design.function.digest_bits % 8:
        raise UsageError(
            f"the bus {package.bus} carries whole bytes, and a digest of {package.design.function.name} has "
            f"{package.design.function.digest_bits} bits; it can be had with {others}"
        )


def plain_name(function: str) -> str:
    """Name of a function as the name of a module: `skein-1.3-512-256` is `skein_1_3_512_256`."""
    return re.sub(r"[^a-z0-9]+", "_", function)


def check_name(name: str, modules: Collection[str]) -> None:
    """UsageError if the module that wraps these modules cannot have this name."""
    if not _IDENTIFIER.fullmatch(name):
        raise UsageError(
            f"'{name}' can be no name of a module; it is a letter, then up to 63 letters, digits or _"
        )
    if name in KEYWORDS | _TAKEN or name in modules:
        raise UsageError(
            f"'{name}' is a word of the language or another module of the package; choose another"
        )


def _any_fpga() -> targets.Fpga:
    """The ports of a unit do not depend on the target; the step that finds them wants one."""
    found = targets.find("ecp5")
    assert isinstance(found, targets.Fpga)
    return found
