# SPDX-License-Identifier: Apache-2.0
"""What others take home: wheel and source distribution, a release, and that the installed package works.

HASHLOOM_PYTHON names the program of another Python: the package is then installed for that one, with what it
depends on, from where pip finds packages; the tests that need Python alone are run with it too.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path, PurePosixPath

import pytest
from folders import ROOT
from made_once import made_once

from hashloom import __version__

WHEEL = f"hashloom-{__version__}-py3-none-any.whl"
SOURCE = f"hashloom-{__version__}.tar.gz"
OTHER_PYTHON = os.environ.get("HASHLOOM_PYTHON", "")
UNIT_TESTS_NEED = ("pytest", "jsonschema", "packaging", "setuptools")
"""Beside what the package depends on; what asks for more is about the lists of a checkout."""
CORES = f"hashloom-cores-{__version__}.tar.gz"
NEEDED = (
    "cores/sha1/core.toml", "cores/sha1/rtl/sha1_core.sv", "cores/common/rtl/adder_pkg.sv",
    "cores/common/formal/proofs.toml", "cores/bus/rtl/axis_adapter.sv", "campaigns/demo.toml",
    "results/proofs.json", "results/campaign-gmu.json", "libskein/CMakeLists.txt", "libskein/include/skein.h",
    "LICENSE",
)  # fmt: skip
"""Some of what the laboratory reads beside its Python files."""


PIP = {
    name: text
    for name, text in os.environ.items()
    if name == "HOME" or name.startswith("PIP_") or name.lower().endswith("_proxy")
}
"""Settings by which pip finds packages and keeps them."""


def run(*command: str | Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command that finds no other Python files, settings or state than it is given."""
    bare = {name: os.environ[name] for name in ("PATH", "TMPDIR", "LANG") if name in os.environ}
    words = [str(word) for word in command]
    return subprocess.run(
        words, cwd=folder, env=bare | environment, capture_output=True, text=True, check=False
    )


