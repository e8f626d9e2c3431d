# SPDX-License-Identifier: Apache-2.0
"""The page as one text: template, style, scripts, Vega and the rows, all inlined.

The page may run only the scripts that stand in it, and may load nothing at all: its Content-Security-Policy
names the digest of every script and forbids the rest.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
from collections.abc import Sequence
from dataclasses import asdict
from itertools import product
from pathlib import Path
from typing import Any

from hashloom import catalogue
from hashloom.analysis.choice import PURPOSES
from hashloom.catalogue.places import Places
from hashloom.reports.page import charts, exports, figures, themes
from hashloom.reports.page.study import ReportStudy
from hashloom.reports.ranking import YARDSTICK
from hashloom.rows.table import Row

SCRIPTS = (
    "data", "state", "filters", "figures", "pictures", "planes", "sha2", "table", "exports", "drawer", "pins",
    "pick", "main",
)  # fmt: skip
"""Scripts of the folder `page/` in the order in which they run."""
METRICS = {
    "ratio": ("throughput per area", True),
    "throughput": ("throughput", True),
    "area": ("area", False),
}
"""What is set against SHA-2: its name, and whether more of it is better."""
SERIES = {"others": "cores of others", "published": "printed in papers"}
"""Titles of what is not ours."""


def page(study: ReportStudy, place: Path, places: Places) -> str:
    """The HTML of the report of these rows; `place` is the folder that it is going to stand in.

    Where that is inside the checkout the page has links to the folders of the RTL.
    """
    folder = Path(__file__).parent / "assets"
    scripts = [_bundle(), *((folder / f"{name}.js").read_text(encoding="utf-8") for name in SCRIPTS)]
    parts = {
        "policy": _policy(scripts),
        "title": html.escape(study.title),
        "style": _colours() + (folder / "page.css").read_text(encoding="utf-8"),
        "data": _embedded(content(study, place, places)),
        "scripts": "\n".join(f"<script>{script}</script>" for script in scripts),
    }
    template = (folder / "page.html").read_text(encoding="utf-8")
    return re.sub(r"<!-- (\w+) -->|%(policy)%", lambda found: parts[found[1] or found[2]], template)


Data = dict[str, Any]
"""All that the scripts of the page read."""
Pictures = dict[str, Any]
"""Specifications of pictures, each with what is changed in it later."""


def content(study: ReportStudy, place: Path, places: Places) -> Data:
    """All that the scripts read, as one JSON object."""
    rows = figures.derived(study.rows, places)
    marks = themes.marks([row["mark"] for row in rows])
    keys = list(dict.fromkeys(key for row in rows for key in row))
    return {
        "campaigns": study.campaigns,
        "targets": study.targets,
        "families": {name: asdict(mark) | _family_facts(name, place, places) for name, mark in marks.items()},
        "left_out": study.left_out,
        "unmeasured": study.unmeasured,
        "choices": study.choices,
        "purposes": {one.name: [one.best, one.more] for one in PURPOSES.values()},
        "axes": {y: [axis.name, axis.share, figures.HEIGHTS[y]] for y, axis in charts.AXES.items()},
        "yardstick": YARDSTICK,
        "metrics": METRICS,
        "columns": [asdict(column) for column in exports.COLUMNS],
        "csv_keys": exports.CSV_KEYS,
        "latex": exports.LATEX,
        "keys": keys,
        "rows": [[row.get(key) for key in keys] for row in rows],
        "pictures": _pictures(rows, list(marks)),
        "themes": {name: themes.config(ink, marks) for name, ink in themes.INKS.items()},
    }


def _pictures(rows: Sequence[Row], families: Sequence[str]) -> Pictures:
    """Specifications by name: `throughput LUT placed`, `latency slice mapped`, `bars ratio`, ..."""
    found: Pictures = {
        f"bars {name}": {"spec": charts.bars(*about), "patch": []} for name, about in METRICS.items()
    }
    planes = dict.fromkeys(
        (y, str(row.get("area_unit", "units")), not row.get("mapped_only"))
        for y, row in product(charts.AXES, rows)
        if figures.height(row, y)
    )
    for y, unit, placed in planes:
        spec = charts.plane(y, unit, placed, families)
        name = f"{y} {unit} {'placed' if placed else 'mapped'}"
        found[name] = {"spec": spec, "patch": charts.plane_patch(spec)}
    return found


def _family_facts(name: str, place: Path, places: Places) -> dict[str, str]:
    """Title of a family and the way to its folder from the page's."""
    family = next((family for family in catalogue.families(places) if family.name == name), None)
    if family is None:
        return {"title": SERIES.get(name, name)}
    facts = {"title": family.title, "folder": f"cores/{name}"}
    checkout = places.checkout
    if checkout is not None and place.resolve().is_relative_to(checkout):
        facts["link"] = Path(os.path.relpath(family.folder, place.resolve())).as_posix()
    return facts


def _bundle() -> str:
    """Vega, Vega-Lite and vega-embed as one script."""
    import vl_convert

    bundle = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;", vl_version=charts.VEGA_LITE)
    return str(bundle).replace("</script", "<\\/script")


def _policy(scripts: Sequence[str]) -> str:
    """The Content-Security-Policy: these scripts, styles of the page, and nothing from anywhere."""
    digests = (base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in digests)
    rules = (
        "default-src 'none'",
        f"script-src {allowed}",
        "style-src 'unsafe-inline'",
        "base-uri 'none'",
        "form-action 'none'",
    )
    return "; ".join(rules)


def _colours() -> str:
    """The colours of the pictures as CSS, for both themes; on paper they are those of the light one."""
    light, dark = (themes.css(themes.INKS[name]) for name in ("light", "dark"))
    paper = f"@media print{{:root{{{light}color-scheme:light}}}}"
    return f":root{{{light}}}\n@media (prefers-color-scheme: dark){{:root{{{dark}}}}}\n{paper}\n"


def _embedded(value: Any) -> str:
    """JSON that may stand in a script element: nothing in it ends the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")
