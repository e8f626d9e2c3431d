# SPDX-License-Identifier: Apache-2.0
"""Wrong parameters are refused by each of the four readers, by the name of the rule that they break."""

from pathlib import Path

import lint_sample
import pytest
from folders import CORES
from lint_sample import every_reader
from refused_parameters import TABLE, Refused, entries, guards

ENTRIES = entries()


@every_reader
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name.replace(" ", "-"))
@pytest.mark.sampled(12)
def test_wrong_parameters_are_refused_by_name(entry: Refused, reader: str, tmp_path: Path) -> None:
    unit = entry.unit(tmp_path)
    said = lint_sample.said([unit], reader, tmp_path)
    assert entry.rule in "\n".join(said.get(unit.name, ())), (unit.name, said)


@every_reader
def test_the_modules_as_they_are_break_no_rule(reader: str, tmp_path: Path) -> None:
    units = {entry.module: entry.accepted() for entry in ENTRIES}
    assert lint_sample.said(units.values(), reader, tmp_path) == {}


def test_each_rule_is_broken_by_an_entry() -> None:
    for table in CORES.glob(f"*/{TABLE}"):
        used = {entry.rule for entry in ENTRIES if entry.folder == table.parent}
        assert used == guards(table.parent)
