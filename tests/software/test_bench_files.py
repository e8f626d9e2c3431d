# SPDX-License-Identifier: Apache-2.0
"""The benchmark of skeinsum on files: what it runs, what it refuses to measure, and the command.

No test depends on how long anything takes.
"""

import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import measured_rows
import pytest
from own_state import here, with_repository

from hashloom import software
from hashloom.commands import main
from hashloom.errors import CheckFailed, UsageError
from hashloom.reports import file_times, results
from hashloom.results.programs import FilesRow
from hashloom.software.benchmark import file_programs, files
from hashloom.software.benchmark.file_programs import Program, compare, programs


@pytest.fixture(scope="module")
def skeinsum() -> Path:
    return software.build(here(), "release") / "skeinsum"


def script(folder: Path, text: str, function: str = file_programs.SHA_512) -> Program:
    """A program made of a few words of shell."""
    path = folder / "program"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return Program("program", (), function, path=str(path))


def test_it_measures_and_writes(skeinsum: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, there = tmp_path / "out", tmp_path / "there"
    there.mkdir()
    arguments = ["--files", "20", "--bytes", "3000000", "--rounds", "3", "--folder", str(there)]
    assert main(["bench-files", *arguments, "-o", str(out)]) == 0
    assert "Skein-512, tree" in capsys.readouterr().out
    assert list(there.iterdir()) == [], "the files are gone"
    document = json.loads((out / "bench-files.json").read_text())
    installed = {name for name in ("b3sum", "openssl", "sha512sum", "botan") if shutil.which(name)}
    assert document["provenance"]["programs"].keys() == {"skeinsum", *installed}
    assert {one["library"] for one in document["provenance"]["absent"]}.isdisjoint(installed)
    for row in document["rows"]:
        assert (row["files"], row["samples"]) == (20 if row["work"] == "small" else 1, 3)
        assert row["bytes"] == 3_000_000 or row["work"] == "small"
        assert 0 < row["seconds"]["least"] <= row["seconds"]["median"] <= row["seconds"]["most"]
    ours = [row for row in document["rows"] if row["program"] == "skeinsum"]
    threads = min(2, os.cpu_count() or 1)
    assert {(row["work"], row["function"], row["threads"]) for row in ours} == {
        (work, function, number)
        for work in ("small", "large")
        for function in (file_programs.SKEIN, file_programs.SKEIN_TREE)
        for number in (1, threads)
    }


def test_the_files_are_the_same_in_each_run(tmp_path: Path) -> None:
    contents = []
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        names = files.write_small(tmp_path / name, 30) + files.write_large(tmp_path / name, 1_500_000)
        contents.append([(tmp_path / name / one).read_bytes() for one in names])
    assert contents[0] == contents[1]
    assert len(contents[0][-1]) == 1_500_000
    assert len({len(content) for content in contents[0]}) > 20


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("exit 3", "program failed: status 3"),
        ("echo no such file >&2; exit 1", "program failed: no such file"),
        ("echo 00 $1", "wrong digest of 'abc' by program"),
        ('sha512sum "$@" | sed "s/^./0/"', "wrong digest of 'abc' by program"),
        ('sha512sum "$1"', "wrong digests of 2 files by program"),
        ('sha512sum "$@" | sed "2s/^./x/"', "wrong digests of 2 files by program"),
    ],
)
def test_what_gives_a_wrong_digest_is_not_measured(tmp_path: Path, text: str, complaint: str) -> None:
    names = files.write_small(tmp_path, 2)
    right = Program("sha512sum", (), file_programs.SHA_512)
    with pytest.raises(CheckFailed, match=re.escape(complaint)):
        compare([right, script(tmp_path, text)], tmp_path, names)


def test_two_programs_that_agree_are_measured(skeinsum: Path, tmp_path: Path) -> None:
    names = files.write_small(tmp_path, 3)
    compare([script(tmp_path, 'sha512sum "$@"'), *programs(skeinsum, 2)[:4]], tmp_path, names)


def test_a_program_that_fails_while_it_is_measured(tmp_path: Path) -> None:
    with pytest.raises(CheckFailed, match="program failed with status -9 while it was measured"):
        files.timed(script(tmp_path, "kill -9 $$"), tmp_path, ["x"])


def test_a_machine_with_one_processor_measures_nothing_twice() -> None:
    labels = [one.label for one in programs(Path("skeinsum"), 1)]
    assert len(labels) == len(set(labels)) == 7
    assert len(programs(Path("skeinsum"), 2)) == 10


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--rounds", "0"], "--rounds takes a number from 1 on, not 0"),
        (["--files", "-1"], "--files takes a number from 1 on, not -1"),
        (["--folder", "nowhere"], "nowhere is no folder; give one that is there with --folder"),
    ],
)
def test_wrong_usage_gets_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench-files", *arguments]) == UsageError.exit_status
    assert sentence in capsys.readouterr().err


def test_the_page_says_what_was_measured_or_that_nothing_was(tmp_path: Path) -> None:
    there = with_repository(tmp_path)
    assert file_times.region(there).startswith("Not measured yet; `hashloom bench-files`")
    assert file_times.aims(there) == "Not measured yet."
    results.save(measured_rows.files(), there.results, there)
    lines = file_times.region(there).splitlines()
    assert lines[0].startswith("| work | program | function | threads | seconds |")
    assert lines[2:4] == [
        "| 10,000 files | skeinsum | Skein-512 | 1 | 1.000 [0.900..2.000] | 1.000 | 0.20 / 0.14 |",
        "| 10,000 files | skeinsum | Skein-512 | 2 | 2.000 [1.800..4.000] | 2.000 | 0.33 / 0.29 |",
    ]
    assert lines[10].startswith("| 1,024 MiB | skeinsum | Skein-512 | 1 |")
    assert lines[-1].endswith("which have changed since.")
    fitting = measured_rows.files().provenance.model_copy(
        update={"sources_digest": files.sources_digest(there)}
    )
    results.save(replace(measured_rows.files(), provenance=fitting), there.results, there)
    assert file_times.region(there).endswith("the files were read before.")


def test_aims_stand_beside_what_was_reached() -> None:
    rows = measured_rows.files().rows
    slow = [
        replace_median(row, 8.0) if (row.work, row.program, row.threads) == ("large", "b3sum", 2) else row
        for row in rows
    ]
    expected = [["1.15", "0.67", "yes"], ["1.15", "0.67", "yes"], *[["1.00", "0.14", "yes"]] * 2]
    assert [line[3:] for line in file_times.aims_table(rows).cells()] == expected
    expected[1] = ["1.15", "0.50", "yes"]
    assert [line[3:] for line in file_times.aims_table(slow).cells()] == expected
    fast = [replace_median(row, 3.0) if row.program == "b3sum" else row for row in rows]
    assert [line[-1] for line in file_times.aims_table(fast).cells()] == ["no", "no", "yes", "yes"]


def replace_median(row: FilesRow, seconds: float) -> FilesRow:
    return row.model_copy(update={"seconds": row.seconds.model_copy(update={"median": seconds})})


def test_an_aim_without_the_other_program_is_not_judged() -> None:
    rows = [row for row in measured_rows.files().rows if row.program != "b3sum"]
    assert [line[-2:] for line in file_times.aims_table(rows).cells()][:2] == [["–", "–"]] * 2
