# SPDX-License-Identifier: Apache-2.0
"""Figures of circuits as networks of parts, to say which parts lie on a path that timing analysis finds.

The tool names the registers at both ends of the slowest path; a paper names the parts between them. Of the
chains of parts between two registers the one meant is the longest, with the weights of `WEIGHTS`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

WEIGHTS = {"cla": 3}
"""Delay of a part by the letters its name begins with, in delays of a row of full adders; others have 1."""
ARROW = " ⇒ "
_REGISTER = re.compile(r"(\w+)(?:\[\d+\])?_reg$")

Chain = tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """A figure of a paper, or a circuit of ours drawn like one.

    `parts` are the names of parts and what feeds them, parts or registers; `registers` those that a part
    feeds, and that part; both with blanks between names. `predicted` are the chains of parts that the paper
    takes for the slowest, as good as each other; none if it says nothing. `renamed` are registers as the RTL
    names them and what they are in the figure; `beside` says what lies between registers, start and end, of
    what the figure leaves out.
    """

    parts: Mapping[str, str]
    registers: Mapping[str, str]
    predicted: tuple[str, ...] = ()
    renamed: Mapping[str, str] = field(default_factory=dict)
    beside: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def register(self, name: str) -> str:
        """The register of the figure that a flip-flop of the netlist belongs to: `x.h[3]_reg` to `h`."""
        found = _REGISTER.search(name)
        register = found[1] if found else name
        return self.renamed.get(register, register)

    def between(self, start: str, end: str) -> Chain | None:
        """The longest chain of parts from one register to another; None if there is none."""
        return self._back(self.registers[end], start) if end in self.registers else None

    def longest(self) -> Chain:
        """The longest chain of all; of several the first in the order of the registers."""
        starts = {name for feeds in self.parts.values() for name in feeds.split()} - set(self.parts)
        chains = [self.between(start, end) for end in self.registers for start in sorted(starts)]
        return max((chain for chain in chains if chain), key=weight)

    def found(self, start: str, end: str) -> str:
        """The parts between two flip-flops of a netlist, in words."""
        first, last = self.register(start), self.register(end)
        chain = self.between(first, last)
        return ARROW.join(chain) if chain else self.beside.get((first, last), f"from {first} to {last}")

    def prediction(self) -> str | None:
        """What the paper predicts, in words; chains that differ in their first part only are one."""
        chains = [text.split() for text in self.predicted]
        if len({tuple(chain[1:]) for chain in chains}) == 1:
            return ARROW.join([" or ".join(chain[0] for chain in chains), *chains[0][1:]])
        return " or ".join(ARROW.join(chain) for chain in chains) or None

    def as_predicted(self, start: str, end: str) -> bool | None:
        """Is the path between these flip-flops one of those predicted? None if nothing is."""
        chain = self.between(self.register(start), self.register(end))
        return chain in [tuple(text.split()) for text in self.predicted] if self.predicted else None

    def _back(self, part: str, start: str) -> Chain | None:
        chains: list[Chain] = []
        for feed in self.parts[part].split():
            if feed == start:
                chains.append((part,))
            elif feed in self.parts and (before := self._back(feed, start)) is not None:
                chains.append((*before, part))
        return max(chains, key=weight, default=None)


def weight(chain: Chain) -> int:
    """Delay of a chain of parts in delays of a row of full adders."""
    return sum(WEIGHTS.get(part.rstrip("0123456789"), 1) for part in chain)
