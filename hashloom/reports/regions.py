# SPDX-License-Identifier: Apache-2.0
"""Generated regions of Markdown files.

A region stands between two comments, the first of which names what makes it and its arguments:

    <!-- generated: table iskein nangate45 -->
    ...
    <!-- end of generated -->

`table PAPER [TARGET]`                 the comparison of results/PAPER.json, for every target or one
`adder-chains PAPER [TARGET]`          the same of its adder chains
`fast-adders PAPER [TARGET]`           the same of its designs with fast adders
`provenance PAPER`                     date, tools and digests behind that table
`speed GROUP`                          a group of results/bench.json: one, many, tree or peer
`speed-summary`                        the best of results/bench.json at one length of message
`speed-legend`, `speed-setting`        what the figures of these tables are, and where they were measured
`speed-aims`                           bounds, aims and what is reached
`speed-beside`                         libskein beside the fastest other Skein, processor by processor
`file-times`                           skeinsum on files beside other programs
`file-aims`                            what it was to reach there, and reached
`variants FUNCTION [ARCHITECTURE...]`  figures of the results of `synth`, target by target
`designs FUNCTION [ARCHITECTURE...]`   the architectures of a function, or these, with their cycles
`choice FUNCTION`                      which of them to take for what, target by target
`ladder FUNCTION TARGET`               what was measured of it, from the smallest to the fastest
`smallest TARGET`                      the compact cores beside the best of their functions
`families`                             the families of cores, their functions and architectures
`contexts`                             which architectures can save and restore
`core-file FAMILY`                     the core.toml of a family
`ranking TARGET BITS`                  the functions with digests of so many bits, by throughput per area
`targets`                              what can be synthesised for
`packages`                             the Debian packages of packages.txt
`frame-columns`                        the columns of the data frame of results
`threefish`                            Threefish's core in its directions
`software-verification`                the last complete verification of libskein, trial by trial
`mutation FAMILY`, `survivors FAMILY`  what became of the mutants of a family's RTL
`mutations-but FAMILY`                 the studies of mutants of all other families
`mutation-sum`, `mutation-uncovered`   see `hashloom.reports.uncovered`
`faults`                               what caught the faults of the library
`faults-own-vectors`                   how many are caught with the project's own vectors alone
`proofs`                               what results/proofs.json says is proven of the RTL
`proof-uses`                           which parameters of shared modules are used, and which are proven
`turns`                                the designs whose turns it says are proven equal to their models
`coverage` and others                  see `hashloom.reports.verified`
`peers` and others                     see `hashloom.reports.peers`
`energy`, `energy-uncertainty`         what a bit takes on placed standard cells, and how sure that is
`portfolio`, `portfolio-scripts`       the goals fastest and densest beside fast; each script beside it
`scripts`                              the scripts of the portfolio
`orders BITS`, `orders-agree BITS`     functions by speed, area, energy; how far these orders agree
`logic-depth`                          logic depth beside the clocks of placed designs
`overhead [DESIGN...]`                   what arguments, trees and the message level of designs cost
`bitstream`                            what the ULX3S example takes of the FPGA
`adapter-overhead`                       what the bus adapters cost
`former-text`                          how many figures are of an earlier text of the same circuit
`finding NAME`                         a sentence of `hashloom.reports.findings`
`face` and others                      see `hashloom.reports.face`
`study` and others                     see `hashloom.reports.study_regions`
`laboratory-times`                     how long the laboratory takes for what it does often
`levels PAPER` and others               see `hashloom.reports.levels`
`kinds-of-results`, `kinds-of-rows`    see `hashloom.reports.kinds`
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from hashloom import catalogue, reproduction, targets
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.reports import (
    bitstream,
    chains,
    choice,
    contexts,
    energy,
    face,
    faults,
    file_times,
    findings,
    former_text,
    kinds,
    laboratory_times,
    levels,
    logic_depth,
    mutation,
    overhead,
    peers,
    portfolio,
    proof_uses,
    proofs,
    ranking,
    reproduced,
    results,
    small,
    software_verification,
    speed_aims,
    study_regions,
    threefish,
    uncovered,
    verified,
)
from hashloom.reports import speed as speed_report
from hashloom.reproduction.hardware import per_area
from hashloom.rows.table import ABSENT, Column, Table, number

TARGETS = ("nangate45", "osu018", "sky130hd", "ecp5")
"""The order in which their targets are shown."""
REGION = re.compile(r"(<!-- generated: ([^>]*?) -->\n)(.*?)(<!-- end of generated -->)", re.DOTALL)


def renew(text: str, places: Places) -> str:
    """The Markdown text with every region made anew; HashloomError if a region cannot be made."""

    def made(match: re.Match[str]) -> str:
        kind, *arguments = match[2].split()
        if kind not in MAKERS:
            raise HashloomError(f"there is no generated region '{kind}'; there are: {', '.join(MAKERS)}")
        return f"{match[1]}{MAKERS[kind](places, *arguments)}\n{match[4]}"

    return REGION.sub(made, text)


def table(places: Places, paper: str, target: str | None = None) -> str:
    """The comparison tables of a paper, each under a line that says what all its rows share."""
    return _tables(places, paper, "", target)


def adder_chains(places: Places, paper: str, target: str | None = None) -> str:
    """The tables of a paper's adder chains, likewise."""
    return _tables(places, paper, chains.PREFIX, target)


