# SPDX-License-Identifier: Apache-2.0
"""Building libskein: what is found there, that it runs, and what is said where it cannot be built."""

import ctypes
import shutil
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from folders import ROOT
from own_state import another_repository, here

from hashloom import software
from hashloom.errors import HashloomError, MissingTool, UsageError
from hashloom.execution import jobs

PRINT_A_DIGEST = """\
#include <stdio.h>
#include <skein.h>
int main(void) {
  const struct skein_arguments arguments = {.block_bits = 256, .output_bits = 256};
  unsigned char digest[32];
  int status = skein_hash(&arguments, "abc", 3, digest);
  for (int i = 0; i < 32; i++) printf("%02x", digest[i]);
  return status;
}
"""
SKEIN_256_OF_ABC = "258bdec343b9fde1639221a5ae0144a96e552e5288753c5fec76c05fc2fc1870"


def installed(variant: str) -> bool:
    return shutil.which(software.VARIANTS[variant].compiler) is not None


@pytest.fixture
def small_checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of the test's own, whose library is one function."""
    source = tmp_path / "checkout" / "libskein"
    source.mkdir(parents=True)
    (source / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.20)\nproject(small LANGUAGES C)\n"
        "add_library(skein STATIC small.c)\n"
        "if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/more/CMakeLists.txt)\n  add_subdirectory(more)\nendif()\n"
    )
    (source / "small.c").write_text("int one(void) { return 1; }\n")
    another_repository(monkeypatch, tmp_path / "checkout")
    return source


def test_the_library_is_built_and_runs() -> None:
    folder = software.build(here())
    assert folder == ROOT / "build" / "libskein" / "release"
    assert (folder / "libskein.a").is_file()
    library = ctypes.CDLL(str(folder / "libskein.so"))
    library.skein_status_text.restype = ctypes.c_char_p
    assert library.skein_status_text(0)


@pytest.mark.long
@pytest.mark.parametrize("variant", software.VARIANTS)
@pytest.mark.sampled(3)
def test_every_variant_compiles_a_program_that_runs(variant: str, tmp_path: Path) -> None:
    if not installed(variant):
        pytest.skip(f"no {software.VARIANTS[variant].compiler}")
    recipe = software.VARIANTS[variant]
    folder = software.build(here(), variant)
    source = tmp_path / "program.c"
    source.write_text(PRINT_A_DIGEST)
    command = [recipe.compiler, *recipe.flags, f"-I{ROOT / 'libskein' / 'include'}"]
    if recipe.processor:
        command.append("-static")
    command += [str(source), str(folder / "libskein.a"), "-lpthread", "-o", str(tmp_path / "program")]
    subprocess.run(command, check=True)
    done = subprocess.run(
        [*software.runner(variant), str(tmp_path / "program")], capture_output=True, text=True, check=True
    )
    assert done.stdout == SKEIN_256_OF_ABC


def test_only_what_changed_is_compiled(small_checkout: Path) -> None:
    library = software.build(here()) / "libskein.a"
    first = library.stat().st_mtime_ns
    assert software.build(here()) == library.parent
    assert library.stat().st_mtime_ns == first
    (small_checkout / "small.c").write_text("int one(void) { return 2; }\n")
    software.build(here())
    assert library.stat().st_mtime_ns > first


def test_a_folder_with_rules_that_is_new_is_built_too(small_checkout: Path) -> None:
    folder = software.build(here())
    (small_checkout / "more").mkdir()
    (small_checkout / "more" / "CMakeLists.txt").write_text("add_executable(more main.c)\n")
    (small_checkout / "more" / "main.c").write_text("int main(void) { return 7; }\n")
    software.build(here())
    assert subprocess.run([str(folder / "more")], check=False).returncode == 7


def test_a_mistake_in_a_source_is_shown(small_checkout: Path) -> None:
    (small_checkout / "small.c").write_text("int one(void) { return unknown_name; }\n")
    with pytest.raises(HashloomError, match=r"(?s)libskein \(release\) cannot be built.*unknown_name"):
        software.build(here())


