# SPDX-License-Identifier: Apache-2.0
"""The library of faults: each is what it says, the checks catch it, and some of them are caught again."""

import dataclasses
import json
import shutil
import statistics
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from own_state import here, session_around

from hashloom.catalogue import families, resolve_design
from hashloom.catalogue.planting import Change
from hashloom.commands import main
from hashloom.errors import HashloomError, UsageError
from hashloom.execution.records import Records
from hashloom.mutation import hunt, library
from hashloom.mutation.catches import NAME, Catches, catcher, is_of, row, totals
from hashloom.mutation.hunt import NOTICED, Catch
from hashloom.mutation.library import CLASSES, Planted
from hashloom.mutation.suite import BUS, CAUGHT, INVALID, REFUTED, SHARED, SURVIVED, WITHOUT_EFFECT
from hashloom.reports import faults as faults_report
from hashloom.vectors import compact_folder

pytestmark = pytest.mark.usefixtures("simulation_state")

RESULTS = ROOT / "results" / f"{NAME}.json"
CORES = ROOT / "cores"
LIBRARY = library.faults(here())
QUICK, DRAWN_QUICK, DRAWN_OF_ALL = 4.0, 8, 1
"""A run hunts so many faults that took fewer seconds than the first, and so many of any."""
SECONDS: dict[str, float] = {
    one["name"]: one["seconds"] for one in json.loads(RESULTS.read_text(encoding="utf-8"))["faults"]
}
QUICK_ONES = [fault.name for fault in LIBRARY if SECONDS.get(fault.name, QUICK) < QUICK]

BASIC = Planted(
    places=here(),
    file="sha1_basic",
    right="",
    wrong="",
    name="x",
    folder=CORES / "sha1",
    kind="control",
    says="x",
    designs=("sha1/basic",),
)
ENTRY = """
[[fault]]
name = "x"
says = "It is wrong."
class = "control"
file = "sha1_basic"
right = "a"
wrong = "b"
designs = ["sha1/basic"]
"""


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


# -- The library ---------------------------------------------------------------------------------------------


def test_every_family_and_every_class_has_faults() -> None:
    assert len(LIBRARY) >= 150
    per_family = Counter(fault.family for fault in LIBRARY)
    assert set(per_family) == {*(family.name for family in families(here())), SHARED, BUS}
    assert min(per_family.values()) >= 10
    assert set(Counter(fault.kind for fault in LIBRARY)) == set(CLASSES)


@pytest.mark.parametrize("fault", LIBRARY, ids=lambda fault: fault.name)
def test_a_fault_fits_its_file_and_its_circuits(fault: Planted, tmp_path: Path) -> None:
    for name in fault.designs:
        assert resolve_design(name, here()).name == name
    for unit in fault.units():
        right = fault.source(unit)
        assert right is not None
        assert fault.write(unit, tmp_path).read_text(encoding="utf-8") != right.read_text(encoding="utf-8")
    assert fault.says.endswith(".")


def test_faults_by_name_and_by_family() -> None:
    assert library.faults(here(), ["sha1-quarter", "sha1-quarter"])[0].name == "sha1-quarter"
    assert {fault.family for fault in library.faults(here(), ["bus", "echo"])} == {"bus", "echo"}
    with pytest.raises(UsageError, match=r"there is no fault 'sha1-quartet'.*sha1-quarter"):
        library.faults(here(), ["sha1-quartet"])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            ENTRY.replace("says", "sais"),
            "fault 'x': says is missing; it must be .*fault 'x' has no entry 'sais'; the nearest known: says",
        ),
        (ENTRY.replace('"control"', '"kontrol"'), "unknown class 'kontrol'; the nearest known: control"),
        (
            ENTRY.replace("sha1_basic", "sha1_nothing"),
            "line [0-9]+, fault 'x', file: there is no sha1_nothing.sv",
        ),
        (ENTRY + 'module = "m"\n', "or `module`"),
        (ENTRY + 'levels = ["corn"]\n', "levels: entry 1 is 'corn'; it must be 'core', 'top'"),
        (ENTRY + "levels = []\n", r"levels is \[\]; it must be a list that is not empty"),
        (ENTRY + 'parameters = { X = "1" }\n', "fault 'x', parameters: X is '1'; it must be a whole number"),
        ("[[fault", "is not a TOML file"),
    ],
)
def test_wrong_tables(text: str, sentence: str, tmp_path: Path) -> None:
    (tmp_path / "rtl").mkdir()
    (tmp_path / "rtl" / "sha1_basic.sv").write_text("")
    table = tmp_path / library.TABLE
    table.write_text(text, encoding="utf-8")
    with pytest.raises(HashloomError, match=sentence):
        library.read(table, here())
    table.write_text(ENTRY, encoding="utf-8")
    assert [fault.name for fault in library.read(table, here())] == ["x"]


