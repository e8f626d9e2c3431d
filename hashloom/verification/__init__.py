# SPDX-License-Identifier: Apache-2.0
"""Verification of designs: known answers and random messages through the simulated RTL or a netlist.

    verify(design, tuning)                       all runs (`run`): a Verification (`outcome`)
    verify_netlist(design, netlist, models)      a few of them through a synthesised netlist
    require_verified(design, tuning, records)    the record of a verification that passed (`recorded`)

Cases are of `cases`, `directed` and, with arguments of Skein, `arguments`; `bench` runs them, and `cycles`
counts. `coverage` says what of the contract was met, `basis` what an outcome rests on.
"""

from hashloom.verification.cycles import words_per_cycle
from hashloom.verification.outcome import CHOICES, Engine, Failure, Verification
from hashloom.verification.recorded import KIND, passed_run, record_key, require_verified, store
from hashloom.verification.run import (
    ENGINES,
    files_of,
    first_failure,
    vector_names,
    verify,
    verify_named,
    verify_netlist,
)

__all__ = [
    "CHOICES",
    "ENGINES",
    "KIND",
    "Engine",
    "Failure",
    "Verification",
    "files_of",
    "first_failure",
    "passed_run",
    "record_key",
    "require_verified",
    "store",
    "vector_names",
    "verify",
    "verify_named",
    "verify_netlist",
    "words_per_cycle",
]