def git(folder: Path, *arguments: str) -> str:
    named = ["-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "core.autocrlf=false"]
    done = run("git", *named, *arguments, folder=folder, HOME=str(folder))
    assert done.returncode == 0, done.stderr
    return done.stdout


def commit(folder: Path) -> None:
    git(folder, "add", "-A", ".")
    git(folder, "commit", "-q", "-m", "all")


def dist(folder: Path, *arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    home = {"HOME": str(folder), **environment}
    return run(sys.executable, "tools/dist.py", *arguments, folder=folder, **home)


@pytest.fixture(scope="module")
def checkout(shared_folder: Path) -> Path:
    """A clone of these sources, as they are here, with the change log of a release; nobody writes into it."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is built from a commit, and here is no git, or no clone")

    def make(folder: Path) -> None:
        kept = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(kept, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, folder / name)
        log = folder / "CHANGELOG.md"
        heading = f"## {__version__} (2026-01-31)"
        log.write_text(re.sub("^## .*$", heading, log.read_text(), count=1, flags=re.MULTILINE))
        git(folder, "init", "-q")
        commit(folder)

    return made_once(shared_folder, "checkout", make)


@pytest.fixture(scope="module")
def release(checkout: Path, shared_folder: Path) -> Path:
    """Folder of what `make release` makes of it, in a clone."""

    def make(folder: Path) -> None:
        git(folder, "clone", "-q", str(checkout), "clone")
        done = dist(folder / "clone", "--release")
        assert done.returncode == 0, done.stderr
        made = folder / "clone" / "dist"
        assert [Path(line) for line in done.stdout.splitlines()] == [
            made / name for name in (WHEEL, SOURCE, CORES, "SHA256SUMS")
        ]

    return made_once(shared_folder, "release", make) / "clone" / "dist"


def members(archive: Path) -> dict[str, tarfile.TarInfo]:
    """Files of an archive, by their names in its one folder."""
    with tarfile.open(archive) as tar:
        found = tar.getmembers()
    assert {PurePosixPath(one.name).parts[0] for one in found} == {archive.name.removesuffix(".tar.gz")}
    return {str(PurePosixPath(*PurePosixPath(one.name).parts[1:])): one for one in found}


@pytest.mark.long
def test_the_wheel_has_all_that_the_laboratory_reads(checkout: Path, release: Path) -> None:
    with zipfile.ZipFile(release / WHEEL) as wheel:
        names = set(wheel.namelist())
        described = wheel.read(f"hashloom-{__version__}.dist-info/METADATA").decode()
    assert {f"hashloom/carried/{name}" for name in NEEDED} <= names
    assert f"hashloom-{__version__}.dist-info/licenses/LICENSE" in names
    assert "hashloom/py.typed" in names
    assert f"\nVersion: {__version__}\n" in described
    needs = re.findall(r"^Requires-Dist: ([\w.-]+)", described, re.MULTILINE)
    listed = (checkout / "requirements.in").read_text().splitlines()
    assert sorted(needs) == sorted(re.split("[=<>; ]", line)[0] for line in listed if line and line[0] != "#")
    assert "\nLicense-Expression: Apache-2.0\n" in described
    tracked = git(checkout, "ls-files", "hashloom", "cores").split()
    carried = {name if name.startswith("hashloom/") else f"hashloom/carried/{name}" for name in tracked}
    assert carried - names == set()
    tops = {PurePosixPath(name).parts[0] for name in names}
    assert tops == {"hashloom", f"hashloom-{__version__}.dist-info"}, "nothing beside the package"


@pytest.mark.long
def test_the_source_distribution_is_the_whole_commit(checkout: Path, release: Path) -> None:
    names = set(members(release / SOURCE))
    tracked = set(git(checkout, "ls-files").split())
    assert tracked - names == set()
    assert {name for name in names - tracked if not name.startswith("hashloom.egg-info/")} == {
        "PKG-INFO", "setup.cfg",
    }  # fmt: skip


@pytest.mark.long
def test_the_archive_of_the_cores_has_them_alone_with_their_licence(checkout: Path, release: Path) -> None:
    tracked = git(checkout, "ls-files", "cores").split()
    assert sorted(members(release / CORES)) == sorted(["LICENSE", *tracked])


@pytest.mark.long
def test_the_digests_are_those_of_the_archives(release: Path) -> None:
    lines = (release / "SHA256SUMS").read_text().splitlines()
    assert {name: digest for digest, name in (line.split("  ") for line in lines)} == {
        name: hashlib.sha256((release / name).read_bytes()).hexdigest() for name in (WHEEL, SOURCE, CORES)
    }


@pytest.mark.long
def test_archives_name_no_user_and_one_time(checkout: Path, release: Path) -> None:
    made = int(git(checkout, "log", "-1", "--format=%ct"))
    for name in (SOURCE, CORES):
        for about in members(release / name).values():
            assert (about.uid, about.gid, about.uname, about.gname, about.mtime) == (0, 0, "", "", made)
            assert about.mode in (0o644, 0o755)


@pytest.mark.long
def test_a_commit_gives_the_same_bytes_in_any_clone(checkout: Path, release: Path, tmp_path: Path) -> None:
    """Another folder, time zone, mask of modes and time of day; what is not committed is left out."""
    git(tmp_path, "clone", "-q", str(checkout), "another")
    another = tmp_path / "another"
    (another / "cores" / "sha1" / "rtl" / "mine.sv").write_text("not committed\n")
    (another / "hashloom" / "errors.py").write_text("broken(\n")
    old = os.umask(0o077)
    try:
        done = dist(another, "-o", tmp_path / "made", TZ="Asia/Tokyo")
    finally:
        os.umask(old)
    assert (done.returncode, done.stderr) == (0, "dist: what is not committed is left out\n")
    for name in (WHEEL, SOURCE):
        assert (tmp_path / "made" / name).read_bytes() == (release / name).read_bytes()


def replaced(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text()
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1))


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        (
            "CHANGELOG.md",
            f"## {__version__} (2026-01-31)",
            "## Unreleased",
            "begins with 'Unreleased';",
        ),
        ("CHANGELOG.md", f"## {__version__} (2026-01-31)", "## 99.0.0 (2026-01-31)", "begins with '99.0.0 "),
        ("CHANGELOG.md", " (2026-01-31)", "", f"a release has '## {__version__} (YYYY-MM-DD)' there"),
        (
            "CITATION.cff",
            f"version: {__version__}",
            "version: 99.0.0",
            "CITATION.cff has version 99.0.0,",
        ),
        ("hashloom/__init__.py", f'"{__version__}"', '"99.0.0"', "CHANGELOG.md begins with"),
        ("hashloom/__init__.py", f'"{__version__}"', '"next"', "gives no __version__ of three numbers"),
    ],
)
def test_what_does_not_agree_is_no_release(
    checkout: Path, tmp_path: Path, name: str, old: str, new: str, why: str
) -> None:
    git(tmp_path, "clone", "-q", str(checkout), "clone")
    replaced(tmp_path / "clone", name, old, new)
    commit(tmp_path / "clone")
    done = dist(tmp_path / "clone", "--release")
    assert done.returncode == 1
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "clone" / "dist").exists()


def test_a_tree_with_changes_is_no_release(checkout: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(checkout), "clone")
    (tmp_path / "clone" / "new.txt").touch()
    done = dist(tmp_path / "clone", "--release")
    assert (done.returncode, "changes that are not committed" in done.stderr) == (1, True)


def test_a_version_is_released_once(checkout: Path, tmp_path: Path) -> None:
    git(tmp_path, "clone", "-q", str(checkout), "clone")
    clone = tmp_path / "clone"
    git(clone, "tag", "-m", "released", f"v{__version__}")
    (clone / "new.txt").touch()
    commit(clone)
    done = dist(clone, "--release")
    assert (done.returncode, f"v{__version__} is another commit" in done.stderr) == (1, True)


def test_without_a_commit_nothing_is_built(tmp_path: Path) -> None:
    (tmp_path / "tools").mkdir()
    shutil.copy(ROOT / "tools" / "dist.py", tmp_path / "tools")
    done = dist(tmp_path, GIT_CEILING_DIRECTORIES=str(tmp_path.parent))
    assert (done.returncode, done.stdout) == (1, "")
    assert "built from a commit of a checkout, and git says: " in done.stderr


@pytest.fixture(scope="module")
def installed(release: Path, shared_folder: Path) -> Path:
    """A virtual environment with the wheel; what it depends on is that of this environment.

    With HASHLOOM_PYTHON it is of that Python and has what it needs itself.
    """

    def of_another(folder: Path) -> None:
        python = folder / "bin" / "python"
        commands: list[list[str | Path]] = [
            [OTHER_PYTHON, "-m", "venv", folder],
            [python, "-m", "pip", "install", "-q", release / WHEEL, *UNIT_TESTS_NEED],
        ]
        for command in commands:
            done = run(*command, folder=folder, **PIP)
            assert done.returncode == 0, done.stderr

    def make(folder: Path) -> None:
        venv.create(folder, with_pip=False)
        python = folder / "bin" / "python"
        options = ["-q", "--no-deps", "--no-index", "--disable-pip-version-check"]
        pip = [sys.executable, "-m", "pip", "--python", str(python), "install", *options]
        done = run(*pip, release / WHEEL, folder=folder, HOME=str(folder))
        assert done.returncode == 0, done.stderr
        place = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder)
        (Path(place.stdout.strip()) / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")

    return made_once(shared_folder, "installed", of_another if OTHER_PYTHON else make)


@pytest.mark.skipif(not OTHER_PYTHON, reason="HASHLOOM_PYTHON names no other Python")
def test_another_python_passes_the_unit_tests(installed: Path, tmp_path: Path) -> None:
    """Those of this checkout, with the packages that were installed for that Python."""
    command: list[str | Path] = ["-m", "pytest", "-q", "-p", "no:cacheprovider", ROOT / "tests" / "unit"]
    surroundings = {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    surroundings["HASHLOOM_PYTHON"] = OTHER_PYTHON
    done = run(installed / "bin" / "python", *command, folder=ROOT, **surroundings)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-1000:]


def contents(folder: Path) -> dict[str, tuple[int, str]]:
    """Time and digest of every file and folder."""
    return {
        str(path.relative_to(folder)): (
            path.stat().st_mtime_ns,
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
        )
        for path in folder.rglob("*")
    }


@pytest.mark.long
def test_the_installed_package_works_alone_and_writes_below_the_cache_folder_only(
    installed: Path, tmp_path: Path
) -> None:
    home, empty = tmp_path / "home", tmp_path / "empty"
    home.mkdir()
    empty.mkdir()
    before = contents(installed)

    def hashloom(*arguments: str) -> str:
        program = installed / "bin" / "hashloom"
        done = run(program, *arguments, folder=empty, HOME=str(home))
        assert done.returncode == 0, done.stderr
        return done.stdout

    where = run(installed / "bin" / "python", "-c", "import hashloom; print(hashloom.__file__)", folder=empty)
    assert Path(where.stdout).is_relative_to(installed), "not the checkout's"
    assert "\nsha1 " in hashloom("list")
    assert "sha256/basic: " in (verified := hashloom("verify", "sha256"))
    assert "passed, 0 failed" in verified
    synthesised = hashloom("synth", "sha256", "--target", "osu018", "--goal", "fast", "--json")
    assert '"state": "ok"' in synthesised
    assert '"netlist_simulated": true' in synthesised

    assert contents(installed) == before, "nothing is written beside the package"
    assert list(empty.iterdir()) == []
    assert [path.name for path in home.iterdir()] == [".cache"]
    assert [path.name for path in (home / ".cache").iterdir()] == ["hashloom"]
    assert {"cache", "records.sqlite"} <= {path.name for path in (home / ".cache" / "hashloom").iterdir()}


@pytest.mark.long
def test_what_needs_a_checkout_says_so(installed: Path, tmp_path: Path) -> None:
    before = contents(installed)
    python = installed / "bin" / "python"
    for name in ("codegen", "reports.refresh", "reports.timing", "reports.threefish", "software"):
        done = run(python, "-m", f"hashloom.{name}", folder=tmp_path, HOME=str(tmp_path))
        assert (done.returncode, done.stdout) == (2, "")
        assert f"hashloom.{name} needs a checkout of hashloom; " in done.stderr
        assert len(done.stderr.splitlines()) == 1
    assert contents(installed) == before
