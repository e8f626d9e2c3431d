# SPDX-License-Identifier: Apache-2.0
"""A design gets a figure only where the proofs that speak of it hold of its RTL."""

import json
import random
import sys
from pathlib import Path

import dummy_model
import pytest
from folders import ROOT
from own_state import another_repository, here, own_session

from hashloom import catalogue, evaluation
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Tuning
from hashloom.execution import jobs
from hashloom.execution.steps import Step
from hashloom.formal import document, relevance, table
from hashloom.formal.table import Check

pytestmark = pytest.mark.usefixtures("simulation_state")
RARE = "{block_data, word_data ^ WORD'(word_data == WORD'(64'h8d3f5b1c6a2e975a))}"


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of cores with the dummy and shared RTL of its own, and records of its own."""
    monkeypatch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "cores"))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    dummy_model.write_family(tmp_path / "cores")
    return tmp_path / "cores"


def spoil(cores: Path) -> None:
    path = cores / "common" / "rtl" / "block_collector.sv"
    text = path.read_text()
    assert text.count("{block_data, word_data}") == 1
    path.write_text(text.replace("{block_data, word_data}", RARE))


@pytest.mark.long
def test_what_only_a_proof_notices_gets_no_number(cores: Path) -> None:
    design, records, said = catalogue.resolve_design("dummy/one", here()), own_session(), list[str]()
    good = evaluation.synthesise(design, "osu018", "fast", 1, records, said.append)
    assert good.state == jobs.OK
    assert good.assurance is not None
    assert {"message-padder", "block-collector", "digest-serializer"} <= set(good.assurance.proofs)
    assert not [text for text in said if ": proof " in text], "the document has what holds of these files"
    spoil(cores)
    bad = evaluation.synthesise(design, "osu018", "fast", 1, records, said.append)
    assert (bad.state, bad.throughput_gbps, bad.assurance) == (jobs.FAILED_VERIFICATION, None, None)
    assert str(bad.measurement.message).startswith(
        "block-collector BLOCK=32 WORD=8 LOOK_AHEAD=0 is not proven: "
    )
    standing = evaluation.synthesise(design, "osu018", "fast", 1, records, standing=good)
    assert (standing.state, standing.throughput_gbps) == (jobs.FAILED_VERIFICATION, None)


def test_a_proof_that_does_not_end_gives_no_number(cores: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def prove(check: Check, *arguments: object, **options: object) -> Step:
        return Step("proof", "", {"state": jobs.TIMED_OUT, "message": "it took too long"}, Path())

    monkeypatch.setattr(relevance, "prove", prove)
    spoil(cores)
    result = evaluation.synthesise(
        catalogue.resolve_design("dummy/one", here()), "osu018", "fast", 1, own_session()
    )
    assert (result.state, result.throughput_gbps, result.assurance) == (jobs.TIMED_OUT, None, None)
    assert "is not proven: it took too long" in str(result.measurement.message)


def test_the_checks_have_the_parameters_of_the_design() -> None:
    design = catalogue.resolve_design("sha1/basic", here())
    top = rtl.unit(design, "top")
    found = relevance.relevant(design, top, here())
    padders = [dict(check.unit.parameters) for check in found if check.proof == "message-padder"]
    assert [(one["BLOCK"], one["WORD"], one["LENGTH_BITS"]) for one in padders] == [(512, 64, 64)]
    assert [check.design for check in found if check.engine == table.TURNS] == ["sha1/basic"]
    small = rtl.unit(design, "top", Tuning(goal="small"))
    tuned = [check for check in relevance.relevant(design, small, here()) if check.engine == table.TURNS]
    assert [check.unit.parameters for check in tuned] == [rtl.unit(design).parameters]


def test_of_a_design_whose_turns_are_not_proven_those_of_its_family_speak() -> None:
    design = catalogue.resolve_design("luffa-r2-512/basic", here())
    found = relevance.examine(design, rtl.unit(design, "top"), own_session(), pytest.fail)
    assert [name for name in found.names if "turns" in name] == [
        "luffa-turns luffa-r2-256/apart",
        "luffa-turns luffa-r2-256/basic",
        "luffa-turns luffa-r2-256/apart-2m",
    ]


@pytest.mark.long
def test_all_that_speaks_of_a_design_is_proven(rng: random.Random) -> None:
    """The document knows it, so that no proof is run for a figure."""
    for design in rng.sample(list(catalogue.designs(here())), 12):
        standing = relevance.examine(design, rtl.unit(design, "top"), own_session(), pytest.fail)
        assert standing.failure is None
        assert standing.names, "the padder at least"


def test_only_what_is_proven_with_this_tool_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = json.loads((ROOT / "results" / "proofs.json").read_text())
    assert relevance._document(here())
    (tmp_path / "results").mkdir()
    another_repository(monkeypatch, tmp_path)
    assert relevance._document(here()) == set()
    path = tmp_path / "results" / f"{document.NAME}.json"
    path.write_text(json.dumps({**content, "tools": {"pyosys": "0.1"}}))
    assert relevance._document(here()) == set()
    for entry in content["proofs"]:
        for one in entry["checks"]:
            one["state"] = jobs.TIMED_OUT
    path.write_text(json.dumps(content))
    assert relevance._document(here()) == set()
