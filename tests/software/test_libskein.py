# SPDX-License-Identifier: Apache-2.0
"""The C library on this machine: samples of its verification, and that its programs notice errors."""

import json
import os
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from own_state import here

from hashloom import software
from hashloom.commands import main, verify_software
from hashloom.errors import MissingTool, UsageError
from hashloom.software import vectors
from hashloom.software.trials import TRIALS, LibraryTrial, find
from hashloom.software.verification import TrialResult, run, source_digest

RESULT = ROOT / "results" / "software-verification.json"
GOOD = "hash block=256 output=8 version=1.3 message=ff expected="


def others(*variants: str) -> list[Any]:
    """Ways to compile the library that take long, for they are of no use to anything else."""
    return [pytest.param(variant, marks=pytest.mark.long) for variant in variants]


def run_or_skip(trial: LibraryTrial, seed: int) -> TrialResult:
    result = run(here(), trial, "quick", seed)
    if result.missing:
        pytest.skip(result.missing)
    print(result.command)
    return result


@pytest.mark.parametrize("trial", TRIALS, ids=[trial.name for trial in TRIALS])
@pytest.mark.long
@pytest.mark.sampled(4)
def test_a_sample_of_each_trial_passes(trial: LibraryTrial, rng: random.Random) -> None:
    result = run_or_skip(trial, rng.getrandbits(32))
    assert (result.failed, result.failures) == (0, [])
    assert result.passed >= {"answers": 50_000, "constant-time": 100, "leak": 1, "fuzzing": 50}[trial.kind]


