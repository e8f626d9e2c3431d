# SPDX-License-Identifier: Apache-2.0
"""The plan of results/: what its documents consist of, and the command that makes them."""

import json
import re
from pathlib import Path

import pytest
from folders import ROOT
from own_state import here

from hashloom.campaign import renewal
from hashloom.catalogue import designs, functions
from hashloom.commands import command_names, main
from hashloom.errors import UsageError
from hashloom.results import writer

PLAN = ROOT / renewal.FILE
MADE_ELSEWHERE = {"ulx3s"}
"""By examples/ulx3s/measure.py, from a bitstream."""
NAMES = ["sha1/basic", "sha256/basic", "sha256/tree", "skein-1.3-512-512/8r-1m", "skein-1.3-512-512/1r-8m"]


def write(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A plan in a folder, which is the working directory too: its file comes before hashloom's own."""
    path = folder / renewal.FILE
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    monkeypatch.chdir(folder)
    return path


def test_every_document_of_results_has_its_runs() -> None:
    committed = {path.stem for path in (ROOT / "results").glob("*.json")} - MADE_ELSEWHERE
    assert committed == {one.name for one in renewal.read(PLAN, here())}


def test_runs_are_of_commands_that_are_there() -> None:
    for document in renewal.read(PLAN, here()):
        for line in document.command_lines(Path("results"), again=True, jobs=3):
            assert line[0] in command_names(), document.name
            assert not [word for word in line if re.fullmatch(r"\{.*\}", word)], document.name


def test_every_listed_function_is_verified_in_every_form_but_skein() -> None:
    """But for the narrowest, which take minutes: of Keccak, Groestl, Shabal one function stands for all."""
    stands = {
        ("keccak", "slices-1"): "sha3-256",
        ("keccak", "slices-2"): "sha3-256",
        ("groestl", "compact-8"): "groestl-r3-256",
        ("groestl", "compact-16"): "groestl-r3-256",
        ("shabal", "compact-2"): "shabal-r2-256",
    }
    planned = next(one for one in renewal.read(PLAN, here()) if one.name == "verification")
    others = {
        one.name
        for one in designs(here())
        if one.family.name != "skein"
        and stands.get((one.family.name, one.architecture.name), one.function.name) == one.function.name
    }
    assert others <= set(planned.designs)
    assert {one.name for one in functions(here())} == {name.partition("/")[0] for name in planned.designs}


@pytest.mark.parametrize(
    ("patterns", "found"),
    [
        (["sha1/basic"], ["sha1/basic"]),
        (["sha256"], ["sha256"]),
        (["sha*/basic", "sha256/*"], ["sha1/basic", "sha256/basic", "sha256/tree"]),
        (["*/*", "!skein-*"], NAMES[:3]),
        (["*/*", "!skein-*", "skein-*/8r-1m"], NAMES[:4]),
        (["*/*", "!*/basic"], NAMES[2:]),
        (["*/*", "!sha256"], [NAMES[0], *NAMES[3:]]),
    ],
)
def test_patterns(patterns: list[str], found: list[str]) -> None:
    assert renewal.matching(patterns, NAMES) == found


def test_a_pattern_that_matches_nothing_is_named() -> None:
    with pytest.raises(UsageError, match=r"'sha9\*' matches nothing of the catalogue"):
        renewal.matching(["sha9*"], NAMES)


def test_what_a_document_has_is_taken_unless_it_is_made_again(tmp_path: Path) -> None:
    document = renewal.RenewedDocument("one", ("synth {designs} {reuse} --json",), designs=("sha1/basic",))

    def words(again: bool) -> list[str]:
        return document.command_lines(tmp_path, again, 1)[0][2:]

    assert words(again=False) == ["--json"]
    (tmp_path / "one.json").touch()
    assert words(again=False) == ["--reuse", str(tmp_path / "one.json"), "--json"]
    assert words(again=True) == ["--again", "--json"]


def test_a_run_takes_what_another_document_has_unless_it_is_made_again(tmp_path: Path) -> None:
    document = renewal.RenewedDocument("one", ("overhead sha1/basic {reuse:two} -o {results}",))
    (tmp_path / "one.json").touch()
    assert document.command_lines(tmp_path, False, 1)[0][2:] == ["-o", str(tmp_path)]
    (tmp_path / "two.json").touch()
    taken = ["--reuse", str(tmp_path / "two.json")]
    assert document.command_lines(tmp_path, False, 1)[0][2:] == [*taken, "-o", str(tmp_path)]
    assert document.command_lines(tmp_path, True, 1)[0][2:] == ["-o", str(tmp_path)]


def test_a_printed_document_is_written_and_a_failed_run_leaves_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    plan = '[[document]]\nname = "made"\ndesigns = ["sha1/basic"]\nruns = ["RUN"]\n'
    write(tmp_path, plan.replace("RUN", "hash sha1 abc.txt --json"), monkeypatch)
    (tmp_path / "abc.txt").write_text("abc")
    assert main(["renew", "-o", "out"]) == 1
    assert "made.json is not written" in capfd.readouterr().err, "a digest is no document of results"
    assert not (tmp_path / "out").exists()

    monkeypatch.setattr(writer, "check", lambda path, content, places: None)
    assert main(["renew", "-o", "out"]) == 0, capfd.readouterr().err
    made = (tmp_path / "out" / "made.json").read_text()
    assert "a9993e364706816aba3e25717850c26c9cd0d89d" in json.dumps(json.loads(made))

    write(tmp_path, plan.replace("RUN", "hash sha1 missing.txt --json"), monkeypatch)
    assert main(["renew", "made", "-o", "out"]) == 1
    assert "made was not made: exit status 2" in capfd.readouterr().err
    assert (tmp_path / "out" / "made.json").read_text() == made


def test_a_list_runs_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["renew", "mutation-skein", "--list", "-o", str(tmp_path / "out")]) == 0
    assert capsys.readouterr().out.startswith(
        "mutation-skein: python -m hashloom mutate skein-1.3-256-256/4r-2m"
    )
    assert not (tmp_path / "out").exists()


