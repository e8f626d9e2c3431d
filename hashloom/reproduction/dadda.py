# SPDX-License-Identifier: Apache-2.0
"""Dadda, Macchetti and Owen's SHA-256: compressors of figures 2, 4, 5 and 6, adder chains of table 1.

Beside the figures of every design stands its slowest path: the one that the paper predicts and the one that
timing analysis finds, in the names of the paper's parts (`critical_path_predicted`, `critical_path_found`,
`critical_path_as_predicted`), and the paper's last columns, `hash_cycles` and `hash_ns`: what one message of
one block takes from its block to its digest.

The paper takes a carry-propagating adder for three times as slow as a row of full adders: so the designs
have Brent-Kung adders, and the expander Kogge-Stone ones, to be in nobody's way. The same designs with
Kogge-Stone adders everywhere are further rows, `fast_adders`. The adder chains are rows of their own,
`adder_chains`; see `reproduction.chains`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from hashloom import catalogue
from hashloom.catalogue.places import Places
from hashloom.reproduction import OK, Report, ReproductionOptions, ResultProgress, chains
from hashloom.reproduction.chains import ChainTable
from hashloom.reproduction.hardware import HardwareReproduction, Job, workers_of
from hashloom.reproduction.paths import Figure
from hashloom.reproduction.published import load
from hashloom.rows import Row

PAPER = load("dadda")
CHAINS, TABLE = PAPER.table(1), PAPER.table(2)
KEY = "adder_chains"
FAST = "fast_adders"

FUNCTIONS = {"Ch": "e f g", "Σ1": "e", "Maj": "a b c", "Σ0": "a"}
BEHIND_CLA1 = {**FUNCTIONS, "Maj": "cla1 b c", "Σ0": "cla1"}
BEHIND_CLA2 = {**FUNCTIONS, "Maj": "cla2 b c", "Σ0": "cla2"}
MULTIPLEXERS = {"mux1": "c d first", "mux2": "g h first"}
"""Of figures 5 and 6; `first`, which selects, has no name there."""
SCHEDULE = {"words": "w"}
"""Registers of the RTL that the figures name otherwise: the words of the schedule, one of which is W_e."""
EXPANDER = {("w", "w"): "Expander: σ0 ⇒ faa7 ⇒ faa8 ⇒ cla3 ⇒ mux"}
"""The paper's path of the Expander, which only figure 2 shows, with its numbers."""

FIGURES = {
    # Figure 2.
    "basic": Figure(
        parts={
            **FUNCTIONS, "faa1": "h k w", "faa2": "faa1 Ch", "faa3": "faa2 Σ1", "faa4": "faa3 Maj",
            "faa5": "faa4 Σ0", "cla1": "faa5", "faa6": "faa3 d", "cla2": "faa6",
        },
        registers={"a": "cla1", "e": "cla2"},
        predicted=("faa1 faa2 faa3 faa4 faa5 cla1",),
        renamed=SCHEDULE,
        beside=EXPANDER,
    ),
    # Figure 3, with the numbers of sha2_adder_chain.
    "tree": Figure(
        parts={
            **FUNCTIONS, "faa1": "h k w", "faa2": "faa1 Ch", "faa3": "Σ1 Maj Σ0", "faa4": "faa2 faa3",
            "faa5": "faa4 faa3", "cla1": "faa5", "faa6": "Ch Σ1 d", "faa7": "faa1 faa6", "faa8": "faa7 faa6",
            "cla2": "faa8",
        },
        registers={"a": "cla1", "e": "cla2"},
        renamed=SCHEDULE,
        beside=EXPANDER,
    ),
    # Figure 4.
    "balanced": Figure(
        parts={
            **BEHIND_CLA1, "cla1": "a_sum a_carry", "faa1": "h k w", "faa2": "faa1 Ch", "faa3": "faa2 Σ1",
            "faa4": "faa3 Maj", "faa5": "faa4 Σ0", "faa6": "faa3 d", "cla2": "faa6",
        },
        registers={"a_sum": "faa5", "a_carry": "faa5", "b": "cla1", "e": "cla2"},
        predicted=("faa1 faa2 faa3 faa6 cla2", "Ch faa2 faa3 faa6 cla2"),
        renamed=SCHEDULE,
        beside=EXPANDER,
    ),
    # After Chaves et al.; no figure of this paper.
    "rescheduled": Figure(
        parts={
            **FUNCTIONS, "faa1": "g k w", "cla1": "faa1", "faa2": "ahead Ch Σ1", "faa3": "faa2 d",
            "cla2": "faa3", "faa4": "faa2 Maj", "faa5": "faa4 Σ0", "cla3": "faa5",
        },
        registers={"ahead": "cla1", "a": "cla3", "e": "cla2"},
        renamed=SCHEDULE,
        beside=EXPANDER,
    ),
    # Figure 5.
    "pipelined": Figure(
        parts={
            **FUNCTIONS, **MULTIPLEXERS, "faa1": "mux2 k w", "cla1": "faa1", "faa2": "m Ch Σ1",
            "faa3": "faa2 mux1", "cla2": "faa3", "faa4": "l_sum l_carry Maj", "faa5": "faa4 Σ0",
            "cla3": "faa5",
        },
        registers={"m": "cla1", "l_sum": "faa2", "l_carry": "faa2", "a": "cla3", "e": "cla2"},
        predicted=("Maj faa4 faa5 cla3",),
        renamed=SCHEDULE,
        beside=EXPANDER,
    ),
    # Figure 6.
    "combined": Figure(
        parts={
            **BEHIND_CLA2, **MULTIPLEXERS, "cla2": "a_sum a_carry", "faa1": "mux2 k w", "faa2": "faa1 mux1",
            "faa3": "l_1_sum l_1_carry Ch", "faa4": "l_2_sum l_2_carry Ch", "faa5": "faa3 Σ1",
            "faa6": "faa4 Σ1", "cla1": "faa6", "faa7": "faa5 Maj", "faa8": "faa7 Σ0",
        },
        registers={
            "e": "cla1", "a_sum": "faa8", "a_carry": "faa8", "b": "cla2", "l_1_sum": "faa1",
            "l_1_carry": "faa1", "l_2_sum": "faa2", "l_2_carry": "faa2",
        },
        predicted=("Ch faa4 faa6 cla1",),
        renamed=SCHEDULE,
        beside=EXPANDER,
    ),
}  # fmt: skip


