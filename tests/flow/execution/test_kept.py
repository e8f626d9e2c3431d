# SPDX-License-Identifier: Apache-2.0
"""What is kept carries its sum: one byte that differs is never a result."""

import gzip
import hashlib
import json
import random
import sqlite3
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from own_state import here, own_records, own_session, state_folder

from hashloom.errors import HashloomError
from hashloom.execution import kept, locks
from hashloom.execution.jobs import OK, Limits
from hashloom.execution.records import Body, Records
from hashloom.execution.session import Session
from hashloom.execution.steps import Action
from hashloom.libraries import FileLibrary, Library, WheelLibrary, prepare

LIBERTY = """
library (small) {
  cell (NAND2X1) { area : 32; pin (Y) { function : "(!(A B))"; } }
  cell (DFFPOSX1) { area : 96; ff (Q, QN) { clocked_on : "CLK"; } }
}
"""
LIMITS = Limits()


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("HASHLOOM_RECORDS", raising=False)
    yield tmp_path / "state"
    locks.release()


def flip(path: Path, place: int, bit: int = 0) -> None:
    content = bytearray(path.read_bytes())
    content[place] ^= 1 << bit
    path.write_bytes(content)


def work(folder: Path, _: Session) -> Body:
    (folder / "netlist.v").write_text("module core;\nendmodule\n")
    (folder / "log").write_text("area 1234\n")
    return {"state": OK, "area": 1234}


def refuse(folder: Path, _: Session) -> Body:
    raise AssertionError("it was there")


def step(files: bool = True) -> Path:
    return Action("kind", {"a": 1}, LIMITS, work).perform(own_session(), files).folder


def test_a_folder_has_the_sums_that_sha256sum_checks() -> None:
    folder = step()
    assert (folder / kept.SUMS).read_text().splitlines()[0].endswith("  log")
    subprocess.run(["sha256sum", "--check", "--strict", kept.SUMS], cwd=folder, check=True)
    Action("kind", {"a": 1}, LIMITS, refuse).perform(own_session(), files=True)


def test_names_that_sha256sum_writes_otherwise(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "in").mkdir(parents=True)
    for name in (b"new\nline", b"back\\slash", b"\xff", b"in/blank and '\""):
        (folder / name.decode(errors="surrogateescape")).touch()
    kept.seal(folder)
    assert kept.wrong(folder) is None
    subprocess.run(["sha256sum", "--check", "--strict", kept.SUMS], cwd=folder, check=True)


