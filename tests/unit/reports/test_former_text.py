# SPDX-License-Identifier: Apache-2.0
"""The sentence about figures of an earlier text of RTL counts what stands in the documents."""

import json
import re
import shutil
from pathlib import Path

from folders import RESULTS
from own_state import with_repository

from hashloom.reports import former_text

DOCUMENT = "tillich.json"


def numbers(folder: Path) -> list[int]:
    """Rows with figures of an earlier text, all rows, those on standard cells, those on FPGAs."""
    said = former_text.region(with_repository(folder))
    found = re.search(
        r" ([\d,]+) of ([\d,]+) rows .*?: ([\d,]+) on standard cells.* and ([\d,]+) on FPGAs", said
    )
    assert found is not None, said
    return [int(one.replace(",", "")) for one in found.groups()]


def test_the_sentence_counts_the_rows(tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    path = Path(shutil.copy(RESULTS / DOCUMENT, tmp_path / "results"))
    content = json.loads(path.read_text())
    rows = [row for row in content["rows"] if row["state"] == "ok" and "architecture" in row]
    of_cells = [row for row in rows if row["area_unit"] == "GE"]
    former, on_cells = ([row for row in one if "rtl_measured" in row] for one in (rows, of_cells))
    counted = [len(former), len(rows), len(on_cells), len(former) - len(on_cells)]
    assert numbers(tmp_path) == counted
    changed = of_cells[0]
    if "rtl_measured" in changed:
        del changed["rtl_measured"]
    else:
        changed["rtl_measured"] = "0" * 64
    path.write_text(json.dumps(content))
    more = 1 if "rtl_measured" in changed else -1
    assert numbers(tmp_path) == [counted[0] + more, counted[1], counted[2] + more, counted[3]]
