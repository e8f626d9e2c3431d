# SPDX-License-Identifier: Apache-2.0
"""Rows get the keys of now after a change of the laboratory, if a sample comes out the same."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from folders import RESULTS, ROOT
from own_state import here, own_session
from step_keys import Tree

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.capture import Capture
from hashloom.catalogue.design import Tuning
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.evaluation import carry_over
from hashloom.evaluation.carry_over import Sample
from hashloom.evaluation.former import RESULT, STANDING, UNKNOWN, judged
from hashloom.evaluation.former import verified as verified_there
from hashloom.evaluation.measured_again import MEASURED
from hashloom.flow import Result
from hashloom.flow.result import Assurance
from hashloom.formal import relevance
from hashloom.verification import basis, verify
from hashloom.verification.bench import Bench

pytestmark = pytest.mark.long
PEERS = RESULTS / "peers.json"
Row = dict[str, Any]
LEVELS: tuple[rtl.Level, ...] = ("core", "top")


@pytest.fixture(scope="module")
def former(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    """A laboratory whose code of synthesis and of the bench differs in an empty line."""
    tree = Tree(tmp_path_factory.mktemp("former"))
    for name in ("flow/cells.py", "simulation/simulator.py"):
        path = tree.folder / "hashloom" / name
        path.write_text(path.read_text() + "\n")
    return tree


def made_in(former: Tree) -> Row:
    """A committed row as a former laboratory would have written it, its design verified there."""
    (found, *_) = (
        row
        for row in json.loads(PEERS.read_text())["rows"]
        if (row["function"], row["architecture"], row["target"], row["goal"])
        == ("sha1", "basic", "osu018", "fast")
    )
    keys = former.keys(official=True)
    verification = {
        "verification": keys["osu018 basis"],
        "tools": basis.tools(here()),
        "levels": ["core", "top"],
    }
    core, top = (of_former(former, level) for level in LEVELS)
    proofs = {"proofs": [], "proofs_key": relevance.key(top, here())}
    return {
        **{key: value for key, value in found.items() if key != MEASURED},
        "rtl_digest": core.digest(),
        "synthesis_key": keys["osu018 synthesis"],
        "steps": {"synthesis": keys["osu018 synthesis"]},
        "flow_digest": keys["osu018 figures"],
        "assurance": {**verification, **proofs},
    }


def of_former(former: Tree, level: rtl.Level) -> rtl.RtlUnit:
    """The RTL of the row in a former laboratory."""
    design = catalogue.resolve_design("sha1/basic", here())
    ours = rtl.unit(design, level, Tuning("asic", "fast", "osu018"))
    sources = (former.folder / source.relative_to(ROOT) for source in ours.sources)
    return replace(ours, sources=tuple(sources), capture=Capture())


@pytest.fixture(scope="module")
def row(former: Tree) -> Row:
    return made_in(former)


def with_other_rtl(folder: Path, former: Tree, file: str, right: str, wrong: str) -> Tree:
    """A former laboratory with a file of RTL that reads otherwise."""
    other = Tree(folder, of=former.folder)
    path = other.folder / "cores" / "sha1" / "rtl" / file
    text = path.read_text()
    assert right in text
    path.write_text(text.replace(right, wrong))
    return other


def statuses(former: Tree, *rows: Row) -> list[str]:
    return [one.status for one in judged(former.folder, [(row, ()) for row in rows], here())]


@pytest.fixture
def measured(monkeypatch: pytest.MonkeyPatch) -> list[Row]:
    """What a new measurement gives, in place of one; the first of the list, where there is one."""
    given: list[Row] = []

    def synthesise(design: Any, target: str, goal: str, *_: Any, **__: Any) -> Result:
        return Result.from_row(given[0])

    monkeypatch.setattr(carry_over, "synthesise", synthesise)
    return given


def document(path: Path, *rows: Row) -> Path:
    path.write_text(json.dumps({"rows": rows}, indent=1) + "\n")
    return path


def command(path: Path, former: Tree, *more: str) -> list[str]:
    return ["carry-over", str(path), "--from", str(former.folder), "--sample", "1", "--seed", "7", *more]


def test_rows_get_the_keys_of_now(
    tmp_path: Path, former: Tree, row: Row, measured: list[Row], capsys: pytest.CaptureFixture[str]
) -> None:
    """One that was good is as good; one that stood stands; one that was none stays as it is."""
    measured.append(row)
    standing = {**row, "assurance": {**row["assurance"], "verification": "0" * 64}}
    unknown = {**row, "rtl_digest": "0" * 64}
    path = document(tmp_path / "rows.json", row, standing, unknown)
    assert statuses(former, row, standing, unknown) == [RESULT, STANDING, UNKNOWN]
    assert [carry_over.status_of(one, here()) for one in (row, standing)] == [UNKNOWN, UNKNOWN]
    assert main(command(path, former)) == 0
    assert "measured anew: sha1/basic fast on osu018" in capsys.readouterr().err
    content = json.loads(path.read_text())
    first, second, third = content["rows"]
    assert [carry_over.status_of(one, here()) for one in (first, second)] == [RESULT, STANDING]
    assert second["assurance"] == standing["assurance"]
    assert third == unknown
    for key in row:
        assert (first[key] != row[key]) == (key in ("synthesis_key", "steps", "assurance")), key
    (note,) = content["carried"]
    assert (note["seed"], note["of"], note["sample"]) == (7, 2, ["sha1/basic fast on osu018"])
    assert note["keys"] == ["rtl_digest", "synthesis_key", "steps", "flow_digest", "assurance"]
    assert main(command(path, former)) == 2
    assert "no row has keys of the former laboratory" in capsys.readouterr().err


def test_rtl_with_another_text_and_the_same_circuit(
    tmp_path: Path, former: Tree, measured: list[Row], capsys: pytest.CaptureFixture[str]
) -> None:
    """Comments and lines are no circuit; the row gets digest and proofs of the RTL of now."""
    other = with_other_rtl(tmp_path / "other", former, "sha1_basic.sv", "// SPDX", "//\n//\n// SPDX")
    row = made_in(other)
    measured.append(row)
    path = document(tmp_path / "rows.json", row)
    assert main(command(path, other)) == 0
    (found,) = json.loads(path.read_text())["rows"]
    assert found["rtl_digest"] != row["rtl_digest"]
    assert found["assurance"]["proofs_key"] != row["assurance"]["proofs_key"]
    assert "sha1/basic" in " ".join(found["assurance"]["proofs"])
    assert carry_over.status_of(found, here()) == RESULT


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        pytest.param("sha1_basic.sv", "rotl(", "rotl(~", id="a circuit in the core"),
        pytest.param(
            "sha1_top.sv", "(hash_pkg::SUFFIX, 1)", "(hash_pkg::SUFFIX, 0)", id="a constant at message level"
        ),
    ],
)
def test_another_circuit_is_not_carried_over(
    tmp_path: Path, former: Tree, measured: list[Row], capsys: pytest.CaptureFixture[str],
    file: str, right: str, wrong: str,
) -> None:  # fmt: skip
    other = with_other_rtl(tmp_path / "other", former, file, right, wrong)
    row = made_in(other)
    path = document(tmp_path / "rows.json", row)
    before = path.read_text()
    assert main(command(path, other)) == 2
    assert "another circuit, to be measured anew: sha1/basic fast on osu018" in capsys.readouterr().err
    assert path.read_text() == before


def test_a_former_laboratory_that_has_another_word_for_reuse(tmp_path: Path, former: Tree, row: Row) -> None:
    """What documents have for reuse was called `Known` in hashloom.evaluation.reuse."""
    other = Tree(tmp_path / "other", of=former.folder)
    for path in (other.folder / "hashloom").rglob("*.py"):
        text = path.read_text()
        if re.search(r"\bReusable\b", text):
            path.write_text(re.sub(r"\bReusable\b", "Known", text))
    assert statuses(other, row, {**row, "rtl_digest": "0" * 64}) == [RESULT, UNKNOWN]


def test_a_sample_that_comes_out_otherwise(
    tmp_path: Path, former: Tree, row: Row, measured: list[Row], capsys: pytest.CaptureFixture[str]
) -> None:
    """One place of one figure is enough, and nothing is written."""
    measured.append({**row, "area_um2": row["area_um2"] + 1})
    path = document(tmp_path / "rows.json", row)
    before = path.read_text()
    assert main(command(path, former)) == 1
    assert "comes out otherwise, area_um2" in capsys.readouterr().err
    assert path.read_text() == before


def test_other_models_carry_no_verification_over(
    tmp_path: Path, former: Tree, row: Row, measured: list[Row]
) -> None:
    measured.append(row)
    other = Tree(tmp_path / "other", of=former.folder)
    model = other.folder / "hashloom" / "models" / "sha2.py"
    model.write_text(model.read_text() + "\n")
    path = document(tmp_path / "rows.json", row)
    assert main(command(path, other)) == 0
    (found,) = json.loads(path.read_text())["rows"]
    assert carry_over.status_of(found, here()) == STANDING
    assert Assurance.from_body(found["assurance"]) == Assurance.from_body(row["assurance"])


def verified(former: Tree) -> Row:
    """What `hashloom verify` says of a design, of the RTL that a former laboratory has."""
    units = {level: of_former(former, level) for level in LEVELS}
    path = RESULTS / "verification.json"
    (found,) = (one for one in json.loads(path.read_text())["designs"] if one["design"] == "sha1/basic")
    tuning = {"technology": "asic", "goal": "fast", "target": "osu018"}
    digests = {level: unit.digest() for level, unit in units.items()}
    return {**found, "tuning": tuning, "effort": "quick", "rtl_digests": digests, "key": "0" * 64}


def verification_document(path: Path, *entries: Row) -> Path:
    content = {"kind": "verification", "schema": 1, "designs": entries, "passed": 1, "failed": 0}
    path.write_text(json.dumps(content, indent=2) + "\n")
    return path


@pytest.mark.long
def test_verifications_of_another_text_and_the_same_circuit(
    tmp_path: Path, former: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    other = with_other_rtl(tmp_path / "other", former, "sha1_basic.sv", "// SPDX", "//\n//\n// SPDX")
    entry = verified(other)
    unknown = {**entry, "rtl_digests": {"core": "0" * 64, "top": "0" * 64}}
    path = verification_document(tmp_path / "verification.json", entry, unknown)
    assert main(command(path, other)) == 0
    assert "verified anew: sha1/basic" in capsys.readouterr().err
    content = json.loads(path.read_text())
    assert content["designs"][0]["rtl_digests"] == verified(former)["rtl_digests"]
    assert "key" not in content["designs"][0], "it was that of another text"
    assert content["designs"][1] == unknown
    (note,) = content["carried"]
    assert (note["of"], note["sample"], note["keys"]) == (1, ["sha1/basic"], ["rtl_digests"])
    assert main(command(path, other)) == 2
    assert "1 verifications cannot be drawn; 0 were good there" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        pytest.param("sha1_basic.sv", "rotl(", "rotl(~", id="a circuit in the core"),
        pytest.param(
            "sha1_top.sv", "(hash_pkg::SUFFIX, 1)", "(hash_pkg::SUFFIX, 0)", id="a constant at message level"
        ),
    ],
)
def test_verifications_of_another_circuit_are_not_carried_over(
    tmp_path: Path, former: Tree, capsys: pytest.CaptureFixture[str], file: str, right: str, wrong: str
) -> None:
    other = with_other_rtl(tmp_path / "other", former, file, right, wrong)
    path = verification_document(tmp_path / "verification.json", verified(other))
    before = path.read_text()
    assert main(command(path, other)) == 2
    assert "another circuit, to be verified anew: sha1/basic" in capsys.readouterr().err
    assert path.read_text() == before


def test_a_verification_that_does_not_pass_again(
    tmp_path: Path, former: Tree, capsys: pytest.CaptureFixture[str]
) -> None:
    """Other cycles than the entry has are a failure, too."""
    other = with_other_rtl(tmp_path / "other", former, "sha1_basic.sv", "// SPDX", "//\n//\n// SPDX")
    entry = verified(other)
    entry["measured"] = {**entry["measured"], "cycles_block": 79}
    path = verification_document(tmp_path / "verification.json", entry)
    before = path.read_text()
    assert main(command(path, other)) == 1
    assert "sha1/basic comes out otherwise, measured" in capsys.readouterr().err
    assert path.read_text() == before


@pytest.fixture(scope="module")
def passed(simulation_state: Path) -> Row:
    """What `hashloom verify --json` says of a design."""
    design = catalogue.resolve_design("sha1/basic", here())
    found = verify(design, own_session(), Tuning("asic", "fast", "osu018"), levels=LEVELS)
    body: Row = json.loads(json.dumps(found.body()))
    return body


def passed_in(tree: Tree, passed: Row) -> Row:
    """The same as a laboratory has written it whose bench, or model, is another."""
    entry = {**passed, "key": tree.keys(official=True)["osu018 basis"]}
    assert entry["key"] != passed["key"]
    return entry


def with_line(folder: Path, former: Tree, name: str) -> Tree:
    """A former laboratory with a further line in one of its files."""
    other = Tree(folder, of=former.folder)
    path = other.folder / "hashloom" / name
    path.write_text(path.read_text() + "\n")
    return other


@pytest.mark.long
@pytest.mark.parametrize("file", ["simulation/simulator.py", "vectors/__init__.py", "verification/bench.py"])
@pytest.mark.sampled(1)
def test_verifications_of_another_bench(
    tmp_path: Path, former: Tree, passed: Row, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The RTL is the same: they get the keys of now. One that was not good there stays as it is."""
    other = with_line(tmp_path / "other", former, file)
    entry = passed_in(other, passed)
    wrong = [{**entry, "key": "0" * 64}, {**entry, "vectors_digest": "0" * 64}]
    path = verification_document(tmp_path / "verification.json", entry, *wrong)
    assert main(command(path, other)) == 0
    assert "verified anew: sha1/basic" in capsys.readouterr().err
    content = json.loads(path.read_text())
    assert content["designs"] == [passed, *wrong]
    (note,) = content["carried"]
    assert (note["of"], note["sample"], note["keys"]) == (1, ["sha1/basic"], ["rtl_digests", "key"])
    assert main(command(path, other)) == 2
    assert "1 verifications cannot be drawn; 0 were good there" in capsys.readouterr().err


