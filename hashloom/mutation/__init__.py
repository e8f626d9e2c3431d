# SPDX-License-Identifier: Apache-2.0
"""Do the tests notice a mistake in the RTL? Mutants of it, and how many of them the verification catches.

tokens, literals   SystemVerilog as tokens, and other values of a number
mutants            the small changes of a source
suite              the verification of several designs, run on a mutant until it fails
proof              circuits that are equal, by ABC
refutation         what the checks of `hashloom prove` say of a mutant that no simulation notices
explanations       why mutants survive that nothing can or need catch
study              a random sample of mutants, judged and counted
"""

from hashloom.mutation.mutants import OPERATORS, Mutant, mutants
from hashloom.mutation.study import LEAST_RATE, Finding, MutationOptions, MutationStudy, study
from hashloom.mutation.suite import (
    CAUGHT,
    COUNTED,
    EQUIVALENT,
    INVALID,
    REFUTED,
    SURVIVED,
    WITHOUT_EFFECT,
    Judgement,
)

__all__ = [
    "CAUGHT",
    "COUNTED",
    "EQUIVALENT",
    "INVALID",
    "LEAST_RATE",
    "OPERATORS",
    "REFUTED",
    "SURVIVED",
    "WITHOUT_EFFECT",
    "Finding",
    "Judgement",
    "Mutant",
    "MutationOptions",
    "MutationStudy",
    "mutants",
    "study",
]
