# SPDX-License-Identifier: Apache-2.0
"""Reader of `core.toml`, the description of a family of cores for the laboratory.

Every mistake in the file is answered with one sentence that names the file, the place and what is expected.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from hashloom.catalogue.design import (
    Architecture,
    Core,
    Design,
    Extension,
    Family,
    TuningEntry,
)
from hashloom.catalogue.expression import Expression, ExpressionError
from hashloom.catalogue.function_entry import FunctionEntry, Value
from hashloom.catalogue.function_table import SIZES, read_entries, read_short
from hashloom.catalogue.patterns import fill, match_pattern, pattern_fields
from hashloom.catalogue.toml_table import Table, load
from hashloom.errors import UsageError
from hashloom.files.suggestions import nearest

TABLES = (
    "family", "extensions", "names", "functions", "parameters", "architectures", "tuning", "cycles", "cores",
)  # fmt: skip
FAMILY = (
    "name", "title", "specification", "model", "core", "top", "bus", "circuits", "sources", "common",
    "common_top", "common_bus",
)  # fmt: skip
FURTHER = (
    "core", "top", "sources", "common", "common_top", "parameters", "architectures", "tuning", "cycles",
)  # fmt: skip
"""What a further core of a family has, in its table `[cores.NAME]`."""
TUNING_FACTS: Mapping[str, tuple[str, ...]] = {
    "technology": ("asic", "fpga"), "goal": ("fast", "small"), "target": (), "architecture": (),
}  # fmt: skip
"""What a tuning may depend on besides the fields of a function, with the values that are known here."""


def read(path: Path) -> Family:
    """Family described by the `core.toml` at `path`; its folder is the one the file lies in."""
    root = load(path)
    root.only(TABLES)
    family, names = root.table("family"), root.table("names", False)
    family.only(FAMILY)
    functions = root.table("functions")
    entries = read_entries(names, functions)
    table = root.table("architectures")
    table.only(("named", "says", "default", "generic", "generic_parameters", "unroll_values", "valid"))
    first = _architectures(table.table("named"), table.table("says", False))
    default = table.string("default")
    if default not in first:
        raise table.error("default", f"one of the named architectures; {nearest(default, first)}")
    generic = table.pattern("generic")
    cores = {"": _core(family, root, entries, first, functions, generic)}
    architectures = dict(first)
    for name, one in root.table("cores", False).tables().items():
        one.only(FURTHER)
        own = one.table("architectures")
        own.only(("named", "says", "valid"))
        named = _architectures(own.table("named"), own.table("says", False), name)
        for taken in named.keys() & architectures.keys():
            raise own.table("named").mistake(taken, "is the name of another architecture, too")
        cores[name] = _core(one, one, entries, named, functions)
        architectures |= named
    result = Family(
        name=family.string("name"),
        folder=path.parent,
        title=family.string("title"),
        specification=family.string("specification"),
        model=family.string("model"),
        cores=cores,
        entries=entries,
        short=read_short(names, entries),
        architectures=architectures,
        default_architecture=default,
        generic=generic,
        generic_parameters=_generic_parameters(table, generic, list(first[default].parameters)),
        unroll_values=table.integers("unroll_values", ()),
    )
    _try_formulas(path, result)
    return result


def _core(
    modules: Table,
    tables: Table,
    entries: Sequence[FunctionEntry],
    architectures: Mapping[str, Architecture],
    functions: Table,
    generic: str = "",
) -> Core:
    """A core whose files `modules` names, and for which the other tables stand in `tables`."""
    cycles = tables.table("cycles")
    cycles.only(("constants", "block", "latency", "intake", "wipe"))
    values = list(next(iter(architectures.values())).parameters)
    constants, known = _constants(cycles, functions.table(entries[0].name), values)
    return Core(
        module=modules.string("core"),
        top=modules.string("top"),
        bus=modules.string("bus", ""),
        circuits=modules.integer("circuits", 4),
        sources=modules.strings("sources"),
        common=modules.strings("common", ()),
        common_top=modules.strings("common_top", ()),
        common_bus=modules.strings("common_bus", ()),
        extensions=_extensions(tables.table("extensions", False)),
        parameters=_parameters(tables.table("parameters"), values, entries),
        valid=tables.table("architectures").expression("valid", known, "1"),
        tunings=_tunings(tables, entries, architectures, generic),
        constants=constants,
        cycles_block=cycles.expression("block", known),
        cycles_latency=cycles.expression("latency", [*known, "blocks"]),
        cycles_intake=cycles.expression("intake", known, "0"),
        cycles_wipe=cycles.expression("wipe", known, "0"),
    )


def _try_formulas(path: Path, family: Family) -> None:
    """UsageError where a formula has no value, or a number of bits or cycles is not positive."""
    for name in dict.fromkeys(name for entry in family.entries for name in _samples(entry)):
        found: list[tuple[str, str, int]] = []
        try:
            if function := family.function(name):
                found += [
                    ("block_bits", name, function.block_bits),
                    ("digest_bits", name, function.digest_bits),
                ]
                for design in (Design(function, one) for one in family.architectures.values()):
                    name = design.name
                    if design.is_valid():
                        found.append(("cycles.block", name, design.cycles_block()))
                        found.append(("cycles.latency", name, design.latency_cycles(1)))
                        found.append(("cycles.intake + 1", name, design.intake_cycles() + 1))
                        found.append(("cycles.wipe + 1", name, design.wipe_cycles() + 1))
        except ExpressionError as error:
            raise UsageError(f"{path}: a formula has no value for {name}: {error}") from error
        for key, of, number in found:
            if number < 1:
                raise UsageError(f"{path}: {key} must be positive; of {of} it is {number}")


def _samples(entry: FunctionEntry) -> list[str]:
    """Names of functions of an entry: the listed ones, and those at both ends of the numbers in braces."""
    if entry.numbers is None:
        return [entry.name]
    fields = pattern_fields(entry.name)
    ends = (entry.numbers[0], entry.numbers[-1])
    return [*entry.listed, *(fill(entry.name, dict.fromkeys(fields, end)) for end in ends)]


def _constants(
    cycles: Table, function: Table, values: Sequence[str]
) -> tuple[dict[str, Expression], list[str]]:
    """Constants of `[cycles]`, each over what stands before it, and all names that formulas may have."""
    known = [*SIZES, *values]
    rules: dict[str, Expression] = {}
    for number, table in enumerate((function.table("constants", False), cycles.table("constants", False))):
        for key in table.content:
            if key in known:
                raise table.mistake(key, f"must have another name, for these are taken: {', '.join(known)}")
            if number:
                rules[key] = table.expression(key, known)
            known.append(key)
    return rules, known


def _extensions(table: Table) -> dict[str, Extension]:
    result: dict[str, Extension] = {}
    for name, one in table.tables().items():
        one.only(("top", "sources", "common", "without"))
        result[name] = Extension(
            top=one.string("top"),
            sources=one.strings("sources"),
            common=one.strings("common", ()),
            without=one.strings("without", ()),
        )
    return result


def _architectures(table: Table, says: Table, core: str = "") -> dict[str, Architecture]:
    """The named architectures of a core, with what the table `says` has of them."""
    tables = table.tables()
    if core and not tables:
        raise UsageError(f"{table.path}: {table.place} has no entry; each architecture is a table in it")
    says.only(tables)
    for number, one in enumerate(tables.values()):
        if not number:
            first = one
        one.like(first)
        for key in ("unroll", "stages"):
            one.integer(key)
    values = {name: {key: one.numbers()[key] for key in first.content} for name, one in tables.items()}
    return {name: Architecture(name, one, says.string(name, ""), core) for name, one in values.items()}


def _generic_parameters(architectures: Table, generic: str, values: Sequence[str]) -> dict[str, Expression]:
    table = architectures.table("generic_parameters", bool(generic))
    fields = pattern_fields(generic)
    if not generic:
        table.only(())
        return {}
    if match_pattern(generic, generic.replace("{", "").replace("}", "")) is None or not fields:
        raise architectures.error("generic", "a pattern such as {rounds}r-{messages}m")
    table.like(
        Table(table.path, f"{architectures.place}.named", dict.fromkeys(values), table.keys, table.text)
    )
    return {key: table.expression(key, fields) for key in values}


def _parameters(table: Table, values: Sequence[str], entries: Sequence[FunctionEntry]) -> dict[str, str]:
    """The value of an architecture that each of these RTL parameters has."""
    result = {key: table.string(key) for key in table.content}
    for key, name in result.items():
        if key in entries[0].parameters:
            raise table.mistake(key, f"must be left out, for functions.{entries[0].name} has it")
        if name not in values:
            raise table.error(key, f"the name of a value of the architectures; {nearest(name, values)}")
    return result


def _tunings(
    core: Table, entries: Sequence[FunctionEntry], architectures: Collection[str], generic: str
) -> tuple[TuningEntry, ...]:
    tables = core.content.get("tuning", [])
    if not isinstance(tables, list) or not all(isinstance(one, dict) for one in tables):
        raise core.error("tuning", f"a list of tables, each written as [[{core.where('tuning')}]]")
    facts: dict[str, Collection[Value]] = {**TUNING_FACTS, "architecture": () if generic else architectures}
    for entry in entries:
        for field, value in entry.fields.items():
            facts[field] = (*facts.get(field, ()), value)
        if entry.numbers is not None:
            facts |= dict.fromkeys(pattern_fields(entry.name), entry.numbers)
    result = []
    for number, content in enumerate(tables, start=1):
        place = f"{core.where('tuning')}[{number}]"
        one = Table(core.path, place, content, (*core.keys, "tuning", number - 1), core.text)
        one.only(("match", "parameters"))
        match = one.table("match", False)
        match.only(facts)
        conditions = {
            key: tuple(value) if isinstance(value, list) else (value,) for key, value in match.content.items()
        }
        for key, chosen in conditions.items():
            for value in chosen:
                if type(value) not in (int, str):
                    raise match.error(key, "a number or a string, or a list of these")
                if facts[key] and value not in facts[key]:
                    raise match.mistake(
                        key, f"cannot be '{value}'; {nearest(str(value), map(str, facts[key]))}"
                    )
        result.append(TuningEntry(conditions, one.table("parameters").numbers()))
    return tuple(result)
