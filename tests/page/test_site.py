# SPDX-License-Identifier: Apache-2.0
"""The site: every page of the repository, no link that leads nowhere, nothing from a network."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from folders import ROOT
from made_once import made_once

from hashloom.commands import command_names
from hashloom.reports import refresh

pytest.importorskip("mkdocs", reason="MkDocs is not installed; install it with: make setup")

LOADED = re.compile(r'<(?:script|img|iframe|source)[^>]* src(?:set)?="([^"]*)"|<link[^>]* href="([^"]*)"')


def built(configuration: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mkdocs", "build", "-f", str(configuration), "-d", str(folder)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900)


@pytest.fixture(scope="module")
def site(shared_folder: Path) -> Path:
    def make(folder: Path) -> None:
        done = built(ROOT / "mkdocs.yml", folder)
        assert done.returncode == 0, done.stderr

    return made_once(shared_folder, "site", make)


@pytest.mark.long
def test_every_page_of_the_repository_is_in_it(site: Path) -> None:
    """A broken link or an anchor that is not there would have stopped it."""
    for path in refresh.markdown_files(ROOT):
        page = path.relative_to(ROOT).with_suffix(".html")
        if page.stem == "README":
            page = page.with_name("index.html")
        assert (site / page).is_file(), page
    text = (site / "docs" / "command-help.html").read_text()
    assert all(f'id="hashloom-{name}"' in text for name in command_names())


@pytest.mark.long
def test_nothing_comes_from_a_network(site: Path) -> None:
    pages = [page for page in site.rglob("*.html") if page.name != "report-of-results.html"]
    loaded = {one for page in pages for pair in LOADED.findall(page.read_text()) for one in pair if one}
    assert loaded
    assert [one for one in loaded if re.match(r"(https?:)?//", one)] == []


@pytest.mark.long
def test_it_can_be_searched_and_has_the_report_in_it(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text())
    assert any("gate equivalent" in one["text"] for one in index["docs"])
    assert (
        '<iframe class="report" src="report-of-results.html"' in (site / "docs" / "report.html").read_text()
    )
    assert (site / "docs" / "report-of-results.html").stat().st_size > 500_000


@pytest.mark.parametrize("link", ["other.md", "index.md#nowhere"])
def test_a_link_that_leads_nowhere_stops_it(link: str, tmp_path: Path) -> None:
    """With the same rules, in a site of one page."""
    rules = re.search(r"^validation:\n(?: .*\n)+", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert rules
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "index.md").write_text(f"# One\n\n[a link]({link})\n")
    configuration = tmp_path / "mkdocs.yml"
    configuration.write_text(
        f"site_name: x\nstrict: true\ntheme: {{name: null, custom_dir: docs}}\n{rules[0]}"
    )
    done = built(configuration, tmp_path / "site")
    assert done.returncode != 0
    assert link.partition("#")[0] in done.stderr
