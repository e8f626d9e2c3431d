# SPDX-License-Identifier: Apache-2.0
"""Every random choice of the tests follows from one seed: the fixture `rng` of conftest.py."""

import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest
from folders import SUPPORT, TESTS

UNSEEDED = re.compile(
    r"SystemRandom|os\.urandom|\buuid[14]\b|time_ns\(\) *%"
    r"|(?:^|[;\"'])\s*import (?:[\w.]+, *)*secrets\b|\bfrom secrets\b|\bsecrets\.(choice|rand|token_)"
    r"|\bfrom random import\b|random\.Random\(\)"
    r"|(?<![\w.])random\.(seed|random|rand(int|range|bytes)|getrandbits|choices?|sample|shuffle|uniform|gauss)\("
)
"""Random choices that no seed of ours decides."""
PROBE = """
import random
import pytest

@pytest.mark.parametrize("name", ["a", "b", "c"])
def test_draw(name: str, rng: random.Random) -> None:
    pytest.fail(f"drawn {name} {rng.getrandbits(64)}")

def test_no_draw() -> None:
    pytest.fail("nothing drawn")
"""


@pytest.mark.parametrize(
    "line",
    [
        "random.SystemRandom().choice(x)", "random.choice(x)", "random.Random()", "os.urandom(3)",
        "source = random.randrange(9)", "secrets.token_bytes(4)", "import secrets", "    import os, secrets",
        "from secrets import token_hex", "secrets.randbelow(9)", "python('import secrets')",
        "SEED = time.time_ns() % 10",
    ],
)  # fmt: skip
def test_what_is_no_choice_of_the_seed_is_seen(line: str) -> None:
    assert UNSEEDED.search(line)


@pytest.mark.parametrize(
    "line",
    [
        "rng.choice(x)", "random.Random(3)", "self.random.random()", "path.stat().st_mtime_ns",
        "from hashloom.export import secrets, trial", "secrets.cycles(package)", "# Packages for secrets",
    ],
)  # fmt: skip
def test_what_follows_from_a_seed_is_let_through(line: str) -> None:
    assert not UNSEEDED.search(line)


def test_no_test_draws_but_from_the_seed() -> None:
    found = [
        f"{path.name}:{number}: {line.strip()}"
        for path in sorted(TESTS.rglob("*.py"))
        if path.name not in ("conftest.py", Path(__file__).name)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if UNSEEDED.search(line)
    ]
    assert found == []


def probe(folder: Path, *options: str, seed: str | None = None) -> str:
    """Output of pytest with our conftest.py on tests that draw and fail."""
    (folder / "conftest.py").write_text((TESTS / "conftest.py").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / "test_probe.py").write_text(PROBE, encoding="utf-8")
    environment = {name: text for name, text in os.environ.items() if not name.startswith("PYTEST_")}
    environment.pop("HASHLOOM_TEST_SEED", None)
    environment |= {"HASHLOOM_TEST_SEED": seed} if seed is not None else {}
    environment["PYTHONPATH"] = str(SUPPORT)  # which the settings of the project say of the tests
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        f"--rootdir={folder}",
        f"--basetemp={folder / 'made'}",  # else it tidies up, at its end, after other runs
        *options,
    ]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode in (1, 4), done.stdout + done.stderr
    return done.stdout + done.stderr


def drawn(output: str) -> dict[str, str]:
    return dict(re.findall(r"^E +Failed: drawn (\w) (\d+)$", output, re.MULTILINE))


def test_the_seed_decides_and_is_printed(tmp_path: Path) -> None:
    output = probe(tmp_path, "--hashloom-seed", "5")
    assert output.splitlines()[0] == "random choices: --hashloom-seed 5"
    assert output.count("again: python -m pytest 'test_probe.py::test_draw[a]' --hashloom-seed 5\n") == 1
    assert output.count("again: ") == 4
    assert re.fullmatch(r"4 failed in .*", output.splitlines()[-1])
    first = drawn(output)
    assert len({*first.values()}) == 3
    assert drawn(probe(tmp_path, "--hashloom-seed", "6")).items().isdisjoint(first.items())
    assert drawn(probe(tmp_path, seed="5")) == first


def test_neither_order_nor_workers_matter(tmp_path: Path) -> None:
    first = drawn(probe(tmp_path, "--hashloom-seed", "5"))
    assert drawn(probe(tmp_path, "--hashloom-seed", "5", "test_probe.py::test_draw[c]")) == {"c": first["c"]}
    pytest.importorskip("xdist")
    output = probe(tmp_path, "-n", "2")
    seed = re.search(r"^random choices: --hashloom-seed (\d+)$", output, re.MULTILINE)
    assert seed is not None
    assert output.count(f"--hashloom-seed {seed[1]}\n") == 5, "the workers have the seed that was printed"
    assert drawn(output) == drawn(probe(tmp_path, "--hashloom-seed", seed[1]))


def test_each_run_has_another_seed(tmp_path: Path) -> None:
    assert probe(tmp_path).splitlines()[0] != probe(tmp_path).splitlines()[0]


def test_a_seed_that_is_no_number(tmp_path: Path) -> None:
    assert "HASHLOOM_TEST_SEED is 'x'; it must be an integer" in probe(tmp_path, seed="x")


def test_what_draws_is_marked(tmp_path: Path) -> None:
    output = probe(tmp_path, "-m", "drawn", "--strict-markers")
    assert re.fullmatch(r"3 failed, 1 deselected in .*", output.splitlines()[-1])


def test_random_choices_are_those_of_the_test(rng: random.Random, request: pytest.FixtureRequest) -> None:
    seed = request.config.getoption("--hashloom-seed")
    assert rng.getrandbits(64) == random.Random(f"{seed} {request.node.nodeid}").getrandbits(64)
