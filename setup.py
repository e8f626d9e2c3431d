# SPDX-License-Identifier: Apache-2.0
"""Puts what the laboratory reads beside its Python files into the wheel: cores, campaigns, results, libskein.

They keep their places at the top of a checkout; in the wheel they lie in `hashloom/carried`, where
`hashloom/catalogue/places.py` looks for them.
"""

import atexit
import shutil
import tempfile
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
TARGET = Path("hashloom", "carried")
CARRIED = {
    "cores": "**/*",
    "campaigns": "*.toml",
    "results": "*.json",
    "libskein": "**/*",
    ".": "LICENSE",
}
"""Folders, and the pattern of the files in them that the wheel gets."""
LEFT_OUT = tuple(Path("libskein", name) for name in ("python", "bindings", "packaging"))
"""Python's module libskein and what else stands around the library is built in a checkout only."""
# Made anew each time: what an earlier build has left would be taken into a wheel.
BUILD = tempfile.mkdtemp(prefix="hashloom-build-")
atexit.register(shutil.rmtree, BUILD, ignore_errors=True)


def carried() -> list[str]:
    """Paths of all these files from the top of the checkout on."""
    found = [
        path.relative_to(HERE)
        for folder, pattern in CARRIED.items()
        for path in (HERE / folder).glob(pattern)
        if path.is_file()
    ]
    return sorted(path.as_posix() for path in found if not _is_left_out(path))


def _is_left_out(path: Path) -> bool:
    """Whether a file was made by tools, or is not for the wheel."""
    made = any(part.startswith(".") or part.endswith("~") or part == "build" for part in path.parts)
    return made or any(path.is_relative_to(folder) for folder in LEFT_OUT)


class CarryHouse(build_py):
    """Copies these files besides the package's own; an editable installation has those of the checkout."""

    def run(self) -> None:
        """Build, and copy."""
        super().run()
        for target, source in self._carried().items():
            self.mkpath(str(Path(target).parent))
            self.copy_file(source, target)

    def get_outputs(self, include_bytecode: bool = True) -> list[str]:
        """Return all files that a build makes."""
        return [*super().get_outputs(include_bytecode), *self._carried()]

    def get_output_mapping(self) -> dict[str, str]:
        """Return the file that each of them is copied from."""
        return {**super().get_output_mapping(), **self._carried()}

    def get_source_files(self) -> list[str]:
        """Return what a source distribution needs of it."""
        return [*super().get_source_files(), *carried()]

    def _carried(self) -> dict[str, str]:
        if self.editable_mode:
            return {}
        return {str(Path(self.build_lib) / TARGET / name): name for name in carried()}


setup(cmdclass={"build_py": CarryHouse}, options={"build": {"build_base": BUILD}})
