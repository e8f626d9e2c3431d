# SPDX-License-Identifier: Apache-2.0
"""Functional coverage of the contract of the ports: which of its cases the runs of a verification have met.

    length       message lengths: what the last block holds, by the number of blocks before it
    long         beyond 256 blocks, 2^16 bits, 256 messages of a lane without a reset
    source wait, sink wait   cycles that each side waits, by class and by place in the message or the digest
    reset        what a lane does in the cycle of a reset: cycles after a block or the last, a digest
    meeting      valid, ready and reset of both sides in one cycle, as the circuit allows it
    count        (core) each bit of block_count was 0 and 1
    pattern      messages whose bits are all 0, and all 1
    passed       each power of two that the number of hashed bits passes within a message

A bin is met, missing, or explained: the circuit has no such case, by a rule that stands beside the bin. What
the bench decides is never explained away; what the circuit decides (which of its outputs come together) is
taken from all cycles of all runs.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import EXTENSION_LEVELS
from hashloom.simulation import Simulator
from hashloom.verification.directed import COUNT_BITS, LONG_BITS, LONG_BLOCKS, MANY, WAITS, is_late
from hashloom.verification.met import Met

Bin = tuple[str, str, bool, str]
"""Group, name, whether it was met, and the rule by which it need not be, or an empty text."""
TURNS = "lanes take turns: no wait is one cycle"
ONE_BEAT = "a digest is one beat"
NEVER_TOGETHER = "the circuit never has these outputs in one cycle"
ANSWERS = "the circuit is ready only in answer to an offer, which stays: it never was while a source waited"
SINK = "the sink's ready decides the circuit's: with this sink it was the other in every meeting"
NO_REGISTERS = "this engine cannot set the registers that count"


def coverage(met: Met, simulator: Simulator, design: Design) -> dict[str, Any]:
    """Bins of a level as a JSON object: numbers of all, met and explained ones, and the same by group.

    Of a group `missing` names the bins that were not met and not explained, `rules` those that explain.
    """
    groups: dict[str, dict[str, Any]] = {}
    for group, name, was_met, rule in bins(met, simulator, design):
        entry = groups.setdefault(
            group, {"bins": 0, "met": 0, "explained": 0, "missing": [], "rules": Counter()}
        )
        entry["bins"] += 1
        entry["met"] += was_met
        if not was_met and rule:
            entry["explained"] += 1
            entry["rules"][rule] += 1
        elif not was_met:
            entry["missing"].append(name)
    totals = {key: sum(entry[key] for entry in groups.values()) for key in ("bins", "met", "explained")}
    for entry in groups.values():
        entry["rules"] = dict(entry["rules"])
    return {**totals, "groups": groups}


def bins(met: Met, simulator: Simulator, design: Design) -> Iterator[Bin]:
    """Every bin of a level."""
    level, block = simulator.level, design.function.block_bits
    if level not in EXTENSION_LEVELS:
        for whole in (0, 1, 2):
            for name, rests in rest_classes(block).items():
                found = any(whole * block + rest in met.lengths for rest in rests)
                yield "length", f"{whole} blocks, {name}", found, ""
        late = is_late(simulator, design)
        for power in range(1, COUNT_BITS):
            within = power >= LONG_BITS.bit_length() and not late
            yield "passed", f"2^{power}", power in met.passed, NO_REGISTERS if within else ""
        for byte, bits in met.equal.items():
            yield "pattern", f"two blocks of bytes {byte:02x}", bits >= 2 * block, ""
    longest = max(met.lengths, default=0)
    yield "long", f"more than {LONG_BLOCKS} blocks", longest > LONG_BLOCKS * block, ""
    yield "long", f"more than {LONG_BITS} bits", longest > LONG_BITS, ""
    yield "long", f"{MANY} messages without a reset", met.messages >= MANY, ""
    beats = -(-design.function.digest_bits // simulator.digest_beat_bits)
    one_beat = beats == 1 and not met.long_digest
    turns = TURNS if simulator.lanes > 1 and level in ("core", "bus") else ""
    for least in WAITS:
        no_turn = turns if least == 1 else ""
        for place in ("within", "between"):
            name = f"{place} {least}"
            yield "source wait", name, met.counts[f"source {name}"] > 0, no_turn
        for place in ("first", "later"):
            name = f"{place} {least}"
            rule = ONE_BEAT if place == "later" and one_beat else no_turn
            yield "sink wait", name, met.counts[f"sink {name}"] > 0, rule
    yield from _resets(met, simulator, design)
    yield from _meetings(met, simulator)
    if level == "core":
        for bit in range(simulator.facts["block_count"]):
            yield "count", f"bit {bit} is 1", met.ones >> bit & 1 == 1, ""
            yield "count", f"bit {bit} is 0", met.zeros >> bit & 1 == 1, ""


def rest_classes(block: int) -> dict[str, Sequence[int]]:
    """Classes of the bits in the last block: where padding differs, and where bytes or their parts end."""
    return {
        "none": (0,),
        "one bit": (1,),
        "whole bytes": range(8, block, 8),
        "part of a byte": [rest for rest in range(2, block - 1) if rest % 8],
        "all but a byte": (block - 8,),
        "all but a bit": (block - 1,),
    }


def _resets(met: Met, simulator: Simulator, design: Design) -> Iterator[Bin]:
    """Cycles after a beat, as many as there are at least until the next one or the digest.

    At block level a lane takes a block every `cycles_block`, the words of one in `intake_cycles`; elsewhere a
    word may follow in the next cycle, and the last one may be the last of its block.
    """
    intake = design.intake_cycles()
    steps = design.cycles_block() - intake if simulator.level == "core" else 1
    names = ["idle", "digest", *(f"block {cycle}" for cycle in range(1, steps + 1))]
    names += [f"last {cycle}" for cycle in range(1, design.latency_cycles(1) - intake + 1)]
    for name in names:
        yield "reset", name, met.counts[f"reset {name}"] > 0, ""


def _meetings(met: Met, simulator: Simulator) -> Iterator[Bin]:
    """What the circuit shows (in ready, digest valid) with all that the bench can do (valid, ready, rst)."""
    unasked = any(bits[0] == "1" and bits[2] == "0" for _, bits in _met_together(met))
    waited = all(met.counts[f"source {place} {WAITS[-1]}"] for place in ("within", "between"))
    for where in ("same", "other") if simulator.lanes > 1 else ("same",):
        found = {bits for place, bits in _met_together(met) if place == where}
        shown = {bits[:2] for bits in found}
        with_sink = Counter((bits[:2], bits[3]) for bits in found)
        for number in range(32):
            bits = f"{number:05b}"
            rule = "" if bits[:2] in shown else NEVER_TOGETHER
            otherwise = "10"[int(bits[0])] + bits[1]
            if not with_sink[bits[:2], bits[3]] and with_sink[otherwise, bits[3]] == 4:
                rule = rule or SINK
            if bits[0] == "1" and bits[2] == "0" and waited and not unasked:
                rule = rule or ANSWERS
            yield "meeting", f"{where} lane {bits}", bits in found, rule


def _met_together(met: Met) -> list[tuple[str, str]]:
    """Where, and which values of in ready, digest valid, in valid, sink ready and reset came together."""
    names = [name.split() for name in met.counts if name.startswith("meet ")]
    return [(where, bits) for _, where, bits in names]
