# SPDX-License-Identifier: Apache-2.0
import json
import sys
from contextlib import nullcontext
from pathlib import Path

import dummy_model
import pytest
from own_state import here, own_records, own_session, session_around

from hashloom import catalogue, simulation, vectors
from hashloom.catalogue.design import Design, Tuning
from hashloom.commands import main
from hashloom.commands import verify as verify_command
from hashloom.errors import CheckFailed
from hashloom.execution.jobs import FAILED_VERIFICATION
from hashloom.execution.records import Records
from hashloom.execution.steps import NotDone
from hashloom.models import model_for
from hashloom.results import unmet
from hashloom.verification import KIND, Verification, require_verified, run, verify
from hashloom.verification.cases import known_answers, random_cases

TUNING = Tuning("asic", "fast")


pytestmark = pytest.mark.usefixtures("simulation_state")


@pytest.fixture
def dummy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of cores that is the whole catalogue; `write_family` puts the dummy there."""
    monkeypatch.setitem(sys.modules, "hashloom.models.dummy", dummy_model)
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "cores"))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    return tmp_path / "cores"


def vector_file(path: Path, wrong: int | None = None) -> Path:
    """Thirty vectors of the dummy; `wrong` is the number of one with a wrong digest."""
    model = dummy_model.Dummy()
    vectors = []
    for number in range(30):
        bits = 37 * number
        message = (bytes(range(256)) * 5)[: (bits + 7) // 8]
        if bits % 8:
            message = message[:-1] + bytes([message[-1] & 0xFF00 >> bits % 8 & 0xFF])
        digest = bytearray(model.digest(message, bits))
        digest[3] ^= number == wrong
        vectors.append({"len_bits": bits, "msg_hex": message.hex(), "digest_hex": digest.hex()})
    path.write_text(json.dumps({"digest_bits": 96, "vectors": vectors}))
    return path


def test_a_good_design(dummy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy)
    assert main(["verify", "dummy/three", "--level", "core"]) == 0
    captured = capsys.readouterr()
    lines = captured.out.splitlines()
    assert lines[0].startswith("dummy/three: ")
    assert "(core, 4 cycles per block, " in lines[0]
    assert lines[1].startswith("  contract: ")
    assert lines[1].endswith(" explained, 0 missing")
    assert lines[-1] == "4735 passed, 0 failed"
    assert captured.err == ""


@pytest.mark.parametrize("known", [False, True])
def test_a_case_that_no_run_met_is_named(
    known: bool, dummy: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the directed runs; it is no failure."""
    dummy_model.write_family(dummy)
    monkeypatch.setattr(run, "directed_runs", lambda *arguments: iter(()))
    entry = unmet.Unmet(
        design="dummy/three", level="core", group="long", bins=("more than 256 blocks",), why="Too long.",
        met_by="hashloom verify dummy/three",
    )  # fmt: skip
    monkeypatch.setattr(unmet, "read", lambda: (entry,) if known else ())
    assert main(["verify", "dummy/three", "--level", "core"]) == 0
    captured = capsys.readouterr()
    assert " explained, 0 missing" not in captured.out
    said = captured.err.splitlines()
    reset = [line for line in said if "dummy/three: no run met reset " in line]
    assert len(reset) == 1
    assert reset[0].endswith("(core), and no rule explains that; another --seed may meet it")
    explained = "no run met long more than 256 blocks (core). Too long. Met by: hashloom verify dummy/three"
    assert any(explained in line for line in said) == known
    assert any("no run met long more than 256 blocks, " in line for line in said) != known


