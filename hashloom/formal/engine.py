# SPDX-License-Identifier: Apache-2.0
"""The engines: ABC, the program that comes with yosys.

`pdr`  property directed reachability: finds an inductive invariant, so that the assertions hold after any
       number of cycles, and checks it
`ind`  induction: the assertions hold in the first cycles, and in any cycle if they held in `depth` before it
`bmc`  bounded model checking: the assertions hold in the first `depth` cycles after any beginning
`cec`  combinational equivalence checking: the assertions of a circuit without registers hold
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from hashloom.execution import jobs
from hashloom.flow import yosys
from hashloom.formal.circuit import Circuit

PROVEN = "proven"
REFUTED = "refuted"
OPEN = "open"
"""No answer within the limits."""
LOG = "abc.log"
_ASSERTED = re.compile(r"Output +(\d+) .*?was asserted in frame +(\d+)")


@dataclass(frozen=True)
class Answer:
    """What ABC found: PROVEN, REFUTED or OPEN; of what is refuted the assertion and its cycle."""

    answer: str
    outcome: jobs.Outcome
    assertion: str = ""
    cycle: int = 0
    clauses: int = 0


def prove(circuit: Circuit, engine: str, depth: int, limits: jobs.Limits) -> Answer:
    """Prove the assertions of a circuit."""
    if engine == "ind":
        base = prove(circuit, "bmc", depth + 1, limits)
        if base.answer != PROVEN:
            return base
    commands = {
        "ind": f"fold; orpos; ind -F {depth}",
        "pdr": "fold; pdr",
        "bmc": f"fold; bmc3 -c -F {depth}",
        "cec": "orpos; &get; &cec -m -C 10000000",
    }
    outcome, text = _ask(circuit, commands[engine], limits)
    found = _ASSERTED.search(text)
    if found is not None:
        return Answer(REFUTED, outcome, circuit.names[int(found[1])], int(found[2]))
    if engine == "cec" and "NOT EQUIVALENT" in text:
        return Answer(REFUTED, outcome, " or ".join(circuit.names))
    words = {
        "pdr": "Property proved",
        "bmc": f"No output asserted in {depth} frames",
        "ind": "Networks are equivalent",
        "cec": "Networks are equivalent",
    }
    done = outcome.state == jobs.OK and (words[engine] in text or "miters is already solved" in text)
    clauses = re.search(r"Invariant F\[\d+\] : (\d+) clauses", text)
    return Answer(PROVEN if done else OPEN, outcome, clauses=int(clauses[1]) if clauses else 0)


def unreached(circuit: Circuit, within: int, limits: jobs.Limits) -> tuple[jobs.Outcome, list[str]]:
    """The covers of a circuit that are not reached in the first `within` cycles.

    ABC may crash as it learns that several are reached in one cycle; the rest are then asked one by one.
    """
    outcome, text = _ask(circuit, f"fold; bmc3 -a -F {within}", limits)
    reached = {int(number) for number, _ in _ASSERTED.findall(text)}
    left = [number for number in range(len(circuit.names)) if number not in reached]
    if outcome.state == jobs.TOOL_CRASH:
        for number in tuple(left):
            outcome, text = _ask(circuit, f"fold; cone -O {number}; bmc3 -F {within}", limits)
            if _ASSERTED.search(text):
                left.remove(number)
            if outcome.state != jobs.OK:
                break
    return outcome, [circuit.names[number] for number in left]


def _ask(circuit: Circuit, commands: str, limits: jobs.Limits) -> tuple[jobs.Outcome, str]:
    folder = circuit.path.parent
    log = folder / f"{circuit.path.stem}.{LOG}"
    script = f"read_aiger {circuit.path.name}; {commands}"
    outcome = jobs.run([str(yosys.abc()), "-q", script], folder, log, limits)
    return outcome, log.read_text(encoding="utf-8", errors="replace")
