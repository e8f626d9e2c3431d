# SPDX-License-Identifier: Apache-2.0
"""What workers elsewhere can do to a campaign: other laboratories, answers that are none."""

import json
import pickle
import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import design_rows
import pytest
from campaign_laboratory import Trial
from dask_cluster import Cluster
from distributed.protocol.core import dumps, loads
from distributed.protocol.serialize import ToPickle, to_serialize
from folders import CORES
from own_state import here

import hashloom
from hashloom.campaign import answer, fingerprint, wire
from hashloom.campaign.fingerprint import Fingerprint
from hashloom.campaign.job import End, Job
from hashloom.execution import jobs
from hashloom.flow import Result

DESIGNS = ("sha1/basic", "sha1/rescheduled", "sha1/rescheduled-2", "sha1/unrolled-2", "sha256/basic")
JOB = Job("sha1/basic", "ecp5", "fast", (), jobs.Limits(), 1, "0" * 64)
HERE = Fingerprint("a" * 64, "b" * 64, "c" * 64, "3.11", {"yosys": "0.70"})
END = End(jobs.OK, seconds=1.5, memory_mib=20, worked=True)
PLACED: dict[str, Any] = {
    "state": "ok", "limits": {}, "files": {}, "seed": 1, "clock_mhz": 1.0, "area_lut": 3, "area_ff": 4,
    "critical_path": ["a", "b"],
}  # fmt: skip
RECORD: dict[str, Any] = {"kind": "fpga-routing", "key": "d" * 64, "body": PLACED}
HALVED = """
                made.update({key: value // 2 for key, value in made.items() if key == "area_lut"})
"""
BOMB = """
class Bomb:
    def __init__(self, folder):
        self.folder = folder
    def __reduce__(self):
        return eval, (f"open({self.folder!r} + '/' + str(__import__('os').getpid()), 'w').close()",)


def perform_there(order):
    from distributed import get_worker
    bomb = Bomb(%r)
    get_worker().log_event("warn", {"message": __import__("pickle").dumps(bomb)})
    %s
"""
ADVICE = "install the same hashloom, cores, vectors and tools there, and start the worker again"


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    made = Cluster(tmp_path)
    try:
        yield made
    finally:
        made.stop()


def other_laboratory(folder: Path, *edits: tuple[str, Callable[[str], str]]) -> dict[str, str]:
    """Environment of a worker that has a copy of this package, with these edits; its cores are the same."""
    package = Path(hashloom.__file__).parent
    shutil.copytree(package, folder / "hashloom", ignore=shutil.ignore_patterns("__pycache__"))
    for name, edit in edits:
        path = folder / "hashloom" / name
        before = path.read_text()
        path.write_text(edit(before))
        assert path.read_text() != before
    return {"PYTHONPATH": str(folder), "HASHLOOM_CORES": str(CORES)}


def halved(text: str) -> str:
    line = '                made = {**self.work(scratch, session), "limits": self._within}\n'
    return text.replace(line, line + HALVED.lstrip("\n"))


def careless(text: str) -> str:
    return text.replace("if asked.differences(here):", "if False:")


def other_cores(folder: Path) -> str:
    for name in ("common", "sha1", "sha2"):
        shutil.copytree(CORES / name, folder / name)
    for source in (folder / "common" / "rtl").glob("*.sv"):
        source.write_text(source.read_text() + "// another version\n")
    return str(folder)


@pytest.mark.long
def test_workers_that_differ_do_no_job(cluster: Cluster, tmp_path: Path) -> None:
    """Each is told apart by itself; one that does not look is told apart by the campaign."""
    edit = ("execution/steps.py", halved)
    cluster.worker()
    cluster.worker(**other_laboratory(tmp_path / "halved", edit))
    cluster.worker(**other_laboratory(tmp_path / "careless", edit, ("campaign/remote.py", careless)))
    cluster.worker(HASHLOOM_MOCK_VERSION="2")
    cluster.worker(HASHLOOM_CORES=other_cores(tmp_path / "other"))
    assert cluster.registered(5)
    trial = Trial(tmp_path / "dask", DESIGNS, seeds=1)  # a design for each worker to begin with
    done = trial.run("-o", "out", "--scheduler", cluster.address)
    assert done.returncode == 0, done.stderr
    said = [line for line in done.stderr.splitlines() if "is left out: " in line]
    here = fingerprint.LABORATORY[: fingerprint.SHOWN_DIGITS]
    assert sum("its hashloom is " in line and f", here {here}; " in line for line in said) == 2, said
    assert all(line.endswith(ADVICE) for line in said)
    assert sum("its mock is 2, here 1; " in line for line in said) == 1
    assert sum("its cores are " in line for line in said) == 1
    assert all(line.startswith("hashloom: the worker tcp://127.0.0.1:") for line in said)
    assert "4 workers were left out" in done.stderr
    assert {row["area_lut"] for row in trial.rows()} == {60}
    assert {body.get("area_lut", 60) for body in trial.contents().values()} == {60}
    # The one that does not look has worked, and what it found is in its own records alone.
    worked = {path.parent.name for path in tmp_path.glob("worker*/records.sqlite")}
    assert worked == {"worker1", "worker3"}


