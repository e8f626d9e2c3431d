# SPDX-License-Identifier: Apache-2.0
"""The site: every page of the repository, no link that leads nowhere, nothing from a network."""

import html
import importlib.util
import json
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
from folders import LIBSKEIN, ROOT
from made_once import made_once

from hashloom.commands import command_names
from hashloom.reports import refresh

pytest.importorskip("mkdocs", reason="MkDocs is not installed; install it with: make setup")
markdown = pytest.importorskip("markdown")

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
    for name in ("skein.3", "skeinsum.1"):
        assert (site / "libskein" / "man" / f"{name}.html").is_file()


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


@pytest.fixture(scope="module")
def pages() -> ModuleType:
    """The hooks of the site."""
    specification = importlib.util.spec_from_file_location("site_pages", ROOT / "tools" / "site_pages.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def rendered(text: str) -> tuple[str, list[str]]:
    """The HTML of a page as the site makes it, and its headings."""
    converter = markdown.Markdown(extensions=["attr_list", "md_in_html", "tables", "toc"])
    made = converter.convert(text)
    return made, re.findall(r"<h[2-6][^>]*>(.*?)</h", made)


def words(html_text: str) -> Counter[str]:
    return Counter(re.findall(r"\w+", html.unescape(re.sub(r"<[^>]*>", " ", html_text)).lower()))


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="no mandoc; apt-get install mandoc")
@pytest.mark.parametrize("name", ["skein.3", "skeinsum.1"])
def test_a_manual_page_loses_nothing(pages: ModuleType, name: str) -> None:
    """Beside what mandoc makes; headings are headings of the page, and the pages are linked."""
    path = LIBSKEIN / "man" / name
    made, headings = rendered(pages.manual(path))
    whole = subprocess.run(["mandoc", "-T", "html", "-O", "fragment", path], capture_output=True, text=True)
    around = re.sub(r'<table class="(head|foot)">.*?</table>', "", whole.stdout, flags=re.DOTALL)
    title = words(name.replace(".", " "))
    assert words(made) == words(around) + title
    assert headings[:2] == ["Name", "Library" if name == "skein.3" else "Synopsis"]
    assert headings == [heading.strip() for heading in headings]
    other = {"skein.3": "skeinsum.1", "skeinsum.1": "skein.3"}[name]
    assert f'<a href="{other}.html">' in made
    assert 'class="Xr"' not in made
    sources = re.findall(r"^\.S[hs] (.*)$", path.read_text(), re.MULTILINE)
    assert [heading.lower() for heading in headings] == [source.lower() for source in sources]


@pytest.mark.skipif(shutil.which("mandoc") is None, reason="no mandoc; apt-get install mandoc")
def test_a_manual_page_that_is_wrong_stops_the_site(pages: ModuleType, tmp_path: Path) -> None:
    path = tmp_path / "x.1"
    path.write_text(".Dd November 21, 2026\n.Dt X 1\n.Os\n.Sh NAME\n.Nm x\n.Nd y\n.Xyz z\n")
    with pytest.raises(subprocess.CalledProcessError):
        pages.manual(path)


def test_without_mandoc_a_page_says_how_the_manual_is_read(
    pages: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    text = pages.manual(LIBSKEIN / "man" / "skein.3")
    assert text.startswith("# skein(3)\n")
    assert "`man -l libskein/man/skein.3`" in text


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
