# SPDX-License-Identifier: Apache-2.0
"""Packages that save and restore: their own test benches go on from contexts, and notice a wrong one."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from own_state import here

from hashloom import export
from hashloom.catalogue import contexts as tops
from hashloom.catalogue import resolve_design, rtl
from hashloom.catalogue.adapters import REGISTERS
from hashloom.catalogue.design import Design, Tuning
from hashloom.commands import main
from hashloom.errors import CheckFailed, UsageError
from hashloom.execution import jobs
from hashloom.export import contexts, known_answers, trial, verilog
from hashloom.models import model_for

LIMITS = jobs.Limits(wall_seconds=900)
DESIGNS = ("sha1", "sha256/staggered-2m", "skein-256", "keccak-r3-512/basic-2m")


@pytest.fixture(autouse=True)
def unconverted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")


def arguments(folder: Path, design: str, *more: str) -> list[str]:
    options = ["--level", contexts.LEVEL, "--no-verify", "--no-proof", "--no-waveform"]
    return ["export", design, "-o", str(folder), *options, *more]


def exported(folder: Path, design: str = "sha1", *more: str) -> Path:
    assert main(arguments(folder, design, *more)) == 0
    return folder


def wrapper_of(folder: Path) -> Path:
    (core,) = folder.glob("*.core")
    return folder / "rtl" / f"{core.stem}.sv"


@pytest.mark.long
@pytest.mark.parametrize("design", DESIGNS)
@pytest.mark.sampled(1)
def test_its_own_test_bench_goes_on_from_contexts(tmp_path: Path, design: str) -> None:
    folder = exported(tmp_path / "x", design)
    found = trial.run(folder, "icarus", LIMITS)
    assert found.good, (folder / "icarus.log").read_text()[-500:]
    assert found.passed >= 2 * len(contexts.pieces(resolve_design(design, here()), known_answers.SEED))
    assert "in_resume" in wrapper_of(folder).read_text()


@pytest.mark.long
@pytest.mark.parametrize("bus", REGISTERS)
@pytest.mark.parametrize("design", ["sha1", "sha256/staggered-2m", "skein-256"])
@pytest.mark.sampled(2)
def test_contexts_travel_through_registers(tmp_path: Path, design: str, bus: str) -> None:
    """Its own test bench does what a driver does; the example compiles, and says what it hashes."""
    folder = exported(tmp_path / "x", design, "--bus", bus)
    assert trial.run(folder, "lint", LIMITS).state == jobs.OK, (folder / "lint.log").read_text()
    found = trial.run(folder, "icarus", LIMITS)
    assert found.good, (folder / "icarus.log").read_text()[-500:]
    assert found.passed >= 2 * len(contexts.pieces(resolve_design(design, here()), known_answers.SEED))
    size = contexts.context_bytes(resolve_design(design, here()))
    assert f".CONTEXT({8 * size})" in wrapper_of(folder).read_text()
    sheet = (folder / "DATASHEET.md").read_text()
    assert f"*context* of {size} bytes" in " ".join(sheet.split())
    assert "`LAST.save`" in sheet
    assert "in_save" not in sheet
    assert "hash_resume" in (folder / "README.md").read_text()
    example = folder / "registers" / "example.c"
    assert f"context[{size}]" in example.read_text()
    command = ["cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
    subprocess.run([*command, example, example.with_name("hash_driver.c")], check=True)


@pytest.mark.long
@pytest.mark.parametrize("bus", REGISTERS)
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (".out_context(out_context)", ".out_context(1'b0)"),
        (".in_save(in_save)", ".in_save(unused_in_save)"),
        (".CONTEXT(256)", ".CONTEXT(0)"),
    ],
)
@pytest.mark.sampled(1)
def test_the_bench_of_registers_notices(tmp_path: Path, bus: str, right: str, wrong: str) -> None:
    """The hash function is not connected to the adapter as it should be, or the adapter knows no contexts."""
    folder = exported(tmp_path / "x", "sha1", "--bus", bus)
    place = wrapper_of(folder)
    text = place.read_text()
    hash_part, adapter_part = text.split(") hash (")[0], text.split(") hash (")[1]
    assert right in text
    broken = (
        text.replace(right, wrong)
        if right.startswith(".CONTEXT")
        else hash_part + ") hash (" + (adapter_part[::-1].replace(right[::-1], wrong[::-1], 1)[::-1])
    )
    place.write_text(broken.replace("  logic rst;", "  logic rst, unused_in_save;", 1))
    found = trial.run(folder, "icarus", LIMITS)
    assert not found.good
    assert found.failed > 0


@pytest.mark.parametrize(
    ("file", "right", "wrong"),
    [
        ("rtl/sha1__context_reader.sv", "saved <= in_save && whole", "saved <= 1'b0"),
        ("rtl/sha1__context_reader.sv", "(in_save && !whole)", "1'b0"),
        ("test/test_bench.sv", ".in_resume(in_resume),", ".in_resume(1'b0),"),
    ],
)
@pytest.mark.long
@pytest.mark.sampled(1)
def test_it_notices(tmp_path: Path, file: str, right: str, wrong: str) -> None:
    """A context that is not given, an error that is none, a message that goes on from nothing."""
    folder = exported(tmp_path / "x", "sha1", "--name", "sha1")
    text = (folder / file).read_text()
    assert text.count(right) >= 1
    (folder / file).write_text(text.replace(right, wrong))
    found = trial.run(folder, "icarus", LIMITS)
    assert not found.good
    assert found.failed > 0


def test_with_slices_contexts_pass_them(tmp_path: Path) -> None:
    text = wrapper_of(exported(tmp_path / "x", "sha1", "--slices")).read_text()
    assert ".in_resume(sliced_in_resume)" in text
    assert "out_context" in text.split("out_slice")[1]


def test_json_says_its_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments(tmp_path / "x", "sha1"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["level"] == contexts.LEVEL


def test_the_data_sheet_says_what_a_context_is(tmp_path: Path) -> None:
    folder = exported(tmp_path / "x", "sha1")
    sheet = (folder / "DATASHEET.md").read_text()
    assert "*context* of 32 bytes" in " ".join(sheet.split())
    assert "that verification has no contexts" in sheet.lower()
    for port in ("in_resume", "in_save", "out_context", "out_error"):
        assert f"| `{port}` |" in sheet
    assert "in_resume" in (folder / "README.md").read_text()
    assert "i_in_resume=" in (folder / "litex" / f"{wrapper_of(folder).stem}.py").read_text()
    assert (folder / "contract" / f"{wrapper_of(folder).stem}__bind_context_shell.sv").is_file()


@pytest.mark.parametrize("other", [False, True])
def test_what_is_verified_is_the_level_without_contexts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: bool
) -> None:
    """The data sheet says what that verification had; of other RTL than lies here it is refused."""

    def require(design: Design, tuning: Tuning, records: object, **options: Any) -> dict[str, Any]:
        assert options["levels"] == ("core", "top")
        digest = rtl.unit(design, "top", tuning, capture=options["capture"]).digest()
        counted = {"effort": "quick", "passed": 4321, "failed": 0, "reproduce": "hashloom verify"}
        return {**counted, "rtl_digests": {"top": "other" if other else digest}}

    monkeypatch.setattr(export, "require_verified", require)
    command = [one for one in arguments(tmp_path / "x", "sha1") if one != "--no-verify"]
    assert main(command) == (CheckFailed.exit_status if other else 0)
    assert (tmp_path / "x").exists() != other
    if not other:
        said = "Verified with these parameters but CONTEXT = 0, effort quick: 4321 checks passed"
        assert said in (tmp_path / "x" / "DATASHEET.md").read_text()


@pytest.mark.parametrize("name", ["sha1", "sha512", "skein-1.3-512-512", "shabal-r2-256", "jh-r3-256"])
def test_the_pieces_are_those_of_one_message(name: str) -> None:
    """The digest of the whole message comes of its pieces, and contexts are as long as they say."""
    design = resolve_design(name, here())
    pieces = [one for one in contexts.pieces(design, 1) if isinstance(one, contexts.Piece)]
    block = design.function.block_bits // 8
    begun, _, middle, end, nothing, wrong = pieces
    whole = begun.message + middle.message
    assert len(whole) == 3 * block
    model = model_for(design.function)
    assert end.digest == model.digest(whole + end.message, 8 * len(whole) + end.bits)
    assert nothing.digest == model.digest(whole, 8 * len(whole))
    assert {len(begun.digest), len(middle.digest)} == {contexts.context_bytes(design)}
    assert (middle.resumed, end.resumed, nothing.resumed) == (begun.digest, middle.digest, middle.digest)
    kept = contexts.kept_bytes(design)
    assert int.from_bytes(middle.digest[: len(middle.digest) - kept][-8:], "big") == 8 * (3 * block - kept)
    assert wrong.fails
    assert wrong.bits % design.function.block_bits


NAMES = ("sha1", "sha256", "sha3-256", "blake-r3-256", "fugue-r2-256", "luffa-r2-256", "simd-r2-256")
"""Functions of families whose contexts the page on them has a line for."""


@pytest.mark.parametrize(("name", "size"), list(zip(NAMES, (32, 40, 208, 40, 128, 104, 72), strict=True)))
def test_contexts_are_as_long_as_the_page_says(name: str, size: int) -> None:
    design = resolve_design(name, here())
    assert tops.top_of(design) is not None
    assert contexts.context_bytes(design) == size


@pytest.mark.parametrize(
    ("design", "more", "said"),
    [
        ("sha1/compact", (), "sha1/compact cannot save and restore"),
        ("sha1", ("--bus", "axis"), "contexts come with --bus stream, registers or apb and without --secret"),
        ("sha1", ("--secret",), "contexts come with --bus stream, registers or apb and without --secret"),
        (
            "sha1",
            ("--bus", "apb", "--secret"),
            "contexts come with --bus stream, registers or apb and without",
        ),
        ("sha1", ("--kinds",), "--kinds is for requests"),
    ],
)
def test_what_it_has_not_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], design: str, more: tuple[str, ...], said: str
) -> None:
    assert main(arguments(tmp_path / "x", design, *more)) == UsageError.exit_status
    assert said in capsys.readouterr().err
    assert not (tmp_path / "x").exists()
