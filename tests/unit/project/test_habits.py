# SPDX-License-Identifier: Apache-2.0
"""What a repository has beside its sources: how to cite it, how to contribute, and that it agrees."""

import ast
import importlib.metadata
import os
import re
import subprocess
import tomllib
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml
from folders import ROOT, TESTS
from packaging.specifiers import SpecifierSet

from hashloom import __version__

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
TIERS = ("unit", "rtl", "flow", "software", "page")
"""The folders of tests, what is quick first."""
SEMANTIC = r"(\d+)\.(\d+)\.(\d+)"


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def document(name: str) -> Any:
    return yaml.safe_load(text(name))


def test_the_version_stands_in_one_place() -> None:
    assert re.fullmatch(SEMANTIC, __version__)
    assert "version" in PROJECT["dynamic"]
    setuptools = tomllib.loads(text("pyproject.toml"))["tool"]["setuptools"]
    assert setuptools["dynamic"]["version"] == {"attr": "hashloom.__version__"}


def test_the_citation_names_this_version_and_licence() -> None:
    cited = document("CITATION.cff")
    assert {"cff-version", "message", "title", "authors", "type"} <= cited.keys()
    assert (cited["version"], cited["license"]) == (__version__, PROJECT["license"])
    assert cited["title"] == PROJECT["name"]
    assert all(author["name"] for author in cited["authors"])


def test_the_changes_are_of_no_later_version_than_this_one() -> None:
    """What is not released comes first; below it the releases, the newest first."""
    headings = re.findall("^## (.*)$", text("CHANGELOG.md"), re.MULTILINE)
    released = [one for one in headings if one != "Unreleased"]
    assert headings in (released, ["Unreleased", *released])
    versions = [re.fullmatch(rf"{SEMANTIC} \(\d{{4}}-\d\d-\d\d\)", one) for one in released]
    assert all(versions), f"a release is headed '## 1.2.3 (2026-01-31)', not {released}"
    numbers = [tuple(map(int, one.groups())) for one in versions if one]
    assert numbers == sorted(set(numbers), reverse=True)
    here = tuple(int(part) for part in __version__.split("."))
    assert max(numbers, default=here) <= here
    if headings == released:
        assert numbers[0] == here


