# SPDX-License-Identifier: Apache-2.0
"""The two goals of every target: `small` (area first) and `fast` (delay first).

What a goal means for standard cells is an ABC script, `abc/<goal>.abc`: one command per line, `#` begins a
comment, `{D}` stands for `-D <picoseconds>`, the delay the target asks for.
"""

from importlib import resources

from hashloom.catalogue import nearest
from hashloom.errors import UsageError

GOALS = ("small", "fast")


def check_goal(goal: str) -> str:
    """Return the goal; UsageError if it is none."""
    if goal not in GOALS:
        raise UsageError(f"unknown goal '{goal}'; {nearest(goal, GOALS)}")
    return goal


def abc_script(goal: str, delay_ps: int) -> str:
    """ABC commands of a goal, comments left out, for a delay target in picoseconds."""
    text = (resources.files(__package__) / "abc" / f"{check_goal(goal)}.abc").read_text(encoding="utf-8")
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return "".join(f"{line}\n" for line in lines if line).replace("{D}", f"-D {delay_ps}")
