# SPDX-License-Identifier: Apache-2.0
"""Where things lie: in a checkout, and where this package is installed."""

from collections.abc import Callable
from pathlib import Path

import pytest
from folders import ROOT
from own_state import here

from hashloom.campaign import campaign_file
from hashloom.catalogue import places
from hashloom.codegen.__main__ import main as generate
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.reports import refresh, threefish, timing
from hashloom.software import main as install_library

VARIABLES = ("HASHLOOM_CORES", "HASHLOOM_STATE", "HASHLOOM_RECORDS", "XDG_CACHE_HOME")


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """None of the variables, and a home folder that is empty."""
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A package that is installed; nothing is in it."""
    package = tmp_path / "site-packages" / "hashloom"
    package.mkdir(parents=True)
    monkeypatch.setattr(places, "_PACKAGE", package)
    return package


def test_a_checkout_has_all_of_it_at_its_top() -> None:
    assert here().checkout == here().need_checkout("this") == ROOT == ROOT
    assert here().cores == here().own_cores == ROOT / "cores"
    assert here().results == ROOT / "results"
    assert here().libskein == ROOT / "libskein"
    assert here().licence == ROOT / "LICENSE"
    assert here().state == ROOT / ".hashloom"
    assert here().build == ROOT / "build"


def test_an_installed_package_brings_it_and_keeps_state_elsewhere(installed: Path, tmp_path: Path) -> None:
    carried = installed / places.CARRIED
    assert here().checkout is None
    assert here().cores == here().own_cores == carried / "cores"
    assert here().results == carried / "results"
    assert here().libskein == carried / "libskein"
    assert here().licence == carried / "LICENSE"
    assert here().state == tmp_path / "home" / ".cache" / "hashloom"
    assert here().build == here().state / "build"


def test_a_folder_of_cores_beside_a_package_makes_no_checkout(installed: Path) -> None:
    (installed.parent / "cores").mkdir()
    assert here().checkout is None
    (installed.parent / "pyproject.toml").touch()
    assert here().checkout == installed.parent


def test_the_cache_folder_is_that_of_the_specification(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert here().state == tmp_path / "cache" / "hashloom"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    assert here().state == tmp_path / "home" / ".cache" / "hashloom"


def test_the_variables_come_first_everywhere(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    assert here().state == tmp_path / "state"
    assert here().records == tmp_path / "state" / "records.sqlite"
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "mine.sqlite"))
    assert here().records == tmp_path / "mine.sqlite"
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "cores"))
    assert here().cores == tmp_path / "cores"
    assert here().own_cores == installed / places.CARRIED / "cores"


def test_a_user_without_a_home_is_told_what_to_name(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(UsageError, match=r"no home folder .* environment variable HASHLOOM_STATE"):
        _ = here().state


def test_a_package_without_cores_says_so(installed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 2
    said = capsys.readouterr().err
    assert f"there is no folder {installed}/carried/cores of cores; name one with HASHLOOM_CORES" in said


@pytest.mark.parametrize(
    "program",
    [lambda: generate(["--check"]), refresh.main, threefish.main, timing.main, install_library],
    ids=["codegen", "refresh", "threefish", "timing", "software"],
)
def test_what_writes_into_a_checkout_says_that_it_needs_one(
    program: Callable[[], int], installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        assert program() == 2
        said = capsys.readouterr().err
    except UsageError as error:
        said = str(error)
    assert f"needs a checkout of hashloom; {installed} is an installed package" in said
    assert len(said.splitlines()) == 1
    assert list(installed.parent.rglob("*")) == [installed]


def test_what_comes_along_is_found_by_its_name_in_any_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert here().brought("results/proofs.json") == ROOT / "results" / "proofs.json"
    assert campaign_file.read(here().brought("campaigns/demo.toml"), here()).name == "demo"
    assert here().brought("campaigns/none.toml") == Path("campaigns/none.toml"), (
        "its reader says what is wrong"
    )
    assert here().brought("campaigns") == Path("campaigns"), "a folder is none of the files"
    (tmp_path / "campaigns").mkdir()
    (tmp_path / "campaigns" / "demo.toml").touch()
    assert here().brought("campaigns/demo.toml") == Path("campaigns/demo.toml"), (
        "a file that is there is meant"
    )
    assert here().brought(tmp_path / "results" / "proofs.json") == tmp_path / "results" / "proofs.json"
