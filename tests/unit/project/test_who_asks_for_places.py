# SPDX-License-Identifier: Apache-2.0
"""Where things are is asked once, where a program begins; everybody else is told (`catalogue.places`)."""

import ast
from collections.abc import Iterator

import pytest
from folders import ROOT

PACKAGE = ROOT / "hashloom"

MAY = {
    "catalogue/places.py": "it makes the answers",
    "commands/__init__.py": "the command line begins here",
    "interface/workspace.py": "programs begin here",
    "campaign/remote.py": "work on a worker of another machine begins here",
    "codegen/__main__.py": "a program of its own",
    "codegen/hamsi_tables.py": "part of the program that writes what models make into this checkout",
    "codegen/initial_values.py": "part of the same program",
    "codegen/jh_tables.py": "part of the same program",
    "codegen/register_block.py": "part of the same program",
    "codegen/software_tables.py": "part of the same program",
    "reports/refresh.py": "a program of its own",
    "reports/threefish.py": "a program of its own",
    "reports/timing.py": "a program of its own",
    "software/__init__.py": "a program of its own",
    "execution/jobs.py": "tools get the environment",
    "evaluation/former.py": "a former laboratory gets the environment",
}
"""Modules that may ask, and why."""

KEYS = "its text is in the keys of committed results"
FORMER = "evaluation.reuse asks it in calls that evaluation/former.py makes of laboratories of every version"
CATALOGUE = "hashloom.verification, which is in the keys of committed results, asks it without an argument"
RTL = "it looks up RTL of the repository as the catalogue does"
NOT_YET = {
    "analysis/bus_cycles/__init__.py": RTL,
    "catalogue/__init__.py": CATALOGUE,
    "catalogue/adapters.py": RTL,
    "catalogue/rtl.py": CATALOGUE,
    "catalogue/threefish.py": RTL,
    "execution/session.py": "hashloom.simulation.cache asks it",
    "execution/steps.py": "hashloom.simulation.cache and hashloom.formal.equivalence ask it",
    "formal/equivalence.py": "an edit there makes the answers of committed proofs stale",
    "formal/relevance.py": FORMER,
    "formal/table.py": FORMER,
    "formal/uses.py": FORMER,
    "libraries/__init__.py": "hashloom.flow.cells and hashloom.evaluation.netlist ask it",
    "simulation/cache.py": KEYS,
    "simulation/driver_program.py": KEYS,
    "vectors/__init__.py": KEYS,
}
"""Modules that ask and should be told, and why they are not. Nothing is added here."""
MOST = 15
"""So many there were when the list was made."""

GLOBAL = {
    "hashloom.catalogue.places": {"here"},
    "hashloom.catalogue": {"repository_folder"},
    "hashloom.execution.session": {"cache_folder"},
    "hashloom.execution.steps": {"kept_file", "perform", "scratch_folder"},
    "hashloom.libraries": {"libraries_folder"},
    "os": {"environ", "environb", "getenv"},
}
"""What answers without being told, by module."""
METHODS = {("Places", "of"), ("Session", "default"), ("Session", "around"), ("Path", "home")}


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


def asking() -> dict[str, list[str]]:
    """All modules that ask, and for what."""
    found = {path: sorted(set(asks(path.read_text("utf-8")))) for path in PACKAGE.rglob("*.py")}
    return {path.relative_to(PACKAGE).as_posix(): names for path, names in found.items() if names}


def test_only_those_ask_that_may() -> None:
    others = {path: names for path, names in asking().items() if path not in MAY | NOT_YET}
    assert others == {}, "hand the places down: a Session has them, or take them as an argument"


@pytest.mark.parametrize("listed", [MAY, NOT_YET], ids=["may", "not yet"])
def test_what_does_not_ask_is_not_listed(listed: dict[str, str]) -> None:
    assert [path for path in listed if path not in asking()] == []


def test_no_module_is_in_both_lists() -> None:
    assert MAY.keys() & NOT_YET.keys() == set()


def test_the_list_of_those_that_should_be_told_only_shrinks() -> None:
    assert len(NOT_YET) == MOST, "write down the number where one is told now; hand the places to a new one"


@pytest.mark.parametrize(
    "source",
    [
        "import os\nhome = os.environ['HOME']",
        "from os import environ",
        "import os as system\nsystem.getenv('HASHLOOM_STATE')",
        "from hashloom.catalogue import places\nplaces.here()",
        "from hashloom.catalogue import places as where\nwhere.here()",
        "from hashloom.catalogue.places import here",
        "import hashloom.catalogue.places\nhashloom.catalogue.places.here()",
        "from hashloom.catalogue.places import Places\nPlaces.of({})",
        "from hashloom.catalogue import places\nplaces.Places.of({})",
        "from hashloom import catalogue\ncatalogue.repository_folder()",
        "from hashloom.execution.session import Session\nSession.default()",
        "from hashloom.execution import session\nsession.Session.around(records)",
        "from hashloom.execution import steps\nsteps.kept_file",
        "def inner():\n    from hashloom.execution.steps import scratch_folder",
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
        "def asked(environ):\n    return environ.here()",
    ],
)
def test_who_is_told_does_not_ask(source: str) -> None:
    assert not list(asks(source))
