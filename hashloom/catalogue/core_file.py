# SPDX-License-Identifier: Apache-2.0
"""Reader of `core.toml`, the description of a family of cores for the laboratory.

Every mistake in the file is answered with one sentence that names the file, the place and what is expected.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hashloom.catalogue.design import (
    Allowed,
    Architecture,
    Extension,
    Family,
    TuningEntry,
    match_pattern,
    pattern_fields,
)
from hashloom.catalogue.expression import Expression, ExpressionError, Value
from hashloom.errors import UsageError
from hashloom.files import reading

TUNING_FACTS = ("technology", "goal", "target", "architecture")


class Table:
    """One TOML table with its place in the file; reads typed entries."""

    def __init__(self, path: Path, place: str, content: Mapping[str, Any]) -> None:
        """`place` is the dotted name of the table, empty for the whole file."""
        self.path, self.place, self.content = path, place, content

    def error(self, key: str, expectation: str) -> UsageError:
        """Return the error for entry `key`, which should have been `expectation`."""
        place = f"{self.place}.{key}" if self.place else key
        return UsageError(f"{self.path}: {place} must be {expectation}")

    def only(self, *keys: str) -> None:
        """Raise UsageError if the table has an entry that is not one of `keys`."""
        for key in self.content:
            if key not in keys:
                raise self.error(key, f"left out, for only these are known: {', '.join(keys)}")

    def table(self, key: str, required: bool = True) -> "Table":
        """Return the table below `key`; an optional one that is absent is empty."""
        value = self.content.get(key, None if required else {})
        if not isinstance(value, dict):
            raise self.error(key, "a table")
        return Table(self.path, f"{self.place}.{key}" if self.place else key, value)

    def string(self, key: str, default: str | None = None) -> str:
        """Return a string entry."""
        value = self.content.get(key, default)
        if not isinstance(value, str):
            raise self.error(key, "a string")
        return value

    def integer(self, key: str, default: int) -> int:
        """Return a positive integer."""
        value = self.content.get(key, default)
        if type(value) is not int or value < 1:
            raise self.error(key, "a positive integer")
        return value

    def strings(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return a list of strings."""
        value = self.content.get(key, default)
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise self.error(key, "a list of strings")
        return tuple(value)

    def integers(self, key: str, default: tuple[int, ...]) -> tuple[int, ...]:
        """Return a list of integers."""
        value = self.content.get(key, default)
        if not isinstance(value, list | tuple) or not all(type(one) is int for one in value):
            raise self.error(key, "a list of integers")
        return tuple(value)

    def expression(self, key: str, default: str | None = None) -> Expression:
        """Return an entry that is an integer or the text of an expression."""
        value = self.content.get(key, default)
        if type(value) is int:
            value = str(value)
        if not isinstance(value, str):
            raise self.error(key, "an integer or an expression")
        expression = Expression(value)
        try:
            expression.check()
        except ExpressionError as error:
            raise UsageError(f"{self.path}: {self.place}.{key}: {error}") from error
        return expression

    def expressions(self) -> dict[str, Expression]:
        """Return the whole table as expressions."""
        return {key: self.expression(key) for key in self.content}


def read(path: Path) -> Family:
    """Family described by the `core.toml` at `path`; its folder is the one the file lies in."""
    root = Table(path, "", reading.toml(path))
    family, functions = root.table("family"), root.table("functions")
    architectures, cycles = root.table("architectures"), root.table("cycles")
    sizes = functions.table("sizes")
    pattern = functions.string("pattern")
    fields = _fields(functions, pattern)
    generic = architectures.string("generic", "")
    named = _architectures(architectures.table("named"))
    default = architectures.string("default")
    if default not in named:
        raise architectures.error("default", f"one of the named architectures ({', '.join(named)})")
    result = Family(
        name=family.string("name"),
        folder=path.parent,
        title=family.string("title"),
        specification=family.string("specification"),
        model=family.string("model"),
        core=family.string("core"),
        top=family.string("top"),
        bus=family.string("bus", ""),
        circuits=family.integer("circuits", 4),
        sources=family.strings("sources"),
        common=family.strings("common", ()),
        common_top=family.strings("common_top", ()),
        common_bus=family.strings("common_bus", ()),
        extensions=_extensions(root.table("extensions", False)),
        pattern=pattern,
        fields=fields,
        named=functions.strings("named"),
        short={key: functions.table("short").string(key) for key in functions.table("short", False).content},
        block_bits=sizes.expression("block_bits"),
        digest_bits=sizes.expression("digest_bits"),
        parameters=_parameters(root.table("parameters"), fields),
        architectures=named,
        default_architecture=default,
        generic=generic,
        generic_parameters=_generic_parameters(architectures, generic),
        unroll_values=architectures.integers("unroll_values", ()),
        valid=architectures.expression("valid", "1"),
        tunings=_tunings(root, fields),
        constants=cycles.table("constants", False).expressions(),
        cycles_block=cycles.expression("block"),
        cycles_latency=cycles.expression("latency"),
    )
    for name in (*result.named, *(full for full in result.short.values() if "{" not in full)):
        if result.function(name) is None:
            raise UsageError(f"{path}: '{name}' does not follow functions.pattern '{pattern}' and its fields")
    return result


