# SPDX-License-Identifier: Apache-2.0
from pathlib import Path

import pytest
from own_state import here

from hashloom.codegen import __main__, initial_values
from hashloom.vectors import compact, compact_folder


def test_generated_files_are_what_the_models_compute(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    vectors = compact.files(here())  # computed once: it takes the longest
    monkeypatch.setattr(compact, "files", lambda places: vectors)
    assert __main__.main(["--check"]) == 0, capsys.readouterr().out
    assert set(vectors) == set(compact_folder().glob("*")), "no vectors that nobody made"


def test_a_changed_file_is_named_and_written_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ((_, content),) = initial_values.files(here()).items()
    path = tmp_path / "skein_initial_value_pkg.sv"
    path.write_text(content.replace("64'h4903ADFF749C51CE", "64'h4903ADFF749C51CF"), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != content
    monkeypatch.setattr(__main__, "GENERATORS", (initial_values,))
    monkeypatch.setattr(initial_values, "files", lambda places: {path: content})
    assert __main__.main(["--check"]) == 1
    assert path.name in capsys.readouterr().out
    assert __main__.main([]) == 0
    assert path.read_text(encoding="utf-8") == content


def test_the_initial_value_of_skein_512_512_is_that_of_the_specification() -> None:
    # The Skein Hash Function Family, version 1.3, appendix B.11: words 0 and 1.
    ((_, content),) = initial_values.files(here()).items()
    entry = content.split("{32'd13, 32'd512, 32'd512}:")[1].split("};")[0]
    assert entry.split()[-2:] == ["64'h0D95DE399746DF03,", "64'h4903ADFF749C51CE"]
