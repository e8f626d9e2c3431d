# SPDX-License-Identifier: Apache-2.0
"""The energy of a small design, from its RTL on: the command, its row, reuse, and what leaves no energy."""

import importlib.util
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import dummy_model
import pytest
from own_state import here, own_session

from hashloom import catalogue, evaluation, rows
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.commands import main
from hashloom.energy import program, step, stimulus
from hashloom.errors import HashloomError, UsageError
from hashloom.evaluation import reuse
from hashloom.execution import code, jobs
from hashloom.execution.jobs import Limits
from hashloom.execution.session import again
from hashloom.flow import Result
from hashloom.flow.placement import placer
from hashloom.simulation import simulator

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec(placer.TOOL) is None,
    reason="coloquinte is not here: it has wheels up to Python 3.12",
)
LIMITS = Limits(memory_bytes=8 << 30, wall_seconds=300)
PLACED = ("--place", "--energy")
Row = dict[str, Any]


@pytest.fixture(scope="module", autouse=True)
def family(simulation_state: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A catalogue of one small family that hashes, after a fashion, and records of this module."""
    folder = tmp_path_factory.mktemp("energy")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
        patch.setenv("HASHLOOM_CORES", str(folder / "cores"))
        patch.setenv("HASHLOOM_RECORDS", str(folder / "records.sqlite"))
        dummy_model.write_family(folder / "cores")
        yield


def document(capsys: pytest.CaptureFixture[str], *more: str, design: str = "dummy/one") -> tuple[Row, str]:
    """The row of the design that the command prints, and its document."""
    argv = ["synth", design, "--target", "osu018", "--goal", "fast", "--json", *more]
    assert main(argv) == 0
    text = capsys.readouterr().out
    (row,) = json.loads(text)["rows"]
    return row, text


def design_of(name: str) -> Design:
    return catalogue.resolve_design(name, here())


@pytest.mark.long
@pytest.mark.parametrize("name", ["dummy/one", "dummy/three"])
@pytest.mark.sampled(1)
def test_the_command_tells_the_energy(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    without, _ = document(capsys, "--place", design=name)
    row, _ = document(capsys, *PLACED, design=name)
    assert rows.complaints(row, here()) == []
    told = row["energy"]
    assert row["energy_pj_per_bit"] > row["energy_glitch_free_pj_per_bit"] > 0
    assert told["glitches_pj_per_bit"] == pytest.approx(
        row["energy_pj_per_bit"] - row["energy_glitch_free_pj_per_bit"], abs=1e-5
    )
    # Padding is a block of its own for 64 bytes, which are 8 blocks: 9 of them are worked on for 8.
    assert told["short_pj_per_bit"] == pytest.approx(row["energy_pj_per_bit"] * 9 / 8, rel=0.1)
    lanes = design_of(name).architecture.stages
    assert told["blocks"] == told["cycles"] / row["cycles_per_block"] >= 8 * lanes
    assert told["short_messages"] == 4 * lanes
    assert told["idle_uw"] < row["energy_pj_per_bit"] * 1e3 * row["throughput_gbps"]
    assert (told["placement"], told["period_ns"]) == (1, row["placement"]["period_ns"])
    assert told["settled_ns"] < 3 * told["period_ns"]
    assert (told["volts"], told["seed"]) == (1.8, 1)
    assert set(row["steps"]) - set(without["steps"]) == {"energy"}
    assert "energy" not in without
    assert document(capsys, "--place", design=name)[0] == without


@pytest.mark.long
def test_the_table_has_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["synth", "dummy/one", "--target", "osu018", "--goal", "fast", *PLACED]) == 0
    head = capsys.readouterr().out.splitlines()[0]
    assert "pJ/bit" in head
    assert "glitch-free" in head


@pytest.mark.long
def test_the_same_comes_out_again(capsys: pytest.CaptureFixture[str]) -> None:
    first, _ = document(capsys, *PLACED)
    second, _ = document(capsys, *PLACED, "--again")
    assert second == first


@pytest.mark.long
def test_a_result_comes_back_from_its_row_and_its_record() -> None:
    result = evaluation.synthesise(
        design_of("dummy/one"), "osu018", "fast", 1, own_session(), limits=LIMITS, place=True, energy=True
    )
    assert result.energy is not None
    assert Result.from_body(json.loads(json.dumps(result.body()))) == result
    assert Result.from_row(json.loads(json.dumps(result.row()))) == result
    assert "energy" not in replace(result, energy=None).body()


def test_rows_with_and_without_energy_do_not_stand_for_each_other(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    design = design_of("dummy/one")
    for more, energy in ((("--place",), False), (PLACED, True)):
        row, text = document(capsys, *more)
        (tmp_path / "rows.json").write_text(text)
        before = reuse.read([tmp_path / "rows.json"], here())
        found = before.standing(design, "osu018", "fast", 1, place=True, energy=energy)
        assert found is not None
        assert found.row() == row
        assert before.standing(design, "osu018", "fast", 1, place=True, energy=not energy) is None
    monkeypatch.setattr(stimulus, "BLOCKS", stimulus.BLOCKS + 1)
    assert before.standing(design, "osu018", "fast", 1, place=True, energy=True) is None


def test_energy_without_a_placement_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UsageError, match="energy is told of placed cells; ask for their placement too"):
        evaluation.synthesise(design_of("dummy/one"), "osu018", "fast", 1, own_session(), energy=True)
    assert main(["synth", "dummy/one", "--target", "osu018", "--energy"]) == 2
    assert "--energy is told of placed cells; give it with --place" in capsys.readouterr().err


@pytest.mark.long
def test_a_wrong_digest_gives_no_energy(monkeypatch: pytest.MonkeyPatch) -> None:
    """One bit of one output of one cycle is another."""
    real = program.simulate

    def flipped(*arguments: Any) -> tuple[program.Run | None, jobs.Outcome]:
        run, outcome = real(*arguments)
        assert run is not None
        cycles = [
            replace(
                one, outputs=one.outputs.translate(str.maketrans("01", "10")) if number == 60 else one.outputs
            )
            for number, one in enumerate(run.cycles)
        ]
        return replace(run, cycles=tuple(cycles)), outcome

    monkeypatch.setattr(program, "simulate", flipped)
    result = evaluation.synthesise(
        design_of("dummy/one"), "osu018", "fast", 1, own_session(again("all")), limits=LIMITS, place=True,
        energy=True,
    )  # fmt: skip
    assert result.state == jobs.FAILED_VERIFICATION
    assert result.energy is None
    assert result.placement is None
    row = json.loads(json.dumps(result.row()))
    assert rows.complaints(row, here()) == []
    assert "the netlist" in row["message"]
    assert not set(row) & {"energy", "energy_pj_per_bit", "clock_placed_mhz"}


def asked(folder: Path, name: str = "dummy/three") -> tuple[stimulus.Stimulus, list[str], list[str]]:
    """What the design is given, bits of its outputs, and their values in each cycle as its RTL has them."""
    design = design_of(name)
    unit = rtl.unit(design, "core", Tuning("asic", "fast", "osu018", ()))
    found = stimulus.stimulus(design, simulator(unit, "core", own_session()), folder)
    widths = {"block_ready": 1, "digest_valid": 1, "digest_lane": 2, "digest_data": 64}
    outputs = [f"{name}[{bit}]" for name, width in widths.items() for bit in range(width)]
    values = [
        "".join(
            str(found.ports[name][cycle] >> bit & 1) for name, width in widths.items() for bit in range(width)
        )
        for cycle in range(1, found.idle.end)
    ]
    return found, outputs, values


def test_what_a_design_is_given(tmp_path: Path) -> None:
    found, outputs, values = asked(tmp_path)
    found.refuse_wrong(outputs, values)
    assert [len(of_lane) for of_lane in found.digests] == [1 + 6] * 3
    assert [one.bits for one in found.blocks] == [3 * 64] * 8
    assert [one.end - one.start for one in found.blocks] == [12] * 8
    offered = found.ports["block_valid"]
    assert not any(offered[found.idle.start : found.idle.end])
    assert not any(found.ports["digest_valid"][found.idle.start : found.idle.end])
    for name in ("block_data", "block_first", "block_last", "block_count"):
        rests = [cycle for cycle in range(1, found.idle.end) if not offered[cycle]]
        assert all(found.ports[name][cycle] == found.ports[name][cycle - 1] for cycle in rests)
    lines = found.lines(["block_valid", "block_data[3]", "block_data[0]"])
    assert len(lines) == found.idle.end
    state = list(map(int, lines[0].split()))
    for cycle, line in enumerate(lines[1:], start=1):
        count, *changed = map(int, line.split())
        assert len(changed) == count
        for number in changed:
            state[number] ^= 1
        data = found.ports["block_data"][cycle]
        assert state == [offered[cycle], data >> 3 & 1, data & 1]


@pytest.mark.parametrize(
    ("port", "complaint"),
    [
        ("digest_data[60]", "computes wrong digests in lane"),
        ("digest_valid[0]", "computes wrong digests in lane"),
        ("digest_lane[0]", "computes wrong digests in lane"),
        ("block_ready[0]", "takes other blocks than its RTL in cycle"),
    ],
)
def test_wrong_outputs_are_noticed(port: str, complaint: str, tmp_path: Path) -> None:
    found, outputs, values = asked(tmp_path)
    found.refuse_wrong(outputs, values)
    at = outputs.index(port)
    digest = max(cycle for cycle in range(1, found.idle.end) if found.ports["digest_valid"][cycle])
    line = values[digest - 1]
    values[digest - 1] = line[:at] + ("1" if line[at] == "0" else "0") + line[at + 1 :]
    with pytest.raises(HashloomError, match=complaint):
        found.refuse_wrong(outputs, values)


def test_all_of_the_code_is_in_the_key() -> None:
    """Whatever file is added to the room decides the outcome too; and what is imported of the libraries."""
    inside = {path for pattern in step.CODE for path in code.PACKAGE.glob(pattern)}
    files = [path for path in (code.PACKAGE / "energy").rglob("*") if path.suffix in (".py", ".cc", ".h")]
    assert len(files) > 10
    assert set(files) <= inside
    imported = re.findall(
        r"hashloom\.libraries(?:\.| import )(liberty_\w+)", "".join(map(Path.read_text, files))
    )
    assert imported
    assert {code.PACKAGE / "libraries" / f"{name}.py" for name in imported} <= inside


def test_other_messages_by_another_seed(tmp_path: Path) -> None:
    design = design_of("dummy/one")
    unit = rtl.unit(design, "core", Tuning("asic", "fast", "osu018", ()))
    circuit = simulator(unit, "core", own_session())
    first, same, other = (stimulus.stimulus(design, circuit, tmp_path, seed) for seed in (1, 1, 2))
    assert first == same
    assert first.digests != other.digests
