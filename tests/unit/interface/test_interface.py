# SPDX-License-Identifier: Apache-2.0
"""The interface for programs: what its arguments stand for, its errors, and its data frames."""

import ast
import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from own_state import here

import hashloom
from hashloom import catalogue
from hashloom.errors import HashloomError, UsageError
from hashloom.flow import Result
from hashloom.interface import chosen
from hashloom.rows.frame import COLUMNS, frame

PACKAGE = Path(hashloom.__file__).parent


@pytest.fixture
def lab(tmp_path: Path) -> hashloom.Workspace:
    return hashloom.Workspace(tmp_path / "state")


def imported(program: str) -> set[str]:
    """The modules that a program has imported at its end."""
    program += "\nimport sys; print(*sys.modules, sep=chr(10))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


def heavy(modules: set[str]) -> set[str]:
    return {name for name in modules if name.startswith("hashloom.")} | modules & {
        "altair",
        "polars",
        "pydantic",
    }


def test_the_import_alone_brings_nothing() -> None:
    assert heavy(imported("import hashloom; hashloom.__version__")) == set()
    assert "Workspace" in dir(hashloom)


def test_an_import_that_brings_something_is_noticed() -> None:
    assert "polars" in heavy(imported("import hashloom, polars"))
    assert "hashloom.interface" in heavy(imported("import hashloom; hashloom.Workspace"))


def test_the_classes_bring_no_data_frames() -> None:
    assert "polars" not in imported("import hashloom; hashloom.Workspace().designs()")


def names_of_stub(stub: str) -> set[str]:
    """What a stub says that its module has."""
    found = set()
    for node in ast.parse(stub).body:
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{alias.asname}" for alias in node.names}
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            found.add(node.target.id)
    return found


def names_of_module() -> set[str]:
    elsewhere: dict[str, str] = hashloom._ELSEWHERE  # type: ignore[attr-defined]
    assert set(hashloom.__all__) == {*elsewhere, "__version__"}  # type: ignore[attr-defined]
    return {f"{module}.{name}" for name, module in elsewhere.items()} | {"__version__"}


def test_type_checkers_see_what_there_is() -> None:
    stub = (PACKAGE / "__init__.pyi").read_text()
    assert names_of_stub(stub) == names_of_module()
    for name in hashloom.__all__:  # type: ignore[attr-defined]
        assert getattr(hashloom, name) is not None
    assert names_of_stub(stub.replace("import Item as Item", "import Item as Iten")) != names_of_module()


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Workplace'"):
        hashloom.Workplace  # type: ignore[attr-defined]  # noqa: B018


def test_designs_are_named_as_on_the_command_line(lab: hashloom.Workspace) -> None:
    assert lab.design("skein-512/4r-2m").name == "skein-1.3-512-512/4r-2m"
    assert [one.name for one in lab.designs("sha1/basic")] == ["sha1/basic"]
    of_sha256 = [one for one in lab.designs() if one.function.name == "sha256"]
    assert lab.designs("sha256/all") == of_sha256
    assert lab.designs("sha256/*") == of_sha256
    assert {one.function.name for one in lab.designs("SHA[15]*/basic")} == {
        "sha1", "sha512", "sha512-224", "sha512-256"
    }  # fmt: skip
    assert set(lab.functions()) == {one.function for one in lab.designs()}
    twice = chosen.designs(["sha1/all", "sha1/basic", lab.design("sha1")], here())
    assert len(twice) == len(lab.designs("sha1/all"))


def test_the_targets_are_those_of_the_package(lab: hashloom.Workspace) -> None:
    assert {"osu018", "nangate45", "ecp5"} <= {target.name for target in lab.targets()}


@pytest.mark.parametrize("message", [b"", b"abc", bytes(range(200))])
def test_hash_is_the_hash(lab: hashloom.Workspace, message: bytes) -> None:
    assert lab.hash("sha256", message) == hashlib.sha256(message).digest()
    assert lab.hash(lab.design("sha3-256").function, message) == hashlib.sha3_256(message).digest()


