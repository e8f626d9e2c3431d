# SPDX-License-Identifier: Apache-2.0
"""The GMU group's table of hash times: formulas, rows, tables, the command; counting is replaced."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from own_state import here, session_around

from hashloom import catalogue, reproduction
from hashloom.commands import main
from hashloom.errors import CheckFailed, UsageError
from hashloom.execution.records import Records
from hashloom.models import model_for
from hashloom.reports import reproduced
from hashloom.reproduction import Report, gmu, hash_times
from hashloom.reproduction.gmu import GmuReproduction
from hashloom.reproduction.hash_times import HashTime, fit, longest
from hashloom.reproduction.published import load

LINES = {line.function: line for line in load("gmu").table(1).hash_times}
THERE = [name for name in LINES if gmu.is_there(name, here())]


def paper() -> GmuReproduction:
    found = reproduction.load("gmu")
    assert isinstance(found, GmuReproduction)
    return found


@pytest.mark.parametrize(
    ("cycles", "formula", "from_blocks"),
    [
        ({1: 90, 2: 155, 3: 220}, "16+65·N+1+8", 1),
        ({1: 13, 2: 14, 3: 15}, "8+N+4", 1),
        ({2: 99, 3: 100, 4: 110, 5: 120, 6: 130}, "8+10·N+58+4", 3),
        ({1: 13, 2: 15, 3: 17}, "8+2·N-1+4", 1),
    ],
)
def test_a_formula_fits_all_but_the_smallest(cycles: dict[int, int], formula: str, from_blocks: int) -> None:
    words_in, words_out = (16, 8) if formula.startswith("16") else (8, 4)
    found = fit(cycles, 32, words_in, words_out)
    assert (found.formula, found.from_blocks) == (formula, from_blocks)
    assert all(found.of(blocks) == cycles[blocks] for blocks in cycles if blocks >= from_blocks)


@pytest.mark.parametrize(
    "cycles",
    [
        {1: 10, 2: 21, 3: 30, 4: 40, 5: 50, 6: 60},
        {1: 1, 2: 2, 3: 4, 4: 10, 5: 20, 6: 30},
        {1: 10, 2: 20, 3: 30, 4: 40, 5: 51, 6: 60},
    ],
    ids=["one in the middle", "three at the beginning", "one near the end"],
)
def test_cycles_that_are_not_linear_fail(cycles: dict[int, int]) -> None:
    with pytest.raises(CheckFailed, match="no linear function of their blocks"):
        fit(cycles, 64, 1, 1)


@pytest.mark.parametrize("blocks", [1, 2, 5])
def test_the_longest_message_of_so_many_blocks(blocks: int) -> None:
    """SHA-256 pads with a 1 and 64 bits of length: 65 bits and up to a whole byte."""
    model = model_for(catalogue.resolve_function("sha256", here()))
    assert longest(model, blocks) == 512 * blocks - 72


def test_no_message_is_shorter_than_its_padding() -> None:
    model = SimpleNamespace(block_bits=32, blocks=lambda _, bits: [None] * (bits // 32 + 3))
    assert longest(model, 2) is None
    assert longest(model, 3) == 24


def test_cycles_of_sha256_in_simulation(
    simulation_state: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """16 words of 32 bits in, 65 cycles a block, one to hand the digest over, 8 words out."""
    session = session_around(Records(tmp_path / "records.sqlite"))
    design = catalogue.resolve_design("sha256/basic", here())
    found = hash_times.measured(design, 32, session)
    assert found.formula == "16+65·N+1+8"
    assert (found.from_blocks, sorted(found.cycles)) == (1, list(range(1, 9)))
    monkeypatch.setattr(hash_times, "count", lambda *_: pytest.fail("counted again"))
    assert hash_times.measured(design, 32, session) == found


def test_a_wrong_digest_is_no_measurement(
    simulation_state: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session = session_around(Records(tmp_path / "records.sqlite"))

    def wrong(function: catalogue.Function) -> Any:
        model = model_for(function)
        return SimpleNamespace(
            block_bits=model.block_bits, blocks=model.blocks, digest=lambda message, bits: bytes(32)
        )

    monkeypatch.setattr(hash_times, "model_for", wrong)
    with pytest.raises(CheckFailed, match="sha256/basic: wrong digest of a message"):
        hash_times.measured(catalogue.resolve_design("sha256/basic", here()), 32, session)
    assert session.records.all(hash_times.KIND) == []


def test_the_bus_has_the_width_of_the_papers() -> None:
    unit = hash_times.unit(catalogue.resolve_design("sha256/basic", here()), 32)
    assert dict(unit.parameters)["WORD"] == 32
    assert [name for name, _ in unit.parameters].count("WORD") == 1


def test_the_papers_architecture_comes_first_then_the_default() -> None:
    for name, line in LINES.items():
        found = gmu.architectures(line, here())
        own = "8r-1m" if line.label == "Skein" else "rescheduled" if line.label == "SHA-2" else "basic"
        assert found[0] == own
        if name in THERE:
            default = catalogue.resolve_function(name, here()).default_design().architecture.name
            assert found == list(dict.fromkeys([found[0], default]))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Replace counting by invented cycles; what is returned lists what was counted."""
    asked: list[str] = []

    def measured(design: catalogue.Design, bus_bits: int, *_: Any) -> HashTime:
        asked.append(design.name)
        cycles = design.cycles_block()
        found = fit({blocks: 30 + cycles * blocks for blocks in range(1, 9)}, bus_bits, 16, 8)
        return replace(found, rtl_digest="a1" * 32)

    monkeypatch.setattr(hash_times, "measured", measured)
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    return asked


