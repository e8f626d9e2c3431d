# SPDX-License-Identifier: Apache-2.0
"""The proofs of cores/*/formal: a sample is run, faults are found, what is committed is of these files."""

from __future__ import annotations

import json
import random
import subprocess
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from own_state import here, own_session

from hashloom.catalogue import resolve_design
from hashloom.commands import main
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.formal import run, table
from hashloom.formal.document import NAME, Done, file_digests
from hashloom.formal.turns import check as turns

RESULTS = ROOT / "results" / f"{NAME}.json"
QUICK = 4.0
"""Proofs and faults that took so many seconds, at most, can be drawn."""
CHECKS, FAULTS = 3, 3

COUNTER = """
module check_counter #(parameter integer TOP = 5) (input logic clk, input logic rst, input logic go);
  logic [3:0] count;
  logic begun;
  initial begun = 1'b0;
  always_ff @(posedge clk) begin
    begun <= 1'b1;
    if (rst || count == 4'(TOP)) count <= '0;
    else if (go) count <= count + 1'b1;
  end
  always @(posedge clk) begin
    assume (begun || rst);
    if (begun) bounded : assert (count <= 4'd5);
    reached : cover (begun && count == 4'd5);
  end
endmodule
"""
TABLE = """
[[proof]]
name = "counter"
says = "It counts to five."
module = "check_counter"
sources = []
engine = "{engine}"
{depth}
reach = {reach}
sets = [{{ TOP = {top} }}]
"""


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("HASHLOOM_RECORDS", raising=False)
    return own_session()


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def counter(folder: Path, engine: str = "pdr", depth: str = "", reach: int = 10, top: int = 5) -> table.Proof:
    place = folder / "toy" / "formal"
    place.mkdir(parents=True)
    (place / "check_counter.sv").write_text(COUNTER, encoding="utf-8")
    text = TABLE.format(engine=engine, depth=depth, reach=reach, top=top)
    (place / table.TABLE).write_text(text, encoding="utf-8")
    (proof,) = table.read(place / table.TABLE, here())
    return proof


def test_a_list_of_values_stands_for_as_many_sets(tmp_path: Path) -> None:
    counter(tmp_path)
    path = tmp_path / "toy" / "formal" / table.TABLE
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("sets = [{ TOP = 5 }]", "sets = [{ TOP = [3, 4], X = 1 }, { TOP = 5 }]"))
    (proof,) = table.read(path, here())
    found = [dict(check.unit.parameters) for check in proof.checks]
    assert found == [{"TOP": 3, "X": 1}, {"TOP": 4, "X": 1}, {"TOP": 5}]


def test_what_is_committed_is_of_these_files_and_good(document: dict[str, Any]) -> None:
    proofs = table.proofs(here())
    assert document["files"] == file_digests(proofs, ROOT)
    assert [one["name"] for one in document["proofs"]] == [proof.name for proof in proofs]
    for proof, found in zip(proofs, document["proofs"], strict=True):
        assert (found["engine"], found.get("depth", 0)) == (proof.engine, proof.depth)
        assert [check["digest"] for check in found["checks"]] == [one.unit.digest() for one in proof.checks]
        assert {check["state"] for check in found["checks"]} == {jobs.OK}, proof.name
        assert {fault["answer"] for fault in found["faults"]} == {"refuted"}, proof.name
        assert [fault["wrong"] for fault in found["faults"]] == [fault.wrong for fault in proof.faults]


def stale(proof: table.Proof, found: dict[str, Any]) -> list[str]:
    """Designs whose turns, with the faults or without, were not compared with the specification here."""
    checks = [*proof.checks, *(proof.checks[fault.set] for fault in proof.faults)]
    answers = [*found["checks"], *found["faults"]]
    return [
        check.design
        for check, answer in zip(checks, answers, strict=True)
        if check.design and answer.get("specification") != turns.digest(resolve_design(check.design, here()))
    ]


def test_turns_were_compared_with_the_specification_that_lies_here(
    document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "_imports", cache(turns._imports))  # each design asks for the same files
    done = {one["name"]: one for one in document["proofs"]}
    proofs = [proof for proof in table.proofs(here()) if proof.engine == table.TURNS]
    assert proofs
    assert [name for proof in proofs for name in stale(proof, done[proof.name])] == []


