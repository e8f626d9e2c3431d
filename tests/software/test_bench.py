# SPDX-License-Identifier: Apache-2.0
"""The benchmark of libskein: its figures, its proofs, its rule, and the command.

No test depends on how fast it is, but one on which kernel is the faster.
"""

import hashlib
import json
import os
import re
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import measured_rows
import pytest
from folders import ROOT
from own_state import another_repository, here

from hashloom import software
from hashloom.commands import main
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.models.skein import Skein, Tree
from hashloom.software import benchmark
from hashloom.software.benchmark import Measurement, pyskein

SKEIN = ("skein-1.3-256-256", "skein-1.3-512-512", "skein-1.3-1024-1024")
SIZES = (3, 64, 20000)


@pytest.fixture(scope="module")
def folder() -> Path:
    return software.build(here(), "release")


@pytest.fixture(scope="module")
def measured(folder: Path) -> Measurement:
    return benchmark.measure(here(), sizes=",".join(map(str, SIZES)), rounds=3)


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [folder / "skein-benchmark", *arguments], capture_output=True, text=True, check=False
    )


def test_every_kernel_of_this_processor_is_measured(measured: Measurement) -> None:
    kernels = measured.provenance["kernels"]
    assert kernels["portable"]
    assert {row["kernel"] for row in measured.rows if row["library"] == "libskein"} == {
        name for name, available in kernels.items() if available
    }
    portable = [row for row in measured.rows if row.get("kernel") == "portable"]
    assert sorted((row["function"], row["messages"]) for row in portable if row["group"] != "tree") == sorted(
        (function, messages) for function in SKEIN for messages in (1, 4, 8, 64)
    )


def test_the_kernels_in_use_are_among_the_measured(measured: Measurement) -> None:
    for bits, kernels in measured.provenance["kernels_in_use"].items():
        rows = [row for row in measured.rows if row["function"] == f"skein-1.3-{bits}-{bits}"]
        assert kernels["one"] in {row.get("kernel") for row in rows if row["group"] == "one"}
        if kernels["many"] != kernels["one"]:
            assert kernels["many"] in {row.get("kernel") for row in rows if row["group"] == "many"}


@pytest.mark.long
def test_no_default_is_slower_than_another_kernel(folder: Path) -> None:
    """The rule, on the machine that runs this. What seems to break it is measured again before it is said.

    Tests beside this one slow single measurements; a default that is slower is so each time.
    """
    for _ in range(3):
        done = run(folder, "--defaults")
        if done.returncode == 0:
            break
    assert (done.returncode, done.stdout.count("\n")) == (0, 1), done.stdout
    assert re.match(r"0 of [1-9]\d* choices on .+ are slower than another by more than 5 %$", done.stdout)


@pytest.mark.parametrize(
    ("pattern", "sizes", "choices"),
    [
        ("one/*512*", (), 4),
        ("many/*-256/*", (), 5 * 4),
        ("tree/*", (), 2 * min(os.cpu_count() or 1, 2)),
        ("one/*512*", ("--sizes", "262144,300000"), 2),
    ],
)
def test_the_rule_is_of_few_messages_of_trees_and_of_threads(
    folder: Path, pattern: str, sizes: tuple[str, ...], choices: int
) -> None:
    """Of 2, 3, 4, 8 and 64 messages; of trees with 256 KiB too, with one thread and with two."""
    done = run(folder, "--defaults", "--rounds", "1", "--subjects", pattern, *sizes)
    assert re.match(rf"\d+ of {choices} choices on ", done.stdout.splitlines()[-1]), done.stdout


def test_only_trees_have_the_size_of_trees(folder: Path) -> None:
    """Unless it is asked for."""
    asked = ["--json", "--rounds", "1", "--subjects", "*512*portable*"]
    lengths = {
        row["group"]: list(row["per_byte"])
        for row in json.loads(run(folder, *asked).stdout)["rows"]
        if row["messages"] < 64
    }
    plain = ["64", "1024", "8192", "1048576"]
    assert lengths == {"one": plain, "many": plain, "tree": ["262144", "1048576"]}
    rows = json.loads(run(folder, *asked, "--sizes", "262144").stdout)["rows"]
    assert {row["group"]: list(row["per_byte"]) for row in rows} == {group: ["262144"] for group in lengths}


