# SPDX-License-Identifier: Apache-2.0
"""Builds the C library libskein with CMake, in several variants, below `libskein` of `Places.build`.

Only what changed is compiled. Threads and processes may ask for the same variant at once: one builds, the
others wait. As a program (`python -m hashloom.software`, part of `make setup`) it builds the release and
installs the Python module libskein.
"""

import hashlib
import os
import re
import shutil
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError, MissingTool, UsageError
from hashloom.execution import jobs
from hashloom.execution.locks import lock

LIMITS = jobs.Limits(wall_seconds=1200)
_COMMENTS = (
    re.compile(r'"(?:\\.|[^"\\])*"|#[^\n]*'),
    re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|//[^\n]*|/\*.*?\*/", re.DOTALL),
)
"""Strings and comments of CMake, and of C."""


@dataclass(frozen=True)
class Variant:
    """How one variant of the library is made.

    `compiler` is the C compiler, `package` the Debian package that brings it, and `flags` are for compiling
    and linking, in place of those of a release. `processor` is that of another kind of machine: its programs
    are static and run under `emulator` (of the Debian package qemu-user) if this machine cannot run them
    itself. `arguments` are further ones for CMake.
    """

    compiler: str = "cc"
    package: str = "gcc"
    flags: tuple[str, ...] = ()
    processor: str | None = None
    emulator: str | None = None
    arguments: tuple[str, ...] = ()

    def for_cmake(self) -> list[str]:
        """All arguments of CMake that make this variant."""
        made = [f"-DCMAKE_C_COMPILER={self.compiler}", *self.arguments]
        if self.flags:
            made += ["-DCMAKE_BUILD_TYPE=Debug", f"-DCMAKE_C_FLAGS_DEBUG={' '.join(self.flags)}"]
        if self.processor:
            made += ["-DCMAKE_SYSTEM_NAME=Linux", f"-DCMAKE_SYSTEM_PROCESSOR={self.processor}"]
            made += ["-DCMAKE_EXE_LINKER_FLAGS=-static"]
        return made


def _cross(processor: str, library: str, emulator: str | None) -> Variant:
    """For another processor; `library` is Debian's name of it in the package of the C library."""
    prefix = f"{processor}-linux-gnu"
    package = f"gcc-{prefix} libc6-dev-{library}-cross"
    return Variant(f"{prefix}-gcc", package, processor=processor, emulator=emulator)


_WATCHED = ("-O1", "-g", "-fno-omit-frame-pointer", "-Werror")
VARIANTS: dict[str, Variant] = {
    "release": Variant(),
    "clang": Variant("clang", "clang", arguments=("-DCMAKE_COMPILE_WARNING_AS_ERROR=ON",)),
    "clang-19": Variant("clang-19", "clang-19"),
    "sanitized": Variant(flags=(*_WATCHED, "-fsanitize=address,undefined", "-fno-sanitize-recover=all")),
    "thread-sanitized": Variant(flags=(*_WATCHED, "-fsanitize=thread")),
    "memory-sanitized": Variant(
        "clang", "clang", flags=(*_WATCHED, "-fsanitize=memory", "-fsanitize-memory-track-origins")
    ),
    "unthreaded": Variant(
        flags=(*_WATCHED, "-fsanitize=address,undefined", "-fno-sanitize-recover=all"),
        arguments=("-DSKEIN_THREADS=OFF",),
    ),
    "fuzzed": Variant(
        "clang",
        "clang",
        flags=(*_WATCHED, "-fsanitize=address,undefined,fuzzer-no-link", "-fno-sanitize-recover=all"),
        arguments=("-DSKEIN_BUILD_FUZZERS=ON",),
    ),
    "musl": Variant("musl-gcc", "musl-tools", arguments=("-DCMAKE_EXE_LINKER_FLAGS=-static",)),
    "aarch64": _cross("aarch64", "arm64", "qemu-aarch64"),
    "s390x": _cross("s390x", "s390x", "qemu-s390x"),  # the bytes of a word in the other order
    "i686": _cross("i686", "i386", None),  # words of 32 bits; runs on an x86-64 processor as it is
}


def build(places: Places, variant: str = "release") -> Path:
    """Build what is not up to date; return the folder of libskein.so, libskein.a and the programs.

    UsageError for an unknown variant; MissingTool, with the command that installs it, without CMake, ninja or
    make, or the variant's compiler; HashloomError with the compiler's last lines if it does not build.
    """
    recipe = _recipe(variant)
    if shutil.which(recipe.compiler) is None:
        raise MissingTool(
            f"libskein needs the C compiler {recipe.compiler} ({variant})",
            f"apt-get install {recipe.package}",
        )
    cmake = jobs.find("cmake", "apt-get install cmake ninja-build")
    with _alone(places.build / "libskein" / variant) as folder:
        log = folder / "build.log"
        log.unlink(missing_ok=True)
        objects = folder / "cmake"
        _configure(cmake, recipe, places.libskein, folder, objects, log)
        _run([cmake, "--build", str(objects), "--parallel", str(os.cpu_count() or 1)], variant, folder, log)
    return folder


