# SPDX-License-Identifier: Apache-2.0
"""Whether pairs of literals are equal.

By structural hashing; then by random values, which refute; then by all values,
of bits that depend on few inputs; what is left is asked of `&cec` of ABC.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from hashloom.execution import jobs
from hashloom.flow import yosys
from hashloom.formal.engine import OPEN, PROVEN, REFUTED
from hashloom.formal.turns.graph import Graph
from hashloom.formal.turns.induction import Pair

SEED = 1
FEW = 10
"""Inputs up to which a bit is compared for all their values."""
_COMMAND = "&r {circuit}; &cec -m -C 10000000"


class Miters:
    """Asks of one graph; miters of the same structure are proven once. `solved` counts those of ABC."""

    def __init__(self, graph: Graph, folder: Path, limits: jobs.Limits) -> None:
        """`folder` takes the circuits and the logs; `limits` are of one question."""
        self._graph, self._folder, self._limits = graph, folder, limits
        self._proven: set[str] = set()
        self.solved = 0
        self.max_rss_bytes = 0

    def ask(self, pairs: Sequence[Pair]) -> tuple[str, str, str]:
        """PROVEN, REFUTED or OPEN, what differs, and the state of the job that gave no answer."""
        differing = {
            self._graph.differ(found, wanted): name for name, found, wanted in pairs if found != wanted
        }
        if not differing:
            return PROVEN, "", jobs.OK
        outputs = sorted(differing)
        for output, value in zip(outputs, self._graph.simulate(outputs, SEED), strict=True):
            if value:
                return REFUTED, differing[output], jobs.OK
        digest = hashlib.sha256(self._graph.aiger(outputs)).hexdigest()
        if digest in self._proven:
            return PROVEN, "", jobs.OK
        tables = {output: self._graph.tabulate(output, FEW) for output in outputs}
        for output, table in tables.items():
            if table:
                return REFUTED, differing[output], jobs.OK
        outputs = [output for output in outputs if tables[output] is None]
        if not outputs:
            self._proven.add(digest)
            return PROVEN, "", jobs.OK
        names = " or ".join(sorted({differing[output] for output in outputs}))
        circuit = self._graph.aiger(outputs)
        path = self._folder / f"{digest[:24]}.aig"
        path.write_bytes(circuit)
        log = path.with_suffix(".log")
        command = _COMMAND.format(circuit=path.name)
        outcome = jobs.run([str(yosys.abc()), "-q", command], self._folder, log, self._limits)
        text = log.read_text(encoding="utf-8", errors="replace")
        self.solved += 1
        self.max_rss_bytes = max(self.max_rss_bytes, outcome.max_rss_bytes)
        if "NOT EQUIVALENT" in text:
            return REFUTED, names, jobs.OK
        if outcome.state == jobs.OK and "Networks are equivalent" in text:
            self._proven.add(digest)
            path.unlink()
            return PROVEN, "", jobs.OK
        return OPEN, f"{names}: {outcome.tail(3)}", outcome.state
