# SPDX-License-Identifier: Apache-2.0
"""Documents of results: every kind has a model, a version and a schema, and one module reads them."""

import json
import re
from pathlib import Path
from typing import Any

import design_rows
import jsonschema
import pytest
import result_documents as made
from folders import ROOT
from own_state import here

from hashloom.errors import HashloomError, UsageError
from hashloom.results import reader, schemas, versions
from hashloom.results.planted import Faults
from hashloom.results.tables import Campaign, Synthesis

COMMITTED = sorted((ROOT / "results").glob("*.json"))
CELLS = design_rows.sized(design_rows.clocked(design_rows.of("sha256/basic", "osu018"), 100.0), 9000.0)
OWN_JSON = {
    "analysis/bus_cycles/__init__.py": "the list of registers of the compiler of the register map",
    "campaign/answer.py": "answers of workers",
    "catalogue/ports.py": "netlists of yosys",
    "commands/_documents.py": "what it prints itself",
    "evaluation/carry_over.py": "rows and documents as JSON has them",
    "evaluation/carry_verifications.py": "entries and documents as JSON has them",
    "evaluation/former.py": "answers of a process",
    "evaluation/measured_again.py": "figures as JSON has them",
    "evaluation/own/front_end.py": "netlists of yosys",
    "evaluation/reuse.py": "a body as JSON has it",
    "export/register_map.py": "the list of registers of a package",
    "execution/jail.py": "its orders",
    "execution/jobs.py": "the report of the jail",
    "execution/records.py": "bodies of records",
    "export/proof.py": "netlists of yosys",
    "export/vendors.py": "the list of the registers",
    "files/reading.py": "the general reader",
    "flow/circuit.py": "netlists of yosys",
    "flow/fpga.py": "netlists of yosys, the report of nextpnr",
    "flow/logic_depth.py": "netlists of yosys",
    "flow/placement/placer.py": "what coloquinte answers",
    "flow/placement/placer_child.py": "what coloquinte is asked",
    "flow/placement/steps.py": "its own placements",
    "flow/yosys.py": "statistics of yosys",
    "formal/circuit.py": "netlists of yosys",
    "formal/equivalence.py": "netlists of yosys",
    "formal/turns/check.py": "netlists of yosys",
    "formal/turns/netlist.py": "netlists of yosys",
    "formal/uses.py": "netlists of yosys",
    "reports/refresh.py": "wave forms in docs/figures",
    "reports/results.py": "what stands where a document is to be written, to compare",
    "results/writer.py": "a document as JSON has it, before it is written",
    "software/benchmark/__init__.py": "the output of skein-benchmark",
    "vectors/__init__.py": "vectors",
}
"""Modules that read JSON themselves, and what it is: none of it is a document of results."""
READS = re.compile(r"\bjson\.loads?\(|\breading\.json_object\(|import json_object")


def put(folder: Path, content: Any) -> Path:
    path = folder / "x.json"
    path.write_text(json.dumps(content))
    return path


def parsed(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text())
    return found


