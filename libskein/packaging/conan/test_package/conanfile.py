# SPDX-License-Identifier: Apache-2.0
"""Builds and runs a program with the package that was made."""

from pathlib import Path

from conan import ConanFile
from conan.tools.build import can_run
from conan.tools.cmake import CMake, cmake_layout


class UsesLibskein(ConanFile):
    """A program that hashes three bytes."""

    settings = ("os", "arch", "compiler", "build_type")
    generators = ("CMakeDeps", "CMakeToolchain")

    def requirements(self) -> None:
        """Take the package that is tested."""
        self.requires(self.tested_reference_str)

    def layout(self) -> None:
        """Lay the folders out as CMake does."""
        cmake_layout(self)

    def build(self) -> None:
        """Build the program."""
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def test(self) -> None:
        """Run it, where it can run."""
        if can_run(self):
            self.run(str(Path(self.build_folder, self.cpp.build.bindir, "program").resolve()), env="conanrun")
