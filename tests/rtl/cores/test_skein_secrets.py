# SPDX-License-Identifier: Apache-2.0
"""Skein's requests without SECRET are the circuits that they would be if nobody had thought of secrets."""

from dataclasses import replace
from pathlib import Path

import pytest
from cut_circuits import cuts, without
from folders import CORES
from own_state import here, own_session

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.planting import Change
from hashloom.catalogue.rtl import Level, RtlUnit
from hashloom.flow import circuit

CUTS = cuts("secret_cuts.toml")
FORMS: list[tuple[str, Level, dict[str, int]]] = [
    ("skein-256/8r-1m", "arguments", {}),
    ("skein-256/4r-2m", "arguments", {"KINDS": 1, "WORD": 8}),
    ("skein-256/8r-1m", "tree", {"KINDS": 1, "HEIGHT": 3, "ROOM": 2}),
    ("skein-256/4r-2m", "tree", {"HEIGHT": 3, "ROOM": 2, "WORD": 32}),
]


def requests(name: str, level: Level, **parameters: int) -> RtlUnit:
    found = rtl.unit(catalogue.resolve_design(name, here()), level)
    return replace(found, parameters=tuple({**dict(found.parameters), **parameters}.items()))


def test_every_module_of_skein_with_secrets_is_cut() -> None:
    sources = [path for path in (CORES / "skein" / "rtl").glob("*.sv") if "SECRET" in path.read_text()]
    assert {path.stem for path in sources} == {cut.file for cut in CUTS}
    for path in sources:
        text = path.read_text()
        for cut in CUTS:
            if cut.file == path.stem:
                text = cut.planted(text)
        code = "\n".join(line.partition("//")[0] for line in text.splitlines())
        for kept in (".wipe(1'b0)", "wipe_lane"):
            code = code.replace(kept, "")
        assert not [word for word in ("SECRET", "wip", "flush") if word in code], path


@pytest.mark.long
@pytest.mark.parametrize(("name", "level", "parameters"), FORMS, ids=str)
@pytest.mark.sampled(2)
def test_without_secrets_nothing_is_paid(
    name: str, level: Level, parameters: dict[str, int], tmp_path: Path
) -> None:
    unit = requests(name, level, **parameters)
    former = without(unit, CUTS, tmp_path)
    assert former.digest() != unit.digest()
    assert circuit.digest(unit, own_session()) == circuit.digest(former, own_session())


@pytest.mark.long
def test_with_secrets_it_is_another_circuit() -> None:
    plain = requests("skein-256/8r-1m", "arguments")
    secret = requests("skein-256/8r-1m", "arguments", SECRET=1)
    assert circuit.digest(plain, own_session()) != circuit.digest(secret, own_session())


@pytest.mark.long
@pytest.mark.parametrize(
    ("level", "gate"),
    [
        ("arguments", Change("skein_strings", "      assign wiping = rst;", "      assign wiping = !rst;")),
        ("tree", Change("skein_tree_nodes", "      assign wipe  = 1'b0;", "      assign wipe  = rst;")),
    ],
    ids=["strings", "nodes"],
)
@pytest.mark.sampled(1)
def test_a_gate_that_is_paid_without_secrets_is_noticed(level: Level, gate: Change, tmp_path: Path) -> None:
    more = {"HEIGHT": 2, "ROOM": 2} if level == "tree" else {}
    unit = requests("skein-256/8r-1m", level, **more)
    changed = unit.with_file(gate.write(unit, tmp_path))
    assert circuit.digest(unit, own_session()) != circuit.digest(changed, own_session())
