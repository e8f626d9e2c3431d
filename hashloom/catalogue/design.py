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
from pathlib import Path

from hashloom.catalogue.expression import Expression, Value
from hashloom.errors import UsageError

Allowed = tuple[Value, ...] | range
"""Values a field of a function's name may take."""


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
    parameters: Mapping[str, Expression]

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
    """A named way to build the functions of a family, with its parameters."""

    name: str
    parameters: Mapping[str, int] = field(compare=False)

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
class Family:
    """One folder of `cores/` with what its `core.toml` says; equal families have the same name and folder."""

    name: str
    folder: Path
    title: str = field(compare=False)
    specification: str = field(compare=False)
    model: str = field(compare=False)
    core: str = field(compare=False)
    top: str = field(compare=False)
    bus: str = field(compare=False)
    circuits: int = field(compare=False)
    sources: tuple[str, ...] = field(compare=False)
    common: tuple[str, ...] = field(compare=False)
    common_top: tuple[str, ...] = field(compare=False)
    common_bus: tuple[str, ...] = field(compare=False)
    extensions: Mapping[str, Extension] = field(compare=False)
    pattern: str = field(compare=False)
    fields: Mapping[str, Allowed] = field(compare=False)
    named: tuple[str, ...] = field(compare=False)
    short: Mapping[str, str] = field(compare=False)
    block_bits: Expression = field(compare=False)
    digest_bits: Expression = field(compare=False)
    parameters: Mapping[str, Expression | Mapping[str, Value]] = field(compare=False)
    architectures: Mapping[str, Architecture] = field(compare=False)
    default_architecture: str = field(compare=False)
    generic: str = field(compare=False)
    generic_parameters: Mapping[str, Expression] = field(compare=False)
    unroll_values: tuple[int, ...] = field(compare=False)
    valid: Expression = field(compare=False)
    tunings: tuple[TuningEntry, ...] = field(compare=False)
    constants: Mapping[str, Expression] = field(compare=False)
    cycles_block: Expression = field(compare=False)
    cycles_latency: Expression = field(compare=False)

    def function(self, name: str) -> "Function | None":
        """Return the function of this exact name, or None if the family has none of that name."""
        found = match_pattern(self.pattern, name, ".+?")
        if found is None:
            return None
        fields: dict[str, Value] = {}
        for key, text in found.items():
            allowed = self.fields[key]
            value: Value = text
            if isinstance(allowed, range) or all(isinstance(one, int) for one in allowed):
                if not re.fullmatch(r"0|[1-9][0-9]*", text):
                    return None
                value = int(text)
            if value not in allowed:
                return None
            fields[key] = value
        return Function(
            name=name,
            family=self,
            fields=fields,
            block_bits=self.block_bits.integer(fields),
            digest_bits=self.digest_bits.integer(fields),
        )

    def expand(self, text: str) -> str:
        """Return the full name for a short form, any other text unchanged.

        A short form may have fields in braces, which its full name repeats.
        """
        for short, full in self.short.items():
            found = match_pattern(short, text)
            if found is not None:
                return full.format(**found)
        return text

    def functions(self) -> list["Function"]:
        """List the functions the family shows, in the order of its `core.toml`."""
        found = [self.function(name) for name in self.named]
        return [function for function in found if function is not None]

    def architecture(self, name: str) -> Architecture | None:
        """Return the architecture of this name, named or of the generic form, or None."""
        if name in self.architectures:
            return self.architectures[name]
        found = match_pattern(self.generic, name) if self.generic else None
        if found is None or not all(re.fullmatch(r"[1-9][0-9]{0,3}", text) for text in found.values()):
            return None
        numbers: dict[str, Value] = {key: int(text) for key, text in found.items()}
        parameters = {key: value.integer(numbers) for key, value in self.generic_parameters.items()}
        if self.unroll_values and parameters["unroll"] not in self.unroll_values:
            return None
        return Architecture(name, parameters)

    def designs(self) -> list["Design"]:
        """List every shown function in every named architecture that is valid for it."""
        pairs = (Design(f, a) for f in self.functions() for a in self.architectures.values())
        return [design for design in pairs if design.is_valid()]


@dataclass(frozen=True)
class Function:
    """One hash function. `block_bits` is the width of a message block, `digest_bits` that of the digest."""

    name: str
    family: Family = field(repr=False)
    fields: Mapping[str, Value] = field(compare=False)
    block_bits: int = field(compare=False)
    digest_bits: int = field(compare=False)

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

    def names(self) -> dict[str, Value]:
        """Names the expressions of `core.toml` see: fields, sizes, architecture parameters, constants."""
        names: dict[str, Value] = {
            "block_bits": self.function.block_bits,
            "digest_bits": self.function.digest_bits,
            **self.architecture.parameters,
            **self.function.fields,
        }
        for key, constant in self.family.constants.items():
            names[key] = constant.evaluate(names)
        return names

    def is_valid(self) -> bool:
        """Whether the family can build this function in this architecture."""
        return bool(self.family.valid.integer(self.names()))

    def parameters(self, tuning: Tuning | None = None) -> dict[str, Value]:
        """RTL parameters by name: integers, or strings without quotation marks.

        Without a tuning the parameters that tunings set are left to the defaults of the RTL. UsageError for a
        setting of a parameter that no tuning of the family sets.
        """
        names = self.names()
        result: dict[str, Value] = {}
        for key, rule in self.family.parameters.items():
            if isinstance(rule, Expression):
                result[key] = rule.evaluate(names)
            else:
                result[key] = rule[str(self.function.fields[key.lower()])]
        if tuning is not None:
            for entry in self.family.tunings:
                if entry.applies(self, tuning):
                    result.update({key: value.evaluate(names) for key, value in entry.parameters.items()})
            known = sorted({key for entry in self.family.tunings for key in entry.parameters})
            for key, number in tuning.settings:
                if key not in known:
                    raise UsageError(
                        f"{self.name} has no parameter '{key}' that may be set; it has {', '.join(known)}"
                    )
                result[key] = number
        return result

    def cycles_block(self) -> int:
        """Clock cycles from one block of a lane to the next block of the same lane."""
        return self.family.cycles_block.integer(self._cycle_names(1))

    @property
    def cycles_per_block(self) -> Fraction:
        """Clock cycles per block with all lanes busy; what the throughput of long messages depends on."""
        return Fraction(self.cycles_block(), self.architecture.stages)

    def latency_cycles(self, blocks: int) -> int:
        """Clock cycles from the edge that accepts the first block to the first cycle with a digest.

        `blocks` counts the blocks of the message, padding included; all are offered at once.
        """
        return self.family.cycles_latency.integer(self._cycle_names(blocks))

    def _cycle_names(self, blocks: int) -> dict[str, Value]:
        parameters = {key.lower(): value for key, value in self.parameters().items()}
        return {**parameters, **self.names(), "blocks": blocks}


def pattern_fields(pattern: str) -> list[str]:
    """Names in braces of a pattern such as `skein-{version}-{block}`, in order."""
    return re.findall(r"\{([a-z_]+)\}", pattern)


def match_pattern(pattern: str, text: str, field: str = "[^-]+?") -> dict[str, str] | None:
    """Values of the fields if `text` has the form of `pattern`, else None. A field has the form `field`."""
    parts = re.split(r"\{([a-z_]+)\}", pattern)
    regex = "".join(f"(?P<{part}>{field})" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    found = re.fullmatch(regex, text)
    return found.groupdict() if found else None
