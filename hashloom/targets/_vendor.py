# SPDX-License-Identifier: Apache-2.0
"""FPGAs that their vendors' own tools map, place and route, on machines that have these tools."""

import re
from dataclasses import dataclass, field
from math import isfinite

from hashloom.errors import UsageError

TOOLS = {"vivado": ("slice", "CLB"), "quartus": ("ALM",)}
"""Tools that there are drivers of (`hashloom.flow.vendor`), and the units of area that each counts in."""
UNTESTED = "untested on the real tool"
"""What the description of a target says until somebody has run it with its tool."""
_PART = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")


@dataclass(frozen=True)
class VendorFpga:
    """An FPGA that its vendor's tool maps, places and routes, where the user has it.

    `tool` is one of TOOLS, `part` the device as the tool calls it, with package and speed grade. `editions`
    are those of the tool that know the part, any of them where it is empty. `area_unit` is the unit that the
    tool counts in: `slice` or `CLB` of Vivado, `ALM` of Quartus. `first_period_ns` is the period of the clock
    that the first pass asks for, the second asks for what that one has reached.
    """

    name: str
    description: str
    tool: str
    part: str
    area_unit: str
    editions: tuple[str, ...] = ()
    first_period_ns: float = 10.0
    technology: str = field(default="fpga", init=False)
    placed: bool = field(default=True, init=False)

    def __post_init__(self) -> None:
        """UsageError for a tool that is not driven, and for what cannot stand in a script of it."""
        if not isinstance(self.tool, str) or self.tool not in TOOLS:
            raise UsageError(f"the tool is {self.tool!r:.60}; it is {' or '.join(TOOLS)}")
        if self.area_unit not in TOOLS[self.tool]:
            units = " or ".join(TOOLS[self.tool])
            raise UsageError(f"the area_unit is {self.area_unit!r:.60}; {self.tool} counts in {units}")
        if not isinstance(self.part, str) or not _PART.fullmatch(self.part):
            raise UsageError(f"the part is {self.part!r:.60}; it is a name such as xc7a100tcsg324-1")
        period = self.first_period_ns
        if type(period) not in (int, float) or not isfinite(period) or not 0.1 <= period <= 1000:
            raise UsageError(f"first_period_ns is {period!r:.60}; it is a time from 0.1 to 1000 ns")
