# SPDX-License-Identifier: Apache-2.0
"""Times of the laboratory: measured in a clone, written as a file that the table is made of."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from own_state import here, with_repository

from hashloom.errors import UsageError
from hashloom.reports import laboratory_times

GIT = ["git", "-c", "user.name=x", "-c", "user.email=x@example.org"]
QUICK = """
[[bar]]
name = "wait"
what = 'waits, "quoted"'
command = "sleep 0.2"
most_seconds = 1

[[bar]]
name = "says"
what = "says its times"
command = "echo 2.5 s, of them 1.25 s of a processor"
runs = 3
says = "([0-9.]+) s, of them ([0-9.]+) s"
most_seconds = 5
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A repository with the tool, and a Makefile that sets nothing up."""
    folder = tmp_path / "checkout"
    (folder / "tools").mkdir(parents=True)
    (folder / "results").mkdir()
    shutil.copy(ROOT / "tools" / "bars.py", folder / "tools")
    (folder / "Makefile").write_text("setup:\n\t@touch set-up\n")
    (folder / "results" / "bars.toml").write_text(QUICK)
    for words in (["init", "-q"], ["add", "-A", "."], ["commit", "-q", "-m", "all"]):
        subprocess.run(
            [*GIT, *words], cwd=folder, check=True, env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
        )
    return folder


def measure(checkout: Path, *names: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "tools/bars.py", *names]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)


def bars(checkout: Path) -> dict[str, dict[str, Any]]:
    found = tomllib.loads((checkout / "results" / "bars.toml").read_text())["bar"]
    return {bar["name"]: bar for bar in found}


def test_commands_are_timed_in_a_clone_and_written(checkout: Path) -> None:
    before = bars(checkout)
    done = measure(checkout)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    found = bars(checkout)
    assert 0.2 <= found["wait"]["seconds"] < 20
    assert (found["says"]["seconds"], found["says"]["processor_seconds"]) == (2.5, 1.25)
    assert done.stderr.count("bars: echo") == 3
    head = subprocess.run(
        [*GIT, "rev-parse", "HEAD"], cwd=checkout, capture_output=True, text=True, check=True
    )
    for name, bar in found.items():
        assert before[name].items() <= bar.items()
        assert head.stdout.startswith(bar["commit"])
    assert not (checkout / "set-up").exists(), "it is the clone that is set up"
    table = laboratory_times.region(with_repository(checkout))
    assert "| 2.5 s | 1.25 s |" in table
    assert found["wait"]["machine"] in table


def test_one_of_them_alone(checkout: Path) -> None:
    assert measure(checkout, "says").returncode == 0
    found = bars(checkout)
    assert ("seconds" in found["wait"], found["says"]["seconds"]) == (False, 2.5)


@pytest.mark.parametrize(
    ("old", "new", "names", "why"),
    [
        ("sleep 0.2", "echo no >&2; exit 3", (), "exit 3' ends with status 3: no"),
        ("of them 1.25", "of which 1.25", (), "does not say its times"),
        ("", "", ("weight",), "has no command 'weight'"),
    ],
)
def test_what_does_not_end_well_writes_nothing(
    checkout: Path, old: str, new: str, names: tuple[str, ...], why: str
) -> None:
    path = checkout / "results" / "bars.toml"
    path.write_text(path.read_text().replace(old, new, 1))
    before = path.read_text()
    done = measure(checkout, *names)
    assert (done.returncode, done.stdout) == (1, "")
    assert why in done.stderr.splitlines()[-1]
    assert path.read_text() == before


def test_a_wrong_file_is_named(checkout: Path) -> None:
    path = checkout / "results" / "bars.toml"
    path.write_text(path.read_text().replace("most_seconds = 5", "most_seconds = 0"))
    with pytest.raises(UsageError, match=r"bars.toml: line \d+, bar 'says': most_seconds is 0"):
        laboratory_times.region(with_repository(checkout))


def test_the_commands_of_the_file_are_there() -> None:
    """Rules of the Makefile, and a test whose output has the times that are looked for."""
    found = bars(ROOT)
    rules = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.MULTILINE)
    made = [bar["command"].split()[1] for bar in found.values() if bar["command"].startswith("make ")]
    assert made
    assert set(made) <= set(rules)
    words = found["campaign"]["command"].split()
    test, name = next(word for word in words if word.endswith(".py")), words[words.index("-k") + 1]
    text = (ROOT / test).read_text()
    assert f"def test_a_campaign_of_{name}_answers_at_once" in text
    assert re.search(found["campaign"]["says"], "0.9 s, of them 0.8 s of a processor")
    assert 'print(f"{seconds:.1f} s, of them {busy:.1f} s of a processor")' in text


def test_a_time_for_people() -> None:
    times = (None, 0.123, 59.96, 119.0, 140, 720.4)
    assert [laboratory_times.said(one) for one in times] == [
        "–", "0.123 s", "60 s", "119 s", "2 min 20 s", "12 min 0 s",
    ]  # fmt: skip
    assert laboratory_times.region(here()).startswith(("By `python3", "Not measured yet"))
