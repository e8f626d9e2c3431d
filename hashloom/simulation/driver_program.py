# SPDX-License-Identifier: Apache-2.0
"""The program that simulates: compiled from `driver/` once, for all designs."""

import os
import shutil
import subprocess
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError, MissingTool
from hashloom.execution import jobs
from hashloom.execution.code import digest_of
from hashloom.execution.session import Session
from hashloom.simulation.compiled import compiled
from hashloom.simulation.refusals import Refused, TookTooLong

SOURCES = Path(__file__).parent / "driver"
FLAGS = ("-std=c++17", "-O2", "-Wall", "-Wextra", "-Wconversion", "-Wshadow")
LIBRARIES = ("-ldl",)
INSTALL = "sudo apt-get install g++"


def compiler(places: Places) -> str:
    """Path of the C++ compiler: the one that is named, else g++, else c++. MissingTool if there is none."""
    named = places.compiler
    for program in [named] if named else ["g++", "c++"]:
        found = shutil.which(program)
        if found is not None:
            return found
    raise MissingTool(f"the C++ compiler {named or 'g++'} is not installed", INSTALL)


def program(session: Session) -> Path:
    """Path of the compiled program."""
    files = sorted([*SOURCES.glob("*.cc"), *SOURCES.glob("*.h")])
    ingredients = {
        "of": "driver",
        "code": digest_of(SOURCES, files),
        "flags": [*FLAGS, *LIBRARIES],
        "machine": os.uname().machine,
    }
    return compiled(ingredients, lambda folder: _compile(folder, session.places), session)


def sources() -> list[Path]:
    """Files that the program is compiled from."""
    return sorted(SOURCES.glob("*.cc"))


def _compile(folder: Path, places: Places) -> Path:
    output = folder / "driver"
    command = [compiler(places), *FLAGS, *map(str, sources()), "-o", str(output), *LIBRARIES]
    outcome = jobs.run(command, folder, folder / "log", jobs.Limits(wall_seconds=600))
    if outcome.state != jobs.OK or not output.is_file():
        raise HashloomError(f"the simulation driver does not compile ({outcome.state}): {outcome.tail(12)}")
    return output


def simulate(
    driver: Path, circuit: Path, top: str, level: str, lanes: int, job: str, seconds: float | None = None
) -> str:
    """What the compiled program prints for a job, which may take so many seconds.

    Refused with its sentence if it cannot simulate that, TookTooLong at the limit.
    """
    command = [str(driver), str(circuit), top, level, str(lanes)]
    try:
        done = subprocess.run(
            command, input=job, capture_output=True, text=True, check=False, timeout=seconds
        )
    except subprocess.TimeoutExpired as error:
        raise TookTooLong(f"the simulation of {circuit.name} did not end within {seconds:g} s") from error
    except OSError as error:
        raise HashloomError(f"the simulation driver {command[0]} cannot run: {error.strerror}") from error
    if done.returncode != 0:
        reason = done.stderr.strip() or f"it ended with status {done.returncode}"
        raise Refused(f"the simulation of {circuit.name} failed: {reason}")
    return done.stdout
