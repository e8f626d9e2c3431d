# SPDX-License-Identifier: Apache-2.0
"""Set-up of all tests, and the one seed of every random choice that they make.

A test draws from the fixture `lot` alone. The seed is that of `--seed N` or of the environment variable
HASHLOOM_TEST_SEED, and another one in every run without them. pytest prints it before the first test, and
with each test that draws and fails the command that does the same again. `pytest -m drawn` runs those alone.
"""

import os
import random
import shlex
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

SEED_VARIABLE = "HASHLOOM_TEST_SEED"

# A shell starts what runs in the background with this signal ignored, which children inherit; tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    what = f"seed of every random choice of the tests; default: {SEED_VARIABLE}, or another one in each run"
    parser.addoption("--seed", type=int, metavar="N", help=what)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Settle the seed; a worker of pytest-xdist has that of the process that began it."""
    config.addinivalue_line("markers", "drawn: the test makes random choices, from the fixture `lot`")
    if hasattr(config, "workerinput"):
        config.option.seed = config.workerinput["seed"]
    elif config.option.seed is None:
        given = os.environ.get(SEED_VARIABLE)
        try:
            config.option.seed = int(given) if given else random.SystemRandom().randrange(1 << 32)
        except ValueError:
            raise pytest.UsageError(f"{SEED_VARIABLE} is {given!r}; it must be an integer") from None


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist the seed."""
    node.workerinput["seed"] = node.config.option.seed


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the seed, also where `-q` leaves out the header."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(f"random choices: --seed {session.config.option.seed}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if draws(item):
            item.add_marker("drawn")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that draws and fails says how to do the same again."""
    report = yield
    if report.failed and draws(item):
        again = f"python -m pytest {shlex.quote(item.nodeid)} --seed {item.config.option.seed}"
        report.sections.append(("random choices", f"again: {again}"))
    return report


def draws(item: pytest.Item) -> bool:
    return "lot" in getattr(item, "fixturenames", ())


@pytest.fixture
def lot(request: pytest.FixtureRequest) -> random.Random:
    """The random choices of one test: whatever tests run before or beside it, they follow from the seed."""
    return random.Random(f"{request.config.option.seed} {request.node.nodeid}")


@pytest.fixture(scope="module")
def simulation_state(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A state folder of the tests' own: the driver is compiled and every circuit made here, once."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.getbasetemp() / "simulation-state"
        patch.setenv("HASHLOOM_STATE", str(folder))
        patch.delenv("HASHLOOM_RECORDS", raising=False)
        yield folder
