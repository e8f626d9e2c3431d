# SPDX-License-Identifier: Apache-2.0
"""What distributions and package managers take: it agrees with the library, and what can be run here runs."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest
import skein_answers
import yaml
from folders import LIBSKEIN, ROOT
from own_state import here

from hashloom import software
from hashloom.models.skein import Skein

PACKAGING = LIBSKEIN / "packaging"
HEADER = (LIBSKEIN / "include/skein.h").read_text(encoding="utf-8")
RETIRED = {
    "ubuntu-18.04", "ubuntu-20.04", "macos-10.15", "macos-11", "macos-12", "macos-13", "macos-14",
    "windows-2016", "windows-2019",
}  # fmt: skip
"""Machines of GitHub's that it has taken away, or has said that it will."""
VERSION = re.findall(r'SKEIN_VERSION "(.*)"', HEADER)[0]
FUNCTIONS = set(re.findall(r"^SKEIN_API [\w\s*]+?(\w+)\(", HEADER, re.MULTILINE))


def text(name: str) -> str:
    return (LIBSKEIN / name).read_text(encoding="utf-8")


def test_every_package_has_the_version_of_the_library() -> None:
    crate = tomllib.loads(text("bindings/rust/libskein-digest/Cargo.toml"))
    found = {
        "libskein": tomllib.loads(text("bindings/rust/libskein/Cargo.toml"))["package"]["version"],
        "libskein-digest": crate["package"]["version"],
        "its library": crate["dependencies"]["libskein"]["version"],
        "npm": json.loads(text("bindings/wasm/package.json"))["version"],
        "vcpkg": json.loads(text("packaging/vcpkg/libskein/vcpkg.json"))["version"],
        "Debian": re.findall(r"^libskein \((.*)-\d+\)", text("packaging/debian/changelog"))[0],
    }
    assert set(found.values()) == {VERSION}, found


def test_every_option_in_a_recipe_is_one_of_the_library() -> None:
    known = set(re.findall(r"option\((SKEIN_\w+)", text("CMakeLists.txt")))
    known |= set(re.findall(r"set\((SKEIN_\w+) .* CACHE", text("bindings/openssl/CMakeLists.txt")))
    for path in sorted(path for path in PACKAGING.rglob("*") if path.is_file() and path.suffix != ".txt"):
        content = path.read_text(encoding="utf-8")
        named = set(re.findall(r"-D(SKEIN_\w+)=(?:ON|OFF)", content))
        named |= set(re.findall(r"\b(SKEIN_(?:BUILD|INSTALL|OPENSSL)_?[A-Z]\w*)", content)) - {
            "SKEIN_BUILDING"
        }
        assert named <= known, path


# ---- Debian


def test_the_symbols_of_the_debian_package_are_those_of_the_header() -> None:
    first, development, *lines = text("packaging/debian/libskein0.1.symbols").splitlines()
    assert development == "* Build-Depends-Package: libskein-dev"
    assert {line.split("@")[0].strip() for line in lines} == FUNCTIONS
    interface = ".".join(VERSION.split(".")[: 2 if VERSION.startswith("0.") else 1])
    assert first.split()[:2] == [f"libskein.so.{interface}", f"libskein{interface}"]
    control = text("packaging/debian/control")
    packages = re.findall(r"^Package: (.*)$", control, re.MULTILINE)
    assert f"libskein{interface}" in packages
    assert {path.stem for path in (PACKAGING / "debian").glob("*.install")} < set(packages)


def test_what_is_installed_is_in_one_debian_package(tmp_path: Path) -> None:
    """Each pattern finds something, and each file is in one package or named as in none."""
    built = software.build(here()) / "cmake"
    skein_answers.run("cmake", "--install", built, "--prefix", "/usr", environment={"DESTDIR": str(tmp_path)})
    multiarch = tmp_path / "usr/lib/x86_64-linux-gnu"
    library = next((tmp_path / "usr").rglob("libskein.a")).parent
    if library != multiarch:  # as Debian has CMake lay it
        multiarch.mkdir(parents=True)
        for path in list(library.iterdir()):
            if path != multiarch:
                shutil.move(path, multiarch)
    taken: list[Path] = []
    for listed in (*(PACKAGING / "debian").glob("*.install"), PACKAGING / "debian/not-installed"):
        for pattern in listed.read_text().split():
            found = list(tmp_path.glob(pattern))
            assert found or "ossl-modules" in pattern, (listed.name, pattern)
            taken += [path for one in found for path in ([one] if not one.is_dir() else one.rglob("*"))]
    files = sorted(path for path in tmp_path.rglob("*") if not path.is_dir())
    assert sorted(taken) == files