def fast_adders(places: Places, paper: str, target: str | None = None) -> str:
    """The tables of a paper's designs with fast adders, likewise."""
    return _tables(places, paper, chains.FAST_PREFIX, target)


def _tables(places: Places, paper: str, prefix: str, target: str | None) -> str:
    report = results.load(places.results, paper, places)
    others = tuple({chains.PREFIX, chains.FAST_PREFIX} - {prefix})
    parts = [
        f"{heading}:\n\n{made.markdown()}"
        for name, (heading, made) in reproduced.tables(reproduction.load(paper), report).items()
        if name.startswith(prefix)
        and not name.startswith(others)
        and target in (None, name.removeprefix(prefix))
    ]
    if not parts:
        raise HashloomError(f"results/{paper}.json has no rows for the target {target}")
    return "\n\n".join(parts)


def provenance(places: Places, paper: str) -> str:
    """Where the figures of a paper's table come from: the paper, the command, the date and the tools."""
    report, found = results.load(places.results, paper, places), reproduction.load(paper)
    tools = ", ".join(f"{name} {version}" for name, version in report.provenance["tools"].items())
    made = f"`hashloom reproduce {paper}`, {report.provenance['date']}" + (f", with {tools}" if tools else "")
    return f"Paper: {found.source}. Ours: {made}; {reproduced.evidence(found)} in `results/{paper}.json`."


def speed(places: Places, group: str) -> str:
    """A group of the measurement of software."""
    measurement = results.load_measurement(places.results, places)
    found = speed_report.tables(measurement)
    if group not in found:
        raise HashloomError(f"results/bench.json has no group '{group}'; there are: {', '.join(found)}")
    return speed_report.by_processor(measurement, lambda one: speed_report.table(one, group).markdown())


def speed_summary(places: Places) -> str:
    """The best of the measurement of software."""
    found = results.load_measurement(places.results, places)
    unit, size = found.provenance["unit"].capitalize(), found.typical_size()
    made = speed_report.by_processor(found, lambda one: speed_report.summary(one).markdown())
    return f"{unit} per byte, messages of {size:,} bytes:\n\n{made}"


def speed_legend(places: Places) -> str:
    """What the figures of the measurement of software are."""
    measurement = results.load_measurement(places.results, places)
    return speed_report.by_processor(measurement, speed_report.legend)


def speed_setting(places: Places) -> str:
    """Where the measurement of software was made."""
    return speed_report.setting(results.load_measurement(places.results, places))


def designs(places: Places, function: str, *architectures: str) -> str:
    """Architectures of a function, all by default: parameters, cycles per block, latency of one block."""
    if architectures:
        found = [catalogue.resolve_design(f"{function}/{name}", places) for name in architectures]
    else:
        found = [design for design in catalogue.designs(places) if design.function.name == function]
    columns = (
        Column("design", lambda row: f"`{row['name']}`", numeric=False),
        Column("rounds in the loop", lambda row: row["unroll"]),
        Column("messages in flight", lambda row: row["stages"]),
        Column("cycles per block", lambda row: row["block"]),
        Column("cycles from a one-block message to its digest", lambda row: row["latency"]),
    )
    rows = [
        {
            "name": design.name,
            "unroll": str(design.architecture.unroll),
            "stages": str(design.architecture.stages),
            "block": f"{float(design.cycles_per_block):g}",
            "latency": str(design.latency_cycles(1)),
        }
        for design in found
    ]
    return Table(columns, tuple(rows)).markdown()


def families(places: Places) -> str:
    """The families of cores: their functions, and the architectures of each with its default first."""
    columns = (
        Column("family", lambda row: row["link"], numeric=False),
        Column("functions", lambda row: row["functions"], numeric=False),
        Column("architectures", lambda row: row["architectures"], numeric=False),
    )
    rows = []
    for family in catalogue.families(places):
        others = [name for name in family.architectures if name != family.default_architecture]
        rows.append(
            {
                "link": f"[{family.title}](../cores/{family.name}/README.md)",
                "functions": ", ".join(f"`{name}`" for name in family.named),
                "architectures": ", ".join([f"**{family.default_architecture}**", *others]),
            }
        )
    return Table(columns, tuple(rows)).markdown()


def core_file(places: Places, family: str) -> str:
    """The `core.toml` of a family, without the line of its licence."""
    text = (places.own_cores / family / "core.toml").read_text(encoding="utf-8")
    return f"```toml\n{text.partition(chr(10))[2].rstrip()}\n```"


