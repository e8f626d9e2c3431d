# SPDX-License-Identifier: Apache-2.0
"""The tables of `core.toml`: complete and plain, mistakes named, a function added by an entry."""

import json
import re
import tomllib
from typing import Any

import pytest
from folders import ROOT
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import Family
from hashloom.errors import UsageError
from hashloom.models import model_for

every_family = pytest.mark.parametrize("family", catalogue.families(here()), ids=lambda family: family.name)


def content(family: Family) -> dict[str, Any]:
    return tomllib.loads((family.folder / "core.toml").read_text(encoding="utf-8"))


@every_family
def test_functions_are_plain(family: Family) -> None:
    """Only an entry that stands for an open set of names has expressions, and no condition."""
    for name, entry in content(family)["functions"].items():
        values = [entry] if not isinstance(entry, dict) else list(entry.values())
        values += [one for value in values if isinstance(value, dict) for one in value.values()]
        texts = [value for value in values if isinstance(value, str)]
        of_all = not isinstance(entry, dict)
        assert not texts or "{" in name or of_all, name
        assert not any(" if " in text for text in texts), name


@every_family
def test_conditions_are_of_architectures(family: Family) -> None:
    """`A if C else B` stands in formulas of cycles only, and asks for what the architectures differ in."""
    whole = content(family)
    formulas = {"": whole.pop("cycles")}
    formulas |= {name: core.pop("cycles") for name, core in whole.get("cores", {}).items()}
    assert not re.search(r"\bif\b|\belse\b", json.dumps(whole))
    for name, cycles in formulas.items():
        values = [one.parameters for one in family.architectures.values() if one.core == name]
        for text in (cycles["block"], cycles["latency"], *map(str, cycles.get("constants", {}).values())):
            for condition in re.findall(r"\bif (\w+)", text):
                assert len({one[condition] for one in values}) > 1, text


@every_family
def test_sizes_are_those_of_the_models(family: Family) -> None:
    for entry in family.entries:
        names = [entry.name] if entry.numbers is None else entry.listed
        for function in (catalogue.resolve_function(name, here()) for name in names):
            model = model_for(function)
            assert (function.block_bits, function.digest_bits) == (model.block_bits, model.digest_bits)


def test_the_examples_of_the_documents_are_of_the_cores() -> None:
    repository = ROOT
    page = (repository / "docs" / "adding-a-core.md").read_text(encoding="utf-8")
    examples = re.findall(r"^```toml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    files = [path.read_text(encoding="utf-8") for path in (repository / "cores").glob("*/core.toml")]
    assert len(examples) == 2
    for example in examples:
        assert any(all(part in text for part in example.strip().split("\n\n")) for text in files)


def test_parts_of_names_that_are_numbers() -> None:
    """A part is a number where it is one in all names of the family, else a word in all of them."""
    fields = {
        name: catalogue.resolve_function(name, here()).fields
        for name in ("sha256", "sha512-256", "jh-r3-256")
    }
    assert fields == {
        "sha256": {"name": "256"},
        "sha512-256": {"name": "512-256"},
        "jh-r3-256": {"version": "r3", "digest": 256},
    }
    assert catalogue.resolve_function("skein-1.1-256-9", here()).fields == {
        "version": "1.1",
        "block": 256,
        "digest": 9,
    }


def test_a_part_that_the_names_do_not_have() -> None:
    with pytest.raises(
        UsageError, match=r"gives a function no part 'verison', .*; the nearest known: version"
    ):
        catalogue.resolve_function("jh-256", here()).fields["verison"]


def test_numbers_in_names() -> None:
    for name in ("skein-1.3-512-0", "skein-1.3-512-1025", "skein-1.3-512-09", f"skein-1.3-512-{'1' * 5000}"):
        with pytest.raises(UsageError, match="unknown function"):
            catalogue.resolve_function(name, here())
