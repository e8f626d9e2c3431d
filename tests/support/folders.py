# SPDX-License-Identifier: Apache-2.0
"""Where things lie in the checkout that is tested."""

from pathlib import Path

SUPPORT = Path(__file__).resolve().parent
"""What several tests need: modules, circuits, tools that only pretend."""
TESTS = SUPPORT.parent
ROOT = TESTS.parent
CORES = ROOT / "cores"
RESULTS = ROOT / "results"
LIBSKEIN = ROOT / "libskein"
RTL = SUPPORT / "rtl"
"""Small circuits of the tests' own."""
