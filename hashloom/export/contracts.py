# SPDX-License-Identifier: Apache-2.0
"""The contract of the ports for whoever simulates a package: what breaks it is said by `$error`.

A package has those contracts of `cores/*/contract` that concern its modules, and the files that bind them.
"""

from __future__ import annotations

import re
from pathlib import Path

from hashloom.errors import HashloomError
from hashloom.export import naming
from hashloom.export.package import Package

_BIND = re.compile(r"^bind (\w+) (\w+) #\(", re.MULTILINE)


def files(package: Package) -> dict[str, str]:
    """The SystemVerilog by path, in compile order, under the names that modules have in the package."""
    texts = {path: _read(path) for path in sorted(package.places.own_cores.glob("*/contract/*.sv"))}
    bound = {path: _BIND.findall(text) for path, text in texts.items()}
    binds = [path for path, found in bound.items() if any(module in package.names for module, _ in found)]
    wanted = {contract for path in binds for _, contract in bound[path]}
    chosen = [*(path for path in texts if path.stem in wanted), *binds]
    names = {**package.names, **{name: f"{package.prefix}{name}" for name in wanted}}
    return {
        f"contract/{package.prefix}{path.name}": naming.without_local_parameters(
            naming.renamed(texts[path], names)
        )
        for path in chosen
    }


def _read(path: Path) -> str:
    """HashloomError for a file that cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise HashloomError(f"{path} cannot be read: {error.strerror}") from error
