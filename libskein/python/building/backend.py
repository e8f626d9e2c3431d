# SPDX-License-Identifier: Apache-2.0
"""Build backend: that of setuptools, which also asks for CMake from PyPI where the machine has none."""

import shutil
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    """Return what a wheel needs, beside what pyproject.toml names."""
    return [*build_meta.get_requires_for_build_wheel(config_settings), *_tools()]


def get_requires_for_build_editable(config_settings: dict[str, Any] | None = None) -> list[str]:
    """Return what an editable installation needs, beside what pyproject.toml names."""
    return [*build_meta.get_requires_for_build_editable(config_settings), *_tools()]


def _tools() -> list[str]:
    missing = [] if shutil.which("cmake") else ["cmake>=3.20"]
    return missing if shutil.which("ninja") or shutil.which("make") else [*missing, "ninja"]