def test_an_answer_of_another_specification_is_stale(
    document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    proof = next(one for one in table.proofs(here()) if one.name == "sha1-turns")
    found = next(one for one in document["proofs"] if one["name"] == proof.name)
    assert stale(proof, found) == []
    read = Path.read_bytes
    monkeypatch.setattr(Path, "read_bytes", lambda path: read(path) + b"#" * (path.name == "sums.py"))
    assert set(stale(proof, found)) == {check.design for check in proof.checks}


def test_a_random_sample_of_checks(document: dict[str, Any], session: Session, rng: random.Random) -> None:
    quick = [
        (check, found)
        for proof, done in zip(table.proofs(session.places), document["proofs"], strict=True)
        for check, found in zip(proof.checks, done["checks"], strict=True)
        if found["seconds"] < QUICK
    ]
    for check, found in rng.sample(quick, CHECKS):
        step = run.prove(check, session)
        assert step.state == jobs.OK, f"{check.name}: {step.body.get('message')}"
        assert step.body["assertions"] == found["assertions"]
        assert step.body.get("covers") == found.get("covers")


@pytest.mark.long
def test_a_random_sample_of_faults(document: dict[str, Any], session: Session, rng: random.Random) -> None:
    quick = [
        (proof, fault)
        for proof, done in zip(table.proofs(session.places), document["proofs"], strict=True)
        for fault, found in zip(proof.faults, done["faults"], strict=True)
        if found["seconds"] < QUICK
    ]
    for proof, fault in rng.sample(quick, FAULTS):
        step = run.prove_faulty(proof, fault, session)
        assert run.is_refuted(step), f"{proof.name}, {fault.wrong}: {step.body.get('message')}"


def test_every_proof_has_a_fault() -> None:
    assert [proof.name for proof in table.proofs(here()) if not proof.faults] == []


def test_every_fault_can_be_planted_in_the_set_that_it_is_of() -> None:
    """That the proof fails with it the sample above asks."""
    for proof in table.proofs(here()):
        for fault in proof.faults:
            unit = proof.checks[fault.set].unit
            source = fault.source(unit)
            assert source is not None, f"{proof.name}: {unit.name} has no source {fault.file}"
            assert fault.planted(source.read_text(encoding="utf-8")).count(fault.wrong) > 0, proof.name


@pytest.mark.parametrize(("engine", "depth"), [("pdr", ""), ("bmc", "depth = 30")])
def test_engines_prove_refute_and_see_what_is_not_reached(
    engine: str, depth: str, session: Session, tmp_path: Path
) -> None:
    (good,) = counter(tmp_path / "good", engine, depth).checks
    step = run.prove(good, session)
    assert (step.state, step.body["answer"], step.body["covers"]) == (jobs.OK, "proven", 1)
    assert run.prove(good, session).body == step.body
    (wrong,) = counter(tmp_path / "wrong", engine, depth, top=6).checks
    step = run.prove(wrong, session)
    assert step.state == jobs.FAILED_VERIFICATION
    assert step.body["message"].startswith("bounded fails in cycle ")
    (short,) = counter(tmp_path / "short", engine, depth, reach=3).checks
    step = run.prove(short, session)
    assert (step.state, step.body["message"]) == (
        jobs.FAILED_VERIFICATION,
        "reached is not reached in 3 cycles",
    )


def test_each_of_many_covers_is_known_as_reached(session: Session, tmp_path: Path) -> None:
    """ABC pads the number of an output to the width of the highest one."""
    proof = counter(tmp_path)
    check = proof.checks[0].unit.sources[0]
    covers = "".join(f"cover_{n} : cover (begun && count == 4'd{n % 6});" for n in range(11))
    check.write_text(COUNTER.replace("reached :", f"{covers} reached :"), encoding="utf-8")
    step = run.prove(proof.checks[0], session)
    assert (step.state, step.body["covers"]) == (jobs.OK, 12), step.body.get("message")


def test_a_bounded_proof_says_nothing_of_later_cycles(session: Session, tmp_path: Path) -> None:
    """The counter passes five in the eighth cycle: rst, five steps, and one more."""
    (wrong,) = counter(tmp_path, "bmc", "depth = 30", top=6, reach=9).checks
    assert run.prove(replace(wrong, depth=6), session).body["answer"] == "proven"
    assert run.prove(replace(wrong, depth=9), session).body["answer"] == "refuted"


def test_an_assumption_that_nothing_meets_proves_nothing(session: Session, tmp_path: Path) -> None:
    proof = counter(tmp_path)
    check = proof.checks[0].unit.sources[0]
    check.write_text(COUNTER.replace("assume (begun || rst)", "assume (begun && rst)"), encoding="utf-8")
    step = run.prove(proof.checks[0], session)
    assert step.state == jobs.FAILED_VERIFICATION
    assert "is not reached" in step.body["message"]


def test_a_fault_that_does_nothing_is_not_found(session: Session, tmp_path: Path) -> None:
    proof = counter(tmp_path)
    harmless = table.Fault("check_counter", "count <= '0", "count <= 4'd0", 0)
    step = run.prove_faulty(proof, harmless, session)
    assert not run.is_refuted(step)
    assert not Done(proof, [], [step]).good
    with pytest.raises(HashloomError, match="does not contain"):
        run.prove_faulty(proof, replace(harmless, right="nothing of the kind"), session)


def test_no_answer_is_no_proof(session: Session, tmp_path: Path) -> None:
    proof = counter(tmp_path)
    step = run.prove(proof.checks[0], session, jobs.Limits(wall_seconds=0.01))
    assert step.state == jobs.TIMED_OUT
    assert Done(proof, [step], []).entry()["checks"][0]["state"] == jobs.TIMED_OUT


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ('engine = "pdr"', 'engine = "luck"', "engine: unknown engine 'luck'; known: pdr, ind"),
        (
            "reach = 10",
            "reaches = 10",
            "line [0-9]+, proof '.*' has no entry 'reaches'; the nearest known: reach",
        ),
        ("reach = 10", "", "`depth` is for bmc and ind"),
        ("reach = 10", "reach = true", "reach is true; it must be a whole number from 1 on"),
        ("module = ", "modul = ", "has no entry 'modul'"),
        ("sets = [{ TOP = 5 }]", "sets = [{ TOP = 1.5 }]", "TOP is 1.5; it must be a whole number or a list"),
        (
            "sets = [{ TOP = 5 }]",
            "over = { TOP = [] }",
            r"TOP is \[\]; it must be a list of whole numbers or",
        ),
        (
            "reach = 10",
            'reach = 10\nfaults = [{ file = "f", right = "a", wrong = "b", set = 1 }]',
            "line [0-9]+, proof 'counter', faults: set is 1; there are 1 sets, counted from 0",
        ),
        ("reach = 10", 'reach = 10\ndesigns = ["sha1/basic"]', "it must have no designs"),
        ("sources = []", 'sources = ["no_such_file"]', "there is no no_such_file.sv"),
        ('says = "It counts to five."', "", "says is missing; it must be"),
        ("reach = 10", "reach = ", "is not a TOML file"),
    ],
)
def test_wrong_tables(right: str, wrong: str, message: str, tmp_path: Path) -> None:
    counter(tmp_path)
    path = tmp_path / "toy" / "formal" / table.TABLE
    path.write_text(path.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    with pytest.raises(HashloomError, match=message):
        table.read(path, here())


def test_command(session: Session, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "jh-sbox"]) == 0
    assert "jh-sbox: 1 of 1 proven (for all inputs), 1 of 1 faults found" in capsys.readouterr().out
    assert main(["prove", "--list", "--json"]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["proofs"]] == [
        one.name for one in table.proofs(session.places)
    ]
    for arguments in (
        ["no-such-proof"],
        ["-j", "0"],
        ["--depth", "0"],
        ["--time", "0"],
        ["jh-sbox", "--depth", "9", "-o", "results"],
    ):
        assert main(["prove", *arguments]) == 2
        assert capsys.readouterr().err.startswith("hashloom: ")


@pytest.mark.long
def test_verilator_reads_every_check() -> None:
    """Without its complaints of free constants, which nothing drives, and of unused outputs.

    The cores whose turns are proven are read with all others (`hashloom lint`).
    """
    quiet = [f"-Wno-{name}" for name in ("UNDRIVEN", "UNUSED", "DECLFILENAME", "VARHIDDEN")]
    first = [proof.checks[0] for proof in table.proofs(here())]
    units = {check.unit.top: check.unit for check in first if not check.design}
    assert len(units) > 20
    for unit in units.values():
        parameters = [f"-G{name}={value}" for name, value in unit.parameters]
        command = ["verilator", "--lint-only", "-Wall", *quiet, "--top-module", unit.top, *parameters]
        done = subprocess.run([*command, *unit.sources], capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), (unit.top, unit.parameters)
