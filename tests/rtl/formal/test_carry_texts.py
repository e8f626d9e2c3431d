# SPDX-License-Identifier: Apache-2.0
"""Proofs and faults follow an edit that leaves circuits as they were, mutants one of comments and guards."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from folders import CORES, RESULTS, ROOT
from own_state import here

from hashloom.catalogue import logic
from hashloom.catalogue.capture import Capture
from hashloom.commands import main
from hashloom.evaluation import carry_mutants
from hashloom.evaluation.carrier import digest_of_file
from hashloom.formal import carry_over, table
from hashloom.mutation import hunt, library
from hashloom.mutation.catches import of_units
from hashloom.mutation.hunt import Catch
from hashloom.mutation.suite import COUNTED, INVALID, SURVIVED, Judgement

Content = dict[str, Any]
pytestmark = pytest.mark.long
FILE = "cores/sha1/rtl/sha1_basic.sv"
COMMENT = ("// SPDX", "// Once more.\n// SPDX")


@dataclass
class Former:
    """A checkout whose RTL reads otherwise in one place."""

    folder: Path
    asked: list[Any] = field(default_factory=list)

    def edit(self, right: str, wrong: str, file: str = FILE) -> None:
        path = self.folder / file
        text = path.read_text()
        assert text.count(right) == 1
        path.write_text(text.replace(right, wrong))


@pytest.fixture
def former(tmp_path: Path) -> Former:
    made = Former(tmp_path / "former")
    shutil.copytree(CORES, made.folder / "cores")
    (made.folder / "hashloom").mkdir()
    (made.folder / "hashloom" / "a.py").write_text("")
    return made


def committed(name: str) -> Content:
    content: Content = json.loads((RESULTS / f"{name}.json").read_text())
    return content


def run(folder: Path, name: str, content: Content, former: Former) -> tuple[int, Content]:
    """Exit status of the command on a document, and the document then."""
    path = folder / f"{name}.json"
    path.write_text(json.dumps(content, indent=1) + "\n")
    status = main(["carry-over", str(path), "--from", str(former.folder), "--sample", "1", "--seed", "7"])
    return status, json.loads(path.read_text())


def moved(unit: Any, former: Former) -> Any:
    return logic.moved(unit, ROOT, former.folder, Capture())


# -- Documents as the former checkout would have written them ------------------------------------------------


def proofs_of(former: Former) -> Content:
    """A few proofs, those that read FILE among them."""
    proofs = {proof.name: proof for proof in table.proofs(here())}
    content = committed("proofs")
    entries = [one for one in content["proofs"] if one["name"] in ("gf256", "sha1-turns")]
    for entry in entries:
        checks = proofs[entry["name"]].checks
        for one, check in zip(entry["checks"], checks, strict=True):
            one["digest"] = moved(check.unit, former).digest()
    return {**content, "proofs": entries}


def faults_of(former: Former) -> Content:
    content = committed("faults")
    faults = {one.name: one for one in library.faults(here())}
    rows = [row for row in content["faults"] if row["family"] == "sha1"]
    for row in rows:
        row["rtl"] = of_units([moved(unit, former) for unit in faults[row["name"]].units()])
    return {**content, "faults": rows}


def mutants_of(former: Former) -> Content:
    """The study of SHA-1, of a file with a line more."""
    content = committed("mutation-sha1")
    name, longer = Path(FILE).name, len(COMMENT[1]) - len(COMMENT[0])
    content["provenance"]["files"][name] = digest_of_file(former.folder / FILE)
    for row in [*content["mutants"], *content["survivors"]]:
        if row["file"] == name:
            row["start"] += longer
            row["line"] += 1
    return content


def entries(content: Content) -> Content:
    """A document without its notes."""
    plain: Content = json.loads(json.dumps(content))
    for one in (plain, *plain.get("proofs", ()), *plain.get("faults", ())):
        one.pop("carried", None)
    return plain


MAKERS: dict[str, Callable[[Former], Content]] = {
    "proofs": proofs_of, "faults": faults_of, "mutation-sha1": mutants_of
}  # fmt: skip
every_kind = pytest.mark.parametrize("name", MAKERS)


def now(name: str, content: Content) -> Content:
    """What the document must be afterwards: the committed one, as much of it as there was."""
    found = committed(name)
    for key in ("proofs", "faults"):
        if key in found and isinstance(found[key], list):
            names = {one["name"] for one in content[key]}
            found[key] = [one for one in found[key] if one["name"] in names]
    return entries(found)


@pytest.fixture
def right(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is made again comes out as it stands; the list tells what it was."""
    asked: list[str] = []

    def prove(stale: carry_over.Stale, *_: Any) -> None:
        asked.append(stale.name)

    def caught(fault: library.Planted, *_: Any) -> Catch:
        (row,) = (row for row in committed("faults")["faults"] if row["name"] == fault.name)
        asked.append(fault.name)
        return Catch(row["verdict"], row["by"], row["seen"], 1.0)

    def judge(mutant: Any, *_: Any) -> Judgement:
        asked.append(mutant.before)
        row = next(
            row
            for row in committed("mutation-sha1")["mutants"]
            if (row["file"], row["start"], row["new"]) == (mutant.file, mutant.start, mutant.new)
        )
        return Judgement(row["verdict"], row["form"], row["seen"])

    monkeypatch.setattr(carry_over, "repeat", prove)
    monkeypatch.setattr(hunt, "caught", caught)
    monkeypatch.setattr(carry_mutants, "judge", judge)
    return asked


