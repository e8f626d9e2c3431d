# SPDX-License-Identifier: Apache-2.0
"""libskein as others take it: installed, by pkg-config, find_package and add_subdirectory, in C and C++."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from folders import LIBSKEIN
from own_state import here
from skeinsum_command import digest

from hashloom import software
from hashloom.models.skein import Skein, Tree

HEADER = (LIBSKEIN / "include/skein.h").read_text()
VERSION = re.findall(r'SKEIN_VERSION "(.*)"', HEADER)[0]
DECLARED = dict(re.findall(r"^SKEIN_API [\w\s*]+?(\w+)\(([^;]*)\);", HEADER, re.MULTILINE))

# Uses a tree with threads, so that all that the library needs is linked.
CONSUMER = r"""
#include <skein.h>
#include <stdio.h>

int main(void) {
  struct skein_arguments arguments = {};
  struct skein_tree tree;
  static uint8_t message[1 << 18];
  uint8_t digest[32];
  arguments.block_bits = 512;
  arguments.output_bits = 256;
  arguments.tree.leaf = 3;
  arguments.tree.fan_out = 2;
  arguments.tree.height = 255;
  if (skein_tree_init(&tree, &arguments) != SKEIN_OK) return 1;
  skein_tree_threads(&tree, 2);
  skein_tree_update(&tree, message, sizeof message);
  skein_tree_final(&tree, digest, sizeof digest);
  for (size_t i = 0; i < sizeof digest; i++) printf("%02x", digest[i]);
  printf(" %s\n", skein_version());
  return 0;
}
"""


def _run(*command: str | Path, environment: dict[str, str] | None = None) -> str:
    """Standard output of a command that must succeed; on failure all that it said."""
    done = subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **(environment or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def _built() -> Path:
    """CMake's folder of the shared build."""
    return software.build(here()) / "cmake"


def _build(source: Path, folder: Path, *arguments: str) -> None:
    _run("cmake", "-S", source, "-B", folder, *arguments)
    _run("cmake", "--build", folder, "--parallel", str(os.cpu_count() or 1))


def _files(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir()}


@pytest.fixture(scope="module")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installation."""
    folder = tmp_path_factory.mktemp("installed") / "prefix"
    _run("cmake", "--install", _built(), "--prefix", folder)
    return folder


@pytest.fixture(scope="module")
def consumer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program that uses the library, as C and as C++."""
    folder = tmp_path_factory.mktemp("consumer")
    for name in ("consumer.c", "consumer.cc"):
        (folder / name).write_text(CONSUMER)
    return folder


@pytest.fixture(scope="module")
def expected() -> str:
    """What that program writes, by the reference model."""
    return f"{digest(bytes(1 << 18), Skein(512, 256, tree=Tree(3, 2, 255)))} {VERSION}\n"


def _library_folder(prefix: Path) -> Path:
    return next(prefix.rglob("libskein.a")).parent


def test_installed_files(prefix: Path) -> None:
    library = str(_library_folder(prefix).relative_to(prefix))
    interface = ".".join(VERSION.split(".")[: 2 if VERSION.startswith("0.") else 1])
    package = f"{library}/cmake/libskein/libskein"
    assert {name for name in _files(prefix) if not re.search(r"Targets-\w+\.cmake$", name)} == {
        "bin/skeinsum",
        "include/skein.h",
        f"{library}/libskein.a",
        f"{library}/libskein.so",
        f"{library}/libskein.so.{interface}",
        f"{library}/libskein.so.{VERSION}",
        f"{library}/pkgconfig/libskein.pc",
        f"{package}Config.cmake",
        f"{package}ConfigVersion.cmake",
        f"{package}Targets.cmake",
        "share/doc/libskein/LICENSE",
        "share/man/man1/skeinsum.1",
        "share/man/man3/skein.3",
    }
    dynamic = _run("readelf", "-d", prefix / library / "libskein.so")
    assert f"[libskein.so.{interface}]" in dynamic
    assert "RUNPATH" not in dynamic
    assert VERSION in _run(prefix / "bin/skeinsum", "--version")
    assert "libskein" not in _run("readelf", "-d", prefix / "bin/skeinsum")


