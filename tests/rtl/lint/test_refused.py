# SPDX-License-Identifier: Apache-2.0
"""Wrong parameters are refused by each of the four readers, by the name of the rule that they break."""

import re
from collections.abc import Sequence
from pathlib import Path

import lint_sample
import pytest
from folders import CORES
from lint_sample import every_reader
from refused_parameters import TABLE, Refused, entries, guards

ENTRIES = entries()
# Of a module alone Verilator warns of what is right in its family: constants of the package that others use,
# ports whose names are words of C++.
WARNED = re.compile(r"%Warning-|%Error: Exiting due to \d+ warning")
# Icarus 11 evaluates its tables only below a module that uses these functions of the package for constants.
UNREAD = {("blake_words", "icarus")}


def only_warned(complaints: Sequence[str]) -> bool:
    """Whether complaints are warnings of Verilator, which `hashloom lint` has of the units that users get."""
    heads = [line for line in complaints if line.startswith("%")]
    return bool(heads) and all(WARNED.match(line) for line in heads)


@every_reader
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name.replace(" ", "-"))
@pytest.mark.sampled(12)
def test_wrong_parameters_are_refused_by_name(entry: Refused, reader: str, tmp_path: Path) -> None:
    unit = entry.unit()
    said = lint_sample.said([unit], reader, tmp_path)
    assert entry.rule in "\n".join(said.get(unit.name, ())), (unit.name, said)


@every_reader
def test_the_modules_as_they_are_break_no_rule(reader: str, tmp_path: Path) -> None:
    units = {entry.module: entry.accepted() for entry in ENTRIES if (entry.module, reader) not in UNREAD}
    said = lint_sample.said(units.values(), reader, tmp_path)
    assert {name: lines for name, lines in said.items() if not only_warned(lines)} == {}


def test_a_broken_rule_is_more_than_a_warning() -> None:
    unused = "%Warning-UNUSEDPARAM: a_pkg.sv:1:22: Parameter is not used: 'A'"
    broken = "%Error: a.sv:3:7: Cannot find file containing module: 'a_needs_WORD_of_32_or_64'"
    ending = "%Error: Exiting due to 1 warning(s)"
    assert only_warned([unused, "    1 |   localparam integer A = 4;", ending])
    assert not only_warned([unused, broken, ending])
    assert not only_warned(["ERROR: Module `\\a_needs_WORD_of_32_or_64' is not part of the design."])


def test_each_rule_is_broken_by_an_entry() -> None:
    for table in CORES.glob(f"*/{TABLE}"):
        used = {entry.rule for entry in ENTRIES if entry.folder == table.parent}
        assert used == guards(table.parent)
