# SPDX-License-Identifier: Apache-2.0
"""Where things lie: cores, results, campaigns, libskein, and what the laboratory keeps.

A checkout has all of it at its top, beside this package. An installed package brings its own in the folder
`CARRIED`, with the same folders in it; nothing is written there, nor beside the package. What the laboratory
keeps is then below the user's cache folder.

    HASHLOOM_CORES      folder of the cores in use, in place of those that come with the laboratory
    HASHLOOM_STATE      folder of all that is kept, in place of the `state` that it has otherwise
    HASHLOOM_RECORDS    file of the records, in place of `records.sqlite` in `state`
    HASHLOOM_VECTORS    folder of the official vectors, in place of `shared/vectors` beside the checkout
    CXX                 the C++ compiler, in place of g++ or c++

One object, `Places`, has the answers. It is made where a program begins: by the command line, or by a
`Workspace`. It is handed down in the `Session`, or as an argument. The test
tests/unit/project/test_who_asks_for_places.py lists the modules that may ask the environment, and why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from hashloom.errors import UsageError

CARRIED = "carried"
"""Folder of an installed package; setup.py fills it. A checkout has none."""
RECORDS = "records.sqlite"
_PACKAGE = Path(__file__).resolve().parents[1]


@dataclass(frozen=True)
class Places:
    """Where one use of the laboratory finds things, and where it keeps them.

    `repository` holds `cores/`, `results/`, `campaigns/`, `libskein/` and the licence; it is read only unless
    it is a checkout. `cores` are the cores in use. `kept` is the folder of all that is kept, None for a user
    who has none; `recorded` the file of the records, None for the one in `kept`. `named_vectors` (folder of
    the official vectors) and `compiler` (C++) are what the user has named, None where nothing was.
    """

    repository: Path
    is_checkout: bool
    cores: Path
    kept: Path | None
    recorded: Path | None = None
    named_vectors: Path | None = None
    compiler: str | None = None

    @classmethod
    def of(cls, environment: Mapping[str, str]) -> Places:
        """The places of this package in an environment."""
        top = _PACKAGE.parent
        is_checkout = (top / "pyproject.toml").is_file() and (top / "cores").is_dir()
        repository = top if is_checkout else _PACKAGE / CARRIED
        cores, state = environment.get("HASHLOOM_CORES"), environment.get("HASHLOOM_STATE")
        records, vectors = environment.get("HASHLOOM_RECORDS"), environment.get("HASHLOOM_VECTORS")
        if state:
            kept: Path | None = Path(state).resolve()
        else:
            kept = top / ".hashloom" if is_checkout else _below_cache_folder(environment)
        return cls(
            repository,
            is_checkout,
            Path(cores).resolve() if cores else repository / "cores",
            kept,
            Path(records) if records else None,
            Path(vectors) if vectors else None,
            environment.get("CXX") or None,
        )

    def keeping(self, state: Path) -> Places:
        """The same, with all that is kept in another folder, the records too."""
        return replace(self, kept=state, recorded=None)

    @property
    def checkout(self) -> Path | None:
        """Top of the checkout that this package is part of; None if it is installed."""
        return self.repository if self.is_checkout else None

    def need_checkout(self, what: str) -> Path:
        """Top of the checkout. UsageError without one; `what` is the subject of its sentence."""
        if not self.is_checkout:
            raise UsageError(f"{what} needs a checkout of hashloom; {_PACKAGE} is an installed package")
        return self.repository

    @property
    def own_cores(self) -> Path:
        """The cores that come with the laboratory: one sub-folder per family, `common/` and `bus/`."""
        return self.repository / "cores"

    @property
    def shared_rtl(self) -> Path:
        """The RTL that the laboratory's families have in common."""
        return self.own_cores / "common" / "rtl"

    @property
    def official_vectors(self) -> Path | None:
        """Folder of the official vectors, or None if this machine has none.

        UsageError if HASHLOOM_VECTORS names a folder that is not there.
        """
        if self.named_vectors is None:
            beside = self.repository.parent / "shared" / "vectors"
            return beside if beside.is_dir() else None
        if not self.named_vectors.is_dir():
            raise UsageError(f"HASHLOOM_VECTORS names {self.named_vectors}, which is not a folder")
        return self.named_vectors

    @property
    def results(self) -> Path:
        """The committed documents of results, proofs among them."""
        return self.repository / "results"

    @property
    def libskein(self) -> Path:
        """Sources of the software library."""
        return self.repository / "libskein"

    @property
    def licence(self) -> Path:
        """The licence of cores, laboratory and library."""
        return self.repository / "LICENSE"

    def brought(self, name: str | Path) -> Path:
        """The file of this path; where there is none, that of the same relative path that comes along.

        So `campaigns/demo.toml` and `results/proofs.json` have their meaning in any folder.
        """
        path = Path(name)
        own = self.repository / path
        return own if not path.is_absolute() and not path.exists() and own.is_file() else path

    @property
    def state(self) -> Path:
        """Folder of everything the laboratory keeps: records, caches, running jobs. It need not be there.

        The folder named by HASHLOOM_STATE, else `.hashloom` of the checkout, else `hashloom` of the user's
        cache folder. UsageError if there is none of these.
        """
        if self.kept is None:
            raise UsageError(
                "this user has no home folder for what hashloom keeps; name one with the environment "
                "variable HASHLOOM_STATE"
            )
        return self.kept

    @property
    def records(self) -> Path:
        """File of the records."""
        return self.recorded or self.state / RECORDS

    @property
    def cache(self) -> Path:
        """Folder with a folder for each kind of step, in which each step has one named by its key."""
        return self.state / "cache"

    @property
    def scratch(self) -> Path:
        """Folder of the folders of running jobs."""
        return self.state / "work"

    @property
    def libraries(self) -> Path:
        """Folder of the cell libraries that were fetched and pruned."""
        return self.cache / "libraries"

    @property
    def targets(self) -> Path:
        """Folder of the target files that came with jobs of campaigns."""
        return self.cache / "targets"

    @property
    def build(self) -> Path:
        """Folder of what is compiled of libskein: `build` of the checkout, else of `state`."""
        return (self.repository if self.is_checkout else self.state) / "build"


def _below_cache_folder(environment: Mapping[str, str]) -> Path | None:
    """`hashloom` in XDG_CACHE_HOME, if that is an absolute path, as its specification demands, else in
    `.cache` at home; None without a home.
    """
    named = Path(environment.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named / "hashloom"
    try:
        return Path.home() / ".cache" / "hashloom"
    except RuntimeError:
        return None