# ---- Bill of materials


def bill(library: Path, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(library / "packaging/sbom/sbom.py"), *arguments]
    environment = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    return subprocess.run(
        command, env={**environment, **variables}, capture_output=True, text=True, check=False
    )


def test_the_bill_of_materials_names_every_source_with_its_digest(tmp_path: Path) -> None:
    library = tmp_path / "libskein"
    for part in ("include", "src", "skeinsum", "cmake", "bindings/openssl", "packaging/sbom"):
        shutil.copytree(LIBSKEIN / part, library / part)
    shutil.copy(LIBSKEIN / "CMakeLists.txt", library)
    first = bill(library)
    document: dict[str, Any] = json.loads(first.stdout)
    assert (document["bomFormat"], document["specVersion"], document["version"]) == ("CycloneDX", "1.5", 1)
    assert document["metadata"]["component"]["version"] == VERSION
    files = {one["name"]: one["hashes"][0] for one in document["components"] if one["type"] == "file"}
    assert {"CMakeLists.txt", "src/ubi.c", "include/skein.h", "bindings/openssl/mac.c"} <= files.keys()
    for name, digest in files.items():
        expected = hashlib.sha256((library / name).read_bytes()).hexdigest()
        assert digest == {"alg": "SHA-256", "content": expected}
    references = {document["metadata"]["component"]["bom-ref"]}
    references |= {one["bom-ref"] for one in document["components"] if "bom-ref" in one}
    assert {one["ref"] for one in document["dependencies"]} == references
    assert {ref for one in document["dependencies"] for ref in one["dependsOn"]} <= references

    assert bill(library).stdout == first.stdout
    dated = json.loads(bill(library, SOURCE_DATE_EPOCH="86400").stdout)
    assert dated["metadata"]["timestamp"] == "1970-01-02T00:00:00+00:00"
    assert bill(library, "-o", str(tmp_path / "bill.json")).returncode == 0
    assert (tmp_path / "bill.json").read_text() == first.stdout
    with (library / "src/ubi.c").open("a") as file:
        file.write("\n")
    changed = json.loads(bill(library).stdout)
    assert changed["serialNumber"] != document["serialNumber"]
    refused = bill(library, "-o", str(tmp_path / "nowhere/bill.json"))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)


# ---- Fuzzing and measuring


DRIVER = """
#include <stdint.h>
#include <stdio.h>
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int main(int count, char **names) {
  static uint8_t data[1 << 16];
  for (int i = 1; i < count; i++) {
    FILE *file = fopen(names[i], "rb");
    if (file == NULL) return 1;
    const size_t size = fread(data, 1, sizeof data, file);
    fclose(file);
    LLVMFuzzerTestOneInput(data, size);
  }
  return 0;
}
"""


