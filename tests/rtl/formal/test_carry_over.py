# SPDX-License-Identifier: Apache-2.0
"""Proofs of turns carried over a change of programs: only after a sample came out the same."""

import json
from pathlib import Path
from typing import Any

import pytest
from folders import RESULTS

from hashloom.commands import main
from hashloom.execution.steps import Step
from hashloom.formal import carry_over, table
from hashloom.formal.document import NAME, entries
from hashloom.formal.table import TURNS, Check, Fault, Proof
from hashloom.formal.turns import check as turns_check


class Repeated:
    """Stands in for the proofs: the answers of the document, but for what is `other`."""

    def __init__(self) -> None:
        self.other: dict[str, Any] = {}
        self.asked: list[str] = []
        self.found = entries(RESULTS)

    def prove(self, check: Check, *_: object, **__: object) -> Step:
        (proof,) = (one for one in table.proofs() if check in one.checks)
        self.asked.append(check.name)
        answer = self.found[proof.name]["checks"][proof.checks.index(check)]
        return Step("proof", "", {**answer, **self.other}, Path())

    def prove_faulty(self, proof: Proof, fault: Fault, *_: object) -> Step:
        self.asked.append(fault.wrong)
        answer = self.found[proof.name]["faults"][proof.faults.index(fault)]
        return Step("proof", "", {**answer, **self.other}, Path())


@pytest.fixture
def repeated(monkeypatch: pytest.MonkeyPatch) -> Repeated:
    """Programs that are others than those of the document, in which nothing is proven."""
    repeated = Repeated()
    monkeypatch.setattr(turns_check, "digest", lambda name: f"programs of {name}")
    monkeypatch.setattr(carry_over, "prove", repeated.prove)
    monkeypatch.setattr(carry_over, "prove_faulty", repeated.prove_faulty)
    return repeated


@pytest.fixture
def document(tmp_path: Path) -> Path:
    """A copy of the document."""
    path = tmp_path / f"{NAME}.json"
    path.write_bytes((RESULTS / path.name).read_bytes())
    return path


def test_answers_are_taken_over_after_a_sample(repeated: Repeated, document: Path) -> None:
    assert main(["prove", "--carry-over", "7", "--seed", "3", "-o", str(document.parent)]) == 0
    before, after = (
        json.loads((folder / document.name).read_text()) for folder in (RESULTS, document.parent)
    )
    assert len(repeated.asked) == 7
    for old, new in zip(before["proofs"], after["proofs"], strict=True):
        if old["engine"] != TURNS:
            assert new == old
            continue
        assert {one["specification"] for one in new["checks"]} == {
            f"programs of {one['design']}" for one in old["checks"]
        }
        said = new.pop("carried")[-1]
        assert (said["seed"], len(said["sample"])) == (3, 7)
        for one in (*old["checks"], *old["faults"], *new["checks"], *new["faults"]):
            del one["specification"]
        assert new == {key: value for key, value in old.items() if key != "carried"}


@pytest.mark.parametrize(
    "other", [{"turns": 1}, {"assertions": 5}, {"answer": "open"}, {"state": "timed-out"}]
)
def test_one_that_comes_out_otherwise_stops_it(
    repeated: Repeated, other: dict[str, Any], document: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before, repeated.other = document.read_bytes(), other
    assert main(["prove", "--carry-over", "40", "-o", str(document.parent)]) == 1
    assert "comes out otherwise" in capsys.readouterr().err
    assert document.read_bytes() == before


def test_nothing_is_carried_over_other_rtl(repeated: Repeated, document: Path) -> None:
    content = json.loads(document.read_text())
    (turns, *_) = (one for one in content["proofs"] if one["engine"] == TURNS)
    turns["checks"][-1]["digest"] = "0" * 64
    document.write_text(json.dumps(content))
    assert main(["prove", "--carry-over", "1", "-o", str(document.parent)]) == 2
    assert repeated.asked == []


def test_what_is_not_stale_is_not_carried_over(document: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = entries(RESULTS)
    checks = [one for entry in found.values() for one in entry["checks"] if "design" in one]
    digests = {one["design"]: one["specification"] for one in checks}
    monkeypatch.setattr(turns_check, "digest", digests.__getitem__)
    assert list(carry_over.stale(found)) == []
    assert main(["prove", "--carry-over", "1", "-o", str(document.parent)]) == 2


@pytest.mark.parametrize(
    "wrong", [["0", "-o", "x"], ["3"], ["3", "-o", "x", "sha1-turns"], ["3", "-o", "x", "--list"]]
)
def test_wrong_use(wrong: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["prove", "--carry-over", *wrong]) == 2
    assert not (tmp_path / "x").exists()