def test_staged_installation(tmp_path: Path) -> None:
    """DESTDIR is put in front and gets into no file."""
    _run("cmake", "--install", _built(), "--prefix", "/opt/skein", environment={"DESTDIR": str(tmp_path)})
    assert (tmp_path / "opt/skein/include/skein.h").is_file()
    for name in _files(tmp_path):
        assert str(tmp_path).encode() not in (tmp_path / name).read_bytes()


def test_exported_symbols(prefix: Path) -> None:
    """The header's functions and nothing else; in the static library, names that no other library has."""
    lines = _run("nm", "-D", "--defined-only", _library_folder(prefix) / "libskein.so").splitlines()
    assert len(DECLARED) > 30
    assert sorted(line.split()[-1] for line in lines) == sorted(DECLARED)
    lines = _run("nm", "-g", "--defined-only", _library_folder(prefix) / "libskein.a").splitlines()
    names = {line.split()[2] for line in lines if len(line.split()) == 3}
    assert set(DECLARED) <= names
    assert all(name.startswith(("skein_", "threefish_")) for name in names)


@pytest.mark.skipif(shutil.which("pkg-config") is None, reason="no pkg-config")
@pytest.mark.parametrize("moved", [False, True])
def test_pkg_config(prefix: Path, consumer: Path, expected: str, tmp_path: Path, moved: bool) -> None:
    """With the shared and the static library, also after the installation has been moved."""
    if moved:
        prefix = shutil.copytree(prefix, tmp_path / "else where", symlinks=True)
    library = _library_folder(prefix)
    environment = {"PKG_CONFIG_PATH": str(library / "pkgconfig")}
    assert _run("pkg-config", "--modversion", "libskein", environment=environment).strip() == VERSION
    for static in ([], ["--static"]):
        flags = _run("pkg-config", *static, "--cflags", "--libs", "libskein", environment=environment).strip()
        assert ("-pthread" in flags) == bool(static)
        command = f"cc {'-static' if static else ''} '{consumer}/consumer.c' -o '{tmp_path}/program' {flags}"
        _run("sh", "-c", command)
        assert _run(tmp_path / "program", environment={"LD_LIBRARY_PATH": str(library)}) == expected


