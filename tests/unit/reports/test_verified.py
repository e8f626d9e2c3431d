# SPDX-License-Identifier: Apache-2.0
"""What the committed verifications say of the contract, of families and of figures."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from folders import RESULTS
from own_state import here

from hashloom import catalogue
from hashloom.catalogue.places import Places
from hashloom.errors import UsageError
from hashloom.reports import verified
from hashloom.results import unmet

ENTRY = """
[[unmet]]
design = "sha1/basic"
level = "core"
group = "reset"
bins = ["last 3"]
why = "Chance."
met_by = "hashloom verify sha1/basic --seed 2"
"""


def with_one(folder: Path, change: dict[str, Any]) -> Places:
    """Places with the proofs of the repository and one verification, whose resets are changed."""
    document = json.loads((RESULTS / "verification-tree.json").read_text(encoding="utf-8"))
    (one,) = (one for one in document["designs"] if one["design"] == "skein-1.3-512-512/4r-2m")
    tree = one["coverage"]["tree"]
    tree["groups"]["reset"] |= change
    results = folder / "results"
    results.mkdir()
    (results / "verification-tree.json").write_text(json.dumps({**document, "designs": [one]}))
    shutil.copy(RESULTS / "proofs.json", results)
    return replace(here(), repository=folder)


def test_what_is_missing_is_explained_and_nothing_else_is() -> None:
    missing = [case for one in verified.verifications(here()) for case in unmet.missing(one)]
    assert sorted(missing) == sorted(unmet.explained(unmet.read()))


def test_cases_add_up() -> None:
    for one in verified.verifications(here()):
        for level, found in (one.coverage or {}).items():
            missing = sum(case.level == level for case in unmet.missing(one))
            assert found.bins == found.met + found.explained + missing, (one.design, level)
            assert one.coverage is not None


def test_each_verification_has_its_coverage() -> None:
    assert [
        one.design for one in verified.verifications(here()) if set(one.levels) != set(one.coverage or {})
    ] == []


def test_a_missing_case_that_nothing_explains_is_named(tmp_path: Path) -> None:
    text = verified.coverage(with_one(tmp_path, {"missing": ["last 5"]}))
    assert "- `skein-1.3-512-512/4r-2m`, level tree, reset: last 5. Not explained." in text
    assert "| tree | 1 |" in text
    assert " 1 missing." in text


def test_a_missing_case_that_is_explained_has_its_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = ENTRY.replace("sha1/basic", "skein-1.3-512-512/4r-2m").replace('"core"', '"tree"')
    entries = unmet.read(entry)
    monkeypatch.setattr(unmet, "read", lambda: entries)
    text = verified.coverage(with_one(tmp_path, {"missing": ["last 3"]}))
    assert "reset: last 3. Chance. Met by: `hashloom verify skein-1.3-512-512/4r-2m --seed 2`" in text
    assert "Not explained" not in text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (ENTRY.replace("why", "wy"), "unmet.toml.*why is missing"),
        (ENTRY.replace('["last 3"]', '"last 3"'), "bins"),
        (ENTRY.replace('"Chance."', '""'), "why"),
    ],
)
def test_wrong_entries(text: str, sentence: str) -> None:
    with pytest.raises(UsageError, match=sentence):
        unmet.read(text)
    assert len(unmet.read(ENTRY)) == 1


def test_every_family_has_a_line_and_the_last_is_their_sum() -> None:
    lines = [line for line in verified.families(here()).splitlines() if line.startswith("| ")][2:]
    table = {
        cells[0]: list(map(int, cells[1:])) for cells in (line.strip("| ").split(" | ") for line in lines)
    }
    total = table.pop("all")
    assert set(table) == {f"`{family.name}`" for family in catalogue.families(here())}
    assert [sum(column) for column in zip(*table.values(), strict=True)] == total
    assert total[0] == len(catalogue.designs(here()))
    for designs, full, proven, compact, compact_proven in table.values():
        assert max(full, proven, compact) <= designs
        assert compact_proven <= min(proven, compact)


def test_each_row_of_a_design_says_on_what_it_rests() -> None:
    assert [
        name
        for name, row in verified.measured(here())
        if isinstance(row, verified.WITH_ASSURANCE) and row.assurance is None
    ] == []


def test_each_kind_of_row_without_assurance_is_accounted_for() -> None:
    """A row of hardware that is ok is of a design, or of a kind that says what stands behind it."""
    others = {
        type(row).__name__
        for _, row in verified.measured(here())
        if not isinstance(row, (*verified.WITH_ASSURANCE, *verified.BESIDE))
    }
    assert others <= {"CyclesRow", "ProgramRow", "ExternalRow"}
