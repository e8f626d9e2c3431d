# SPDX-License-Identifier: Apache-2.0
"""Set-up: the lists of packages, the Makefile, continuous integration, and the links between documents."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from folders import ROOT

from hashloom.catalogue.places import Places
from hashloom.errors import MissingTool
from hashloom.execution.session import Session
from hashloom.reports.refresh import markdown_files
from hashloom.reports.regions import read_packages
from hashloom.simulation import driver_program
from hashloom.software import VARIANTS

REPOSITORY = ROOT
DOCUMENTS = markdown_files(REPOSITORY)


def requirement_names(path: Path) -> set[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return {re.split("[=<> ]", line)[0] for line in lines if re.match("[a-z]", line)}


def test_lock_covers_every_requirement_and_every_entry_has_hashes() -> None:
    lock = (REPOSITORY / "requirements.lock").read_text(encoding="utf-8")
    entries = re.findall(
        r"^([a-z][a-z0-9-]*)==\S+ (?:; [^\n]+ )?\\\n((?:    --hash=sha256:[0-9a-f]{64}.*\n)+)",
        lock,
        re.MULTILINE,
    )
    locked = {name for name, _ in entries}
    assert len(locked) == len(re.findall("^[a-z].*==", lock, re.MULTILINE))
    for name in ("requirements.in", "requirements-dev.in"):
        assert requirement_names(REPOSITORY / name) <= locked


def test_lock_has_the_versions_that_the_requirements_pin() -> None:
    lock = (REPOSITORY / "requirements.lock").read_text(encoding="utf-8")
    pinned = re.findall(r"^\S+==[^\s;]+", (REPOSITORY / "requirements.in").read_text(), re.MULTILINE)
    assert pinned
    for line in pinned:
        assert f"\n{line} " in lock


def test_every_debian_package_has_a_probe_and_a_purpose() -> None:
    packages = read_packages(REPOSITORY / "packages.txt")
    packages += read_packages(REPOSITORY / "packages-test.txt")
    assert {"g++", "verilator", "iverilog", "opensta", "qflow-tech-osu018"} <= {
        row["package"] for row in packages
    }
    for row in packages:
        assert re.fullmatch(r"/\S+|python:\w+|[\w+.-]+", row["probe"])
        assert row["purpose"]


def test_what_a_test_is_skipped_for_is_in_a_list_or_on_the_page() -> None:
    """Either `make setup` installs it, or CONTRIBUTING says how it is installed."""
    packages = read_packages(REPOSITORY / "packages.txt")
    listed = {row["package"] for row in packages + read_packages(REPOSITORY / "packages-test.txt")}
    page = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
    asked = {package for variant in VARIANTS.values() for package in variant.package.split()}
    for path in (REPOSITORY / "tests" / "software").glob("*.py"):
        for names in re.findall(r"; (?:apt-get|pip|npm) install ([\w. +-]+)\"", path.read_text("utf-8")):
            asked |= {name for name in names.split() if not name.startswith("-")}
    assert {"strace", "ziglang", "typescript", "musl-tools", "gcc-mingw-w64-x86-64"} < asked
    told = set(re.findall(r"`(?:apt-get|pip|npm) install (?:--global )?([\w.+-]+)`", page))
    assert sorted(asked - listed - told) == []


def make(*arguments: str) -> str:
    done = subprocess.run(["make", *arguments], cwd=REPOSITORY, capture_output=True, text=True, check=True)
    return done.stdout


def test_makefile_lists_every_target_it_has() -> None:
    targets = re.search(r"^\.PHONY: (.*)$", (REPOSITORY / "Makefile").read_text(), re.MULTILINE)
    assert targets
    listed = re.findall(r"^  make (\w+)", make("help"), re.MULTILINE)
    assert sorted(listed) == sorted(targets[1].split())


def test_demo_verifies_the_cores_and_prints_the_table() -> None:
    lines = make("--dry-run", "demo").splitlines()
    verify = next(line for line in lines if "hashloom verify" in line)
    for depth in ("8r-1m", "4r-2m", "2r-4m", "1r-8m"):
        assert f"skein-1.3-512-512/{depth}" in verify
    assert any("hashloom reproduce iskein --target nangate45 -o build/demo" in line for line in lines)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with the continuous integration of this one; its tools say what they see."""
    folder, see = tmp_path / "there" / "checkout", 'echo "$(basename "$0") $*, $HASHLOOM_VECTORS"'
    tool = f"#!/bin/sh\n{see}\n"
    files = {
        ".ci/run": (REPOSITORY / ".ci" / "run").read_text(encoding="utf-8"),
        "Makefile": "setup:\n\t@echo setup with $(PACKAGES)\n"
        "test:\n\t@echo seed $$HASHLOOM_TEST_SEED, $$HASHLOOM_STATE$$HASHLOOM_VECTORS$$PYTHONPATH.\n"
        "\t@ls -A $$HOME; ls ../shared 2>/dev/null || echo alone; pwd; cat result; grep -q passed result\n",
        ".venv/bin/hashloom": tool,
        ".venv/bin/python": tool,
        "result": "3 passed\n",
        "shared/of-this-commit": "",
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o755)
    git(folder, "init", "-q")
    commit(folder)
    return folder