def test_any_byte_of_a_step_that_flips_is_noticed(
    rng: random.Random, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(12):
        folder = step()
        path = rng.choice(sorted(folder.iterdir()))
        flip(path, rng.randrange(path.stat().st_size), rng.randrange(8))
        assert kept.wrong(folder) is not None
        capsys.readouterr()
        assert (step() / "netlist.v").read_text() == "module core;\nendmodule\n"
        assert (
            f"{folder} is not what was written there; it is removed, and made anew" in capsys.readouterr().err
        )
        assert kept.wrong(folder) is None


@pytest.mark.parametrize("what", ["gone", "more", "no sums"])
def test_a_step_that_is_not_whole_is_made_anew(what: str) -> None:
    folder = step()
    if what == "more":
        (folder / "more").touch()
    else:
        (folder / ("log" if what == "gone" else kept.SUMS)).unlink()
    if what == "no sums":
        (folder / "netlist.v").write_text("module")
    assert sorted(path.name for path in step().iterdir()) == [kept.SUMS, "log", "netlist.v"]
    assert kept.wrong(folder) is None


def test_a_step_from_before_there_were_sums_gets_them() -> None:
    folder = step()
    kept.sums_of(folder).unlink()
    Action("kind", {"a": 1}, LIMITS, refuse).perform(own_session(), files=True)
    assert kept.wrong(folder) is None


@pytest.mark.parametrize("column", ["kind", "key", "body", "checksum"])
def test_any_byte_of_a_record_that_flips_is_noticed(
    column: str, rng: random.Random, capsys: pytest.CaptureFixture[str]
) -> None:
    records = own_records()
    records.put("other", "z", {"n": 1})
    folder = step(files=False)
    with sqlite3.connect(records.path) as connection:
        ((rowid, value),) = connection.execute(f"SELECT rowid, {column} FROM record WHERE kind = 'kind'")
        content = bytearray(value.encode())
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        connection.execute(
            f"UPDATE record SET {column} = CAST(? AS TEXT) WHERE rowid = ?", (bytes(content), rowid)
        )
    connection.close()
    assert step(files=False) == folder
    assert own_records().all("kind") == [{**own_records().all("kind")[0], "area": 1234}]
    assert own_records().all("other") == [{"n": 1}]
    own_records().check()
    told = [line for line in capsys.readouterr().err.splitlines() if "does not fit" in line]
    assert len(told) == 1
    assert "1 record does not fit the checksum" in told[0]
    assert own_records().check().damaged == ()


def test_any_byte_of_the_file_of_records(rng: random.Random) -> None:
    """Whatever flips, an answer is the right one, none, or a sentence."""
    for number in range(40):
        own_records().put("result", f"key-{number}", {"area": number, "text": "x" * 50})
    whole = own_records().path.read_bytes()
    for _ in range(150):
        own_records().path.write_bytes(whole)
        for _ in range(rng.choice((1, 1, 5))):
            flip(own_records().path, rng.randrange(len(whole)), rng.randrange(8))
        for number in (0, 20, 39):
            try:
                found = own_records().get("result", f"key-{number}")
            except HashloomError:
                continue
            assert found in (None, {"area": number, "text": "x" * 50})
        try:
            every = own_records().all("result")
            own_records().check()
        except HashloomError:
            continue
        assert all(body == {"area": body["area"], "text": "x" * 50} for body in every)
        assert all(0 <= body["area"] < 40 for body in every)


def test_a_record_without_its_checksum_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    records = own_records()
    records.put("result", "a", {"area": 1})
    bodies = ['{"area": 2}', "[1]", "{", "NULL", "[" * 100_000, b"\xff{", 5]
    with sqlite3.connect(records.path) as connection:
        connection.executemany(
            "INSERT INTO record (kind, key, body) VALUES ('result', ?, ?)",
            [(str(number), body) for number, body in enumerate(bodies)],
        )
    connection.close()
    assert Records(records.path, mend=False).check().good == 1
    assert records.all("result") == [{"area": 1}]
    (line,) = capsys.readouterr().err.splitlines()
    assert "7 records do not fit the checksum and count as not there: result 0" in line
    records.put("result", "0", {"area": 3})
    assert [body["area"] for body in own_records().all("result")] == [1, 3]
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("change", ["DROP COLUMN checksum", "RENAME COLUMN checksum TO checksuM2"])
def test_a_file_without_checksums_is_refused(change: str) -> None:
    """One flipped bit in the name of their column must not have what was damaged beside it believed."""
    records = own_records()
    records.put("result", "a", {"area": 1})
    with sqlite3.connect(records.path) as connection:
        connection.execute(f"ALTER TABLE record {change}")
        connection.execute("UPDATE record SET body = '{\"area\": 2}'")
    connection.close()
    before = records.path.read_bytes()
    attempts: list[Callable[[], object]] = [
        lambda: records.get("result", "a"),
        lambda: records.all("result"),
        lambda: records.put("result", "b", {"area": 1}),
        records.check,
    ]
    for attempt in attempts:
        with pytest.raises(HashloomError, match="its table of records has the columns kind, key, body, crea"):
            attempt()
    assert records.path.read_bytes() == before


def test_a_damaged_record_is_written_anew_without_a_look_at_it() -> None:
    records = own_records()
    records.put("result", "a", {"area": 1})
    with sqlite3.connect(records.path) as connection:
        connection.execute("UPDATE record SET body = replace(body, '1', '2')")
    connection.close()
    records.put("result", "a", {"area": 1})
    assert records.get("result", "a") == {"area": 1}
    ((body,),) = sqlite3.connect(records.path).execute("SELECT body FROM damaged")
    assert json.loads(body) == {"area": 2}


def test_any_byte_of_a_library_that_flips_is_noticed(
    tmp_path: Path, rng: random.Random, capsys: pytest.CaptureFixture[str]
) -> None:
    def made() -> Library:
        return prepare(FileLibrary(str(tmp_path / "small.lib"), folder=here().libraries), [])

    (tmp_path / "small.lib").write_text(LIBERTY)
    path, content = made().path, made().path.read_text()
    for _ in range(10):
        damaged = rng.choice((path, kept.sums_of(path)))
        flip(damaged, rng.randrange(damaged.stat().st_size), rng.randrange(8))
        found = made()
        assert (found.path.read_text(), found.area("NAND2X1")) == (content, 32.0)
        assert f"{path} is not what was written there" in capsys.readouterr().err
    kept.sums_of(path).unlink()
    path.write_text(content.replace("32", "23"))
    assert made().area("NAND2X1") == 32.0
    assert sorted(one.name for one in here().libraries.iterdir()) == [path.name, f"{path.name}.sha256"]


def test_a_library_from_a_wheel(rng: random.Random, capsys: pytest.CaptureFixture[str]) -> None:
    """What was unpacked is unpacked again; a wheel that is damaged itself is a sentence."""
    here().libraries.mkdir(parents=True)
    wheel = here().libraries / "made-1.0-py3-none-any.whl"
    compressed = gzip.compress(LIBERTY.encode())
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("in/small.lib.gz", compressed)
    source = WheelLibrary(
        "made==1.0", "in/small.lib.gz", hashlib.sha256(compressed).hexdigest(), folder=here().libraries
    )
    path = source.path()
    for _ in range(5):
        flip(path, rng.randrange(len(LIBERTY)), rng.randrange(8))
        assert source.path().read_text() == LIBERTY
        assert f"{path} is not what was written there" in capsys.readouterr().err
    whole = wheel.read_bytes()
    for _ in range(40):
        kept.remove(path)
        wheel.write_bytes(whole)
        flip(wheel, rng.randrange(len(whole)), rng.randrange(8))
        try:
            source.path()
        except HashloomError as error:
            assert "made-1.0-py3-none-any.whl" in str(error)  # noqa: PT017
            continue
        assert path.read_text() == LIBERTY


def test_what_is_held_is_known_to_others(state: Path) -> None:
    folder = step()
    with pytest.raises(BlockingIOError):
        locks.lock(folder, wait=False)
    locks.release()
    with locks.locked(folder, wait=False):
        pass


def test_a_step_is_kept_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(place: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(kept, "seal", interrupt)
    with pytest.raises(KeyboardInterrupt):
        step()
    assert own_records().all("kind") == []
    assert not (state_folder() / "cache" / "kind").exists()
    assert list((state_folder() / "work").iterdir()) == []
