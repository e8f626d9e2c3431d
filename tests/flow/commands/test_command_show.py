# SPDX-License-Identifier: Apache-2.0
"""What `show` says of a function, and that `export --for` takes what it says."""

import json
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import design_rows
import pytest
import result_documents as made
from folders import ROOT
from own_state import another_repository

from hashloom import export
from hashloom.catalogue.design import Design, Tuning
from hashloom.commands import main
from hashloom.errors import UsageError

Row = dict[str, Any]


def cells(architecture: str, clock_mhz: float, area: float, goal: str = "fast", **more: Any) -> Row:
    """A design of SHA-1 on standard cells, of the RTL that lies here."""
    row = design_rows.of(f"sha1/{architecture}", "osu018", **more) | {"goal": goal}
    whole = design_rows.clocked({**row, "rtl_digest": "d4" * 32}, clock_mhz)
    return design_rows.sized({**whole, "rtl_digest": design_rows.present(whole)}, area)


SMALL = cells("basic", 100.0, 7_000.0, "small")
FAST = cells("rescheduled", 400.0, 9_000.0)
BROKEN = {key: value for key, value in cells("unrolled-2", 300.0, 9_900.0).items() if key != "area"}
FORMER = {**cells("rescheduled-2", 300.0, 9_500.0), "rtl_digest": "e5" * 32}


@pytest.fixture(autouse=True)
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Results with four rows in place of the repository's."""
    (tmp_path / "results").mkdir()
    (tmp_path / "cores").symlink_to(ROOT / "cores")
    document = made.synthesis([SMALL, FAST, BROKEN, FORMER])
    (tmp_path / "results" / "mine.json").write_text(json.dumps(document))
    another_repository(monkeypatch, tmp_path)
    monkeypatch.chdir(tmp_path)


def shown(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["show", *arguments]) == 0
    return capsys.readouterr().out


def test_a_function_is_shown_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    lines = shown(capsys, "sha1", "--target", "osu018").splitlines()
    assert lines[0] == (
        "sha1: digest of 160 bits, blocks of 512 bits (SHA-1; FIPS 180-4, Secure Hash Standard)"
    )
    there = lines.index("  unrolled-2     41 cycles a block, 42 from a block to its digest")
    assert lines[there + 1].strip() == "two rounds in a cycle: few cycles"
    table = lines.index(
        "on osu018: 0.18 um standard cells of Oklahoma State University, typical, 1.8 V, 25 C"
    )
    assert lines[table + 2].split("  ")[0] == "architecture"
    assert "pJ/bit" not in lines[table + 2], "a column in which nothing is known"
    assert [line.split()[:4] for line in lines[table + 4 : table + 7]] == [
        ["basic", "small", "100.0", "0.632"],
        ["rescheduled", "fast", "400.0", "2.498"],
        ["rescheduled-2", "fast", "300.0", "1.873"],
    ]


def test_it_says_what_to_take_and_what_is_missing(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "sha1")
    assert "  for area     basic (small): 7,000 GE, the least area of 3 designs measured\n" in text
    assert "               hashloom export sha1/basic --target osu018 --goal small -o sha1-basic\n" in text
    assert "  for energy   –: no energy was measured on osu018\n" in text
    assert "Not measured on osu018: unrolled-2, compact, compact-16, compact-8." in text
    assert "Nothing was measured of sha1 on cyclone4, " in text
    assert "Measured of another text of the RTL than lies here: 1 of 3." in text
    assert 'Left out: 1 row. It cannot be used: no "area": sha1/unrolled-2 on osu018 in mine.json.' in text


def test_a_target_without_figures(capsys: pytest.CaptureFixture[str]) -> None:
    text = shown(capsys, "sha1", "--target", "ecp5")
    assert "Nothing was measured of sha1 on ecp5." in text
    assert "osu018:" not in text
    document = json.loads(shown(capsys, "sha1", "--target", "ecp5", "--json"))
    assert (document["targets"], document["unmeasured_targets"]) == ([], ["ecp5"])