def test_processes_that_ask_at_once_all_get_it(small_checkout: Path) -> None:
    program = (
        "import dataclasses, sys, pathlib\nfrom hashloom import software\n"
        "from hashloom.catalogue import places\n"
        "here = places.Places.of({})\n"
        "there = dataclasses.replace(here, repository=pathlib.Path(sys.argv[1]))\n"
        "print(software.build(there))\n"
    )
    command = [sys.executable, "-c", program, str(small_checkout.parent)]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    folders = {process.communicate()[0].strip() for process in started}
    assert [process.returncode for process in started] == [0] * 4
    assert len(folders) == 1
    assert (Path(folders.pop()) / "libskein.a").is_file()


def test_make_serves_where_there_is_no_ninja(small_checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = jobs.find

    def without_ninja(program: str, install: str) -> str:
        if program == "ninja":
            raise MissingTool("no ninja", install)
        return find(program, install)

    monkeypatch.setattr(jobs, "find", without_ninja)
    folder = software.build(here())
    assert (folder / "libskein.a").is_file()
    assert (folder / "cmake" / "Makefile").is_file()


@pytest.mark.parametrize(
    ("kept", "complaint"),
    [
        ((), "C compiler cc .* apt-get install gcc"),
        (("cc",), "program cmake is not installed; install it with: apt-get install cmake ninja-build"),
        (("cc", "cmake"), "ninja or make, and neither is installed; .* apt-get install ninja-build"),
    ],
)
def test_what_is_missing_is_named_with_its_command(
    kept: tuple[str, ...],
    complaint: str,
    small_checkout: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in kept:
        (programs / name).symlink_to(jobs.find(name, ""))
    monkeypatch.setenv("PATH", str(programs))
    monkeypatch.setattr(sys, "executable", str(programs / "python"))
    with pytest.raises(MissingTool, match=complaint):
        software.build(here())


def test_an_unknown_variant_is_answered_with_those_there_are() -> None:
    for function in (partial(software.build, here()), software.runner):
        with pytest.raises(UsageError, match="no variant 'fast' of libskein; there are release, clang"):
            function("fast")


def test_a_missing_emulator_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(MissingTool, match=r"qemu-s390x is not installed; .* apt-get install qemu-user"):
        software.runner("s390x")
    assert software.runner("release") == []


def run_as_program(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the program of `make setup` for the checkout in `folder`."""
    program = (
        "import dataclasses, sys, pathlib\nfrom hashloom import software\n"
        "from hashloom.catalogue import places\n"
        "here = places.Places.of({})\n"
        "there = dataclasses.replace(here, repository=pathlib.Path(sys.argv[1]))\n"
        "places.Places.of = lambda environment: there\n"
        "sys.exit(software.main())\n"
    )
    return subprocess.run(
        [sys.executable, "-c", program, str(folder)], capture_output=True, text=True, check=False
    )


def test_as_a_program_it_says_what_is_wrong(small_checkout: Path) -> None:
    (small_checkout / "small.c").write_text("int one(void) { return unknown_name; }\n")
    done = run_as_program(small_checkout.parent)
    assert done.returncode == 1
    assert done.stderr.startswith("setup: libskein (release) cannot be built")
    assert "unknown_name" in done.stderr


def test_the_module_is_made_again_only_when_a_source_changed() -> None:
    """The second time nothing is done, and nothing said."""
    software.install_module(here())
    done = run_as_program(ROOT)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_module_is_not_installed_into_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    with pytest.raises(UsageError, match=r"into virtual environments only; use \.venv/bin/python"):
        software.install_module(here())


def test_missing_headers_of_python_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hashloom.software.sysconfig.get_path", lambda name: str(tmp_path))
    with pytest.raises(MissingTool, match=r"Python\.h; install it with: apt-get install python3-dev"):
        software.install_module(here())
