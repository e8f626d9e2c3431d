# SPDX-License-Identifier: Apache-2.0
"""A small design from its RTL to its clock with estimated wires: the command, its row, and reuse of it."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import dummy_model
import pytest
from own_state import here, own_session
from target_kinds import standard_cells

from hashloom import catalogue, evaluation, rows, targets
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.evaluation import reuse
from hashloom.execution import jobs
from hashloom.execution.jobs import Limits
from hashloom.flow import Result
from hashloom.flow.placement import placer

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec(placer.TOOL) is None,
    reason="coloquinte is not here: it has wheels up to Python 3.12",
)
LIMITS = Limits(memory_bytes=8 << 30, wall_seconds=300)
Row = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def family(simulation_state: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A catalogue of one small family that hashes, after a fashion, and records of this module."""
    folder = tmp_path_factory.mktemp("placed")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
        patch.setenv("HASHLOOM_CORES", str(folder / "cores"))
        patch.setenv("HASHLOOM_RECORDS", str(folder / "records.sqlite"))
        dummy_model.write_family(folder / "cores")
        yield


def document(capsys: pytest.CaptureFixture[str], *more: str) -> tuple[Row, str]:
    """The row of the design that the command prints, and its document."""
    argv = ["synth", "dummy/one", "--target", "osu018", "--goal", "fast", "--json", *more]
    assert main(argv) == 0
    text = capsys.readouterr().out
    (row,) = json.loads(text)["rows"]
    return row, text


@pytest.mark.long
def test_the_command_places(capsys: pytest.CaptureFixture[str]) -> None:
    without, _ = document(capsys)
    row, _ = document(capsys, "--place", "--seeds", "3")
    assert rows.complaints(row, here()) == []
    assert row["clock_mhz"] == without["clock_mhz"]
    assert row["area_ge"] == without["area_ge"]
    assert row["clock_placed_mhz"] < row["clock_mhz"]
    assert row["wire_mm"] > 0
    assert row["throughput_gbps"] == pytest.approx(64 / 4 * row["clock_placed_mhz"] / 1000)
    assert [one["seed"] for one in row["placement"]["seeds"]] == [1, 2, 3]
    assert row["placement"]["clock_tree"] == "none"
    assert row["steps"].items() > without["steps"].items()
    assert set(row["steps"]) - set(without["steps"]) == {
        f"{name} {seed}" for name in ("placement", "wires") for seed in (1, 2, 3)
    }
    assert row["tools"] == {**without["tools"], placer.TOOL: placer.version()}
    assert "placement" not in without
    assert document(capsys)[0] == without

    assert main(["synth", "dummy/one", "--target", "osu018", "--goal", "fast", "--place"]) == 0
    head = capsys.readouterr().out.splitlines()[0]
    assert "placed MHz" in head
    assert "wire mm" in head


@pytest.mark.long
def test_a_result_comes_back_from_its_row_and_its_record(capsys: pytest.CaptureFixture[str]) -> None:
    session = own_session()
    result = evaluation.synthesise(
        catalogue.resolve_design("dummy/one", here()), "osu018", "fast", 2, session, limits=LIMITS, place=True
    )
    assert result.placement is not None
    assert result.clock_placed_mhz == min(one.clock_mhz for one in result.placement.seeds)
    assert Result.from_body(json.loads(json.dumps(result.body()))) == result
    assert Result.from_row(json.loads(json.dumps(result.row()))) == result
    bare = replace(result, placement=None)
    assert "placement" not in bare.body()
    assert bare.throughput_gbps is not None
    assert result.throughput_gbps is not None
    assert bare.throughput_gbps > result.throughput_gbps


@pytest.mark.long
def test_rows_with_and_without_wires_do_not_stand_for_each_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    design = catalogue.resolve_design("dummy/one", here())
    for more, place in (((), False), (("--place",), True)):
        row, text = document(capsys, *more)
        (tmp_path / "rows.json").write_text(text)
        before = reuse.read([tmp_path / "rows.json"], here())
        found = before.standing(design, "osu018", "fast", 1, place=place)
        assert found is not None
        assert found.row() == row
        assert before.standing(design, "osu018", "fast", 1, place=not place) is None
        if place:
            assert before.standing(design, "osu018", "fast", 2, place=True) is None


def test_a_placement_that_fails_leaves_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock without wires would be taken for that of the placement."""

    def broken(*_: Any, **__: Any) -> tuple[None, jobs.Outcome]:
        return None, jobs.Outcome(jobs.OUT_OF_MEMORY, 1, 1.0, 1.0, 1, Path("none"))

    monkeypatch.setattr(placer, "place", broken)
    result = evaluation.synthesise(
        catalogue.resolve_design("dummy/one", here()),
        "osu018",
        "small",
        1,
        own_session(),
        limits=LIMITS,
        place=True,
    )
    assert result.state == jobs.OUT_OF_MEMORY
    assert result.placement is None
    assert result.clock_mhz is None
    row = json.loads(json.dumps(result.row()))
    assert rows.complaints(row, here()) == []
    assert "throughput_gbps" not in row


@pytest.mark.parametrize(
    ("target", "seeds", "complaint"),
    [
        ("ecp5", 1, "ecp5 is an FPGA; only standard cells are placed"),
        ("osu018", 0, "0 placements cannot be made"),
    ],
)
def test_what_cannot_be_placed(target: str, seeds: int, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        evaluation.synthesise(
            catalogue.resolve_design("dummy/one", here()), target, "fast", seeds, own_session(), place=True
        )


def test_a_library_without_a_layout(monkeypatch: pytest.MonkeyPatch) -> None:
    bare = replace(standard_cells(), layout=None)
    monkeypatch.setattr(targets, "find", lambda name, libraries=None: bare)
    with pytest.raises(UsageError, match=r"osu018 has no layout .*, so its cells cannot be placed"):
        evaluation.synthesise(
            catalogue.resolve_design("dummy/one", here()), "osu018", "fast", 1, own_session(), place=True
        )
