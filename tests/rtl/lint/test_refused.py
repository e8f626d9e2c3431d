# SPDX-License-Identifier: Apache-2.0
"""Wrong parameters are refused by each of the four readers, by the name of the rule that they break."""

import re
from collections.abc import Iterable
from pathlib import Path

import lint_sample
import pytest
from folders import CORES
from lint_sample import every_reader
from refused_parameters import Refused, entries, guards, rtl_files, with_parameters

from hashloom.catalogue import logic

ENTRIES = entries()
FOLDERS = sorted(path.parent for path in CORES.glob("*/rtl"))
WITHOUT: dict[str, str] = {}
"""Modules with parameters that refuse none, and why."""
WORDS_OF_THE_LOGIC = {"digest_marks", "stream_resizer", "stream_slice", "tag_check", "word_fifo"}
"""Modules with guards in a form that the words of the text have: an edit of one makes results stale."""

# Icarus 11 evaluates its tables only below a module that uses these functions of the package for constants.
UNREAD = {("blake_words", "icarus")}

ERROR = re.compile(r"%Error|\berror:|ERROR")
WARNINGS = re.compile(r"%Error: Exiting due to \d+ warning\(s\)")

every_folder = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)


def errors(lines: Iterable[str]) -> list[str]:
    """What a reader calls so. Read alone, a module has warnings: of names of packages that others use."""
    return [line for line in lines if ERROR.search(line) and not WARNINGS.fullmatch(line)]


@every_reader
@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name.replace(" ", "-"))
@pytest.mark.sampled(12)
def test_wrong_parameters_are_refused_by_name(entry: Refused, reader: str, tmp_path: Path) -> None:
    unit = entry.unit(tmp_path)
    said = lint_sample.said([unit], reader, tmp_path)
    assert entry.reason(reader) in "\n".join(said.get(unit.name, ())), (unit.name, said)


@pytest.mark.long
@every_reader
@every_folder
@pytest.mark.sampled(6)
def test_the_modules_as_they_are_break_no_rule(folder: Path, reader: str, tmp_path: Path) -> None:
    units = {
        entry.module: entry.accepted()
        for entry in ENTRIES
        if entry.folder == folder and (entry.module, reader) not in UNREAD
    }
    for name, lines in lint_sample.said(units.values(), reader, tmp_path).items():
        assert errors(lines) == [], name


def test_a_broken_rule_is_more_than_a_warning() -> None:
    unused = "%Warning-UNUSEDPARAM: a_pkg.sv:1:22: Parameter is not used: 'A'"
    broken = "%Error: a.sv:3:7: Cannot find file containing module: 'a_needs_WORD_of_32_or_64'"
    ending = "%Error: Exiting due to 1 warning(s)"
    assert errors([unused, "    1 |   localparam integer A = 4;", ending]) == []
    missing = "ERROR: Module `\\a_needs_WORD_of_32_or_64' is not part of the design."
    assert errors([unused, broken, missing, ending]) == [broken, missing]


@every_folder
def test_each_rule_is_broken_by_an_entry(folder: Path) -> None:
    used = {entry.rule for entry in ENTRIES if entry.folder == folder}
    rules = guards(folder)
    assert rules <= used
    assert used <= rules | guards(CORES / "common")


@every_folder
def test_each_module_with_parameters_refuses_some(folder: Path) -> None:
    refusing = {entry.module for entry in ENTRIES if entry.folder == folder}
    assert with_parameters(folder) - set(WITHOUT) == refusing


def test_what_refuses_nothing_is_there_and_has_parameters() -> None:
    assert set(WITHOUT) <= {name for folder in FOLDERS for name in with_parameters(folder)}


def test_guards_are_of_the_form_that_decides_nothing_else() -> None:
    """So results stay true of RTL in which only they have changed."""
    left = set()
    for folder in FOLDERS:
        for path in rtl_files(folder):
            if set(guards(folder)) & {word.text for word in logic.words(path.read_text(encoding="utf-8"))}:
                left.add(path.stem)
    assert left == WORDS_OF_THE_LOGIC


def test_a_module_with_parameters_is_found(tmp_path: Path) -> None:
    (tmp_path / "rtl").mkdir()
    for name, head in {
        "plain": "module plain (",
        "derived": "module derived (\n  // parameter",
        "wide": "module wide #(\n    parameter integer WIDTH = 1\n) (",
    }.items():
        text = f"{head}\n    input logic a\n);\nendmodule\n"
        (tmp_path / "rtl" / f"{name}.sv").write_text(text, encoding="utf-8")
    assert with_parameters(tmp_path) == {"wide"}