def test_every_kind_has_a_version_and_a_model() -> None:
    assert reader.MODELS.keys() == versions.VERSIONS.keys()
    for kind, model in reader.MODELS.items():
        assert {(kind, step) for step in range(versions.VERSIONS[kind])} <= reader.STEPS.keys()
        for name, field in model.model_fields.items():
            assert field.description, f"{kind}: {name}"


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_a_committed_document_has_its_version_and_nothing_is_lost_in_its_model(path: Path) -> None:
    content = parsed(path)
    assert list(content)[:2] == ["kind", "schema"]
    assert content["schema"] == versions.VERSIONS[content["kind"]]
    assert reader.any_kind(path, here()).plain() == content


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_a_committed_document_fits_its_published_schema(path: Path) -> None:
    content = parsed(path)
    published = parsed(ROOT / "docs" / "schemas" / schemas.name_of(content["kind"]))
    jsonschema.Draft202012Validator(published).validate(content)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"area": -1.0, "area_ge": -1.0}, '"area" is no positive number'),
        ({"goal": "quick"}, "unknown goal 'quick'"),
        ({"more": 1}, 'unknown key "more"'),
        ({"state": "timed-out"}, 'the state is timed-out, yet it has "clock_mhz"'),
        ({"rtl_digest": "a1"}, '"rtl_digest" is no digest of 64 hexadecimal digits'),
        ({"tools": {"pyosys": 7}}, '"tools" is no object of texts'),
    ],
)
def test_model_and_schema_refuse_the_same(change: dict[str, Any], complaint: str, tmp_path: Path) -> None:
    schema = jsonschema.Draft202012Validator(schemas.schema("synthesis"))
    assert schema.is_valid(made.synthesis([CELLS]))
    wrong = made.synthesis([{**CELLS, **change}])
    assert not schema.is_valid(wrong)
    with pytest.raises(UsageError, match=re.escape(complaint)):
        reader.read(put(tmp_path, wrong), Synthesis, here())


def test_a_document_without_a_version_is_read_as_the_version_before_the_first(tmp_path: Path) -> None:
    content = made.campaign([CELLS])
    bare = {key: value for key, value in content.items() if key not in (versions.KIND, versions.SCHEMA)}
    assert reader.read(put(tmp_path, bare), Campaign, here()) == reader.read(
        put(tmp_path, content), Campaign, here()
    )
    assert isinstance(reader.any_kind(put(tmp_path, bare), here()), Campaign)


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.stem)
def test_the_kind_of_a_document_without_one_is_told_by_its_members(path: Path, tmp_path: Path) -> None:
    content = parsed(path)
    bare = {key: value for key, value in content.items() if key not in (versions.KIND, versions.SCHEMA)}
    assert reader.any_kind(put(tmp_path, bare), here()).plain() == content


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"schema": 2}, "has version 2 of the kind 'campaign', and this hashloom reads up to 1; take the"),
        ({"schema": "1"}, '"schema" is no version of a document'),
        ({"schema": True}, '"schema" is no version of a document'),
        ({"schema": -1}, '"schema" is no version of a document'),
        ({"kind": "overhead"}, "is a document of the kind 'overhead', not 'campaign'"),
        ({"kind": 7}, "is a document of the kind 7, not 'campaign'"),
        ({"titel": "x"}, 'unknown key "titel"; the nearest known: title'),
        ({"title": None}, 'no "title"'),
        ({"provenance": {"date": "yesterday"}}, '"date" is no date as 2026-11-22'),
        ({"targets": {"osu018": 1}}, 'targets: "osu018" is no object'),
        ({"rows": {}}, '"rows" is no list of rows'),
    ],
)
def test_what_is_wrong_with_a_document_is_said(
    change: dict[str, Any], complaint: str, tmp_path: Path
) -> None:
    path = put(tmp_path, {**made.campaign([CELLS]), **change})
    with pytest.raises(UsageError, match=re.escape(complaint)) as caught:
        reader.read(path, Campaign, here())
    assert str(caught.value).startswith(str(path))
    assert "pydantic" not in str(caught.value)


def test_an_unknown_kind_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown kind of document 'campain'; the nearest known: campaign"):
        reader.any_kind(put(tmp_path, {**made.campaign([CELLS]), "kind": "campain"}), here())


def test_a_document_that_is_not_there_comes_with_its_command(tmp_path: Path) -> None:
    with pytest.raises(
        HashloomError, match=r"x\.json is not there; make it with: hashloom faults -o results"
    ):
        reader.read(tmp_path / "x.json", Faults, here(), "hashloom faults -o results")


def test_no_other_module_reads_documents_of_results() -> None:
    """A module with JSON of its own is listed above, with what that is."""
    package = ROOT / "hashloom"
    found = {
        str(path.relative_to(package)): path.read_text()
        for path in package.rglob("*.py")
        if READS.search(path.read_text())
    }
    assert found.keys() == {*OWN_JSON, "results/reader.py"}
