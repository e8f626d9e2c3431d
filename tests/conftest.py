# SPDX-License-Identifier: Apache-2.0
"""Set-up of all tests: their tiers, their order, what they share, and the one seed of every random choice.

A test is marked with its tier, the folder that it is in: `pytest -m "unit or page"`.

A test draws from the fixture `rng` alone. The seed is that of `--hashloom-seed N` or of the environment
variable HASHLOOM_TEST_SEED, and another one in every run without them. pytest prints it before the first
test, and with each test that fails the command that does the same again. `pytest -m drawn` runs what draws.

Of a test marked `sampled(N)` a run has N parameter sets, drawn by that seed: over the runs each of them has
its turn. With the environment variable HASHLOOM_COMPLETE a run has all of them; a parameter set that is named
alone is run in any case.

Of the tests marked `long` a run with `--long-share N` has one in N, drawn by that seed, too: one of each N
that are collected one after another. These are of like kind and take a like time; so do all runs, then.
"""

import os
import random
import shlex
import shutil
import signal
import tempfile
from collections.abc import Generator, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from made_once import compiler

SEED_VARIABLE = "HASHLOOM_TEST_SEED"
COMPLETE_VARIABLE = "HASHLOOM_COMPLETE"
TESTS = Path(__file__).resolve().parent
TIERS = {
    "unit": "Python alone",
    "rtl": "the hardware: read by tools, simulated, proven",
    "flow": "synthesis, campaigns, workers, the command line from end to end",
    "software": "libskein",
    "page": "reports and pictures",
}

# A shell starts what runs in the background with this signal ignored, which children inherit; tests send it.
signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    what = f"seed of every random choice of the tests; default: {SEED_VARIABLE}, or another one in each run"
    parser.addoption("--hashloom-seed", type=int, metavar="N", help=what)
    what = "of the tests marked long run one in N, drawn by the seed (default: 1, all of them)"
    parser.addoption("--long-share", type=int, default=1, metavar="N", help=what)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Settle the seed; a worker of pytest-xdist has that of the process that began it."""
    config.addinivalue_line("markers", "drawn: the test makes random choices, from the fixture `rng`")
    config.addinivalue_line(
        "markers", "sampled(count): so many parameter sets of the test are drawn for a run"
    )
    config.addinivalue_line(
        "markers", "long: the test takes long; it comes before those that do not, and need not be in each run"
    )
    for tier, what in TIERS.items():
        config.addinivalue_line("markers", f"{tier}: {what}")
    if config.option.long_share < 1:
        raise pytest.UsageError(f"--long-share is {config.option.long_share}; it must be 1 or more")
    if hasattr(config, "workerinput"):
        config.option.hashloom_seed = config.workerinput["hashloom_seed"]
        return
    keep_bytecode(config)
    if config.option.hashloom_seed is None:
        given = os.environ.get(SEED_VARIABLE)
        try:
            config.option.hashloom_seed = int(given) if given else random.SystemRandom().randrange(1 << 32)
        except ValueError:
            raise pytest.UsageError(f"{SEED_VARIABLE} is {given!r}; it must be an integer") from None


def keep_bytecode(config: pytest.Config) -> None:
    """Where the user has Python keep no bytecode, keep it for this run, in a folder that goes with it.

    Else each worker and each of the many programs that tests start compiles all that it imports.
    """
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
        folder = tempfile.mkdtemp(prefix="hashloom-bytecode-")
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        config.add_cleanup(lambda: shutil.rmtree(folder, ignore_errors=True))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a worker of pytest-xdist the seed."""
    node.workerinput["hashloom_seed"] = node.config.option.hashloom_seed


