# SPDX-License-Identifier: Apache-2.0
"""Brings the pages of the site together, as hooks of MkDocs (`mkdocs.yml`).

The pages are the Markdown files that the navigation names, where they stand in the repository, so that their
links are right here and there. What they link to comes along. These are made: the help of all commands,
the report of `results/`, which stands inside the page about it, and the manual pages of libskein, by mandoc.
"""

import contextlib
import io
import os
import re
import shutil
import subprocess
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
MANUALS = ("libskein/man/skein.3", "libskein/man/skeinsum.1")
HEADING = re.compile(r'<h([12]) class="S[hs]" id="([^"]*)"><a [^>]*>(.*?)</a></h\1>', re.DOTALL)
AROUND = re.compile(
    r'</?section[^>]*>\n?|<div class="manual-text">\n?|<table class="(?:head|foot)">.*?</table>\n?', re.DOTALL
)
"""What mandoc puts around sections and pages."""
NAMED = re.compile(r'<a class="Xr">(\w+)\((\w+)\)</a>')
CODE = re.compile(r"^```.*?^```$|`[^`\n]+`", re.MULTILINE | re.DOTALL)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages of the navigation and what they link to, in place of those of one folder."""
    own = [file for file in files if file.src_dir != config.docs_dir]
    manuals = {f"{name}.md": name for name in MANUALS}
    pages = [name for name in named(config.nav) if name != HELP_PAGE and name not in manuals]
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
        *(File.generated(config, page, content=manual(TOP / name)) for page, name in manuals.items()),
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


def manual(path: Path) -> str:
    """A manual page: headings in Markdown, so that they are found, and what is between as mandoc makes it.

    Where mandoc is not installed, a page that says how the manual is read.
    """
    name, _, section = path.name.rpartition(".")
    title = f"# {name}({section})"
    if shutil.which("mandoc") is None:
        where = path.relative_to(TOP).as_posix()
        return f"{title}\n\nThis site was made without mandoc. From a checkout: `man -l {where}`.\n"
    command = ["mandoc", "-T", "html", "-O", "fragment", "-W", "error,stop", str(path)]
    made = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    pieces = HEADING.split(AROUND.sub("", made).removesuffix("</div>\n"))
    parts = [title]
    for level, anchor, heading, text in zip(*(pieces[at::4] for at in (1, 2, 3, 4)), strict=True):
        words = " ".join(heading.split())
        parts.append(
            f"{'#' * (int(level) + 1)} {words.capitalize() if level == '1' else words} {{#{anchor}}}"
        )
        parts.append(f'<div class="manual">\n{NAMED.sub(_reference, text).strip()}\n</div>')
    return "\n\n".join(parts) + "\n"


def _reference(found: re.Match[str]) -> str:
    """The name of another manual page, as a link if it is in the site."""
    file = f"{found[1]}.{found[2]}"
    text = f"{found[1]}({found[2]})"
    return f'<a href="{file}.html">{text}</a>' if file in {Path(one).name for one in MANUALS} else text
