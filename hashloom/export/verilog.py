# SPDX-License-Identifier: Apache-2.0
"""Verilog-2005 of a package, for tools that do not read SystemVerilog: converted by yosys.

The modules, instances, ports and registers stay, with their names; words stay words, an adder stays `+`. What
parameters and `generate` decide is decided. A module has a prefix before its name, and a number behind it
where there are several with other parameters, so that it clashes with nothing in a user's project. Of all
attributes those stay that vendors' tools act on.
"""

import re
from collections.abc import Sequence
from pathlib import Path

from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.flow import yosys

_RAW = "converted.v"
KEPT = ("ASYNC_REG", "X_INTERFACE_INFO", "X_INTERFACE_PARAMETER")
"""Attributes that stay: flip-flops between clocks, and which ports are an interface."""
# One enable for bits that are written together; without it each bit of a word would be a write of its own.
_ENABLES = "opt_reduce t:$memwr_v2 %ci*:+$memwr_v2[EN]:+$mux[Y,A,B] t:$mux %i"
_MODULE = re.compile(r"^module (\\\S+|\w+) ?\(", re.MULTILINE)
_INSTANCE = re.compile(r"^  (\\\S+|\w+) +(\\\S+ |\w+) \(", re.MULTILINE)
_REPEATED = re.compile(r"\{ (\w+(?:\[\d+\])?)((?:, \1)+) \}")
# An attribute on a line of its own, or within an expression.
_VALUE = r' *(?:= *(?:"[^"\n]*"|[^"\s]+))? *\*\)'
_ATTRIBUTE = re.compile(rf"^ *\(\* \\?(\w+){_VALUE}\n|\(\* \\?\w+{_VALUE} ", re.MULTILINE)
# What verilator says of the style of correct code that no person wrote.
_HEAD = """\
// SPDX-License-Identifier: Apache-2.0
//
// {name}: {design} in Verilog-2005, made by {tool} from the SystemVerilog in ../rtl.
// To change something, change it there.

/* verilator lint_off WIDTH */
/* verilator lint_off CASEOVERLAP */
/* verilator lint_off UNOPTFLAT */
"""


def convert(
    name: str, design: str, systemverilog: Sequence[Path], folder: Path, limits: jobs.Limits, prefix: str
) -> str:
    """The Verilog-2005 of module `name` and all below it; `folder` is for the files of yosys.

    Modules that do not have the prefix in their names get it.
    HashloomError if yosys does not come to its end.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sources = " ".join(yosys.copy_files(systemverilog, folder))
    script = [
        f"read_verilog -sv -defer {sources}",
        f"hierarchy -check -top {name}",
        "proc -latches error",
        _ENABLES,
        "opt_clean",
        f"write_verilog -noparallelcase {_RAW}",
    ]
    outcome = yosys.run(folder, script, limits)
    if outcome.state != jobs.OK:
        raise HashloomError(f"{design} cannot be converted ({outcome.state}): {outcome.tail(4)}")
    raw = (folder / _RAW).read_text(encoding="utf-8")
    head = _HEAD.format(name=name, design=design, tool=f"yosys ({yosys.TOOL} {yosys.version()})")
    return f"{head}\n{tidy(raw, name, prefix)}"


def tidy(raw: str, name: str, prefix: str) -> str:
    """Plain names for the modules that yosys named after their parameters, the top first; no repetition.

    Of attributes those in KEPT are left.
    """
    body = raw.partition("\n\n")[2]  # without the line in which yosys names its compiler
    body = _ATTRIBUTE.sub(lambda found: found[0] if found[1] in KEPT else "", body)
    names: dict[str, str] = {}
    for module in _MODULE.findall(body):
        plain = name if module == name else prefix + _plain(module).removeprefix(prefix)
        taken, number = set(names.values()), 2
        names[module] = plain
        while names[module] in taken:
            names[module], number = f"{plain}_{number}", number + 1
    body = _MODULE.sub(lambda found: f"module {names[found[1]]} (", body)
    body = _INSTANCE.sub(
        lambda found: f"  {names[found[1]]} {found[2]} (" if found[1] in names else found[0], body
    )
    body = _REPEATED.sub(lambda found: f"{{ {found[2].count(',') + 1}{{{found[1]}}} }}", body)
    modules = re.split(r"^(?=module )", body, flags=re.MULTILINE)[1:]
    modules.sort(key=lambda text: not text.startswith(f"module {name} ("))
    return "\n".join(module.rstrip() + "\n" for module in modules)


def _plain(module: str) -> str:
    """The name in the SystemVerilog: yosys appends parameters, or puts a digest of them in front."""
    parts = module.lstrip("\\").split("\\")
    return parts[1] if len(parts) > 1 and parts[0].startswith("$paramod") else parts[0]
