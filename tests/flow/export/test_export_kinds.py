# SPDX-License-Identifier: Apache-2.0
"""Packages whose requests have headers, and what is said of requests that are refused."""

import shutil
import subprocess
from pathlib import Path

import pytest
from folders import CORES
from own_state import here

from hashloom.catalogue import resolve_design
from hashloom.catalogue.adapters import REGISTERS
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.export import headers, known_answers, trial, verilog
from hashloom.models.skein import Skein
from hashloom.verification.arguments import STRINGS, Request

LIMITS = jobs.Limits(wall_seconds=600)
BUSES = (("--bus", "stream"), ("--bus", "axis"), ("--bus", "gmu", "--io-ratio", "2"), ("--bus", "registers"))


@pytest.fixture(autouse=True)
def unconverted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")


def exported(folder: Path, *more: str) -> Path:
    options = ["--no-verify", "--no-proof", "--no-waveform"]
    level = [] if "--level" in more else ["--level", "arguments"]
    assert main(["export", "skein-256", "-o", str(folder), *level, *options, *more]) == 0
    return folder


@pytest.mark.long
@pytest.mark.parametrize("bus", BUSES, ids=" ".join)
@pytest.mark.sampled(1)
def test_its_own_test_bench_has_headers(tmp_path: Path, bus: tuple[str, ...]) -> None:
    folder = exported(tmp_path / "x", "--kinds", *bus)
    answers = known_answers.requests(resolve_design("skein-256", here()).function, "arguments")
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * len(answers), 0), found
    wrapper = folder / "rtl" / "skein_1_3_256_256.sv"
    assert wrapper.read_text().count(".KINDS(1)") == 1
    wrapper.write_text(wrapper.read_text().replace(".KINDS(1)", ".KINDS(0)"))
    assert trial.run(folder, "icarus", LIMITS).failed > 0


def test_headers_are_those_of_the_readme() -> None:
    """The example of cores/skein/README.md, and each kind in its table."""
    readme = (CORES / "skein" / "README.md").read_text()
    skein = Skein(256, 256, "1.3", key=b"\x00\x11")
    found = headers.packets(Request(b"abc", 24, b"", "", skein), 64, 64)
    lines: list[list[str]] = [[]]
    for beat in found:
        lines[-1].append(f"{beat.data:016x}"[: beat.bits // 4])
        if beat.last:
            lines.append([])
    for line in lines[:-1]:
        assert f"    {'  '.join(line)}  " in readme
    assert len(lines) == 4
    for kind, what in headers.table():
        assert f"{kind} | {what} |" in readme
    assert set(headers.KINDS) == set(STRINGS)


def test_an_empty_string_is_its_header_alone() -> None:
    skein = Skein(256, 256, "1.3", personalisation=b"")
    found = headers.packets(Request(b"", 0, b"", "", skein), 64, 16)
    assert [beat.last for beat in found].count(True) == 3
    assert [f"{beat.data:04x}" for beat in found[-8:]] == ["0300", *["0000"] * 3, "0700", *["0000"] * 3]
    assert all(beat.bits == 16 for beat in found)


@pytest.mark.parametrize(
    ("options", "said", "unsaid"),
    [
        ((), ("or one too many | nothing", "with `out_last` and `out_error`"), "header of"),
        (("--kinds",), ("a header of 64 bits", "| 3 | personalisation |", "| `KINDS` | 1 |"), "one too many"),
        (("--level", "tree"), ("higher than 16 levels", "2^(Y_l + 15 Y_f) blocks"), "header of"),
        (("--bus", "axis"), ("with `m_axis_tlast` and `m_axis_tuser[3]`",), "out_error`"),
        (("--bus", "apb"), ("`STATUS.digest_error`",), "levels"),
    ],
    ids=["plain", "kinds", "tree", "axis", "apb"],
)  # fmt: skip
def test_the_data_sheet_says_what_is_refused(
    tmp_path: Path, options: tuple[str, ...], said: tuple[str, ...], unsaid: str
) -> None:
    sheet = (exported(tmp_path / "x", *options) / "DATASHEET.md").read_text()
    requests = sheet.split("## Requests\n")[1].split("\n## ")[0]
    assert "### What is refused" in requests
    for text in said:
        assert text in (sheet if "KINDS" in text else requests)
    assert unsaid not in requests


def test_the_example_sends_the_headers(tmp_path: Path) -> None:
    """Its writes to MESSAGE, as a device that takes everything sees them."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler")
    folder = exported(tmp_path / "x", "--kinds", "--bus", REGISTERS[0]) / "registers"
    text = (folder / "example.c").read_text()
    assert text.count("of_command") == 3
    assert text.count("of_message") == 3
    assert text.index("sizeof of_command") < text.index("sizeof command")
    assert text.index("sizeof of_message") < text.index('"abc", 3U')
    command = [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", str(tmp_path / "example")]
    subprocess.run([*command, folder / "example.c", folder / "hash_driver.c"], check=True)


def test_without_requests_it_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", "skein-256", "-o", str(tmp_path / "x"), "--kinds"]) == UsageError.exit_status
    said = "--kinds is for requests, which have strings; they come with --level arguments or tree"
    assert said in capsys.readouterr().err
    assert not (tmp_path / "x").exists()
