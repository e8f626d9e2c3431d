# SPDX-License-Identifier: Apache-2.0
"""Running programs, keeping what they found: child processes and their limits, locks, records, steps."""
