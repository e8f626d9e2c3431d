# SPDX-License-Identifier: Apache-2.0
"""The goals: `small` (area first) and `fast` (delay first) of every target, two more of standard cells.

What a goal means for standard cells is an ABC script, `abc/<goal>.abc`: one command per line, `#` begins a
comment, `{D}` stands for `-D <picoseconds>`, the delay the target asks for. The goals `fastest` and `densest`
are a portfolio: the script of `fast` and those of the folder `abc/portfolio`, of which the best one counts
for each design and target (`hashloom.flow.portfolio`).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import resources

from hashloom.catalogue import nearest
from hashloom.errors import UsageError

GOALS = ("small", "fast")
"""What a goal can be everywhere, and what both are where none is named."""
FAST = "fast"
PORTFOLIO: Mapping[str, Callable[[float, float], float]] = {
    "fastest": lambda clock, area: clock,
    "densest": lambda clock, area: clock / area,
}
"""Goals of standard cells that are the best of several scripts: what the best has most of."""
EVERY = (*GOALS, *PORTFOLIO)
"""What the goal of a design on standard cells can be."""
WITH_LOADS = " with loads"
"""Behind the name of a script whose sizes are chosen for the loads of wires that the library has."""
_FOLDER = "portfolio"
_SIZING = re.compile(r"^(upsize|dnsize)\b", re.MULTILINE)


def check_goal(goal: str, known: Sequence[str] = GOALS) -> str:
    """Return the goal; UsageError if it is not one of those known."""
    if goal in known:
        return goal
    if goal in PORTFOLIO:
        raise UsageError(
            f"the goal {goal} is for designs on standard cells, with `hashloom synth`; "
            f"here it is {' or '.join(known)}"
        )
    raise UsageError(f"unknown goal '{goal}'; {nearest(goal, known)}")


def tuned_for(goal: str) -> str:
    """The goal that RTL is tuned for: that of `fast` for a portfolio."""
    return FAST if goal in PORTFOLIO else goal


@cache
def scripts() -> tuple[str, ...]:
    """Names of the scripts of the portfolio, that of `fast` first."""
    folder = resources.files(__package__) / "abc" / _FOLDER
    names = sorted(file.name.removesuffix(".abc") for file in folder.iterdir() if file.name.endswith(".abc"))
    return (FAST, *names)


def abc_script(goal: str, delay_ps: int) -> str:
    """ABC commands of a goal or a script, comments left out, for a delay target in picoseconds.

    A script of the portfolio may have WITH_LOADS behind its name. UsageError if there is none of that name.
    """
    name = goal.removesuffix(WITH_LOADS)
    if name not in scripts():
        check_goal(name)
    lines = (line.partition("#")[0].strip() for line in _text(name).splitlines())
    script = "".join(f"{line}\n" for line in lines if line).replace("{D}", f"-D {delay_ps}")
    return _SIZING.sub(r"\1 -c", script) if goal.endswith(WITH_LOADS) else script


def about(script: str) -> str:
    """What the comments of a script say."""
    lines = _text(script).splitlines()
    return " ".join(line.removeprefix("#").strip() for line in lines if line.startswith("#"))


def _text(script: str) -> str:
    path = f"{script}.abc" if script in GOALS else f"{_FOLDER}/{script}.abc"
    return (resources.files(__package__) / "abc" / path).read_text(encoding="utf-8")
