# SPDX-License-Identifier: Apache-2.0
"""The second engine: RTL through CXXRTL, the C++ back end of yosys, and a C++ compiler.

It shares the front end and the driver's bench with the gate engine, and nothing between them: operators stay
operators on whole words, no technology mapping, no netlist of ours. What both engines find is therefore
found twice. It is slower to start (some seconds of C++ compiler for each unit) and does not know which
outputs depend on which inputs within one cycle; the gate engine checks that.
"""

import importlib.util
import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hashloom.catalogue.places import Places
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.errors import HashloomError, MissingTool
from hashloom.execution import jobs
from hashloom.execution.code import digest_of
from hashloom.execution.session import Session
from hashloom.flow import yosys
from hashloom.simulation import driver_program, elaboration
from hashloom.simulation.compiled import compiled
from hashloom.simulation.script import INSTANCES, Script
from hashloom.simulation.simulator import (
    Failure,
    Message,
    MessageRun,
    SimulationRun,
    Simulator,
    Stalls,
    lanes_of,
    simulator,
)

SOURCES = Path(__file__).parent / "cxxrtl"
CODE = "simulated.cc"
LIMITS = jobs.Limits(wall_seconds=1800)
# Flat and with nets split by their drivers, so that one pass settles the circuit. Neither `proc` nor the back
# end may fold the constant masks of the carry networks into single bits. Names of nets only cost time in the
# C++ compiler.
_RTL_TO_CODE = (
    f"rename -top {elaboration.TOP}",
    "proc -noopt -latches error",
    "flatten",
    "opt_clean",
    "splitnets -driver",
    "opt_clean -purge",
    "rename -hide w:*",
    f"write_cxxrtl -O6 -g2 -noproc -noflatten {CODE}",
)
# CXXRTL asks for every operator to be inlined. Skein's eight rounds are one function of thousands of them, on
# which g++ then works for minutes; left to itself it takes seconds, and the program is as fast as needed.
_FLAGS = ("-std=c++17", "-O1", "-fPIC", "-shared", "-D__always_inline__=__unused__")


def cxxrtl_simulator(unit: RtlUnit, level: Level, session: Session) -> Simulator:
    """Simulator of RTL as `simulator` gives it, on this engine; the same job gives the same run."""
    driver = driver_program.program(session)
    circuit = compiled_circuit(unit, session)
    return Simulator(f"{unit.name} (CXXRTL)", driver, circuit, level, lanes_of(unit, level))


def compiled_circuit(unit: RtlUnit, session: Session) -> Path:
    """Shared library of a unit that the driver can load, kept under the unit's digest.

    MissingTool without yosys or a C++ compiler, HashloomError where one of them refuses the RTL.
    """

    def make(folder: Path) -> Path:
        yosys.copy_sources(unit, folder)
        outcome = yosys.run(folder, script, LIMITS)
        if outcome.state != jobs.OK or not (folder / CODE).is_file():
            raise HashloomError(
                f"yosys cannot write C++ for {unit.name} ({outcome.state}): {outcome.tail(2)}"
            )
        return _compile(folder, unit.name, session.places)

    script = [*yosys.elaborate(unit), *_RTL_TO_CODE]
    files = sorted([*SOURCES.glob("*.cc"), *driver_program.SOURCES.glob("*.h")])
    ingredients = {
        "of": "cxxrtl",
        "rtl": unit.digest(),
        "yosys": script,
        "code": digest_of(SOURCES.parent, files),
        "flags": list(_FLAGS),
        "machine": os.uname().machine,
        "tools": {yosys.TOOL: yosys.version()},
    }
    return compiled(ingredients, make, session)


