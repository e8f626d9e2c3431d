# SPDX-License-Identifier: Apache-2.0
"""Packages for secrets: their test benches, what these notice, and what is said of the wipe."""

import shutil
from pathlib import Path

import pytest
from exported_packages import arguments
from own_state import here, session_around
from wiped_designs import cycles

from hashloom.catalogue import resolve_design
from hashloom.catalogue.adapters import ADAPTERS
from hashloom.catalogue.rtl import Level
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.export import BUSES, STREAM, Package, known_answers, make, secrets, trial, verilog

LIMITS = jobs.Limits(wall_seconds=300)
FORGETTING = [bus for bus in BUSES if bus == STREAM or not ADAPTERS[bus].keeps_words]
STATED = (
    *("blake-r3-256/compact", "blake-r3-256/compact-8", "blake-r3-512/compact", "cubehash-r2-256/compact"),
    *("groestl-r3-256/compact", "groestl-r3-256/compact-16", "groestl-r3-512/compact"),
    *("jh-r3-256/compact", "jh-r2-512/compact"),
    *("luffa-r2-256/compact-8", "luffa-r2-512/compact-16"),
    *("keccak-r3-256/slices-8", "sha3-512/slices-2", "shake128-4096/slices-4"),
    *("sha1/compact", "sha1/compact-8", "sha256/compact-16", "sha512/compact", "sha384/compact-16"),
    *("shabal-r2-256/compact", "shabal-r2-256/compact-2", "shabal-r2-512/compact-8"),
    *("skein-256/compact", "skein-512/compact-32", "skein-1.3-256-700/compact-16"),
    *("skein-1.3-256-1024/1r-8m", "shake128-4096/apart-2m", "luffa-r2-512/apart-2m", "sha256/staggered-2m"),
)
"""Compact cores, where much of a wipe is what misses its turn, and digests longer than a block."""
SMALL = ("sha1/compact-8", "cubehash-r2-256", "luffa-r2-256/apart-2m", "shabal-r2-256")


@pytest.fixture(scope="module")
def packages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """sha1 for secrets behind each bus that can be, by its name; nobody writes into them."""
    folder = tmp_path_factory.mktemp("secrets")
    for bus in FORGETTING:
        assert main(arguments(folder / bus, "--bus", bus, "--secret")) == 0
    return folder


def package(tmp_path: Path, design: str, level: Level = "top") -> Package:
    session = session_around(Records(tmp_path / "records"))
    chosen = resolve_design(design, here())
    return make(chosen, trial.TUNING, None, 100.0, session, level, secret=True)


@pytest.mark.long
@pytest.mark.parametrize("bus", FORGETTING)
@pytest.mark.sampled(3)
def test_it_passes_its_own_test_bench(packages: Path, tmp_path: Path, bus: str) -> None:
    folder = Path(shutil.copytree(packages / bus, tmp_path / "elsewhere"))
    assert trial.run(folder, "lint", LIMITS).state == jobs.OK, (folder / "lint.log").read_text()
    answers = known_answers.cases(resolve_design("sha1", here()).function)
    for simulator in ("icarus", "icarus-verilog"):
        found = trial.run(folder, simulator, LIMITS)
        assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * len(answers), 0), found


@pytest.mark.parametrize(
    ("bus", "file", "one", "other", "said"),
    [
        (STREAM, "sha1__message_wipe.sv", "out_valid[l] ? hash_out_data[l*WORD+:WORD] : '0",
         "hash_out_data[l*WORD+:WORD]", "data are shown"),
        (STREAM, "sha1__message_wipe.sv", "hash_out_valid[l] && !kept_back[l]", "hash_out_valid[l]",
         "a digest leaves while"),
        (STREAM, "sha1__message_wipe.sv", "left <= left - 1'b1", "left <= left",
         "wiping is 1 after"),
        ("axis", "sha1__message_wipe.sv", "left <= LEFT_BITS'(WORDS)", "left <= LEFT_BITS'(0)",
         "lane 0, the digest of message"),
        ("gmu", "sha1__message_wipe.sv", "wiping = kept_back != '0", "wiping = 1'b0",
         "wiping is 0 after 0 cycles"),
        ("registers", "sha1.sv", ".SECRET(1)", ".SECRET(0)", "data are shown"),
        ("apb", "sha1.sv", ".SECRET(1)", ".SECRET(0)", "data are shown"),
        ("registers", "sha1.sv", ".hash_wiping(wiping)", ".hash_wiping(1'b0)", "a rule of the bus"),
        ("apb", "sha1.sv", ".hash_wiping(wiping)", ".hash_wiping(1'b0)", "a rule of the bus"),
    ],
)  # fmt: skip
@pytest.mark.sampled(5)
def test_the_test_bench_notices_what_is_broken(
    packages: Path, tmp_path: Path, bus: str, file: str, one: str, other: str, said: str
) -> None:
    folder = Path(shutil.copytree(packages / bus, tmp_path / "elsewhere"))
    source = folder / "rtl" / file
    assert one in source.read_text()
    source.write_text(source.read_text().replace(one, other))
    found = trial.run(folder, "icarus", LIMITS)
    log = (folder / "icarus.log").read_text()
    assert (found.state, found.failed > 0) == (jobs.TOOL_CRASH, True), log[-500:]
    assert f"FAIL: {said}" in log


