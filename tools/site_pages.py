# SPDX-License-Identifier: Apache-2.0
"""Brings the pages of the site together, as hooks of MkDocs (`mkdocs.yml`).

The pages are the Markdown files that the navigation names, where they stand in the repository, so that their
links are right here and there. What they link to comes along. Two pages are made: the help of all commands,
and the report of `results/`, which stands inside the page about it.
"""

import contextlib
import io
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from unittest import mock

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from hashloom.catalogue.places import Places
from hashloom.commands import command_names, parser_for
from hashloom.reports.page import document, everything

TOP = Path(__file__).resolve().parents[1]
HELP_PAGE, REPORT_PAGE = "docs/command-help.md", "docs/report-of-results.html"
HELP_WIDTH = 100
COMMENT = re.compile(r"^<!-- (?!site: ).*? -->$", re.MULTILINE)
REPORT_HERE = "<!-- site: report -->"
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)|(?:src|srcset)=\"([^\"]+)\"")
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages of the navigation and what they link to, in place of those of one folder."""
    own = [file for file in files if file.src_dir != config.docs_dir]
    pages = [name for name in named(config.nav) if name != HELP_PAGE]
    linked = {name for page in pages for name in links(page)} | {
        *config.extra_css,
        *config.extra["polyfills"],
    }
    brought = [
        File(name, str(TOP), config.site_dir, config.use_directory_urls) for name in sorted({*pages, *linked})
    ]
    made = [
        File.generated(config, HELP_PAGE, content=command_help()),
        File.generated(config, REPORT_PAGE, content=report()),
    ]
    return Files([*own, *brought, *made])


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The page without the comments around what is generated, and with the report where it belongs."""
    name = REPORT_PAGE.rpartition("/")[2]
    frame = f'<iframe class="report" src="{name}" title="the report of the results" loading="lazy"></iframe>'
    return COMMENT.sub("", markdown).replace(REPORT_HERE, frame)


def named(entries: Iterable[object] | None) -> Iterator[str]:
    """The files that a navigation names, in its order."""
    for entry in entries or ():
        if isinstance(entry, dict):
            for value in entry.values():
                yield from (value,) if isinstance(value, str) else named(value)
        elif isinstance(entry, str):
            yield entry


def links(page: str) -> Iterator[str]:
    """The files of the repository that a page links to or shows, pages and what is made left out."""
    path = TOP / page
    for link, source in LINK.findall(CODE.sub("", path.read_text(encoding="utf-8"))):
        target = Path(os.path.normpath(path.parent / (link or source)))
        if "://" not in link and target.suffix != ".md" and target.is_file():
            yield target.relative_to(TOP).as_posix()


def command_help() -> str:
    """A page with the help of every command."""
    known = command_names()
    parts = ["# Help of all commands", f"What `hashloom COMMAND --help` prints, {HELP_WIDTH} letters wide."]
    with mock.patch.dict(os.environ, COLUMNS=str(HELP_WIDTH)):
        for name in known:
            said = io.StringIO()
            with contextlib.redirect_stdout(said), contextlib.suppress(SystemExit):
                parser_for(name, known)[0].parse_args([name, "--help"])
            parts += [f"## hashloom {name}", f"```text\n{said.getvalue().rstrip()}\n```"]
    return "\n\n".join(parts) + "\n"


def report() -> str:
    """The report of all committed results."""
    places = Places.of(os.environ)
    return document.page(everything.study(places), TOP / "build", places)
