# SPDX-License-Identifier: Apache-2.0
"""Conan's recipe of libskein: conan create libskein/packaging/conan."""

import re
from pathlib import Path

from conan import ConanFile
from conan.errors import ConanInvalidConfiguration
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, rmdir
from conan.tools.microsoft import is_msvc


class Libskein(ConanFile):
    """The hash function family Skein and its block cipher Threefish."""

    name = "libskein"
    license = "Apache-2.0"
    description = "The hash function family Skein and its block cipher Threefish"
    topics = ("hash", "skein", "threefish", "mac", "cryptography")
    package_type = "library"
    settings = ("os", "arch", "compiler", "build_type")
    options = {  # noqa: RUF012
        "shared": [True, False],
        "fPIC": [True, False],
        "threads": [True, False],
        "kernels": [True, False],
        "openssl": [True, False],
    }
    default_options = {  # noqa: RUF012
        "shared": False,
        "fPIC": True,
        "threads": True,
        "kernels": True,
        "openssl": False,
    }
    implements = ("auto_shared_fpic",)
    languages = ("C",)

    def set_version(self) -> None:
        """Take the version from the header."""
        header = Path(self.recipe_folder, "..", "..", "include", "skein.h").read_text(encoding="utf-8")
        self.version = re.findall(r'SKEIN_VERSION "(.+)"', header)[0]

    def export_sources(self) -> None:
        """Take the library's sources into the recipe."""
        library = str(Path(self.recipe_folder, "..", ".."))
        for part in (
            "CMakeLists.txt",
            "LICENSE",
            "cmake/*",
            "include/*",
            "src/*",
            "man/*",
            "bindings/openssl/*",
        ):
            copy(self, part, library, self.export_sources_folder)

    def requirements(self) -> None:
        """OpenSSL for the provider alone."""
        if self.options.openssl:
            self.requires("openssl/[>=3.0 <4]")

    def validate(self) -> None:
        """Refuse the one compiler that does not know the attributes of GNU."""
        if is_msvc(self):
            raise ConanInvalidConfiguration("libskein needs gcc or clang, for attributes of GNU")

    def layout(self) -> None:
        """Lay the folders out as CMake does."""
        cmake_layout(self)

    def generate(self) -> None:
        """Hand the options to CMake."""
        toolchain = CMakeToolchain(self)
        for part in ("TOOLS", "TESTS", "BENCHMARK"):
            toolchain.cache_variables[f"SKEIN_BUILD_{part}"] = False
        toolchain.cache_variables["SKEIN_BUILD_OPENSSL_PROVIDER"] = bool(self.options.openssl)
        toolchain.cache_variables["SKEIN_THREADS"] = bool(self.options.threads)
        toolchain.cache_variables["SKEIN_KERNELS"] = bool(self.options.kernels)
        toolchain.generate()
        CMakeDeps(self).generate()

    def build(self) -> None:
        """Build both libraries."""
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self) -> None:
        """Install, without the other kind of library and without what Conan writes itself."""
        copy(self, "LICENSE", self.source_folder, str(Path(self.package_folder, "licenses")))
        CMake(self).install()
        folder = Path(self.package_folder)
        for name in ("lib/cmake", "lib/pkgconfig", "share"):
            rmdir(self, str(folder / name))
        kinds = ("libskein.a",) if self.options.shared else ("libskein.so*", "libskein*.dylib")
        for kind in kinds:
            for path in folder.joinpath("lib").glob(kind):
                path.unlink()

    def package_info(self) -> None:
        """Name the target as find_package(libskein) does."""
        kind = "skein" if self.options.shared else "skein-static"
        self.cpp_info.libs = ["skein"]
        self.cpp_info.set_property("cmake_target_name", f"libskein::{kind}")
        self.cpp_info.set_property("pkg_config_name", "libskein")
        if not self.options.shared:
            self.cpp_info.defines = ["SKEIN_STATIC"]
            if self.options.threads and self.settings.os in ("Linux", "FreeBSD"):
                self.cpp_info.system_libs = ["pthread"]