@every_kind
def test_a_comment(name: str, tmp_path: Path, former: Former, right: list[str]) -> None:
    former.edit(*COMMENT)
    content = MAKERS[name](former)
    status, found = run(tmp_path, name, content, former)
    assert status == 0
    files = {"files": found["files"]} if name == "proofs" else {}
    assert entries(found) == {**now(name, content), **files}
    assert len(right) == 1
    # The compact core has nothing of the file that was edited.
    faults = [one for one in found["faults"] if "compact" not in one["file"]] if name == "faults" else []
    of = len(faults) or 1
    marked = [found, *found.get("proofs", ()), *faults]
    notes = [one["carried"][-1] for one in marked if "carried" in one]
    assert notes
    assert {(one["seed"], one["of"]) for one in notes} == {(7, of)}
    assert run(tmp_path, name, found, former)[0] == 2, "there is nothing more"


def test_mutants_of_another_circuit(
    tmp_path: Path, former: Former, right: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    former.edit(*COMMENT)
    right_one, wrong_one = "{h_0, h_1, h_2, h_3, h_4};", "{h_0, h_1, h_2, h_3 ^ 32'(&h_4), h_4};"
    other = "cores/sha1/rtl/sha1_rescheduled.sv"
    former.edit(right_one, wrong_one)
    former.edit(right_one, wrong_one, other)
    content = mutants_of(former)
    content["provenance"]["files"][Path(other).name] = digest_of_file(former.folder / other)
    assert run(tmp_path, "mutation-sha1", content, former) == (2, content)
    assert not right
    said = capsys.readouterr().err
    assert "other words of another circuit, to be made anew" in said
    assert "of the circuits that are here" in said


@pytest.mark.long
def test_a_design_that_is_another_circuit_leaves_the_study(
    tmp_path: Path, former: Former, right: list[str]
) -> None:
    """What it alone caught leaves with it; what is said of it and of others stands for the others."""
    former.edit(*COMMENT)
    former.edit("{h_0, h_1, h_2, h_3, h_4};", "{h_0, h_1, h_2, h_3 ^ 32'(UNROLL == 1 && &h_4), h_4};")
    left, standing = "sha1/basic", committed("mutation-sha1")
    status, found = run(tmp_path, "mutation-sha1", mutants_of(former), former)
    assert status == 0
    others = [name for name in standing["provenance"]["designs"] if name != left]
    assert found["provenance"]["designs"] == others
    assert left not in found["provenance"]["command"].split()
    assert set(others) <= set(found["provenance"]["command"].split())
    assert not [row for row in found["mutants"] if f"{left} (" in row["form"]]
    assert 0 < len(found["mutants"]) < len(standing["mutants"])
    was = {place(row): row for row in standing["mutants"]}
    for row in found["mutants"]:
        forms = was[place(row)]["form"].split(", ")
        assert row["form"] == ", ".join(one for one in forms if left not in one)
        verdict = was[place(row)]["verdict"]
        assert row["verdict"] == (verdict if row["form"] or forms == [""] else "without effect")
    counts = found["counts"]
    assert sum(counts[one] for one in COUNTED) == found["provenance"]["samples"]


def test_mutants_of_other_words_of_the_same_circuit(tmp_path: Path, former: Former, right: list[str]) -> None:
    """Those in lines that read otherwise leave; the others follow, and are counted anew."""
    standing = committed("mutation-sha1")
    line = next(row["before"] for row in standing["mutants"] if "7'd" in row["before"] and in_file(row))
    other = re.sub(r"7'd(\d+)", lambda number: f"7'h{int(number[1]):x}", line)
    assert len(other) == len(line)
    former.edit(*COMMENT)
    former.edit(line, other)
    status, found = run(tmp_path, "mutation-sha1", mutants_of(former), former)
    assert status == 0
    left = [row for row in standing["mutants"] if not (in_file(row) and row["before"] == line)]
    assert 0 < len(left) < len(standing["mutants"])
    assert found["mutants"] == left
    assert found["provenance"]["files"] == standing["provenance"]["files"]
    counted = [row for row in left if row["verdict"] in COUNTED]
    assert found["provenance"]["samples"] == len(counted) == sum(found["counts"][one] for one in COUNTED)
    assert found["carried"][-1]["of"] == 1
    assert len(right) == carry_mutants.Mutants.REPEATED


def test_mutants_that_are_invalid_here(
    tmp_path: Path, former: Former, right: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that are judged again and can no more be elaborated leave; one that survives ends it."""
    former.edit(*COMMENT)
    content = mutants_of(former)
    monkeypatch.setattr(carry_mutants, "judge", lambda *_: Judgement(INVALID, "a form", "refused"))
    status, found = run(tmp_path, "mutation-sha1", content, former)
    assert status == 0
    assert len(content["mutants"]) - len(found["mutants"]) == 1
    assert found["counts"]["caught"] == committed("mutation-sha1")["counts"]["caught"] - 1
    monkeypatch.setattr(carry_mutants, "judge", lambda *_: Judgement(SURVIVED, "a form", ""))
    assert run(tmp_path, "mutation-sha1", content, former) == (1, content)


def place(row: Content) -> tuple[Any, ...]:
    """What tells a mutant from others, wherever in its line it begins."""
    return tuple(row[key] for key in ("file", "line", "operator", "old", "new", "after"))


def in_file(row: Content) -> bool:
    """Whether a mutant is in FILE."""
    return bool(row["file"] == Path(FILE).name)


FAULTS = ("sha1-quarter", "sha1-block-257")


def of_circuits(name: str, former: Former) -> Content:
    """A document with few entries that read FILE."""
    content = MAKERS[name](former)
    if name == "faults":
        content["faults"] = [row for row in content["faults"] if row["name"] in FAULTS]
    return content


@pytest.mark.long
@pytest.mark.parametrize("name", ["proofs", "faults"])
def test_other_words_of_the_same_circuit(name: str, tmp_path: Path, former: Former, right: list[str]) -> None:
    former.edit("\nendmodule", "\n  wire other = n[0] ^ n[0];\nendmodule")
    content = of_circuits(name, former)
    status, found = run(tmp_path, name, content, former)
    assert status == 0
    files = {"files": found["files"]} if name == "proofs" else {}
    assert entries(found) == {**now(name, content), **files}
    assert len(right) == 1


@pytest.mark.parametrize("name", ["proofs", "faults"])
def test_another_circuit(
    name: str, tmp_path: Path, former: Former, right: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    former.edit("{h_0, h_1, h_2, h_3, h_4};", "{h_0, h_1, h_2, h_3 ^ 32'(&h_4), h_4};")
    former.edit("power[7], 1'b0, power[7]", "power[7], 1'b1, power[7]", "cores/common/rtl/gf256_pkg.sv")
    content = of_circuits(name, former)
    if name == "proofs":
        content["proofs"] = [one for one in content["proofs"] if one["name"] == "gf256"]
    assert run(tmp_path, name, content, former) == (2, content)
    assert not right
    assert re.search("another circuit.* to be made anew", capsys.readouterr().err)


@pytest.mark.long
@pytest.mark.parametrize("is_known", [True, False])
def test_checks_of_turns_follow_one_by_one(
    is_known: bool, tmp_path: Path, former: Former, right: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One design is another circuit, or not in the document; the others get the digests of now."""
    former.edit("{h_0, h_1, h_2, h_3, h_4};", "{h_0, h_1, h_2, h_3 ^ 32'(UNROLL == 1 && &h_4), h_4};")
    left = "sha1/basic"
    content = of_circuits("proofs", former)
    (entry,) = (one for one in content["proofs"] if one["name"] == "sha1-turns")
    if not is_known:
        entry["checks"] = [one for one in entry["checks"] if one["design"] != left]
    status, found = run(tmp_path, "proofs", content, former)
    assert status == 0
    said = capsys.readouterr().err
    (was,) = (one for one in committed("proofs")["proofs"] if one["name"] == "sha1-turns")
    (made,) = (one for one in found["proofs"] if one["name"] == "sha1-turns")
    now = {one["design"]: one["digest"] for one in was["checks"]}
    assert [one["design"] for one in made["checks"]] == [one["design"] for one in entry["checks"]]
    for one in made["checks"]:
        assert (one["digest"] == now[one["design"]]) == (one["design"] != left)
    assert f"not in the document, to be made anew: proofs, sha1-turns {left}" in said
    assert "sha1-turns sha1/unrolled-2" not in said
    assert len(right) == 1
    assert left not in right[0]


def test_a_fault_that_was_planted_elsewhere(
    tmp_path: Path, former: Former, right: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """The circuits are the same without the fault; in the former text it is in what nothing reads."""
    planted = "n == CYCLES / 7'd4 * 7'd3)"
    former.edit(planted, "n == (CYCLES / 7'd4 * 7'd3))")
    former.edit("\nendmodule", f"\n  wire other = ({planted};\nendmodule")
    content = of_circuits("faults", former)
    status, found = run(tmp_path, "faults", content, former)
    assert status == 0
    assert right == ["sha1-block-257"]
    carried = {row["name"] for row in found["faults"] if row.get("carried", [])[-1:] != []}
    assert "another circuit, to be made anew: faults, sha1-quarter" in capsys.readouterr().err
    rtl = {row["name"]: row["rtl"] for row in committed("faults")["faults"]}
    assert [row["name"] for row in found["faults"] if row["rtl"] == rtl[row["name"]]] == ["sha1-block-257"]
    assert "sha1-block-257" in carried


@every_kind
def test_what_is_of_neither_text(name: str, tmp_path: Path, former: Former, right: list[str]) -> None:
    """The former checkout has another text than the document is of."""
    former.edit(*COMMENT)
    content = MAKERS[name](former)
    former.edit("// Once more.", "// Twice more.")
    assert run(tmp_path, name, content, former) == (2, content)
    assert not right


@pytest.mark.parametrize("name", ["faults", "mutation-sha1"])
def test_what_comes_out_otherwise(
    name: str, tmp_path: Path, former: Former, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hunt, "caught", lambda *_: Catch("survived", "", "", 1.0))
    monkeypatch.setattr(carry_mutants, "judge", lambda *_: Judgement("survived", "", ""))
    former.edit(*COMMENT)
    content = MAKERS[name](former)
    assert run(tmp_path, name, content, former) == (1, content)


def test_a_proof_is_made_again(tmp_path: Path, former: Former, monkeypatch: pytest.MonkeyPatch) -> None:
    """In truth: and what it says must be what stands there."""
    path = former.folder / "cores" / "common" / "rtl" / "gf256_pkg.sv"
    path.write_text("// Once more.\n" + path.read_text())
    content = proofs_of(former)
    content["proofs"] = [one for one in content["proofs"] if one["name"] == "gf256"]
    assert run(tmp_path, "proofs", content, former)[0] == 0
    content["proofs"][0]["checks"][0]["assertions"] += 1
    content["proofs"][0]["faults"][0]["answer"] = "proven"
    assert run(tmp_path, "proofs", content, former) == (1, content)


def test_a_folder_without_rtl(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "faults.json"
    path.write_text((RESULTS / "faults.json").read_text())
    assert main(["carry-over", str(path), "--from", str(tmp_path)]) == 2
    assert "is no checkout of a former hashloom" in capsys.readouterr().err