@pytest.mark.long
def test_no_worker_fits(cluster: Cluster, tmp_path: Path) -> None:
    cluster.worker(**other_laboratory(tmp_path / "halved", ("execution/steps.py", halved)))
    assert cluster.registered(1)
    trial = Trial(tmp_path / "dask", DESIGNS[:1], seeds=1)
    done = trial.run("--scheduler", cluster.address)
    assert done.returncode == 1
    last = done.stderr.splitlines()[-1]
    assert last.startswith("hashloom: no worker is left; the worker tcp://127.0.0.1:")
    assert "its hashloom is" in last
    assert ADVICE in last
    assert not trial.path.exists()


@pytest.mark.long
@pytest.mark.parametrize("how", ["return bomb", "raise ValueError(bomb)"])
def test_a_pickle_bomb_does_not_go_off(cluster: Cluster, tmp_path: Path, how: str) -> None:
    crater = tmp_path / "crater"
    crater.mkdir()
    bomb = BOMB % (str(crater), how)
    cluster.worker(**other_laboratory(tmp_path / "bomb", ("campaign/remote.py", lambda text: text + bomb)))
    assert cluster.registered(1)
    trial = Trial(tmp_path / "dask", DESIGNS[:1], seeds=1)
    running = trial.start("--scheduler", cluster.address)
    _, said = running.communicate(timeout=300)
    assert running.returncode == 1
    assert "Traceback" not in said
    last = said.splitlines()[-1]
    assert last.startswith("hashloom: no worker is left; the worker tcp://127.0.0.1:")
    assert (
        "its answer cannot be used" if how == "return bomb" else "it cannot do the jobs of this hashl"
    ) in last
    # A worker that raises an exception tries itself whether it can be unpickled.
    assert str(running.pid) not in {path.name for path in crater.iterdir()}
    assert not trial.path.exists()


class Bomb:
    """Makes a file where it is unpickled."""

    def __init__(self, crater: Path) -> None:
        self.crater = crater

    def __reduce__(self) -> tuple[Any, ...]:
        return Path.touch, (self.crater,)


def test_messages_are_read_without_unpickling(tmp_path: Path) -> None:
    """Those that Dask's own reader unpickles, at whatever place the pickle stands."""
    crater = tmp_path / "crater"
    serialised = [to_serialize(what) for what in (Bomb(crater), b"{}")]  # type: ignore[no-untyped-call]
    message = {
        "op": "task-erred", "key": "x", "exception": serialised[0],
        "traceback": ToPickle(Bomb(crater)), "type": pickle.dumps(Bomb(crater)),
        "list": [pickle.dumps(Bomb(crater)), {"deep": ToPickle(Bomb(crater)), "number": 7}],
        "answer": serialised[1],
    }  # fmt: skip
    frames = [bytes(frame) for frame in dumps(message)]
    loads(frames, deserialize=False, deserializers=["dask", "msgpack"])  # type: ignore[no-untyped-call]
    assert crater.exists()
    crater.unlink()
    read = wire.decode(frames)
    assert not crater.exists()
    assert isinstance(read["exception"], str)
    assert read["type"] is None
    assert read["list"][0] is None
    assert isinstance(read["list"][1]["deep"], wire.Opaque)
    assert read["list"][1]["number"] == 7
    assert read["answer"].content == b"{}"
    assert "traceback" not in read


def test_an_answer_is_read_as_it_was_written() -> None:
    text = answer.answer_text(HERE, END, [RECORD])
    assert answer.answer_of(text, JOB, here()) == answer.Answer(
        HERE, END, [("fpga-routing", "d" * 64, RECORD["body"])], None
    )
    job, there = answer.order_of(answer.order_text(replace(JOB, settings=(("ADDER", 2),)), HERE))
    assert (job, there) == (replace(JOB, settings=(("ADDER", 2),)), HERE)


def result_of(row: design_rows.Row) -> bytes:
    """An answer that ends with the result of this row."""
    return answer.answer_text(HERE, replace(END, result=Result.from_row(row).body()))


