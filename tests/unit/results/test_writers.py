# SPDX-License-Identifier: Apache-2.0
"""Whatever writes a document of results writes none that could not be read again."""

import argparse
import json
import re
import subprocess
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import measured_rows
import pytest
from folders import ROOT
from own_state import another_repository, here

from hashloom.analysis import exploration
from hashloom.campaign.engine import CampaignOutcome
from hashloom.commands import campaign, carry_over, explore, renew
from hashloom.errors import HashloomError
from hashloom.reports import results, threefish
from hashloom.results import reader, writer
from hashloom.results.versions import VERSIONS, Content, stamped

COMMITTED = {path.stem: json.loads(path.read_text()) for path in sorted((ROOT / "results").glob("*.json"))}
NO_DOCUMENTS = {
    "campaign/job.py": "target files",
    "codegen/__main__.py": "RTL, C and vectors",
    "commands/bench.py": "pictures",
    "commands/compare.py": "pictures",
    "commands/context.py": "saved states",
    "commands/report.py": "the page, a table as CSV and as LaTeX, pictures",
    "commands/reproduce.py": "pictures",
    "execution/kept.py": "sums of files",
    "export/proof.py": "netlists of yosys",
    "flow/fpga.py": "netlists of yosys",
    "flow/placement/placer.py": "what coloquinte is asked",
    "flow/placement/placer_child.py": "what coloquinte answers",
    "flow/placement/steps.py": "placements",
    "libraries/__init__.py": "libraries of cells",
    "reports/pdf.py": "pictures as PDF",
    "reports/refresh.py": "pages, schemas and pictures",
    "reports/timing.py": "wave forms",
    "results/writer.py": "the documents",
}
"""Modules that write files, and what they write."""
WRITES = re.compile(r"\bwriting\.write\(|\.write_text\([^)]*json\.dumps")

Patch = pytest.MonkeyPatch


class Saved(NamedTuple):
    """A report as `results.save` takes it."""

    name: str
    content: Content

    def document(self) -> Content:
        return self.content


def by_save(content: Content, path: Path, patch: Patch) -> None:
    results.save(Saved(path.stem, content), path.parent, here())


def by_campaign(content: Content, path: Path, patch: Patch) -> None:
    arguments = argparse.Namespace(json=False, output=path.parent, places=here())
    campaign.finish(content, CampaignOutcome([], 0, 0.0, 0.0), [], arguments)


def by_explore(content: Content, path: Path, patch: Patch) -> None:
    class Found(Saved):
        def complete(self) -> bool:
            return True

    patch.setattr(explore, "chosen", lambda arguments: (None, None, SimpleNamespace(reusable=None)))
    patch.setattr(exploration, "explore", lambda *arguments: Found("", content))
    explore.run(argparse.Namespace(json=True, output=path, places=here()))


def by_carry_over(content: Content, path: Path, patch: Patch) -> None:
    files = argparse.Namespace(
        files=[], former=path, sample=1, seed=1, design=[], target=[], json=False, places=here()
    )
    patch.setattr(carry_over, "carried_over", lambda *arguments: {path: content})
    carry_over.run(files)


def by_threefish(content: Content, path: Path, patch: Patch) -> None:
    rows = iter(content["rows"])
    another_repository(patch, path.parents[1])
    patch.setattr(threefish, "measure", lambda *arguments: next(rows))
    patch.setattr(threefish, "provenance", lambda rows: content["provenance"])
    if threefish.main():
        raise HashloomError("is not written")


def by_renew(content: Content, path: Path, patch: Patch) -> None:
    done = subprocess.CompletedProcess([], 0, stdout=json.dumps(content).encode())
    patch.setattr(subprocess, "run", lambda *arguments, **more: done)
    renew._run(path.stem, ["python", "-m", "hashloom", "verify", "--json"], path.parent, here())


def an_exploration() -> Content:
    rows = [COMMITTED["campaign-gmu"]["rows"][0]]
    return stamped("exploration", {"function": rows[0]["function"], "rows": rows, "answers": []})


class Case(NamedTuple):
    write: Callable[[Content, Path, Patch], None]
    content: Content
    name: str


CASES = [
    *(Case(by_save, content, name) for name, content in COMMITTED.items()),
    Case(by_save, measured_rows.files().document(), "files"),
    Case(by_campaign, COMMITTED["campaign-gmu"], "campaign-gmu"),
    Case(by_carry_over, COMMITTED["campaign-gmu"], "campaign-gmu"),
    Case(by_carry_over, COMMITTED["dadda"], "dadda"),
    Case(by_explore, an_exploration(), "explored"),
    Case(by_threefish, COMMITTED["threefish"], "threefish"),
    *(Case(by_renew, COMMITTED[name], name) for name in ("verification", "software-verification")),
]


def lists(content: Content) -> list[str]:
    """Members that are lists of objects."""
    return [
        key
        for key, value in content.items()
        if isinstance(value, list) and value and isinstance(value[0], dict)
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.write.__name__} {case.name}")
def test_a_document_with_a_wrong_member_is_not_written(case: Case, tmp_path: Path) -> None:
    path = tmp_path / "results" / f"{case.name}.json"
    path.parent.mkdir()
    wrong = []
    for key in lists(case.content):
        content = deepcopy(case.content)
        content[key][0]["surplus"] = 1
        wrong.append(content)
    if case.write is not by_threefish:  # which writes the rows that it measures
        wrong += [{**case.content, "surplus": 1}, {**case.content, "schema": 99}]
    path.write_text("{}")
    for content in wrong:
        with Patch.context() as patch, pytest.raises(HashloomError, match="is not written"):
            case.write(content, path, patch)
        assert path.read_text() == "{}"
        assert list(path.parent.iterdir()) == [path]
    with Patch.context() as patch:
        case.write(case.content, path, patch)
    assert json.loads(path.read_text()) == case.content


def test_every_kind_is_among_the_cases() -> None:
    assert VERSIONS.keys() == {case.content["kind"] for case in CASES}


def test_no_other_module_writes_documents_of_results() -> None:
    """A module that writes files itself is listed above, with what they are."""
    package = ROOT / "hashloom"
    found = {
        str(path.relative_to(package)) for path in package.rglob("*.py") if WRITES.search(path.read_text())
    }
    assert found == NO_DOCUMENTS.keys()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "it is no JSON: "),
        ("[1]", "it is no JSON object"),
        ("{}", 'its "kind" is None'),
        ('{"kind": ["x"]}', "is none of the kinds"),
        ('{"kind": "campaign"}', 'no "schema" and no "campaign"'),
    ],
)
def test_a_text_that_is_no_document_is_not_written(text: str, why: str, tmp_path: Path) -> None:
    with pytest.raises(HashloomError, match=re.escape(why)):
        writer.write_text(tmp_path / "x.json", text, here())
    assert not list(tmp_path.iterdir())


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    for name, content in COMMITTED.items():
        writer.write(tmp_path / name, content, here())
        assert reader.any_kind(tmp_path / name, here()).plain() == content