def _compile(folder: Path, name: str, places: Places) -> Path:
    output = folder / "circuit.so"
    includes = [f"-I{path}" for path in (folder, driver_program.SOURCES, _runtime())]
    sources = [str(file) for file in sorted(SOURCES.glob("*.cc"))]
    command = [driver_program.compiler(places), *_FLAGS, *includes, *sources, "-o", str(output)]
    outcome = jobs.run(command, folder, folder / "compiler.log", LIMITS)
    if outcome.state != jobs.OK or not output.is_file():
        raise HashloomError(f"the C++ code of {name} does not compile ({outcome.state}): {outcome.tail(12)}")
    return output


def _runtime() -> Path:
    """Folder of the headers of CXXRTL, which come with yosys."""
    found = importlib.util.find_spec(yosys.TOOL)
    for place in (found.submodule_search_locations or []) if found else []:
        folder = Path(place) / "share" / "include" / "backends" / "cxxrtl" / "runtime"
        if (folder / "cxxrtl" / "cxxrtl.h").is_file():
            return folder
    raise MissingTool(
        f"the headers of CXXRTL in the Python package {yosys.TOOL} are not there", yosys.INSTALL
    )


@dataclass(frozen=True)
class PairedSimulator(Simulator):
    """Runs every job on two engines; a difference is a failure of the kind `engines differ`.

    Compared are digests, lanes and instances, and the cycles of every accepted beat and of every digest.
    """

    other: Simulator

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
        """Run the messages as `Simulator.run` does; the result is that of the first engine.

        A script that sets registers is run by the gate engine alone.
        """
        options: dict[str, Any] = {
            "seed": seed,
            "instances": instances,
            "back_to_back": back_to_back,
            "resets": resets,
            "places": places,
            "watchdog": self.watchdog if watchdog is None else watchdog,
            "script": script,
        }
        first = super().run(messages, stalls, vcd=vcd, **options)
        if script and script.presets:
            return first  # CXXRTL knows no registers
        second = self.other.run(messages, stalls, **options)
        return first if first.failure else replace(first, failure=difference(first, second))


def paired_simulator(unit: RtlUnit, level: Level, session: Session) -> PairedSimulator:
    """Simulator that runs both engines and compares them."""
    first, second = simulator(unit, level, session), cxxrtl_simulator(unit, level, session)
    return PairedSimulator(first.name, first.driver, first.circuit, first.level, first.lanes, second)


def difference(first: SimulationRun, second: SimulationRun) -> Failure | None:
    """First difference between the runs of one job on the gate engine and on CXXRTL, if there is any."""
    if first == second:
        return None
    if first.failure != second.failure:
        failure = first.failure or second.failure
        assert failure is not None
        engine = "gates" if failure is first.failure else "CXXRTL"
        return replace(failure, kind="engines differ", text=f"only {engine}: {failure.kind}: {failure.text}")
    for number, (one, other) in enumerate(zip(first.messages, second.messages, strict=True)):
        if one == other:
            continue
        known = one or other
        assert known is not None
        text = f"gates {_words(one, other)}; CXXRTL {_words(other, one)}"
        return Failure("engines differ", text, number, known.lane, known.instance, known.accepted[0])
    text = f"gates end after {first.cycles} cycles, CXXRTL after {second.cycles}"
    return Failure("engines differ", text, -1, 0, 0, min(first.cycles, second.cycles))


def _words(message: MessageRun | None, other: MessageRun | None) -> str:
    """What sets a message apart from the same message on the other engine."""
    if message is None:
        return "has no digest"
    words = []
    if other is None or message.digest != other.digest:
        words.append(f"has the digest {message.digest.hex()}")
    if other is None or (message.lane, message.instance) != (other.lane, other.instance):
        words.append(f"has it in lane {message.lane} of instance {message.instance}")
    if other is None or message.accepted != other.accepted:
        words.append(f"accepts in cycles {', '.join(map(str, message.accepted))}")
    ends = (message.first_digest, message.last_digest)
    if other is None or ends != (other.first_digest, other.last_digest):
        words.append(f"gives the digest in cycles {ends[0]} to {ends[1]}")
    return " and ".join(words)
