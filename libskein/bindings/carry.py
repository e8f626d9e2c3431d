# SPDX-License-Identifier: Apache-2.0
"""Makes packages of a binding that carry the library's sources with them, for a registry or another machine.

python carry.py rust FOLDER   the crates libskein and libskein-digest
python carry.py wasm FOLDER   the package of npm, in which `npm run build` then makes the module

What git does not track is left out, where there is git.
"""

import argparse
import shutil
import subprocess
import sys
from pathlib import Path

BINDINGS = Path(__file__).resolve().parent
LIBRARY = BINDINGS.parent
PARTS = ("include", "src")
PACKAGES = {
    "rust": {"libskein": True, "libskein-digest": False},
    "wasm": {".": True},
}
"""Folders of a binding that are packages, and whether they compile the library."""


def tracked(folder: Path) -> list[Path]:
    """Files below a folder, from it on: those that git tracks, or all where there is no git."""
    try:
        done = subprocess.run(
            ["git", "ls-files", "-z"], cwd=folder, capture_output=True, text=True, check=False
        )
        names = done.stdout.split("\0") if done.returncode == 0 else []
    except FileNotFoundError:
        names = []
    found = [Path(name) for name in names if name and (folder / name).is_file()]
    return found or [path.relative_to(folder) for path in sorted(folder.rglob("*")) if path.is_file()]


def copy(source: Path, target: Path) -> None:
    """Copy a folder's files."""
    for name in tracked(source):
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source / name, target / name)


def carry(binding: str, folder: Path) -> None:
    """Make the packages of a binding in a folder that is new or empty."""
    for name, compiles in PACKAGES[binding].items():
        target = folder / name
        copy(BINDINGS / binding / name, target)
        shutil.copy(LIBRARY / "LICENSE", target / "LICENSE")
        for part in PARTS if compiles else ():
            copy(LIBRARY / part, target / "library" / part)


def main() -> int:
    """Make what the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(description="Make packages of a binding that carry libskein with them.")
    parser.add_argument("binding", choices=sorted(PACKAGES))
    parser.add_argument("folder", type=Path, help="where they are put; new or empty")
    arguments = parser.parse_args()
    try:
        if arguments.folder.exists() and any(arguments.folder.iterdir()):
            parser.error(f"{arguments.folder} is not empty")
        carry(arguments.binding, arguments.folder)
    except OSError as error:
        parser.exit(2, f"carry.py: {error.filename}: {error.strerror}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