@pytest.mark.long
@pytest.mark.parametrize("design", SMALL)
@pytest.mark.sampled(1)
def test_the_wipe_ends_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, design: str) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    folder = tmp_path / "x"
    assert main(["export", design, "-o", str(folder), "--no-verify", "--no-proof", "--secret"]) == 0
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.failed) == (jobs.OK, 0), found
    bench = folder / "test" / "test_bench.sv"
    stated = f"WIPE = {secrets.cycles(package(tmp_path, design))};"
    assert stated in bench.read_text()
    bench.write_text(bench.read_text().replace(stated, "WIPE = 16;"))
    assert trial.run(folder, "icarus", LIMITS).failed > 0


@pytest.mark.long
@pytest.mark.parametrize("design", STATED)
@pytest.mark.sampled(2)
def test_a_wipe_takes_as_many_cycles_as_are_stated(tmp_path: Path, design: str) -> None:
    found, stated = (
        cycles(resolve_design(design, here()), tmp_path),
        secrets.cycles(package(tmp_path, design)),
    )
    assert found <= stated
    assert 2 * found > stated, "so many cycles say little"


@pytest.mark.long
def test_requests_wipe_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    folder = tmp_path / "x"
    options = ["--level", "arguments", "--secret", "--no-verify", "--no-proof"]
    assert main(["export", "skein-256", "-o", str(folder), *options]) == 0
    count = len(known_answers.requests(resolve_design("skein-256", here()).function, "arguments"))
    found = trial.run(folder, "icarus", LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * count, 0), found
    sheet = (folder / "DATASHEET.md").read_text()
    assert "which arguments it had, the shape of its tree, lengths, numbers of blocks" in sheet
    assert "| `SECRET` | 1 |" in sheet
    assert not list((folder / "rtl").glob("*message_wipe.sv"))


def test_cycles_of_requests_are_those_of_their_modules(tmp_path: Path) -> None:
    # Of each lane 2 times 72 rounds, 8 of them a cycle, and 2; with trees 16 levels and 1 before.
    assert secrets.cycles(package(tmp_path, "skein-256/8r-1m", "arguments")) == 2 * (72 // 8 + 2)
    assert secrets.cycles(package(tmp_path, "skein-512/4r-2m", "arguments")) == 2 * 2 * (72 // 8 + 2)
    assert secrets.cycles(package(tmp_path, "skein-256/8r-1m", "tree")) == 2 * (72 // 8 + 2) + 17


@pytest.mark.long
def test_it_is_proven_and_described(tmp_path: Path) -> None:
    folder = tmp_path / "x"
    assert main(["export", "sha1", "-o", str(folder), "--no-verify", "--secret", "--bus", "axis"]) == 0
    sheet = (folder / "DATASHEET.md").read_text()
    cycles = secrets.cycles(package(tmp_path, "sha1"))
    assert f"in at most {cycles} cycles" in sheet
    assert "is proven to be equivalent" in sheet
    for path in ("component.xml", "sha1_hw.tcl", "verilog/sha1.v", "flow/serial_harness.sv"):
        assert "wiping" in (folder / path).read_text(), path
    assert "message_wipe.sv" in (folder / "sha1.core").read_text()


@pytest.mark.parametrize("level", ["arguments", "tree"])
def test_streams_of_requests_are_described(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, level: str
) -> None:
    monkeypatch.setattr(verilog, "convert", lambda *arguments: "// nothing\n")
    options = ["--level", level, "--no-verify", "--no-proof"]
    assert main(["export", "skein-256", "-o", str(tmp_path / "x"), *options]) == 0
    assert "| `out_error` | output | 1 | with out_valid" in (tmp_path / "x" / "DATASHEET.md").read_text()


def test_the_glue_for_litex_has_it(packages: Path) -> None:
    assert "o_wiping=self.wiping" in (packages / STREAM / "litex/sha1.py").read_text()


@pytest.mark.parametrize("bus", [["--bus", "gmu", "--io-ratio", "2"], ["--bus", "lwc"]], ids=" ".join)
def test_where_words_are_kept_it_is_refused(
    tmp_path: Path, bus: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(tmp_path / "x", *bus, "--secret")) == UsageError.exit_status
    assert "keeps words after a reset; --secret is not for it" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()


def test_without_it_nothing_is_there(tmp_path: Path) -> None:
    assert main(arguments(tmp_path / "x")) == 0
    for path in (tmp_path / "x").rglob("*"):
        if path.is_file() and path.name not in ("test_bench.sv",):
            assert "wiping" not in path.read_text(), path
