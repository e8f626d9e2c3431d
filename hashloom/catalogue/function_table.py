# SPDX-License-Identifier: Apache-2.0
"""Reader of `[names]` and `[functions]` of a `core.toml`: one entry per function, its values plain numbers.

    [names]
    pattern = "jh-{version}-{digest}"        parts of the names, `fields` of a function; optional
    numbers.digest = { from = 1, to = 9 }    values of a number that names of entries have in braces
    short.jh = "jh-r3-256"                   short forms

    [functions]
    block_bits = 512                         of all functions, or of each in its entry
    jh-r3-256 = { digest_bits = 256, parameters = { DIGEST = 256 }, constants = { rounds = 43 } }

An entry whose name has a number in braces is all functions of that form; its values may be expressions over
that number.
"""

import re
from collections.abc import Collection, Mapping, Sequence

from hashloom.catalogue.expression import Expression
from hashloom.catalogue.function_entry import NUMBER, FunctionEntry, Value
from hashloom.catalogue.patterns import fill, match_pattern, pattern_fields
from hashloom.catalogue.toml_table import Table
from hashloom.errors import UsageError
from hashloom.files.suggestions import nearest

SIZES = ("block_bits", "digest_bits")
ENTRY = (*SIZES, "parameters", "constants", "listed")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*(\{[a-z_]+\}[a-z0-9._-]*)?")


def read_entries(names: Table, functions: Table) -> tuple[FunctionEntry, ...]:
    """Entries of a family, in their order."""
    names.only(("pattern", "numbers", "short"))
    shared = {key: value for key, value in functions.content.items() if not isinstance(value, dict)}
    Table(functions.path, functions.place, shared, functions.keys, functions.text).only(SIZES)
    tables = {key: functions.table(key) for key in functions.content if key not in shared}
    if not tables:
        raise UsageError(
            f"{functions.path}: functions has no entry; each function is a table [functions.NAME]"
        )
    numbers = {key: _range(table) for key, table in names.table("numbers", False).tables().items()}
    for name in tables:
        if not _NAME.fullmatch(name):
            raise functions.mistake(
                name,
                "must be of lower-case letters, digits, dots and hyphens, with at most one number in braces",
            )
        for field in pattern_fields(name):
            if field not in numbers:
                raise functions.mistake(
                    name, f"has no values of {{{field}}} in names.numbers; {nearest(field, numbers)}"
                )
    fields = _fields(names.pattern("pattern"), functions, list(tables))
    first = next(iter(tables.values()))
    return tuple(_entry(name, table, first, shared, fields[name], numbers) for name, table in tables.items())


def read_short(names: Table, entries: Sequence[FunctionEntry]) -> dict[str, str]:
    """Short forms and the names that they stand for."""
    table = names.table("short", False)
    short = {key: table.string(key) for key in table.content}
    for key, full in short.items():
        fields = pattern_fields(key)
        if len(set(fields)) < len(fields):
            raise table.mistake(key, "must have each field once")
        unknown = [field for field in pattern_fields(full) if field not in fields]
        if unknown:
            raise table.mistake(key, f"has no {{{unknown[0]}}}, which '{full}' needs")
        if "{" not in full and all(entry.number(full) is None for entry in entries):
            listed = (name for entry in entries for name in (entry.name, *entry.listed))
            raise table.mistake(key, f"stands for '{full}', which is no function; {nearest(full, listed)}")
    return short


def _range(table: Table) -> range:
    table.only(("from", "to"))
    first, last = table.integer("from"), table.integer("to")
    if last < first:
        raise table.error("to", f"{first} or more")
    return range(first, last + 1)


def _fields(pattern: str, functions: Table, names: Sequence[str]) -> dict[str, dict[str, Value]]:
    """Parts of the names by the pattern; a part is a number if it is one in all names of the family."""
    if not pattern:
        return {name: {} for name in names}
    parts: dict[str, dict[str, str]] = {}
    for name in names:
        found = match_pattern(pattern, name, ".+?")
        if found is None or any(found.get(field) != f"{{{field}}}" for field in pattern_fields(name)):
            raise functions.mistake(name, f"does not follow names.pattern '{pattern}'")
        parts[name] = {field: text for field, text in found.items() if text != f"{{{field}}}"}
    of_words = {
        field for fixed in parts.values() for field, text in fixed.items() if not re.fullmatch(NUMBER, text)
    }
    return {
        name: {field: text if field in of_words else int(text) for field, text in fixed.items()}
        for name, fixed in parts.items()
    }


def _entry(
    name: str,
    table: Table,
    first: Table,
    shared: Mapping[str, object],
    fields: Mapping[str, Value],
    numbers: Mapping[str, range],
) -> FunctionEntry:
    table.only(ENTRY)
    whole = Table(table.path, table.place, {**shared, **table.content}, table.keys, table.text)
    open_fields = pattern_fields(name)

    def values(kind: str) -> dict[str, Expression]:
        own, model = table.table(kind, False), first.table(kind, False)
        own.like(model)
        return {key: _value(own, key, open_fields) for key in model.content}

    return FunctionEntry(
        name=name,
        fields=fields,
        numbers=numbers[open_fields[0]] if open_fields else None,
        listed=_listed(table, name, numbers),
        block_bits=_value(whole, "block_bits", open_fields),
        digest_bits=_value(whole, "digest_bits", open_fields),
        parameters=values("parameters"),
        constants=values("constants"),
    )


def _value(table: Table, key: str, open_fields: Collection[str]) -> Expression:
    """An integer, positive for a size; with a number in braces also an expression over it."""
    if open_fields:
        return table.expression(key, open_fields)
    value = table.integer(key) if key in SIZES else table.content[key]
    if type(value) is not int:
        raise table.error(key, "an integer")
    return Expression(str(value))


def _listed(table: Table, name: str, numbers: Mapping[str, range]) -> tuple[str, ...]:
    fields = pattern_fields(name)
    if not fields:
        return (name,) if table.boolean("listed", True) else ()
    field = fields[0]
    chosen = table.integers("listed", ())
    if not all(number in numbers[field] for number in chosen):
        raise table.error("listed", f"values of names.numbers.{field}")
    return tuple(fill(name, {field: number}) for number in chosen)
