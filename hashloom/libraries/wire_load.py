# SPDX-License-Identifier: Apache-2.0
"""A library with a wire load model: what the wire of a net loads its driver with, by the number of loads.

The model is for ABC alone, which reads it for sizes and buffers. So `default_wire_load` is written as what
Liberty calls a complex attribute, `name (value);`. ABC takes either form; OpenSTA takes the simple one only,
`name : value;`, and times a netlist without wires by this file as by that without a model (a test sees both).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom.errors import UsageError
from hashloom.libraries import LibrarySource
from hashloom.libraries.pins import unit_ff

NAME = "placed"
_LIBRARY = re.compile(r"\blibrary\s*\([^)]*\)\s*\{")
Loads = tuple[tuple[int, float], ...]
"""Femtofarad of the wire of a net, by its number of loads, which go up; the first is 1."""


@dataclass(frozen=True)
class WithLoads(LibrarySource):
    """The library of another source with these loads of wires."""

    source: LibrarySource
    loads: Loads

    @property
    def kept(self) -> Path:
        """The folder of the other source."""
        return self.source.kept

    def path(self) -> Path:
        """The file of the other source, which has not the model."""
        return self.source.path()

    @property
    def addition(self) -> str:
        """The model, in femtofarad."""
        return "\n".join(model(self.loads, 1.0))

    def completed(self, text: str) -> str:
        """The Liberty text with the model."""
        start = _LIBRARY.search(text)
        if start is None:
            raise UsageError("this is no Liberty library: it has no group `library`")
        made = "".join(f"\n{line}" for line in model(self.loads, unit_ff(text)))
        return text[: start.end()] + made + text[start.end() :]


def model(loads: Loads, unit: float) -> list[str]:
    """Lines of the model, with femtofarad in the `unit` of the library; beyond the last the line goes on.

    ValueError for loads that are no table: none, not from 1 upwards, or of nothing.
    """
    counts = [count for count, _ in loads]
    if counts[:1] != [1] or counts != sorted(set(counts)) or any(ff <= 0 for _, ff in loads):
        raise ValueError(f"{loads} are no loads of wires")
    return [
        f'  default_wire_load ("{NAME}");',
        f'  wire_load ("{NAME}") {{',
        "    resistance : 0;",
        "    capacitance : 1;",
        "    area : 0;",
        f"    slope : {_slope(loads) / unit:.6g};",
        *(f"    fanout_length ({count}, {ff / unit:.6g});" for count, ff in loads),
        "  }",
    ]


def _slope(loads: Sequence[tuple[int, float]]) -> float:
    """What a further load adds, by the last two entries."""
    if len(loads) < 2:
        return 0.0
    (before, less), (last, most) = loads[-2:]
    return max(0.0, (most - less) / (last - before))