@pytest.mark.long
def test_verifications_of_another_bench_and_another_text(tmp_path: Path, former: Tree, passed: Row) -> None:
    other = with_other_rtl(tmp_path / "other", former, "sha1_basic.sv", "// SPDX", "//\n//\n// SPDX")
    digests = {level: of_former(other, level).digest() for level in LEVELS}
    entry = {**passed_in(other, passed), "rtl_digests": digests}
    path = verification_document(tmp_path / "verification.json", entry)
    assert main(command(path, other)) == 0
    assert json.loads(path.read_text())["designs"] == [passed]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"passed": 1}, "comes out otherwise, passed"),
        ({"measured": {}}, "cannot be drawn; 0 were good there"),
        ({"coverage": {"core": {"met": 7}, "top": {"met": 8}}}, "in place of coverage {'core': 7, 'top': 8}"),
    ],
)
def test_a_verification_that_stands_otherwise(
    tmp_path: Path,
    former: Tree,
    passed: Row,
    changes: Row,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = verification_document(tmp_path / "verification.json", {**passed_in(former, passed), **changes})
    before = path.read_text()
    assert main(command(path, former)) in (1, 2)
    assert said in capsys.readouterr().err
    assert path.read_text() == before


def test_a_bench_that_finds_what_no_bench_found(
    tmp_path: Path,
    former: Tree,
    passed: Row,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(Bench, "padded", lambda bench, case: case.digest + b"\1")
    path = verification_document(tmp_path / "verification.json", passed_in(former, passed))
    before = path.read_text()
    assert main(command(path, former)) == 1
    assert re.search(r"sha1/basic fails \d+ checks; nothing is carried over", capsys.readouterr().err)
    assert path.read_text() == before


@pytest.mark.parametrize("file", ["models/sha1.py", "models/sha2.py", "vectors/data/keccak-r3-256.json"])
def test_verifications_with_other_models_or_vectors_are_refused(
    tmp_path: Path, former: Tree, passed: Row, file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    other = with_line(tmp_path / "other", former, file)
    path = verification_document(tmp_path / "verification.json", passed_in(other, passed))
    before = path.read_text()
    assert main(command(path, other)) == 2
    assert f"reference models or vectors are others than those of {other.folder}" in capsys.readouterr().err
    assert path.read_text() == before


ASKING = {
    "catalogue/__init__.py": """
import os
_told = resolve_design
def resolve_design(text, *given):
    return _told(text, *(given or [Places.of(os.environ)]))
""",
    "evaluation/reuse.py": """
import os
_Told = Reusable
def Reusable(*given, **lists):
    return _Told(*(given or [Places.of(os.environ)]), **lists)
""",
}
"""What makes a laboratory one that looks for its places itself, as all did once."""


@pytest.mark.long
def test_a_former_laboratory_that_is_not_told_where_it_is(
    tmp_path: Path, former: Tree, row: Row, passed: Row
) -> None:
    other = Tree(tmp_path / "other", of=former.folder)
    for name, text in ASKING.items():
        path = other.folder / "hashloom" / name
        path.write_text(path.read_text() + text)
    assert statuses(other, row, {**row, "rtl_digest": "0" * 64}) == [RESULT, UNKNOWN]
    entry = passed_in(former, passed)
    found = verified_there(other.folder, [entry, {**entry, "key": "0" * 64}], here())
    assert [one.status for one in found] == [RESULT, UNKNOWN]
    assert {level: unit.digest() for level, unit in found[1].units.items()} == entry["rtl_digests"]


def test_a_folder_without_a_laboratory(tmp_path: Path, row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    path = document(tmp_path / "rows.json", row)
    assert main(["carry-over", str(path), "--from", str(tmp_path)]) == 2
    assert "is no checkout of a former hashloom" in capsys.readouterr().err


def test_what_a_sample_is_drawn_from(row: Row) -> None:
    rows = [{**row, "target": target} for target in ("osu018", "osu018", "ecp5")]
    assert Sample(2, 1).of(rows, here()) == Sample(2, 1).of(rows, here())
    assert [one["target"] for one in Sample(1, 1, targets=("ecp5",)).of(rows, here())] == ["ecp5"]
    for sample in (Sample(3, 1), Sample(0, 1), Sample(1, 1, designs=("sha256/basic",))):
        with pytest.raises(UsageError, match="rows cannot be drawn"):
            sample.of(rows, here())
