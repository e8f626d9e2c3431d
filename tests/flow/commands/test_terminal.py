# SPDX-License-Identifier: Apache-2.0
"""What a command shows of its progress: a line that fits a terminal and goes, lines of a log elsewhere."""

import io
import re
import subprocess
import sys

import pytest

from hashloom import commands
from hashloom.commands import hash as hash_command
from hashloom.commands._progress import ResultLines
from hashloom.commands._terminal import LastLine
from hashloom.errors import CheckFailed, note

WIDTH = 40
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
HIDDEN, SHOWN = "\x1b[?25l", "\x1b[?25h"


class Terminal(io.StringIO):
    """Standard error that says it is a terminal."""

    def isatty(self) -> bool:
        return True

    def lines(self) -> list[str]:
        """All that was ever written, by line of the screen, without control sequences."""
        return [line for line in re.split(r"[\r\n]+", CONTROL.sub("", self.getvalue())) if line]


def terminal_of(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error as a terminal from here on; no fixture, since pytest renews the streams after these."""
    made = Terminal()
    monkeypatch.setattr(sys, "stderr", made)
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    monkeypatch.setenv("TERM", "xterm")
    return made


def test_a_line_never_gets_longer_than_the_terminal_is_wide(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    line = LastLine()
    line.show("skein-512/8r-1m core: " + "x" * 200)
    line.show("a result: " + "y" * 200, 0.5)
    line.clear()
    first, second, *_ = terminal.lines()
    assert first.startswith("skein-512/8r-1m core: xxx")
    assert "a result: yyy" in second
    assert max(map(len, terminal.lines())) <= WIDTH


def test_what_is_said_meanwhile_stays_and_the_terminal_is_left_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = terminal_of(monkeypatch)
    line = LastLine()
    line.show("sha1/basic core: random")
    note("sha1/basic: timed-out")
    line.show("")
    note("wrote results/iskein.json")
    assert [text for text in terminal.lines() if text.startswith("hashloom: ")] == [
        "hashloom: sha1/basic: timed-out",
        "hashloom: wrote results/iskein.json",
    ]
    assert terminal.getvalue().rindex(SHOWN) > terminal.getvalue().rindex(HIDDEN)
    assert sys.stderr is terminal


def test_control_characters_of_a_name_do_not_reach_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    line = LastLine()
    line.show("rows\x07 of a\x08 \x1b[2Jfile [bold]x[/]")
    line.clear()
    assert "\x07" not in terminal.getvalue()
    assert "\x08" not in terminal.getvalue()
    assert "[bold]x[/]" in terminal.getvalue()


@pytest.mark.parametrize("error", [CheckFailed("it differs"), KeyboardInterrupt(), RuntimeError("a fault")])
def test_the_line_goes_however_a_command_ends(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)

    def fails(arguments: object) -> int:
        commands.show_progress("sha1/basic core: random")
        raise error

    monkeypatch.setattr(hash_command, "run", fails)
    if isinstance(error, RuntimeError):
        with pytest.raises(RuntimeError):
            commands.main(["hash", "sha1"])
    else:
        assert commands.main(["hash", "sha1"]) == (130 if isinstance(error, KeyboardInterrupt) else 1)
    assert terminal.getvalue().count(HIDDEN) == terminal.getvalue().count(SHOWN) == 1
    assert sys.stderr is terminal


def test_without_a_terminal_nothing_is_drawn_and_rich_not_imported() -> None:
    program = (
        "import sys\n"
        "from hashloom.commands import show_progress\n"
        "show_progress('sha1/basic core: random')\n"
        "show_progress('')\n"
        "print(sorted(name for name in sys.modules if name.partition('.')[0] == 'rich'))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_a_log_has_a_line_for_each_step_and_no_control_sequence(capsys: pytest.CaptureFixture[str]) -> None:
    lines = ResultLines(2)
    lines.say("sha1/basic small on osu018: synthesis")
    lines.end_row("adder small on osu018", {"state": "timed-out", "message": "after 3 s"})
    lines.say("sha1/basic fast on osu018: synthesis")
    assert capsys.readouterr().err.splitlines() == [
        "[0/2    0 s] sha1/basic small on osu018: synthesis",
        "hashloom: adder small on osu018: timed-out: after 3 s",
        "[1/2    0 s] sha1/basic fast on osu018: synthesis",
    ]


def test_a_bar_grows_with_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    lines = ResultLines(2)
    for number in range(2):
        lines.say("synthesis")
        lines.end_row(f"row {number}", {})
    drawn = [re.sub(r"^\x1b\[2K|\x1b\[\?25l", "", part) for part in terminal.getvalue().split("\r")]
    first, second, *_ = (part for part in drawn if "synthesis" in part)
    assert "[0/2" in first
    assert "[1/2" in second
    assert first.split("[0/2")[0] != second.split("[1/2")[0]
    assert terminal.getvalue().endswith("\x1b[2K")
