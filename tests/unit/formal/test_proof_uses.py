# SPDX-License-Identifier: Apache-2.0
"""Every parameter set of a shared module that is used is proven, or listed as not proven."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from folders import ROOT
from own_state import another_repository, here

from hashloom.analysis import parameter_sets
from hashloom.analysis.parameter_sets import NAME, of_unit, sets_by_module, sets_of
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.formal import table, uses
from hashloom.formal.uses import Module, is_proven, modules, proven
from hashloom.results import reader
from hashloom.results.proofs import ProofUses

RESULTS = ROOT / "results" / f"{NAME}.json"
SAMPLE = 3
ARITHMETIC = re.compile(r"_adder|carry_save|parallel_counter|aes_|gf256|_pkg$")
PARTS = {
    "message_end": "message_padder",
    "message_length": "message_padder",
    "axis_beat_decoder": "axis_adapter",
    "axis_beat_encoder": "axis_adapter",
    "lane_arbiter": "axis_adapter",
    "hash_registers": "register_adapter",
    "hash_registers_axil": "register_adapter",
}
"""Modules that are proven as parts of another, in its parameters."""


BESIDE = {"context_give", "context_reader", "context_shell", "message_wipe", "stream_slice", "tag_check"}
"""Modules that stand beside a hash function, in no design."""
WHOLE = (
    "message_padder",
    "block_collector",
    "digest_serializer",
    "round_control",
    "axis_adapter",
    "gmu_receiver",
    "message_bus_turn",
)
"""Modules that are proven in every parameter set in which they are used."""


@pytest.fixture(scope="module", autouse=True)
def tables_of_proofs_are_read_once() -> Iterator[None]:
    """Nothing here changes them, and each module asks for all of them."""
    every = cache(table.proofs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(uses, "proofs", lambda places, names: every(places, tuple(names)))
        yield


@pytest.fixture(scope="module")
def document() -> ProofUses:
    return reader.read(RESULTS, ProofUses, here())


def unproven(sets: dict[str, list[dict[str, int]]], table: Sequence[Module]) -> dict[str, int]:
    """Modules without a reason that are used where they are not proven, and how often."""
    known = {module.name: proven(module, here()) for module in table}
    found = {
        module.name: sum(
            not is_proven(module, one, known[module.name], here()) for one in sets.get(module.name, [])
        )
        for module in table
        if not module.open
    }
    return {name: count for name, count in found.items() if count}


def test_the_table_has_every_shared_module() -> None:
    named = [module.name for module in modules(here())]
    assert len(named) == len(set(named))
    files = {
        path.stem for folder in ("common", "bus") for path in (ROOT / "cores" / folder / "rtl").glob("*.sv")
    }
    assert {name for name in files if not ARITHMETIC.search(name)} == {*named, *PARTS}
    assert set(PARTS.values()) <= set(named)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            'name = "a"\nproofs = []',
            "line 1, module 'a': accepts is missing; it must be a text in quotation marks",
        ),
        (
            'name = 1\nproofs = []\naccepts = ""',
            "line 2, module: name is 1; it must be a text in quotation marks that is not empty",
        ),
        (
            'name = "a"\nproofs = []\naccepts = ""\nfix = 1',
            "line 5, module 'a' has no entry 'fix'; the nearest known: fixed",
        ),
        (
            'name = "a"\nproofs = []\naccepts = ""\nfixed = {W = "8"}',
            "line 5, module 'a', fixed: W is '8'; it must be a whole number",
        ),
    ],
)
def test_a_wrong_entry_of_the_table_is_named(
    text: str, complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "cores" / uses.WIDTHS
    table.parent.mkdir(parents=True)
    table.write_text(f"[[module]]\n{text}\n")
    another_repository(monkeypatch, tmp_path)
    with pytest.raises(UsageError, match=re.escape(complaint)) as caught:
        modules(here())
    assert str(caught.value).startswith(str(tmp_path))


def test_a_default_may_name_another_parameter() -> None:
    text = "#(parameter integer DIGIT = 32,\n parameter integer WORD = DIGIT,\n parameter integer X = f(2))"
    assert uses.defaults(text) == {"DIGIT": 32, "WORD": 32}
    assert uses.defaults(text, {"DIGIT": 8}) == {"DIGIT": 8, "WORD": 8}
    assert uses.defaults(text, {"WORD": 16, "Y": 1}) == {"DIGIT": 32, "WORD": 16}


def test_what_is_used_is_proven_or_listed(document: ProofUses) -> None:
    sets = sets_by_module(document)
    assert {*sets, *BESIDE} == {module.name for module in modules(here())}
    assert unproven(sets, modules(here())) == {}


def test_padder_and_adapters_are_proven_as_they_are_used(
    document: ProofUses,
) -> None:
    sets = sets_by_module(document)
    for module in modules(here()):
        if module.name in WHOLE:
            known = proven(module, here())
            listed = [
                one
                for one in sets[module.name]
                if one.get("BEAT", 0) >= one.get("DIGEST", 0) or one["BEAT"] > 64
            ]
            assert [one for one in listed if not is_proven(module, one, known, here())] == []


def test_a_set_that_is_not_proven_is_noticed(document: ProofUses) -> None:
    sets = sets_by_module(document)
    silent = [module.model_copy(update={"open": ""}) for module in modules(here())]
    assert {"digest_buffer", "message_shell", "gmu_lane"} <= set(unproven(sets, silent))
    (padder,) = (module for module in silent if module.name == "message_padder")
    used = sets["message_padder"][0]
    assert is_proven(padder, used, proven(padder, here()), here())
    for wrong in ({**used, "COUNT_BITS": 63}, {**used, "WORD": 256}, {**used, "AFTER": 3}):
        assert not is_proven(padder, wrong, proven(padder, here()), here())
        assert unproven({"message_padder": [wrong]}, [padder]) == {"message_padder": 1}
    shorter = {name: value for name, value in used.items() if name != "SUFFIX"}
    assert not is_proven(padder, shorter, proven(padder, here()), here())


def test_the_document_names_every_unit_and_a_sample_is_as_it_says(
    document: ProofUses, rng: random.Random
) -> None:
    units = parameter_sets.units(here())
    assert list(document.units) == sorted(units)
    for name in rng.sample(sorted(units), SAMPLE):
        assert sorted(of_unit(units[name], here())) == sorted(sets_of(document, name)), name


def test_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["prove", "--uses", "word-fifo"]) == 2
    assert capsys.readouterr().err.startswith("hashloom: --uses looks at every design")
