# SPDX-License-Identifier: Apache-2.0
"""Where things lie: cores, results, campaigns, libskein, and what the laboratory keeps.

A checkout has all of it at its top, beside this package. An installed package brings its own in the folder
`CARRIED`, with the same folders in it; nothing is written there, nor beside the package. What the laboratory
keeps is then below the user's cache folder.

    HASHLOOM_CORES    folder of the cores in use, in place of those that come with the laboratory
    HASHLOOM_STATE    folder of all that is kept, in place of `state_folder` as it is otherwise
"""

import os
from pathlib import Path

from hashloom.errors import UsageError

CARRIED = "carried"
"""Folder of an installed package; setup.py fills it. A checkout has none."""
_PACKAGE = Path(__file__).resolve().parents[1]


def checkout() -> Path | None:
    """Top of the checkout that this package is part of; None if it is installed."""
    top = _PACKAGE.parent
    return top if (top / "pyproject.toml").is_file() and (top / "cores").is_dir() else None


def need_checkout(what: str) -> Path:
    """Top of the checkout. UsageError without one; `what` is the subject of its sentence."""
    found = checkout()
    if found is None:
        raise UsageError(f"{what} needs a checkout of hashloom; {_PACKAGE} is an installed package")
    return found


def repository_folder() -> Path:
    """Folder that holds `cores/`, `results/`, `campaigns/`, `libskein/` and the licence. Read only."""
    return checkout() or _PACKAGE / CARRIED


def own_cores_folder() -> Path:
    """The cores that come with the laboratory: one sub-folder per family, `common/` and `bus/`."""
    return repository_folder() / "cores"


def cores_folder() -> Path:
    """The cores in use: those of HASHLOOM_CORES, else the laboratory's own."""
    named = os.environ.get("HASHLOOM_CORES")
    return Path(named).resolve() if named else own_cores_folder()


def results_folder() -> Path:
    """The committed documents of results, proofs among them."""
    return repository_folder() / "results"


def libskein_folder() -> Path:
    """Sources of the software library."""
    return repository_folder() / "libskein"


def licence_file() -> Path:
    """The licence of cores, laboratory and library."""
    return repository_folder() / "LICENSE"


def brought(name: str | Path) -> Path:
    """The file of this path; where there is none, that of the same relative path that comes with hashloom.

    So `campaigns/demo.toml` and `results/proofs.json` have their meaning in any folder.
    """
    path = Path(name)
    own = repository_folder() / path
    return own if not path.is_absolute() and not path.exists() and own.is_file() else path


def state_folder() -> Path:
    """Folder of everything the laboratory keeps: records, caches, running jobs. Not made by this function.

    The folder named by HASHLOOM_STATE, else `.hashloom` of the checkout, else `hashloom` of the user's cache
    folder. UsageError if there is none of these.
    """
    named = os.environ.get("HASHLOOM_STATE")
    if named:
        return Path(named).resolve()
    top = checkout()
    return top / ".hashloom" if top else _cache_folder() / "hashloom"


def build_folder() -> Path:
    """Folder of what is compiled of libskein: `build` of the checkout, else of `state_folder`."""
    return (checkout() or state_folder()) / "build"


def _cache_folder() -> Path:
    """`XDG_CACHE_HOME` if that is an absolute path, as its specification demands, else `.cache` at home."""
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if named.is_absolute():
        return named
    try:
        return Path.home() / ".cache"
    except RuntimeError:
        raise UsageError(
            "this user has no home folder for what hashloom keeps; name one with the environment variable "
            "HASHLOOM_STATE"
        ) from None
