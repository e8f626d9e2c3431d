# SPDX-License-Identifier: Apache-2.0
"""Mutants and faults are of the RTL as it was when it was first read, whatever is edited meanwhile."""

import dataclasses
import shutil
import sys
from pathlib import Path

import dummy_model
import pytest
from folders import ROOT
from own_state import here, own_session

from hashloom.catalogue import resolve_design
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.places import Places
from hashloom.execution.records import Records
from hashloom.execution.session import Session
from hashloom.mutation import Finding, Mutant, MutationOptions, hunt, library, refutation, study
from hashloom.mutation.catches import is_of, row
from hashloom.mutation.suite import CAUGHT, REFUTED, judge, suite

pytestmark = pytest.mark.usefixtures("simulation_state")
SECONDS = 60.0
NOTE = "// a line that is there since then\n"
"""It moves all that stands behind it: a mutant that is applied to it is broken text."""


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of cores with the dummy as its one family."""
    monkeypatch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "cores"))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    dummy_model.write_family(tmp_path / "cores")
    return tmp_path / "cores"


@pytest.fixture
def own(tmp_path: Path) -> Places:
    """A laboratory whose own cores may be edited: those of no family."""
    for folder in ("bus", "common"):
        shutil.copytree(ROOT / "cores" / folder, tmp_path / "cores" / folder)
    (tmp_path / "results").mkdir()
    return dataclasses.replace(here(), repository=tmp_path, recorded=tmp_path / "records.sqlite")


def edit(folder: Path) -> None:
    for path in folder.rglob("*.sv"):
        path.write_text(NOTE + path.read_text())


def mutant(file: str, text: str, right: str, wrong: str) -> Mutant:
    start = text.index(right)
    return Mutant(file, "bitwise", start, right, wrong, text.count("\n", 0, start) + 1, right, wrong)


def test_a_mutant_is_judged_in_the_text_of_the_suite(cores: Path) -> None:
    tests = suite([resolve_design("dummy/one", here())], own_session(), levels=("core",))
    digests, names = tests.digests(), tests.set_parameters()
    wrong = mutant("dummy_core.sv", tests.text("dummy_core.sv"), "ROUNDS = 3", "ROUNDS = 4")
    edit(cores)
    assert judge(wrong, tests, SECONDS).verdict == CAUGHT
    assert (tests.digests(), tests.set_parameters()) == (digests, names)
    assert suite([resolve_design("dummy/one", here())], own_session(), levels=("core",)).digests() != digests


@pytest.mark.long
def test_a_study_is_of_the_rtl_of_its_beginning(
    cores: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants behind an edit are those of a study that nobody disturbed, as is what it says of files."""
    monkeypatch.setattr(
        refutation, "asked", lambda *_: []
    )  # minutes for one that lives; the next test has them
    designs, options = [resolve_design("dummy/one", here())], MutationOptions(samples=3, seconds=SECONDS)

    def disturb(_: Finding) -> None:
        if not (cores / "dummy" / "dummy_core.sv").read_text().startswith(NOTE):
            edit(cores)

    disturbed = study(designs, options, own_session(), tell=disturb)
    shutil.rmtree(cores)
    dummy_model.write_family(cores)
    quiet = study(designs, options, Session(here(), Records(tmp_path / "others.sqlite")))
    assert disturbed.findings == quiet.findings
    assert disturbed.provenance["files"] == quiet.provenance["files"]


def test_a_proof_is_asked_of_the_text_of_the_suite(own: Places) -> None:
    source, session = own.own_cores / "bus" / "rtl" / "word_fifo.sv", Session.at(own)
    capture = Capture()
    wrong = mutant(source.name, capture.text(source), "space != '0", "space == '0")
    edit(own.own_cores)
    refuted = refutation.refuting(wrong, source, session, SECONDS, capture=capture)
    assert refuted is not None
    assert refuted.check.startswith("word-fifo")
    assert not refuted.refused


def test_a_fault_is_planted_in_the_rtl_that_its_digest_is_of(own: Places) -> None:
    session = Session.at(own)
    fault = next(one for one in library.faults(own, ["bus"]) if one.file == "word_fifo" and one.module)
    before = [unit.digest() for unit in fault.units()]
    for path in (own.own_cores / "bus" / "rtl").glob("*.sv"):
        path.write_text(NOTE)
    caught = hunt.caught(fault, session)
    assert caught.verdict == REFUTED, caught
    assert [unit.digest() for unit in fault.units()] == before
    assert is_of(row(fault, caught), fault)
    (now,) = library.faults(own, [fault.name])
    assert not is_of(row(fault, caught), now)