def test_all_designs_as_json(dummy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy)
    file = vector_file(tmp_path / "v.json")
    assert main(["verify", "all", "--level", "core", "--json", "--vectors", str(file), "--seed", "3"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [found["design"] for found in document["designs"]] == ["dummy/one", "dummy/three"]
    assert document["failed"] == 0
    assert document["passed"] == 2675 + 4735 + 2 * 30
    three = document["designs"][1]
    assert three["seed"] == 3
    assert three["measured"]["cycles_block"] == 12
    assert three["measured"]["cycles_per_block"] == 4
    assert three["measured"]["latency_cycles"] == {"1": 12, "2": 24, "3": 36, "4": 48}
    assert len(own_records().all(KIND)) == 2


def test_it_says_which_vectors_went_through(
    dummy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    dummy_model.write_family(dummy)
    command = ["verify", "dummy/one", "--level", "core"]
    assert main(command) == 0
    assert ", no vectors, " in capsys.readouterr().out
    command += ["--vectors", str(vector_file(tmp_path / "v.json"))]
    assert main(command) == 0
    assert ", given vectors, " in capsys.readouterr().out
    assert main([*command, "--json"]) == 0
    assert [found["vectors"] for found in json.loads(capsys.readouterr().out)["designs"]] == [["given"]]


@pytest.mark.parametrize(
    ("sets", "sentence"),
    [
        (["compact"], ", compact vectors alone"),
        (["official", "compact"], ", official and compact vectors"),
        (["compact", "given"], ", compact and given vectors"),
        (None, ""),
    ],
)
def test_the_project_s_own_vectors_alone_are_said_to_be_alone(sets: list[str] | None, sentence: str) -> None:
    found = Verification("sha1/basic", TUNING, "quick", 1, ("core",), vectors=sets)
    assert verify_command.vector_sets(found) == sentence
    again = Verification.from_body(found.body())
    assert again.vectors == sets
    assert ("vectors" in found.body()) == (sets is not None)


def test_every_architecture_of_a_function(dummy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy)
    assert main(["verify", "dummy/all", "dummy/three", "--level", "core", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [found["design"] for found in document["designs"]] == ["dummy/one", "dummy/three"]


@pytest.mark.long
def test_several_at_a_time_find_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    names = ["sha1/basic", "sha256/basic", "sha1/unrolled-2"]
    found = []
    for jobs in ("1", "2"):
        assert main(["verify", *names, "--level", "core", "--json", "--jobs", jobs]) == 0
        found.append(json.loads(capsys.readouterr().out)["designs"])
        for entry in found[-1]:
            del entry["seconds"]
    assert found[0] == found[1]
    assert [entry["design"] for entry in found[0]] == names


def test_a_run_that_was_broken_off_goes_on(dummy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy)
    command = ["verify", "--level", "core", "--json"]
    assert main([*command, "dummy/one"]) == 0
    first = json.loads(capsys.readouterr().out)["designs"]
    assert main([*command, "dummy/all"]) == 0
    both = json.loads(capsys.readouterr().out)["designs"]
    assert both[0] == first[0]
    assert [entry["design"] for entry in both] == ["dummy/one", "dummy/three"]
    for other in (["--seed", "2"], ["--effort", "full"]):
        assert main([*command, "dummy/one", *other]) == 0
        assert json.loads(capsys.readouterr().out)["designs"] != first
    assert main([*command, "dummy/one"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["designs"] == first
    assert "1 of 1 designs as in the records; --again verifies them anew" in captured.err
    assert main([*command, "dummy/one", "--again"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["designs"][0]["seconds"] != first[0]["seconds"]
    assert captured.err == ""


def test_no_number_of_designs_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", "sha1/basic", "--jobs", "0"]) == 2
    assert "0 designs cannot be verified at a time; give at least 1" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("engine", ["cxxrtl", "both"])
def test_other_engines(engine: str, dummy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy)
    assert main(["verify", "dummy/three", "--level", "core", "--engine", engine]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "4735 passed, 0 failed"
    counts = engine == "both"  # CXXRTL alone does not see combinational paths
    with nullcontext() if counts else pytest.raises(NotDone):
        require_verified(catalogue.resolve_design("dummy/three", here()), TUNING, own_session().asking())


@pytest.mark.long
def test_a_broken_design_on_cxxrtl(dummy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy, 1)
    assert main(["verify", "dummy/three", "--level", "core", "--engine", "cxxrtl"]) == 1
    assert "--tuning fast --seed 1 --engine cxxrtl" in capsys.readouterr().err


@pytest.mark.parametrize("fault", [1, 3, 5, 9])
def test_a_broken_design(fault: int, dummy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy, fault)
    assert main(["verify", "dummy/three", "--level", "core", "--seed", "11"]) == 1
    captured = capsys.readouterr()
    passed, failed = map(int, captured.out.splitlines()[-1].replace(" passed, ", " ").split()[:2])
    assert failed > 0
    assert "hashloom: dummy/three: core, " in captured.err
    assert "expected " in captured.err
    assert "got " in captured.err
    reproduce = "hashloom verify dummy/three --effort quick --level core --tuning fast --seed 11"
    assert reproduce in captured.err
    (recorded,) = own_records().all(KIND)
    assert recorded["state"] == FAILED_VERIFICATION
    assert main([*reproduce.split()[1:], "--again"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"{passed} passed, {failed} failed"
    assert main(reproduce.split()[1:]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == f"{passed} passed, {failed} failed"


def test_wrong_cycle_formulas(dummy: Path) -> None:
    toml = dummy_model.CORE_TOML.replace('"stages * 4"', '"stages * 5"').replace(
        "4 * blocks", "4 * blocks + 1"
    )
    dummy_model.write_family(dummy, toml=toml)
    result = verify(catalogue.resolve_design("dummy/three", here()), own_session(), levels=["core"])
    assert [(failure.expected, failure.got) for failure in result.failures] == [
        ("15 cycles", "12 cycles"),
        ("13 cycles", "12 cycles"),
        ("25 cycles", "24 cycles"),
        ("37 cycles", "36 cycles"),
        ("49 cycles", "48 cycles"),
    ]


def test_a_wrong_vector_is_named(dummy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy)
    file = vector_file(tmp_path / "mine.json", wrong=29)
    assert main(["verify", "dummy", "--level", "core", "--vectors", str(file)]) == 1
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-1] == "2704 passed, 1 failed"
    assert "core, known answers: mine.json: vector of 1073 bits, lane 0" in captured.err
    right = json.loads(vector_file(tmp_path / "right.json").read_text())["vectors"][29]["digest_hex"]
    wrong = json.loads(file.read_text())["vectors"][29]["digest_hex"]
    assert f"expected {wrong}" in captured.err
    assert f"got      {right}" in captured.err


def test_wrong_usage(dummy: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    dummy_model.write_family(dummy)
    file = tmp_path / "other.json"
    file.write_text('{"digest_bits": 64, "vectors": []}')
    assert main(["verify", "dummy", "--vectors", str(file)]) == 2
    assert "has digests of 64 bits" in capsys.readouterr().err
    assert main(["verify", "dumy"]) == 2
    assert "the nearest known: dummy" in capsys.readouterr().err


def test_missing_compiler(
    dummy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dummy_model.write_family(dummy)
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CXX", raising=False)
    assert main(["verify", "dummy"]) == 3
    assert capsys.readouterr().err.splitlines()[-1] == (
        "hashloom: the C++ compiler g++ is not installed; install it with: sudo apt-get install g++"
    )


def test_require_verified(dummy: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    dummy_model.write_family(dummy)
    session = session_around(Records(tmp_path / "own.sqlite"))
    design = catalogue.resolve_design("dummy/three", here())
    body = require_verified(design, TUNING, session)
    assert body["passed"] == 4735
    assert body["levels"] == ["core"]

    def no_simulator(*arguments: object) -> None:
        raise AssertionError("something was simulated")

    monkeypatch.setattr(simulation, "simulator", no_simulator)
    assert require_verified(design, TUNING, session) == body
    source = dummy / "dummy" / "dummy_core.sv"
    source.write_text(source.read_text().replace("FAULT = 0", "FAULT = 1"))
    with pytest.raises(AssertionError, match="something was simulated"):
        require_verified(design, TUNING, session)
    monkeypatch.undo()


def test_require_verified_of_a_broken_design(dummy: Path, tmp_path: Path) -> None:
    dummy_model.write_family(dummy, fault=1)
    with pytest.raises(CheckFailed, match=r"dummy/three fails \d+ checks"):
        require_verified(
            catalogue.resolve_design("dummy/three", here()),
            TUNING,
            session_around(Records(tmp_path / "own.sqlite")),
        )


def test_quick_takes_boundaries_and_a_sample() -> None:
    function = catalogue.resolve_function("sha256", here())
    files = vectors.files_for(function, here())
    quick, full = (known_answers(function, files, effort) for effort in ("quick", "full"))
    assert 20 < len(quick) <= len(full)
    assert {case.bits for case in quick} >= {0, 1, 447, 448, 511, 512, 513, 1024}
    assert {case.bits for case in full} >= {8 * 512 + 64}
    assert max(case.bits for case in quick) <= 6 * 512


def test_random_cases_follow_the_seed() -> None:
    function = catalogue.resolve_function("sha256", here())
    model = model_for(function)
    first, same, other = (random_cases(function, model, "quick", seed) for seed in (1, 1, 2))
    assert first == same
    assert first != other
    assert {case.bits % 8 for case in first} == set(range(8))
    assert min(case.bits for case in first) == 0
    assert max(case.bits for case in first) > 4 * 512


DEFAULTS = [family.functions()[0].default_design() for family in catalogue.families(here())]


@pytest.mark.parametrize("design", DEFAULTS, ids=lambda design: design.name)
@pytest.mark.long
@pytest.mark.sampled(2)
def test_default_designs_of_the_catalogue(design: Design) -> None:
    result = verify(design, own_session())
    assert [str(failure) for failure in result.failures] == []
    assert result.passed > 1000