def test_a_document_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["renew", "prove", "--list"]) == 2
    assert "there is no document 'prove'; the nearest known: proofs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "document is missing; it must be a list"),
        (
            'x = 1\n[[document]]\nname = "a"\nruns = ["list"]',
            "line 1, the top of the file has no entry 'x'; known: document",
        ),
        ("document = 3", "line 1: document is 3; it must be a list"),
        ("document = []", r"line 1: document is \[\]; it must be a list that is not empty"),
        (
            '[[document]]\nruns = ["list"]',
            "line 1, document: name is missing; it must be a text in quotation marks",
        ),
        ('[[document]]\nname = "a"', "line 1, document 'a': it needs either runs"),
        (
            '[[document]]\nname = "a"\nruns = ["list"]\nmodule = "m"',
            "line 1, document 'a': it needs either runs",
        ),
        (
            '[[document]]\nname = "a"\nrun = ["list"]',
            "line 3, document 'a' has no entry 'run'; the nearest known: runs",
        ),
        (
            '[[document]]\nname = "a"\nruns = "list"',
            "line 3, document 'a': runs is 'list'; it must be a list of texts",
        ),
        (
            '[[document]]\nname = "a"\nruns = ["list"]\ndesigns = ["q*"]',
            r"line 4, document 'a', designs: 'q\*' matches nothing",
        ),
        (
            '[[document]]\nname = "a"\nruns = ["list"]\n' * 2,
            "line 4, document 'a': there are two documents 'a'",
        ),
    ],
)
def test_mistakes_in_the_plan(
    text: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(UsageError, match=sentence):
        renewal.read(write(tmp_path, text, monkeypatch), here())
