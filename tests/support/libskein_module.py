# SPDX-License-Identifier: Apache-2.0
"""The Python module libskein for tests, made of the sources as they are now; skipped without a compiler."""

import pytest

from hashloom import software
from hashloom.catalogue import places
from hashloom.errors import MissingTool, UsageError

try:
    software.install_module(places.here())
except (MissingTool, UsageError) as error:
    pytest.skip(str(error), allow_module_level=True)

import libskein

__all__ = ["libskein"]