def test_a_default_that_is_slower_is_named(folder: Path, measured: Measurement) -> None:
    if not measured.provenance["kernels"].get("avx2"):
        pytest.skip("this processor has no kernel that is much faster than the portable one")
    command = [str(folder / "skein-benchmark"), "--defaults", "--sizes", "8192"]
    command += ["--subjects", "many/*512*/64-messages", "--rounds", "5"]
    environment = {**os.environ, "SKEIN_KERNEL": "portable"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert (done.returncode, len(lines)) == (1, 2)
    assert re.fullmatch(
        r"many/skein-1.3-512-512/libskein/default/64-messages, 8192 bytes: "
        r"\S+ \w+ per byte, but \S+ with avx\w+",
        lines[0],
    )
    assert lines[1].startswith("1 of 1 choices on ")


@pytest.mark.parametrize("function", SKEIN)
def test_many_messages_are_not_slower_than_a_few(folder: Path, function: str) -> None:
    """No message beside those in vectors, and no rest of a group, costs more than it saves."""
    arguments = ["--json", "--sizes", "1024", "--rounds", "9", "--subjects", f"many/{function}/*"]
    worst = 2.0
    for _ in range(5):
        rows = json.loads(run(folder, *arguments).stdout)["rows"]
        time = {(row["kernel"], row["messages"]): row["per_byte"]["1024"]["lower_quartile"] for row in rows}
        kernels = {kernel for kernel, messages in time if messages == 64}
        worst = min(worst, max(time[kernel, 64] / time[kernel, 8] for kernel in kernels))
        if worst < 1.1:
            return
    pytest.fail(f"64 messages of 1,024 bytes cost {worst:.2f} times as much as 8, each")


def test_quantiles_are_in_order_and_of_every_size(measured: Measurement) -> None:
    for row in measured.rows:
        smallest = 16384 if row["group"] == "tree" or row["library"] == "PySkein" else 1
        assert list(row["per_byte"]) == [str(size) for size in SIZES if size >= smallest]
        for figures in row["per_byte"].values():
            names = ("p5", "lower_quartile", "median", "upper_quartile", "p95")
            assert figures[names[0]] > 0
            assert [figures[name] for name in names] == sorted(figures[name] for name in names)
            assert figures["samples"] == 3


def test_provenance_says_what_was_measured_on_what(measured: Measurement) -> None:
    provenance = measured.provenance
    assert provenance["sources_digest"] == benchmark.sources_digest(here())
    assert provenance["libraries"].keys() == {row["library"] for row in measured.rows}
    assert provenance["libraries"].keys().isdisjoint(absent["library"] for absent in provenance["absent"])
    assert provenance["machine"]["compiler"].split()[0] in ("gcc", "clang")
    assert provenance["machine"]["microarchitecture"]
    assert provenance["clock"]["check"] > 0
    assert provenance["kernels_in_use"].keys() == {"256", "512", "1024"}


def test_subjects_are_chosen_by_pattern(folder: Path) -> None:
    everything = run(folder, "--list").stdout.splitlines()
    chosen = run(folder, "--list", "--subjects", "one/*512*/portable").stdout.splitlines()
    assert chosen == ["one/skein-1.3-512-512/libskein/portable"]
    assert set(chosen) < set(everything)
    assert len(everything) == len(set(everything))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--sizes", "0"], "--sizes takes numbers of bytes from 1 to 16777216, with commas between, not '0'"),
        (["--sizes", "64,"], "not '64,'"),
        (["--sizes", "64;8"], "not '64;8'"),
        (["--sizes", "99999999"], "not '99999999'"),
        (["--sizes"], "not ''"),
        (["--sizes", "8,9,8"], "each size once"),
        (["--sizes", ",".join(map(str, range(1, 19)))], "16 sizes at most"),
        (["--rounds", "-1"], "--rounds takes a number from 1 to 10001, not '-1'"),
        (["--rounds", "99999999999999999999"], "--rounds takes"),
        (["--subjects", "blake9"], "--subjects takes a pattern that matches a name of --list, not 'blake9'"),
        (
            ["--subjects", "tree/*", "--sizes", "64"],
            "something that is measured at the --sizes, not 'tree/*'",
        ),
        (["--fast"], "--help lists, not '--fast'"),
    ],
)
def test_wrong_usage_gets_a_sentence(folder: Path, arguments: list[str], sentence: str) -> None:
    done = run(folder, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_program_alone_prints_a_table(folder: Path) -> None:
    done = run(folder, "--sizes", "64", "--rounds", "2", "--subjects", "one/*portable")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:-1]] == [f"one/{name}/libskein/portable" for name in SKEIN]
    assert lines[0].split()[1:] == ["64"]