def processor_flags() -> set[str]:
    try:
        return set(
            re.findall(r"^flags\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)[0].split()
        )
    except (OSError, IndexError):
        return set()


def kernels(variant: str, *options: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run skein-check; `text` are its records. Its own random choices are the same in every run."""
    try:
        program = [*software.runner(variant), str(software.build(here(), variant) / "skein-check")]
    except MissingTool as error:
        pytest.skip(str(error))
    command = [*program, "--seed", "1", *options]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


@pytest.mark.long
@pytest.mark.parametrize(
    ("variant", "kernel", "flags"),
    [
        ("release", "avx512", {"avx512f", "avx512vl", "avx512dq"}),
        ("release", "avx2", {"avx2"}),
        ("release", "bmi2", {"bmi2"}),
        ("release", "sse2", {"sse2"}),
        ("memory-sanitized", "sse2", {"sse2"}),
        ("clang", "avx512", {"avx512f", "avx512vl", "avx512dq"}),
        ("memory-sanitized", "avx512", {"avx512f", "avx512vl", "avx512dq"}),
        ("aarch64", "neon", set()),
    ],
)
@pytest.mark.sampled(3)
def test_the_kernels_of_this_processor_are_among_those_tested(
    variant: str, kernel: str, flags: set[str]
) -> None:
    if not flags <= processor_flags():
        pytest.skip(f"this processor has no {', '.join(sorted(flags))}")
    if kernel == "neon" and not any((ROOT / "libskein" / "src").glob("neon*.c")):
        pytest.skip("libskein has no kernel for NEON")
    done = kernels(variant, "--no-input", "--random", "1")
    assert re.search(rf"^{kernel}: [1-9]\d* passed, 0 failed$", done.stdout, re.MULTILINE)


@pytest.mark.parametrize("asked", ["", "portable", "avx2", "abacus"])
@pytest.mark.parametrize("variant", ["release", *others("sanitized")])
def test_the_choice_of_kernels(variant: str, asked: str) -> None:
    """By table, by measurement, by environment and by the program; skein-choice-test makes up the times."""
    program = software.build(here(), variant) / "skein-choice-test"
    environment = {**os.environ, "SKEIN_KERNEL": asked}
    done = subprocess.run([program], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("variant", ["release", *others("clang", "musl")])
def test_the_library_takes_no_more_stack_than_it_says(variant: str) -> None:
    try:
        program = software.build(here(), variant) / "skein-stack-test"
    except MissingTool as error:
        pytest.skip(str(error))
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.count("\n")) == (0, 8), done.stdout


@pytest.mark.parametrize("stack", ["unlimited", "128"])
@pytest.mark.parametrize("variant", ["release", *others("clang", "musl", "sanitized", "thread-sanitized")])
def test_pools_of_threads(variant: str, stack: str) -> None:
    """Threads are counted, and refused where the test wants it; several callers; a child of fork."""
    try:
        program = software.build(here(), variant) / "skein-pool-test"
    except MissingTool as error:
        pytest.skip(str(error))
    if stack != "unlimited" and variant.endswith("sanitized"):
        pytest.skip("what watches memory takes more stack than this")
    limited = ["sh", "-c", f'ulimit -s {stack} 2>/dev/null; exec "$0"', str(program)]
    done = subprocess.run(limited, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    assert re.fullmatch(r"(\d+) threads started, \1 ended\n", done.stdout)


def test_records_have_everything() -> None:
    lines = list(vectors.records("quick", 1, here()))
    for word in ("block=256 ", "block=512 ", "block=1024 ", "version=1.1 ", "version=1.2 ", "version=1.3 "):
        assert sum(word in line for line in lines) > 50
    for word in (" key=", " pers=", " public=", " id=", " nonce=", " tree=", " tweak=", "tree=1,1,2 "):
        assert any(word in line for line in lines)
    bits = [int(found.group(1)) for line in lines if (found := re.search(r" bits=(\d+)", line))]
    assert any(number % 8 for number in bits)
    assert {"hash", "cipher"} <= {line.split()[0] for line in lines}
    assert lines == list(vectors.records("quick", 1, here()))
    assert lines != list(vectors.records("quick", 2, here()))


def test_a_wrong_answer_is_noticed_in_every_way_and_can_be_reproduced(tmp_path: Path) -> None:
    lines = list(vectors.records("quick", 1, here()))
    hashes = [line for line in lines if line.startswith("hash") and "tree" not in line]
    trees = [line for line in lines if line.startswith("hash") and "tree" in line]
    ciphers = [line for line in lines if line.startswith("cipher")]
    for line in (hashes[5], trees[0], ciphers[0]):
        wrong = line[:-2] + ("00" if line[-2:] != "00" else "80")
        file = tmp_path / "records"
        file.write_text(f"# one comment\n{wrong}\n")
        done = kernels("release", "--seed", "5", "--splits", "3", "--records", str(file), "portable")
        assert done.returncode == 1
        failures = [text for text in done.stdout.splitlines() if text.startswith("FAILED record 2, ")]
        assert len(failures) >= 10
        command = failures[0].partition("again: skein-check ")[2].partition(":")[0].split()
        again = kernels("release", *command)
        assert again.returncode == 1
        assert [text for text in again.stdout.splitlines() if text.startswith("FAILED")] == failures


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("hush block=256", "none of hash, cipher, chain and long"),
        ("hash block", "name=value"),
        ("hash blok=256", "unknown name"),
        ("hash block=big", "a natural number"),
        ("hash version=1.4", "1.1, 1.2 or 1.3"),
        ("hash message=f", "two digits each"),
        ("hash message=fg", "no hexadecimal digit"),
        ("hash tree=1,2", "leaf,fan-out,height"),
        ("hash tree=1,2,256", "each up to 255"),
        ("hash block=256", "no message or no answer"),
        (f"{GOOD}00 bits=9", "bits and message do not fit"),
        (f"{GOOD}0000", "output and answer do not fit"),
        ("cipher block=256 key=00 message=00 expected=00", "do not fit the size"),
        ("cipher tweak=00", "16 bytes"),
    ],
)
def test_a_line_that_is_no_record_is_refused(text: str, sentence: str) -> None:
    done = kernels("release", text=f"\n{text}\n")
    assert done.returncode == 2
    assert done.stderr.startswith("skein-check: line 2 of the records: ")
    assert sentence in done.stderr


def test_ctest_tests_a_build() -> None:
    built = software.build(here())
    done = subprocess.run(
        ["ctest", "--test-dir", str(built / "cmake"), "--output-on-failure"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    for name in ("answers", "choice", "pool", "stack", "skeinsum", "benchmark-proof"):
        assert re.search(rf"Test +#\d+: {name} \.+ +Passed", done.stdout), name


def test_wrong_usage_of_skein_check() -> None:
    assert kernels("release", "--no-input", "abacus").returncode == 3
    assert kernels("release", "--sed", "1").returncode == 2
    assert kernels("release", "--seed").returncode == 2
    assert kernels("release", "--seed", "x").returncode == 2
    assert kernels("release", "--records", "/nowhere/records").returncode == 2
    nothing = kernels("release", text="")
    assert nothing.returncode == 1
    assert "0 records" in nothing.stdout.splitlines()


def test_alone_the_test_of_constant_time_shows_nothing() -> None:
    program = software.build(here()) / "skein-constant-time"
    if not program.is_file():
        pytest.skip("valgrind/memcheck.h is missing; apt-get install valgrind")
    done = subprocess.run([str(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert "under valgrind" in done.stderr


def test_the_library_that_was_verified_is_this() -> None:
    verified = json.loads(RESULT.read_text())
    again = "hashloom verify-software --effort full --json >results/software-verification.json"
    assert verified["source_digest"] == source_digest(here()), again
    assert (verified["effort"], verified["failed"]) == ("full", 0)
    assert [trial["trial"] for trial in verified["trials"]] == [trial.name for trial in TRIALS], again
    assert [trial["missing"] for trial in verified["trials"] if trial["missing"]] == []


def test_the_command_names_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(UsageError, match="the nearest known: release"):
        find(["relase"])
    assert main(["verify-software", "relase"]) == 2
    assert "no trial 'relase'" in capsys.readouterr().err


def test_the_command_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(places: object, variant: str) -> Path:
        raise MissingTool(f"no compiler for {variant}", "apt-get install it")

    monkeypatch.setattr(software, "build", missing)
    assert main(["verify-software", "release", "--seed", "1"]) == MissingTool.exit_status
    assert "release: not run: no compiler for release; install it with: apt-get" in capsys.readouterr().out
    assert main(["verify-software", "release", "--json"]) == MissingTool.exit_status
    document = json.loads(capsys.readouterr().out)
    assert (document["passed"], document["failed"]) == (0, 0)
    assert document["trials"][0]["missing"].startswith("no compiler for release")
    assert verify_software.NAME == "verify-software"
