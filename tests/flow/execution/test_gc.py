# SPDX-License-Identifier: Apache-2.0
"""`hashloom gc` and `hashloom fsck`: what goes, what stays, what is noticed."""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from own_state import here, own_records, own_session

from hashloom.commands import main
from hashloom.commands.gc import size_argument
from hashloom.errors import UsageError
from hashloom.execution import kept, locks
from hashloom.execution.jobs import OK, Limits
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, room
from hashloom.libraries import FileLibrary, prepare
from hashloom.simulation.compiled import compiled

LIBERTY = "library (small) { cell (NAND2X1) { area : 32; } }"


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("HASHLOOM_RECORDS", raising=False)
    yield tmp_path / "state"
    locks.release()


def work(folder: Path, _: Session) -> Body:
    (folder / "netlist.v").write_text("x" * 1000)
    return {"state": OK}


def step(number: int) -> Path:
    return Action("kind", {"a": number}, Limits(), work).perform(own_session(), files=True).folder


def library(folder: Path) -> Path:
    (folder / "small.lib").write_text(LIBERTY)
    return prepare(FileLibrary(str(folder / "small.lib"), folder=here().libraries), []).path


def simulation(text: str) -> Path:
    def make(folder: Path) -> Path:
        (folder / "made").write_text(text)
        return folder / "made"

    return compiled({"text": text}, make, own_session()).parent


def age(place: Path, days: float) -> None:
    for path in (place, kept.sums_of(place)):
        if path.exists():
            os.utime(path, (time.time() - days * 86400,) * 2)


@pytest.fixture
def full(tmp_path: Path) -> dict[str, Path]:
    """A state folder with something in each store, which nobody uses any more."""
    places = {"old": step(1), "new": step(2), "library": library(tmp_path), "simulation": simulation("gates")}
    for name in ("old", "simulation"):
        age(places[name], 10)
    locks.release()
    return places


