# SPDX-License-Identifier: Apache-2.0
"""What the tests make once in a run is what they ask for, whoever asks, in whatever order."""

import subprocess
from pathlib import Path

import pytest
from made_once import compiler, made_once

PROGRAM = '#include "number.h"\n#include <cstdio>\nint main() { std::printf("%d", NUMBER + MORE); }\n'


def test_what_failed_is_made_anew_and_what_is_made_stays(tmp_path: Path) -> None:
    calls = []

    def make(folder: Path) -> None:
        calls.append(sorted(path.name for path in folder.iterdir()))
        (folder / "half").touch()
        if len(calls) == 1:
            raise RuntimeError("an accident")

    with pytest.raises(RuntimeError, match="an accident"):
        made_once(tmp_path, "thing", make)
    assert {made_once(tmp_path, "thing", make) for _ in range(3)} == {tmp_path / "once" / "thing"}
    assert calls == [[], []], "new and empty both times"


def compiled(kept: Path, folder: Path, number: int, more: int = 0) -> str:
    """What the program says that the keeping compiler makes in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "number.h").write_text(f"#define NUMBER {number}\n")
    (folder / "program.cc").write_text(PROGRAM)
    words = [f"-DMORE={more}", f"-I{folder}", str(folder / "program.cc"), "-o", str(folder / "program")]
    done = subprocess.run([kept, *words], cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    return subprocess.run([folder / "program"], capture_output=True, text=True, check=True).stdout


def results(kept: Path) -> int:
    return sum(not path.suffix and path.name != "c++" for path in kept.parent.iterdir())


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The keeping compiler of a run that has kept nothing."""
    monkeypatch.setenv("CXX", "g++")
    found = compiler(tmp_path)
    assert found is not None, "g++ is not installed"
    return found


def test_the_compiler_keeps_what_it_compiled_and_nothing_else(kept: Path, tmp_path: Path) -> None:
    assert compiled(kept, tmp_path / "one", 7) == "7"
    assert compiled(kept, tmp_path / "other", 7) == "7", "in another folder"
    assert results(kept) == 1
    assert compiled(kept, tmp_path / "one", 8) == "8", "with another header"
    assert compiled(kept, tmp_path / "one", 7, 1) == "8", "with another definition"
    assert results(kept) == 3
    broken = tmp_path / "broken.cc"
    broken.write_text("int main() { return nothing; }\n")
    for _ in range(2):
        done = subprocess.run(
            [kept, broken, "-o", tmp_path / "p"], capture_output=True, text=True, check=False
        )
        assert done.returncode != 0
        assert "nothing" in done.stderr
    assert results(kept) == 3


def test_it_says_which_compiler_it_is(kept: Path) -> None:
    told, real = (
        subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
        for program in (kept, "g++")
    )
    assert told == real