REQUIRED = {
    "function", "architecture", "target", "goal", "clock_mhz", "cycles_per_block", "latency_cycles",
    "throughput_gbps", "state", "paper", "hash_time", "throughput_formula",
}  # fmt: skip


def test_every_function_of_the_paper_has_its_row(fake: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = main(["reproduce", "gmu", "--cycles", "--json"])
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert status == (0 if set(THERE) == set(LINES) else 1)
    assert list(dict.fromkeys(row["function"] for row in rows)) == list(LINES)
    assert [row["variant"] for row in rows] == sorted(row["variant"] for row in rows)
    assert len(fake) == len(set(fake)) == sum(row["state"] == "ok" for row in rows)
    for row in rows:
        line = LINES[row["function"]]
        assert row["paper"]["hash_time"] == line.hash_time
        assert row["paper"]["cycles_per_block"] == line.block
        assert row["state"] == ("ok" if row["function"] in THERE else "missing")
        if row["state"] == "ok":
            assert row.keys() >= REQUIRED
            assert row["hash_time"]["bus_bits"] == line.bus_bits
            cycles = row["latency_cycles"]
            block = "N" if cycles == 1 else f"{cycles}·N"
            assert row["hash_time"]["formula"] == f"16+{block}+6+8"


SHA = ["reproduce", "gmu", "--cycles", "--function", "sha256", "--function", "sha512", "-j", "1"]
COUNTED = [f"sha{bits}/{name}" for bits in (256, 512) for name in ("rescheduled", "basic")]


def test_the_command_prints_formulas_beside_the_papers(
    fake: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main([*SHA, "-o", str(tmp_path / "out")]) == 0
    out = capsys.readouterr().out
    assert fake == COUNTED
    assert "256-bit variants, cycles of a message of N blocks" in out
    lines = [line.split() for line in out.splitlines() if line.startswith("`sha")]
    assert lines[0] == [
        "`sha256`", "rescheduled", "32", "16+65·N+6+8", "1+1+65·N+8", "65", "65", "512/(65·T)", "512/(65·T)",
        "1",
    ]  # fmt: skip
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["gmu.json"]
    report = Report.from_document(json.loads((tmp_path / "out" / "gmu.json").read_text(encoding="utf-8")))
    found = reproduced.tables(paper(), report)
    assert list(found) == ["cycles-256", "cycles-512"]
    assert "| 16+65·N+6+8 / 1+1+65·N+8 | 65 / 65 |" in found["cycles-256"][1].markdown()
    assert reproduced.pictures_of(paper(), report) == {}
    assert "cycles" in reproduced.evidence(paper())


def test_rows_on_many_targets_are_one_line_of_cycles(
    fake: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SHA, "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert [(row["clock_mhz"], row["cycles_per_block"]) for row in rows[::2]] == [(None, 65.0), (None, 81.0)]
    report = Report("gmu", tuple({**row, "target": name} for name in ("a", "b") for row in rows), {})
    assert len(reproduced.tables(paper(), report)["cycles-256"][1].rows) == 2


def test_a_function_that_no_family_has_is_named(
    fake: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(gmu, "is_there", lambda name, places: name != "sha512")
    assert main(SHA) == 1
    out, err = capsys.readouterr()
    assert "sha512: no family has this function" in err
    assert [line.split()[-1] for line in out.splitlines() if line.startswith("`sha512`")] == ["missing"]
    assert fake == COUNTED[:2]


def test_cycles_that_fail_are_a_state(
    fake: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def failing(*_: Any) -> Mapping[str, Any]:
        raise CheckFailed("sha256/basic: wrong digest of a message of 8 bits, 1 blocks")

    monkeypatch.setattr(hash_times, "measured", failing)
    assert main([*SHA, "--json"]) == 1
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert {row["state"] for row in rows} == {"failed-verification"}
    assert "wrong digest" in rows[0]["message"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["gmu", "--function", "sha255"], "gmu has no function 'sha255' in its table"),
        (["gmu", "--cycles", "--target", "osu018"], "leave out --target or --cycles"),
        (["gmu", "--seeds", "9"], "gmu has no use for --seeds; it takes"),
        (["gmu", "--rounds", "9"], "gmu has no use for --rounds; it takes"),
        (["iskein", "--cycles"], "iskein has no use for --cycles"),
    ],
)
def test_wrong_input_is_refused_before_any_work(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reproduce", *arguments]) == UsageError.exit_status
    assert sentence in capsys.readouterr().err
