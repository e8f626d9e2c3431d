# SPDX-License-Identifier: Apache-2.0
"""What is told of a portfolio of scripts beside the figures of the best one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Tried:
    """One mapping of a design by a script, as of `hashloom.flow.goals.scripts`.

    `with_loads`: in the second pass, with sizes chosen for the wires of the best placement of the first.
    `state` is one of `jobs.STATES`; only ok has figures: clocks in MHz, without wires and, where it was
    placed, with them, and the area in gate equivalents.
    """

    script: str
    with_loads: bool
    state: str
    clock_mhz: float | None = None
    clock_placed_mhz: float | None = None
    area_ge: float | None = None


@dataclass(frozen=True)
class Portfolio:
    """The best of several scripts, `script`, and all that were `tried`, the second pass last.

    `with_loads` as in `Tried`. `loads` are what the wire of a net of the first pass's best placement loads
    its driver with, in femtofarad, by number of loads (`hashloom.flow.wire_loads`); empty without a second
    pass.
    """

    script: str
    with_loads: bool
    loads: tuple[tuple[int, float], ...]
    tried: tuple[Tried, ...]

    @classmethod
    def from_body(cls, body: Mapping[str, Any]) -> "Portfolio":
        """Return the portfolio whose fields these are. KeyError or TypeError if it was none."""
        return cls(
            script=str(body["script"]),
            with_loads=bool(body["with_loads"]),
            loads=tuple((int(count), float(ff)) for count, ff in body["loads"]),
            tried=tuple(Tried(**one) for one in body["tried"]),
        )


PORTFOLIO_FIGURES = {"script": "script"}
"""What of a `Portfolio` stands in a row beside the figures, not in its member `portfolio`."""