def source_digest(places: Places, *parts: str) -> str:
    """SHA-256 (hexadecimal) over names and contents of all files in these folders of libskein.

    Comments do not count: they change neither what a program does nor how fast.
    """
    folder = places.libskein
    state = hashlib.sha256()
    for path in sorted(path for part in parts for path in (folder / part).rglob("*") if path.is_file()):
        text = _COMMENTS[path.suffix in (".c", ".h")].sub(_without, path.read_text(encoding="utf-8"))
        content = hashlib.sha256(text.encode()).hexdigest()
        state.update(f"{path.relative_to(folder).as_posix()} {content}\n".encode())
    return state.hexdigest()


def _without(found: re.Match[str]) -> str:
    """A string as it is; in place of a comment a space."""
    return found[0] if found[0][0] in "\"'" else " "


def install_module(places: Places) -> None:
    """Install the Python module libskein into the virtual environment in use, if it is not up to date.

    UsageError outside a virtual environment; MissingTool without Python's headers; else as `build`.
    """
    if sys.prefix == sys.base_prefix:
        raise UsageError("libskein is installed into virtual environments only; use .venv/bin/python")
    header = Path(sysconfig.get_path("include")) / "Python.h"
    if not header.is_file():
        raise MissingTool(f"libskein for Python needs {header}", "apt-get install python3-dev")
    source = places.libskein
    archive = build(places) / "libskein.a"
    with _alone(archive.parent.parent / "python") as folder:
        parts = [archive, source / "include" / "skein.h", *_module_sources(source / "python")]
        wanted = hashlib.sha256(b"".join(path.read_bytes() for path in parts)).hexdigest()
        stamp = Path(sys.prefix) / "libskein-made-from"
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
            return
        print("setup: installing libskein for Python", file=sys.stderr)
        log = folder / "build.log"
        log.unlink(missing_ok=True)
        pip = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--force-reinstall"]
        pip += ["--no-deps", "--no-build-isolation", str(source / "python")]
        _run(pip, "python", folder, log, {"LIBSKEIN_ARCHIVE": str(archive)})
        stamp.write_text(wanted, encoding="utf-8")


def _module_sources(folder: Path) -> list[Path]:
    kinds = ("*.toml", "*.py", "building/*.py", "source/*.[ch]", "libskein/*.py", "libskein/*.pyi")
    return sorted(path for kind in kinds for path in folder.glob(kind))


def runner(variant: str) -> list[str]:
    """Beginning of a command line that runs a program of this variant: its emulator, or nothing.

    UsageError for an unknown variant; MissingTool if the emulator is not installed.
    """
    recipe = _recipe(variant)
    if recipe.emulator is None:
        return []
    return [jobs.find(recipe.emulator, "apt-get install qemu-user")]


def _recipe(variant: str) -> Variant:
    if variant not in VARIANTS:
        raise UsageError(f"there is no variant '{variant}' of libskein; there are {', '.join(VARIANTS)}")
    return VARIANTS[variant]


@contextmanager
def _alone(folder: Path) -> Iterator[Path]:
    """Make the folder and keep all others out of it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        descriptor = lock(folder)
    except OSError as error:
        raise HashloomError(f"libskein cannot be built in {folder}: {error.strerror}") from error
    try:
        yield folder
    finally:
        os.close(descriptor)


def _configure(cmake: str, recipe: Variant, source: Path, folder: Path, objects: Path, log: Path) -> None:
    """Have CMake write its build files, unless it did with these arguments and for these folders' rules."""
    command = [cmake, "-S", str(source), "-B", str(objects), *_generator(), *recipe.for_cmake()]
    command += [f"-DCMAKE_{kind}_OUTPUT_DIRECTORY={folder}" for kind in ("RUNTIME", "LIBRARY", "ARCHIVE")]
    wanted = "\n".join([*command, *sorted(str(path) for path in source.rglob("CMakeLists.txt"))])
    stamp = folder / "configured"
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return
    stamp.unlink(missing_ok=True)
    shutil.rmtree(objects, ignore_errors=True)
    _run(command, folder.name, folder, log)
    stamp.write_text(wanted, encoding="utf-8")


def _generator() -> list[str]:
    """Arguments of CMake: ninja if there is one, else make."""
    for name, program in (("Ninja", "ninja"), ("Unix Makefiles", "make")):
        with suppress(MissingTool):
            return ["-G", name, f"-DCMAKE_MAKE_PROGRAM={jobs.find(program, '')}"]
    raise MissingTool(
        "libskein is built with ninja or make, and neither is installed", "apt-get install ninja-build"
    )


def _run(
    command: list[str], variant: str, folder: Path, log: Path, environment: Mapping[str, str] | None = None
) -> None:
    outcome = jobs.run(command, folder, log, LIMITS, environment)
    if outcome.state != jobs.OK:
        raise HashloomError(
            f"libskein ({variant}) cannot be built, {outcome.state}; see {log}:\n{outcome.tail()}"
        )


def main() -> int:
    """Build the release and install the Python module; return the exit status."""
    try:
        here = Places.of(os.environ)
        here.need_checkout("hashloom.software")
        install_module(here)
    except HashloomError as error:
        print(f"setup: {error}", file=sys.stderr)
        return error.exit_status
    return 0