def _fields(functions: Table, pattern: str) -> dict[str, Allowed]:
    table = functions.table("fields", False)
    fields: dict[str, Allowed] = {}
    for key in pattern_fields(pattern):
        value = table.content.get(key)
        if isinstance(value, dict) and type(value.get("from")) is int and type(value.get("to")) is int:
            fields[key] = range(value["from"], value["to"] + 1, value.get("step", 1))
        elif isinstance(value, list) and value and all(type(one) in (int, str) for one in value):
            fields[key] = tuple(value)
        else:
            raise table.error(key, "a list of values or a range such as {from = 1, to = 1024}")
    table.only(*fields)
    return fields


def _extensions(table: Table) -> dict[str, Extension]:
    result: dict[str, Extension] = {}
    for name in table.content:
        one = table.table(name)
        one.only("top", "sources", "common", "without")
        result[name] = Extension(
            top=one.string("top"),
            sources=one.strings("sources"),
            common=one.strings("common", ()),
            without=one.strings("without", ()),
        )
    return result


def _architectures(table: Table) -> dict[str, Architecture]:
    result: dict[str, Architecture] = {}
    for name in table.content:
        parameters = table.table(name).content
        integers = all(type(value) is int for value in parameters.values())
        if not integers or not {"unroll", "stages"} <= parameters.keys():
            raise table.error(name, "a table of integers with at least unroll and stages")
        result[name] = Architecture(name, dict(parameters))
    return result


def _generic_parameters(architectures: Table, generic: str) -> dict[str, Expression]:
    table = architectures.table("generic_parameters", False)
    if table.content:
        rules = table.expressions()
        if not {"unroll", "stages"} <= rules.keys():
            raise architectures.error("generic_parameters", "expressions for at least unroll and stages")
    else:
        rules = {"unroll": Expression("rounds * messages"), "stages": Expression("messages")}
    if generic and match_pattern(generic, generic.replace("{", "").replace("}", "")) is None:
        raise architectures.error("generic", "a pattern such as {rounds}r-{messages}m")
    return rules


def _parameters(table: Table, fields: Mapping[str, Allowed]) -> dict[str, Expression | Mapping[str, Value]]:
    result: dict[str, Expression | Mapping[str, Value]] = {}
    for key, value in table.content.items():
        if not isinstance(value, dict):
            result[key] = table.expression(key)
            continue
        allowed = fields.get(key.lower())
        if allowed is None:
            raise table.error(key, f"an expression, or a table named like a field ({', '.join(fields)})")
        missing = [str(one) for one in allowed if str(one) not in value]
        if missing or not all(type(one) in (int, str) for one in value.values()):
            raise table.error(key, f"a table with a value for each of {', '.join(map(str, allowed))}")
        result[key] = dict(value)
    return result


def _tunings(root: Table, fields: Mapping[str, Allowed]) -> tuple[TuningEntry, ...]:
    entries = root.content.get("tuning", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise root.error("tuning", "a list of tables, each written as [[tuning]]")
    result = []
    for number, content in enumerate(entries, start=1):
        entry = Table(root.path, f"tuning[{number}]", content)
        entry.only("match", "parameters")
        match = entry.table("match", False)
        match.only(*TUNING_FACTS, *fields)
        conditions = {
            key: tuple(value) if isinstance(value, list) else (value,) for key, value in match.content.items()
        }
        result.append(TuningEntry(conditions, entry.table("parameters").expressions()))
    return tuple(result)
