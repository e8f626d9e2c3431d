# SPDX-License-Identifier: Apache-2.0
import hashlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from own_state import own_records, state_folder

from hashloom.errors import HashloomError
from hashloom.execution.records import Records


@pytest.fixture
def records(tmp_path: Path) -> Records:
    return Records(tmp_path / "folder" / "records.sqlite")


def test_what_is_put_is_got(records: Records) -> None:
    records.put("result", "a", {"clock_mhz": 1.5, "name": "µ"})
    assert Records(records.path).get("result", "a") == {"clock_mhz": 1.5, "name": "µ"}
    assert records.get("result", "b") is None
    assert records.get("verification", "a") is None


def test_a_record_never_changes(records: Records) -> None:
    records.put("result", "a", {"n": 1})
    records.put("result", "a", {"n": 2})
    assert records.get("result", "a") == {"n": 1}


def test_all_of_a_kind_in_the_order_of_their_coming(records: Records) -> None:
    for key in "cab":
        records.put("result", key, {"key": key})
    records.put("other", "z", {})
    assert [body["key"] for body in records.all("result")] == ["c", "a", "b"]


def test_reading_makes_no_file(records: Records) -> None:
    assert records.get("result", "a") is None
    assert records.all("result") == []
    assert not records.path.parent.exists()


def test_what_is_no_json_leaves_no_record(records: Records) -> None:
    with pytest.raises(ValueError, match="JSON"):
        records.put("result", "a", {"clock_mhz": float("nan")})
    assert records.get("result", "a") is None


def test_many_writers(records: Records) -> None:
    program = f"""
import sys; from pathlib import Path; from hashloom.execution.records import Records
for i in range(20): Records(Path({str(records.path)!r})).put("result", f"{{sys.argv[1]}}-{{i}}", {{"i": i}})
"""
    processes = [subprocess.Popen([sys.executable, "-c", program, str(n)]) for n in range(3)]
    threads = [threading.Thread(target=records.put, args=("result", f"t{n}", {})) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [process.wait() for process in processes] == [0, 0, 0]
    assert len(records.all("result")) == 68


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HashloomError, match=r"file/records\.sqlite cannot be written .*HASHLOOM_RECORDS"):
        Records(tmp_path / "file" / "records.sqlite").put("result", "a", {})


def test_a_file_that_is_no_database(records: Records) -> None:
    records.path.parent.mkdir()
    records.path.write_text("these are notes, not records\n" * 100)
    with pytest.raises(HashloomError, match=r"cannot be read .*not a database"):
        records.get("result", "a")


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo])
def test_a_place_that_is_no_file(make: Callable[[Path], None], records: Records) -> None:
    records.path.parent.mkdir()
    make(records.path)
    for ask in (lambda: records.get("result", "a"), lambda: records.put("result", "a", {}), records.check):
        with pytest.raises(
            HashloomError, match=r"cannot be (read|written) \(it is no file\); .* move it away"
        ):
            ask()


def test_a_full_disk_is_a_sentence_and_leaves_no_half(records: Records) -> None:
    """A file size limit is to SQLite what a full disk is: its write comes back short."""
    records.put("result", "before", {"n": 1})
    program = f"""
import resource, sys
from pathlib import Path
from hashloom.errors import HashloomError
from hashloom.execution.records import Records
resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))
try:
    Records(Path({str(records.path)!r})).put("result", "big", {{"text": "x" * 100000}})
except HashloomError as error:
    sys.exit(str(error))
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert f"the records {records.path} cannot be written" in done.stderr
    assert "make room there" in done.stderr
    assert "Traceback" not in done.stderr
    assert [body["n"] for body in records.all("result")] == [1]
    records.put("result", "after", {"n": 2})
    assert len(records.all("result")) == 2


def test_where_records_are(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HASHLOOM_RECORDS", raising=False)
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path))
    assert own_records().path == state_folder() / "records.sqlite" == tmp_path / "records.sqlite"
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "other"))
    assert own_records().path == tmp_path / "other"


def test_the_format_is_plain_sql(records: Records) -> None:
    """Any SQLite program can read what is recorded, with the time it was written."""
    import sqlite3

    records.put("result", "a", {"n": 1})
    ((kind, key, body, created, checksum),) = (
        sqlite3.connect(records.path).execute("SELECT * FROM record").fetchall()
    )
    assert (kind, key, json.loads(body)) == ("result", "a", {"n": 1})
    assert created.endswith("Z")
    assert checksum == hashlib.sha256(f"{kind}\n{key}\n{body}".encode()).hexdigest()