@dataclass(frozen=True)
class DaddaReproduction(HardwareReproduction):
    """A table of designs with their slowest paths, the same with other settings, a table of adder chains."""

    figures: Mapping[str, Figure] = field(default_factory=dict)
    fast_settings: Mapping[str, str] = field(default_factory=dict)
    chains: ChainTable | None = None

    def make(self, options: ReproductionOptions, begin: Callable[[int], ResultProgress]) -> Report:
        """The designs, those with the other settings, then the chains."""
        said: list[ResultProgress] = []

        def begun(number: int) -> ResultProgress:
            said.append(begin(number))
            return said[-1]

        report = super().make(options, begun)
        fast = HardwareReproduction.make(replace(self, settings=self.fast_settings), options, begun)
        for row in (*report.rows, *fast.rows):
            row.update(path_fields(self.figures.get(row["architecture"]), row))
            add_hash(row, options.session.places)
        if self.chains is None:
            return replace(report, further={FAST: fast.rows})
        names = list(options.targets or self.targets)
        rows = chains.make(self.chains, names, options.session, workers_of(options.workers), said[-1].say)
        return replace(report, further={FAST: fast.rows, KEY: tuple(rows)})


def path_fields(figure: Figure | None, row: Mapping[str, Any]) -> Row:
    """What the paper predicts of the slowest path of a row and what was found; no field without a figure."""
    if figure is None:
        return {}
    fields: Row = {"critical_path_predicted": figure.prediction()}
    if row["state"] == OK and row.get("critical_path"):
        start, end = row["critical_path"]
        fields["critical_path_found"] = figure.found(start, end)
        fields["critical_path_as_predicted"] = figure.as_predicted(start, end)
    return fields


def add_hash(row: Row, places: Places) -> None:
    """Add cycles and nanoseconds of a hash of one block to a row and its paper, in place."""
    design = catalogue.resolve_design(f"{row['function']}/{row['architecture']}", places)
    paper = row["paper"]
    for figures, cycles in ((row, design.latency_cycles(1)), (paper, paper.get("latency_cycles"))):
        if cycles is not None:
            clock = figures.get("clock_mhz")
            figures["hash_cycles"] = cycles
            figures["hash_ns"] = None if clock is None else cycles * 1000 / clock


def jobs() -> list[Job]:
    """A job for every row of table 2, and the circuits that it lacks in their places."""
    published = {row.architecture: row for row in TABLE.rows}
    return [Job(f"sha256/{name}", "fast", published.get(name)) for name in FIGURES]


REPRODUCTION = DaddaReproduction(
    name="dadda",
    title="SHA-256 with the adder chain in one cycle, balanced and pipelined; adder chains alone",
    source=PAPER.citation(CHAINS, TABLE),
    table=TABLE,
    targets=("osu018", "nangate45", "sky130hd"),
    note=(
        "The paper's library is STMicroelectronics HCMOS8, 0.18 µm, mapped by a commercial tool; compare the "
        "ratios to figure 2 (basic) and to (3,2)-cla #2. The paper's clock is computed from its ns a cycle. "
        "A hash is that of one block, from block to digest; the next block follows after 65 cycles. `tree` "
        "is figure 3, for which the paper has no figures; `rescheduled` is not the paper's. The product that "
        "the paper prints for cla #2 does not fit its delay and area."
    ),
    jobs=jobs,
    reference_architecture="basic",
    ratios=("clock",),
    figures=FIGURES,
    settings={"ADDER": "BRENT_KUNG", "SIDE_ADDER": "KOGGE_STONE"},
    fast_settings={"ADDER": "KOGGE_STONE", "SIDE_ADDER": "KOGGE_STONE"},
    chains=ChainTable(CHAINS, reference="SAVED_CHAIN", word=32, adder="SKLANSKY"),
)
