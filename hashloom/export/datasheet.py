# SPDX-License-Identifier: Apache-2.0
"""The data sheet of a package: what is known of the core, each figure with its provenance."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from hashloom import __version__, rows, targets
from hashloom.analysis import overhead
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.catalogue.places import results_folder
from hashloom.errors import UsageError
from hashloom.export import known_answers
from hashloom.export.package import STREAM, Package
from hashloom.export.templates import fill
from hashloom.export.wrapper import Wrapper
from hashloom.flow import yosys
from hashloom.models.skein import Skein
from hashloom.reports import prices as price_table
from hashloom.results import reader
from hashloom.verification.arguments import command
from hashloom.verification.cases import Case

_THROUGH_BUS = {
    STREAM: "",
    "axis": " It sends them as packets, those of several lanes interleaved beat by beat.",
    "gmu": " It sends each word as a segment of its own.",
    "registers": " It writes and reads the registers as software does, without the interrupt.",
}


def text(
    package: Package,
    wrapper: Wrapper,
    answers: Sequence[Case],
    verification: Mapping[str, Any] | None,
    proof: Mapping[str, Any] | None,
    files: Mapping[str, str],
) -> str:
    """The data sheet in Markdown.

    `verification` is the body of the record of a passed verification and `proof` what `proof.prove` returned,
    each None if it was left out; `files` are the texts of the package by path.
    """
    design, function = package.design, package.design.function
    return fill(
        "datasheet.txt",
        name=package.name,
        design=design.name,
        title=design.family.title,
        specification=design.family.specification,
        block=function.block_bits,
        digest="any length" if package.requests else f"{function.digest_bits} bits",
        lanes=1 if package.level == "tree" else package.lanes,
        bus=f" Bus: {package.adapter.title}." if package.adapter is not None else "",
        travel=fill(f"travel_{package.bus}.txt", word=package.word),
        requests=_requests(package),
        ports=_ports(wrapper),
        cycles_block=design.cycles_block(),
        cycles_per_block=f"{float(design.cycles_per_block):g}",
        latency=_latency(package),
        block_words=function.block_bits // package.word,
        word=package.word,
        parameters=_table(
            ("parameter", "value"), [(f"`{key}`", str(value)) for key, value in package.unit.parameters]
        ),
        checked=_checked(package, answers, verification, proof),
        measured=_measured(package),
        prices=_prices(package),
        version=__version__,
        yosys=f"{yosys.TOOL} {yosys.version()}",
        tuned=package.tuning.target or package.tuning.technology,
        goal=package.tuning.goal,
        rtl_digest=package.unit.digest(),
        files=_files(files),
    )


def _files(files: Mapping[str, str]) -> str:
    lines = [(f"`{path}`", f"`{hashlib.sha256(files[path].encode()).hexdigest()}`") for path in sorted(files)]
    return _table(("file", "SHA-256"), lines)


def _ports(wrapper: Wrapper) -> str:
    lines = [
        (f"`{port.name}`", port.direction, str(port.width), wrapper.meaning[port.name])
        for port in wrapper.ports
    ]
    return _table(("port", "direction", "bits", "meaning"), lines)


def _requests(package: Package) -> str:
    """The section on requests; nothing for messages."""
    if not package.requests:
        return ""
    function, tree = package.design.function, package.level == "tree"
    plain = Skein(function.block_bits, function.digest_bits, str(function.fields["version"]))
    return fill(
        "requests.txt",
        one_at_a_time=" There is one request at a time." if tree else "",
        tree="Y_l, Y_f, Y_m of the tree; 0, 0, 0 without one" if tree else "0: no trees",
        digest=function.digest_bits,
        plain=command(plain).hex(" "),
        keyed=command(replace(plain, key=b"key")).hex(" "),
    )


def _latency(package: Package) -> str:
    if package.requests:
        return (
            "- A string has one block at least; the configuration and each block of the digest "
            "take one more each."
        )
    cycles = ", ".join(str(package.design.latency_cycles(blocks)) for blocks in (1, 2, 3))
    ports = "both at the ports of the core inside"
    return f"- From the first block to the digest, {ports}, for 1, 2 and 3 blocks: {cycles} cycles."


def _prices(package: Package) -> str:
    """Rows of this design in the committed document of prices, of the parts and the bus adapters."""
    priced, unusable = rows.sort_out(
        _entries(overhead.NAME, "rows"),
        f"results/{overhead.NAME}.json",
        rows.PART,
        lambda row: row.get("design") == package.design.name,
    )
    if unusable:
        return f"{unusable}. `hashloom price` measures this design."
    if not priced:
        return (
            "The laboratory's `results/prices.json` does not have this design; `hashloom price` measures it."
        )
    document = _document(overhead.NAME)["provenance"]
    note = (
        "A part is a module with all that is in it, as the laboratory synthesised it for the target, with "
        f"that target's parameters (`results/prices.json` of {document.get('date', 'no date')})."
    )
    return f"{note}\n\n{price_table.table(priced).markdown()}"


def _checked(
    package: Package,
    answers: Sequence[Case],
    verification: Mapping[str, Any] | None,
    proof: Mapping[str, Any] | None,
) -> str:
    lines = []
    if verification is None:
        lines.append("This RTL was not verified when it was exported (`--no-verify`).")
    else:
        lines.append(
            f"Verified with these parameters, effort {verification['effort']}: {verification['passed']} "
            f"checks passed, {verification['failed']} failed; `{verification['reproduce']}`."
        )
    lines.append(_committed(package))
    if proof is None:
        lines.append(
            "The Verilog-2005 was converted from the SystemVerilog by yosys and was not proven to be "
            "equivalent (`--no-proof`)."
        )
    else:
        lines.append(
            "The Verilog-2005 was converted from the SystemVerilog by yosys and is proven to be equivalent: "
            f"{proof['register_bits']} register bits, {proof['method']}. The SystemVerilog was read by "
            f"another front end (slang) than the one that converted it. Tool: {proof['tool']}."
        )
    lengths = ", ".join(str(case.bits) for case in answers)
    what = known_answers.what(package)
    of = "with messages of" if package.requests else "of"
    lines.append(f"The test bench has {len(answers)} {what} {of} {lengths} bits.{_THROUGH_BUS[package.bus]}")
    return "\n".join(f"- {line}" for line in lines)


def _committed(package: Package) -> str:
    """What the committed document of verifications says of this design."""
    entries = [
        entry for entry in _entries("verification", "designs") if entry["design"] == package.design.name
    ]
    ours = [entry for entry in entries if entry["rtl_digests"].get(package.level) == package.unit.digest()]
    if not entries:
        return "The laboratory's `results/verification.json` does not have this design."
    entry = (ours or entries)[0]
    other = "this design for plain messages" if package.requests else "this design with other parameters"
    which = "this very RTL" if ours else other
    return (
        f"The laboratory's `results/verification.json` has {which}: effort {entry['effort']}, "
        f"{entry['passed']} passed, {entry['failed']} failed; `{entry['reproduce']}`."
    )


def _measured(package: Package) -> str:
    ours = rtl.unit(package.design, "core", package.tuning).digest()
    documents: dict[tuple[str, ...], list[str]] = {}
    found, unusable = _rows(package)
    for name, row in found:
        documents.setdefault(_row(row, ours), []).append(f"`results/{name}.json`")
    left_out = "".join(f"\n\n{text}." for text in unusable)
    if not documents:
        return (
            "Not measured: no document of the laboratory's results has this design. "
            f"`hashloom synth` measures it.{left_out}"
        )
    lines = [(*row, ", ".join(names)) for row, names in documents.items()]
    note = (
        "The block level (the core without padding), after its netlist had been simulated. A row with "
        "*these* parameters is of the very core in this package, the others have those of their target."
    )
    if package.requests:
        note = (
            "The block level for plain messages, which is smaller than the core in this package, after its "
            "netlist had been simulated. A row with *these* parameters has those of this package."
        )
    head = ("target", "goal", "clock, MHz", "Gbit/s", "area", "FF", "parameters", "tools", "from")
    return f"{note}\n\n{_table(head, lines)}{left_out}"


def _rows(package: Package) -> tuple[list[tuple[str, Mapping[str, Any]]], list[str]]:
    """Rows of this design, of RTL that lies here, with the names of their documents.

    With them come the sentences that name rows of the design that cannot be used.
    """

    def is_of_the_design(row: Mapping[str, Any]) -> bool:
        name = f"{row.get('function')}/{row.get('architecture')}"
        return name == package.design.name and rows.kind_of(row) is rows.DESIGN

    found: list[tuple[str, Mapping[str, Any]]] = []
    unusable: list[str] = []
    for path in sorted(results_folder().glob("*.json")):
        usable, sentence = rows.sort_out(
            _entries(path.stem, "rows"), f"results/{path.name}", rows.DESIGN, is_of_the_design
        )
        unusable += [sentence] if sentence else []
        found += [
            (path.stem, row)
            for row in usable
            if row.get("clock_mhz") and row["netlist_simulated"] and _is_here(package, row)
        ]
    return found, unusable


def _is_here(package: Package, row: Mapping[str, Any]) -> bool:
    """Whether the RTL that was measured is the RTL that is exported, up to parameters of the circuit."""
    try:
        adders = rtl.names("adder_pkg")
        settings = tuple(
            (key, adders[value] if isinstance(value, str) else int(value))
            for key, value in sorted(row.get("settings", {}).items())
        )
        tuning = Tuning(targets.find(row["target"]).technology, row["goal"], row["target"], settings)
        return bool(row["rtl_digest"] == rtl.unit(package.design, "core", tuning).digest())
    except (KeyError, UsageError):
        return False


def _row(row: Mapping[str, Any], ours: str) -> tuple[str, ...]:
    area = f"{row['area_ge']:,.0f} GE" if "area_ge" in row else f"{row.get('area_lut', 0):,} LUT"
    return (
        f"`{row['target']}`",
        str(row["goal"]),
        f"{row['clock_mhz']:,.1f}",
        f"{row['throughput_gbps']:.2f}" if row.get("throughput_gbps") else "",
        area,
        f"{row['area_ff']:,}" if "area_ff" in row else "",
        "these" if row["rtl_digest"] == ours else "the target's",
        ", ".join(f"{tool} {version}" for tool, version in row.get("tools", {}).items()),
    )


def _document(name: str) -> dict[str, Any]:
    """A committed document of results; empty if there is none."""
    path = results_folder() / f"{name}.json"
    if not path.is_file():
        return {}
    return reader.content(path)


def _entries(name: str, key: str) -> list[dict[str, Any]]:
    """The objects in a list of a committed document of results."""
    found = _document(name).get(key, ())
    return [entry for entry in found if isinstance(entry, dict)] if isinstance(found, list) else []


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _table(head: Sequence[str], body: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