def test_the_document(capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(shown(capsys, "sha1", "--json"))
    (target,) = document["targets"]
    assert [(one["architecture"], one["goal"], one["this_rtl"]) for one in target["measured"]] == [
        ("basic", "small", True), ("rescheduled", "fast", True), ("rescheduled-2", "fast", False),
    ]  # fmt: skip
    takes = {one["for"]: one for one in target["take"]}
    assert takes["speed"]["design"] == {"architecture": "rescheduled", "goal": "fast", "settings": {}}
    assert takes["speed"]["figure"] == pytest.approx(512 / 82 * 0.4)
    assert takes["energy"] == {
        "for": "energy", "design": None, "why": "no energy was measured on osu018",
    }  # fmt: skip
    assert document["left_out"] == [
        {"why": 'it cannot be used: no "area"', "rows": ["sha1/unrolled-2 on osu018 in mine.json"]}
    ]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["sha3"], None),
        (["sha11"], "unknown function 'sha11'; the nearest known: sha1"),
        (["sha1", "--target", "osu08"], "unknown target 'osu08'; the nearest known: osu018"),
    ],
)
def test_unknown_names(
    arguments: list[str], complaint: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["show", *arguments])
    err = capsys.readouterr().err
    assert status == (0 if complaint is None else UsageError.exit_status)
    assert (complaint or "sha3 is sha3-256") in err


class Asked(Exception):
    """A package was asked for."""


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Design, Tuning]]:
    """Which design an export takes; nothing is exported."""
    found: list[tuple[Design, Tuning]] = []

    def make(design: Design, tuning: Tuning, *_: object, **__: object) -> Any:
        found.append((design, tuning))
        return SimpleNamespace(design=design, name="x")

    exported = SimpleNamespace(files=(), proof=None, checks=0)
    monkeypatch.setattr(export, "make", make)
    monkeypatch.setattr(export, "export", lambda *_, **__: exported)
    return found


@pytest.mark.parametrize("purpose", ["speed", "area", "ratio", "latency"])
def test_export_takes_what_is_shown(
    purpose: str, asked: list[tuple[Design, Tuning]], capsys: pytest.CaptureFixture[str]
) -> None:
    """Both ways: by its purpose, and by the command that is shown for it."""
    (target,) = json.loads(shown(capsys, "sha1", "--json"))["targets"]
    take = next(one for one in target["take"] if one["for"] == purpose)
    assert main(["export", "sha1", "--for", purpose, "--target", "osu018", "-o", "package"]) == 0
    err = capsys.readouterr().err
    assert f"for {purpose} on osu018: sha1/{take['design']['architecture']} (" in err
    assert take["why"] in err
    assert main(take["command"][1:]) == 0
    assert f"\n{' ' * 15}{shlex.join(take['command'])}\n" in shown(capsys, "sha1")
    assert asked[0] == asked[1]
    design, tuning = asked[0]
    assert (design.architecture.name, tuning.goal, tuning.target) == (
        take["design"]["architecture"], take["design"]["goal"], "osu018",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["sha1", "--for", "energy", "--target", "osu018"], "no energy of sha1 was measured on osu018, so"),
        (["sha1", "--for", "speed", "--target", "ecp5"], "no figure of sha1 was measured on ecp5, so"),
        (["sha256", "--for", "speed", "--target", "ecp5"], "nor was it on any other target"),
        (["sha1", "--for", "speed"], "--for needs --target"),
        (["sha1/basic", "--for", "speed", "--target", "osu018"], "name the function alone, sha1"),
        (["sha1", "--for", "speed", "--target", "osu018", "--goal", "small"], "leave out --goal and --set"),
        (["sha1", "--for", "speed", "--target", "osu018", "--set", "ADDER=1"], "leave out --goal and --set"),
        (["sha1", "--for", "beauty", "--target", "osu018"], "invalid choice: 'beauty'"),
    ],
)
def test_export_says_what_it_cannot_choose(
    arguments: list[str],
    complaint: str,
    asked: list[tuple[Design, Tuning]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["export", *arguments, "-o", "package"]) == UsageError.exit_status
    assert complaint in capsys.readouterr().err
    assert asked == []


def test_export_without_a_purpose_is_for_any_fpga(asked: list[tuple[Design, Tuning]]) -> None:
    assert main(["export", "sha1", "-o", "package"]) == 0
    assert asked[0][1] == Tuning("fpga", "fast", "")
