# SPDX-License-Identifier: Apache-2.0
"""What is to happen in a run at a place that is named, beside stalls at random."""

from collections.abc import Mapping
from dataclasses import dataclass, field

INSTANCES = 64
"""Instances of the circuit that are simulated at once, each with messages and stalls of its own."""
Place = tuple[int, int]
"""A beat of a message, or of its digest: numbers of the message in the run and of the beat, from 0."""


@dataclass(frozen=True)
class Preset:
    """A register that is set at the begin of a cycle in one instance of the circuit.

    `register` is MODULE.NAME and stands for that register in every instance of the module, or A|B for those
    of several that there are; bits of the value that the register has not are left out. Only the gate
    engine knows registers.
    """

    instance: int
    cycle: int
    register: str
    value: int


@dataclass(frozen=True)
class Script:
    """Directions for a run.

    `resets` are (instance, cycle). `pauses`: cycles that the source waits before it offers a beat. `holds`:
    cycles that a beat of a digest is on offer before the sink takes it. `begin`: the first cycle in which a
    source offers anything. The first `steady` instances have no stalls at random. From the instance
    `seek` on, sinks and resets bring about what has seldom met in one cycle. Behind all `resets` the steady
    instances get one in each of the first `close` cycles after the last beat of a message in which none came.
    """

    resets: tuple[tuple[int, int], ...] = ()
    pauses: Mapping[Place, int] = field(default_factory=dict)
    holds: Mapping[Place, int] = field(default_factory=dict)
    presets: tuple[Preset, ...] = ()
    begin: int = 0
    steady: int = 0
    seek: int = INSTANCES
    close: int = 0

    def lines(self) -> list[str]:
        """Lines of a job of the driver."""
        lines = [f"begin {self.begin}", f"steady {self.steady}", f"seek {self.seek}", f"close {self.close}"]
        lines += [f"reset_of {instance} {cycle}" for instance, cycle in self.resets]
        lines += [f"pause {message} {beat} {cycles}" for (message, beat), cycles in self.pauses.items()]
        lines += [f"hold {message} {beat} {cycles}" for (message, beat), cycles in self.holds.items()]
        lines += [f"preset {p.instance} {p.cycle} {p.register} {p.value:x}" for p in self.presets]
        return lines
