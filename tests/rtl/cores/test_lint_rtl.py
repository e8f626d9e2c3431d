# SPDX-License-Identifier: Apache-2.0
"""Four tools read every core without a word of complaint: verilator, Icarus, and both front ends of yosys.

`results/lint.json` says so of this RTL. What it does not have of the RTL as it is now is read here; of the
rest a random sample is read anew, and with HASHLOOM_TEST_LINT=all everything.
"""

import random
from pathlib import Path

import lint_sample
import pytest
from checksum_designs import EVERY_WIDTH, PADDINGS, bus_unit, top_unit
from folders import RESULTS
from lint_sample import every_reader
from own_state import here
from padding_rules import RULES

from hashloom import lint
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design
from hashloom.catalogue.rtl import RtlUnit
from hashloom.execution import code
from hashloom.lint import readers
from hashloom.lint.document import load
from hashloom.lint.units import designs
from hashloom.results.lint import Lint

SECONDS = 4.0
"""CPU time of the sample of each reader."""
SHELLS = 5
"""Shells and buses of the sample of each reader."""


@pytest.fixture(scope="module")
def units() -> list[RtlUnit]:
    return lint.every_unit(here())


@pytest.fixture(scope="module")
def document() -> Lint:
    return load(RESULTS / f"{lint.NAME}.json", here())


@every_reader
def test_every_unit_was_read_as_it_is_now(
    reader: str, units: list[RtlUnit], document: Lint, tmp_path: Path
) -> None:
    changed = lint_sample.unknown(document, units, reader)
    assert lint_sample.said(changed, reader, tmp_path) == {}
    assert [unit.name for unit in changed] == [], lint_sample.RENEW


def test_the_document_has_nothing_else_and_no_complaint(units: list[RtlUnit], document: Lint) -> None:
    assert lint_sample.left_over(document, units) == [], lint_sample.RENEW
    assert document.provenance.code == code.digest(*readers.CODE), lint_sample.RENEW
    assert [(one.unit, one.reader) for one in document.readings if one.complaints] == []


@pytest.mark.long
@every_reader
def test_a_sample_reads_as_the_document_says(
    reader: str, units: list[RtlUnit], document: Lint, rng: random.Random, tmp_path: Path
) -> None:
    by_name = {unit.name: unit for unit in units}
    costs = lint_sample.costs_of(document, reader, by_name)
    chosen = list(by_name) if lint_sample.takes_all() else lint_sample.drawn(costs, SECONDS, rng)
    assert chosen
    assert lint_sample.said([by_name[name] for name in chosen], reader, tmp_path) == {}


def of_tests() -> list[RtlUnit]:
    """Shell and bus around a core of the tests, so that every part of them is used."""
    numbers = [number for number, rule in enumerate(RULES) if rule.name in EVERY_WIDTH]
    shells = [top_unit(number, 32, stages) for number in numbers for stages in (1, 3)]
    shapes = [(circuits, interleave) for circuits in (1, 3, 4) for interleave in (0, 1)]
    buses = [bus_unit(number, 32, *shape) for number in PADDINGS for shape in shapes]
    return shells + buses


@every_reader
def test_shells_and_buses(reader: str, rng: random.Random, tmp_path: Path) -> None:
    assert lint_sample.said(lint_sample.some(of_tests(), SHELLS, rng), reader, tmp_path) == {}


@pytest.mark.parametrize("design", designs(here()), ids=lambda one: one.name)
def test_a_core_is_in_its_message_level(design: Design) -> None:
    """All of its files, and the values of all its parameters: what reads the latter has read the former."""
    core, top = rtl.unit(design, "core"), rtl.unit(design, "top")
    assert core.parameters
    assert set(core.sources) < set(top.sources)
    assert set(core.parameters) <= set(top.parameters)
