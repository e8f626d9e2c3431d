# SPDX-License-Identifier: Apache-2.0
"""The key of a step changes with whatever decides its outcome, and with nothing else."""

import pytest
from step_keys import Tree

CHECKED = {"osu018 basis", "ecp5 basis", "osu018 verification", "ecp5 verification"}
PASSED = {"osu018 netlist", "ecp5 netlist"} | CHECKED
PLACED = {"ecp5 placement 1"}
FPGA = {"ecp5 synthesis", "ecp5 levels", "ecp5 netlist"} | PLACED
CELLS = {"osu018 synthesis", "osu018 netlist"}
ALL = PASSED | FPGA | CELLS
FIGURES = {"osu018 figures", "ecp5 figures"}


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Tree:
    return Tree(tmp_path_factory.mktemp("checkout"))


@pytest.fixture(scope="module")
def first(tree: Tree) -> dict[str, str]:
    found = tree.keys()
    assert set(found) == ALL | FIGURES
    return found


def changed(first: dict[str, str], now: dict[str, str]) -> set[str]:
    return {name for name, key in now.items() if key != first[name]}


@pytest.mark.parametrize(
    ("file", "old", "new", "steps"),
    [
        ("cores/sha1/rtl/sha1_core.sv", "", "\n", ALL),
        ("cores/sha1/core.toml", "latency = ", "latency = ", PASSED),
        ("hashloom/vectors/data/sha1.json", "", "\n", PASSED),
        ("hashloom/models/sha1.py", "", "\n", PASSED),
        ("hashloom/simulation/driver/bench.cc", "", "\n", PASSED),
        ("hashloom/verification/directed.py", "", "\n", PASSED),
        ("hashloom/flow/yosys.py", "", "\n", ALL),
        ("hashloom/flow/cells.py", "", "\n", CELLS),
        ("hashloom/flow/timing.py", "", "\n", CELLS),
        ("hashloom/flow/abc/fast.abc", "", "\nmap\n", CELLS),
        ("hashloom/libraries/liberty.py", "", "\n", CELLS),
        ("hashloom/flow/fpga.py", "", "\n", FPGA),
        ("hashloom/flow/serial_harness.py", "", "\n", FPGA),
        ("hashloom/flow/harness/serial_sink.sv", "", "\n", FPGA),
        ("hashloom/catalogue/ports.py", "", "\n", FPGA),
        ("hashloom/flow/logic_depth.py", "", "\n", {"ecp5 levels"}),
        ("hashloom/flow/measurement.py", "", "\n", FIGURES),
        ("hashloom/evaluation/netlist.py", "", "\n", PASSED - CHECKED),
    ],
)
@pytest.mark.sampled(5)
def test_what_decides_is_in_the_key(
    tree: Tree, first: dict[str, str], file: str, old: str, new: str, steps: set[str]
) -> None:
    path = tree.folder / file
    text = path.read_text()
    try:
        path.write_text(edited(text, old, new))
        assert changed(first, tree.keys()) == steps
    finally:
        path.write_text(text)


def edited(text: str, old: str, new: str) -> str:
    """The text with a further line, or with a formula of core.toml that gives the same written otherwise."""
    if not old:
        return text + new
    line = next(line for line in text.splitlines() if line.startswith(old))
    return text.replace(line, line.rstrip().removesuffix('"') + ' + 0"')


@pytest.mark.parametrize(
    ("before", "steps"),
    [
        ("yosys.version = lambda: '0.1'", ALL),
        ("timing.version = lambda: '0.1'", CELLS),
        ("fpga._program_version = lambda *_: '0.1'", PLACED),
    ],
)
@pytest.mark.sampled(1)
def test_versions_of_tools_are_in_the_key(
    tree: Tree, first: dict[str, str], before: str, steps: set[str]
) -> None:
    assert changed(first, tree.keys(before)) == steps


def test_nothing_else_is_in_a_key(tree: Tree, first: dict[str, str]) -> None:
    for file in (
        "cores/sha1/README.md", "cores/sha2/core.toml", "cores/sha2/rtl/sha2_core.sv",
        "hashloom/models/keccak.py", "hashloom/reports/bars.py", "hashloom/commands/synth.py",
        "hashloom/evaluation/reuse.py", "hashloom/execution/steps.py", "hashloom/campaign/plan.py",
        "hashloom/simulation/note.txt",
    ):  # fmt: skip
        path = tree.folder / file
        path.write_text((path.read_text() if path.exists() else "") + "\n")
    assert tree.keys() == first
