# SPDX-License-Identifier: Apache-2.0
"""Tables of adder chains: combinational circuits that make the same sums, each proven, then measured.

A row has `chain`, `target`, `goal`, `word` (bits), `adder` (carry network of the carry-propagating adders),
`state`, `delay_ns` (from the inputs to the outputs), `area_ge`, `area_um2`, `area_delay` (µm² ns) and each of
delay, area and product as ratio to the row of reference, the paper's own under `paper`, and under `proven`
what was proven before: the parts equal to `+` and the network of them, and the netlist equal to the RTL.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hashloom import flow, libraries, targets
from hashloom.catalogue import rtl
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution.jobs import OK, parallel
from hashloom.execution.progress import Progress
from hashloom.execution.session import Session
from hashloom.flow import cells, yosys
from hashloom.formal import equivalence
from hashloom.reproduction import ratio
from hashloom.reproduction.published import PublishedChain, PublishedTable
from hashloom.rows import Row
from hashloom.targets import StandardCells

TOP = "sha2_adder_chain"
PACKAGE = "sha2_adder_chain_pkg"
COMMON = (
    "adder_pkg", "prefix_adder", "carry_save_adder",
    "parallel_counter_5_3", "parallel_counter_7_3", "parallel_counter_4_4_4",
)  # fmt: skip
T_1 = ("h", "k", "w", "ch", "sigma_1")
SUMS = {"e": (*T_1, "d_t"), "a": (*T_1, "maj", "sigma_0")}
"""What the outputs of a chain are the sums of."""
FIGURES = ("delay_ns", "area_ge", "area_um2", "area_delay")
GOAL = "fast"


@dataclass(frozen=True)
class ChainTable:
    """How a table of adder chains is made again: words of `word` bits, carry-propagating adders `adder`.

    `reference` is the chain that the ratios are to.
    """

    table: PublishedTable
    reference: str
    word: int
    adder: str


def unit(chain: str, word: int, adder: str, found: Places) -> RtlUnit:
    """The RTL of a chain alone."""
    cores = found.own_cores
    sources = [cores / "common" / "rtl" / f"{name}.sv" for name in COMMON]
    sources += [cores / "sha2" / "rtl" / f"{name}.sv" for name in (PACKAGE, TOP)]
    parameters = (
        ("WORD", word),
        ("CHAIN", rtl.names(PACKAGE, found)[chain]),
        ("ADDER", rtl.names("adder_pkg", found)[adder]),
    )
    return RtlUnit(f"{chain.lower()}_{word}", TOP, tuple(sources), parameters)


def make(
    table: ChainTable,
    target_names: Sequence[str],
    session: Session,
    workers: int,
    say: Progress,
) -> list[Row]:
    """All rows, target by target, in the paper's order; only standard cells tell the delay of a circuit."""
    libraries_here = session.places.libraries
    named = (targets.find(name, libraries_here) for name in target_names)
    found = [target for target in named if isinstance(target, StandardCells)]
    pairs = [(target, published) for target in found for published in table.table.chains]

    def row(pair: tuple[StandardCells, PublishedChain]) -> Row:
        return _row(table, *pair, session, say)

    rows = parallel(row, pairs, workers)
    add_ratios(rows, table.reference)
    return rows


def add_ratios(rows: Sequence[Row], reference: str) -> None:
    """Add `delay_ratio`, `area_ratio`, `area_delay_ratio` to the chain of reference on the same target."""
    for row in rows:
        partners = [
            other for other in rows if (other["chain"], other["target"]) == (reference, row["target"])
        ]
        partner = partners[0] if partners else None
        for ours, theirs in ((row, partner), (row["paper"], partner and partner["paper"])):
            ours["delay_ratio"] = ratio(ours, theirs, "delay_ns")
            ours["area_ratio"] = ratio(ours, theirs, "area_um2")
            ours["area_delay_ratio"] = ratio(ours, theirs, "area_delay")


def _row(
    table: ChainTable,
    target: StandardCells,
    published: PublishedChain,
    session: Session,
    say: Progress,
) -> Row:
    chain = unit(published.chain, table.word, table.adder, session.places)
    head: Row = {
        "chain": published.chain,
        "target": target.name,
        "goal": GOAL,
        "word": table.word,
        "adder": table.adder,
        "rtl_digest": chain.digest(),
    }
    say(f"{published.label} on {target.name}")
    figures = _measured(chain, target, session)
    paper = {
        "label": published.label,
        "delay_ns": published.delay_ns,
        "area_um2": published.area_um2,
        "area_delay": published.area_delay,
        "source": table.table.place,
        **({"note": published.note} if published.note else {}),
    }
    return {**head, **dict.fromkeys(FIGURES), **figures, "paper": paper}


def _measured(chain: RtlUnit, target: StandardCells, session: Session) -> Mapping[str, Any]:
    """Proof, figures, proof of the netlist; only the state and a message where one of them fails."""
    proof = equivalence.adds(chain, SUMS, session)
    if proof.state != OK:
        return {"state": proof.state, "message": str(proof.body.get("message", proof.state))}
    found = flow.measure_combinational(chain, target, GOAL, session)
    if found.state != OK or found.area_um2 is None:
        return {"state": found.state, "message": str(found.message)}
    run = cells.CellsRun(chain, target, GOAL, flow.LIMITS, clocked=False)
    step = cells.synthesis(run).perform(session, files=True)
    library = libraries.prepare(target.source, target.dont_use)
    same = equivalence.netlist_equals(chain, step.folder / yosys.NETLIST, library.path, step.key, session)
    if same.state != OK:
        return {"state": same.state, "message": str(same.body.get("message", same.state))}
    delay = found.paths_ns["through"]
    return {
        "state": OK,
        "delay_ns": delay,
        "area_ge": found.area_ge,
        "area_um2": found.area_um2,
        "area_delay": found.area_um2 * delay,
        "logic_levels": found.logic_levels,
        "critical_path": found.critical_path,
        "synthesis_key": found.synthesis_key,
        "tools": dict(found.tools),
        "proven": {
            "method": equivalence.METHOD,
            "parts": proof.body["parts"],
            "netlist": "by cec against the RTL",
        },
    }
