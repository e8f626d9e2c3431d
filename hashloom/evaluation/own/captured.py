# SPDX-License-Identifier: Apache-2.0
"""All that is read of a core, once: its files, and those that they have a tool read.

`` `include `` and `$readmemh` name files beside the source, or in a folder that the user named; their copies
get names that no tool can misread, and the text has these names instead. The names keep their lines, so that
a place in the copy is that place in the file. No tool reads the user's disk later.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from hashloom.catalogue.capture import Capture
from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError, UsageError
from hashloom.evaluation.own.core import ExternalCore
from hashloom.flow import yosys

_UNFIT = re.compile(r"[^A-Za-z0-9_.-]")
_WORDS = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | (?P<text>"(?:\\.|[^"\\\n])*") | (?P<include>`include\b) |
        (?P<memory>\$readmem[bh]\b)""",
    re.DOTALL | re.VERBOSE,
)
_OPENED = re.compile(r"\s*\(\s*")
_BLANK = re.compile(r"\s*")
_ELSEWHERE = re.compile(r"[/~]|(.*/)?\.\.(/|$)")
"""How a text begins that names a file outside of the folder that a tool runs in."""
_ENCODING = "latin-1"
"""Bytes as characters, one for one, whatever they mean."""


@dataclass(frozen=True)
class Captured:
    """What was read of a core: a unit of frozen texts, and the further files in the order of their copies.

    `named` has the user's names of the copies, by the copies' names.
    """

    unit: RtlUnit
    further: tuple[tuple[str, bytes], ...] = ()
    named: dict[str, str] = field(default_factory=dict)

    def write(self, folder: Path) -> list[str]:
        """Write all of it into a folder, as `yosys.elaborate` reads it; the names of the sources there."""
        yosys.copy_sources(self.unit, folder)
        yosys.write_files(self.further, folder)
        return sorted(str(path.relative_to(folder)) for path in (folder / "rtl").iterdir())

    def in_words(self, text: str) -> str:
        """A text of a tool with the names of the user's files in the place of the copies'."""
        for copy, name in self.named.items():
            text = text.replace(copy, name)
        return text


def plain_unit(name: str, top: str, files: Iterable[tuple[str, bytes]]) -> RtlUnit:
    """A unit that is these texts, given by name, and reads nothing else."""
    capture, paths = Capture(), []
    for file, content in files:
        capture.hold(Path(file), content)
        paths.append(Path(file))
    return RtlUnit(name, top, tuple(paths), (), capture)


def settings(unit: RtlUnit) -> str:
    """The parameters of a unit as an instance of its top module sets them."""
    values = ((name, f'"{value}"' if isinstance(value, str) else value) for name, value in unit.parameters)
    text = ", ".join(f".{name}({value})" for name, value in values)
    return f" #({text})" if text else ""


def read(path: Path) -> bytes:
    """The content of a file. UsageError where there is none."""
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    try:
        return path.read_bytes()
    except OSError as error:
        raise HashloomError(f"the RTL file {path} cannot be read: {error.strerror}") from error


def capture(core: ExternalCore) -> Captured:
    """What the files of a core are now, with those that they name.

    UsageError for a file that is not there, and for one that lies outside of the folders of the sources and
    those that the user named.
    """
    return _Reading(core).captured()


