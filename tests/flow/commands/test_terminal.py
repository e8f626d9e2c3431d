# SPDX-License-Identifier: Apache-2.0
"""What a command shows of its progress: a line that fits a terminal and goes, lines of a log elsewhere."""

import io
import re
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from hashloom import commands
from hashloom.commands import hash as hash_command
from hashloom.commands._progress import ResultLines
from hashloom.commands._terminal import INTERVAL, Display
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
    line = Display()
    line.show("skein-512/8r-1m core: " + "x" * 200)
    line.show("a result: " + "y" * 200, "1/2 jobs", 0.5)
    line.clear()
    first, second, *_ = terminal.lines()
    assert re.match(r"\[0\.\d s\] skein-512/8r-1m core: xxx", first)
    assert "[1/2 jobs] a result:" in second
    assert max(map(len, terminal.lines())) <= WIDTH


def test_what_is_said_meanwhile_stays_and_the_terminal_is_left_as_it_was(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = terminal_of(monkeypatch)
    line = Display()
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
    line = Display()
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


SHORT = 0.1
"""Seconds from line to line of a log that is looked at."""


@pytest.fixture
def log() -> Iterator[Display]:
    """A display that says something all the time."""
    display = Display(interval=SHORT, tick=SHORT)
    yield display
    display.end()


def lines_of(capsys: pytest.CaptureFixture[str], wanted: int) -> list[str]:
    """Lines on standard error, as soon as there are so many."""
    found, until = "", time.monotonic() + 20
    while found.count("\n") < wanted and time.monotonic() < until:
        time.sleep(SHORT / 10)
        found += capsys.readouterr().err
    return found.splitlines()


def test_a_slow_job_is_told_of_again_and_again(log: Display, capsys: pytest.CaptureFixture[str]) -> None:
    began = time.monotonic()
    log.show("sha1/basic core: random")
    first, second, *_ = lines_of(capsys, 2)
    assert re.fullmatch(r"\[\d\.\d s\] sha1/basic core: random", first)
    assert second.endswith("sha1/basic core: random")
    assert time.monotonic() - began >= 2 * SHORT
    log.end()
    capsys.readouterr()
    time.sleep(3 * SHORT)
    assert capsys.readouterr().err == ""


def test_quick_jobs_are_a_few_lines_and_a_short_command_is_none(
    log: Display, capsys: pytest.CaptureFixture[str]
) -> None:
    began = time.monotonic()
    lines = ResultLines(2000, log)
    for number in range(2000):
        lines.say(f"job {number}")
        lines.end_row(f"job {number}", {})
    spent = time.monotonic() - began
    assert len(capsys.readouterr().err.splitlines()) <= spent / SHORT
    quick = Display()
    quick.show("sha1/basic core: random")
    quick.end()
    assert capsys.readouterr().err == ""
    assert INTERVAL == 10


def test_items_seconds_and_what_is_to_go_are_told() -> None:
    now = [100.0]
    display = Display(interval=1000, clock=lambda: now[0])
    display.begin("verify")
    now[0] += 2
    assert display.line() == "[2.0 s] verify"
    display.expect(10)
    display.show("sha1/basic core: random")
    assert display.line() == "[0/10, 2.0 s] sha1/basic core: random"
    now[0] += 60
    for _ in range(4):
        display.advance()
    assert display.line() == "[4/10, 62 s, about 90 s to go] sha1/basic core: random"
    for _ in range(6):
        display.advance()
    display.show("writing")
    assert display.line() == "[10/10, 62 s] writing"
    display.show("sha256", "3/9 jobs; 5 s, ? to go", 0.3)
    assert display.line() == "[3/9 jobs; 5 s, ? to go] sha256"
    display.end()


def test_a_program_that_was_started_speaks_alone(log: Display, capsys: pytest.CaptureFixture[str]) -> None:
    log.begin("renew")
    with log.silent():
        time.sleep(3 * SHORT)
        assert capsys.readouterr().err == ""
    assert lines_of(capsys, 1)[0].endswith("renew")


SLOW = """
import sys, time
from hashloom import commands
from hashloom.commands import _terminal, hash as command
_terminal.DISPLAY.interval = 0.1
def run(arguments):
    {doing}
    print('{{"digest": 1}}')
    return 0
command.run = run
sys.argv = ["hashloom", "hash", "sha1", "--json"]
sys.exit(commands.main())
"""


@pytest.mark.parametrize(
    ("doing", "said"),
    [("time.sleep(1)", "hash"), ("commands.show_progress('reading'); time.sleep(1)", "reading")],
)
def test_no_command_is_silent_in_a_pipe_and_what_it_prints_is_not_touched(doing: str, said: str) -> None:
    program = [sys.executable, "-c", SLOW.format(doing=doing)]
    done = subprocess.run(program, capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout == '{"digest": 1}\n'
    told = done.stderr.splitlines()
    assert 3 <= len(told) <= 12
    assert all(re.fullmatch(rf"\[\d\.\d s\] {said}", line) for line in told)


def test_what_went_wrong_is_the_last_line() -> None:
    """Whatever time it takes to print it: a line of the log that follows would hide it."""
    doing = (
        "from hashloom.errors import CheckFailed; printed = commands.note; "
        "commands.note = lambda text: (printed(text), time.sleep(0.5)); "
        "commands.show_progress('reading'); time.sleep(0.3); raise CheckFailed('it differs')"
    )
    program = [sys.executable, "-c", SLOW.format(doing=doing)]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    *told, last = done.stderr.splitlines()
    assert last == "hashloom: it differs"
    assert told
    assert all(line.endswith("] reading") for line in told)


def test_a_reader_who_goes_away_ends_it(monkeypatch: pytest.MonkeyPatch, log: Display) -> None:
    class Gone(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stderr", Gone())
    log.show("sha1/basic core: random")
    time.sleep(3 * SHORT)
    log.show("sha1/basic core: block boundaries")


def test_seconds_go_on_while_a_job_takes_long(monkeypatch: pytest.MonkeyPatch, log: Display) -> None:
    terminal = terminal_of(monkeypatch)
    log.show("sha1/basic core: random")
    time.sleep(5 * SHORT)
    log.end()
    shown = {line for line in terminal.lines() if line.endswith("random")}
    assert len(shown) >= 3


def test_a_bar_grows_with_the_results(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_of(monkeypatch)
    lines = ResultLines(2, Display())
    for number in range(2):
        lines.say("synthesis")
        lines.end_row(f"row {number}", {})
    drawn = [re.sub(r"^\x1b\[2K|\x1b\[\?25l", "", part) for part in terminal.getvalue().split("\r")]
    first, second, *_ = (part for part in drawn if re.search(r"\[\d/2, ", part))
    assert "[0/2" in first
    assert "[1/2" in second
    assert first.split("[0/2")[0] != second.split("[1/2")[0]
    assert terminal.getvalue().endswith("\x1b[2K")
