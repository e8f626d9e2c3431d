# SPDX-License-Identifier: Apache-2.0
"""The tables of refused parameters, `cores/<family>/refused.toml`.

A `[[refused]]` has

`module`       the module, which lies in `rtl/<module>.sv` beside the table
`parameters`   a set that it refuses; the others are as the RTL has them
`rule`         name of the module that is missing where the rule is broken: what the tools then say
"""

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from folders import CORES

from hashloom.catalogue.rtl import RtlUnit

TABLE = "refused.toml"


@dataclass(frozen=True)
class Refused:
    """An entry, and the folder that its table is in."""

    folder: Path
    module: str
    parameters: tuple[tuple[str, int], ...]
    rule: str

    @property
    def name(self) -> str:
        return " ".join([self.module, *(f"{name}={value}" for name, value in self.parameters)])

    def unit(self) -> RtlUnit:
        """The module with these parameters."""
        return RtlUnit(self.name, self.module, tuple(sources(self.folder, self.module)), self.parameters)

    def accepted(self) -> RtlUnit:
        """The module as the RTL has it."""
        return RtlUnit(self.module, self.module, tuple(sources(self.folder, self.module)), ())


def entries() -> list[Refused]:
    """Those of every table."""
    return [
        Refused(path.parent, one["module"], tuple(one["parameters"].items()), one["rule"])
        for path in sorted(CORES.glob(f"*/{TABLE}"))
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["refused"]
    ]


def sources(folder: Path, module: str) -> list[Path]:
    """The file of a module behind all that it needs, from its folder and from the common one."""
    known = {path.stem: path for place in (CORES / "common", folder) for path in place.glob("rtl/*.sv")}
    found: list[str] = []

    def add(name: str) -> None:
        if name in found:
            return
        words = set(re.findall(r"\w+", re.sub(r"//.*", "", known[name].read_text(encoding="utf-8"))))
        for other in sorted(words & set(known) - {name}):
            add(other)
        found.append(name)

    add(module)
    return [known[name] for name in found]


def guards(folder: Path) -> set[str]:
    """The rules that the RTL of a folder has, by the names of the modules that are missing."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("rtl/*.sv")))
    return set(re.findall(r"^\s*(\w+_needs_\w+) \w+ \(\);", text, re.MULTILINE))