@pytest.mark.long
@pytest.mark.skipif(
    shutil.which("cmake") is None or shutil.which("cc") is None, reason="no cmake or compiler"
)
def test_the_build_for_oss_fuzz_and_its_seeds(tmp_path: Path) -> None:
    """With a driver that runs files in the place of a fuzzing engine: every seed runs through its target."""
    (tmp_path / "driver.c").write_text(DRIVER)
    environment = {
        "CC": "cc",
        "CFLAGS": "-O0 -fsanitize=address,undefined -fno-sanitize-recover=all",
        "LIB_FUZZING_ENGINE": str(tmp_path / "driver.c"),
        "OUT": str(tmp_path / "out"),
        "CMAKE_ARGS": "-DSKEIN_KERNELS=OFF",
    }
    script = PACKAGING / "oss-fuzz/build.sh"
    skein_answers.run(script, folder=ROOT, environment=environment)
    for name in ("fuzz-state", "fuzz-tree", "fuzz-check-line"):
        seeds = tmp_path / name
        with zipfile.ZipFile(tmp_path / "out" / f"{name}_seed_corpus.zip") as archive:
            archive.extractall(seeds)
        files = sorted(seeds.iterdir())
        assert len(files) > 100
        skein_answers.run(tmp_path / "out" / name, *files)
    done = subprocess.run(
        [script], cwd=tmp_path, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (
        2,
        f"build.sh: no libskein in {tmp_path}/libskein; set SKEIN_SOURCE\n",
    )


@pytest.mark.long
@pytest.mark.skipif(
    shutil.which("cmake") is None or shutil.which("i686-linux-gnu-gcc") is None,
    reason="no cmake, or no compiler for 32 bits; apt-get install gcc-i686-linux-gnu",
)
def test_the_build_for_oss_fuzz_with_words_of_32_bits(tmp_path: Path) -> None:
    """Its machine i386 is one of 64 bits, with a compiler for 32: no kernel for vector units can be built."""
    (tmp_path / "driver.c").write_text(DRIVER)
    environment = {
        "CC": "i686-linux-gnu-gcc",
        "CFLAGS": "-O1 -static",
        "LIB_FUZZING_ENGINE": str(tmp_path / "driver.c"),
        "OUT": str(tmp_path / "out"),
    }
    assert "i386" in yaml.safe_load(text("packaging/oss-fuzz/project.yaml"))["architectures"]
    skein_answers.run(PACKAGING / "oss-fuzz/build.sh", folder=ROOT, environment=environment)
    with zipfile.ZipFile(tmp_path / "out" / "fuzz-state_seed_corpus.zip") as archive:
        archive.extractall(tmp_path / "seeds")
    skein_answers.run(tmp_path / "out" / "fuzz-state", *sorted((tmp_path / "seeds").iterdir()))


MEASURED = """
#include "api.h"
#include "crypto_hash.h"
#include <stdio.h>
int main(void) {
  unsigned char out[CRYPTO_BYTES];
  if (crypto_hash(out, (const unsigned char *)"abc", 3) != 0) return 1;
  for (int i = 0; i < CRYPTO_BYTES; i++) printf("%02x", out[i]);
  return 0;
}
"""


@pytest.mark.long
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_the_folders_for_supercop_compile_as_it_compiles_them(tmp_path: Path) -> None:
    """All files of a folder with one set of options that names no instruction set."""
    skein_answers.run(sys.executable, PACKAGING / "supercop/make_folders.py", tmp_path)
    (tmp_path / "crypto_hash.h").write_text(
        "int crypto_hash(unsigned char *out, const unsigned char *in, unsigned long long length);\n"
    )
    (tmp_path / "main.c").write_text(MEASURED)
    functions = sorted(path.name for path in (tmp_path / "crypto_hash").iterdir())
    assert functions == ["skein10241024", "skein256256", "skein512256", "skein512512"]
    machine = os.uname().machine
    for function, implementation, skein in (
        ("skein10241024", "libskein-portable", Skein(1024, 1024)),
        ("skein512256", "libskein" if machine == "x86_64" else "libskein-portable", Skein(512, 256)),
    ):
        folder = tmp_path / "crypto_hash" / function / implementation
        sources = [*sorted(folder.glob("*.c")), tmp_path / "main.c"]
        options = ["-O0", "-w", f"-I{folder}", f"-I{tmp_path}"]
        skein_answers.run("cc", *options, *sources, "-o", tmp_path / "program")
        for kernel in ("", "portable", "avx2"):
            said = skein_answers.run(tmp_path / "program", environment={"SKEIN_KERNEL": kernel})
            assert said == skein.digest(b"abc").hex()
    again = subprocess.run(
        [sys.executable, PACKAGING / "supercop/make_folders.py", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)


# ---- Tools that not every machine has


def test_wheels_are_made_of_the_stable_interface_on_every_system() -> None:
    project = tomllib.loads(text("python/pyproject.toml"))
    wheels = project["tool"]["cibuildwheel"]
    oldest = project["project"]["requires-python"].removeprefix(">=3.")
    assert wheels["build"] == f"cp3{oldest}-*"
    assert f'LIMITED_API = "0x03{int(oldest):02x}0000"' in text("python/setup.py")
    assert {"linux", "macos", "windows"} <= wheels.keys()
    assert any("musllinux" in name for name in wheels["linux"])
    skein_answers.run("sh", "-c", wheels["test-command"].replace("python ", f"{sys.executable} ", 1))
    workflow = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text())
    systems = workflow["jobs"]["wheels"]["strategy"]["matrix"]["system"]
    assert {name.partition("-")[0] for name in systems} == {"ubuntu", "macos", "windows"}
    assert {"macos-15-intel", "macos-15"} <= set(systems), "one for each processor"
    assert workflow["permissions"] == {"contents": "read"}


def machines(workflow: Any) -> set[str]:
    """The names of all machines that the jobs of a workflow run on."""
    found: set[str] = set()
    for job in workflow["jobs"].values():
        key = re.fullmatch(r"\$\{\{ matrix\.(\w+) \}\}", job["runs-on"])
        found |= set(job["strategy"]["matrix"][key[1]]) if key else {job["runs-on"]}
    return found


@pytest.mark.parametrize(
    "path", sorted((ROOT / ".github/workflows").glob("*.yml")), ids=lambda path: path.stem
)
def test_no_workflow_asks_for_a_machine_that_is_no_more(path: Path) -> None:
    named = machines(yaml.safe_load(path.read_text()))
    assert named
    assert not named & RETIRED


@pytest.mark.long
def test_the_debian_packages_are_built_and_lintian_finds_nothing(tmp_path: Path) -> None:
    library = tmp_path / "libskein"
    shutil.copytree(LIBSKEIN, library)
    shutil.copytree(PACKAGING / "debian", library / "debian")
    for tool in ("dpkg-buildpackage", "lintian"):
        if shutil.which(tool) is None:
            pytest.skip(f"no {tool}; apt-get install dpkg-dev lintian")
    missing = subprocess.run(
        ["dpkg-checkbuilddeps"], cwd=library, capture_output=True, text=True, check=False
    )
    if missing.returncode:
        pytest.skip(missing.stderr.strip())
    environment = {**os.environ, "DEB_BUILD_OPTIONS": "nocheck"}
    build = ["dpkg-buildpackage", "-us", "-uc", "-b"]
    done = subprocess.run(build, cwd=library, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (changes,) = tmp_path.glob("*.changes")
    said = skein_answers.run("lintian", "--allow-root", changes)
    found = {line.split()[2] for line in said.splitlines() if line.startswith(("E:", "W:"))}
    assert found <= {"initial-upload-closes-no-bugs"}, said
    built = {path.name.split("_")[0] for path in tmp_path.glob("*.deb")}
    assert set(re.findall(r"^Package: (.*)$", text("packaging/debian/control"), re.MULTILINE)) <= built


@pytest.mark.long
@pytest.mark.parametrize("shared", [True, False])
def test_the_recipe_of_conan(shared: bool, tmp_path: Path) -> None:
    conan = shutil.which("conan")
    if conan is None:
        pytest.skip("no conan; pip install conan")
    environment = {"CONAN_HOME": str(tmp_path / "conan")}
    skein_answers.run(conan, "profile", "detect", environment=environment)
    shutil.copytree(LIBSKEIN, tmp_path / "libskein")
    options = ["-o", f"libskein/*:shared={shared}", "-o", "libskein/*:kernels=False"]
    command = [conan, "create", str(tmp_path / "libskein/packaging/conan"), *options]
    skein_answers.run(*command, environment=environment)


@pytest.mark.skipif(shutil.which("ruby") is None, reason="no ruby, in which formulas of Homebrew are written")
def test_the_formula_of_homebrew_can_be_read() -> None:
    skein_answers.run("ruby", "-c", PACKAGING / "homebrew/libskein.rb")
    assert Skein(512, 512).digest(b"abc").hex() in text("packaging/homebrew/libskein.rb")
