# SPDX-License-Identifier: Apache-2.0
"""A verification is found again only where all that it rested on is the same."""

import ast
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dummy_model
import pytest
from own_state import here, own_records, own_session, state_folder

from hashloom import catalogue, evaluation, flow, simulation, verification
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.execution import code, jobs
from hashloom.execution.steps import NotDone
from hashloom.flow import Result, cells
from hashloom.verification import Asked, basis, record_key, run, verify

pytestmark = pytest.mark.usefixtures("simulation_state")
TUNING = Tuning()


@pytest.fixture
def cores(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A folder of cores with the dummy as its one family, a model to spoil, and records of its own."""
    text = Path(dummy_model.__file__).read_text()
    (tmp_path / "dummy.py").write_text(text)
    monkeypatch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
    monkeypatch.setattr(basis, "model_file", lambda name: tmp_path / f"{name}.py")
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "cores"))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    basis.checks_digest.cache_clear()
    dummy_model.write_family(tmp_path / "cores")
    yield tmp_path / "cores"
    basis.checks_digest.cache_clear()


def dummy() -> Design:
    return catalogue.resolve_design("dummy/one", here())


def edit(path: Path, right: str, wrong: str) -> None:
    text = path.read_text()
    assert text.count(right) == 1
    path.write_text(text.replace(right, wrong))


def spoil_formula(cores: Path) -> None:
    edit(cores / "dummy" / "core.toml", 'block = "stages * 4"', 'block = "stages * 4 // 3"')
    catalogue._families.cache_clear()  # as in another process


def spoil_model(cores: Path) -> None:
    edit(cores.parent / "dummy.py", "rotate(value, 1) + data", "rotate(value, 2) + data")
    basis.checks_digest.cache_clear()


def spoil_core(cores: Path) -> None:
    edit(cores / "dummy" / "dummy_core.sv", "parameter integer ROUNDS = 3", "parameter integer ROUNDS = 4")


def core_of(cores: Path) -> str:
    return (cores / "dummy" / "dummy_core.sv").read_text()


def spoil_shell(cores: Path) -> None:
    edit(cores / "dummy" / "dummy_hash_top.sv", "(hash_pkg::SUFFIX, 1)", "(hash_pkg::SUFFIX, 0)")


@pytest.mark.long
@pytest.mark.parametrize("spoil", [spoil_formula, spoil_model, spoil_core, spoil_shell])
@pytest.mark.sampled(2)
def test_what_is_spoilt_after_it_passed_gets_no_number(
    cores: Path, monkeypatch: pytest.MonkeyPatch, spoil: Callable[[Path], None]
) -> None:
    session = own_session()
    good = evaluation.synthesise(dummy(), "osu018", "fast", 1, session)
    assert good.state == jobs.OK
    assert good.assurance is not None
    assert good.assurance.levels == ("core", "top")
    spoil(cores)
    if spoil is spoil_model:
        other: dict[str, object] = {"__name__": "dummy", "__file__": dummy_model.__file__}
        exec(compile((cores.parent / "dummy.py").read_text(), "dummy.py", "exec"), other)
        monkeypatch.setattr(dummy_model, "Dummy", other["Dummy"])
    bad = evaluation.synthesise(dummy(), "osu018", "fast", 1, session)
    assert (bad.state, bad.throughput_gbps, bad.assurance) == (jobs.FAILED_VERIFICATION, None, None)
    standing = evaluation.synthesise(dummy(), "osu018", "fast", 1, session, standing=good)
    assert (standing.state, standing.throughput_gbps) == (jobs.FAILED_VERIFICATION, None)


@pytest.mark.long
def test_figures_stand_when_the_design_passes_anew(cores: Path) -> None:
    good = evaluation.synthesise(dummy(), "osu018", "fast", 1, own_session())
    edit(cores.parent / "dummy.py", "ROUNDS = 3", "ROUNDS = 2 + 1")
    basis.checks_digest.cache_clear()
    renewed = evaluation.synthesise(dummy(), "osu018", "fast", 1, own_session(), standing=good)
    assert renewed.measurement == good.measurement
    assert renewed.assurance is not None
    assert good.assurance is not None
    assert renewed.assurance.verification != good.assurance.verification


def test_rtl_that_is_edited_while_it_is_verified(cores: Path) -> None:
    """The record is of the RTL that ran, and no other gets a number for it."""
    before = record_key(dummy(), TUNING, ["core"], here())

    def meddle(text: str) -> None:
        path = cores / "dummy" / "dummy_core.sv"
        if "random" in text and "ROUNDS = 4" not in path.read_text():
            spoil_core(cores)

    session, asked = own_session(), Asked(TUNING, ["core"])
    found = verification.verification(dummy(), asked, here(), meddle).perform(session)
    assert (found.state, found.body["key"]) == (jobs.OK, before)
    assert record_key(dummy(), TUNING, ["core"], here()) != before
    with pytest.raises(NotDone):
        verification.verification(dummy(), asked, here()).perform(session.asking())
    edit(cores / "dummy" / "dummy_core.sv", "ROUNDS = 4", "ROUNDS = 3")
    assert verification.verification(dummy(), asked, here()).perform(session.asking()).key == found.key


def test_rtl_is_read_once_before_anything_runs(cores: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, seen, early = Path.read_bytes, list[Path](), list[int]()

    def watched(path: Path) -> bytes:
        if path.suffix == ".sv" and path.is_relative_to(cores):
            seen.append(path)
        return read(path)

    def started(*arguments: Any, **named: Any) -> jobs.Outcome:
        early.append(len(seen))
        return run_job(*arguments, **named)

    run_job = jobs.run
    monkeypatch.setattr(Path, "read_bytes", watched)
    monkeypatch.setattr(Path, "read_text", lambda path, *_, **__: watched(path).decode())
    monkeypatch.setattr(jobs, "run", started)
    result = evaluation.synthesise(dummy(), "osu018", "small", 1, own_session())
    assert result.state == jobs.OK
    twice = {path.name for path in seen if seen.count(path) > 1}
    assert (twice, len(seen)) == (set(), early[0])
    assert {path.name for path in seen} >= {"dummy_core.sv", "dummy_hash_top.sv"}


@pytest.mark.long
def test_rtl_that_is_edited_while_it_is_measured(
    cores: Path, monkeypatch: pytest.MonkeyPatch, rng: random.Random
) -> None:
    """Whenever it is, as a tool starts: the result is that of the RTL of the beginning."""
    run_job, moments, moment = jobs.run, 0, -1

    def started(*arguments: Any, **named: Any) -> jobs.Outcome:
        nonlocal moments
        if moments == moment:
            spoil_core(cores)
        moments += 1
        return run_job(*arguments, **named)

    def result(place: int) -> tuple[Result, list[Any]]:
        nonlocal moments, moment
        shutil.rmtree(cores)
        shutil.copytree(before, cores)
        shutil.rmtree(state_folder() / "cache" / cells.KIND, ignore_errors=True)
        monkeypatch.setenv("HASHLOOM_RECORDS", str(cores.parent / f"{place}.sqlite"))
        moments, moment = 0, place
        made = evaluation.synthesise(dummy(), "osu018", "small", 1, own_session())
        return made, [body["files"] for body in own_records().all(cells.KIND)]

    monkeypatch.setattr(jobs, "run", started)
    before = cores.parent / "before"
    shutil.copytree(cores, before)
    found = [result(-1)]
    for place in rng.sample(range(moments), 3):
        found.append(result(place))
        assert core_of(cores) != core_of(before)
    assert all(one == found[0] for one in found)
    assert found[0][0].state == jobs.OK


def test_vectors_that_change_while_they_are_read(cores: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digests = iter(["a", "a", "b"])
    monkeypatch.setattr(run, "files_digest", lambda files: next(digests))
    with pytest.raises(HashloomError, match="the vectors of dummy changed while they were read"):
        verify(dummy(), own_session(), TUNING, levels=["core"])


def test_the_basis_names_all_that_decides() -> None:
    names = {str(path.relative_to(code.PACKAGE)) for path in basis.sources("sha2")}
    for name in (
        "models/sha2.py", "models/padding.py", "models/bits.py", "models/__init__.py",
        "verification/__init__.py", "verification/cases.py", "vectors/__init__.py",
        "simulation/simulator.py", "simulation/messages.py", "simulation/driver/bench.cc",
        "simulation/driver/netlist.cc", "simulation/cxxrtl/circuit.cc", "flow/yosys.py",
    ):  # fmt: skip
        assert name in names
    assert "models/sha1.py" not in names
    assert "models/aes.py" in {path.name and f"models/{path.name}" for path in basis.sources("echo")}


def test_models_import_nothing_that_the_basis_leaves_out() -> None:
    allowed = {"catalogue", "errors"}
    for path in (code.PACKAGE / "models").glob("*.py"):
        listed = basis.sources(path.stem)
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("hashloom"):
                parts = str(node.module).split(".")[1:]
                if parts[:1] == ["models"] or parts[0] in allowed:
                    continue
                file = code.PACKAGE.joinpath(*parts).with_suffix(".py")
                assert file in listed, f"{path.name} imports {node.module}"


def test_every_byte_counts(tmp_path: Path) -> None:
    files = [tmp_path / "a.py", tmp_path / "b.py"]
    for file in files:
        file.write_text("x = 1\n")
    digests = {code.digest_of(tmp_path, files)}
    files[1].write_text("x = 2\n")
    digests.add(code.digest_of(tmp_path, files))
    files[1].rename(tmp_path / "c.py")
    digests.add(code.digest_of(tmp_path, [files[0], tmp_path / "c.py"]))
    digests.add(code.digest_of(tmp_path, files[:1]))
    assert len(digests) == 4


@pytest.mark.parametrize(
    ("text", "named", "advice"),
    [
        ('`include "/abs/x.vh"', '`include "/abs/x.vh"', "iverilog -E"),
        ("`define FILE `include", "`include", "iverilog -E"),
        ('initial $readmemh("table.hex", memory);', '$readmemh("table.hex", memory)', "write the table"),
        ('/* a comment */ `include "y.vh" // another', '`include "y.vh"', "iverilog -E"),
    ],
)
def test_rtl_that_reads_another_file_is_refused(tmp_path: Path, text: str, named: str, advice: str) -> None:
    path = tmp_path / "core.sv"
    path.write_text(f"module core(input clk);\n{text}\nendmodule\n")
    unit = RtlUnit("core", "core", (path,), ())
    for use in (unit.digest, lambda: simulation.made_rtl_gates(unit, tmp_path)):
        with pytest.raises(UsageError) as refusal:
            use()
        assert f"{path} has a tool read another file ({named}" in str(refusal.value)
        assert advice in str(refusal.value)


def test_comments_include_nothing(tmp_path: Path) -> None:
    path = tmp_path / "core.sv"
    path.write_text('// `include "x.vh"\n/* $readmemh("y") */\nmodule core(input clk); endmodule\n')
    assert RtlUnit("core", "core", (path,), ()).digest()


def test_a_unit_is_what_its_files_were(tmp_path: Path) -> None:
    path = tmp_path / "core.sv"
    path.write_text("module core(input clk); endmodule\n")
    unit = RtlUnit("core", "core", (path,), ())
    before = unit.digest()
    path.write_text("module core(input clk, input d); endmodule\n")
    flow.yosys.copy_sources(unit, tmp_path / "copy")
    assert (tmp_path / "copy" / "rtl" / "00_core.sv").read_text() == "module core(input clk); endmodule\n"
    assert unit.digest() == before != RtlUnit("core", "core", (path,), ()).digest()


def test_the_key_stands_in_the_json(cores: Path) -> None:
    found = verify(dummy(), own_session(), TUNING, levels=["core"])
    body = json.loads(json.dumps(found.body()))
    assert body["key"] == record_key(dummy(), TUNING, ["core"], here())
    assert set(body["tools"]) == {"pyosys", "C++"}
    assert verification.Verification.from_body(body).body() == body
