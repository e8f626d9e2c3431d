# SPDX-License-Identifier: Apache-2.0
import json

import pytest
from own_state import here

from hashloom import catalogue
from hashloom.commands import list_, main
from hashloom.errors import UsageError

SHA2 = catalogue.resolve_function("sha256", here()).family.architectures


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


@pytest.mark.parametrize(
    ("arguments", "functions", "designs", "targets"),
    [
        (["sha256"], {"sha256"}, {f"sha256/{name}" for name in SHA2}, set()),
        (["designs", "SHA256"], None, {f"sha256/{name}" for name in SHA2}, None),
        (["functions", "bmw"], {"bmw-r2-256", "bmw-r2-512"}, None, None),
        (["skein-512/2r-2m"], set(), {"skein-1.3-512-512/2r-2m"}, set()),
        (["functions", "skein-512-333"], {"skein-1.3-512-333"}, None, None),
        (["ecp5"], set(), set(), {"ecp5"}),
        (["targets", "virtex*"], None, None, {"virtex4", "virtex5"}),
        (["*-r2-*/serial"], set(), {"bmw-r2-256/serial", "bmw-r2-512/serial"}, set()),
        (["functions", "jh-r[23]-512"], {"jh-r2-512", "jh-r3-512"}, None, None),
        (
            ["designs", "luffa-*-256"],
            None,
            {f"luffa-r2-256/{n}" for n in ("basic", "apart", "apart-2m", "compact-16", "compact-8")},
            None,
        ),
    ],
)
def test_a_name_narrows_the_lists(
    arguments: list[str],
    functions: set[str] | None,
    designs: set[str] | None,
    targets: set[str] | None,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A list that was not asked for is not there, nor one that the name leaves nothing of."""
    assert main(["list", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    wanted = {"functions": functions, "designs": designs, "targets": targets}
    assert {kind: {row["name"] for row in found[kind]} for kind in wanted if kind in found} == {
        kind: names for kind, names in wanted.items() if names
    }


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["sha265"], "nothing is called 'sha265'; the nearest known: sha256"),
        (["targts"], "nothing is called 'targts'; the nearest known: targets"),
        (["osu18"], "nothing is called 'osu18'; the nearest known: osu018"),
        (["fun", "sha256"], "'fun' cannot be listed; the nearest known: functions"),
        (["targets", "ecp6"], "nothing is called 'ecp6'; the nearest known: ecp5"),
        (["targets", "sha256"], "no targets like 'sha256'; known: cyclone4"),
        (["sha25?x"], "no names like 'sha25?x'; the nearest known: sha256"),
        (["sha256/basics"], "sha256 has no architecture 'basics'; the nearest known: basic"),
    ],
)
def test_what_is_not_there_gets_near_names(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["list", *arguments]) == UsageError.exit_status
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"hashloom: {complaint}")
