# SPDX-License-Identifier: Apache-2.0
"""What was found, a sentence for each question: the regions `finding NAME` of docs/findings.md.

order      the order of the fourteen candidates, the GMU group's and ours
loops      the same with the group's own loops alone
best       which functions have the most throughput for their area
peers      our cores beside those of others
depth      Intel's Skein: what several messages in flight bring
smaller    Tillich's Skein
pipeline   Dadda's circuits of SHA-256
wires      whether wires and glitches change the order of the functions
small      the smallest cores
software   Skein on a processor
checks     what was verified, proven, planted
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

from hashloom import catalogue
from hashloom.analysis import comparison, orders
from hashloom.analysis.choice import AREA_PURPOSE, Choice
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.reports import (
    energy,
    face,
    faults,
    peers,
    proofs,
    ranking,
    results,
    small,
    speed,
    study_regions,
)
from hashloom.reproduction.study import ALONE, FAR, PAPERS, PaperStudy
from hashloom.reproduction.study_paper import OVERALL
from hashloom.reproduction.study_rows import AREA, RATIO, THROUGHPUT
from hashloom.results import reader
from hashloom.results.checks import Verification
from hashloom.rows.parts import PER_AREA
from hashloom.rows.table import Row


def region(places: Places, name: str) -> str:
    """The sentence of this name; HashloomError if there is none."""
    if name not in SENTENCES:
        raise HashloomError(f"there is no finding '{name}'; there are: {', '.join(SENTENCES)}")
    return SENTENCES[name](places)


def order(places: Places) -> str:
    """How near our order by throughput per area is to the paper's."""
    campaign = study_regions.load(places)
    if campaign is None:
        return study_regions.not_measured()
    study = PaperStudy(campaign, PAPERS)
    found, count = study.correlation(RATIO, 512, OVERALL, OVERALL)
    moves = study.moves(RATIO)
    same = next((place for place, (_, paper, ours) in enumerate(moves) if paper != ours), len(moves))
    moved = [f"{label} ({paper} to {ours})" for label, paper, ours in study.moved(RATIO)]
    beyond = f"only {listed(moved)} moved by more than {FAR}" if moved else f"none moved by more than {FAR}"
    return (
        f"Spearman's rank correlation with the paper's order is **{_figure(found)}** over {count} "
        f"candidates and {len(campaign.targets)} targets. The first {same} places are the same, and {beyond}."
    )


def loops(places: Places) -> str:
    """The same where the paper's own loop was measured, by quantity."""
    campaign = study_regions.load(places)
    if campaign is None:
        return study_regions.not_measured()
    study = PaperStudy(campaign, ALONE)
    found = {name: study.correlation(name, 512, OVERALL, OVERALL) for name in (THROUGHPUT, AREA, RATIO)}
    return (
        f"Of the {found[RATIO][1]} candidates whose loop is the paper's own, the correlation is "
        f"**{_figure(found[THROUGHPUT][0])}** in throughput, **{_figure(found[AREA][0])}** in area and "
        f"**{_figure(found[RATIO][0])}** in throughput per area."
    )


def best(places: Places) -> str:
    """The functions with 256 bits that lead, beside SHA-2."""
    entries = ranking.ranking(places, "osu018", 256)
    unit = next(row for row in map(_any, entries) if row["function"] == ranking.YARDSTICK[256])
    spots: dict[float, list[str]] = {}
    for row in map(_any, entries):
        spots.setdefault(_ratio(row) / _ratio(unit), []).append(f"`{row['function']}`")
    leading = [
        f"{listed(names)} {'have' if len(names) > 1 else 'has'} **{times:.2f} times**"
        for times, names in list(spots.items())[:3]
    ]
    behind = sum(len(names) for times, names in spots.items() if times < 1)
    return (
        f"By throughput per area on standard cells of 0.18 µm, with any number of messages in flight: "
        f"{listed(leading)} that of SHA-256. Of {len(entries)} functions {behind} stay below it."
    )


def beside(places: Places) -> str:
    """How much better ours are than the cores of others, in the same flow and per area.

    The clocks of others were found before the period was that of the slowest path (docs/measurement.md).
    """
    found = peers.load(places.results, places)
    key = PER_AREA["area_ge"][0]
    any_number, one = [], []
    for row in peers.each(found):
        if row["same_flow"] is None or row["ours"] is None:
            continue
        any_number.append(row["same_flow_factor"])
        own = [
            each for each in found.ours(row["function"], row["target"], row["level"]) if each["state"] == "ok"
        ]
        single = comparison.best((each for each in own if each.get("messages", 1) == 1), key)
        if single is not None:
            one.append(single[key] / row["same_flow"][key])
    return (
        f"In {len(any_number)} comparisons on standard cells, both cores through the same flow and with "
        "ports of one kind (whole blocks, or words that are collected and padded), our best design has in "
        f"the median {_range(any_number)} times the throughput per area of the other core; "
        f"our best with one message in flight {_range(one)} times. The other cores were timed at an earlier "
        f"date, up to {comparison.PEERS_TOO_FAST} % too fast: these factors are too low by that."
    )


