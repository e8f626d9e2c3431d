# SPDX-License-Identifier: Apache-2.0
"""Runs a cocotb bench (`bus_*_bench.py`) on a module of `bus_designs.py` with Icarus."""

import json
import os
import random
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

from hashloom import catalogue
from hashloom.design import Design
from hashloom.models import HashModel, model_for
from hashloom.rtl import RtlUnit
from hashloom.verification_cases import random_message

SETTINGS = "HASHLOOM_BENCH"
QUICK = ("random_messages", "full_rate")


@dataclass(frozen=True)
class Settings:
    """What a bench must know: the design by name, width of its words, seed, and options of its own."""

    design: str
    word: int
    seed: int
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def resolved(self) -> Design:
        return catalogue.resolve_design(self.design)

    @property
    def model(self) -> HashModel:
        return model_for(self.resolved.function)


def settings() -> Settings:
    """In a bench: what the test said."""
    return Settings(**json.loads(os.environ[SETTINGS]))


def simulate(unit: RtlUnit, bench: str, chosen: Settings, folder: Path) -> int:
    """Run every cocotb test of the bench; how many passed. AssertionError if one failed.

    With the option `brief`, for cores that Icarus simulates slowly, only those of QUICK.
    """
    runner = get_runner("icarus")
    runner.build(
        sources=list(unit.sources),
        hdl_toplevel=unit.top,
        parameters=dict(unit.parameters),
        build_dir=folder,
        timescale=("1ns", "1ps"),
        log_file=folder / "build.log",
    )
    report, log = folder / "results.xml", folder / "test.log"
    # The runner ends the program where a bench fails.
    with suppress(SystemExit):
        runner.test(
            test_module=bench,
            hdl_toplevel=unit.top,
            build_dir=folder,
            test_dir=folder,
            results_xml=str(report),
            seed=chosen.seed,
            test_filter=f"({'|'.join(QUICK)})$" if chosen.options.get("brief") else None,
            timescale=("1ns", "1ps"),
            log_file=log,
            extra_env={
                SETTINGS: json.dumps(vars(chosen)),
                "COCOTB_LOG_LEVEL": "WARNING",
            },
        )
    tests, failures = get_results(report)
    assert (tests > 0, failures) == (True, 0), f"{chosen}\n{log.read_text(encoding='utf-8')[-6000:]}"
    return tests


@dataclass(frozen=True)
class Message:
    """A message of `bits` bits and its digest."""

    data: bytes
    bits: int
    digest: bytes


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
