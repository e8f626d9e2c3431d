# SPDX-License-Identifier: Apache-2.0
"""The contract of the ports in packages: their test benches keep it, and a source that does not is named."""

import shutil
from pathlib import Path

import pytest
from exported_packages import export_all
from own_state import here, session_around

from hashloom.catalogue import resolve_design
from hashloom.catalogue.rtl import Level
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.export import STREAM, contracts, known_answers, make, trial

LIMITS = jobs.Limits(wall_seconds=300)
HELD = "in_valid <= (in_valid && !in_ready) || (more &&"


@pytest.fixture(scope="module")
def package(shared_folder: Path) -> Path:
    """sha1 with its streams; nobody writes into it."""
    return export_all(shared_folder)[STREAM]


@pytest.mark.long
def test_it_keeps_the_contract(package: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(package, tmp_path / "elsewhere"))
    answers = known_answers.cases(resolve_design("sha1", here()).function)
    found = trial.run(folder, "contract", LIMITS)
    assert (found.state, found.passed, found.failed) == (jobs.OK, 2 * len(answers), 0), found
    assert "contract" in (folder / "README.md").read_text()
    assert "- contract/sha1__bind_message_shell.sv" in (folder / "sha1.core").read_text()


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        ("test/test_bench.sv", HELD, "in_valid <= (more &&", "the source withdraws a word"),
        ("test/test_bench.sv", "in_data} = word", "in_data} = noise[0] ? ~word : word",
         "the source changes a word"),
        ("rtl/sha1__digest_serializer.sv", "if (digest_valid && free) index", "if (digest_valid) index",
         "a word of a digest changes"),
    ],
)  # fmt: skip
@pytest.mark.long
@pytest.mark.sampled(2)
def test_what_breaks_it_is_named(
    package: Path, tmp_path: Path, file: str, right: str, wrong: str, said: str
) -> None:
    folder = Path(shutil.copytree(package, tmp_path / "elsewhere"))
    text = (folder / file).read_text()
    assert right in text
    (folder / file).write_text(text.replace(right, wrong))
    assert trial.run(folder, "contract", LIMITS).state == jobs.TOOL_CRASH
    log = (folder / "contract.log").read_text()
    assert f"message_contract: lane 0: {said}" in log, log[-500:]


@pytest.mark.parametrize(
    ("design", "level", "bound", "with_them"),
    [
        ("sha1", "top", "message_shell", ["block_contract", "message_contract"]),
        ("sha1/compact", "top", "compact_shell", ["message_contract"]),
        ("skein-256/compact", "top", "compact_open_shell", ["message_contract"]),
        ("skein-256", "arguments", "skein_argument_top", ["answer_contract", "message_contract"]),
        ("skein-256", "tree", "skein_tree_top", ["answer_contract", "message_contract"]),
    ],
)
def test_a_package_has_what_concerns_its_modules(
    tmp_path: Path, design: str, level: Level, bound: str, with_them: list[str]
) -> None:
    session = session_around(Records(tmp_path / "records"))
    one = make(resolve_design(design, here()), trial.TUNING, "x", 100.0, session, level)
    found = contracts.files(one)
    assert list(found) == [f"contract/x__{name}.sv" for name in (*with_them, f"bind_{bound}")]
    for name in with_them:
        assert f"bind x__{bound} x__{name} #(" in found[f"contract/x__bind_{bound}.sv"]
        assert f"\nmodule x__{name} #(" in found[f"contract/x__{name}.sv"]
        assert "localparam integer BITS_WIDTH" not in found[f"contract/x__{name}.sv"]
