# SPDX-License-Identifier: Apache-2.0
"""`python -m hashloom.reports.refresh`: renew what is generated in the repository from `results/*.json`.

That is the generated regions of every Markdown file, the pictures in `results/`, in dark colours too where a
page shows those, and in `docs/figures/` the badges and the timing diagrams of `*.json`. Files that are up to
date are left alone; the others are named.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from hashloom import reproduction
from hashloom.analysis import comparison
from hashloom.catalogue.places import Places
from hashloom.files import writing
from hashloom.reports import (
    face,
    file_schemas,
    peers,
    program,
    ranking,
    regions,
    reproduced,
    results,
    shades,
    speed,
    study_regions,
    waveform,
)
from hashloom.reproduction import Report
from hashloom.reproduction.gmu import CAMPAIGN
from hashloom.software import benchmark


def markdown_files(repository: Path) -> list[Path]:
    """Every Markdown file of the repository, hidden and built folders left out."""
    found: list[Path] = []
    for folder, inner, files in os.walk(repository):
        inner[:] = sorted(name for name in inner if not name.startswith(".") and name != "build")
        found.extend(Path(folder) / name for name in sorted(files) if name.endswith(".md"))
    return found


def picture_files(folder: Path, report: Report) -> dict[Path, str]:
    """The pictures of a paper's report, as they stand in this folder: path and SVG."""
    made = reproduced.pictures_of(reproduction.load(report.paper), report)
    return _files(folder, report.paper, made)


def measurement_pictures(folder: Path, places: Places) -> dict[Path, str]:
    """The pictures of the measurement of software in this folder: path and SVG."""
    return _files(folder, benchmark.NAME, speed.pictures(results.load_measurement(folder, places)))


def generated(places: Places) -> dict[Path, str]:
    """Every file that is generated, wholly or in regions, as it should be."""
    repository, folder = places.repository, places.results
    files = {
        path: regions.renew(path.read_text(encoding="utf-8"), places) for path in markdown_files(repository)
    }
    files.update(file_schemas.files(repository))
    for paper in reproduction.names():
        if results.path_of(folder, paper).exists():
            files.update(picture_files(folder, results.load(folder, paper, places)))
    if results.path_of(folder, benchmark.NAME).exists():
        files.update(measurement_pictures(folder, places))
    if results.path_of(folder, comparison.NAME).exists():
        files.update(peers.picture_files(folder, places))
    files.update(_files(folder, "candidates", ranking.pictures(places)))
    files.update(_files(folder, CAMPAIGN, study_regions.pictures(places)))
    figures = repository / "docs" / "figures"
    files.update({figures / f"badge-{name}.svg": text for name, text in face.badges(places).items()})
    for path in sorted(figures.glob("*.json")):
        files[path.with_suffix(".svg")] = waveform.svg(json.loads(path.read_text(encoding="utf-8")))
    pages = [path for path in files if path.suffix == ".md"]
    for light in {path.parent / f"{name}.svg" for path in pages for name in shades.wanted(files[path])}:
        files[light.with_stem(f"{light.stem}-dark")] = shades.dark(files[light])
    return files


def outdated(places: Places) -> dict[Path, str]:
    """Those of the generated files that differ from what lies there."""
    return {
        path: text
        for path, text in generated(places).items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    }


def _files(folder: Path, prefix: str, made: Mapping[str, str]) -> dict[Path, str]:
    return {folder / f"{prefix}-{name}.svg": svg + "\n" for name, svg in made.items()}


def renew(places: Places, _: argparse.Namespace) -> None:
    """Renew, and name what changed."""
    repository = places.need_checkout("hashloom.reports.refresh")
    for path, text in outdated(places).items():
        writing.write(path, text)
        print(f"renewed {path.relative_to(repository)}")


def main(arguments: Sequence[str] = ()) -> int:
    """Renew all; the exit status."""
    what = "Renew the generated regions of the Markdown files and the pictures from results/."
    return program.run(program.parser_of("refresh", what), renew, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