def test_a_text_to_replace_stands_there_once() -> None:
    change = Change("x", "a + b", "a - b")
    assert change.planted("y = a + b;") == "y = a - b;"
    with pytest.raises(HashloomError, match=r"x.sv does not contain: a \+ b"):
        change.planted("y = a;")
    with pytest.raises(HashloomError, match=r"x.sv contains 2 times: a \+ b"):
        change.planted("y = a + b; z = a + b;")


# -- What catches them ---------------------------------------------------------------------------------------


def planted(right: str, wrong: str, **more: Any) -> Planted:
    return dataclasses.replace(BASIC, right=right, wrong=wrong, **more)


UNSEEN = planted(
    "assign digest = {h_0, h_1, h_2, h_3, h_4};",
    "assign digest = {h_0, h_1, h_2, h_3, h_4 ^ 32'(&{h_0, h_1, h_2})};",
    levels=("core",),
)


RUNNING = "assign running = n != 7'd0;"
FIFO = planted(
    "assign write_ready = space != '0 && !wiping;", "assign write_ready = !wiping;",
    file="word_fifo", folder=CORES / "bus", designs=(), module="word_fifo", parameters=(("DEPTH", 4),),
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "verdict", "by"),
    [
        (planted(RUNNING, "assign running = n > 7'd1;"), CAUGHT, "sha1/basic (core)"),
        (planted(RUNNING, "assign running = n !! 7'd0;"), INVALID, "sha1/basic (core)"),
        (planted("rotl(b, 30) : b;", "rotl(b, 30) : a;"), WITHOUT_EFFECT, ""),
        (FIFO, REFUTED, "word-fifo DEPTH=4 WIDTH=1"),
        (dataclasses.replace(FIFO, right="module word_fifo", wrong="module other"), INVALID, "x"),
        (dataclasses.replace(FIFO, wrong="assign write_ready = |space && !wiping;"), WITHOUT_EFFECT, ""),
    ],
)
def test_verdicts(fault: Planted, verdict: str, by: str, tmp_path: Path) -> None:
    found = hunt.caught(fault, session_around(Records(tmp_path / "records")), 300.0)
    assert (found.verdict, found.by) == (verdict, by), found


@pytest.mark.long
def test_what_no_simulation_sees_and_no_proof_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hunt, "_asked", lambda fault, session: [])
    assert hunt.caught(UNSEEN, session_around(Records(tmp_path / "records")), 300.0).verdict == SURVIVED


def test_what_was_found_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fault, session = (
        library.faults(here(), ["sha1-quarter"])[0],
        session_around(Records(tmp_path / "records")),
    )
    found = hunt.caught(fault, session)
    monkeypatch.delattr(hunt, "_hunt")
    assert hunt.caught(fault, session) == found
    with pytest.raises(NameError):
        hunt.caught(dataclasses.replace(fault, wrong=fault.wrong + " "), session)


