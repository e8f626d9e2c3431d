# SPDX-License-Identifier: Apache-2.0
"""The tables of refused parameters, `cores/<family>/refused.toml`.

A `[[refused]]` has

`module`       the module, which lies in `rtl/<module>.sv` beside the table
`parameters`   a set that it refuses, numbers or expressions; the others are as the RTL has them
`rule`         name of the module that is missing where the rule is broken: what the tools then say
`instead`      what a reader says in place of that, where it stops before it comes to the rule; optional

The rule is one of the module, or of a module that it hands the parameter on to.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from folders import CORES

from hashloom.catalogue.reach import reached
from hashloom.catalogue.rtl import RtlUnit

TABLE = "refused.toml"
_RULE = r"\w+_needs_\w+|\w+_must_be_\w+"
_AROUND = "around"
_WRAPPER = """// verilator lint_off PINMISSING
module {name};
  {module} #(
      {parameters}
  ) dut ();
endmodule
"""


@dataclass(frozen=True)
class Refused:
    """An entry, and the folder that its table is in."""

    folder: Path
    module: str
    parameters: tuple[tuple[str, int | str], ...]
    rule: str
    instead: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return " ".join([self.module, *(f"{name}={value}" for name, value in self.parameters)])

    def reason(self, reader: str) -> str:
        """What the reader of this name says of it."""
        return self.instead.get(reader, self.rule)

    def unit(self, folder: Path) -> RtlUnit:
        """The module with these parameters, in a module without ports that is written into `folder`.

        From there it gets what not every tool takes for a top module: negative numbers and expressions.
        """
        around = folder / f"{_AROUND}.sv"
        given = ",\n      ".join(f".{name}({value})" for name, value in self.parameters)
        around.write_text(
            _WRAPPER.format(name=_AROUND, module=self.module, parameters=given), encoding="utf-8"
        )
        return RtlUnit(self.name, _AROUND, (*sources(self.folder, self.module), around), ())

    def accepted(self) -> RtlUnit:
        """The module as the RTL has it."""
        return RtlUnit(self.module, self.module, sources(self.folder, self.module), ())


def entries() -> list[Refused]:
    """Those of every table."""
    return [
        Refused(
            path.parent,
            one["module"],
            tuple(one["parameters"].items()),
            one["rule"],
            one.get("instead", {}),
        )
        for path in sorted(CORES.glob(f"*/{TABLE}"))
        for one in tomllib.loads(path.read_text(encoding="utf-8"))["refused"]
    ]


def sources(folder: Path, module: str) -> tuple[Path, ...]:
    """The file of a module behind all that it needs, from its folder and from the common one."""
    return reached(module, [CORES / "common" / "rtl", folder / "rtl"])


def guards(folder: Path) -> set[str]:
    """The rules that the RTL of a folder has, by the names of the modules that are missing."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in rtl_files(folder))
    return set(re.findall(rf"^\s*({_RULE}) \w+ \(\);", text, re.MULTILINE))


def with_parameters(folder: Path) -> set[str]:
    """The modules of a folder that have parameters."""
    found = set()
    for path in rtl_files(folder):
        text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
        if re.search(r"\bparameter\b", text):
            found |= set(re.findall(r"\bmodule\s+(\w+)\s*#\s*\(", text))
    return found


def rtl_files(folder: Path) -> list[Path]:
    """The RTL of a folder."""
    return sorted(folder.glob("rtl/*.sv"))
