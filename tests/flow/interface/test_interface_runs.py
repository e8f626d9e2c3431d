# SPDX-License-Identifier: Apache-2.0
"""The interface for programs, with real tools: one answer, whoever asks; its page and its notebook."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from nbclient.exceptions import CellExecutionError
from own_state import here
from page_examples import complaints

import hashloom
from hashloom.commands import main
from hashloom.interface import chosen

ROOT = here().need_checkout("this")
PAGE = ROOT / "docs" / "python.md"
NOTEBOOK = ROOT / "examples" / "notebook" / "first-hour.ipynb"
DESIGN = "sha1/basic"


@pytest.fixture(scope="module", autouse=True)
def records(simulation_state: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Records of these tests' own; what is compiled is that of all tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HASHLOOM_RECORDS", str(tmp_path_factory.mktemp("interface") / "records.sqlite"))
        yield


@pytest.mark.long
def test_a_question_is_answered_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By the records, to another workspace and to the command line too."""
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    said: list[str] = []
    lab = hashloom.Workspace(progress=said.append)
    first = lab.verify(DESIGN)
    assert (first.failed, lab.recorded) == (0, 0)
    assert any("elaborating" in text for text in said)
    assert lab.verify(DESIGN) == first
    assert lab.recorded == 1
    other = hashloom.Workspace()
    assert list(other.verify_all([DESIGN, lab.design(DESIGN)], workers=2)) == [first]
    assert other.recorded == 1
    capsys.readouterr()
    assert main(["verify", DESIGN]) == 0
    out, err = capsys.readouterr()
    assert f"{first.passed} passed, 0 failed" in out
    assert "1 of 1 designs as in the records" in err


def test_again_is_from_the_workspace_on() -> None:
    hashloom.Workspace().verify(DESIGN, "core")
    lab = hashloom.Workspace(again="all")
    assert lab.verify(DESIGN, "core").failed == 0
    assert lab.recorded == 0
    lab.verify(DESIGN, "core")
    assert lab.recorded == 1


