# SPDX-License-Identifier: Apache-2.0
"""A small design through a portfolio of scripts: the command, its row, reuse of it, and a wrong netlist."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import dummy_model
import pytest
from folders import ROOT
from made_once import made_once
from own_state import here, own_session, with_repository

from hashloom import catalogue, evaluation, rows
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.evaluation import committed, reuse
from hashloom.execution import jobs
from hashloom.execution.jobs import Limits
from hashloom.flow import Result, cells, goals, portfolio
from hashloom.flow.placement import placer

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec(placer.TOOL) is None,
    reason="coloquinte is not here: it has wheels up to Python 3.12",
)
LIMITS = Limits(memory_bytes=8 << 30, wall_seconds=300)
Row = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def family(simulation_state: Path, shared_folder: Path) -> Iterator[None]:
    """A catalogue of one small family that hashes, after a fashion; records of this module in all workers."""
    folder = made_once(shared_folder, "portfolio", lambda own: dummy_model.write_family(own / "cores"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
        patch.setenv("HASHLOOM_CORES", str(folder / "cores"))
        patch.setenv("HASHLOOM_RECORDS", str(folder / "records.sqlite"))
        yield


def document(capsys: pytest.CaptureFixture[str], goal: str, *more: str) -> tuple[Row, str]:
    """The row of the design that the command prints, and its document."""
    argv = ["synth", "dummy/one", "--target", "osu018", "--goal", goal, "--place", "--json", *more]
    assert main(argv) == 0
    text = capsys.readouterr().out
    (row,) = json.loads(text)["rows"]
    return row, text


@pytest.mark.long
@pytest.mark.parametrize("goal", list(goals.PORTFOLIO))
def test_the_row_is_that_of_the_best_script(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, goal: str
) -> None:
    fast, _ = document(capsys, "fast")
    row, text = document(capsys, goal)
    assert rows.complaints(row, here()) == []
    assert (row["goal"], row["netlist_simulated"], row["rtl_digest"]) == (goal, True, fast["rtl_digest"])
    tried = row["portfolio"]["tried"]
    assert [one["script"] for one in tried[:-1]] == list(goals.scripts())
    assert tried[0]["clock_placed_mhz"] == fast["clock_placed_mhz"]
    merit = goals.PORTFOLIO[goal]
    assert merit(row["clock_placed_mhz"], row["area_ge"]) == max(
        merit(one["clock_placed_mhz"], one["area_ge"]) for one in tried
    )
    assert set(row["steps"]) == {*fast["steps"], portfolio.SCRIPTS}
    assert document(capsys, goal)[0] == row

    # As it stands in a document it is found again, and back comes what it was; not for another question.
    (tmp_path / "rows.json").write_text(text)
    before = reuse.read([tmp_path / "rows.json"], here())
    design = catalogue.resolve_design("dummy/one", here())
    found = before.standing(design, "osu018", goal, 1, place=True)
    assert found is not None
    assert found.row() == row
    assert found.portfolio is not None
    assert Result.from_body(json.loads(json.dumps(found.body()))) == found
    assert before.standing(design, "osu018", goal, 1) is None
    assert before.standing(design, "osu018", goal, 2, place=True) is None
    assert before.standing(design, "osu018", "fast", 1, place=True) is None
    other = {**row, "steps": {**row["steps"], portfolio.SCRIPTS: "0" * 64}}
    one_less = {**row, "portfolio": {**row["portfolio"], "tried": tried[1:]}}
    for changed in (other, one_less):
        (tmp_path / "rows.json").write_text(json.dumps({**json.loads(text), "rows": [changed]}))
        assert (
            reuse.read([tmp_path / "rows.json"], here()).standing(design, "osu018", goal, 1, place=True)
            is None
        )


@pytest.mark.long
def test_a_row_says_which_script_won(capsys: pytest.CaptureFixture[str]) -> None:
    row, _ = document(capsys, "fastest")
    argv = ["synth", "dummy/one", "--target", "osu018", "--goal", "fastest", "--place"]
    assert main(argv) == 0
    head, *_, line = capsys.readouterr().out.splitlines()
    assert "script" in head
    assert row["script"] in line


@pytest.mark.long
def test_rows_that_cannot_be(capsys: pytest.CaptureFixture[str]) -> None:
    row, _ = document(capsys, "fastest")
    several = row["portfolio"]
    *_, last = several["tried"]
    better = {**last, "script": "other", "clock_mhz": 2e6, "clock_placed_mhz": 1e6}
    for wrong, complaint in (
        ({**row, "goal": "fast"}, "only rows of the goals fastest and densest"),
        ({key: value for key, value in row.items() if key != "portfolio"}, "; all do"),
        ({**row, "script": "none"}, "was not tried with the figures"),
        ({**row, "portfolio": {**several, "tried": [*several["tried"], better]}}, "is better"),
        ({**row, "portfolio": {**several, "loads": []}}, "second pass"),
        ({**row, "portfolio": {**several, "loads": [[1, 0.0]]}}, "no pair of a number and femtofarad"),
    ):
        assert complaint in " ".join(rows.complaints(wrong, here()))


@pytest.mark.long
def test_a_wrong_netlist_has_no_figures_and_none_takes_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """ABC puts a constant in the place of the first output: the fastest there is."""
    text = goals.abc_script

    def wrong(goal: str, delay_ps: int) -> str:
        script = text(goal, delay_ps)
        return script.replace("strash\n", "strash\nzeropo -N 3\n") if goal == "untargeted" else script

    monkeypatch.setattr(cells, "abc_script", wrong)
    monkeypatch.setattr(
        portfolio, "best", lambda tried, goal: next(one for one in tried if one.script == "untargeted")
    )
    result = evaluation.synthesise(
        catalogue.resolve_design("dummy/one", here()), "osu018", "fastest", 1, own_session(), limits=LIMITS
    )
    assert result.state == jobs.FAILED_VERIFICATION
    assert result.portfolio is None
    assert result.clock_mhz is None
    row = json.loads(json.dumps(result.row()))
    assert row["message"].startswith("script untargeted: the netlist computes wrong digests")
    assert rows.complaints(row, here()) == []


@pytest.mark.long
def test_other_tables_pass_over_rows_of_a_portfolio(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, text = document(capsys, "fastest")
    _, plain = document(capsys, "fast")
    function = catalogue.resolve_function("dummy", here())
    for name, content, count in (("fastest", text, 0), ("fast", plain, 1)):
        places = with_repository(tmp_path / name)
        places.results.mkdir(parents=True)
        (tmp_path / name / "cores").symlink_to(ROOT / "cores")
        (places.results / "rows.json").write_text(content)
        assert len(committed.committed(function, places).rows) == count
        assert len(committed.documents(places)) == count


def test_an_fpga_and_other_commands_refuse(capsys: pytest.CaptureFixture[str]) -> None:
    design = catalogue.resolve_design("dummy/one", here())
    with pytest.raises(UsageError, match=r"the goal fastest tries scripts .* ecp5 is an FPGA"):
        evaluation.synthesise(design, "ecp5", "fastest", 1, own_session())
    assert main(["synth", "dummy/one", "--target", "osu018", "--target", "ecp5", "--goal", "densest"]) == 2
    assert "ecp5 is an FPGA; its goals are small and fast" in capsys.readouterr().err
    assert main(["explore", "dummy", "--target", "osu018", "--goal", "fastest"]) == 2
    assert "the goal fastest is for designs on standard cells" in capsys.readouterr().err
