# SPDX-License-Identifier: Apache-2.0
"""Names of modules in a package, its files for software, and what FuseSoC files say."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from exported_packages import TWO_CLOCKS, arguments, export_all
from folders import CORES
from own_state import here

from hashloom import __version__
from hashloom.catalogue.adapters import ADAPTERS, REGISTERS
from hashloom.commands import main
from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.export import naming, trial, verilog

LIMITS = jobs.Limits(wall_seconds=300)


@pytest.fixture(scope="module")
def packages(shared_folder: Path) -> dict[str, Path]:
    """sha1 behind each bus; nobody writes into them."""
    return export_all(shared_folder)


def test_modules_of_a_package_have_its_prefix(packages: dict[str, Path]) -> None:
    for package in packages.values():
        for path in (package / "rtl").iterdir():
            found = re.findall(r"^(?:module|package) (\w+)", path.read_text(), re.MULTILINE)
            assert found == [path.stem]
            assert path.name == "sha1.sv" or path.stem.startswith("sha1__")
        converted = (package / "verilog/sha1.v").read_text()
        assert not re.search(r"\b(localparam|parameter)\b", converted)


def elaborates(*folders: Path) -> str:
    """What Icarus says of all SystemVerilog of these packages together."""
    files = []
    for folder in folders:
        listed = re.search(r"^RTL := (.*)$", (folder / "Makefile").read_text(), re.MULTILINE)
        assert listed is not None
        files += [folder / name for name in listed[1].split()]
    tops = [option for folder in folders for option in ("-s", folder.name)]
    done = subprocess.run(
        ["iverilog", "-g2012", "-t", "null", *tops, *files], capture_output=True, text=True, timeout=120
    )
    return done.stdout + done.stderr


def test_two_packages_stand_in_one_design(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    for name, more in (("one", []), ("two", ["--prefix", "my_"]), ("three", ["--prefix", ""]), ("four", [])):
        prefix = ["--prefix", ""] if name == "four" else more
        assert main(arguments(tmp_path / name, "--name", name, *prefix)) == 0
    assert (tmp_path / "two/rtl/my_sha1_core.sv").is_file()
    assert (tmp_path / "three/rtl/sha1_core.sv").is_file()
    assert (
        "All other modules and packages have the prefix `my_`" in (tmp_path / "two/DATASHEET.md").read_text()
    )
    assert elaborates(tmp_path / "one", tmp_path / "two", tmp_path / "three") == ""
    assert "four/rtl/adder_pkg.sv" in elaborates(tmp_path / "three", tmp_path / "four")


def test_a_prefix_that_cannot_be_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for more, said in (
        (["--prefix", "2x_"], "can stand before no name"),
        (["--prefix", "a b"], "can stand before no name"),
        (["--name", "x_sha1_core", "--prefix", "x_"], "two modules have the name 'x_sha1_core'"),
    ):
        assert main(arguments(tmp_path / "x", *more)) == UsageError.exit_status
        assert said in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


DRIVER = """
#include <stddef.h>
#include <stdio.h>
#include "hash_registers.h"
int main(void) {
  printf("LANE %02zx\\n", offsetof(hash_registers_t, LANE));
  printf("LAST %02zx\\n", offsetof(hash_registers_t, LAST));
  printf("STATUS %02zx\\n", offsetof(hash_registers_t, STATUS));
  printf("MESSAGE %02zx\\n", offsetof(hash_registers_t, MESSAGE));
  printf("DIGEST %02zx\\n", offsetof(hash_registers_t, DIGEST_DATA));
  return 0;
}
"""


@pytest.mark.parametrize("kind", REGISTERS)
def test_the_header_of_the_registers_compiles_and_has_the_addresses_of_the_test_bench(
    packages: dict[str, Path], tmp_path: Path, kind: str
) -> None:
    """Header, driver and descriptions are the same behind each bus."""
    package = packages[kind]
    (tmp_path / "driver.c").write_text(DRIVER)
    command = ["gcc", "-std=c11", "-Wall", "-Wextra", "-Werror", f"-I{package}/registers", "driver.c"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    printed = subprocess.run([tmp_path / "a.out"], capture_output=True, text=True, timeout=60).stdout
    offsets = dict(line.split() for line in printed.splitlines())
    side = (package / "test/bus_side.v").read_text()
    (used,) = re.findall(r"localparam \[7:0\] (.*);", side)
    assert dict(re.findall(r"(\w+) = 8'h(\w\w)", used)) == offsets
    for name in ("hash_registers.json", "hash_registers.md", "hash_registers.rdl"):
        assert (package / "registers" / name).read_bytes() == (CORES / "bus" / name).read_bytes()
    assert "`registers/hash_registers.h`" in (package / "DATASHEET.md").read_text()
    assert not (packages["axis"] / "registers").exists()
    files = sorted(path.name for path in (package / "registers").iterdir())
    documents = [path.name for path in ADAPTERS["registers"].documents(here())]
    assert files == sorted([*documents, "example.c"])
    for path in ADAPTERS["registers"].documents(here()):
        assert (package / "registers" / path.name).read_bytes() == path.read_bytes()


def core_files() -> list[Path]:
    return sorted(CORES.glob("*/*.core"))


def test_fusesoc_files_say_licence_and_version(packages: dict[str, Path]) -> None:
    assert len(core_files()) > 15
    for path in (*core_files(), *(package / "sha1.core" for package in packages.values())):
        said = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert said["license"] == "Apache-2.0", path
        vendor, library, name, version = said["name"].split(":")
        assert (vendor, version) == ("hashloom", __version__), path
        # What the package database asks for beside FuseSoC's own rules.
        assert path.read_text(encoding="utf-8").startswith("CAPI=2:")
        assert 10 <= len(said["description"]) <= 255
        assert re.fullmatch(r"\d+\.\d+\.\d+", version)
        assert re.fullmatch(r"[\w-]+:[\w-]+", f"{library}:{name}")


def test_fusesoc_reads_them_all(packages: dict[str, Path], tmp_path: Path) -> None:
    pytest.importorskip("fusesoc")
    from fusesoc.capi2.coreparser import Core2Parser
    from fusesoc.core import Core

    for path in (*core_files(), *(package / "sha1.core" for package in packages.values())):
        core = Core(Core2Parser(), str(path))
        assert str(core.name.version) == __version__
    wrong = tmp_path / "wrong.core"
    wrong.write_text(
        core_files()[0].read_text(encoding="utf-8").replace("license: Apache-2.0", "license: [no]")
    )
    with pytest.raises(SyntaxError):
        Core(Core2Parser(), str(wrong))


@pytest.mark.parametrize(("tool", "file"), [("vivado", "xdc"), ("quartus", "SDC")])
def test_fusesoc_gives_a_vendors_tool_the_crossing(
    packages: dict[str, Path], tmp_path: Path, tool: str, file: str
) -> None:
    pytest.importorskip("fusesoc")
    program = Path(sys.executable).parent / "fusesoc"
    done = subprocess.run(
        [program, "--cores-root", packages[TWO_CLOCKS], "run", "--setup", "--target=default",
         f"--tool={tool}", "hashloom:export:sha1"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120,
        env={"PATH": f"{program.parent}:/usr/bin:/bin", "HOME": str(tmp_path)},
    )  # fmt: skip
    (described,) = tmp_path.rglob("*.eda.yml")
    files = yaml.safe_load(described.read_text())["files"]
    assert [one["file_type"] for one in files if "crossing" in one["name"]] == [file], done.stderr[-2000:]


def test_a_bus_still_works_with_names_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    assert main(arguments(folder, "--bus", "registers", "--prefix", "")) == 0
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.failed) == (jobs.OK, 0), found


@pytest.mark.long
def test_the_proof_covers_the_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = naming.without_local_parameters
    wrong = lambda text: real(text).replace("(x & mask) ^ other;", "(x & mask) | other;")  # noqa: E731
    monkeypatch.setattr(naming, "without_local_parameters", wrong)
    assert main(["export", "sha1", "-o", str(tmp_path / "x"), "--no-verify"]) == CheckFailed.exit_status
    assert "does not compute what its SystemVerilog does" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()
