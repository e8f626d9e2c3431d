# SPDX-License-Identifier: Apache-2.0
"""Compiles the extension: CMake builds the library's archive, setuptools links the module with it.

The library lies in the folder above; a source distribution carries its own copy in `library`. The environment
variable CMAKE_ARGS has further arguments for CMake.
"""

import atexit
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist
from setuptools.errors import CompileError

HERE = Path(__file__).resolve().parent
CARRIED = HERE / "library"
LIBRARY = CARRIED if CARRIED.is_dir() else HERE.parent
PARTS = ("CMakeLists.txt", "LICENSE", "cmake", "include", "src")
# Made anew each time: what an earlier build has left would be taken into a wheel.
BUILD = tempfile.mkdtemp(prefix="libskein-build-")
atexit.register(shutil.rmtree, BUILD, ignore_errors=True)
# The module exports its own beginning only; a libskein.so in the same program does not meet this library.
HIDE_LIBRARY = ["-Wl,--exclude-libs,ALL"] if sys.platform == "linux" else []
# A wheel has no symbols and no paths of the machine that made it, and is the same each time.
STRIPPED = ["-Wl,-s"] if sys.platform == "linux" else []
os.environ.setdefault("SOURCE_DATE_EPOCH", "315532800")  # 1980, with which the time of zip archives begins
# What the compilers of GNU and LLVM take; that of Windows hides what is not exported anyway.
COMPILED = [] if sys.platform == "win32" else ["-fvisibility=hidden", "-pthread"]
LINKED = [] if sys.platform == "win32" else ["-pthread"]
ARCHIVES = ("libskein.a", "skein.lib")
"""Names of the archive, by the kind of compiler."""
LIMITED_API = "0x030b0000"  # Python 3.11: the first with buffers in the stable interface


def version() -> str:
    """Version of the library, from its header."""
    header = (LIBRARY / "include" / "skein.h").read_text(encoding="utf-8")
    found = re.search(r'^#define SKEIN_VERSION "(.+)"$', header, re.MULTILINE)
    if found is None:
        raise CompileError("include/skein.h gives no SKEIN_VERSION")
    return found[1]


class BuildWithLibrary(build_ext):
    """Builds the archive of the library first, unless the environment variable LIBSKEIN_ARCHIVE names one."""

    def build_extension(self, extension: Extension) -> None:
        """Compile the module and link it with the archive."""
        extension.extra_objects = [os.environ.get("LIBSKEIN_ARCHIVE") or self.archive()]
        super().build_extension(extension)

    def archive(self) -> str:
        """Have CMake build the archive; its path."""
        folder = (Path(self.build_temp) / "library").resolve()
        generator = ["-G", "Ninja"] if shutil.which("ninja") else []
        options = [f"-DSKEIN_BUILD_{part}=OFF" for part in ("TOOLS", "TESTS", "BENCHMARK", "FUZZERS")]
        options += ["-DCMAKE_BUILD_TYPE=Release", "-DSKEIN_INSTALL=OFF"]
        options += [f"-DCMAKE_ARCHIVE_OUTPUT_DIRECTORY={folder}"]
        options += shlex.split(os.environ.get("CMAKE_ARGS", ""))
        self.cmake("-S", str(LIBRARY), "-B", str(folder), *generator, *options)
        workers = str(self.parallel or os.cpu_count() or 1)
        self.cmake("--build", str(folder), "--target", "skein_static", "--parallel", workers)
        found = [folder / name for name in ARCHIVES if (folder / name).is_file()]
        if not found:
            raise CompileError(f"CMake left no archive of libskein in {folder}")
        return str(found[0])

    def cmake(self, *arguments: str) -> None:
        """Run CMake; CompileError with what it said if it fails."""
        try:
            done = subprocess.run(
                ["cmake", *arguments],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
        except FileNotFoundError:
            raise CompileError(
                "libskein is built with CMake; install it with: apt-get install cmake"
            ) from None
        if done.returncode != 0:
            raise CompileError(f"CMake cannot build libskein:\n{done.stdout[-4000:]}")


class CarryLibrary(sdist):
    """Puts the library's sources into a source distribution."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Copy them beside the module's own."""
        super().make_release_tree(base_dir, files)
        target = Path(base_dir) / CARRIED.name
        for part in PARTS:
            if (LIBRARY / part).is_dir():
                shutil.copytree(LIBRARY / part, target / part)
            else:
                target.mkdir(exist_ok=True)
                shutil.copy2(LIBRARY / part, target / part)


setup(
    version=version(),
    ext_modules=[
        Extension(
            "libskein._libskein",
            sources=sorted(str(path.relative_to(HERE)) for path in (HERE / "source").glob("*.c")),
            depends=sorted(str(path.relative_to(HERE)) for path in (HERE / "source").glob("*.h")),
            include_dirs=[str(LIBRARY / "include")],
            define_macros=[("Py_LIMITED_API", LIMITED_API), ("SKEIN_STATIC", "1")],
            extra_compile_args=COMPILED,
            extra_link_args=[*LINKED, *HIDE_LIBRARY, *STRIPPED],
            py_limited_api=True,
        )
    ],
    cmdclass={"build_ext": BuildWithLibrary, "sdist": CarryLibrary},
    options={"bdist_wheel": {"py_limited_api": "cp311"}, "build": {"build_base": BUILD}},
)