def variants(places: Places, function: str, *architectures: str) -> str:
    """Figures of architectures of a function beside each other, in the order given, target by target.

    Without architectures all that were measured, in the order of the catalogue.
    """
    measured = [row for row in ranking.rows(places) if row["function"] == function]
    names = architectures or tuple(catalogue.resolve_function(function, places).family.architectures)
    order = [target for target in TARGETS if any(row["target"] == target for row in measured)]
    rows = tuple(
        row
        for target in order
        for name in names
        for row in measured
        if (row["architecture"], row["target"]) == (name, target)
    )
    unmeasured = set(architectures) - {row["architecture"] for row in rows}
    if unmeasured or not rows:
        what = f"{function} as {', '.join(sorted(unmeasured))}" if unmeasured else function
        raise HashloomError(f"the results of synth in {places.results} have no {what}; make results")
    areas: tuple[Column, ...] = (
        Column("GE", lambda row: number(row.get("area_ge"), 0)),
        Column("kbit/s per GE", lambda row: number(per_area(row), 1)),
    )
    if "ecp5" in order:
        areas += (
            Column("LUT", lambda row: number(row.get("area_lut"), 0)),
            Column("device", lambda row: row.get("device", ABSENT), numeric=False),
        )
    columns = (
        Column("architecture", lambda row: f"`{row['architecture']}`", numeric=False),
        Column("target", lambda row: row["target"], numeric=False),
        Column("clock, MHz", lambda row: number(row.get("clock_mhz"), 1)),
        Column("Gbit/s", lambda row: number(row.get("throughput_gbps"), 2)),
        *areas,
    )
    return Table(columns, rows).markdown()


def target_list(places: Places) -> str:
    """The targets of the package: name and description."""
    columns = (
        Column("target", lambda row: f"`{row['name']}`", numeric=False),
        Column("what it is", lambda row: row["description"], numeric=False),
    )
    found = [targets.find(name) for name in targets.names()]
    rows = tuple({"name": target.name, "description": target.description} for target in found)
    return Table(columns, rows).markdown()


def packages(places: Places) -> str:
    """The Debian packages that `make setup` looks for."""
    columns = (
        Column("Debian package", lambda row: f"`{row['package']}`", numeric=False),
        Column("what for", lambda row: row["purpose"], numeric=False),
    )
    return Table(columns, tuple(read_packages(places.repository / "packages.txt"))).markdown()


def read_packages(path: Path) -> list[dict[str, str]]:
    """The lines of packages.txt: `package`, `probe` (what is there once it is installed), `purpose`."""
    lines = (line.split(maxsplit=2) for line in path.read_text(encoding="utf-8").splitlines())
    return [
        {"package": line[0], "probe": line[1], "purpose": line[2]}
        for line in lines
        if line and line[0][0] != "#"
    ]


def frame_columns(places: Places) -> str:
    """The columns of the data frame that `hashloom.Workspace.results` gives."""
    from hashloom.rows.frame import COLUMNS  # here, since polars takes long to import

    columns = (
        Column("column", lambda row: f"`{row['name']}`", numeric=False),
        Column("type", lambda row: row["type"], numeric=False),
        Column("unit", lambda row: row["unit"], numeric=False),
        Column("what it is", lambda row: row["says"], numeric=False),
    )
    rows = tuple(
        {"name": name, "type": one.type.__name__, "unit": one.unit, "says": one.says}
        for name, one in COLUMNS.items()
    )
    return Table(columns, rows).markdown()


MAKERS: dict[str, Callable[..., str]] = {
    "table": table,
    "adder-chains": adder_chains,
    "fast-adders": fast_adders,
    "provenance": provenance,
    "speed": speed,
    "speed-summary": speed_summary,
    "speed-legend": speed_legend,
    "speed-setting": speed_setting,
    "speed-aims": speed_aims.region,
    "speed-beside": speed_aims.beside,
    "file-times": file_times.region,
    "file-aims": file_times.aims,
    "designs": designs,
    "choice": choice.region,
    "ladder": small.ladder,
    "smallest": small.smallest,
    "families": families,
    "contexts": contexts.region,
    "core-file": core_file,
    "ranking": ranking.table,
    "variants": variants,
    "targets": target_list,
    "packages": packages,
    "frame-columns": frame_columns,
    "energy": energy.region,
    "energy-uncertainty": energy.uncertainty,
    "portfolio": portfolio.region,
    "portfolio-scripts": portfolio.tried,
    "scripts": portfolio.listed,
    "orders": energy.ordered,
    "orders-agree": energy.agreement,
    "logic-depth": logic_depth.region,
    "overhead": overhead.region,
    "adapter-overhead": overhead.adapter_region,
    "software-verification": software_verification.table,
    "threefish": threefish.table,
    **face.MAKERS,
    **kinds.MAKERS,
    **laboratory_times.MAKERS,
    **mutation.MAKERS,
    **uncovered.MAKERS,
    **faults.MAKERS,
    **findings.MAKERS,
    **former_text.MAKERS,
    **levels.MAKERS,
    "proofs": proofs.table,
    "proof-uses": proof_uses.table,
    "turns": proofs.turns,
    "bitstream": bitstream.region,
    **peers.MAKERS,
    **study_regions.MAKERS,
    **verified.MAKERS,
}