def answer(capsys: pytest.CaptureFixture[str], *argv: str, status: int = 0) -> Any:
    capsys.readouterr()
    assert main([*argv, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def gone(places: dict[str, Path]) -> set[str]:
    return {name for name, path in places.items() if not path.exists()}


def test_without_options_only_what_is_of_no_use(
    full: dict[str, Path], state: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert answer(capsys, "gc")["removed"] == []
    former = state / "cache" / "sim"  # of compiled simulations that were no steps
    former.mkdir()
    leavings = [state / "work" / "123-kind-abc", former / "name.so.abc", former / "0123.blif"]
    leavings += [full["library"].with_name(".small.lib.0123.partial"), full["library"].with_name("x.sha256")]
    for path in leavings:
        if "kind" in path.name or ".so." in path.name:
            path.mkdir(parents=True)
            (path / "half").write_text("x" * 500)
        else:
            path.write_text("half")
    told = answer(capsys, "gc", "--dry-run")
    assert {entry["path"] for entry in told["removed"]} == set(map(str, leavings))
    assert told["stores"]["scratch"] == {"entries": 1, "bytes": 500, "removed": 1, "removed_bytes": 500}
    assert all(path.exists() for path in leavings)
    assert answer(capsys, "gc")["removed"] == told["removed"]
    assert not any(path.exists() for path in leavings)
    assert gone(full) == set()


def test_what_was_not_used_for_long_goes(full: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    told = answer(capsys, "gc", "--older-than", "9.5", "--dry-run")
    assert gone(full) == set()
    assert answer(capsys, "gc", "--older-than", "9.5")["removed"] == told["removed"]
    assert gone(full) == {"old", "simulation"}
    assert len(own_records().all("kind")) == 2
    assert main(["gc", "--older-than", "0"]) == 0
    assert gone(full) == set(full)
    assert step(1).is_dir()


def test_use_makes_young(full: dict[str, Path]) -> None:
    step(1)
    locks.release()
    assert main(["gc", "--older-than", "9.5"]) == 0
    assert gone(full) == {"simulation"}


def test_the_oldest_go_until_there_is_room(full: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    age(full["old"], 20)
    whole = sum(store["bytes"] for store in answer(capsys, "gc")["stores"].values())
    assert answer(capsys, "gc", "--max-size", str(whole))["removed"] == []
    (entry,) = answer(capsys, "gc", "--max-size", str(whole - 1))["removed"]
    assert (entry["path"], entry["why"]) == (str(full["old"]), "for room")
    assert entry["bytes"] > 1000
    assert gone(full) == {"old"}
    assert main(["gc", "--max-size", "0"]) == 0
    assert gone(full) == set(full)


def test_what_is_in_use_stays(full: dict[str, Path], state: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Another process holds a step and attends the state folder; a third is at work."""
    program = f"""
import os, sys
from pathlib import Path
from hashloom.catalogue.places import Places
from hashloom.execution.locks import hold
from hashloom.execution.steps import room
with room("busy", Places.of(os.environ)) as folder:
    (folder / "half").touch()
    hold(Path({str(full["old"])!r}))
    print(folder, flush=True)
    sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        scratch = Path(other.stdout.readline().strip())
        told = answer(capsys, "gc", "--older-than", "0", "--max-size", "0")
        assert not told["alone"]
        assert {entry["path"] for entry in told["in_use"]} == {str(full["old"])}
        assert gone(full) == {"new", "library", "simulation"}
        assert (scratch / "half").exists()
        other.kill()
    told = answer(capsys, "gc", "--max-size", "0")
    assert told["alone"]
    assert gone(full) == set(full)
    assert not scratch.exists()


def test_who_comes_waits_until_the_sweep_is_over(full: dict[str, Path], state: Path) -> None:
    program = """
import os
from hashloom.catalogue.places import Places
from hashloom.execution.session import Session
Session.at(Places.of(os.environ))
"""
    with locks.alone(state) as nobody:
        assert nobody
        other = subprocess.Popen([sys.executable, "-c", program])
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(1.5)
    assert other.wait(20) == 0


def test_a_step_that_runs_is_not_swept(full: dict[str, Path]) -> None:
    with room("busy", here()) as folder:
        assert main(["gc", "--older-than", "0"]) == 0
        assert folder.is_dir()


def test_all_is_checked(
    full: dict[str, Path], rng: random.Random, capsys: pytest.CaptureFixture[str]
) -> None:
    """One bit, anywhere in what is kept."""
    clean = answer(capsys, "fsck")
    assert clean["checked"] == {"steps": 3, "libraries": 1}
    assert (clean["records"]["good"], clean["damaged"]) == (3, [])
    for name, place in full.items():
        path = rng.choice(sorted(place.iterdir())) if place.is_dir() else place
        content = bytearray(path.read_bytes())
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        path.write_bytes(content)
        for dry in (["--dry-run"], []):
            (entry,) = answer(capsys, "fsck", *dry, status=1)["damaged"]
            assert (entry["path"], entry["why"]) == (str(place), "is not what was written there")
            assert place.exists() == bool(dry), name
    assert answer(capsys, "fsck")["damaged"] == []


def test_records_are_checked(full: dict[str, Path], capsys: pytest.CaptureFixture[str]) -> None:
    import sqlite3

    with sqlite3.connect(own_records().path) as connection:
        connection.execute("UPDATE record SET body = replace(body, 'ok', 'OK') WHERE rowid = 1")
    connection.close()
    told = answer(capsys, "fsck", "--dry-run", status=1)
    assert told["records"]["damaged"] == [f"kind {full['old'].name}"]
    assert main(["fsck"]) == 1
    assert "1 record does not fit the checksum" in capsys.readouterr().err
    assert answer(capsys, "fsck")["records"]["good"] == 2
    own_records().path.write_bytes(b"no database" * 1000)
    assert main(["fsck"]) == 1
    assert "that is no file of records: move it away" in capsys.readouterr().err


def test_a_step_from_before_there_were_sums(
    full: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("old", "new"):
        kept.sums_of(full[name]).unlink()
    (full["new"] / "netlist.v").write_text("y" * 1000)
    (entry,) = answer(capsys, "fsck", status=1)["damaged"]
    assert (entry["path"], entry["why"]) == (str(full["new"]), "is not complete")


def test_where_there_is_nothing(capsys: pytest.CaptureFixture[str], state: Path) -> None:
    assert main(["gc"]) == 0
    assert main(["fsck"]) == 0
    assert not state.exists()
    assert "records: 0 checked, 0 damaged" in capsys.readouterr().out


def test_sizes() -> None:
    assert [size_argument(text) for text in ("0", "5", "1.5k", "2M", "1GiB", "3tb")] == [
        0, 5, 1536, 2 << 20, 1 << 30, 3 << 40,
    ]  # fmt: skip
    for text in ("", "x", "-1", "1P", "1e5", "nan", "G"):
        with pytest.raises(UsageError, match="is no size; write bytes"):
            size_argument(text)


@pytest.mark.parametrize("days", ["-1", "nan", "x"])
def test_ages_that_are_none(days: str) -> None:
    assert main(["gc", "--older-than", days]) == 2
