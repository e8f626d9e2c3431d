# SPDX-License-Identifier: Apache-2.0
"""What is exported is the RTL that was verified, whatever is edited meanwhile."""

import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dummy_model
import pytest
from own_state import here, own_session

import hashloom.export
from hashloom import export
from hashloom.catalogue import resolve_design
from hashloom.catalogue.design import Tuning
from hashloom.errors import CheckFailed
from hashloom.execution import jobs
from hashloom.export import trial

pytestmark = pytest.mark.usefixtures("simulation_state")


@pytest.fixture
def core(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The RTL of the dummy, the one family of a folder of cores, which may be edited."""
    monkeypatch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "cores"))
    dummy_model.write_family(tmp_path / "cores")
    return tmp_path / "cores" / "dummy" / "dummy_core.sv"


def spoil(core: Path) -> None:
    text = core.read_text()
    assert text.count("parameter integer ROUNDS = 3") == 1
    core.write_text(text.replace("ROUNDS = 3", "ROUNDS = 4"))


def made() -> export.Package:
    return export.make(resolve_design("dummy/one", here()), trial.TUNING, None, 100.0, own_session())


def texts(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.long
def test_rtl_that_is_edited_while_it_is_exported(
    core: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rng: random.Random
) -> None:
    """Whenever it is, as a tool starts: the package is of the RTL of the beginning, which was verified."""
    run_job, right = jobs.run, core.read_text()
    moments, moment = 0, -1

    def started(*arguments: Any, **named: Any) -> jobs.Outcome:
        nonlocal moments
        if moments == moment:
            spoil(core)
        moments += 1
        return run_job(*arguments, **named)

    def exported(place: int, between: Callable[[], None] = lambda: None) -> dict[str, bytes]:
        nonlocal moments, moment
        core.write_text(right)
        monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / f"{place}.sqlite"))
        moments, moment, folder = 0, place, tmp_path / str(place)
        package = made()
        between()
        export.export(package, folder, own_session(), watch=False)
        return texts(folder)

    monkeypatch.setattr(jobs, "run", started)
    found = exported(-1)
    assert b"Verified with these parameters" in found["DATASHEET.md"]
    assert exported(-2, between=lambda: spoil(core)) == found
    assert exported(rng.randrange(moments)) == found
    assert core.read_text() != right


def test_a_verification_of_other_rtl_exports_nothing(
    core: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def another(*_: Any, **__: Any) -> dict[str, Any]:
        return {"rtl_digests": {"top": "0" * 64}}

    monkeypatch.setattr(hashloom.export, "require_verified", another)
    with pytest.raises(
        CheckFailed, match="dummy/one: the RTL that was verified is not the RTL of the package"
    ):
        export.export(made(), tmp_path / "exported", own_session())
    assert not (tmp_path / "exported").exists()


def test_the_rtl_of_a_trial_is_that_of_its_beginning(
    core: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The digest that is kept of a package that was tried is of what was exported."""
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    design, before = resolve_design("dummy/one", here()), made().unit.digest()
    tried = trial.attempt(
        design, Tuning("fpga", "fast"), own_session(), jobs.Limits(), runs=(), prove=False, verify=False,
        progress=lambda text: spoil(core) if "conversion" in text else None,
    )  # fmt: skip
    assert (tried.error, tried.rtl_digest) == ("", before)
    assert made().unit.digest() != before
