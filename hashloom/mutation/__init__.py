# SPDX-License-Identifier: Apache-2.0
"""Do the tests notice a mistake in the RTL? Mutants of it, and how many of them the verification catches.

tokens, literals   SystemVerilog as tokens, and other values of a number
mutants            the small changes of a source
suite              the verification of several designs, run on a mutant until it fails
proof              circuits that are equal, by ABC
explanations       why mutants survive that nothing can or need catch
study              mutants drawn by lot, judged and counted
"""

from hashloom.mutation.mutants import OPERATORS, Mutant, mutants
from hashloom.mutation.study import LEAST_RATE, Finding, Options, Study, study
from hashloom.mutation.suite import CAUGHT, EQUIVALENT, STILL_BORN, SURVIVED, WITHOUT_EFFECT, Judgement

__all__ = [
    "CAUGHT",
    "EQUIVALENT",
    "LEAST_RATE",
    "OPERATORS",
    "STILL_BORN",
    "SURVIVED",
    "WITHOUT_EFFECT",
    "Finding",
    "Judgement",
    "Mutant",
    "Options",
    "Study",
    "mutants",
    "study",
]