def test_a_result_that_cannot_be_written_is_no_success(folder: Path) -> None:
    with Path("/dev/full").open("w") as full:
        command: list[str | Path] = [folder / "skein-benchmark", "--list"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert b"cannot be written" in done.stderr


def test_wrong_digests_are_found_before_any_number(folder: Path) -> None:
    done = subprocess.run([folder / "skein-benchmark-test"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_known_digests_are_those_of_the_models() -> None:
    text = (ROOT / "libskein" / "benchmark" / "proof.c").read_text()
    found = re.findall(r'\{"([a-z0-9.\- (),]+)",\s+((?:"[0-9a-f]+"\s*)+)\}', text)
    answers = {function: re.sub(r'["\s]', "", digest) for function, digest in found}
    expected = {
        name: Skein(bits, bits).digest(b"abc") for name, bits in zip(SKEIN, (256, 512, 1024), strict=True)
    }
    expected["skein-1.3-512-512 (6,6,255)"] = Skein(512, 512, tree=Tree(6, 6, 255)).digest(b"abc")
    for name in measured_rows.CYCLES:
        hash_name = "blake2b" if name == "blake2b-512" else name.replace("-", "_")
        expected[name] = hashlib.new(hash_name, b"abc").digest()
    assert answers == {name: digest.hex() for name, digest in expected.items()}


def test_failures_of_the_program_are_errors_of_the_laboratory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(software, "build", lambda *_: tmp_path)
    program = tmp_path / benchmark.PROGRAM
    for status, error in ((1, CheckFailed), (2, UsageError), (9, HashloomError)):
        program.write_text(
            f"#!/bin/sh\necho '{benchmark.PROGRAM}: that went wrong; see x' >&2\nexit {status}\n"
        )
        program.chmod(0o755)
        with pytest.raises(error, match=r"^that went wrong$"):
            benchmark.measure(here())
    program.write_text("#!/bin/sh\nkill -SEGV $$\n")
    with pytest.raises(HashloomError, match="skein-benchmark ended with tool-crash"):
        benchmark.measure(here())


def test_the_digest_of_the_sources_depends_on_names_and_contents(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    another_repository(monkeypatch, tmp_path)
    sources = tmp_path / "libskein" / "src"
    (sources / "generated").mkdir(parents=True)
    (sources / "a.c").write_text("1")
    digests = [benchmark.sources_digest(here())]
    (sources / "a.c").write_text("2")
    digests.append(benchmark.sources_digest(here()))
    (sources / "a.c").write_text("2 /* a\ncomment */ // and another")
    (sources / "b.h").write_text('char *a = "// none"; // one')
    (sources / "CMakeLists.txt").write_text('set(a "# none") # one')
    commented = benchmark.sources_digest(here())
    (sources / "a.c").write_text("2    ")
    (sources / "b.h").write_text('char *a = "// none";  ')
    (sources / "CMakeLists.txt").write_text('set(a "# none")  ')
    assert benchmark.sources_digest(here()) == commented
    (sources / "b.h").write_text('char *a = "// some";  ')
    digests += [commented, benchmark.sources_digest(here())]
    (sources / "a.c").rename(sources / "generated" / "a.c")
    digests.append(benchmark.sources_digest(here()))
    assert len(set(digests)) == 5


def test_command_prints_tables_and_writes_them(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["bench", "--sizes", "64", "--rounds", "2", "-o", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "One message" in out
    assert "Many messages" in out
    assert "Tree" not in out, "64 bytes are no tree"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bench-cycles-per-byte.svg", "bench.json"]


def test_what_was_measured_elsewhere_stays(
    folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    arguments = [
        "bench",
        "--sizes",
        "64",
        "--rounds",
        "1",
        "--subjects",
        "one/*portable",
        "-o",
        str(tmp_path),
    ]
    assert main(arguments) == 0
    path = tmp_path / "bench.json"
    document = json.loads(path.read_text())
    document["provenance"]["machine"] |= {"processor": "another one", "microarchitecture": None}
    path.write_text(json.dumps(document))
    for _ in range(2):
        assert main(arguments) == 0
        made = json.loads(path.read_text())
        assert made["elsewhere"] == [{key: document[key] for key in ("provenance", "rows")}]
        assert made["provenance"]["machine"]["processor"] != "another one"


def test_command_prints_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--quick", "--rounds", "1", "--subjects", "one/*portable"]
    assert main(["bench", "--json", *arguments]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [row["function"] for row in document["rows"]] == list(SKEIN)
    assert document["provenance"]["sizes"] == [64, 8192]


def test_command_refuses_what_the_program_refuses(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--subjects", "blake9"]) == UsageError.exit_status
    assert "that matches a name of --list, not 'blake9'" in capsys.readouterr().err


def test_remarks_name_what_is_missing_and_a_clock_that_cannot_be() -> None:
    assert benchmark.remarks(measured_rows.measurement(64)) == []
    (line,) = benchmark.remarks(measured_rows.measurement(64, without="nettle"))
    assert line.startswith("nettle is not measured")
    assert line.endswith("apt-get install nettle-dev")
    (line,) = benchmark.remarks(measured_rows.measurement(64, unit="nanoseconds"))
    assert "nanoseconds" in line
    broken = measured_rows.measurement(64)
    broken.provenance["clock"]["check"] = 1.3
    (line,) = benchmark.remarks(broken)
    assert "1.30 instead of 1" in line
    unsteady = measured_rows.measurement(64)
    unsteady.provenance["clock"]["unsteady_samples"] = 6
    (line,) = benchmark.remarks(unsteady)
    assert "during 6 of 100 samples" in line


def test_the_best_peer_is_the_fastest_that_is_not_broken() -> None:
    found = measured_rows.measurement(64, 8000)
    best, same = found.best_peer(64), found.best_peer(64, "skein-1.3-512-512")
    assert best is not None
    assert (best["library"], best["function"]) == ("OpenSSL", "sha256")
    assert same is not None
    assert same["library"] == "OpenSSL"
    assert found.best_peer(64, "skein-1.3-256-256") is None
    assert found.best_peer(65) is None
    assert found.typical_size() == 8000


class Theirs:
    """In the form of PySkein's module, by the reference model, wrong for messages of `wrong` bytes."""

    __version__ = "1.0"

    def __init__(self, wrong: int = -1) -> None:
        self.wrong = wrong

    def __getattr__(self, name: str) -> Any:
        def function(message: bytes, digest_bits: int) -> SimpleNamespace:
            if len(message) == self.wrong:
                message += b"x"
            digest = Skein(int(name.removeprefix("skein")), digest_bits).digest(message)
            return SimpleNamespace(digest=lambda: digest)

        return function


def test_pyskein_is_measured_by_its_ratio_to_the_portable_kernel(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pyskein, "SMALLEST", 1000)
    portable = [row for row in measured_rows.measurement(64, 1000).rows if row["messages"] == 1][:3]
    found = list(pyskein.rows(Theirs(), folder / "libskein.so", portable, rounds=3))
    assert [row["function"] for row in found] == list(SKEIN)
    for row in found:
        assert row.keys() == measured_rows.row("peer", "", "", 1.0, ()).keys()
        assert list(row["per_byte"]) == ["1000"], "64 bytes would measure Python"
        assert row["per_byte"]["1000"]["median"] > 100, "the reference model is slow"
    with pytest.raises(CheckFailed, match="wrong digest of 1000 bytes by PySkein or libskein"):
        list(pyskein.rows(Theirs(wrong=1000), folder / "libskein.so", portable, rounds=3))


def test_quantiles_of_python_are_those_of_the_program() -> None:
    values = [float(number) for number in range(101)]
    assert pyskein.summary(values[::-1]) == {
        "p5": 5.0, "lower_quartile": 25.0, "median": 50.0, "upper_quartile": 75.0, "p95": 95.0,
        "samples": 101,
    }  # fmt: skip
    assert set(pyskein.summary([2.0]).values()) == {1, 2.0}


@pytest.mark.parametrize("installed", [True, False])
def test_pyskein_is_a_peer_where_python_has_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch, installed: bool
) -> None:
    monkeypatch.setattr(pyskein, "SMALLEST", 64)
    monkeypatch.setattr(pyskein, "module", lambda: Theirs() if installed else None)
    found = benchmark.measure(here(), sizes="64", subjects="*/skein-1.3-512-512/*", rounds=1)
    absent = [entry["library"] for entry in found.provenance["absent"]]
    assert ("PySkein" in absent) is not installed
    functions = [row["function"] for row in found.rows if row["library"] == "PySkein"]
    assert functions == (["skein-1.3-512-512"] if installed else [])
    assert ("PySkein" in found.provenance["libraries"]) is installed
