# SPDX-License-Identifier: Apache-2.0
import importlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from hashloom import commands
from hashloom.commands import hash as hash_command
from hashloom.commands import list_ as list_command
from hashloom.errors import CheckFailed, HashloomError, MissingTool, UsageError


def test_every_command_module_keeps_the_contract() -> None:
    names = commands.command_names()
    assert {"hash", "list"} <= names.keys()
    for name, module_name in names.items():
        module = importlib.import_module(module_name)
        assert name == module.NAME
        assert module.HELP
        assert "\n" not in module.HELP
        assert commands.help_line(Path(str(module.__file__))) == module.HELP
        assert callable(module.configure)
        assert callable(module.run)


@pytest.mark.parametrize("text", ['NAME = "list"\n', 'HELP = "list " + KINDS\n', 'HELP = f"{NAME} all"\n'])
def test_a_help_line_that_must_be_computed_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "list_.py").write_text(text)
    with pytest.raises(ValueError, match=r"list_\.py: HELP is no plain string"):
        commands.help_line(tmp_path / "list_.py")


def brought(arguments: list[str], first: str = "") -> set[str]:
    """Modules that a run of the command line imports: of hashloom, of other distributions, and asyncio."""
    program = f"""
import sys
before = set(sys.modules)
{first}
from hashloom.commands import main
try:
    main({arguments!r})
except SystemExit:
    pass
for name in set(sys.modules) - before:
    file = getattr(sys.modules[name], "__file__", None) or ""
    if name.partition(".")[0] in ("hashloom", "asyncio") or "-packages" in file:
        print("brought", name)
"""
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    return {line.split()[1] for line in said.splitlines() if line.startswith("brought ")}


LIGHT = {
    *("hashloom", "hashloom.commands", "hashloom.commands._terminal", "hashloom.errors"),
    *("hashloom.execution", "hashloom.execution.process", "hashloom.files", "hashloom.files.suggestions"),
}


@pytest.mark.parametrize("argument", ["--help", "--version"])
def test_help_starts_at_once_since_it_imports_no_room(argument: str) -> None:
    assert brought([argument]) == LIGHT


@pytest.mark.parametrize("own", ["", "glibc.malloc.check=0"])
def test_programs_get_large_pages_unless_the_user_says_how_memory_is_kept(own: str) -> None:
    program = (
        "import os, sys\nfrom hashloom import commands\n"
        "commands._told = lambda argv: print(os.environ['GLIBC_TUNABLES']) or 0\nsys.exit(commands.main())"
    )
    environment = {name: text for name, text in os.environ.items() if name != "GLIBC_TUNABLES"}
    environment |= {"GLIBC_TUNABLES": own} if own else {}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.split() == [own or "glibc.malloc.hugetlb=1"]


def test_a_list_brings_no_models_of_pydantic() -> None:
    found = brought(["list"])
    assert "hashloom.catalogue" in found
    assert not {name for name in found if name.partition(".")[0] in ("pydantic", "pydantic_core")}


@pytest.mark.parametrize("arguments", [["list", "--json"], ["hash", "sha1", "/dev/null", "--json"]])
def test_what_is_no_document_of_results_is_printed_without_their_models(arguments: list[str]) -> None:
    found = brought(arguments)
    assert "hashloom.results.printed" in found
    assert not found & {"hashloom.rows", "hashloom.results.reader"}


@pytest.mark.parametrize("heavy", ["distributed", "hashloom.catalogue", "hashloom.commands.synth"])
def test_a_heavy_import_at_the_start_is_noticed(heavy: str) -> None:
    assert heavy in brought(["--help"], f"import {heavy}")


def test_a_command_brings_no_other() -> None:
    found = brought(["hash", "--help"])
    assert {name for name in found if name.startswith("hashloom.commands.")} == {
        "hashloom.commands._arguments",
        "hashloom.commands._documents",
        "hashloom.commands._terminal",
        "hashloom.commands.hash",
    }


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main([]) == 0
    output = capsys.readouterr().out
    assert all(name in output for name in commands.command_names())


@pytest.mark.parametrize("name", sorted(commands.command_names()))
def test_help_of_a_command_offers_json(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        commands.main([name, "--help"])
    assert caught.value.code == 0
    assert "--json" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("argv", "complaint"),
    [
        (["lst"], "unknown command 'lst'; the nearest known: list"),
        (["list", "--jsn"], "unknown argument --jsn; see 'hashloom list --help'"),
        (["list", "design"], "nothing is called 'design'; the nearest known: designs"),
        (["hash"], "the following arguments are required: FUNCTION; see 'hashloom hash --help'"),
        (["hash", "skien-512"], "unknown function 'skien-512'; the nearest known: skein-512"),
        (
            ["verify", "sha256/basic", "--set", "ADDER=FAST"],
            "'ADDER=FAST' sets no parameter; write NAME=N, N a number or one of TOOL, RIPPLE",
        ),
        (
            ["verify", "sha256/basic", "--set", "WORD=8"],
            "sha256/basic has no parameter 'WORD' that may be set",
        ),
        (["--bogus"], "unknown argument --bogus; see 'hashloom --help'"),
    ],
)
def test_wrong_usage(argv: list[str], complaint: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert commands.main(argv) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(f"hashloom: {complaint}")
    assert captured.err.count("\n") == 1


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (CheckFailed("one digest differs"), 1, "one digest differs"),
        (HashloomError("the disk is full"), 1, "the disk is full"),
        (UsageError("no such file"), 2, "no such file"),
        (MissingTool("yosys is missing", "make setup"), 3, "yosys is missing; install it with: make setup"),
        (MissingTool("yosys is missing"), 3, "yosys is missing"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (OSError(28, "No space left on device", "x.json"), 1, "No space left on device: x.json"),
    ],
)
def test_exit_status(
    error: BaseException,
    status: int,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(_: object) -> int:
        raise error

    monkeypatch.setattr(list_command, "run", fail)
    assert commands.main(["list"]) == status
    assert capsys.readouterr().err == f"hashloom: {text}\n"


def test_status_of_the_command_is_that_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hash_command, "run", lambda _: 1)
    assert commands.main(["hash", "sha256"]) == 1


def test_reader_of_the_output_goes_away() -> None:
    """As in `hashloom list | head -1`: no traceback."""
    command = f"{sys.executable} -u -m hashloom list designs | head -1 >/dev/null; echo ${{PIPESTATUS[0]}}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert result.stderr == ""
    assert result.stdout in ("141\n", "0\n")


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        commands.main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out.startswith("hashloom ")
