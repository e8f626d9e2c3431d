# SPDX-License-Identifier: Apache-2.0
"""Mistakes in TOML files: the line in which they stand, the place, and what would be right."""

import random
import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from folders import ROOT
from pydantic import Field

from hashloom.errors import UsageError
from hashloom.files import toml_file
from hashloom.files.model import Called, Flag, Model, Name, PositiveCount, Several
from hashloom.files.toml_lines import MOST_CHARACTERS, line_of

FILES = sorted(path for path in ROOT.glob("**/*.toml") if "build" not in path.parts)
TEXT = '''# a list
top = """
[[one]]
"""

[[one]]  # the first
name = "a"
list = [
    1,
    2,
]

[[one]]
list = []
table.key = { x = 1 }
[other]
"quoted key" = 3
'''


@pytest.mark.parametrize(
    ("place", "line"),
    [
        (("top",), 2),
        (("one",), 6),
        (("one", 0), 6),
        (("one", 0, "name"), 7),
        (("one", 0, "list"), 8),
        (("one", 0, "list", 0), 9),
        (("one", 0, "list", 1), 10),
        (("one", 1), 13),
        (("one", 1, "list"), 14),
        (("one", 1, "table", "key", "x"), 15),
        (("other",), 16),
        (("other", "quoted key"), 17),
        ((), None),
        (("one", 2), None),
        (("one", 0, "table"), None),
        (("top", "x"), None),
    ],
)
def test_the_line_of_a_place(place: tuple[int | str, ...], line: int | None) -> None:
    assert line_of(TEXT, place) == line
    assert line_of(TEXT.replace("\n", "\r\n"), place) == line


def places(content: Any, place: tuple[int | str, ...] = ()) -> list[tuple[int | str, ...]]:
    """All places of tables and their members."""
    if isinstance(content, dict):
        inner = list(content.items())
    elif isinstance(content, list) and content and isinstance(content[0], dict):
        inner = list(enumerate(content))
    else:
        return [place]
    return [place] * bool(place) + [found for key, one in inner for found in places(one, (*place, key))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_lines_in_the_files_of_the_repository(path: Path, rng: random.Random) -> None:
    """The line has the last key of the place; an entry of a list has its name before it, or its brace."""
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    known = places(tomllib.loads(text))
    for place in rng.sample(known, min(len(known), 4)):
        found = line_of(text, place)
        assert found is not None
        key = next(step for step in reversed(place) if isinstance(step, str))
        line = lines[found - 1]
        assert key in line or (isinstance(place[-1], int) and line.strip().startswith("{")), (place, found)


def test_a_text_that_is_too_long_has_no_lines() -> None:
    assert line_of("a = 1\n" + "#" * MOST_CHARACTERS, ("a",)) is None
    assert line_of("a = 1\n[[", ("a",)) is None


class Inner(Model):
    name: Name | None = None
    size: PositiveCount = Field(alias="class")
    kind: Literal["x", "y"] = "x"
    odd: Annotated[int, Called("odd number")] = 1


class Outer(Model):
    inner: Several[Inner] = ()
    named: dict[str, Inner] = Field(default_factory=dict)
    flag: Flag = True


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[inner]]\nclass = 0", "x: line 2, inner: class is 0; it must be a whole number from 1 on"),
        ("[[inner]]", "x: line 1, inner: class is missing; it must be a whole number from 1 on"),
        ("[[inner]]\nclass = 1\nodd = 'a'", "x: line 3, inner: odd is 'a'; it must be an odd number"),
        ("[[inner]]\nclass = 1\nkind = 'z'", "x: line 3, inner: kind is 'z'; it must be 'x' or 'y'"),
        ("[[inner]]\nclass = 1\nkin = 'x'", "x: line 3, inner has no entry 'kin'; the nearest known: kind"),
        (
            "[[inner]]\nclass = 1\n[[inner]]\nname = 'n'\nclass = -1\n[[inner]]\nclass = 'a'",
            "x: line 5, inner 'n': class is -1; it must be a whole number from 1 on; "
            "line 7, inner 3: class is 'a'; it must be a whole number from 1 on",
        ),
        ("[named.a]\nclas = 1", "line 2, named, a has no entry 'clas'; the nearest known: class"),
        ("named = 3", "x: line 1: named is 3; it must be a table"),
        ("[named]\na = 3", "x: line 2, named: a is 3; it must be a table"),
        ("inner = 'a'", "x: line 1: inner is 'a'; it must be a list"),
        ("inner = [3]", "x: line 1, inner: entry 1 is 3; it must be a table"),
        ("flag = 1", "x: line 1: flag is 1; it must be true or false"),
        ('"a\\nb" = 1', "x: line 1, the top of the file has no entry 'a\\nb'; known: inner, named, flag"),
        ('[[inner]]\nname = "a\\nb"\nclass = 0', "x: line 3, inner: class is 0; it must be a whole"),
        ('[named."a\\nb"]\nclass = 0', "x: line 2, named, 'a\\nb': class is 0; it must be a whole"),
        ("flags = 1", "x: line 1, the top of the file has no entry 'flags'; the nearest known: flag"),
        (f"flag = '{'a' * 300}'", f"x: line 1: flag is '{'a' * 79}...; it must be true or false"),
        ("a = 1\nb = 1\nc = 1\nd = 1\ne = 1", "; and 2 more"),
        ("flag", "x is not a TOML file: "),
        ("a = " + "[" * 65 + "]" * 65, "x is not a TOML file that can be used: it has more than 64"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(UsageError) as caught:
        toml_file.of_text(text, "x").checked(Outer)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_right_is_read(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text("[[inner]]\nclass = 3\n[named.a]\nclass = 1\nkind = 'y'\n")
    file = toml_file.read(path)
    found = file.checked(Outer)
    assert (found.inner[0].size, found.named["a"].kind, found.flag) == (3, "y", True)
    error = file.mistake(("named", "a", "kind"), "it is so")
    assert str(error) == f"{path}: line 5, named, a, kind: it is so"
    with pytest.raises(UsageError, match=r"the table .*none\.toml cannot be read: No such file"):
        toml_file.read(tmp_path / "none.toml", "the table")
