# SPDX-License-Identifier: Apache-2.0
"""From a design to its figures on a target: no figure without proof.

    synthesise(design, target, goal, seeds, session)  verify, prove, measure, simulate the netlist: a Result
    synthesise(..., level="top")                      the same of the message level, see `at_level`

`reuse` finds results that were measured before, elsewhere perhaps; `external` measures RTL of other people,
and `own` is what comes before: it reads that, and verifies it where its ports are mapped to those of ours.
"""

from hashloom.evaluation.synthesis import synthesise

__all__ = ["synthesise"]
