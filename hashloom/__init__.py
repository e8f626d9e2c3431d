# SPDX-License-Identifier: Apache-2.0
"""The laboratory of hashloom: catalogue, reference models, simulation, synthesis, campaigns and reports.

    lab = hashloom.Workspace()      all of it for programs: see docs/python.md

The hardware lives beside this package in `cores/`; the laboratory reads it as data through
`hashloom.catalogue`. The command line is `hashloom.commands`. What this module has beside the version is
imported when it is first asked for; `__init__.pyi` has it for type checkers.
"""

import importlib
from typing import Any

__version__ = "0.1.0"
__all__ = ["Design", "Function", "Item", "Result", "Verification", "Workspace", "__version__"]

_ELSEWHERE = {
    "Design": "hashloom.catalogue",
    "Function": "hashloom.catalogue",
    "Item": "hashloom.campaign",
    "Result": "hashloom.flow",
    "Verification": "hashloom.verification",
    "Workspace": "hashloom.interface",
}


def __getattr__(name: str) -> Any:
    """The class of this name, from its module. AttributeError if there is none."""
    if name not in _ELSEWHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(_ELSEWHERE[name]), name)


def __dir__() -> list[str]:
    """Names for completion, with those that are not imported yet."""
    return sorted({*globals(), *_ELSEWHERE})