def test_every_python_that_the_package_names_is_checked() -> None:
    named = [one.rpartition(" ")[2] for one in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", one)]
    assert named == ["3.11", "3.12", "3.13"]
    assert PROJECT["requires-python"] == f">={named[0]}"
    jobs = document(".github/workflows/ci.yml")["jobs"]
    assert jobs["wheel"]["strategy"]["matrix"]["python"] == named


def test_the_workflow_runs_what_is_run_here() -> None:
    workflow = document(".github/workflows/ci.yml")
    assert set(workflow[True]) >= {"push", "pull_request"}, "YAML reads `on` as true"
    assert workflow["permissions"] == {"contents": "read"}
    steps = {name: job["steps"] for name, job in workflow["jobs"].items()}
    commands = [line.strip() for step in steps["tests"] for line in step.get("run", "").splitlines()]
    assert commands[-1] == ".ci/run"
    assert (ROOT / ".ci" / "run").stat().st_mode & 0o111
    assert any("tools/dist.py" in step.get("run", "") for step in steps["wheel"])
    for used in (step["uses"] for one in steps.values() for step in one if "uses" in step):
        assert re.fullmatch(r"actions/[\w-]+@v\d+", used)


def lint_commands() -> set[str]:
    recipe = re.search(r"^lint:.*\n((?:\t.*\n)+)", text("Makefile"), re.MULTILINE)
    assert recipe
    lines = recipe[1].replace("$(VENV)", ".venv/bin/python").splitlines()
    return {re.sub(r" (\.|\$\(\w+\))$", "", line.strip()) for line in lines}


def test_the_hooks_are_the_lines_of_make_lint() -> None:
    (repository,) = document(".pre-commit-config.yaml")["repos"]
    assert repository["repo"] == "local", "nothing is fetched"
    hooks = repository["hooks"]
    assert {hook["language"] for hook in hooks} == {"system"}
    assert {hook["entry"].replace(" --force-exclude", "") for hook in hooks} == lint_commands()


def tracked() -> list[Path]:
    """Files of the commit; without git, those that an archive of it has."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        pytest.skip("this is no clone")
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def styles() -> list[tuple[list[str], dict[str, str]]]:
    """Patterns and settings of the sections of .editorconfig, in their order."""
    found: list[tuple[list[str], dict[str, str]]] = []
    for line in text(".editorconfig").splitlines():
        if head := re.fullmatch(r"\[(.*)\]", line):
            braces = re.fullmatch(r"(.*)\{(.*)\}", head[1])
            every = [braces[1] + one for one in braces[2].split(",")] if braces else [head[1]]
            found.append((every, {}))
        elif found and "=" in line:
            name, _, value = line.partition("=")
            found[-1][1][name.strip()] = value.strip()
    return found


def complaints(path: Path, content: bytes) -> list[str]:
    """What of .editorconfig a file does not keep, beside the length of lines, which the formatters know."""
    style: dict[str, str] = {}
    for patterns, settings in styles():
        if any(fnmatch(path.name, pattern) for pattern in patterns):
            style |= settings
    lines = content.decode(style["charset"]).split("\n")
    found = []
    if style["end_of_line"] == "lf" and b"\r" in content:
        found.append("ends of lines")
    if style["insert_final_newline"] == "true" and content and not content.endswith(b"\n"):
        found.append("end of file")
    if style["trim_trailing_whitespace"] == "true" and any(line != line.rstrip() for line in lines):
        found.append("blanks at an end of line")
    if style["indent_style"] == "space" and any(line.startswith("\t") for line in lines):
        found.append("tabs")
    return found


def test_every_file_keeps_the_style_of_the_editors() -> None:
    bad = {
        str(path.relative_to(ROOT)): found
        for path in tracked()
        if path.suffix != ".png"
        and not path.is_relative_to(ROOT / "libskein" / "src" / "generated")
        and (found := complaints(path, path.read_bytes()))
    }
    assert bad == {}


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("x.py", b"a = 1\r\n", ["ends of lines", "blanks at an end of line"]),
        ("x.sv", b"endmodule", ["end of file"]),
        ("x.md", b"two blanks  \n", ["blanks at an end of line"]),
        ("x.c", b"\tint one;\n", ["tabs"]),
        ("Makefile", b"all:\n\ttrue\n", []),
    ],
)
def test_a_file_of_another_style_is_noticed(name: str, content: bytes, found: list[str]) -> None:
    assert complaints(Path(name), content) == found


def rooms() -> set[str]:
    return {path.parent.name for path in (ROOT / "hashloom").glob("*/__init__.py")}


def test_contributors_find_the_tests_of_every_room() -> None:
    page = text("CONTRIBUTING.md")
    table = re.findall(rf"^\| ([^|]+) \|(?= `(?:{'|'.join(TIERS)})\b[^|]*\|[^|]*\|$)", page, re.MULTILINE)
    assert rooms() <= {room for cell in table for room in re.findall(r"`(\w+)`", cell)}
    for pattern in re.findall(rf"(?:`|tests/)((?:{'|'.join(TIERS)})/[\w/*]*(?:\.py)?)", page):
        assert list(TESTS.glob(pattern)), f"tests/{pattern} is not there"
    targets = set(re.findall(r"`make (\w+)`", page))
    assert targets <= set(re.findall(r"^(\w+):", text("Makefile"), re.MULTILINE))


def test_every_test_stands_in_the_folder_of_its_tier() -> None:
    """In the folder of a room, where the tier has those; what is no room has a folder too."""
    found = {path.relative_to(TESTS).parts[:-1] for path in TESTS.rglob("test_*.py")}
    assert {parts[0] for parts in found} == set(TIERS)
    deep = {"unit": 2, "rtl": 2, "flow": 2, "software": 1, "page": 1}
    assert [parts for parts in found if len(parts) != deep[parts[0]]] == []
    beside = {"project", "cores", "common", "bus", "examples"}
    assert {parts[1] for parts in found if len(parts) > 1} <= rooms() | beside
    assert not list((TESTS / "support").rglob("test_*"))


def imported(program: str) -> set[str]:
    """Names in the imports of a Python file, also in those of programs that stand in its strings."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(program)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found |= {part for alias in node.names for part in alias.name.split(".")}
        if isinstance(node, ast.ImportFrom) and node.module:
            found |= set(node.module.split("."))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and "import" in node.value:
            with suppress(SyntaxError, ValueError):
                found |= imported(node.value)
    return found


def importers_of_tests(folder: Path) -> dict[str, set[str]]:
    """The files below a folder that import tests of it, and which."""
    tests = {path.stem for path in folder.rglob("test_*.py")}
    every = {path: imported(path.read_text(encoding="utf-8")) & tests for path in folder.rglob("*.py")}
    return {str(path.relative_to(folder)): found for path, found in every.items() if found}


def test_no_test_imports_a_test() -> None:
    """What several need stands in a module that is no test."""
    assert importers_of_tests(TESTS) == {}


@pytest.mark.parametrize(
    "line",
    [
        "from test_one import unit",
        "from tests.test_one import unit",
        "from . import test_one",
        "import os, test_one as one",
        "def late():\n    from test_one import unit",
        'PROGRAM = """\nimport sys\nfrom test_one import unit\n"""',
    ],
)
def test_an_import_of_a_test_is_noticed(line: str, tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text("from helper import unit\n")
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "helper.py").write_text(line)
    assert importers_of_tests(tmp_path) == {"deep/helper.py": {"test_one"}}


def test_the_package_tells_that_it_is_typed() -> None:
    assert (ROOT / "hashloom" / "py.typed").is_file()
    assert "Typing :: Typed" in PROJECT["classifiers"]


def other_names() -> list[str]:
    """Words of which the glossary says that the thing has another name here."""
    table = text("docs/glossary.md").partition("| not | but |\n|---|---|\n")[2]
    return [line.split("|")[1].strip() for line in table.splitlines()]


def test_things_have_the_names_of_the_glossary() -> None:
    words = re.compile("|".join(map(re.escape, other_names())), re.IGNORECASE)
    assert words.search("-".join(["a Still", "born mutant"]))
    places = ("hashloom/", "docs/", "tests/", "campaigns/", "README.md", "CONTRIBUTING.md", "Makefile")
    read = [path for path in tracked() if str(path.relative_to(ROOT)).startswith(places)]
    found = {
        str(path.relative_to(ROOT)): word[0]
        for path in read
        if path.suffix in (".py", ".md", ".toml", ".j2", ".js", "")
        and path.name != "glossary.md"
        and (word := words.search(path.read_text(encoding="utf-8")))
    }
    assert found == {}


def test_every_package_takes_the_python_of_debian_12() -> None:
    """What is installed is what the lock file names, on whichever Python the lock file was made."""
    if "HASHLOOM_PYTHON" in os.environ:
        pytest.skip("pip chose by itself for HASHLOOM_PYTHON, without the lock file")
    refused = {
        one.metadata["Name"]: wanted
        for one in importlib.metadata.distributions()
        for wanted in one.metadata.get_all("Requires-Python") or ()
        if not SpecifierSet(wanted).contains("3.11.2")
    }
    assert refused == {}
