# SPDX-License-Identifier: Apache-2.0
"""The FuseSoC files list the same RTL, in the same order, as the laboratory compiles."""

import re
from pathlib import Path

import pytest
from folders import CORES
from fusesoc_files import files
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import contexts

COMMON = CORES / "common" / "common.core"


def test_common_lists_every_file() -> None:
    assert sorted(files(COMMON)) == sorted(
        f"rtl/{path.name}" for path in (CORES / "common" / "rtl").glob("*.sv")
    )


@pytest.mark.parametrize(
    "family",
    [family for family in catalogue.families(here()) if (family.folder / f"{family.name}.core").is_file()],
)
def test_family_lists_its_sources(family: catalogue.Family) -> None:
    core = family.folder / f"{family.name}.core"
    first, *others = family.cores.values()
    further = [name for extension in first.extensions.values() for name in extension.sources]
    with_contexts = contexts.top_of(family.functions()[0].default_design())
    further += [f"rtl/{with_contexts}.sv"] if with_contexts else []
    further += [name for one in others for name in one.sources]
    assert files(core) == list(dict.fromkeys([*first.sources, *further]))
    assert "hashloom:cores:common:" in core.read_text(encoding="utf-8")


def named_in(source: Path) -> set[str]:
    """The other files of cores/common that a file uses: modules and packages by name."""
    words = set(re.findall(r"\w+", re.sub(r"//.*", "", source.read_text(encoding="utf-8"))))
    return {path.name for path in source.parent.glob("*.sv") if path.stem in words} - {source.name}


def in_compile_order(names: list[str]) -> None:
    for number, name in enumerate(names):
        assert named_in(CORES / "common" / "rtl" / name) <= set(names[:number]), name


def test_common_stands_in_compile_order() -> None:
    in_compile_order([name.removeprefix("rtl/") for name in files(COMMON)])


@pytest.mark.parametrize("family", catalogue.families(here()), ids=lambda family: family.name)
def test_common_files_of_a_family_stand_in_compile_order(family: catalogue.Family) -> None:
    for core in family.cores.values():
        further = (extension.common for extension in core.extensions.values())
        for shell in (core.common_top, core.common_bus, *further):
            in_compile_order(list(dict.fromkeys(core.common + shell)))
