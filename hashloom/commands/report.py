# SPDX-License-Identifier: Apache-2.0
"""Write one offline page that shows results of designs in a browser, or its table, or its pictures."""

import argparse
from pathlib import Path

from hashloom.catalogue.places import Places
from hashloom.commands import note
from hashloom.commands._documents import print_stamped
from hashloom.files import writing
from hashloom.files.writing import output_file, output_folder
from hashloom.reports.page import document, everything, exports, figures, study, svg
from hashloom.reports.pdf import pdf

NAME = "report"
HELP = "write one offline page of all results, or of these"
EPILOG = """\
RESULTS are files that `hashloom campaign -o` or `hashloom synth --json` wrote; without any, all committed
results count, with the cores of others and what papers published. What is asked for is written:
the page, the table, the pictures, or all of them; with no option, the page as build/report.html.
"""
DEFAULT_PAGE = Path("build", "report.html")


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "results",
        nargs="*",
        type=Path,
        metavar="RESULTS.json",
        help="default: all results of hashloom that have designs",
    )
    parser.add_argument("-o", "--output", type=output_file, metavar="FILE.html", help="the page")
    parser.add_argument("--csv", type=output_file, metavar="FILE", help="the table with all figures as CSV")
    parser.add_argument("--latex", type=output_file, metavar="FILE", help="the table as LaTeX")
    parser.add_argument(
        "--svg", type=output_folder, metavar="FOLDER", help="the pictures as SVG, a file each"
    )
    parser.add_argument("--pdf", type=output_folder, metavar="FOLDER", help="the same as PDF")


def run(arguments: argparse.Namespace) -> int:
    """Read the results and write what was asked for."""
    page: Path | None = arguments.output
    others = (arguments.csv, arguments.latex, arguments.svg, arguments.pdf)
    if page is None and all(one is None for one in others):
        page = (arguments.places.checkout or Path()) / DEFAULT_PAGE
    places: Places = arguments.places
    given = [*map(places.brought, arguments.results)]
    found = study.read(given, places) if given else everything.study(places)
    for why, names in found.left_out.items():
        note(f"left out {len(names)}, {why}: {', '.join(names)}")
    texts: dict[Path, str | bytes] = {}
    if page is not None:
        texts[page] = document.page(found, page.parent, places)
    if arguments.csv is not None or arguments.latex is not None:
        rows = figures.derived(found.rows, places)
        makers = ((arguments.csv, exports.csv_text), (arguments.latex, exports.latex))
        texts.update({path: make(rows) for path, make in makers if path is not None})
    if arguments.svg is not None or arguments.pdf is not None:
        for name, picture in svg.pictures(found, places).items():
            if arguments.svg is not None:
                texts[arguments.svg / f"{name}.svg"] = picture
            if arguments.pdf is not None:
                texts[arguments.pdf / f"{name}.pdf"] = pdf(picture)
    for path, text in texts.items():
        writing.write(path, text)
        note(f"wrote {path}, {path.stat().st_size / 1e6:.2f} MB")
    if arguments.json:
        print_stamped("report", rows=len(found.rows), written=[str(path) for path in texts])
    return 0