class _Reading:
    """The files of a core while they are read, and the names that tools know them by."""

    def __init__(self, core: ExternalCore) -> None:
        for folder in core.includes:
            if not folder.is_dir():
                raise UsageError(f"there is no folder {folder}; name one with --include")
        self._core = core
        self._within = [
            folder.resolve() for folder in (*(source.parent for source in core.sources), *core.includes)
        ]
        self._contents: dict[Path, str] = {}
        self._further: dict[Path, str] = {}
        self._rewritten: dict[Path, str] = {}
        self._texts = False  # whether any text may be the name of a memory's file
        self._strict = False  # whether a memory's file is named by what is no text
        self._has_memories = False

    def captured(self) -> Captured:
        """All of it."""
        core = self._core
        sources = self._sources()
        if self._has_memories:  # a text may come to $readmemh as a parameter
            self._texts = True
            self._further.clear()
            self._rewritten.clear()
            sources = self._sources()
        capture = Capture()
        for source, text in sources.items():
            capture.hold(source, text.encode(_ENCODING))
        parameters = tuple((key, self._value(value)) for key, value in core.parameters)
        copies = {f"rtl/{_fit(number, source.name)}": source for number, source in enumerate(core.sources)}
        copies |= {copy: path for path, copy in self._further.items()}
        unit = RtlUnit(f"external_{core.top}", core.top, core.sources, parameters, capture)
        further = tuple(
            (path.name, self._rewritten.get(path, self._content(path)).encode(_ENCODING))
            for path in self._further
        )
        return Captured(unit, further, {copy: str(path) for copy, path in copies.items()})

    def _sources(self) -> dict[Path, str]:
        return {source: self._rewrite(source) for source in self._core.sources}

    def _content(self, path: Path) -> str:
        if path not in self._contents:
            self._contents[path] = read(path).decode(_ENCODING)
        return self._contents[path]

    def _rewrite(self, path: Path) -> str:
        """The text of a file with the names of copies in the place of those of files."""
        text, made, end = self._content(path), [], 0
        waits = ""  # what names a file by the text that comes next
        since = 0
        for word in _WORDS.finditer(text):
            if word["include"]:
                waits, since = word[0], word.end()
                if not _BLANK.match(text, since) or not text[since:].lstrip(" \t").startswith('"'):
                    raise self._mistake(path, since, "`include names its file by a macro; write the name")
            elif word["memory"]:
                waits, since, self._has_memories = word[0], word.end(), True
                opened = _OPENED.match(text, since)
                self._strict |= opened is None or text[opened.end()] != '"'
            elif word["text"]:
                name, between = word["text"][1:-1], text[since : word.start()]
                included = waits == "`include"
                named = included or (waits != "" and between.strip() == "(")
                copy = None
                if named or self._texts:
                    copy = self._copy(name, path, word.start(), rtl=included, named=named)
                if copy is not None:
                    made += [text[end : word.start()], f'"{copy}"']
                    end = word.end()
                waits = ""
        return "".join([*made, text[end:]])

    def _value(self, value: int | str) -> int | str:
        """A parameter's value, which may name the file of a memory."""
        if not isinstance(value, str) or not self._texts:
            return value
        return self._copy(value, self._core.sources[0], None) or value

    def _copy(
        self, name: str, by: Path, at: int | None, *, rtl: bool = False, named: bool = False
    ) -> str | None:
        """The name of the copy of a file that is named in another; None where there is no such file.

        `named`: the text is the name of a file for sure. UsageError for one outside of what may be read.
        """
        folders = (by.parent, *self._core.includes, *(source.parent for source in self._core.sources))
        try:
            found = next((path for path in (folder / name for folder in folders) if path.is_file()), None)
        except (OSError, ValueError):  # too long for a name, or with a zero: a text like others
            found = None
        if found is None:
            if _ELSEWHERE.match(name) and (named or self._strict):
                raise self._mistake(by, at, f"there is no file '{name}' in the folders that may be read")
            return None
        real = found.resolve()
        if not any(real.is_relative_to(folder) for folder in self._within):
            raise self._mistake(
                by, at, f"'{name}' lies outside of the folders that may be read; name its folder: --include"
            )
        if found not in self._further:
            self._further[found] = f"files/{_fit(len(self._further), found.name)}"
            if rtl:
                self._rewritten[found] = self._rewrite(found)
        return self._further[found]

    def _mistake(self, path: Path, at: int | None, sentence: str) -> UsageError:
        """The error at a place of a file, or of a parameter."""
        place = "--parameter" if at is None else f"{path}:{self._content(path).count(chr(10), 0, at) + 1}"
        return UsageError(f"{place}: {sentence}")


def _fit(number: int, name: str) -> str:
    """The name that `yosys.copy_sources` and `yosys.write_files` give the copy of a file."""
    return f"{number:02d}_{_UNFIT.sub('_', name)}"