@pytest.mark.long
def test_all_that_a_workspace_keeps_lies_in_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Records, cell libraries, circuits and scratch folders, also those of other processes and threads."""
    user, own = tmp_path / "user", tmp_path / "own"
    monkeypatch.setenv("HASHLOOM_STATE", str(user))
    monkeypatch.delenv("HASHLOOM_RECORDS")
    lab = hashloom.Workspace(own)
    (result,) = lab.campaign(lab.items(DESIGN, "osu018", "small"), workers=2)
    assert result.state == "ok"
    assert not user.exists()
    assert {path.name for path in own.iterdir()} >= {"cache", "records.sqlite", "work"}
    assert {path.name for path in (own / "cache").iterdir()} >= {"libraries", "simulation", "standard-cells"}
    assert lab.evaluate(DESIGN, "osu018", "small") == result
    assert [found.failed for found in lab.verify_all(["sha1/basic", "sha1/rescheduled"], workers=2)] == [0, 0]
    assert not user.exists()
    assert repr(lab) == f"Workspace({str(own)!r})"


@pytest.mark.long
def test_a_failed_verification_is_an_answer(tmp_path: Path) -> None:
    vectors = tmp_path / "wrong.json"
    wrong = {"len_bits": 24, "msg_hex": b"abc".hex(), "digest_hex": "00" * 20}
    vectors.write_text(json.dumps({"digest_bits": 160, "vectors": [wrong]}))
    asked = chosen.asked(here(), "core", vectors=[vectors])
    (found,) = hashloom.Workspace().verify_all([DESIGN], asked)
    assert found.failed
    assert found.failures[0].expected.startswith("00")


@pytest.mark.long
def test_a_figure_is_that_of_the_command_line_and_of_a_campaign(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lab = hashloom.Workspace()
    result = lab.evaluate(DESIGN, "osu018", "fast")
    assert (result.state, result.netlist_simulated) == ("ok", True)
    assert main(["synth", DESIGN, "--target", "osu018", "--goal", "fast", "--json"]) == 0
    (row,) = json.loads(capsys.readouterr().out)["rows"]
    assert row == json.loads(json.dumps(result.row()))
    items = lab.items(DESIGN, "osu018")
    assert lab.campaign(items) == [result]
    file = tmp_path / "one.toml"
    file.write_text(f'targets = ["osu018"]\n[[sweep]]\ndesigns = ["{DESIGN}"]\n')
    assert lab.campaign(file) == [result]
    committed = lab.results("variants").filter(
        function="sha1", architecture="basic", target="osu018", goal="fast"
    )
    figures = ["clock_mhz", "throughput_gbps", "area_ge", "area_ff", "rtl_digest"]
    assert lab.results([result]).select(figures).equals(committed.select(figures))


@pytest.mark.long
def test_a_figure_of_a_document_is_not_measured_again(tmp_path: Path) -> None:
    result = hashloom.Workspace().evaluate(DESIGN, "osu018", "fast")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"rows": [result.row()]}))
    lab = hashloom.Workspace(tmp_path / "state", reuse=[path])
    assert lab.evaluate(DESIGN, "osu018", "fast").row() == json.loads(path.read_text())["rows"][0]
    assert lab.reusable.remarks(1, "rows") == [f"1 of 1 rows as in {path}"]
    assert not list((tmp_path / "state").rglob("*.v")), "nothing was synthesised"


@pytest.mark.long
def test_the_examples_of_the_page_are_as_it_says() -> None:
    count, said = complaints(PAGE, PAGE.read_text(encoding="utf-8"))
    assert said == ""
    assert count == len(re.findall("^>>> ", PAGE.read_text(encoding="utf-8"), re.MULTILINE)) > 20


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("\n64\n", "\n63\n"),
        ("lab.design(", "lab.desing("),
        ("unknown function", "no function"),
    ],
)
def test_an_example_that_is_wrong_is_noticed(right: str, wrong: str) -> None:
    block = (
        "```pycon\n>>> import hashloom\n>>> lab = hashloom.Workspace()\n"
        ">>> len(lab.hash('sha512', b''))\n64\n```\n"
        "Words.\n```pycon\n>>> lab.design('sha257')\nTraceback (most recent call last):\n...\n"
        "hashloom.errors.UsageError: unknown function 'sha257'; the nearest known: sha256...\n```\n"
    )
    assert right in block
    assert complaints(PAGE, block) == (4, "")
    _, said = complaints(PAGE, block.replace(right, wrong))
    assert f'File "{PAGE}", line ' in said


def test_the_page_names_every_argument_and_method_of_the_workspace() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in (one for one in vars(hashloom.Workspace) if not one.startswith("_")):
        assert re.search(rf"\b{name}\b", page), f"docs/python.md does not speak of {name}"


def stored() -> Any:
    """The notebook as it is kept."""
    library: Any = nbformat
    return library.read(NOTEBOOK, as_version=4)


def run(notebook: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The notebook with its outputs. CellExecutionError for a cell that raises."""
    for variable in ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"):
        monkeypatch.setenv(variable, str(folder / variable))
    resources = {"metadata": {"path": str(folder)}}
    return nbclient.NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources=resources
    ).execute()


@pytest.mark.long
def test_the_notebook_runs_and_makes_its_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = run(stored(), tmp_path, monkeypatch)
    pictures = [
        output["data"]["text/html"]
        for cell in made.cells
        for output in cell.get("outputs", ())
        if "vega" in output.get("data", {}).get("text/html", "")
    ]
    assert len(pictures) == 1
    for architecture in (design.architecture.name for design in hashloom.Workspace().designs("sha256/all")):
        assert f'"{architecture}"' in pictures[0]


def test_a_cell_that_raises_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    notebook = stored()
    first = next(cell for cell in notebook.cells if cell.cell_type == "code")
    assert "hashloom.Workspace()" in first.source
    first.source = first.source.replace("hashloom.Workspace()", "hashloom.Workplace()")
    with pytest.raises(CellExecutionError, match="has no attribute 'Workplace'"):
        run(notebook, tmp_path, monkeypatch)


def test_the_notebook_is_kept_without_outputs() -> None:
    notebook = stored()
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert code
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
