# SPDX-License-Identifier: Apache-2.0
"""The sentence that says which architectures save and restore, beside the files of the cores."""

import shutil
import tomllib
from dataclasses import replace
from pathlib import Path

from folders import CORES
from own_state import here

from hashloom.reports import contexts


def counted(folder: Path) -> tuple[int, int, int]:
    """Architectures in the core.toml of a folder, those of first cores beside a context top, and families."""
    every = have = families = 0
    for path in folder.glob("*/core.toml"):
        content = tomllib.loads(path.read_text(encoding="utf-8"))
        own = len(content["architectures"]["named"])
        every += own + sum(len(one["architectures"]["named"]) for one in content.get("cores", {}).values())
        have += own if list(path.parent.glob("rtl/*_context_top.sv")) else 0
        families += 1
    return every, have, families


def test_it_counts_what_is_in_the_files() -> None:
    every, have, families = counted(CORES)
    text = contexts.region(here())
    assert text.startswith(f"Of the {every} architectures of {families} families {have} have it. ")
    assert f"The {every - have} others, of " in text
    assert "SHA-1 `compact`, `compact-16` and `compact-8`" in text
    assert "`basic`" not in text


def test_a_family_that_loses_its_module_is_named(tmp_path: Path) -> None:
    for name in ("common", "sha1"):
        shutil.copytree(CORES / name, tmp_path / name)
    places = replace(here(), cores=tmp_path)
    assert contexts.region(places).startswith("Of the 7 architectures of 1 families 4 have it.")
    (tmp_path / "sha1" / "rtl" / "sha1_context_top.sv").unlink()
    text = contexts.region(places)
    assert text.startswith("Of the 7 architectures of 1 families 0 have it. The 7 others, of 1 families, ")
    assert "`basic`" in text
