# SPDX-License-Identifier: Apache-2.0
"""What figures say together: our cores beside others, what surrounds a core, Pareto fronts."""
