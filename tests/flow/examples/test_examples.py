# SPDX-License-Identifier: Apache-2.0
"""The examples: the stream pipeline beside skeinsum, the ULX3S design on its serial line, its bitstream."""

import hashlib
import io
import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from bus_simulation import Settings, simulate
from folders import ROOT, SUPPORT
from made_once import made_once
from own_state import here
from skeinsum_command import program

from hashloom import catalogue
from hashloom.analysis.bus_overhead import sources as bus_sources
from hashloom.catalogue import rtl
from hashloom.catalogue.adapters import ADAPTERS
from hashloom.catalogue.rtl import RtlUnit
from hashloom.models.skein import Skein

EXAMPLES = ROOT / "examples"
ULX3S = EXAMPLES / "ulx3s"
ULX3S_RTL = ("uart_receiver", "uart_transmitter", "chunk_decoder", "ulx3s")


def sources(example: str) -> list[Path]:
    folder = EXAMPLES / example
    return [(folder / line).resolve() for line in (folder / "sources.f").read_text().split()]


@pytest.mark.parametrize(
    ("example", "levels", "own"),
    [
        ("stream", ("top", "arguments"), ["stream_pipeline.sv"]),
        ("ulx3s", ("top",), [f"rtl/{name}.sv" for name in ULX3S_RTL]),
    ],
)
def test_the_sources_are_those_of_the_core_files(
    example: str, levels: tuple[rtl.Level, ...], own: list[str]
) -> None:
    design = catalogue.resolve_design("skein-512", here())
    wanted = {source.resolve() for level in levels for source in rtl.unit(design, level).sources}
    wanted |= {path.resolve() for path in bus_sources(here()) if path.name in ADAPTERS["axis"].files}
    found = sources(example)
    assert (set(found), len(found)) == (
        wanted | {EXAMPLES.resolve() / example / name for name in own},
        len(set(found)),
    )


@pytest.mark.parametrize(("example", "top"), [("stream", "stream_pipeline"), ("ulx3s", "ulx3s")])
def test_lint(example: str, top: str) -> None:
    command = ["verilator", "--lint-only", "-Wall", "--top-module", top, *map(str, sources(example))]
    for parameters in ([], ["-GARGUMENTS=1"]) if example == "stream" else ([],):
        done = subprocess.run([*command, *parameters], capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stdout + done.stderr) == (0, "")
    icarus = ["iverilog", "-g2012", "-t", "null", "-s", top, *map(str, sources(example))]
    done = subprocess.run(icarus, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


@pytest.fixture(scope="module")
def pipelines(shared_folder: Path) -> Path:
    """Folder of the programs `stream` and `stream-keyed`."""

    def make(folder: Path) -> None:
        # Verilator's own makefile asks for -Os behind these flags.
        fast = [f"{name}=-O0" for name in ("OPTIMISE", "OPT_FAST", "OPT_GLOBAL")]
        command = ["make", "-C", str(EXAMPLES / "stream"), f"BUILD={folder}", *fast]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600)
        assert done.returncode == 0, done.stdout + done.stderr

    return made_once(shared_folder, "stream", make)


def lines(command: list[str], folder: Path) -> tuple[str, str]:
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr


@pytest.mark.long
def test_the_stream_pipeline_agrees_with_skeinsum(
    pipelines: Path, tmp_path: Path, rng: random.Random
) -> None:
    lengths = [0, 64, *(rng.randrange(1, 3000) for _ in range(7))]
    rng.shuffle(lengths)
    names = [f"{number} of {length} bytes" for number, length in enumerate(lengths)]
    for name, length in zip(names, lengths, strict=True):
        (tmp_path / name).write_bytes(rng.randbytes(length))
    names.append("a name with\na line's end")
    (tmp_path / names[-1]).write_bytes(b"")
    expected, _ = lines([str(program()), *names], tmp_path)
    found, said = lines([str(pipelines / "stream"), *names], tmp_path)
    assert found == expected
    assert re.match(rf"{sum(lengths)} bytes in \d+ cycles: \d+\.\d{{4}} cycles per byte\n", said)
    for length in (8, rng.randrange(65, 200)):
        (tmp_path / "key").write_bytes(rng.randbytes(length))
        expected, _ = lines([str(program()), "--key-file=key", *names], tmp_path)
        found, _ = lines([str(pipelines / "stream-keyed"), "--key-file=key", *names], tmp_path)
        assert found == expected


@pytest.mark.long
def test_four_files_are_hashed_at_the_rate_of_the_core(pipelines: Path, tmp_path: Path) -> None:
    (tmp_path / "long").write_bytes(bytes(64 * 200))
    names = ["long"] * 4
    found, said = lines([str(pipelines / "stream"), *names], tmp_path)
    assert found == f"{Skein(512, 512).digest(bytes(64 * 200)).hex()}  long\n" * 4
    assert (
        int(said.split()[3])
        < 1.05 * 4 * 200 * catalogue.resolve_design("skein-512/2r-4m", here()).cycles_per_block
    )


@pytest.mark.long
def test_the_stream_pipeline_refuses(pipelines: Path, tmp_path: Path) -> None:
    for command, status, words in (
        ("stream", 2, "usage:"),
        ("stream --key-file=key file", 2, "usage:"),
        ("stream nothere", 1, "nothere cannot be opened"),
        ("stream .", 1, ". cannot be read"),
        ("stream-keyed --key-file=/dev/null .", 1, "the key in /dev/null is empty"),
    ):
        argv = f"{pipelines}/{command}".split()
        done = subprocess.run(argv, cwd=tmp_path, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stdout) == (status, ""), command
        assert words in done.stderr


@pytest.mark.long
def test_the_board_answers_its_host_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rng: random.Random
) -> None:
    monkeypatch.setenv("PYTHONPATH", f"{ULX3S}:{SUPPORT}")
    monkeypatch.syspath_prepend(str(ULX3S))
    chosen = Settings("skein-512/1r-1m", 8, rng.getrandbits(32), {"cycles": 4})
    print(chosen)
    unit = RtlUnit("ulx3s", "ulx3s", tuple(sources("ulx3s")), (("CYCLES", 4),))
    assert simulate(unit, "example_uart_bench", chosen, tmp_path) == 3


def test_the_host_program_frames_messages(monkeypatch: pytest.MonkeyPatch, rng: random.Random) -> None:
    monkeypatch.syspath_prepend(str(ULX3S))
    from hash_over_uart import chunks, software

    data = rng.randbytes(600)
    assert b"".join(chunks(io.BytesIO(data))) == b"".join(
        [b"\xff", data[:255], b"\xff", data[255:510], b"\x5a", data[510:], b"\0"]
    )
    assert b"".join(chunks(io.BytesIO())) == b"\0"
    assert software()(data) == Skein(512, 512).digest(data)


def test_the_host_program_says_how_it_is_used() -> None:
    command = [sys.executable, str(ULX3S / "hash_over_uart.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: hash_over_uart.py PORT FILE...\n"


def test_the_bitstream_was_made_from_these_sources() -> None:
    document = json.loads((ROOT / "results" / "ulx3s.json").read_text())
    unit = RtlUnit("ulx3s", "ulx3s", tuple(sources("ulx3s")), ())
    assert document["rtl_digest"] == unit.digest(), "make -C examples/ulx3s results"
    pins = hashlib.sha256((ULX3S / "ulx3s.lpf").read_bytes()).hexdigest()
    assert document["pins_sha256"] == pins, "make -C examples/ulx3s results"
    assert document["clock_mhz"] >= document["clock_wanted_mhz"] == 25
