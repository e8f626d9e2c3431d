# SPDX-License-Identifier: Apache-2.0
"""A circuit that messages can be run through, and what came of a run."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Self

from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import BUS_LEVELS, Level, RtlUnit
from hashloom.errors import UsageError
from hashloom.execution.session import Session
from hashloom.models import Block
from hashloom.simulation import driver_program, elaboration
from hashloom.simulation.messages import Beat, job_lines, words_of
from hashloom.simulation.script import INSTANCES, Script

Message = Sequence[Block] | Sequence[Beat]
WATCHDOG = 20_000
"""Cycles without a transfer that count as a hang, where nobody says otherwise."""
_PATIENCE = 16
"""So many blocks, and messages of one block, may pass without a transfer: a source waits for up to eight."""


@dataclass(frozen=True)
class Stalls:
    """Probabilities that a free source offers nothing in a turn, and that the sink is not ready.

    `block_lane`, at message level: of each instance, the sink of one lane takes nothing as long as there is
    work for another lane.
    """

    source: float = 0.0
    sink: float = 0.0
    block_lane: bool = False


@dataclass(frozen=True)
class MessageRun:
    """What became of one message. A transfer in cycle n happens at the clock edge that ends this cycle.

    `digest` holds `digest_bits` bits, those of all beats, from the most significant bit of the first byte on.
    `taken` are the cycles of all beats, `words` of which are a block at block level.
    """

    digest: bytes
    digest_bits: int
    lane: int
    instance: int
    taken: tuple[int, ...]
    first_digest: int
    last_digest: int
    words: int = 1

    @property
    def accepted(self) -> tuple[int, ...]:
        """Cycles of the first words of blocks, and of the beats elsewhere."""
        return self.taken[:: self.words]

    @property
    def intakes(self) -> tuple[int, ...]:
        """Cycles from the first word of each block to its last."""
        last = self.taken[self.words - 1 :: self.words]
        return tuple(b - a for a, b in zip(self.accepted, last, strict=True))

    @property
    def latency(self) -> int:
        """Number of the first cycle with the digest, minus that of the cycle that accepts the first beat."""
        return self.first_digest - self.accepted[0]

    @property
    def intervals(self) -> tuple[int, ...]:
        """Cycles from each accepted block, or beat, to the next."""
        return tuple(b - a for a, b in zip(self.accepted, self.accepted[1:], strict=False))


@dataclass(frozen=True)
class Failure:
    """What went wrong on the ports. `message` is its number in the run, or -1 where it concerns none.

    Kinds: hang, unexpected digest, digest changed, digest dropped, endless digest, lane order, combinational
    path.
    """

    kind: str
    text: str
    message: int
    lane: int
    instance: int
    cycle: int

    def __str__(self) -> str:
        """One sentence."""
        return f"{self.kind}: {self.text} (lane {self.lane}, instance {self.instance}, cycle {self.cycle})"


@dataclass(frozen=True)
class SimulationRun:
    """Outcome of a run: `messages` in the order given, None for one without a digest because of the failure.

    `restarted` counts messages that a reset dropped and that began anew. `coverage`: how often the run met
    what `driver/coverage.h` names.
    """

    messages: tuple[MessageRun | None, ...]
    cycles: int
    restarted: int
    failure: Failure | None
    coverage: Mapping[str, int] = field(default_factory=dict, compare=False)

    @property
    def digests(self) -> list[bytes | None]:
        """Digests in the order of the messages."""
        return [message.digest if message else None for message in self.messages]


@dataclass(frozen=True)
class Simulator:
    """A circuit with ports of a level and `lanes` messages in flight.

    `driver` is the program that simulates, `circuit` its file: a netlist of gates (.blif), or compiled code
    (.so). A run raises TookTooLong after `seconds`, where given; `watchdog` cycles without a transfer count
    as a hang.
    """

    name: str
    driver: Path
    circuit: Path
    level: Level
    lanes: int
    seconds: float | None = field(default=None, kw_only=True)
    watchdog: int = field(default=WATCHDOG, kw_only=True)

    def patient(self, design: Design) -> Self:
        """This simulator, with a watchdog that waits long enough for the cycles that the design takes."""
        cycles = design.cycles_block() + design.latency_cycles(1)
        return replace(self, watchdog=max(WATCHDOG, _PATIENCE * cycles))

    @cached_property
    def facts(self) -> dict[str, int]:
        """Widths of the ports by name, and `gates` and `flip_flops` of a netlist."""
        facts = {}
        for line in self._simulate("run\n").splitlines():
            words = line.split()
            facts[words[1] if words[0] == "port" else words[0]] = int(words[-1])
        return facts

    @property
    def knows_registers(self) -> bool:
        """Whether a script can set registers."""
        return self.circuit.suffix == ".blif"

    @property
    def word_bits(self) -> int:
        """Bits of a message that one beat carries: the block, or the word of the stream."""
        return self.facts["block_data"] if self.level == "core" else self.facts["in_data"] // self._streams

    @property
    def digest_beat_bits(self) -> int:
        """Bits of a beat of the digest."""
        return self.facts["digest_data"] if self.level == "core" else self.facts["out_data"] // self._streams

    @property
    def _streams(self) -> int:
        """Streams of words side by side."""
        return 1 if self.level in BUS_LEVELS else self.lanes

    def run(
        self,
        messages: Sequence[Message],
        stalls: Stalls | None = None,
        *,
        seed: int = 1,
        instances: int = INSTANCES,
        back_to_back: bool = True,
        resets: Sequence[int] = (),
        places: Sequence[tuple[int, int]] | None = None,
        watchdog: int | None = None,
        vcd: Path | None = None,
        script: Script | None = None,
    ) -> SimulationRun:
        """Run messages through `instances` instances of the circuit, at most 64.

        Flip-flops start with random values, and one cycle of reset comes first. A lane that is free takes
        the next message, or `places` names (lane, instance) of each. `back_to_back`: a lane offers its next
        message before the digest of the last has left. `resets`: cycles with a reset, which drops what is in
        flight; those messages begin anew. `watchdog` is for this run in place of that of the simulator.
        `vcd`: a file for the waveform of instance 0. `script`: what else is to happen. The same seed gives
        the same run.
        """
        stalls = stalls or Stalls()
        lines = [f"seed {seed}", f"instances {instances}", f"back_to_back {back_to_back:d}"]
        lines += [f"source_stall {stalls.source!r}", f"sink_stall {stalls.sink!r}"]
        lines += [f"watchdog {self.watchdog if watchdog is None else watchdog}"]
        lines += [f"block_lane {stalls.block_lane:d}"]
        lines += [f"reset {cycle}" for cycle in resets]
        lines += script.lines() if script else []
        if vcd is not None:
            lines.append(f"vcd {vcd.resolve()}")
        words = self._words(messages)
        for number, message in enumerate(messages):
            if words > 1:
                message = words_of(message, self.word_bits, self.facts["block_count"], seed + number)
            lines += job_lines(message, *(places[number] if places else (-1, -1)))
        return self._parse(self._simulate("\n".join([*lines, "run\n"])), len(messages), words)

    def _words(self, messages: Sequence[Message]) -> int:
        """Words in which the circuit takes each block of these messages."""
        if self.level != "core" or not messages:
            return 1
        first = messages[0][0]
        assert isinstance(first, Block)
        return max(1, 8 * len(first.data) // self.word_bits)

    def _simulate(self, job: str) -> str:
        # A queue is a message level with one lane and outputs besides, an extension a message level.
        level = self.level if self.level in ("core", "bus") else "top"
        return driver_program.simulate(
            self.driver, self.circuit, elaboration.TOP, level, self.lanes, job, self.seconds
        )

    def _parse(self, text: str, count: int, words_a_block: int) -> SimulationRun:
        messages: list[MessageRun | None] = [None] * count
        numbers = {"cycles": 0, "restarted": 0}
        coverage: dict[str, int] = {}
        failure = None
        for line in text.splitlines():
            kind, _, rest = line.partition(" ")
            if kind == "message":
                words = rest.split()
                messages[int(words[0])] = self._message(words, words_a_block)
            elif kind == "cover":
                count_of, _, name = rest.partition(" ")
                coverage[name] = int(count_of)
            elif kind in numbers:
                numbers[kind] = int(rest)
            elif kind == "failure":
                place, what, sentence = rest.split("\t")
                message, lane, instance, cycle = map(int, place.split())
                failure = Failure(what, sentence, message, lane, instance, cycle)
        return SimulationRun(tuple(messages), numbers["cycles"], numbers["restarted"], failure, coverage)

    def _message(self, words: list[str], words_a_block: int) -> MessageRun:
        _, lane, instance, first, last, count = map(int, words[:6])
        width = self.digest_beat_bits
        value, beats = 0, words[6 + count :]
        for beat in beats:
            value = (value << width) | int(beat, 16)
        bits = width * len(beats)
        return MessageRun(
            digest=(value << (-bits % 8)).to_bytes((bits + 7) // 8, "big"),
            digest_bits=bits,
            lane=lane,
            instance=instance,
            taken=tuple(map(int, words[6 : 6 + count])),
            first_digest=first,
            last_digest=last,
            words=words_a_block,
        )


def simulator(unit: RtlUnit, level: Level, session: Session) -> Simulator:
    """Simulator of RTL, elaborated now or found again.

    MissingTool without yosys or a C++ compiler, HashloomError where yosys refuses the RTL.
    """
    return gate_simulator(elaboration.rtl_gates(unit, session), unit, level, session)


def gate_simulator(
    gates: Path, unit: RtlUnit, level: Level, session: Session, seconds: float | None = None
) -> Simulator:
    """Simulator of the gates of a unit, whose runs may take so many seconds each."""
    driver = driver_program.program(session)
    return Simulator(unit.name, driver, gates, level, lanes_of(unit, level), seconds=seconds)


def netlist_simulator(
    netlist: Path,
    unit: RtlUnit,
    level: Level,
    models: elaboration.CellModels,
    session: Session,
    top: str | None = None,
) -> Simulator:
    """Simulator of a netlist synthesised from `unit`; `top` is its top module, by default the unit's."""
    driver = driver_program.program(session)
    gates = elaboration.netlist_gates(netlist, top or unit.top, models, session)
    return Simulator(f"{unit.name} ({netlist.name})", driver, gates, level, lanes_of(unit, level))


def lanes_of(unit: RtlUnit, level: Level) -> int:
    """Lanes of a unit: its parameter STAGES, or 1; CIRCUITS at the level `bus`; 1 at those of one stream.

    UsageError if the parameter is no number.
    """
    if level in ("queue", "tree"):
        return 1
    name = "CIRCUITS" if level == "bus" else "STAGES"
    lanes = dict(unit.parameters).get(name, 1)
    if not isinstance(lanes, int) or lanes < 1:
        raise UsageError(f"the parameter {name} of {unit.name} is {lanes!r}; it must be a positive integer")
    return lanes
