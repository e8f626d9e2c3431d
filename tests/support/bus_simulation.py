# SPDX-License-Identifier: Apache-2.0
"""Runs a cocotb bench (`bus_*_bench.py`) on RTL with Icarus, as a job with a limit of time.

python bus_simulation.py CALL    what the job runs: `call.json`, the arguments of cocotb's runner
"""

import json
import os
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner
from own_state import here

from hashloom import catalogue
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import jobs
from hashloom.models import HashModel, model_for
from hashloom.verification.cases import random_message

SETTINGS = "HASHLOOM_BENCH"
QUICK = ("random_messages", "full_rate")
LIMITS = jobs.Limits(wall_seconds=300)
"""Of a bench with all its tests, which take some seconds: enough on a machine with much else to do."""


@dataclass(frozen=True)
class Settings:
    """What a bench must know: the design by name, width of its words, seed, and options of its own."""

    design: str
    word: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def resolved(self) -> Design:
        return catalogue.resolve_design(self.design, here())

    @property
    def model(self) -> HashModel:
        return model_for(self.resolved.function)


def settings() -> Settings:
    """In a bench: what the test said."""
    return Settings(**json.loads(os.environ[SETTINGS]))


def simulate(unit: RtlUnit, bench: str, chosen: Settings, folder: Path, limits: jobs.Limits = LIMITS) -> int:
    """Run every cocotb test of the bench; how many passed. AssertionError if one failed or none ended.

    With the option `brief`, for cores that Icarus simulates slowly, only those of QUICK; with `rate` False
    the first of them: cocotb runs what a filter names, even if it is marked to be skipped.
    """
    names = QUICK[: 1 if chosen.options.get("rate") is False else None]
    quick = f"({'|'.join(names)})$" if chosen.options.get("brief") else None
    return run_bench(unit, bench, folder, quick, chosen.seed, {SETTINGS: json.dumps(vars(chosen))}, limits)


def run_bench(
    unit: RtlUnit,
    bench: str,
    folder: Path,
    tests: str | None,
    seed: int,
    environment: dict[str, str],
    limits: jobs.Limits = LIMITS,
) -> int:
    """Run the cocotb tests of a module whose names match `tests` (all by default), as `simulate` does."""
    build = {
        "sources": [str(source) for source in unit.sources],
        "parameters": dict(unit.parameters),
        "hdl_toplevel": unit.top,
        "build_dir": str(folder),
        "timescale": ["1ns", "1ps"],
    }
    test = {
        "test_module": bench,
        "hdl_toplevel": unit.top,
        "build_dir": str(folder),
        "test_dir": str(folder),
        "results_xml": str(folder / "results.xml"),
        "seed": seed,
        "test_filter": tests,
        "timescale": ["1ns", "1ps"],
        "extra_env": {**environment, "COCOTB_LOG_LEVEL": "WARNING"},
    }
    call = folder / "call.json"
    call.write_text(json.dumps({"build": build, "test": test}), encoding="utf-8")
    outcome = jobs.run(
        [sys.executable, str(Path(__file__).resolve()), str(call)],
        folder,
        folder / "bench.log",
        limits,
        {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    what = f"{bench} {environment}\n{outcome.tail(80)}"
    assert outcome.state != jobs.TIMED_OUT, f"the simulation hangs, {limits.wall_seconds:g} s were up: {what}"
    report = folder / "results.xml"
    assert report.exists(), f"the simulation ended before its tests: {what}"
    ran, failures = get_results(report)
    passed = ran - len(list(ElementTree.parse(report).iter("skipped")))
    assert (passed > 0, failures) == (True, 0), what
    return passed


def _job(call: Path) -> None:
    arguments = json.loads(call.read_text(encoding="utf-8"))
    runner = get_runner("icarus")
    runner.build(**arguments["build"])
    runner.test(**arguments["test"])


@dataclass(frozen=True)
class Message:
    """A message of `bits` bits and its digest, which has `digest_bits` bits where the design does not say."""

    data: bytes
    bits: int
    digest: bytes
    digest_bits: int = 0


def messages(chosen: Settings, source: random.Random, count: int, blocks: float = 2.2) -> list[Message]:
    """Random messages of up to so many blocks, among them the empty one; half of them whole bytes."""
    model = chosen.model
    limit = int(blocks * model.block_bits)
    lengths = [0, source.randrange(1, 9), model.block_bits][:count]
    while len(lengths) < count:
        bits = source.randrange(limit)
        lengths.append(bits - bits % source.choice([1, 8, chosen.word]))
    source.shuffle(lengths)
    result = []
    for bits in lengths:
        data = random_message(source, bits)
        result.append(Message(data, bits, model.digest(data, bits)))
    return result


if __name__ == "__main__":
    _job(Path(sys.argv[1]))
