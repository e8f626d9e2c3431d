# SPDX-License-Identifier: Apache-2.0
"""The data sheet of a package: what is known of the core, each figure with its provenance."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashloom import __version__, rows
from hashloom.analysis import overhead
from hashloom.catalogue import rtl
from hashloom.catalogue.adapters import REGISTERS
from hashloom.catalogue.places import Places
from hashloom.evaluation.committed import is_here
from hashloom.export import instantiation, observed, register_map, secrets, waveform, whole
from hashloom.export.diagram import Part, tree
from hashloom.export.observed import SIDES, Observed
from hashloom.export.package import STREAM, Package
from hashloom.export.templates import fill
from hashloom.export.waveform import Diagram
from hashloom.export.wrapper import Wrapper
from hashloom.flow import yosys
from hashloom.models.skein import Skein
from hashloom.reports import overhead as overhead_table
from hashloom.results import reader
from hashloom.rows import Row
from hashloom.rows.table import ABSENT
from hashloom.verification.arguments import command
from hashloom.verification.cases import Case

MEASURED_HEAD = (
    *("target", "goal", "clock, MHz", "Gbit/s", "area", "FF", "with wires, MHz", "pJ/bit"),
    *("parameters", "tools", "from"),
)
_THROUGH_BUS = {
    STREAM: "",
    "axis": " It sends them as packets, those of several lanes interleaved beat by beat.",
    "gmu": " It sends each word as a segment of its own.",
    "lwc": " It sends each word as a segment of its own.",
    **dict.fromkeys(REGISTERS, " It writes and reads the registers as software does, without the interrupt."),
}


@dataclass(frozen=True)
class ExportFacts:
    """What an export found out.

    `verification` is the body of the record of a passed verification and `proof` what `proof.prove` returned,
    each None if it was left out. `observed` is the package at its ports, `wave` "abc" there, None if nothing
    was seen; `blocks` are its modules, `whole` the rows of the package measured on targets.
    """

    answers: Sequence[Case]
    verification: Mapping[str, Any] | None
    proof: Mapping[str, Any] | None
    observed: Observed
    wave: Diagram | None
    blocks: Part
    whole: Sequence[Row]


def text(
    package: Package, wrapper: Wrapper, known: ExportFacts, files: Mapping[str, str], places: Places
) -> str:
    """The data sheet in Markdown; `files` are the texts of the package by path.

    Figures are those of the committed documents of these `places`, and those that the export measured.
    """
    design, function = package.design, package.design.function
    measured, unusable = _measured(package, places)
    registers = register_map.registers(package)
    overheads, unusable_overheads = _overheads(package, places)
    return fill(
        "datasheet.txt",
        table=_table,
        package=package,
        design=design,
        function=function,
        word=package.word,
        ports=[
            (f"`{port.name}`", port.direction, port.width, wrapper.meaning[port.name])
            for port in wrapper.ports
        ],
        tree=package.level == "tree",
        **(_commands(package) if package.requests else {}),
        wipe_cycles=secrets.cycles(package) if package.secret else 0,
        latency=[design.latency_cycles(blocks) for blocks in (1, 2, 3)],
        parameters=[(f"`{key}`", value) for key, value in package.unit.parameters],
        verification=known.verification,
        blocks=tree(known.blocks),
        register_map=register_map.table(registers),
        register_fields=register_map.field_table(registers),
        observed=known.observed,
        observed_at=[side.said for side in SIDES[package.bus]],
        latencies=observed.table(package, known.observed.messages),
        wave=known.wave,
        wave_named=[(f"`{port}`", short, f"`{value}`") for port, short, value in known.wave.named]
        if known.wave is not None
        else [],
        shown_words=waveform.FIRST_WORDS,
        clock=wrapper.clock,
        whole=without_dashes(whole.HEAD, whole.table(known.whole)),
        whole_seeds=whole.SEEDS,
        instantiation=[
            (language, f"{instantiation.FOLDER}/{package.name}_instance.{suffix}")
            for language, suffix in (("SystemVerilog", "sv"), ("Verilog", "v"), ("VHDL", "vhd"))
        ],
        instance=instance(package, wrapper),
        **_committed(package, places.results),
        proof=known.proof,
        answers=known.answers,
        through_bus=_THROUGH_BUS[package.bus],
        measured=without_dashes(MEASURED_HEAD, measured),
        unusable=unusable,
        overheads=overheads,
        unusable_overheads=unusable_overheads,
        overhead_date=_document(places.results, overhead.NAME).get("provenance", {}).get("date", "no date"),
        version=__version__,
        yosys=f"{yosys.TOOL} {yosys.version()}",
        files=[
            (f"`{path}`", f"`{hashlib.sha256(files[path].encode()).hexdigest()}`") for path in sorted(files)
        ],
    )


def _commands(package: Package) -> dict[str, str]:
    """Commands of requests in hexadecimal: of a message alone, and of one with a key."""
    function = package.design.function
    plain = Skein(function.block_bits, function.digest_bits, str(function.fields["version"]))
    return {"plain": command(plain).hex(" "), "keyed": command(replace(plain, key=b"key")).hex(" ")}


def _overheads(package: Package, places: Places) -> tuple[str, str | None]:
    """Rows of this design in the committed document of overhead, as a table, empty if there are none.

    With it comes the sentence that names rows that cannot be used.
    """
    measured, unusable = rows.sort_out(
        _entries(places.results, overhead.NAME, "rows"),
        f"results/{overhead.NAME}.json",
        places,
        rows.PART,
        lambda row: row.get("design") == package.design.name,
    )
    return overhead_table.table(measured, places).markdown() if measured else "", unusable


def _committed(package: Package, results: Path) -> dict[str, Any]:
    """What the committed document of verifications has of this design, and whether it is of this very RTL."""
    listed = _entries(results, "verification", "designs")
    entries = [entry for entry in listed if entry["design"] == package.design.name]
    ours = [entry for entry in entries if entry["rtl_digests"].get(package.level) == package.unit.digest()]
    return {"committed": next(iter(ours or entries), None), "is_this_rtl": bool(ours)}


def _measured(package: Package, places: Places) -> tuple[list[tuple[str, ...]], list[str]]:
    """Lines of the table of figures; with them come the sentences that name rows that cannot be used."""
    ours = rtl.unit(package.design, "core", package.tuning, capture=package.capture).digest()
    documents: dict[tuple[str, ...], list[str]] = {}
    found, unusable = _rows(package, places)
    for name, row in found:
        documents.setdefault(_row(row, ours), []).append(f"`results/{name}.json`")
    return [(*row, ", ".join(names)) for row, names in documents.items()], unusable


def _rows(package: Package, places: Places) -> tuple[list[tuple[str, Mapping[str, Any]]], list[str]]:
    """Rows of this design, of RTL that lies here, with the names of their documents.

    With them come the sentences that name rows of the design that cannot be used.
    """

    def is_of_the_design(row: Mapping[str, Any]) -> bool:
        name = f"{row.get('function')}/{row.get('architecture')}"
        return name == package.design.name and rows.kind_of(row) is rows.DESIGN

    found: list[tuple[str, Mapping[str, Any]]] = []
    unusable: list[str] = []
    for path in sorted(places.results.glob("*.json")):
        usable, sentence = rows.sort_out(
            _entries(places.results, path.stem, "rows"),
            f"results/{path.name}",
            places,
            rows.DESIGN,
            is_of_the_design,
        )
        unusable += [sentence] if sentence else []
        found += [
            (path.stem, row)
            for row in usable
            if row.get("clock_mhz") and row["netlist_simulated"] and is_here(row, package.design, places)
        ]
    return found, unusable


def _row(row: Mapping[str, Any], ours: str) -> tuple[str, ...]:
    area = f"{row['area_ge']:,.0f} GE" if "area_ge" in row else f"{row.get('area_lut', 0):,} LUT"
    return (
        f"`{row['target']}`",
        str(row["goal"]),
        f"{row['clock_mhz']:,.1f}",
        f"{row['throughput_gbps']:.2f}" if row.get("throughput_gbps") else "",
        area,
        f"{row['area_ff']:,}" if "area_ff" in row else "",
        f"{row['clock_placed_mhz']:,.1f}" if row.get("clock_placed_mhz") else "",
        f"{row['energy_pj_per_bit']:.2f}" if row.get("energy_pj_per_bit") else "",
        "these" if row["rtl_digest"] == ours else "the target's",
        ", ".join(f"{tool} {version}" for tool, version in row.get("tools", {}).items()),
    )


def _document(results: Path, name: str) -> dict[str, Any]:
    """A committed document of results; empty if there is none."""
    path = results / f"{name}.json"
    if not path.is_file():
        return {}
    return reader.content(path)


def _entries(results: Path, name: str, key: str) -> list[dict[str, Any]]:
    """The objects in a list of a committed document of results."""
    found = _document(results, name).get(key, ())
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def without_dashes(
    head: Sequence[str], body: Sequence[Sequence[str]]
) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    """A table without the columns in which no line has anything; a cell without anything is a dash."""
    kept = [i for i in range(len(head)) if any(line[i] not in ("", ABSENT) for line in body)]
    return [head[i] for i in kept], [[line[i] or ABSENT for i in kept] for line in body]


def instance(package: Package, wrapper: Wrapper) -> str:
    """The instance in SystemVerilog, without what is around it."""
    lines = instantiation.system_verilog(package.name, wrapper.ports).splitlines()
    begin = next(number for number, line in enumerate(lines) if line.endswith("("))
    return "\n".join(line.removeprefix("  ") for line in lines[begin:-1])


def _table(head: Sequence[str], body: Sequence[Sequence[object]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines)
