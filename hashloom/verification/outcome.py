# SPDX-License-Identifier: Apache-2.0
"""What a verification found, and the command that does it again."""

from dataclasses import dataclass, field
from typing import Any, Literal

from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.catalogue.rtl import Level

Engine = Literal["gates", "cxxrtl", "both"]
CHOICES: dict[str, tuple[Level, ...]] = {
    "core": ("core",),
    "top": ("top",),
    "both": ("core", "top"),
    "bus": rtl.BUS_LEVELS,
    "arguments": ("arguments",),
    "tree": ("tree",),
}
"""What can be asked for, as the levels that are simulated."""


@dataclass(frozen=True)
class Failure:
    """One check that failed: in which run, on what, what was expected and what came."""

    level: str
    run: str
    case: str
    expected: str
    got: str

    def __str__(self) -> str:
        """Two lines for the user."""
        return f"{self.level}, {self.run}: {self.case}\n  expected {self.expected}\n  got      {self.got}"


@dataclass
class Verification:
    """What a verification found. `rtl_digests` are those of the RTL by level.

    `key` is that of all that the outcome rests on (`hashloom.verification.basis`), `tools` are among it.
    `measured` holds `cycles_block` (cycles from one block of a lane to its next), `cycles_per_block` (with
    all lanes busy) and `latency_cycles` by number of blocks, as counted in the simulation of the core, and
    `words_per_cycle`, as counted in that of the bus. `vectors` names the sets of the known answers
    (`vectors.sets_of`); None where that was not noted. `coverage` is what `hashloom.verification.coverage`
    gives, by level.
    """

    design: str
    tuning: Tuning
    effort: str
    seed: int
    levels: tuple[str, ...] = ()
    passed: int = 0
    failures: list[Failure] = field(default_factory=list)
    rtl_digests: dict[str, str] = field(default_factory=dict)
    vectors_digest: str = ""
    vectors: list[str] | None = None
    measured: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    engine: Engine = "gates"
    key: str = ""
    tools: dict[str, str] = field(default_factory=dict)
    coverage: dict[str, Any] = field(default_factory=dict)

    @property
    def failed(self) -> int:
        """How many checks failed."""
        return len(self.failures)

    @property
    def reproduce(self) -> str:
        """Command line that does the same again."""
        name = "fpga" if self.tuning.technology == "fpga" else self.tuning.goal
        level = next((name for name, levels in CHOICES.items() if {*self.levels} <= {*levels}), "both")
        options = f"--effort {self.effort} --level {level} --tuning {name} --seed {self.seed}"
        options += "".join(f" --set {key}={number}" for key, number in self.tuning.settings)
        if self.engine != "gates":
            options += f" --engine {self.engine}"
        return f"hashloom verify {self.design} {options}"

    def body(self) -> dict[str, Any]:
        """All of it as a JSON object."""
        tuning = {key: value for key, value in vars(self.tuning).items() if value != ()}
        sets = {} if self.vectors is None else {"vectors": self.vectors}
        return {
            "design": self.design,
            "tuning": tuning,
            "effort": self.effort,
            "seed": self.seed,
            "engine": self.engine,
            "levels": list(self.levels),
            "passed": self.passed,
            "failed": self.failed,
            "failures": [vars(failure) for failure in self.failures],
            "rtl_digests": self.rtl_digests,
            "vectors_digest": self.vectors_digest,
            **sets,
            "key": self.key,
            "tools": self.tools,
            "measured": self.measured,
            "coverage": self.coverage,
            "seconds": round(self.seconds, 3),
            "reproduce": self.reproduce,
        }

    @classmethod
    def from_body(cls, body: dict[str, Any]) -> "Verification":
        """The verification whose `body` this was."""
        names = ("passed", "rtl_digests", "vectors_digest", "measured", "seconds", "key", "tools")
        taken = {name: body[name] for name in names}
        tuning = Tuning(
            **{**body["tuning"], "settings": tuple(map(tuple, body["tuning"].get("settings", ())))}
        )
        return cls(
            body["design"], tuning, body["effort"], body["seed"], tuple(body["levels"]),
            engine=body["engine"], failures=[Failure(**one) for one in body["failures"]],
            vectors=body.get("vectors"), coverage=body.get("coverage", {}), **taken,
        )  # fmt: skip
