# SPDX-License-Identifier: Apache-2.0
"""Programs of the reports tell what they do, and do it only when they were asked to."""

from collections.abc import Callable, Sequence

import pytest

from hashloom.catalogue.places import Places
from hashloom.reports import pdf, refresh, threefish, timing

PROGRAMS = {"pdf": pdf, "refresh": refresh, "threefish": threefish, "timing": timing}


@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize(("argument", "status"), [("--help", 0), ("--nonsense", 2)])
def test_who_asks_for_help_or_something_else_gets_no_files(
    name: str, argument: str, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_places(*rest: object) -> Places:
        raise AssertionError("the program began its work")

    monkeypatch.setattr(Places, "of", no_places)
    main: Callable[[Sequence[str]], int] = PROGRAMS[name].main
    with pytest.raises(SystemExit) as ended:
        main([argument])
    assert ended.value.code == status
    told = capsys.readouterr()
    assert f"usage: python -m hashloom.reports.{name} " in told.out + told.err