def test_a_result_is_read_and_one_that_no_job_makes_is_refused() -> None:
    """No job of a campaign places standard cells."""
    row = design_rows.mapped(design_rows.sized(design_rows.of("sha1/basic", "ecp5"), 100), 5.0)
    end = answer.answer_of(result_of(row), JOB, here()).end
    assert end is not None
    assert end.result is not None
    assert Result.from_body(end.result) == Result.from_row(row)
    row = design_rows.clocked(design_rows.sized(design_rows.of("sha1/basic", "osu018"), 100), 400.0)
    job = replace(JOB, target="osu018")
    assert answer.answer_of(result_of(row), job, here()).end is not None
    with pytest.raises(answer.NoAnswer, match="it is not made of"):
        answer.answer_of(result_of(design_rows.wired(row, 300.0)), job, here())
    with pytest.raises(answer.NoAnswer, match="'result'"):
        answer.answer_of(result_of(row), JOB, here())


@pytest.mark.parametrize(
    "changed",
    [
        {"form": 2}, {"more": 1}, {"end": {**asdict(END), "state": "splendid"}}, {"records": {}},
        {"end": {**asdict(END), "seconds": "1"}}, {"end": {**asdict(END), "seconds": -1}},
        {"end": {**asdict(END), "memory_mib": True}}, {"end": {**asdict(END), "message": 3}},
        {"end": {**asdict(END), "result": {"measurement": 1}}}, {"end": {"state": "ok"}}, {"end": None},
        {"records": [{**RECORD, "kind": "campaign-job"}]}, {"records": [{**RECORD, "key": "../x"}]},
        {"records": [{**RECORD, "body": {"clock_mhz": 1.0}}]}, {"records": [RECORD] * 10_001},
        {"records": [{**RECORD, "body": {**PLACED, "clock_mhz": "1"}}]},
        {"records": [{**RECORD, "body": {**PLACED, "state": ["ok"]}}]},
        {"records": [{**RECORD, "body": {**PLACED, "state": "tool-crash"}}]},
        {"records": [{**RECORD, "kind": "verification"}]}, {"records": [{**RECORD, "kind": ["proof"]}]},
        {"records": [{**RECORD, "kind": "result", "body": {"measurement": {}}}]},
        {"records": [{**RECORD, "body": [1]}]}, {"there": None}, {"problem": 1},
        {"there": {**asdict(HERE), "laboratory": "mine"}}, {"there": {**asdict(HERE), "tools": {"a": 1}}},
        {"there": {**asdict(HERE), "python": "3.11\x1b[2J"}},
    ],
)  # fmt: skip
def test_what_is_no_answer(changed: dict[str, Any]) -> None:
    whole = {**json.loads(answer.answer_text(HERE, END, [RECORD])), **changed}
    with pytest.raises(answer.NoAnswer):
        answer.answer_of(json.dumps(whole).encode(), JOB, here())


@pytest.mark.parametrize(
    "text",
    [
        b"", b"[]", b"\xff", b"[" * 100_000, b'{"form": NaN}', b"1" * 5000, b" " * (answer.ANSWER_BYTES + 1),
        pickle.dumps({}),
    ],
    ids=range(8),
)  # fmt: skip
def test_what_is_no_json_text(text: bytes) -> None:
    with pytest.raises(answer.NoAnswer):
        answer.answer_of(text, JOB, here())


def test_an_answer_cannot_write_on_the_terminal() -> None:
    text = answer.answer_text(HERE, replace(END, message="a\x1b[2J\x9b1mb\nc"))
    end = answer.answer_of(text, JOB, here()).end
    assert end is not None
    assert end.message == "a[2J1mb\nc"


def test_the_digest_stands_for_names_and_contents(tmp_path: Path) -> None:
    def digest() -> str:
        return fingerprint.digest(tmp_path, fingerprint.package_files(tmp_path))

    found = [digest()]
    (tmp_path / "a.py").write_text("one")
    found.append(digest())
    (tmp_path / "a.py").write_text("two")
    found.append(digest())
    (tmp_path / "a.py").rename(tmp_path / "b.py")
    found.append(digest())
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "table.json").write_text("{}")
    found.append(digest())
    assert len(set(found)) == len(found)
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "b.pyc").write_bytes(b"1")
    (tmp_path / ".b.py.swp").write_bytes(b"1")
    assert digest() == found[-1]


def test_what_differs_is_named() -> None:
    assert HERE.differences(HERE) == []
    assert HERE.differences(replace(HERE, python="3.12", tools={"abc": "1"})) == [
        "its Python is 3.12, here 3.11", "its abc is 1, here not there", "its yosys is not there, here 0.70"
    ]  # fmt: skip
    assert HERE.differences(replace(HERE, vectors="e" * 64)) == [
        "its vectors are eeeeeeeeeeee, here cccccccccccc"
    ]
