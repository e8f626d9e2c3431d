# SPDX-License-Identifier: Apache-2.0
"""The Python module libskein for tests, made of the sources as they are now; skipped without a compiler."""

import pytest
from own_state import here

from hashloom import software
from hashloom.errors import MissingTool, UsageError

try:
    software.install_module(here())
except (MissingTool, UsageError) as error:
    pytest.skip(str(error), allow_module_level=True)

import libskein

__all__ = ["libskein"]
