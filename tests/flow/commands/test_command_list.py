# SPDX-License-Identifier: Apache-2.0
import json

import pytest
from own_state import here

from hashloom import catalogue
from hashloom.commands import list_, main


def test_lists_every_function_and_design(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    first = {line.split()[0] for line in lines if line}
    assert {function.name for function in catalogue.functions(here())} <= first
    assert {design.name for design in catalogue.designs(here())} <= first
    assert [line for line in lines if line in ("functions:", "designs:", "targets:")] == [
        "functions:",
        "designs:",
        "targets:",
    ]


def test_json_has_what_was_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    assert set(json.loads(capsys.readouterr().out)) == {"kind", "schema", "functions", "designs", "targets"}
    assert main(["list", "functions", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"kind", "schema", "functions"}
    row = next(row for row in found["functions"] if row["name"] == "skein-1.3-512-256")
    assert (row["family"], row["block_bits"], row["digest_bits"]) == ("skein", 512, 256)


def test_designs_have_their_cycles(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "designs", "--json"]) == 0
    rows = {row["name"]: row for row in json.loads(capsys.readouterr().out)["designs"]}
    for design in catalogue.designs(here()):
        row = rows[design.name]
        assert row["cycles_per_block"] == float(design.cycles_per_block)
        assert row["latency_cycles"] == design.latency_cycles(1)
        assert row["stages"] == design.architecture.stages


def test_targets_have_a_name_and_a_description() -> None:
    for row in list_.targets():
        assert row["name"]
        assert row["description"]


def test_empty_list(capsys: pytest.CaptureFixture[str]) -> None:
    list_.print_table([])
    assert capsys.readouterr().out == "(none)\n"
