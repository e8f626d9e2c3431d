# SPDX-License-Identifier: Apache-2.0
"""A check as circuits of gates in the AIGER format, made by yosys.

Every assertion becomes an output that must stay 0, every assumption a constraint. Registers without an
initial value begin with any, and so does what nothing drives.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from hashloom.execution import jobs
from hashloom.flow import yosys
from hashloom.formal.table import Check

ASSERTIONS = "assert"
COVERS = "cover"
_REACH = "reach.v"
# A cover is reached where the assertion of the contrary fails.
_REACH_TEXT = """\
(* techmap_celltype = "$cover" *)
module reach (input A, EN);
  \\$assert _TECHMAP_REPLACE_ (.A(!A), .EN(EN));
endmodule
"""
_GATES = ("techmap", "opt -full", "dffunmap", "aigmap", "opt_clean")


@dataclass(frozen=True)
class Circuit:
    """An AIGER file; `names` are of its outputs, each with the file and line that it is from."""

    path: Path
    names: tuple[str, ...]


def make(check: Check, folder: Path, limits: jobs.Limits) -> tuple[jobs.Outcome, dict[str, Circuit]]:
    """Circuits of a check in `folder`: ASSERTIONS, and COVERS where it has any; none if yosys failed."""
    yosys.copy_sources(check.unit, folder)
    (folder / _REACH).write_text(_REACH_TEXT, encoding="utf-8")
    outcome = yosys.run(folder, _script(check), limits)
    if outcome.state != jobs.OK:
        return outcome, {}
    found = {name: _circuit(folder, name) for name in (ASSERTIONS, COVERS)}
    return outcome, {name: circuit for name, circuit in found.items() if circuit.names}


def _script(check: Check) -> list[str]:
    def write(name: str) -> list[str]:
        return [*_GATES, f"write_aiger -zinit -ywmap {name}.json {name}.aig"]

    return [
        *yosys.elaborate(check.unit),
        "proc -latches error",
        "flatten",
        "check -assert",
        "memory_map",
        "opt_clean",
        "clk2fflogic" if check.free_clocks else "async2sync",
        "chformal -lower",
        "design -save both",
        "chformal -cover -remove",
        *write(ASSERTIONS),
        "design -load both",
        "chformal -assert -remove",
        "opt_clean",
        f"techmap -map {_REACH}",
        *write(COVERS),
    ]


def _circuit(folder: Path, name: str) -> Circuit:
    made = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    return Circuit(
        folder / f"{name}.aig", tuple(".".join(path).replace("\\", "") for path in made["asserts"])
    )
