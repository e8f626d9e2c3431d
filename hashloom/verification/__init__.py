# SPDX-License-Identifier: Apache-2.0
"""Verification of designs: known answers and random messages through the simulated RTL or a netlist.

    verify(design, session)                    all runs (`run`): a Verification (`outcome`)
    verify_netlist(design, netlist, models, session)   a few of them through a synthesised netlist
    verification(design, asked, places)        the same as a step, found again in the records (`step`)
    require_verified(design, tuning, session)  the record of one that passed

Cases are of `cases`, `directed` and, with arguments of Skein, `arguments`; `bench` runs them, and `cycles`
counts. `coverage` says what of the contract was met, `basis` what an outcome rests on.
"""

from hashloom.verification.cycles import words_per_cycle
from hashloom.verification.outcome import CHOICES, Engine, Failure, Verification
from hashloom.verification.run import (
    ENGINES,
    files_of,
    first_failure,
    vector_names,
    verify,
    verify_netlist,
)
from hashloom.verification.step import KIND, Asked, record_key, require_verified, verification, verified

__all__ = [
    "CHOICES",
    "ENGINES",
    "KIND",
    "Asked",
    "Engine",
    "Failure",
    "Verification",
    "files_of",
    "first_failure",
    "record_key",
    "require_verified",
    "vector_names",
    "verification",
    "verified",
    "verify",
    "verify_netlist",
    "words_per_cycle",
]
