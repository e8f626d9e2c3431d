# SPDX-License-Identifier: Apache-2.0
"""Where things are is asked once, where a program begins; everybody else is told (`catalogue.places`)."""

import ast
from collections.abc import Iterator
from functools import cache

import pytest
from folders import ROOT

PACKAGE = ROOT / "hashloom"

MAY = {
    "catalogue/places.py": "it makes the answers",
    "commands/__init__.py": "the command line begins here",
    "interface/workspace.py": "programs begin here",
    "campaign/remote.py": "work on a worker of another machine begins here",
    "codegen/__main__.py": "a program of its own",
    "reports/program.py": "programs of the reports begin here",
    "software/__init__.py": "a program of its own",
    "execution/jobs.py": "tools get the environment",
    "evaluation/former.py": "a former laboratory gets the environment",
}
"""Modules that may ask, and why."""

GLOBAL = {"os": {"environ", "environb", "getenv"}}
"""What answers without being told, by module."""
METHODS = {("Places", "of"), ("Path", "home")}


def asks(source: str) -> Iterator[str]:
    """What a module asks without being told."""
    tree = ast.parse(source)
    modules: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            modules |= {one.asname or one.name: one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            for one in node.names:
                modules[one.asname or one.name] = f"{node.module}.{one.name}"
                if one.name in GLOBAL.get(node.module, ()):
                    yield f"{node.module}.{one.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            of = ast.unparse(node.value)
            if (
                node.attr in GLOBAL.get(modules.get(of, ""), ())
                or (of.rpartition(".")[2], node.attr) in METHODS
            ):
                yield ast.unparse(node)


@cache
def asking() -> dict[str, list[str]]:
    """All modules that ask, and for what."""
    found = {path: sorted(set(asks(path.read_text("utf-8")))) for path in PACKAGE.rglob("*.py")}
    return {path.relative_to(PACKAGE).as_posix(): names for path, names in found.items() if names}


def test_only_those_ask_that_may() -> None:
    others = {path: names for path, names in asking().items() if path not in MAY}
    assert others == {}, "hand the places down: a Session has them, or take them as an argument"


def test_what_does_not_ask_is_not_listed() -> None:
    assert [path for path in MAY if path not in asking()] == []


@pytest.mark.parametrize(
    "source",
    [
        "import os\nhome = os.environ['HOME']",
        "from os import environ",
        "import os as system\nsystem.getenv('HASHLOOM_STATE')",
        "from hashloom.catalogue.places import Places\nPlaces.of({})",
        "from hashloom.catalogue import places\nplaces.Places.of({})",
        "def inner():\n    from hashloom.catalogue.places import Places\n    return Places.of({})",
        "from pathlib import Path\nPath.home()",
    ],
)
def test_every_way_to_ask_is_seen(source: str) -> None:
    assert list(asks(source))


@pytest.mark.parametrize(
    "source",
    [
        "from hashloom.catalogue.places import Places\ndef where(places: Places):\n    return places.results",
        "from hashloom.execution.session import Session\nSession.at(places)",
        "import os\nos.cpu_count()",
        "def asked(environ):\n    return environ.places",
    ],
)
def test_who_is_told_does_not_ask(source: str) -> None:
    assert not list(asks(source))