def test_find_package(prefix: Path, consumer: Path, expected: str, tmp_path: Path) -> None:
    (tmp_path / "CMakeLists.txt").write_text(f"""
        cmake_minimum_required(VERSION 3.20)
        project(consumer C)
        find_package(libskein {VERSION} REQUIRED)
        foreach(kind skein skein-static)
          add_executable(with-${{kind}} {consumer}/consumer.c)
          target_link_libraries(with-${{kind}} PRIVATE libskein::${{kind}})
        endforeach()
    """)
    _build(tmp_path, tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")
    for program in ("with-skein", "with-skein-static"):
        assert _run(tmp_path / "build" / program) == expected
    assert "libskein" in _run("readelf", "-d", tmp_path / "build/with-skein")
    assert "libskein.so" not in _run("readelf", "-d", tmp_path / "build/with-skein-static")


@pytest.mark.parametrize("version", ["99.0", "0.0.1"])
def test_find_package_of_another_version(prefix: Path, tmp_path: Path, version: str) -> None:
    (tmp_path / "CMakeLists.txt").write_text(f"""
        cmake_minimum_required(VERSION 3.20)
        project(consumer NONE)
        find_package(libskein {version} QUIET)
        if(libskein_FOUND)
          message(FATAL_ERROR "libskein {VERSION} is no libskein {version}")
        endif()
    """)
    _run("cmake", "-S", tmp_path, "-B", tmp_path / "build", f"-DCMAKE_PREFIX_PATH={prefix}")


def test_as_part_of_another_project(consumer: Path, expected: str, tmp_path: Path) -> None:
    """Only the libraries are built and installed, and no flag of ours gets into the project.

    Here without threads and kernels, so that these builds are seen to work too.
    """
    (tmp_path / "CMakeLists.txt").write_text(f"""
        cmake_minimum_required(VERSION 3.20)
        project(consumer C)
        add_subdirectory({LIBSKEIN} skein)
        foreach(kind skein skein-static)
          add_executable(with-${{kind}} {consumer}/consumer.c)
          target_link_libraries(with-${{kind}} PRIVATE libskein::${{kind}})
        endforeach()
    """)
    options = ["-DSKEIN_THREADS=OFF", "-DSKEIN_KERNELS=OFF", "-DCMAKE_C_FLAGS=-O1"]
    _build(tmp_path, tmp_path / "build", *options, "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
    for program in ("with-skein", "with-skein-static"):
        assert _run(tmp_path / "build" / program) == expected
    commands = (tmp_path / "build/compile_commands.json").read_text()
    ours = [line for line in commands.splitlines() if '"command"' in line and "consumer.c" in line]
    assert len(ours) == 2
    assert not re.search(r"-W|-std|-fvisibility|-DNDEBUG|SKEIN_BUILDING|-O[23]", "".join(ours))
    assert "CMAKE_BUILD_TYPE:STRING=\n" in (tmp_path / "build/CMakeCache.txt").read_text()
    _run("cmake", "--install", tmp_path / "build", "--prefix", tmp_path / "installed")
    names = {Path(name).name for name in _files(tmp_path / "installed")}
    assert {"libskein.a", "libskein.so", "skein.h", "libskein.pc"} <= names
    assert not names & {"skeinsum", "skeinsum.1", "skein.3"}
    assert not list((tmp_path / "build").rglob("skeinsum*"))
    assert "pthread" not in next((tmp_path / "installed").rglob("libskein.pc")).read_text()


@pytest.mark.parametrize(
    "compiler",
    [
        "gcc -std=c11",
        "gcc -std=c2x",
        "g++ -std=c++17",
        "clang -std=c11",
        "clang++ -std=c++17",
        "g++ -std=c++20",
    ],
)
def test_header_alone(consumer: Path, compiler: str) -> None:
    """The header compiles by itself and without any warning, in C and C++."""
    command, standard = compiler.split()
    if shutil.which(command) is None:
        pytest.skip(f"no {command}")
    source = consumer / f"header-{command}.{'cc' if '++' in command else 'c'}"
    source.write_text("#include <skein.h>\nint main(void);\nint main(void) { return SKEIN_OK; }\n")
    warnings = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
    _run(command, standard, *warnings, "-fsyntax-only", f"-I{LIBSKEIN}/include", source)


def test_in_cxx(prefix: Path, consumer: Path, expected: str, tmp_path: Path) -> None:
    library = _library_folder(prefix)
    sources: list[str | Path] = [
        consumer / "consumer.cc",
        f"-I{prefix}/include",
        library / "libskein.a",
        "-pthread",
    ]
    _run("g++", "-std=c++17", "-Wall", "-Wextra", "-Werror", *sources, "-o", tmp_path / "program")
    assert _run(tmp_path / "program") == expected


def test_manual_has_every_function() -> None:
    """With the parameters of the header, and a mention in the text; every error and constant too."""
    page = (LIBSKEIN / "man/skein.3").read_text()
    synopsis, _, description = page.partition(".Sh DESCRIPTION")
    written = dict(re.findall(r"^\.Fo (\w+)\n((?:\.Fa .*\n)+)\.Fc", synopsis, re.MULTILINE))
    assert written.keys() == DECLARED.keys()
    for name, parameters in DECLARED.items():
        told = ", ".join(re.findall(r'^\.Fa "?([^"\n]+)', written[name], re.MULTILINE))
        assert re.sub(r"\s+", "", told) == re.sub(r"\s+", "", parameters)
        assert re.search(rf"\bFn {name}\b", description), name
        assert f".Nm {name}" in synopsis
    for constant in re.findall(r"^  (SKEIN_\w+) = ", HEADER, re.MULTILINE):
        assert f"Dv {constant}" in page
    for member in re.findall(r"\b(\w+);", HEADER.partition("struct skein_arguments {")[2].partition("};")[0]):
        assert member in page


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="no mandoc")
def test_manual_is_well_formed() -> None:
    _run("mandoc", "-T", "lint", "-W", "warning", LIBSKEIN / "man/skein.3")