def git(folder: Path, *arguments: str) -> None:
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    named = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    subprocess.run(["git", *named, *arguments], cwd=folder, check=True)


def commit(folder: Path) -> None:
    git(folder, "add", "-f", ".")
    git(folder, "commit", "-q", "-m", "all")


def integrate(checkout: Path, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    (folder / "home" / ".config" / "pip").mkdir(parents=True)
    (folder / "home" / ".config" / "pip" / "pip.conf").write_text("")
    (folder / "scratch").mkdir()
    own = {"HOME": f"{folder}/home", "TMPDIR": f"{folder}/scratch", "PYTHONPATH": "elsewhere"}
    own |= {"MAKEFLAGS": "w", "MAKELEVEL": "1", **environment}
    kept = {name: text for name, text in os.environ.items() if not name.startswith(("HASHLOOM_", "XDG_"))}
    command = [str(checkout / ".ci" / "run")]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**kept, **own})


def test_continuous_integration_is_of_a_clone_alone_with_an_empty_home(
    checkout: Path, tmp_path: Path
) -> None:
    (checkout / "result").write_text("what is not committed does not count\n")
    done = integrate(checkout, tmp_path, HASHLOOM_TEST_SEED="7", HASHLOOM_STATE="state")
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[-1]) == (0, "3 passed"), done.stderr
    assert lines[:2] == ["the official vectors are not here: their run is left out", "seed 7, ."]
    assert lines[2] == "alone", "HOME is empty, and there is no shared beside the clone"
    assert lines[3].startswith(f"{tmp_path}/scratch/")
    assert list((tmp_path / "scratch").iterdir()) == []


def test_continuous_integration_takes_the_official_vectors_first(checkout: Path, tmp_path: Path) -> None:
    official = checkout.parent / "shared" / "vectors"
    official.mkdir(parents=True)
    done = integrate(checkout, tmp_path)
    lines = done.stdout.splitlines()
    assert (done.returncode, lines[-1]) == (0, "3 passed"), done.stderr
    assert lines[0] == "setup with packages.txt packages-test.txt"
    with_vectors = [line for line in lines if line.endswith(f", {checkout}/../shared/vectors")]
    assert [line.split()[0] for line in with_vectors] == ["hashloom"] * 3 + ["python"] * 2
    assert lines.index("seed , .") > lines.index(with_vectors[-1])


def test_continuous_integration_fails_where_a_test_fails(checkout: Path, tmp_path: Path) -> None:
    (checkout / "result").write_text("1 failed\n")
    commit(checkout)
    assert integrate(checkout, tmp_path).returncode != 0


def setup_in(
    folder: Path, packages: str, environment: dict[str, str], python: str = "", peer: str = "peer\n"
) -> subprocess.CompletedProcess[str]:
    """Run tools/setup.sh in a checkout of its own that has an up-to-date .venv and this list of packages.

    `python` is a shell script in place of the Python there; `peer` is what was last installed of PySkein.
    """
    (folder / "tools").mkdir()
    script = folder / "tools" / "setup.sh"
    script.write_text((REPOSITORY / "tools" / "setup.sh").read_text())
    (folder / "packages.txt").write_text(packages)
    (folder / "requirements.lock").write_text("lock\n")
    (folder / "pyproject.toml").write_text("project\n")
    (folder / ".venv" / "bin").mkdir(parents=True)
    (folder / ".venv" / "made-from").write_text("lock\nproject\n")
    (folder / "requirements-peer.txt").write_text("peer\n")
    (folder / ".venv" / "peer-made-from").write_text(peer)
    (folder / ".venv" / "bin" / "python").write_text(f"#!/bin/sh\n{python}\n")
    (folder / ".venv" / "bin" / "python").chmod(0o755)
    return subprocess.run(
        ["bash", str(script)], capture_output=True, text=True, check=False, env={**os.environ, **environment}
    )


