# SPDX-License-Identifier: Apache-2.0
"""Proofs of turns carried over a change of their programs: known ones by a sample, new ones are proven."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from folders import RESULTS
from own_state import here

from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.execution.session import Session
from hashloom.execution.steps import Step
from hashloom.formal import carry_over, engine
from hashloom.formal.table import Check, proofs

Entry = dict[str, Any]
NAME = "sha1-turns"


@pytest.fixture
def document(monkeypatch: pytest.MonkeyPatch) -> dict[str, Entry]:
    """The proof of SHA-1's turns as it is committed, which is the only one; digests of all take long."""
    of_sha1 = [proof for proof in proofs(here()) if proof.name == NAME]
    monkeypatch.setattr(carry_over, "proofs", lambda _: of_sha1)
    content = json.loads((RESULTS / "proofs.json").read_text())
    return {one["name"]: one for one in content["proofs"] if one["name"] == NAME}


@pytest.fixture
def session(tmp_path: Path) -> Session:
    return Session(here().keeping(tmp_path), Records(tmp_path / "records.sqlite"))


@pytest.fixture
def proven(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is proven, by name; it comes out as it stands in the committed document."""
    asked: list[str] = []

    def _proven(proof: Any, what: Any, *_: Any) -> Step:
        name = carry_over.Stale(proof, what, {}).name
        asked.append(name)
        content = json.loads((RESULTS / "proofs.json").read_text())
        (found,) = (one for one in content["proofs"] if one["name"] == proof.name)
        answers: list[Mapping[str, Any]] = [*found["checks"], *found["faults"]]
        return step(answers[[*proof.checks, *proof.faults].index(what)])

    monkeypatch.setattr(carry_over, "_proven", _proven)
    return asked


def step(body: Mapping[str, Any]) -> Step:
    return Step("proof", "key", dict(body), Path())


def of_former_programs(document: dict[str, Entry]) -> dict[str, Entry]:
    """The document, as if each answer for SHA-1 were of other programs."""
    made: dict[str, Entry] = json.loads(json.dumps(document))
    for one in (*made[NAME]["checks"], *made[NAME]["faults"]):
        one["specification"] = "0" * 64
    return made


def plain(entries: Mapping[str, Mapping[str, Any]]) -> Entry:
    return {name: {key: one[key] for key in one if key != "carried"} for name, one in entries.items()}


@pytest.mark.long
def test_all_are_known(document: dict[str, Entry], session: Session, proven: list[str]) -> None:
    made = carry_over.carry_over(of_former_programs(document), 2, 7, session)
    assert plain(made) == plain(document)
    note = made[NAME]["carried"][-1]
    assert note["sample"] == proven
    assert (len(proven), note["seed"]) == (2, 7)
    assert note["of"] == len(document[NAME]["checks"]) + len(document[NAME]["faults"])
    with pytest.raises(UsageError, match="no proof of turns is of other programs"):
        carry_over.carry_over(made, 2, 7, session)


@pytest.mark.long
def test_what_is_new_is_proven(document: dict[str, Entry], session: Session, proven: list[str]) -> None:
    """A check that the document does not have, a fault in it, and a fault more."""
    former = of_former_programs(document)
    gone = former[NAME]["checks"].pop(0)
    fault = former[NAME]["faults"].pop()
    made = carry_over.carry_over(former, 1, 7, session)
    assert plain(made) == plain(document)
    new = [name for name in proven if name not in made[NAME]["carried"][-1]["sample"]]
    assert any(gone["design"] in name and "fault" not in name for name in new)
    assert any(name.endswith(f"a fault in {fault['file']}") for name in new)
    (proof,) = (one for one in proofs(here()) if one.name == NAME)
    first = [one for one in proof.faults if one.set == 0]
    assert len([name for name in new if "a fault in" in name]) == len({*first, proof.faults[-1]})


@pytest.mark.long
def test_a_check_of_other_rtl_is_new(document: dict[str, Entry], session: Session, proven: list[str]) -> None:
    former = of_former_programs(document)
    former[NAME]["checks"][0]["digest"] = "0" * 64
    made = carry_over.carry_over(former, 1, 7, session)
    assert plain(made) == plain(document)
    assert any(document[NAME]["checks"][0]["design"] in name for name in proven)


@pytest.mark.long
@pytest.mark.parametrize("is_check", [True, False])
def test_what_is_new_and_bad(
    is_check: bool, document: dict[str, Entry], session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that is refuted, and a fault with which all is proven."""
    former = of_former_programs(document)
    former[NAME]["checks" if is_check else "faults"].pop()

    def _proven(proof: Any, what: Any, *_: Any) -> Step:
        is_bad = isinstance(what, Check) == is_check
        answer = engine.REFUTED if is_bad == is_check else engine.PROVEN
        state = jobs.FAILED_VERIFICATION if answer == engine.REFUTED else jobs.OK
        return step({"state": state, "answer": answer})

    monkeypatch.setattr(carry_over, "_proven", _proven)
    monkeypatch.setattr(carry_over, "repeat", lambda *_: None)
    with pytest.raises(CheckFailed, match="is not proven" if is_check else "is not found"):
        carry_over.carry_over(former, 1, 7, session)


@pytest.mark.long
def test_one_that_comes_out_otherwise(
    document: dict[str, Entry], session: Session, proven: list[str]
) -> None:
    former = of_former_programs(document)
    for one in former[NAME]["checks"]:
        one["turns"] += 1
    for one in former[NAME]["faults"]:
        one["answer"] = engine.PROVEN
    with pytest.raises(CheckFailed, match="comes out otherwise"):
        carry_over.carry_over(former, 1, 7, session)
