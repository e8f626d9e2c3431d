# SPDX-License-Identifier: Apache-2.0
"""libskein on other systems: compiled for them without a warning, and run where an emulator is at hand."""

import importlib.util
import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from folders import LIBSKEIN

# What CMake asks for on macOS; nothing is installed here.
NO_INSTALL_NAME = "-DCMAKE_INSTALL_NAME_TOOL=true"


@dataclass(frozen=True)
class Elsewhere:
    """A system by its names for CMake and zig; a compiler in place of zig; what runs programs."""

    system: str
    processor: str
    target: str
    compiler: str = "zig"
    emulator: str | None = None
    programs: tuple[str, ...] = ("skein-check", "skein-choice-test")
    arguments: tuple[str, ...] = ()


UNIX = ("skein-check", "skein-choice-test", "skein-stack-test", "skeinsum", "skein-benchmark")
PLACES = {
    "macos": Elsewhere("Darwin", "arm64", "aarch64-macos", programs=UNIX, arguments=(NO_INSTALL_NAME,)),
    "macos-intel": Elsewhere("Darwin", "x86_64", "x86_64-macos", programs=UNIX, arguments=(NO_INSTALL_NAME,)),
    "freebsd": Elsewhere("FreeBSD", "x86_64", "x86_64-freebsd", programs=UNIX),
    "musl-arm": Elsewhere("Linux", "aarch64", "aarch64-linux-musl", emulator="qemu-aarch64", programs=UNIX),
    "windows": Elsewhere("Windows", "x86_64", "x86_64-windows-gnu", emulator="wine"),
    "mingw": Elsewhere("Windows", "x86_64", "", "x86_64-w64-mingw32-gcc", emulator="wine"),
    "mingw-alone": Elsewhere(
        "Windows", "x86_64", "", "x86_64-w64-mingw32-gcc", "wine", arguments=("-DSKEIN_THREADS=OFF",)
    ),
}


def _zig() -> list[str] | None:
    """Command of the compiler zig, from the path or from PyPI's package ziglang."""
    if found := shutil.which("zig"):
        return [found]
    return [sys.executable, "-m", "ziglang"] if importlib.util.find_spec("ziglang") else None


def _script(path: Path, command: list[str]) -> Path:
    """A program that runs a command: CMake wants one word."""
    path.write_text(f'#!/bin/sh\nexec {" ".join(command)} "$@"\n')
    path.chmod(0o755)
    return path


def _tools(place: Elsewhere, folder: Path) -> list[str]:
    """Arguments of CMake for the compiler and what belongs to it; skips the test where there is none."""
    if place.compiler != "zig":
        if shutil.which(place.compiler) is None:
            pytest.skip(f"no {place.compiler}; apt-get install gcc-mingw-w64-x86-64")
        return [f"-DCMAKE_C_COMPILER={place.compiler}"]
    zig = _zig()
    if zig is None:
        pytest.skip("no zig, which compiles for other systems; pip install ziglang")
    compiler = _script(folder / "cc", [*zig, "cc", "-target", place.target])
    archiver = _script(folder / "ar", [*zig, "ar"])
    indexer = _script(folder / "ranlib", [*zig, "ranlib"])
    return [f"-DCMAKE_C_COMPILER={compiler}", f"-DCMAKE_AR={archiver}", f"-DCMAKE_RANLIB={indexer}"]


def _run(*command: str | Path, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=500,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


@pytest.mark.long
@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", PLACES)
def test_it_compiles_and_runs(name: str, tmp_path: Path) -> None:
    place = PLACES[name]
    build = tmp_path / "build"
    arguments = [f"-DCMAKE_SYSTEM_NAME={place.system}", f"-DCMAKE_SYSTEM_PROCESSOR={place.processor}"]
    arguments += [*_tools(place, tmp_path), *place.arguments, "-DCMAKE_COMPILE_WARNING_AS_ERROR=ON"]
    _run("cmake", "-S", LIBSKEIN, "-B", build, *arguments)
    _run("cmake", "--build", build, "--parallel", "2")
    suffix = ".exe" if place.system == "Windows" else ""
    programs = [build / f"{program}{suffix}" for program in place.programs]
    assert [program.name for program in programs if not program.is_file()] == []
    if place.emulator is None:
        return
    if shutil.which(place.emulator) is None:
        pytest.skip(f"compiled, but not run: no {place.emulator}")
    environment = {"WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all"}
    records = ["--no-input", "--random", "6", "--splits", "4", "--largest", "150000", "--seed", "1"]
    said = _run(place.emulator, programs[0], *records, environment=environment)
    assert said.splitlines()[-1].endswith(" passed, 0 failed")
    _run(place.emulator, programs[1], environment=environment)