Ask = Callable[[hashloom.Workspace], object]


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda lab: lab.design("sha257"), "unknown function 'sha257'; the nearest known: sha256"),
        (lambda lab: lab.designs("sha9*"), "no design has a name like 'sha9*'"),
        (lambda lab: lab.hash("sha256", b"a", 9), "9 bits are asked of a message that has 8"),
        (lambda lab: lab.verify("sha256", "cor"), "unknown level 'cor'; the nearest known: core"),
        (lambda lab: lab.verify("sha256", "tree"), "sha256/basic has no level 'tree'"),
        (lambda lab: lab.verify("sha256", effort="ful"), "unknown effort 'ful'"),
        (lambda lab: lab.verify("sha256", engine="gate"), "unknown engine 'gate'"),
        (lambda lab: lab.verify("sha256", tuning="slow"), "unknown tuning 'slow'"),
        (lambda lab: lab.verify("sha256", vectors=["none.json"]), "the vector file none.json cannot be read"),
        (lambda lab: lab.verify("sha256", settings={"X": 1}), "sha256/basic has no parameter 'X'"),
        (lambda lab: lab.verify("sha256", settings={"ADDER": "big"}), "'ADDER=big' sets no parameter"),
        (lambda lab: lab.verify("sha256", settings={"ADDER": -1}), "'ADDER=-1' sets no parameter"),
        (lambda lab: lab.verify_all("sha1/all", workers=0), "0 designs cannot be verified at a time"),
        (lambda lab: lab.evaluate("sha256", "osu81"), "unknown target 'osu81'; the nearest known: osu018"),
        (lambda lab: lab.evaluate("sha256", Path("none.py")), "there is no target file none.py"),
        (lambda lab: lab.evaluate("sha256", "osu018", "fats"), "unknown goal 'fats'"),
        (lambda lab: lab.evaluate("sha256", "ecp5", seeds=-1), "-1 placements cannot be made"),
        (lambda lab: lab.evaluate("sha256", "ecp5", workers=0), "0 placements cannot be made at a time"),
        (lambda lab: lab.evaluate("sha256", "ecp5", timeout_s=0), "a limit of 0 s and 16 GiB leaves nothing"),
        (lambda lab: lab.evaluate("sha256", "ecp5", memory_gib=-2), "a limit of 7200 s and -2 GiB"),
        (lambda lab: lab.items("sha256", "osu81"), "unknown target 'osu81'"),
        (lambda lab: lab.items("sha256", "osu018", ["fast", "fats"]), "unknown goal 'fats'"),
        (lambda lab: lab.campaign("none.toml"), "the campaign file none.toml cannot be read"),
        (lambda lab: lab.campaign([], workers=0), "0 processes cannot work at a time"),
        (
            lambda lab: lab.results("campain-gmu"),
            "unknown document 'campain-gmu'; the nearest known",
        ),
        (lambda lab: lab.results("none.json"), "none.json cannot be read"),
        (lambda lab: lab.results("proofs"), "proofs.json has no rows of designs on targets"),
        (lambda lab: hashloom.Workspace(again="ever"), 'again="ever" says nothing'),  # type: ignore[arg-type]
        (lambda lab: hashloom.Workspace(reuse=["none.json"]), "none.json cannot be read"),
        (
            lambda lab: hashloom.Workspace(reuse=["results/variants.json"], again="all"),
            "leaves results of before aside",
        ),
    ],
)
def test_what_stands_for_nothing_is_a_usage_error(lab: hashloom.Workspace, ask: Ask, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        ask(lab)
    assert said in str(caught.value)
    assert isinstance(caught.value, HashloomError)
    assert not lab.session.folder.exists(), "nothing was begun"


def test_items_are_all_designs_on_all_targets_for_all_goals(lab: hashloom.Workspace) -> None:
    made = lab.items("sha1/all", ["osu018", "ecp5"], ("fast", "small"), seeds=2, settings={"ADDER": "ripple"})
    designs = [one for one in catalogue.designs(here()) if one.function.name == "sha1"]
    assert len(made) == len(set(made)) == len(designs) * 2 * 2
    assert [(one.target, one.goal) for one in made[:4]] == [
        ("osu018", "fast"), ("osu018", "small"), ("ecp5", "fast"), ("ecp5", "small")
    ]  # fmt: skip
    assert {one.seeds for one in made} == {2}
    assert {one.settings for one in made} == {(("ADDER", 1),)}


def test_a_program_needs_no_guard_about_it(tmp_path: Path) -> None:
    """A process that works for a program does not run the program again; one of `multiprocessing` does."""
    fresh = "from hashloom.execution.workers import FreshContext\ncontext = FreshContext()\n"
    spawned = "import multiprocessing\ncontext = multiprocessing.get_context('spawn')\n"
    rest = "process = context.Process(target=print, args=('worker',))\nprocess.start()\nprocess.join()\n"
    rest += "print('program', process.exitcode)\n"
    program = tmp_path / "program.py"
    outputs = []
    for head in (fresh, spawned):
        program.write_text(head + rest)
        done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, check=True)
        outputs.append(done.stdout.split("\n"))
    assert outputs[0] == ["worker", "program 0", ""]
    assert outputs[1] == ["program 1", ""], "multiprocessing has come to spare us this"


