# SPDX-License-Identifier: Apache-2.0
"""Write one page that shows results of campaigns in a browser without a network, or their table as a file."""

import argparse
from pathlib import Path

from hashloom import catalogue
from hashloom.commands import note, print_json
from hashloom.errors import UsageError
from hashloom.report_page import document, exports, figures, study
from hashloom.reports import results

NAME = "report"
HELP = "write one offline page of the results of campaigns"
EPILOG = """\
RESULTS are files that `hashloom campaign -o` or `hashloom synth --json` wrote. What is asked for is written:
the page, the table, or all of them; with no option, the page as build/report.html.
"""
DEFAULT_PAGE = Path("build", "report.html")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "results",
        nargs="*",
        type=Path,
        metavar="RESULTS.json",
        help="default: results/campaign-*.json of this checkout",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE.html", help="the page")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="the table with all figures as CSV")
    parser.add_argument("--latex", type=Path, metavar="FILE", help="the table as LaTeX")


def run(arguments: argparse.Namespace) -> int:
    """Read the results and write what was asked for."""
    repository = catalogue.repository_folder()
    page: Path | None = arguments.output
    if page is None and arguments.csv is None and arguments.latex is None:
        page = repository / DEFAULT_PAGE
    for path in (page, arguments.csv, arguments.latex):
        if path is not None and path.is_dir():
            raise UsageError(f"{path} is a folder; name a file")
    found = study.read(arguments.results or study.default_files(repository))
    texts: dict[Path, str] = {}
    if page is not None:
        texts[page] = document.page(found, page.parent)
    if arguments.csv is not None or arguments.latex is not None:
        rows = figures.derived(found.rows)
        makers = ((arguments.csv, exports.csv_text), (arguments.latex, exports.latex))
        texts.update({path: make(rows) for path, make in makers if path is not None})
    for path, text in texts.items():
        results.write(path, text)
        note(f"wrote {path}, {len(text.encode()) / 1e6:.2f} MB")
    if arguments.json:
        print_json({"rows": len(found.rows), "written": [str(path) for path in texts]})
    return 0