def test_other_vectors_make_another_hunt_and_the_row_names_them(tmp_path: Path) -> None:
    """Beside the project's own file of SHA-1 an official one lies in one of the two places."""
    keys = []
    for name, sets in (("none", ["compact"]), ("some", ["official", "compact"])):
        (tmp_path / name).mkdir()
        if "official" in sets:
            shutil.copy(compact_folder() / "sha1.json", tmp_path / name)
        places = dataclasses.replace(here(), named_vectors=tmp_path / name)
        fault = library.faults(places, ["sha1-quarter"])[0]
        assert row(fault, Catch(CAUGHT, "sha1/basic (core)", "known answers", 1.0))["vectors"] == sets
        keys.append(hunt._ingredients(fault, places))
    assert keys[0].keys() == keys[1].keys()
    assert [name for name in keys[0] if keys[0][name] != keys[1][name]] == ["vectors"]
    assert FIFO.vector_files() == []


def test_the_own_vectors_alone_have_every_fault_noticed() -> None:
    assert "were not hunted so" not in faults_report.own_vectors(here())


def test_whether_the_own_vectors_suffice(tmp_path: Path, document: dict[str, Any]) -> None:
    """One that a proof refutes; some that fail in a run without vectors, with own ones, none, and others."""
    by_name = {one["name"]: one for one in document["faults"]}
    refuted = next(one for one in document["faults"] if one["verdict"] == REFUTED)
    caught = by_name["sha1-quarter"] | {"verdict": CAUGHT, "by": "sha1/basic (core)", "seen": "known answers"}
    caught["vectors"] = ["official", "compact"]
    at_top = {"by": "sha1/basic (top)", "seen": "long"}
    changes = [{"seen": "long"}, {"vectors": ["compact"]}, {"vectors": []}, {"vectors": None}, at_top]
    several = [refuted, *(caught | change for change in changes)]
    (tmp_path / "results").mkdir()
    content = {**document, "faults": several, "library": 6}
    (tmp_path / "results" / "faults.json").write_text(json.dumps(content), encoding="utf-8")
    said = faults_report.own_vectors(dataclasses.replace(here(), repository=tmp_path))
    assert said == (
        "With the project's own vectors alone 4 of the 6 planted faults are caught: "
        "2 were hunted with these, 1 fail at block level in runs that follow from the seed alone, "
        "1 are refuted by a proof. The others, 2, were not hunted so."
    )


def test_a_fault_of_no_circuit() -> None:
    with pytest.raises(HashloomError, match=r"sha1_rescheduled.sv is in none of luffa-r2-256/apart"):
        dataclasses.replace(BASIC, file="sha1_rescheduled", designs=("luffa-r2-256/apart",)).units()


# -- The command, the document -------------------------------------------------------------------------------


def test_the_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["faults", "sha1-quarter", "-o", str(tmp_path)]) == 0
    assert (
        "1 of 1 faults caught, 1 by the quick verification, 0 by a proof; 0 escaped."
        in capsys.readouterr().out
    )
    assert main(["faults", "sha1-schedule", "-o", str(tmp_path)]) == 0
    made = json.loads((tmp_path / f"{NAME}.json").read_text())
    assert [one["name"] for one in made["faults"]] == ["sha1-quarter", "sha1-schedule"]
    assert made["families"] == {"sha1": {"core": 2}}
    monkeypatch.setattr(library, "faults", lambda cores, names=(): [UNSEEN])
    monkeypatch.setattr(hunt, "_asked", lambda fault, session: [])
    assert main(["faults"]) == 1
    captured = capsys.readouterr()
    assert "x, survived: x" in captured.err
    assert "0 of 1 faults caught" in captured.out


