# SPDX-License-Identifier: Apache-2.0
"""What the committed verifications come to, and what figures rest on: regions of Markdown.

`coverage`          cases of the contract, met, explained and missing, by level, with why a case is missing
`verified-families` of each family: designs, those verified in full effort, those proven turn by turn
`assured`           how many figures say in their row what they rest on, and which do not
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.places import Places
from hashloom.execution import jobs
from hashloom.formal.table import TURNS
from hashloom.reports import proofs
from hashloom.reports.small import is_compact
from hashloom.results import reader, unmet
from hashloom.results.checks import Verification, Verified
from hashloom.rows.around import AdapterRow, BlockRow, ChainRow, PartRow
from hashloom.rows.designs import DesignRow
from hashloom.rows.parts import Good, Row
from hashloom.rows.table import Column, Table, number

VERIFICATIONS = "verification*.json"
WITH_ASSURANCE = (DesignRow, PartRow)
"""Rows that say themselves on what they rest."""
ASSURED_LEVELS = {"core", "top"}
"""Levels of a complete verification of a design."""
BESIDE: Mapping[type[Row], str] = {
    AdapterRow: "bus adapters, which are [proven](proofs.md#bus-adapters); the netlist is not simulated",
    BlockRow: "directions of Threefish, which a test verifies; the netlist is not simulated",
    ChainRow: "adder chains, whose netlists are proven to add",
}
"""Rows of hardware that is no design, and what stands behind their figures."""


def documents(places: Places) -> dict[str, Verification]:
    """The committed documents of verifications by name."""
    return {
        path.stem: reader.read(path, Verification, places)
        for path in sorted(places.results.glob(VERIFICATIONS))
    }


def verifications(places: Places) -> list[Verified]:
    """All verifications of the committed documents."""
    return [one for document in documents(places).values() for one in document.designs]


def coverage(places: Places) -> str:
    """Cases of the contract by level, their totals, and each that is missing with the reason."""
    levels: dict[str, Counter[str]] = {}
    missing: list[unmet.Case] = []
    found = verifications(places)
    for one in found:
        lacks = unmet.missing(one)
        missing += lacks
        for level, cases in (one.coverage or {}).items():
            counts = levels.setdefault(level, Counter())
            counts.update(designs=1, bins=cases.bins, met=cases.met, explained=cases.explained)
            counts["missing"] += sum(case.level == level for case in lacks)
    rows = [{"level": level, **levels[level]} for level in rtl.LEVELS if level in levels]
    total: Counter[str] = sum(levels.values(), Counter())
    columns = (
        Column("level", lambda row: row["level"], numeric=False),
        Column("designs", lambda row: number(row["designs"], 0)),
        Column("cases", lambda row: number(row["bins"], 0)),
        Column("met", lambda row: number(row["met"], 0)),
        Column("explained", lambda row: number(row["explained"], 0)),
        Column("missing", lambda row: number(row["missing"], 0)),
    )
    said = (
        f"Of the {total['bins']:,} cases of the {len(found)} verifications in `results/` {total['met']:,} "
        f"are met, {total['explained']:,} explained, {total['missing']:,} missing."
    )
    return "\n\n".join([said, Table(columns, tuple(rows)).markdown(), *_reasons(missing)])


def _reasons(missing: list[unmet.Case]) -> Iterator[str]:
    """What is known of each entry of which a case is missing, and the cases of which nothing is."""
    known = unmet.explained(unmet.read())
    entries = {id(known[case]): known[case] for case in missing if case in known}
    for entry in entries.values():
        yield (
            f"- `{entry.design}`, level {entry.level}, {entry.group}: {', '.join(entry.bins)}. {entry.why} "
            f"Met by: `{entry.met_by}`"
        )
    for case in missing:
        if case not in known:
            yield f"- `{case.design}`, level {case.level}, {case.group}: {case.name}. Not explained."


def families(places: Places) -> str:
    """Of each family, how many designs there are, and what stands behind them."""
    verified = {
        one.design
        for one in verifications(places)
        if one.effort == "full" and set(one.levels) == ASSURED_LEVELS and one.passed and not one.failed
    }
    turns = {
        check.design
        for proof in proofs.document(places).proofs
        if proof.engine == TURNS
        for check in proof.checks
        if check.state == jobs.OK
    }
    counts: dict[str, Counter[str]] = {}
    for design in catalogue.designs(places):
        found = counts.setdefault(design.family.name, Counter())
        compact = is_compact(design)
        found.update(
            designs=1,
            verified=design.name in verified,
            proven=design.name in turns,
            compact=compact,
            compact_proven=compact and design.name in turns,
        )
    total: Counter[str] = Counter()
    for found in counts.values():
        total.update(found)
    rows = [*({"family": f"`{name}`", **found} for name, found in counts.items()), {"family": "all", **total}]
    columns = (
        Column("family", lambda row: row["family"], numeric=False),
        Column("designs", lambda row: number(row["designs"], 0)),
        Column("verified in full effort", lambda row: number(row["verified"], 0)),
        Column("every turn proven for all data", lambda row: number(row["proven"], 0)),
        Column("compact designs", lambda row: number(row["compact"], 0)),
        Column("of these proven", lambda row: number(row["compact_proven"], 0)),
    )
    said = (
        f"Of {total['designs']} designs every turn is proven for all data in {total['proven']}, and "
        f"{total['verified']} are verified in full effort in `results/`; of the {total['compact']} compact "
        f"ones {total['compact_proven'] or 'none'} {'are' if total['compact_proven'] > 1 else 'is'} proven "
        f"so. Any other rests on simulation alone, in its core, and on the proofs of the shared modules "
        f"that it is made of; `hashloom verify` and `hashloom prove` do the same for it."
    )
    return f"{said}\n\n{Table(columns, tuple(rows)).markdown()}"


def assured(places: Places) -> str:
    """How many rows of designs that are ok have an assurance, which documents have others; other kinds."""
    with_one, without, beside = Counter[str](), Counter[str](), Counter[type[Row]]()
    unsimulated = 0
    for name, row in measured(places):
        if isinstance(row, WITH_ASSURANCE):
            (without if row.assurance is None else with_one)[name] += 1
            unsimulated += row.assurance is not None and not row.netlist_simulated
        beside.update(kind for kind in BESIDE if isinstance(row, kind))
    total = with_one.total() + without.total()
    named = [f"`{name}` {count} of {count + with_one[name]}" for name, count in without.items()]
    share = f"{with_one.total():,} of {total:,}" if named else f"all {total:,}"
    others = f"; those without it: {', '.join(named)}" if named else ""
    simulated = (
        f" The netlist was not simulated in {unsimulated}, parts with what Skein's arguments and trees add."
        if unsimulated
        else ""
    )
    lines = [
        f"In the documents of `results/` {share} rows of designs and of their parts that are ok have "
        f"`assurance`{others}.{simulated} Rows of other hardware have none:",
        "",
        *(f"- {count} {BESIDE[kind]}" for kind, count in beside.items()),
    ]
    return "\n".join(lines)


def measured(places: Places) -> Iterator[tuple[str, Row]]:
    """The rows that are ok, of the committed documents, with the name of their document."""
    for path in sorted(places.results.glob("*.json")):
        document = reader.any_kind(path, places)
        for member in type(document).ROWS:
            rows: tuple[Row, ...] = getattr(document, member) or ()
            yield from ((path.stem, row) for row in rows if isinstance(row, Good))


MAKERS: dict[str, Callable[..., str]] = {
    "coverage": coverage,
    "verified-families": families,
    "assured": assured,
}
