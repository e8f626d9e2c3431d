# SPDX-License-Identifier: Apache-2.0
"""The FuseSoC files list the same RTL, in the same order, as the laboratory compiles."""

import re
from pathlib import Path

import pytest

from hashloom import catalogue

CORES = Path(__file__).parent.parent / "cores"
COMMON = CORES / "common" / "common.core"


def files(core: Path) -> list[str]:
    return re.findall(r"^ +- (rtl/\S+)$", core.read_text(encoding="utf-8"), re.MULTILINE)


def test_common_lists_every_file() -> None:
    assert sorted(files(COMMON)) == sorted(
        f"rtl/{path.name}" for path in (CORES / "common" / "rtl").glob("*.sv")
    )


@pytest.mark.parametrize(
    "family", [family for family in catalogue.families() if (family.folder / f"{family.name}.core").is_file()]
)
def test_family_lists_its_sources(family: catalogue.Family) -> None:
    core = family.folder / f"{family.name}.core"
    assert files(core) == list(family.sources)
    assert "hashloom:cores:common:" in core.read_text(encoding="utf-8")


@pytest.mark.parametrize("family", catalogue.families())
def test_common_files_stand_in_one_order(family: catalogue.Family) -> None:
    for shell in (family.common_top, family.common_bus):
        used = [f"rtl/{name}" for name in family.common + shell]
        assert used == [name for name in files(COMMON) if name in used]
