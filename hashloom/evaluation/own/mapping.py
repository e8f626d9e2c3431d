# SPDX-License-Identifier: Apache-2.0
"""A TOML file that says which port of a core is what, and the module around the core that follows from it.

    function = "sha256"

    [clock]
    port = "clk"

    [reset]
    port = "reset_n"
    active = "low"

    [block]
    data = "block"          # a whole padded block
    first = "init"          # a pulse: the first block of a message is there
    next = "next"           # a pulse: a further block is there
    ready = "ready"         # high while the core can take a block

    [digest]
    data = "digest"
    valid = "digest_valid"

    [inputs]                # what other inputs get
    mode = 1

The module has the ports of the block level, so that the bench verifies it as one of ours. `CoreMap` has what
is allowed; its schema is docs/schemas/core-map.schema.json.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, model_validator

from hashloom import catalogue
from hashloom.catalogue import nearest
from hashloom.catalogue.design import Function
from hashloom.catalogue.places import Places
from hashloom.catalogue.ports import Port
from hashloom.errors import UsageError
from hashloom.evaluation.own.captured import settings
from hashloom.evaluation.own.front_end import Front
from hashloom.files import templates, toml_file
from hashloom.files.model import Called, Flag, Integer, Model, Name, PositiveCount, said
from hashloom.files.toml_file import TomlFile
from hashloom.files.toml_lines import Place

NAME = "mapped_core"
COUNT_BITS = 64

_PORT = Annotated[Name, Called("name of a port", "the name of a port, in quotation marks")]
_Order = Literal["first-high", "first-low"]


class ClockPort(Model):
    """`[clock]`."""

    port: _PORT = Field(description="input, rising edge")


class ResetPort(Model):
    """`[reset]`."""

    port: _PORT = Field(description="input; synchronous or asynchronous, as the core has it")
    active: Literal["high", "low"] = Field("high", description="level that resets the core")


class _Ordered(Model):
    """What carries bits of a message or a digest."""

    data: _PORT = Field(description="port with all of it")
    word_bits: PositiveCount | None = Field(None, description="bits of a word; all of it is one by default")
    words: _Order = Field("first-high", description="where the first word stands")
    bytes: _Order = Field("first-high", description="where the first byte of a word stands")


class BlockPorts(_Ordered):
    """`[block]`: a whole padded block, and what begins the work on it."""

    first: _PORT | None = Field(None, description="input, a pulse with the first block of a message")
    next: _PORT | None = Field(None, description="input, a pulse with any other block")
    start: _PORT | None = Field(None, description="input, a pulse with each block, in the place of these two")
    is_first: _PORT | None = Field(None, description="input, high with the first block of a message")
    is_last: _PORT | None = Field(None, description="input, high with the last block of a message")
    is_empty: _PORT | None = Field(None, description="input, high with a block of padding only")
    count: _PORT | None = Field(None, description="input, bits of the message up to the end of the block")
    ready: _PORT | None = Field(None, description="output, high while the core can take a block")
    held: Flag = Field(False, description="whether data must stay until the core is done")

    @model_validator(mode="after")
    def _begins(self) -> BlockPorts:
        pulses = [name for name in ("first", "next", "start") if getattr(self, name) is not None]
        if pulses not in (["first", "next"], ["start"]):
            found = " and ".join(pulses) or "none of them"
            raise said(f"it needs either first and next, or start; it has {found}")
        if self.start is not None and self.is_first is None:
            raise said("start begins any block, so the core must be told which is the first: is_first")
        return self


class DigestPorts(_Ordered):
    """`[digest]`."""

    valid: _PORT | None = Field(
        None, description="output, high when the core is done with a block; block.ready by default"
    )
    pulse: Flag = Field(
        False, description="whether valid, and perhaps the digest, is there for one cycle only"
    )

    @model_validator(mode="after")
    def _pulse_of_valid(self) -> DigestPorts:
        if self.pulse and self.valid is None:
            raise said("pulse is about valid, which is not there")
        return self


class CoreMap(Model):
    """The ports of a core, mapped to those of the block level of ours."""

    function: Name = Field(description="function that the core must compute")
    clock: ClockPort = Field(description="the clock")
    reset: ResetPort = Field(description="the reset, which drops whatever is in flight")
    block: BlockPorts = Field(description="the block")
    digest: DigestPorts = Field(description="the digest")
    inputs: dict[str, Integer] = Field(default_factory=dict, description="values of all other inputs")

    @model_validator(mode="after")
    def _says_when_done(self) -> CoreMap:
        if self.block.ready is None and self.digest.valid is None:
            raise said("nothing says when the core is done: give block.ready, digest.valid or both")
        return self


@dataclass(frozen=True)
class Mapping:
    """A file of this sort with the function that it names."""

    file: TomlFile
    ports: CoreMap
    function: Function


def read(path: Path, places: Places) -> Mapping:
    """The mapping in a file. UsageError with file and line for what is wrong in itself."""
    file = toml_file.read(path, "the map of the core")
    found = file.checked(CoreMap)
    try:
        function = catalogue.resolve_function(found.function, places)
    except UsageError as error:
        raise file.mistake(("function",), str(error)) from error
    return Mapping(file, found, function)


def wrapper(mapping: Mapping, front: Front) -> str:
    """SystemVerilog of the module NAME around the core.

    UsageError with file and line for a port that the core does not have, one of another direction or width,
    one that stands for two things, and an input that nothing is said of.
    """
    return _Wrapper(mapping, front).text()


class _Wrapper:
    """The module while it is made."""

    def __init__(self, mapping: Mapping, front: Front) -> None:
        self._file, self._map, self._function = mapping.file, mapping.ports, mapping.function
        self._front = front
        self._ports = {port.name: port for port in front.ports}
        self._used: dict[str, str] = {}

    def text(self) -> str:
        """The whole module."""
        block, digest, function = self._map.block, self._map.digest, self._function
        inputs = [
            (self._input(("clock", "port"), self._map.clock.port), "clk"),
            (
                self._input(("reset", "port"), self._map.reset.port),
                "~resets" if self._map.reset.active == "low" else "resets",
            ),
            (
                self._input(("block", "data"), block.data, function.block_bits),
                _joined("data", function.block_bits, self._places(("block",), block, function.block_bits)),
            ),
        ]
        for key, value, width in (
            ("first", "start & block_first", 1),
            ("next", "start & ~block_first", 1),
            ("start", "start", 1),
            ("is_first", "is_first", 1),
            ("is_last", "is_last", 1),
            ("is_empty", "is_empty", 1),
            ("count", "count", 0),
        ):
            named: str | None = getattr(block, key)
            if named is not None:
                self._input(("block", key), named, width)
                inputs.append((named, value if width else f"count[{self._width(named, key) - 1}:0]"))
        for name, number in self._map.inputs.items():
            bits = self._known(("inputs", name), name, "input").width
            if not 0 <= number < 1 << bits:
                raise self._mistake(("inputs", name), f"{number} does not fit the {bits} bits of {name}")
            inputs.append((name, f"{bits}'d{number}"))
        self._nothing_left()
        outputs = [port for port in self._front.ports if port.direction == "output"]
        index_of = {port.name: index for index, port in enumerate(outputs)}
        if block.ready is not None:
            self._known(("block", "ready"), block.ready, "output", 1)
        if digest.valid is not None:
            self._known(("digest", "valid"), digest.valid, "output", 1)
        port = self._known(("digest", "data"), digest.data, "output")
        if port.width < function.digest_bits:
            raise self._mistake(
                ("digest", "data"),
                f"{port.name} has {port.width} bits, and the digest of {function.name} has "
                f"{function.digest_bits}",
            )
        order = self._places(("digest",), digest, port.width)
        return templates.fill(
            Path(__file__).parent / "templates",
            f"{NAME}.sv",
            name=NAME,
            core=self._front.unit.top,
            settings=settings(self._front.unit),
            block_bits=function.block_bits,
            digest_bits=function.digest_bits,
            inputs=inputs,
            outputs=[(one.name, one.width) for one in outputs],
            ready=None if block.ready is None else index_of[block.ready],
            valid=None if digest.valid is None else index_of[digest.valid],
            pulse=digest.pulse,
            held=block.held,
            digest_parts=_first(f"core_{index_of[digest.data]}", order, function.digest_bits),
        )

    def _input(self, place: Place, name: str, width: int = 1) -> str:
        """An input of so many bits, any with 0."""
        return self._known(place, name, "input", width).name

    def _width(self, name: str, key: str) -> int:
        width = self._ports[name].width
        if width > COUNT_BITS:
            raise self._mistake(("block", key), f"{name} has {width} bits; a count has {COUNT_BITS} at most")
        return width

    def _known(self, place: Place, name: str, direction: str, width: int = 0) -> Port:
        """The port of this name; each stands for one thing."""
        core = self._front.unit.top
        names = [port.name for port in self._front.ports if port.direction == direction]
        port = self._ports.get(name)
        if port is None or port.direction != direction:
            raise self._mistake(place, f"{core} has no {direction} '{name}'; {nearest(name, names)}")
        if width and port.width != width:
            bits = f"{width} bit{'s' if width > 1 else ''}"
            raise self._mistake(place, f"{name} has {port.width} bits; it must have {bits}")
        key = ".".join(map(str, place))
        if direction == "input" and name in self._used:
            raise self._mistake(place, f"{name} is {self._used[name]} already")
        self._used[name] = key
        return port

    def _nothing_left(self) -> None:
        """UsageError for an input of the core that the file does not speak of."""
        left = [
            port.name
            for port in self._front.ports
            if port.direction == "input" and port.name not in self._used
        ]
        if left:
            core, many = self._front.unit.top, len(left) > 1
            named = f"the input{'s' * many} {', '.join(left)} of {core}"
            value = "them values" if many else "it a value"
            raise UsageError(f"{self._file.name}: nothing is said of {named}; give {value} in [inputs]")

    def _places(self, place: Place, ordered: _Ordered, width: int) -> list[tuple[int, int]]:
        """Where the parts of a port stand, first ones first: highest and lowest bit."""
        word = ordered.word_bits or width
        if width % word or (ordered.bytes == "first-low" and word % 8):
            raise self._mistake(
                (*place, "word_bits"),
                f"{width} bits are no whole number of words of {word} bits, or of bytes",
            )
        found = []
        for index in range(width // word):
            low = index * word if ordered.words == "first-low" else width - (index + 1) * word
            if ordered.bytes == "first-high":
                found.append((low + word - 1, low))
            else:
                found += [(low + at + 7, low + at) for at in range(0, word, 8)]
        return found

    def _mistake(self, place: Place, sentence: str) -> UsageError:
        return self._file.mistake(place, sentence)


def _first(signal: str, places: Sequence[tuple[int, int]], bits: int) -> list[str]:
    """The first bits of a signal whose parts stand at these places."""
    parts, left = [], bits
    for high, low in places:
        taken = min(high - low + 1, left)
        if taken:
            parts.append(f"{signal}[{high}:{high - taken + 1}]")
        left -= taken
    return parts


def _joined(signal: str, width: int, places: Sequence[tuple[int, int]]) -> str:
    """A signal whose first bit is the highest one, with its parts at these places."""
    ours: list[tuple[int, str]] = []
    at = width
    for high, low in places:
        size = high - low + 1
        ours.append((high, f"{signal}[{at - 1}:{at - size}]"))
        at -= size
    return "{ " + ", ".join(text for _, text in sorted(ours, reverse=True)) + " }"