def test_setup_is_silent_when_there_is_nothing_to_do(tmp_path: Path) -> None:
    done = setup_in(
        tmp_path, "# list\nbash  bash  a shell\nbase  /etc  files\npython3  python:json  Python\n", {}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_setup_names_the_command_where_it_may_not_install(tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    for name, text in (("id", "echo 1000"), ("apt-get", "exit 99")):
        (tools / name).write_text(f"#!/bin/sh\n{text}\n")
        (tools / name).chmod(0o755)
    (tmp_path / "checkout").mkdir()
    path = f"{tools}:{os.environ['PATH']}"
    done = setup_in(tmp_path / "checkout", "opensta  no-such-command-sta  timing\n", {"PATH": path})
    assert done.returncode == 0
    assert "sudo apt-get install -y --no-install-recommends opensta" in done.stderr


def test_setup_installs_as_root_and_goes_on_where_that_fails(tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    tools.mkdir()
    log = tmp_path / "calls"
    for name, text in (("id", "echo 0"), ("apt-get", f'echo "$*" >>{log}; test "$2" = update')):
        (tools / name).write_text(f"#!/bin/sh\n{text}\n")
        (tools / name).chmod(0o755)
    (tmp_path / "checkout").mkdir()
    path = f"{tools}:{os.environ['PATH']}"
    done = setup_in(tmp_path / "checkout", "opensta  no-such-command-sta  timing\n", {"PATH": path})
    assert log.read_text().splitlines() == ["-q update", "install -y --no-install-recommends opensta"]
    assert done.returncode == 0
    assert "going on without: opensta" in done.stderr


def test_setup_mends_a_checkout_that_was_moved_without_a_network(tmp_path: Path) -> None:
    """As venv and an editable installation leave it: programs with a path of Python, a finder of hashloom."""
    before, after = tmp_path / "a b" / "before", tmp_path / "after (2)" / "checkout"
    before.mkdir(parents=True)
    assert setup_in(before, "", {}).stderr == ""
    venv = before / ".venv"
    subprocess.run([sys.executable, "-m", "venv", "--clear", "--without-pip", venv], check=True)
    site = next(venv.glob("lib/python*/site-packages"))
    beside = f"{before}-2"
    (venv / "bin" / "hashloom").write_text(
        f"#!{venv}/bin/python\nimport hashloom\nprint(hashloom.__file__)\n"
    )
    (venv / "bin" / "hashloom").chmod(0o755)
    (site / "__editable___hashloom_finder.py").write_text(f"MAPPING = {{'hashloom': '{before}/hashloom'}}\n")
    (site / "__editable__.hashloom.pth").write_text(f"{before}\n{beside}\n")
    (venv / "made-from").write_text("lock\nproject\n")
    (venv / "peer-made-from").write_text("peer\n")
    (before / "hashloom" / "software").mkdir(parents=True)
    for package in ("hashloom", "hashloom/software"):
        (before / package / "__init__.py").write_text("")
    (before / "hashloom" / "software" / "__main__.py").write_text("")
    (before / "tools" / "compile_simulator.py").write_text("")
    script = "tools/setup.sh"
    again = subprocess.run(["bash", before / script], capture_output=True, text=True, check=True)
    assert again.stderr == "", "nothing was moved"
    after.parent.mkdir()
    before.rename(after)
    done = subprocess.run(["bash", after / script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"setup: this checkout was at {before}; .venv now says {after}\n"
    site = after / site.relative_to(before)
    assert (site / "__editable__.hashloom.pth").read_text() == f"{after}\n{beside}\n"
    assert str(before) not in (site / "__editable___hashloom_finder.py").read_text()
    lines = (after / ".venv" / "bin" / "hashloom").read_text().splitlines()
    assert lines[0] == f"#!{after}/.venv/bin/python"
    found = subprocess.run(
        [after / ".venv/bin/python", after / ".venv/bin/hashloom"],
        capture_output=True, text=True, check=True, cwd=tmp_path, env={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert found.stdout == f"{after}/hashloom/__init__.py\n"
    again = subprocess.run(["bash", after / script], capture_output=True, text=True, check=True)
    assert again.stderr == ""


def test_setup_leaves_an_environment_elsewhere_alone(tmp_path: Path) -> None:
    """A work tree whose .venv is that of another one, by a link."""
    shared, tree = tmp_path / "shared", tmp_path / "tree"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", shared / ".venv"], check=True)
    said = (shared / ".venv" / "pyvenv.cfg").read_text()
    tree.mkdir()
    setup_in(tree, "", {})
    shutil.rmtree(tree / ".venv")
    (tree / ".venv").symlink_to(shared / ".venv")
    (shared / ".venv" / "made-from").write_text("lock\nproject\n")
    (shared / ".venv" / "peer-made-from").write_text("peer\n")
    done = subprocess.run(["bash", tree / "tools/setup.sh"], capture_output=True, text=True, check=False)
    assert "was at" not in done.stderr
    assert (shared / ".venv" / "pyvenv.cfg").read_text() == said


def test_setup_builds_library_and_simulator_and_goes_on_without(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    (tmp_path / "checkout").mkdir()
    python = f'echo "$*" >>{calls}; case $* in *-m*hashloom.software*|tools/*) exit 3 ;; *) exit 1 ;; esac'
    done = setup_in(tmp_path / "checkout", "", {}, python, peer="older\n")
    asked = calls.read_text().splitlines()
    assert asked[0] == "-m hashloom.software"
    assert asked[1] == "tools/compile_simulator.py"
    assert asked[2].endswith("--require-hashes -r requirements-peer.txt")
    assert done.returncode == 0
    assert done.stderr.splitlines() == [
        "setup: going on without the newest libskein",
        "setup: going on without the program that simulates",
        "setup: PySkein could not be installed (whole output in .hashloom/peer.log); going on without it",
    ]


def test_the_simulator_that_setup_compiles_is_the_one_that_is_used(tmp_path: Path) -> None:
    environment = {**os.environ, "HASHLOOM_STATE": str(tmp_path / "state")}
    command = [sys.executable, "tools/compile_simulator.py"]
    done = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=True
    )
    assert (done.stdout, done.stderr) == ("", "")
    places = Places.of(environment)
    before = driver_program.program(Session.at(places))
    assert before.is_relative_to(tmp_path)
    (tmp_path / "bin").mkdir()
    no_compiler = replace(places, compiler=str(tmp_path / "bin" / "none"))
    assert driver_program.program(Session.at(no_compiler)) == before


def test_setup_says_that_there_is_no_compiler(tmp_path: Path) -> None:
    environment = {**os.environ, "HASHLOOM_STATE": str(tmp_path), "CXX": str(tmp_path / "none")}
    command = [sys.executable, "tools/compile_simulator.py"]
    done = subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == MissingTool.exit_status
    assert done.stderr.startswith(f"setup: the C++ compiler {tmp_path}/none is not installed; ")


def test_setup_installs_the_peer_once(tmp_path: Path) -> None:
    calls = tmp_path / "calls"
    (tmp_path / "checkout").mkdir()
    setup_in(tmp_path / "checkout", "", {}, f'echo "$*" >>{calls}', peer="older\n")
    assert len(calls.read_text().splitlines()) == 3
    script = tmp_path / "checkout" / "tools" / "setup.sh"
    subprocess.run(["bash", str(script)], check=True)
    assert calls.read_text().splitlines()[3:] == ["-m hashloom.software", "tools/compile_simulator.py"]


def test_peer_is_pinned_with_its_hash() -> None:
    text = (REPOSITORY / "requirements-peer.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    assert len(lines) == 1
    assert re.fullmatch(r"pyskein==\S+ --hash=sha256:[0-9a-f]{64}", lines[0])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(REPOSITORY)))
def test_links_between_documents_resolve(document: Path) -> None:
    text = re.sub(r"```.*?```", "", document.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        name, _, anchor = target.partition("#")
        linked = (document.parent / name).resolve() if name else document
        assert linked.exists(), f"{document.name} links to {target}"
        if anchor:
            assert anchor in headings(linked), f"{target}: no such heading"


def headings(document: Path) -> set[str]:
    """Anchors of a document's headings, in GitHub's form."""
    found = re.findall(r"^#+ (.*)$", document.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in found}


def test_the_repository_has_its_licence() -> None:
    assert "Apache License" in (REPOSITORY / "LICENSE").read_text()
