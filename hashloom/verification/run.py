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
    long, resets, counters   the directed runs (`hashloom.verification.directed`)

Beside the digests the simulation checks the protocol of the ports; a violation is a failure as well. With
`engine="both"` every run is done by two engines, and a difference between them is a failure.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from hashloom import simulation, vectors
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Design, Function, Tuning
from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.execution.progress import Progress, silent
from hashloom.execution.session import Session
from hashloom.models import model_for
from hashloom.simulation import CellModels, Simulator, Stalls
from hashloom.verification import basis, coverage
from hashloom.verification.arguments import argument_vectors, known_requests, random_requests
from hashloom.verification.bench import Bench
from hashloom.verification.cases import (
    Case,
    Effort,
    files_digest,
    known_answers,
    monte_carlo_cases,
    random_cases,
)
from hashloom.verification.cycles import verify_cycles, verify_rate
from hashloom.verification.directed import directed_runs
from hashloom.verification.outcome import Engine, Failure, Verification

STALLS = (Stalls(0.5, 0.5), Stalls(0.9, 0.0), Stalls(0.0, 0.9))
NETLIST_CASES = 24
ENGINES: dict[Engine, Callable[[RtlUnit, Level, Session], Simulator]] = {
    "gates": lambda unit, level, session: simulation.simulator(unit, level, session),
    "cxxrtl": lambda unit, level, session: simulation.cxxrtl_simulator(unit, level, session),
    "both": lambda unit, level, session: simulation.paired_simulator(unit, level, session),
}


def verify(
    design: Design,
    session: Session,
    tuning: Tuning | None = None,
    effort: Effort = "quick",
    extra_vectors: Sequence[Path] = (),
    *,
    levels: Sequence[Level] = ("core", "top"),
    seed: int = 1,
    engine: Engine = "gates",
    progress: Progress = silent,
    capture: Capture | None = None,
) -> Verification:
    """Verify the RTL of a design. `extra_vectors` are files beside the known ones, all of which is run.

    The `session` has what was compiled before, and where vectors and tools are; nothing of it is an outcome.
    `capture`: the state of the RTL files, by default that of now.

    Raises UsageError for files that do not fit, MissingTool without yosys or a C++ compiler, HashloomError
    where the RTL does not elaborate or a vector file changes while it is read.
    """
    start = time.monotonic()
    tuning = tuning or Tuning()
    model = model_for(design.function)
    extensions = set(levels) & set(rtl.EXTENSION_LEVELS)
    places = session.places
    files = files_of(design.function, levels, places)
    capture = capture or Capture()
    units = {level: rtl.unit(design, level, tuning, capture=capture) for level in levels}
    digests: dict[str, str] = {level: unit.digest() for level, unit in units.items()}
    vectors_digest = files_digest(files)
    if extensions:
        if set(levels) - extensions or extra_vectors:
            raise UsageError(f"{' and '.join(extensions)} is verified by itself, with its own vectors")
        known, chains, pool = list[Case](), list[Case](), list[Case]()
    else:
        known = known_answers(design.function, files, effort, extra_vectors)
        chains = monte_carlo_cases(design.function, tuple(files)) if effort == "full" else []
        pool = random_cases(design.function, model, effort, seed)
    tools = basis.tools(places)
    result = Verification(
        design.name,
        tuning,
        effort,
        seed,
        tuple(levels),
        rtl_digests=digests,
        vectors_digest=files_digest([*files, *extra_vectors]),
        vectors=vectors.sets_of([*files, *extra_vectors], places),
        engine=engine,
        key=basis.key(basis.basis(design, ordered(levels), digests, vectors_digest, tools)),
        tools=tools,
    )
    if files_digest(files) != vectors_digest:
        raise HashloomError(
            f"the vectors of {design.function.name} changed while they were read; start again"
        )
    for level, unit in units.items():
        progress(f"{design.name} {level}: elaborating")
        bench = Bench(ENGINES[engine](unit, level, session), design, result, progress)
        if level in rtl.EXTENSION_LEVELS:
            known = [*known_requests(design.function, files, effort, level)]
            pool = [*random_requests(design.function, effort, seed, level)]
        for _ in _verify_level(bench, design, known, chains, pool):
            pass
        result.coverage[level] = coverage.coverage(bench.met, bench.simulator, design)
    result.seconds = time.monotonic() - start
    return result


def vector_names(function: Function, levels: Sequence[Level]) -> tuple[str, tuple[str, ...]]:
    """Names of the vector files of a function at these levels: the project's own, the official ones."""
    if set(levels) & set(rtl.EXTENSION_LEVELS):
        return argument_vectors(function)
    return function.name, (function.name,)


def files_of(function: Function, levels: Sequence[Level], places: Places) -> list[Path]:
    """The vector files of these names that there are, the project's own before the official ones."""
    return vectors.files_named(*vector_names(function, levels), places)


def first_failure(
    design: Design, simulator: Simulator, known: Sequence[Case], pool: Sequence[Case], seed: int = 1
) -> Failure | None:
    """The first check of a quick verification that a circuit in the place of the design's RTL fails, if any.

    `known` and `pool` are the cases of `known_answers` and `random_cases`. Errors as for `Simulator.run`.
    """
    result = Verification(design.name, Tuning(), "quick", seed, (simulator.level,))
    bench = Bench(simulator, design, result, silent)
    for _ in _verify_level(bench, design, known, [], pool):
        if result.failures:
            return result.failures[0]
    return None


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
        verify_cycles(bench, design)
        yield
    if bench.simulator.level == "bus":
        verify_rate(bench, design)
        yield
    yield from directed_runs(bench, design, pool)


def verify_netlist(
    design: Design,
    netlist: Path,
    models: CellModels,
    session: Session,
    tuning: Tuning | None = None,
    *,
    level: Level = "core",
    top: str | None = None,
    seed: int = 1,
    progress: Progress = silent,
    capture: Capture | None = None,
) -> Verification:
    """Run a few vectors and random messages with stalls through a synthesised netlist.

    `netlist` (.v, .json, .il or .blif) was synthesised from `rtl.unit(design, level, tuning)`, its top module
    is `top`, by default that of the unit; `models` describe its cells. `capture` has the RTL files.
    """
    start = time.monotonic()
    tuning = tuning or Tuning()
    model = model_for(design.function)
    unit = rtl.unit(design, level, tuning, capture=capture)
    files = vectors.files_for(design.function, session.places)
    known = known_answers(design.function, files, "quick")
    pool = random_cases(design.function, model, "quick", seed)[:NETLIST_CASES]
    result = Verification(design.name, tuning, "netlist", seed, (level,), vectors_digest=files_digest(files))
    result.rtl_digests[level] = unit.digest()
    progress(f"{design.name} netlist: elaborating")
    simulator = simulation.netlist_simulator(netlist, unit, level, models, session, top)
    bench = Bench(simulator, design, result, progress)
    bench.run("known answers", sorted(known, key=lambda case: case.bits)[:NETLIST_CASES])
    bench.run("stalls", pool, STALLS[0])
    result.seconds = time.monotonic() - start
    return result


def ordered(levels: Sequence[Level]) -> list[Level]:
    """Levels in their one order, which is that of keys."""
    return [level for level in rtl.LEVELS if level in levels]