def depth(places: Places) -> str:
    """What eight messages in flight bring, ours and the paper's, as ratios."""
    row = _row(places, "iskein", architecture="1r-8m", target="nangate45")
    paper = row["paper"]
    return (
        f"From one message in flight to eight, throughput grows **{row['throughput_ratio']:.2f}** times "
        f"in our 45 nm and {paper['throughput_ratio']:.2f} times in Intel's 32 nm; area grows "
        f"**{row['area_ratio']:.2f}** times and {paper['area_ratio']:.2f} times."
    )


def smaller(places: Places) -> str:
    """Skein-512 with eight rounds in a cycle, in 0.18 µm as Tillich's."""
    row = _row(places, "tillich", function="skein-1.3-512-512", goal="fast")
    paper = row["paper"]
    return (
        f"Skein-512 with eight rounds in a cycle has **{row['throughput_gbps']:.2f} Gbit/s** on "
        f"**{row['area_ge']:,.0f} GE**; Tillich's of 2009 has {paper['throughput_gbps']:.2f} Gbit/s on "
        f"{paper['area_ge']:,.0f} GE."
    )


def pipeline(places: Places) -> str:
    """What the fastest of Dadda's circuits brings."""
    rows = [
        _row(places, "dadda", architecture="combined", target=name)
        for name in ("osu018", "nangate45", "sky130hd")
    ]
    ours = [row["clock_ratio"] for row in rows]
    return (
        f"The round in two sections, with *a* in carry-save form, has **{min(ours):.2f} to {max(ours):.2f}** "
        f"times the clock of all additions in a row on our three libraries, and "
        f"{rows[0]['paper']['clock_ratio']:.2f} times in the paper."
    )


def software(places: Places) -> str:
    """Cycles per byte of Skein-512 on the first processor that was measured."""
    measurement = results.load_measurement(places.results, places)
    for function, mail, other, one, many in speed.summary(measurement).cells():
        if function == "Skein-512":
            return (
                f"On {measurement.processor} a byte of Skein-512 takes **{one.partition(' ')[0]}** cycles in "
                f"one message and **{many.partition(' ')[0]}** where there are many; "
                f"the fastest other library takes {other}, and the mail had {mail}."
            )
    raise HashloomError("results/bench.json has no Skein-512")


def wires(places: Places) -> str:
    """How far orders without wires or glitches agree with those that have them, on placed cells of 45 nm."""
    rows = energy.compared(places, 256)
    agree = orders.agreement(rows)
    glitches = [float(row["energy_pj_per_bit"]) / float(row["energy_glitch_free_pj_per_bit"]) for row in rows]
    return (
        f"Over {len(rows)} functions with 256 bits, placed on nangate45, the orders by throughput per area "
        f"without wires and with them agree to **{agree['without wires', 'with wires']:.2f}** (Spearman); "
        f"those by energy without glitches and with them to "
        f"**{agree['energy without glitches', 'energy']:.2f}**: glitches multiply the energy of a bit by "
        f"{min(glitches):.1f} to {max(glitches):.1f}."
    )


def least(places: Places) -> str:
    """The smallest cores of the functions that have a compact one."""
    said = []
    for name in small.FUNCTIONS:
        on = Choice.of(catalogue.resolve_function(name, places), places, small.TARGET).on(small.TARGET)
        take = on.take(AREA_PURPOSE) if on else None
        if take is not None and small.is_compact(take.taken.design):
            speed = 1000 * (take.taken.point.throughput or 0)
            said.append(f"{name} **{take.figure:,.0f} GE** with {speed:,.0f} Mbit/s")
    if not said:
        raise HashloomError(f"the results have no compact core on {small.TARGET}; make results")
    return f"Cores with all their state in flip-flops, in 0.18 µm: {listed(said)}."


def checks(places: Places) -> str:
    """What stands behind the figures."""
    verified = reader.read(places.results / f"{face.VERIFIED}.json", Verification, places)
    proven = proofs.document(places).proofs
    return (
        f"{len(verified.designs)} designs have passed {verified.passed:,} checks in simulation, and "
        f"{verified.failed} failed; {len(proven)} properties are proven. Of the planted faults, "
        f"{faults.summary(faults.read(places))}"
    )


def listed(names: Sequence[str]) -> str:
    """The names as a sentence has them: `a, b and c`."""
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else "".join(names)


def _range(factors: Sequence[float]) -> str:
    return f"**{statistics.median(factors):.2f}** ({min(factors):.2f} to {max(factors):.2f})"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _any(entry: dict[str, Row | None]) -> Row:
    row = entry["any"]
    assert row is not None, "a function is ranked by a row that it has"
    return row


def _ratio(row: Row) -> float:
    return float(row["throughput_gbps"]) / float(row["area_ge"])


def _row(places: Places, paper: str, **identity: str) -> Row:
    for row in results.load(places.results, paper, places).rows:
        if all(row[key] == value for key, value in identity.items()) and row["state"] == "ok":
            return row
    raise HashloomError(f"results/{paper}.json has no row of {', '.join(identity.values())}")


SENTENCES: dict[str, Callable[[Places], str]] = {
    "order": order,
    "loops": loops,
    "best": best,
    "peers": beside,
    "depth": depth,
    "smaller": smaller,
    "pipeline": pipeline,
    "wires": wires,
    "small": least,
    "software": software,
    "checks": checks,
}
MAKERS: dict[str, Callable[..., str]] = {"finding": region}
