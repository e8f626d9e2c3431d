# SPDX-License-Identifier: Apache-2.0
"""Functions, architectures and designs: what the catalogue is made of.

A *family* is one folder of `cores/`. A *function* is one hash function of the family, fixed by the fields of
its name (`skein-1.3-512-256`: version, block, digest). An *architecture* is a way to build it (`4r-2m`). A
*design* is a function in an architecture; a *tuning* is for which technology and goal it is built.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from pathlib import Path

from hashloom.catalogue.expression import Expression
from hashloom.catalogue.function_entry import Fields, FunctionEntry, Value
from hashloom.catalogue.patterns import fill, match_pattern
from hashloom.errors import UsageError


@dataclass(frozen=True)
class Tuning:
    """For what a design is built: technology `asic` or `fpga`, goal `small` or `fast`, name of the target.

    `settings` are RTL parameters and the numbers they get in place of what the family's tuning says.
    """

    technology: str = "asic"
    goal: str = "fast"
    target: str = ""
    settings: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class TuningEntry:
    """RTL parameters that hold for every design, technology and goal that `match` describes.

    `match` maps technology, goal, target, architecture or a field of the function to the values it may have.
    """

    match: Mapping[str, tuple[Value, ...]]
    parameters: Mapping[str, int]

    def applies(self, design: "Design", tuning: Tuning) -> bool:
        """Whether all conditions of this entry hold."""
        facts: dict[str, Value] = {
            **design.function.fields,
            "technology": tuning.technology,
            "goal": tuning.goal,
            "target": tuning.target,
            "architecture": design.architecture.name,
        }
        return all(facts[key] in values for key, values in self.match.items())


@dataclass(frozen=True)
class Architecture:
    """A named way to build the functions of a family, with its parameters, and what it is in words.

    `core` names the core of the family that is built so; the first one has no name.
    """

    name: str
    parameters: Mapping[str, int] = field(compare=False)
    says: str = field(default="", compare=False)
    core: str = field(default="", compare=False)

    @property
    def unroll(self) -> int:
        """Rounds computed between two visits of the state register."""
        return self.parameters["unroll"]

    @property
    def stages(self) -> int:
        """Pipeline registers in the loop, which is the number of messages in flight."""
        return self.parameters["stages"]


@dataclass(frozen=True)
class Extension:
    """A further module of a family at message level, `top`; the extension has the name of its level.

    `sources` and `common` are the files that it needs besides those of the core, `without` the parameters of
    the family that it does not have.
    """

    top: str
    sources: tuple[str, ...]
    common: tuple[str, ...]
    without: tuple[str, ...]


@dataclass(frozen=True)
class Core:
    """A core of a family, `module` at block level, with the modules around it and what is particular to it.

    `sources` and `common` are the files of the core, `common_top` and `common_bus` what `top` and `bus` need
    besides. The RTL parameter KEY has the value of the architecture that `parameters` names.
    """

    module: str
    top: str
    bus: str
    circuits: int
    sources: tuple[str, ...]
    common: tuple[str, ...]
    common_top: tuple[str, ...]
    common_bus: tuple[str, ...]
    extensions: Mapping[str, Extension]
    parameters: Mapping[str, str]
    valid: Expression
    tunings: tuple[TuningEntry, ...]
    constants: Mapping[str, Expression]
    cycles_block: Expression
    cycles_latency: Expression
    cycles_intake: Expression
    cycles_wipe: Expression


@dataclass(frozen=True)
class Family:
    """One folder of `cores/` with what its `core.toml` says; equal families have the same name and folder.

    `cores` are those of the family by name, the first one without a name. `shared` is the RTL of the
    laboratory that its families have in common, for cores that lie without any.
    """

    name: str
    folder: Path
    title: str = field(compare=False)
    specification: str = field(compare=False)
    model: str = field(compare=False)
    cores: Mapping[str, Core] = field(compare=False)
    entries: tuple[FunctionEntry, ...] = field(compare=False)
    short: Mapping[str, str] = field(compare=False)
    architectures: Mapping[str, Architecture] = field(compare=False)
    default_architecture: str = field(compare=False)
    generic: str = field(compare=False)
    generic_parameters: Mapping[str, Expression] = field(compare=False)
    unroll_values: tuple[int, ...] = field(compare=False)
    shared: Path = field(default=Path(), compare=False)

    @property
    def core(self) -> Core:
        """The first core: that of the default architecture, of the bus and of the extensions."""
        return self.cores[""]

    @property
    def common_rtl(self) -> Path:
        """Folder of the RTL that the family shares with others: that beside it, else `shared`."""
        beside = self.folder.parent / "common" / "rtl"
        return beside if beside.is_dir() else self.shared

    @property
    def named(self) -> tuple[str, ...]:
        """Names of the functions that the family shows, in the order of its `core.toml`."""
        return tuple(name for entry in self.entries for name in entry.listed)

    def function(self, name: str) -> "Function | None":
        """Return the function of this exact name, or None if the family has none of that name."""
        if name not in self._functions:
            self._functions[name] = self._function(name)
        return self._functions[name]

    @cached_property
    def _functions(self) -> dict[str, "Function | None"]:
        """What was asked for by name: each row that is read asks for its function."""
        return {}

    def _function(self, name: str) -> "Function | None":
        for entry in self.entries:
            number = entry.number(name)
            if number is not None:
                return Function(
                    name=name,
                    family=self,
                    fields=Fields({**entry.fields, **number}),
                    block_bits=entry.block_bits.evaluate(number),
                    digest_bits=entry.digest_bits.evaluate(number),
                    parameters={key: value.evaluate(number) for key, value in entry.parameters.items()},
                    constants={key: value.evaluate(number) for key, value in entry.constants.items()},
                )
        return None

    def expand(self, text: str) -> str:
        """Return the full name for a short form, any other text unchanged.

        A short form may have fields in braces, which its full name repeats.
        """
        for short, full in self.short.items():
            found = match_pattern(short, text)
            if found is not None:
                return fill(full, found)
        return text

    def functions(self) -> list["Function"]:
        """List the functions the family shows, in the order of `named`."""
        found = [self.function(name) for name in self.named]
        return [function for function in found if function is not None]

    def architecture(self, name: str) -> Architecture | None:
        """Return the architecture of this name, named or of the generic form, or None."""
        if name in self.architectures:
            return self.architectures[name]
        found = match_pattern(self.generic, name) if self.generic else None
        if found is None or not all(re.fullmatch(r"[1-9][0-9]{0,3}", text) for text in found.values()):
            return None
        numbers = {key: int(text) for key, text in found.items()}
        parameters = {key: value.evaluate(numbers) for key, value in self.generic_parameters.items()}
        if self.unroll_values and parameters["unroll"] not in self.unroll_values:
            return None
        return Architecture(name, parameters)

    def designs(self) -> list["Design"]:
        """List every shown function in every named architecture that is valid for it."""
        pairs = (Design(f, a) for f in self.functions() for a in self.architectures.values())
        return [design for design in pairs if design.is_valid()]


@dataclass(frozen=True)
class Function:
    """One hash function. `block_bits` is the width of a message block, `digest_bits` that of the digest.

    `fields` are the parts of its name, `parameters` the RTL parameters that make the core this function,
    `constants` the numbers that the formulas of cycles have of it.
    """

    name: str
    family: Family = field(repr=False)
    fields: Mapping[str, Value] = field(compare=False)
    block_bits: int = field(compare=False)
    digest_bits: int = field(compare=False)
    parameters: Mapping[str, int] = field(compare=False)
    constants: Mapping[str, int] = field(compare=False)

    def default_design(self) -> "Design":
        """Return this function in the default architecture of its family."""
        return Design(self, self.family.architectures[self.family.default_architecture])


@dataclass(frozen=True)
class Design:
    """A function in an architecture."""

    function: Function
    architecture: Architecture

    @property
    def name(self) -> str:
        """Name as on the command line, `function/architecture`."""
        return f"{self.function.name}/{self.architecture.name}"

    @property
    def family(self) -> Family:
        """Family of the function."""
        return self.function.family

    @property
    def core(self) -> Core:
        """Core of the family that is built in this architecture."""
        return self.family.cores[self.architecture.core]

    def names(self) -> dict[str, int]:
        """Names that the formulas of `core.toml` see: sizes, values of the architecture, constants."""
        names = {
            "block_bits": self.function.block_bits,
            "digest_bits": self.function.digest_bits,
            **self.architecture.parameters,
            **self.function.constants,
        }
        for key, constant in self.core.constants.items():
            names[key] = constant.evaluate(names)
        return names

    def is_valid(self) -> bool:
        """Whether the family can build this function in this architecture."""
        return bool(self.core.valid.evaluate(self.names()))

    def parameters(self, tuning: Tuning | None = None) -> dict[str, int]:
        """RTL parameters by name.

        Without a tuning the parameters that tunings set are left to the defaults of the RTL. UsageError for a
        setting of a parameter that no tuning of the core sets.
        """
        result = dict(self.function.parameters)
        for key, name in self.core.parameters.items():
            result[key] = self.architecture.parameters[name]
        if tuning is not None:
            for entry in self.core.tunings:
                if entry.applies(self, tuning):
                    result.update(entry.parameters)
            known = sorted({key for entry in self.core.tunings for key in entry.parameters})
            for key, number in tuning.settings:
                if key not in known:
                    raise UsageError(
                        f"{self.name} has no parameter '{key}' that may be set; it has {', '.join(known)}"
                    )
                result[key] = number
        return result

    def cycles_block(self) -> int:
        """Clock cycles from one block of a lane to the next block of the same lane."""
        return self.core.cycles_block.evaluate(self.names())

    def intake_cycles(self) -> int:
        """Clock cycles from the first word of a block to its last; 0 where a block is one word."""
        return self.core.cycles_intake.evaluate(self.names())

    def wipe_cycles(self) -> int:
        """Clock cycles that message_wipe takes at most with words of the usual width; 0 where not stated."""
        return self.core.cycles_wipe.evaluate(self.names())

    @property
    def cycles_per_block(self) -> Fraction:
        """Clock cycles per block with all lanes busy; what the throughput of long messages depends on."""
        return Fraction(self.cycles_block(), self.architecture.stages)

    def latency_cycles(self, blocks: int) -> int:
        """Clock cycles from the edge that accepts the first block to the first cycle with a digest.

        `blocks` counts the blocks of the message, padding included; all are offered at once. Of a block that
        comes in several words it is the edge that accepts the first one.
        """
        return self.core.cycles_latency.evaluate({**self.names(), "blocks": blocks})
