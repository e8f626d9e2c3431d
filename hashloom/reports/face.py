# SPDX-License-Identifier: Apache-2.0
"""What README shows of the results: how much there is, the best figures of functions, badges.

`face-summary`          functions, levels, buses and targets in one paragraph
`face FUNCTION...`      a line for each of these functions: its forms, and the best of each figure by target
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from hashloom import catalogue, targets
from hashloom.analysis.choice import Choice
from hashloom.analysis.exploration.answers import decimals
from hashloom.catalogue import rtl
from hashloom.catalogue.adapters import ADAPTERS
from hashloom.catalogue.places import Places
from hashloom.execution import jobs
from hashloom.formal.document import NAME as PROOFS
from hashloom.mutation.catches import NAME as FAULTS
from hashloom.mutation.suite import CAUGHT, REFUTED
from hashloom.reports import drawing, faults, lettering
from hashloom.results import reader
from hashloom.results.checks import Verification
from hashloom.results.proofs import Proofs
from hashloom.rows.table import ABSENT, Column, Row, Table, number
from hashloom.targets import UNTESTED, StandardCells, VendorFpga

VERIFIED = "verification"
"""The document of the complete verification of every design."""
FORMS = {
    "core": "blocks",
    "top": "messages",
    "bus": "many behind one bus",
    "arguments": "keys and other arguments",
    "tree": "trees",
}
"""What a level of a design takes, in words; the levels that are not here are parts of others."""
BUSES = {
    "axis": "AXI4-Stream",
    "registers": "AXI4-Lite",
    "apb": "APB4",
    "gmu": "the GMU FIFO interface",
    "lwc": "the LWC Hardware API",
}
FACT, WHOLE, BROKEN = "#0072B2", "#00724F", "#B8450B"
"""Colours of a badge: of a plain fact, of a count without an exception, of one with exceptions."""


@dataclass(frozen=True)
class Best:
    """A column of the table: the best figure for a purpose on a target, where it has this unit."""

    target: str
    purpose: str
    unit: str

    @property
    def heading(self) -> str:
        """The unit, and that it is the least of it where less is better."""
        return self.unit if self.purpose in ("speed", "ratio") else f"least {self.unit}"


SHOWN = (
    Best("osu018", "area", "GE"),
    Best("osu018", "speed", "Gbit/s"),
    Best("osu018", "ratio", "kbit/s per GE"),
    Best("nangate45", "speed", "Gbit/s"),
    Best("nangate45", "energy", "pJ/bit"),
    Best("ecp5", "area", "LUT"),
    Best("ecp5", "speed", "Gbit/s"),
)


def table(places: Places, *functions: str) -> str:
    """The functions in this order; HashloomError for one that there is not."""
    rows = [_row(name, places) for name in functions]
    columns = (
        Column("function", lambda row: row["link"], numeric=False),
        Column("takes", lambda row: row["forms"], numeric=False),
        *(Column(f"{best.target}<br>{best.heading}", _cell(best)) for best in SHOWN),
    )
    return Table(columns, tuple(rows)).markdown()


def summary(places: Places) -> str:
    """How many functions, designs and targets there are, and which buses."""
    designs = catalogue.designs(places)
    functions = {design.function.name for design in designs}
    families = {design.function.family.name for design in designs}
    found = [targets.find(name) for name in targets.names()]
    cells = sum(isinstance(target, StandardCells) for target in found)
    mapped = sum("mapped only" in target.description for target in found)
    vendors = sum(isinstance(target, VendorFpga) for target in found)
    placed = len(found) - cells - mapped - vendors
    buses = [BUSES[name] for name in ADAPTERS]
    return (
        f"**{len(functions)} functions** of {len(families)} families in **{len(designs)} designs**. "
        f"Each takes padded blocks, or whole messages, which it pads itself. Each has adapters to "
        f"{', '.join(buses[:-1])} and {buses[-1]}. The laboratory measures on "
        f"**{cells + placed + mapped} targets**: {cells} standard-cell libraries, {placed} FPGA families "
        f"that are placed and routed, {mapped} that are mapped only. {vendors} more FPGAs are for those who "
        f"have their vendors' tools; these targets are {UNTESTED} so far."
    )


def badges(places: Places) -> dict[str, str]:
    """Badges as SVG, by name: what is verified, proven and caught, each from its document of results."""
    project = tomllib.loads((places.repository / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    pythons = [one.rpartition(" ")[2] for one in project["classifiers"] if ":: Python :: 3." in one]
    found = {
        "licence": badge("licence", project["license"], FACT),
        "python": badge("Python", f"{pythons[0]}–{pythons[-1]}", FACT),
    }
    documents = {name: places.results / f"{name}.json" for name in (VERIFIED, PROOFS, FAULTS)}
    if documents[VERIFIED].exists():
        designs = reader.read(documents[VERIFIED], Verification, places).designs
        found["verified"] = share("designs verified", [design.failed == 0 for design in designs])
    if documents[PROOFS].exists():
        proofs = reader.read(documents[PROOFS], Proofs, places).proofs
        found["proven"] = share(
            "properties proven", [all(check.state == jobs.OK for check in proof.checks) for proof in proofs]
        )
    if documents[FAULTS].exists():
        planted = faults.read(places).faults
        found["caught"] = share(
            "planted faults caught", [fault.verdict in (CAUGHT, REFUTED) for fault in planted]
        )
    return found


def share(label: str, good: Sequence[bool]) -> str:
    """A badge of how many are good: green where all are."""
    if all(good):
        return badge(label, str(len(good)), WHOLE)
    return badge(label, f"{sum(good)} of {len(good)}", BROKEN)


def badge(label: str, value: str, colour: str) -> str:
    """Two fields side by side as SVG."""
    height, margin, size = 20, 8, 11
    left, right = (round(lettering.width(text, size)) + 2 * margin for text in (label, value))
    end = f"h{right - 3}a3,3 0 0 1 3,3v{height - 6}a3,3 0 0 1 -3,3h-{right - 3}z"
    look = f'y="14" font-family="{drawing.FONT}" font-size="{size}" fill="#fff"'
    texts = "".join(
        f'<text x="{x}" {look}>{escape(text)}</text>' for text, x in ((label, margin), (value, left + margin))
    )
    return lettering.fitted(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="{height}" role="img">'
        f"<title>{escape(label)}: {escape(value)}</title>"
        f'<rect width="{left + right}" height="{height}" rx="3" fill="#454C54"/>'
        f'<path d="M{left},0{end}" fill="{colour}"/>{texts}</svg>\n'
    )


def _row(name: str, places: Places) -> Row:
    function = catalogue.resolve_function(name, places)
    designs = [one for one in catalogue.designs(places) if one.function.name == function.name]
    levels = {level for design in designs for level in rtl.levels(design)}
    forms = ", ".join(words for level, words in FORMS.items() if level in levels)
    link = f"[{function.name}](cores/{function.family.name}/README.md)"
    return {"link": link, "forms": forms, "choice": Choice.of(function, places)}


def _cell(best: Best) -> Callable[[Row], str]:
    def cell(row: Row) -> str:
        on = row["choice"].on(best.target)
        take = on and on.take(best.purpose)
        if take is None or take.unit != best.unit:
            return ABSENT
        return number(take.figure, 0 if best.purpose == "area" else decimals(take.figure))

    return cell


MAKERS: dict[str, Callable[..., str]] = {"face": table, "face-summary": summary}
