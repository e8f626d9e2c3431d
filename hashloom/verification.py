# SPDX-License-Identifier: Apache-2.0
"""Verification of designs: known answers and random messages through the simulated RTL or a netlist.

A level (`core`, `top`, `bus`, `queue`) is verified by these runs, each with up to 64 instances of the circuit
side by side:

    known answers   the vectors of the function, back to back without stalls
    Monte Carlo     (full) the chains of the function up to the first checkpoint
    random          random messages against the model, back to back without stalls
    stalls          the same messages with random stalls of the source, of the sink and of both
    lane blocked    (top, arguments) the same, one lane's sink waiting until the other lanes are done
    one at a time   the same, a lane waiting for each digest before its next message
    reset           the same messages with resets in the middle of them
    cycles          (core) cycles per block, all lanes busy, and latency, against the formulas of `core.toml`
    rate            (bus) words a cycle with long messages in all lanes: min(1, N words / cycles), where N
                    circuits take a block of so many words in so many cycles each
    long, resets, counters   the directed runs (`hashloom.verification_directed`)

Beside the digests the simulation checks the protocol of the ports; a violation is a failure as well. With
`engine="both"` every run is done by two engines, and a difference between them is a failure.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal

from hashloom import rtl, simulation, vectors
from hashloom.catalogue import resolve_design
from hashloom.coverage import Met, coverage
from hashloom.design import Design, Function, Tuning
from hashloom.errors import CheckFailed, UsageError
from hashloom.models import HashModel, model_for
from hashloom.records import Records
from hashloom.rtl import Level, RtlUnit
from hashloom.simulation import CellModels, Run, Script, Simulator, Stalls
from hashloom.verification_arguments import (
    Request,
    argument_vectors,
    known_requests,
    packets,
    random_requests,
)
from hashloom.verification_cases import (
    Case,
    Effort,
    files_digest,
    known_answers,
    monte_carlo_cases,
    random_cases,
    random_message,
)
from hashloom.verification_directed import Late, directed_runs

KIND = "verification"
RUN_KIND = "verification-run"
STALLS = (Stalls(0.5, 0.5), Stalls(0.9, 0.0), Stalls(0.0, 0.9))
NETLIST_CASES = 24
RATE_BLOCKS = range(8, 16)
"""Blocks of each message during which the rate of a bus is measured: all lanes work, none has ended."""
Engine = Literal["gates", "cxxrtl", "both"]
ENGINES: dict[Engine, Callable[[RtlUnit, Level], Simulator]] = {
    "gates": lambda unit, level: simulation.simulator(unit, level),
    "cxxrtl": lambda unit, level: simulation.cxxrtl_simulator(unit, level),
    "both": lambda unit, level: simulation.paired_simulator(unit, level),
}
CHOICES: dict[str, tuple[Level, ...]] = {
    "core": ("core",),
    "top": ("top",),
    "both": ("core", "top"),
    "bus": rtl.BUS_LEVELS,
    "arguments": ("arguments",),
    "tree": ("tree",),
}
"""What can be asked for, as the levels that are simulated."""
Progress = Callable[[str], None]


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

    `measured` holds `cycles_block` (cycles from one block of a lane to its next), `cycles_per_block` (with
    all lanes busy) and `latency_cycles` by number of blocks, as counted in the simulation of the core, and
    `words_per_cycle`, as counted in that of the bus. `coverage` is what `hashloom.coverage` gives, by level.
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
    measured: dict[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    engine: Engine = "gates"
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
            "measured": self.measured,
            "coverage": self.coverage,
            "seconds": round(self.seconds, 3),
            "reproduce": self.reproduce,
        }

    @classmethod
    def from_body(cls, body: dict[str, Any]) -> "Verification":
        """The passed verification whose `body` this was."""
        taken = {key: body[key] for key in ("passed", "rtl_digests", "vectors_digest", "measured", "seconds")}
        tuning = Tuning(
            **{**body["tuning"], "settings": tuple(map(tuple, body["tuning"].get("settings", ())))}
        )
        return cls(
            body["design"], tuning, body["effort"], body["seed"], tuple(body["levels"]),
            engine=body["engine"], coverage=body.get("coverage", {}), **taken,
        )  # fmt: skip


class Bench:
    """Runs cases through one simulator and counts into a Verification."""

    def __init__(
        self, simulator: Simulator, model: HashModel, result: Verification, progress: Progress
    ) -> None:
        """`progress` is told the name of each run before it begins."""
        self.simulator, self.model, self.result, self.progress = simulator, model, result, progress
        self.random = random.Random(result.seed)
        self.met = Met()

    def run(
        self,
        name: str,
        cases: Sequence[Case],
        stalls: Stalls | None = None,
        back_to_back: bool = True,
        resets: Sequence[int] = (),
        places: Sequence[tuple[int, int]] | None = None,
        script: Script | None = None,
    ) -> Run:
        """Run cases and compare their digests; a lane gets three messages or more where there are enough.

        Arguments as for `Simulator.run`; with `places` there are as many instances as those name.
        """
        self.progress(f"{self.result.design} {self.simulator.level}: {name}, {len(cases)} messages")
        messages = [self.message(case) for case in cases]
        fitting = max(1, min(simulation.INSTANCES, len(cases) // (3 * self.simulator.lanes)))
        named = 1 + max((instance for _, instance in places or ()), default=0)
        run = self.simulator.run(
            messages,
            stalls,
            seed=self.random.getrandbits(32),
            instances=named if places else fitting,
            back_to_back=back_to_back,
            resets=resets,
            places=places,
            script=script,
        )
        self.met.add(run, cases, messages)
        if run.failure is not None:
            about = run.failure.message
            self.fail(
                name,
                cases[about].source if about >= 0 else "no message in particular",
                "the protocol of the ports to be kept",
                str(run.failure),
            )
        for case, got in zip(cases, run.messages, strict=True):
            if got is None:
                continue  # not reached because of the failure that is counted above
            expected = self.padded(case)
            if got.digest == expected:
                self.result.passed += 1
            else:
                place = f"lane {got.lane}, instance {got.instance}, from cycle {got.accepted[0]}"
                self.fail(name, f"{case.source}, {place}", expected.hex(), got.digest.hex())
        return run

    def message(self, case: Case) -> simulation.Message:
        """Return the beats of a case at the simulator's level."""
        if self.simulator.level == "core":
            counted = case.counted if isinstance(case, Late) else 0
            return self.model.blocks(case.message, case.bits, counted)
        if isinstance(case, Request):
            return packets(case, self.simulator.word_bits, self.random)
        extra_word = self.random.random() < 0.3
        return simulation.stream(case.message, case.bits, self.simulator.word_bits, self.random, extra_word)

    def padded(self, case: Case) -> bytes:
        """Return the digest as the beats carry it, filled with zeros up to a whole beat."""
        beat = self.simulator.digest_beat_bits
        bits = case.skein.digest_bits if isinstance(case, Request) else self.model.digest_bits
        size = -(-bits // beat) * beat
        return case.digest.ljust((size + 7) // 8, b"\0")

    def fail(self, run: str, case: str, expected: str, got: str) -> None:
        """Count a failure."""
        self.result.failures.append(Failure(self.simulator.level, run, case, expected, got))

    def check(self, name: str, what: str, expected: int, measured: set[int]) -> None:
        """Count one comparison of a number of cycles."""
        if measured == {expected}:
            self.result.passed += 1
        else:
            found = " or ".join(map(str, sorted(measured)))
            self.fail(
                name, what, f"{expected} cycles", f"{found} cycles" if found else "no message to measure"
            )


def verify(
    design: Design,
    tuning: Tuning | None = None,
    effort: Effort = "quick",
    extra_vectors: Sequence[Path] = (),
    *,
    levels: Sequence[Level] = ("core", "top"),
    seed: int = 1,
    engine: Engine = "gates",
    progress: Progress = lambda text: None,
) -> Verification:
    """Verify the RTL of a design. `extra_vectors` are files beside the known ones, all of which is run.

    Raises UsageError for files that do not fit, MissingTool without yosys or a C++ compiler, HashloomError
    where the RTL does not elaborate.
    """
    start = time.monotonic()
    tuning = tuning or Tuning()
    model = model_for(design.function)
    extensions = set(levels) & set(rtl.EXTENSION_LEVELS)
    files = files_of(design.function, levels)
    if extensions:
        if set(levels) - extensions or extra_vectors:
            raise UsageError(f"{' and '.join(extensions)} is verified by itself, with its own vectors")
        known, chains, pool = list[Case](), list[Case](), list[Case]()
    else:
        known = known_answers(design.function, files, effort, extra_vectors)
        chains = monte_carlo_cases(design.function, tuple(files)) if effort == "full" else []
        pool = random_cases(design.function, model, effort, seed)
    result = Verification(
        design.name,
        tuning,
        effort,
        seed,
        tuple(levels),
        vectors_digest=files_digest([*files, *extra_vectors]),
        engine=engine,
    )
    for level in levels:
        unit = rtl.unit(design, level, tuning)
        result.rtl_digests[level] = unit.digest()
        progress(f"{design.name} {level}: elaborating")
        bench = Bench(ENGINES[engine](unit, level), model, result, progress)
        if level in rtl.EXTENSION_LEVELS:
            known = [*known_requests(design.function, files, effort, level)]
            pool = [*random_requests(design.function, effort, seed, level)]
        for _ in _verify_level(bench, design, known, chains, pool):
            pass
        result.coverage[level] = coverage(bench.met, bench.simulator, design)
    result.seconds = time.monotonic() - start
    return result


def vector_names(function: Function, levels: Sequence[Level]) -> tuple[str, tuple[str, ...]]:
    """Names of the vector files of a function at these levels: the project's own, the official ones."""
    if set(levels) & set(rtl.EXTENSION_LEVELS):
        return argument_vectors(function)
    return function.name, (function.name,)


def files_of(function: Function, levels: Sequence[Level]) -> list[Path]:
    """The vector files of these names that there are, the project's own before the official ones."""
    return vectors.files_named(*vector_names(function, levels))


def first_failure(
    design: Design, simulator: Simulator, known: Sequence[Case], pool: Sequence[Case], seed: int = 1
) -> Failure | None:
    """The first check of a quick verification that a circuit in the place of the design's RTL fails, if any.

    `known` and `pool` are the cases of `known_answers` and `random_cases`. Errors as for `Simulator.run`.
    """
    result = Verification(design.name, Tuning(), "quick", seed, (simulator.level,))
    bench = Bench(simulator, model_for(design.function), result, lambda text: None)
    for _ in _verify_level(bench, design, known, [], pool):
        if result.failures:
            return result.failures[0]
    return None


def verify_named(name: str, **arguments: Any) -> Verification:
    """`verify` of the design of this name, for another process, which gets text sooner than a catalogue."""
    return verify(resolve_design(name), **arguments)


def _verify_level(
    bench: Bench, design: Design, known: Sequence[Case], chains: Sequence[Case], pool: Sequence[Case]
) -> Iterator[None]:
    """Do the runs of a level, a step of the iterator each."""
    if known:
        bench.run("known answers", known)
        yield
    if chains:
        bench.run("Monte Carlo", chains)
        yield
    cycles = bench.run("random", pool).cycles
    yield
    for stalls in STALLS:
        shuffled = bench.random.sample(pool, len(pool))
        bench.run(f"stalls {stalls.source}/{stalls.sink}", shuffled, stalls)
        yield
    if bench.simulator.lanes > 1 and bench.simulator.level not in ("core", "bus"):
        bench.run("lane blocked", pool, Stalls(0.1, 0.1, block_lane=True))
        yield
    bench.run("one at a time", pool, STALLS[0], back_to_back=False)
    yield
    resets = sorted(bench.random.sample(range(2, max(cycles, 64)), 6))
    bench.run(f"reset in cycles {', '.join(map(str, resets))}", pool, Stalls(0.1, 0.1), resets=resets)
    yield
    if bench.simulator.level == "core":
        _verify_cycles(bench, design)
        yield
    if bench.simulator.level == "bus":
        _verify_rate(bench, design)
        yield
    yield from directed_runs(bench, design, pool)


def _verify_cycles(bench: Bench, design: Design) -> None:
    """All lanes of one instance busy, no stalls: the formulas must hold for every block and message."""
    block = design.function.block_bits
    messages = []
    for bits in (3 * block, 1, block + 1, 2 * block):
        message = random_message(bench.random, bits)
        messages += [bench.model.blocks(message, bits)] * bench.simulator.lanes
    run = bench.simulator.run(messages, instances=1)
    name = "cycles"
    if run.failure is not None:
        bench.fail(name, "all lanes busy", "the protocol of the ports to be kept", str(run.failure))
    intervals: set[int] = set()
    latencies: dict[int, set[int]] = {}
    for found in run.messages:
        if found is not None:
            intervals.update(found.intervals)
            latencies.setdefault(len(found.accepted), set()).add(found.latency)
    bench.check(name, "from one block of a lane to its next", design.cycles_block(), intervals)
    for blocks, measured in sorted(latencies.items()):
        what = f"latency of a message of {blocks} block{'s' if blocks > 1 else ''}"
        bench.check(name, what, design.latency_cycles(blocks), measured)
    if len(intervals) == 1:
        cycles = min(intervals)
        bench.result.measured["cycles_block"] = cycles
        bench.result.measured["cycles_per_block"] = cycles / bench.simulator.lanes
    bench.result.measured["latency_cycles"] = {
        str(blocks): min(measured) for blocks, measured in sorted(latencies.items()) if len(measured) == 1
    }


def _verify_rate(bench: Bench, design: Design) -> None:
    """A long message in each lane, no stalls: the bus is as busy as the circuits let it be."""
    lanes, words = bench.simulator.lanes, design.function.block_bits // bench.simulator.word_bits
    expected = min(Fraction(1), Fraction(lanes * words, design.cycles_block()))
    measured = words_per_cycle(bench.simulator, design.function.block_bits, bench.random)
    if measured == expected:
        bench.result.passed += 1
    else:
        found = f"{measured} words a cycle" if measured is not None else "no digest"
        bench.fail("rate", f"long messages in {lanes} lanes", f"{expected} words a cycle", found)
    if measured is not None:
        bench.result.measured["words_per_cycle"] = float(measured)


def words_per_cycle(simulator: Simulator, block_bits: int, generator: random.Random) -> Fraction | None:
    """Words that a bus takes in a cycle in the long run, counted from a block of lane 0 to a later one.

    None if a message did not get its digest.
    """
    bits = (RATE_BLOCKS.stop + RATE_BLOCKS.start) * block_bits
    words = block_bits // simulator.word_bits
    streams = [
        simulation.stream(random_message(generator, bits), bits, simulator.word_bits)
        for _ in range(simulator.lanes)
    ]
    places = [(lane, 0) for lane in range(simulator.lanes)]
    found = [message for message in simulator.run(streams, instances=1, places=places).messages if message]
    if len(found) < len(streams):
        return None
    begin, end = (found[0].accepted[words * block] for block in (RATE_BLOCKS.start, RATE_BLOCKS.stop))
    moved = sum(begin <= cycle < end for message in found for cycle in message.accepted)
    return Fraction(moved, end - begin)


def verify_netlist(
    design: Design,
    netlist: Path,
    models: CellModels,
    tuning: Tuning | None = None,
    *,
    level: Level = "core",
    top: str | None = None,
    seed: int = 1,
    progress: Progress = lambda text: None,
) -> Verification:
    """Run a few vectors and random messages with stalls through a synthesised netlist.

    `netlist` (.v, .json, .il or .blif) was synthesised from `rtl.unit(design, level, tuning)`, its top module
    is `top`, by default that of the unit; `models` describe its cells.
    """
    start = time.monotonic()
    tuning = tuning or Tuning()
    model = model_for(design.function)
    unit = rtl.unit(design, level, tuning)
    files = vectors.files_for(design.function)
    known = known_answers(design.function, files, "quick")
    pool = random_cases(design.function, model, "quick", seed)[:NETLIST_CASES]
    result = Verification(design.name, tuning, "netlist", seed, (level,), vectors_digest=files_digest(files))
    result.rtl_digests[level] = unit.digest()
    progress(f"{design.name} netlist: elaborating")
    bench = Bench(simulation.netlist_simulator(netlist, unit, level, models, top), model, result, progress)
    bench.run("known answers", sorted(known, key=lambda case: case.bits)[:NETLIST_CASES])
    bench.run("stalls", pool, STALLS[0])
    result.seconds = time.monotonic() - start
    return result


def require_verified(
    design: Design,
    tuning: Tuning,
    records: Records,
    *,
    levels: Sequence[Level] = ("core",),
    progress: Progress = lambda text: None,
) -> dict[str, Any]:
    """Body of the record of a passed verification of this RTL and these vectors; verifies if there is none.

    Raises CheckFailed, with the first failure, if the design does not pass.
    """
    known = records.get(KIND, record_key(design, tuning, levels))
    if known is not None:
        return known
    result = verify(design, tuning, levels=levels, progress=progress)
    if result.failed:
        raise CheckFailed(
            f"{design.name} fails {result.failed} checks; {result.failures[0]}\n  {result.reproduce}"
        )
    return store(result, design, records)


def store(result: Verification, design: Design, records: Records) -> dict[str, Any]:
    """Write a passed verification into the records and return its body.

    One on CXXRTL alone is not written: that engine does not see combinational paths.
    """
    body = result.body()
    levels = [level for level in rtl.LEVELS if level in result.levels]
    if not result.failed and result.engine != "cxxrtl":
        key = record_key(design, result.tuning, levels)
        records.put(KIND, key, body)
        records.put(RUN_KIND, f"{key} {result.effort} {result.seed} {result.engine}", body)
    return body


def passed_run(
    design: Design,
    tuning: Tuning,
    levels: Sequence[Level],
    effort: Effort,
    seed: int,
    engine: Engine,
    records: Records,
) -> Verification | None:
    """The same verification of this RTL with these vectors, if it has been made and passed."""
    ordered = [level for level in rtl.LEVELS if level in levels]
    body = records.get(RUN_KIND, f"{record_key(design, tuning, ordered)} {effort} {seed} {engine}")
    return None if body is None else Verification.from_body(body)


def record_key(design: Design, tuning: Tuning, levels: Sequence[Level]) -> str:
    """Key of a verification: digests of the RTL at each level and of the function's known vector files."""
    digests = [f"{level}:{rtl.unit(design, level, tuning).digest()}" for level in levels]
    return " ".join([*digests, f"vectors:{files_digest(files_of(design.function, levels))}"])
