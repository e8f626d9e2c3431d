# SPDX-License-Identifier: Apache-2.0
"""Words of a proof of turns evaluated, and the first cycles of a design proven."""

from pathlib import Path

from own_state import here

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.errors import CheckFailed
from hashloom.execution import jobs
from hashloom.formal.engine import REFUTED
from hashloom.formal.turns import netlist
from hashloom.formal.turns.ahead import induction
from hashloom.formal.turns.core import Core
from hashloom.formal.turns.graph import Graph
from hashloom.formal.turns.miter import Miters
from hashloom.formal.turns.specification import specification
from hashloom.formal.turns.words import Logic

LIMITS = jobs.Limits(memory_bytes=4 << 30, wall_seconds=300)


def evaluated(graph: Graph, literals: tuple[int, ...], inputs: dict[int, int]) -> int:
    """Value of a word where the inputs, by literal, have these values."""
    values = {0: 0, **{literal >> 1: value for literal, value in inputs.items()}}
    for node in graph.cone(literals):
        if node not in values:
            fans = graph._fans[node]
            assert fans is not None
            values[node] = (values[fans[0] >> 1] ^ fans[0] & 1) & (values[fans[1] >> 1] ^ fans[1] & 1)
    return sum((values[literal >> 1] ^ literal & 1) << place for place, literal in enumerate(literals))


def turns_of(name: str, tmp_path: Path, number: int, wrong: tuple[str, str, str] | None = None) -> int:
    """Prove the first cycles that the induction comes to; how many. CheckFailed where one is wrong."""
    design = catalogue.resolve_design(name, here())
    unit = rtl.unit(design)
    if wrong:
        stem, right, text = wrong
        path = next(source for source in unit.sources if source.stem == stem)
        assert right in path.read_text(encoding="utf-8")
        faulty = tmp_path / path.name
        faulty.write_text(path.read_text(encoding="utf-8").replace(right, text), encoding="utf-8")
        unit = unit.with_file(faulty)
    outcome, modules = netlist.read(unit, tmp_path, LIMITS)
    assert outcome.state == jobs.OK, outcome.tail(5)
    logic = Logic()
    miters = Miters(logic.graph, tmp_path, LIMITS)
    done = 0
    for obligation in induction(design, Core(modules, logic), specification(design)).obligations():
        answer, what, _ = miters.ask(obligation.pairs)
        if answer == REFUTED:
            raise CheckFailed(f"{obligation.name}: {what}")
        done += 1
        if done == number:
            break
    return done