@pytest.hookimpl(trylast=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Print the seed, also where `-q` leaves out the header."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is not None:
        reporter.write_line(f"random choices: --hashloom-seed {session.config.option.hashloom_seed}")


@pytest.hookimpl(wrapper=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> Generator[None]:
    """Mark tiers and what draws; of what was chosen then, draw samples and settle the order.

    The long tests come first, of every worker, and the tier of the short ones last: so no worker is left with
    a long test when the others have nothing more to do.
    """
    for item in items:
        if draws(item):
            item.add_marker("drawn")
        if (tier := tier_of(item.path)) is not None:
            item.add_marker(tier)
    yield
    if not os.environ.get(COMPLETE_VARIABLE):
        left_out = set(not_drawn(items, config.option.hashloom_seed, config.option.long_share))
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: (not takes_long(item), tier_of(item.path) == "unit"))
    if hasattr(config, "workerinput"):
        items[:] = dealt(items, config.workerinput["workercount"])


def dealt(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """These tests in an order of which each worker of pytest-xdist has a share of the long ones first.

    `--dist worksteal` cuts the list into a part for each worker, and who has done his takes from the end of
    another's: in one part, the long tests would be the last of all. Tests of a file stay together, for they
    share what is made for them.
    """
    long: dict[Path, list[pytest.Item]] = {}
    for item in filter(takes_long, items):
        long.setdefault(item.path, []).append(item)
    parts: list[list[pytest.Item]] = [[] for _ in range(workers)]
    for tests in sorted(long.values(), key=len, reverse=True):
        min(parts, key=len).extend(tests)
    rest = iter([item for item in items if not takes_long(item)])
    for number, part in enumerate(parts):
        size = len(items) * (number + 1) // workers - len(items) * number // workers
        part.extend(islice(rest, max(0, size - len(part))))
    return [item for part in parts for item in part] + list(rest)


def takes_long(item: pytest.Item) -> bool:
    return item.get_closest_marker("long") is not None


def not_drawn(items: list[pytest.Item], seed: int, long_share: int) -> list[pytest.Item]:
    """Parameter sets of sampled tests, and long tests, that a run with this seed leaves out."""
    by_test: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled") is not None:
            by_test.setdefault(item.nodeid.partition("[")[0], []).append(item)
    found = []
    for name, sets in by_test.items():
        (count,) = next(sets[0].iter_markers("sampled")).args
        found += random.Random(f"{seed} {name}").sample(sets, max(0, len(sets) - count))
    long = iter([item for item in items if takes_long(item) and item not in found])
    source = random.Random(f"{seed} long")
    while neighbours := list(islice(long, long_share)):
        neighbours.remove(source.choice(neighbours))
        found += neighbours
    return found


def tier_of(path: Path) -> str | None:
    """The folder of the tests that a file is in, if it is one of the tiers."""
    first = path.relative_to(TESTS).parts[0] if path.is_relative_to(TESTS) else None
    return first if first in TIERS else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A test that fails says how to do the same again."""
    report = yield
    if report.failed:
        again = (
            f"python -m pytest {shlex.quote(item.nodeid)} --hashloom-seed {item.config.option.hashloom_seed}"
        )
        report.sections.append(("random choices", f"again: {again}"))
    return report


def draws(item: pytest.Item) -> bool:
    return "rng" in getattr(item, "fixturenames", ())


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> random.Random:
    """The random choices of one test: whatever tests run before or beside it, they follow from the seed."""
    return random.Random(f"{request.config.option.hashloom_seed} {request.node.nodeid}")


@pytest.fixture(scope="session")
def shared_folder(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """A folder of this run of the tests, the same one for all workers of pytest-xdist."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if hasattr(request.config, "workerinput") else own


@pytest.fixture(scope="session", autouse=True)
def one_compiler(shared_folder: Path) -> Iterator[None]:
    """What the laboratory compiles in this run it compiles once, in whatever state folder.

    So do the makefiles of Verilator, whose library is the same in every simulation; they ask for no $CXX.
    """
    with pytest.MonkeyPatch.context() as patch:
        if (found := compiler(shared_folder)) is not None:
            patch.setenv("CXX", str(found))
            patch.setenv("MAKEFLAGS", f"{os.environ.get('MAKEFLAGS', '')} CXX={found}")
        yield


@pytest.fixture(scope="module")
def simulation_state(shared_folder: Path) -> Iterator[Path]:
    """The state folder of this run: here the driver is compiled and every circuit made, once for all."""
    with pytest.MonkeyPatch.context() as patch:
        folder = shared_folder / "simulation-state"
        patch.setenv("HASHLOOM_STATE", str(folder))
        patch.delenv("HASHLOOM_RECORDS", raising=False)
        yield folder
