# SPDX-License-Identifier: Apache-2.0
"""The pages a reader meets first: README, the tutorial, and the commands that any page names."""

import os
import re
import shlex
import shutil
import sys
from pathlib import Path

import pytest
from folders import ROOT
from own_state import here
from page_commands import Step, commands, complaints, session

from hashloom.commands import command_names, parser_for
from hashloom.errors import HashloomError
from hashloom.reports import face, findings, refresh

README = ROOT / "README.md"
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in refresh.markdown_files(ROOT)
}
NAMED = [(name, words) for name, page in PAGES.items() for words in commands(page)]
PNG_BYTES = 150_000


def refused(words: list[str]) -> str:
    """Why the command line does not take these arguments; "" if it does."""
    known = command_names()
    if words[0] not in known:
        return "no such command"
    try:
        _, unknown = parser_for(words[0], known)[0].parse_known_args(words)
    except HashloomError as error:
        return str(error)
    except SystemExit:
        return ""
    return " ".join(unknown)


def test_every_command_that_a_page_names_is_there() -> None:
    assert len(NAMED) > 100
    assert {
        f"{name}: hashloom {' '.join(words)}": why for name, words in NAMED if (why := refused(words))
    } == {}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("    hashloom list sha1   # what there is", ["list", "sha1"]),
        ("    .venv/bin/hashloom verify sha1 >out", ["verify", "sha1"]),
        ("```console\n$ A=b hashloom show sha1; echo $?\n```", ["show", "sha1"]),
        ("    hashloom synth sha1 \\\n      --target osu018 && ls", ["synth", "sha1", "--target", "osu018"]),
    ],
)
def test_commands_are_found(line: str, words: list[str]) -> None:
    assert list(commands(f"Text: hashloom is no command here.\n\n{line}\n")) == [words]


@pytest.mark.parametrize("words", [["sow"], ["show", "sha1", "--for", "speed"], ["synth", "--seeds", "many"]])
def test_a_command_that_is_none_is_noticed(words: list[str]) -> None:
    assert refused(words)


def test_readme_is_for_its_reader() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 150
    first = "\n".join(lines[:22])
    assert "    make demo" in first
    assert "    make test" in first


def test_screenshots_are_small() -> None:
    shown = re.findall(r"docs/figures/\w+\.png", README.read_text(encoding="utf-8"))
    assert shown
    for name in shown:
        content = (ROOT / name).read_bytes()
        assert content.startswith(b"\x89PNG")
        assert len(content) < PNG_BYTES


def test_a_badge_says_what_is_not_whole() -> None:
    assert face.share("proven", [True, True]).count(">2<") == 1
    broken = face.share("proven", [True, False])
    assert ">1 of 2<" in broken
    assert face.BROKEN in broken
    assert face.BROKEN not in face.share("proven", [True, True])


def test_an_unknown_finding_is_named() -> None:
    with pytest.raises(HashloomError, match="no finding 'ordre'; there are: order, loops"):
        findings.region(here(), "ordre")


def test_names_stand_in_a_sentence() -> None:
    assert [findings.listed(names) for names in (["a"], ["a", "b"], ["a", "b", "c"])] == [
        "a",
        "a and b",
        "a, b and c",
    ]


@pytest.fixture
def environment(tmp_path: Path, simulation_state: Path) -> dict[str, str]:
    """That of a shell in which `hashloom` is this checkout's, with records of its own."""
    program = tmp_path / ".venv" / "bin" / "hashloom"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m hashloom "$@"\n')
    program.chmod(0o755)
    shutil.copytree(
        ROOT / "cores", tmp_path / "cores"
    )  # no link: a copy of that would be one too, and be edited
    path = f"{program.parent}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "HASHLOOM_RECORDS": str(tmp_path / "records.sqlite")}


def written_in_cores() -> dict[str, int]:
    """When each file of the cores was written or put in its place (st_ctime_ns)."""
    return {str(path): path.stat().st_ctime_ns for path in (ROOT / "cores").rglob("*.sv")}


@pytest.mark.long
def test_the_tutorial_does_what_it_says(tmp_path: Path, environment: dict[str, str]) -> None:
    steps = session(PAGES["docs/tutorial.md"])
    assert len(steps) > 12
    before = written_in_cores()
    assert complaints(steps, tmp_path, environment) == []
    assert written_in_cores() == before, "the tutorial edits the cores of the checkout"


def test_how_far_a_slow_command_is_does_not_count(tmp_path: Path) -> None:
    lines = "[10 s] sha1/basic core: random\n[1/12, 2 min, about 3 h 10 min to go] [x] y\n"
    step = Step(f"printf {shlex.quote(lines)}; echo done", "done\n")
    assert complaints([step], tmp_path, os.environ) == []
    assert complaints([Step("echo '[10 t] x'; echo done", "done\n")], tmp_path, os.environ) != []


def test_a_tutorial_that_says_otherwise_is_noticed(tmp_path: Path) -> None:
    steps = [
        Step("cd /", None),
        Step("pwd", "/\n"),
        Step("echo one two", "one ...\n"),
        Step("echo three", "four\n"),
        Step("false", None),
    ]
    said = complaints(steps, tmp_path, os.environ)
    assert [one.splitlines()[0] for one in said] == ["$ echo three", "$ false"]
