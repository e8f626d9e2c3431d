# SPDX-License-Identifier: Apache-2.0
"""What the package imports is what its metadata requires: nothing comes along by chance."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions

import pytest
from folders import ROOT

PACKAGE = ROOT / "hashloom"
IN_A_CHECKOUT = {
    "libskein": {"commands/hash.py"},
    **{
        name: {"codegen/register_block.py"}
        for name in ("peakrdl_cheader", "peakrdl_markdown", "peakrdl_regblock", "systemrdl")
    },
}
"""Modules that `make setup` brings, and who imports them; without them these say what is missing."""


def imported(source: str) -> Iterator[str]:
    """The modules of others that a source imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            names = [node.module]
        for name in names:
            top = name.partition(".")[0]
            if top not in sys.stdlib_module_names and top != "hashloom":
                yield top


def importers() -> dict[str, set[str]]:
    """Files of the package by the modules of others that they import."""
    found: dict[str, set[str]] = {}
    for path in PACKAGE.rglob("*.py"):
        for module in imported(path.read_text(encoding="utf-8")):
            found.setdefault(module, set()).add(str(path.relative_to(PACKAGE)))
    return found


def normal(name: str) -> str:
    """A name of a distribution as all spellings of it have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def required() -> set[str]:
    """Names of the distributions that the metadata of the package require."""
    lines = (ROOT / "requirements.in").read_text(encoding="utf-8").splitlines()
    return {normal(re.split(r"[=<>; ]", line)[0]) for line in lines if line and line[0] != "#"}


def undeclared(modules: Iterable[str], declared: set[str]) -> set[str]:
    """Those of the modules that no declared distribution has."""
    owners = packages_distributions()
    return {one for one in modules if not {normal(name) for name in owners.get(one, [one])} & declared}


def test_the_metadata_are_those_of_this_file() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["tool"]["setuptools"]["dynamic"]["dependencies"] == {"file": ["requirements.in"]}


def test_every_import_is_required() -> None:
    found = importers()
    assert {"jinja2", "pydantic", "yaml", "pyosys"} <= set(found)
    assert {name: found.pop(name, set()) for name in IN_A_CHECKOUT} == IN_A_CHECKOUT
    assert undeclared(found, required()) == set()


@pytest.mark.parametrize("module", ["yaml", "dask", "msgpack", "vl_convert"])
@pytest.mark.sampled(1)
def test_an_import_that_is_not_required_is_noticed(module: str) -> None:
    (owner,) = {normal(name) for name in packages_distributions()[module]}
    assert undeclared([module], required() - {owner}) == {module}


def test_an_import_in_a_function_counts() -> None:
    text = "import os\ndef f():\n    import numpy.linalg\n    from scipy.stats import norm\nfrom . import x\n"
    assert set(imported(text)) == {"numpy", "scipy"}