def test_a_data_frame_has_its_columns_whatever_the_rows(lab: hashloom.Workspace) -> None:
    schema = {name: column.type for name, column in COLUMNS.items()}
    for made in (frame([]), lab.results([]), lab.results("dadda"), lab.results()):
        assert dict(made.schema) == schema


def rows_of(name: str) -> list[dict[str, Any]]:
    content = json.loads((here().results / f"{name}.json").read_text())
    return [*content["rows"], *content.get("fast_adders", [])]


@pytest.mark.parametrize("name", ["campaign-gmu", "dadda", "peers"])
def test_a_data_frame_has_every_figure_of_the_document(lab: hashloom.Workspace, name: str) -> None:
    rows = rows_of(name)
    made = lab.results(name)
    assert made.height == len(rows)
    assert set(made["document"]) == {name}
    for column in set(COLUMNS) - {"document", "settings"}:
        assert made[column].to_list() == [row.get(column) for row in rows]


def test_parameters_that_were_set_are_one_text(lab: hashloom.Workspace) -> None:
    made = lab.results("dadda")["settings"]
    assert made[-1] == "ADDER=KOGGE_STONE, SIDE_ADDER=KOGGE_STONE"
    assert frame([{"settings": {}}, {}])["settings"].to_list() == [None, None]


def test_all_documents_are_those_with_designs(lab: hashloom.Workspace) -> None:
    made = lab.results()
    parts = [lab.results(name) for name in made["document"].unique(maintain_order=True)]
    assert pl.concat(parts).equals(made)
    assert {"campaign-gmu", "candidates", "variants"} <= set(made["document"])
    assert not {"exports", "overhead", "threefish", "gmu", "bench"} & set(made["document"])


def test_results_make_the_rows_that_documents_have(lab: hashloom.Workspace) -> None:
    row = rows_of("campaign-gmu")[0]
    made = lab.results([Result.from_row(row)])
    assert made["document"].to_list() == [None]
    assert made.drop("document").equals(lab.results("campaign-gmu").head(1).drop("document"))


def test_rows_that_cannot_be_used_are_named(lab: hashloom.Workspace, tmp_path: Path) -> None:
    good = rows_of("netlists")
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"rows": good}))
    assert lab.results(path)["document"].unique().to_list() == ["mine"]
    for wrong, said in (
        ({**good[3], "clock_mhz": "fast"}, '"clock_mhz" is no positive number'),
        ({key: value for key, value in good[3].items() if key != "target"}, 'no "target"'),
        ("text", "no JSON object"),
    ):
        path.write_text(json.dumps({"rows": [*good[:3], wrong, *good[4:]]}))
        with pytest.raises(UsageError, match=said):
            lab.results(path)


def test_a_choice_is_that_of_the_documents(lab: hashloom.Workspace) -> None:
    found = lab.choice("skein-512", "osu018")
    assert [one.target for one in found.targets] == ["osu018"]
    assert found.need("area", "osu018").taken.design.function == lab.design("skein-512").function
    assert len(lab.choice(lab.design("sha256").function).targets) > 1
    with pytest.raises(UsageError, match="unknown target 'osu81'; the nearest known: osu018"):
        lab.choice("sha256", "osu81")
    with pytest.raises(UsageError, match="unknown function 'sha265'"):
        lab.choice("sha265")