def test_the_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["faults", "blake", "--sample", "2", "--seed", "3", "--list"]) == 0
    first = capsys.readouterr().out
    assert main(["faults", "blake", "--sample", "2", "--seed", "3", "--list"]) == 0
    assert capsys.readouterr().out == first
    assert len(first.splitlines()) == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nothing"], "there is no fault 'nothing' and no family of faults"),
        (["--sample", "0"], "0 faults cannot be planted; give at least 1"),
        (["--jobs", "0"], "0 faults cannot be planted at a time"),
        (["--timeout", "0"], "0 s is no limit; give more than 0"),
        (["-o", __file__], "is a file, not a folder; name a folder"),
    ],
)
def test_wrong_usage(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["faults", *arguments]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert captured.out == ""


def test_a_row_goes_with_its_fault_and_its_rtl() -> None:
    fault = library.faults(here(), ["sha1-quarter"])[0]
    one = row(fault, Catch(CAUGHT, "sha1/basic (top)", "", 1.0))
    assert catcher(one) == "top"
    assert is_of(one, fault)
    assert not is_of(one, dataclasses.replace(fault, wrong="x"))
    assert not is_of({**one, "rtl": "x"}, fault)
    assert Catches([], [], 1.0, LIBRARY, [one]).rows() == [one]
    assert Catches([], [], 1.0, LIBRARY, [{**one, "rtl": "x"}]).rows() == []
    assert not Catches([fault], [Catch(INVALID, "", "", 1.0)], 1.0, LIBRARY).good()


def test_the_committed_document_is_of_these_faults_and_this_rtl(document: dict[str, Any]) -> None:
    """It says how many faults the library has; what it has of them is of the library and the RTL here."""
    known = {fault.name: fault for fault in LIBRARY}
    rows = {one["name"]: one for one in document["faults"]}
    assert len(rows) == len(document["faults"]) > 0
    stale = [name for name, row in rows.items() if name not in known or not is_of(row, known[name])]
    assert stale == [], document["provenance"]["command"]
    assert document["library"] == len(LIBRARY)
    assert {key: document[key] for key in ("counts", "classes", "families")} == totals(document["faults"])


def test_no_fault_escapes(document: dict[str, Any]) -> None:
    assert [one["name"] for one in document["faults"] if one["verdict"] not in NOTICED] == []


@pytest.fixture
def passing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Circuits are not verified first as they are, as `hashloom faults` does: that takes longer than hunts.

    Other tests verify them; were one wrong without a fault, those would fail.
    """
    monkeypatch.setattr(hunt, "_require_passing", lambda form, session: None)


def caught_again(name: str, records: Path) -> str:
    """The verdict on a fault that is hunted anew, or was in this run of the tests.

    A step has a multiple of all the seconds that the fault took, for a machine that is slower or busy; where
    a step came to its limit it has the same limit again.
    """
    spent = SECONDS.get(name, 0.0)
    limit = max(hunt.LIMIT_SECONDS, 4 * spent) if spent < hunt.LIMIT_SECONDS else hunt.LIMIT_SECONDS
    (fault,) = library.faults(here(), [name])
    return hunt.caught(fault, session_around(Records(records)), limit).verdict


@pytest.mark.usefixtures("passing")
@pytest.mark.sampled(DRAWN_QUICK)
@pytest.mark.parametrize("name", QUICK_ONES)
def test_a_quick_fault_is_caught_again(name: str, shared_folder: Path) -> None:
    assert caught_again(name, shared_folder / "faults.sqlite") in NOTICED


@pytest.mark.long
@pytest.mark.usefixtures("passing")
@pytest.mark.sampled(DRAWN_OF_ALL)
@pytest.mark.parametrize("name", [fault.name for fault in LIBRARY])
def test_any_fault_is_caught_again(name: str, shared_folder: Path) -> None:
    assert caught_again(name, shared_folder / "faults.sqlite") in NOTICED


def test_the_hunts_of_a_run_take_less_than_a_minute() -> None:
    """By the seconds of the document and on average, beside what elaborates; a dear fault takes many."""
    quick = statistics.fmean(SECONDS[name] for name in QUICK_ONES)
    assert DRAWN_QUICK * quick + DRAWN_OF_ALL * statistics.fmean(SECONDS.values()) < 60
