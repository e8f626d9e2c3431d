# SPDX-License-Identifier: Apache-2.0
"""Logic synthesis with yosys: what its scripts say, and the child process that runs them.

The scripts name files relative to the folder they run in; the RTL is copied there first, so that a script
says the same wherever it runs. Every design comes in through `read_verilog -sv`: another front end gives
other figures.
"""

import importlib.util
import json
import shutil
import sys
from collections.abc import Sequence
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Any

from hashloom import jobs
from hashloom.errors import HashloomError, MissingTool
from hashloom.rtl import RtlUnit

TOOL = "pyosys"
INSTALL = "make setup"
SCRIPT = "synthesis.ys"
LOG = "synthesis.log"
NETLIST = "netlist.v"
STATISTICS = "statistics.json"
_CHILD = Path(__file__).with_name("yosys_child.py")


@cache
def version() -> str:
    """Version of yosys. MissingTool if it is not there."""
    if importlib.util.find_spec("pyosys") is None:
        raise MissingTool("the Python package pyosys is not installed", INSTALL)
    return metadata.version("pyosys")


def abc() -> Path:
    """The program ABC that comes with yosys. MissingTool if yosys is not there."""
    version()
    found = importlib.util.find_spec("pyosys")
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).with_name("yosys-abc")


def run(folder: Path, script: Sequence[str], limits: jobs.Limits) -> jobs.Outcome:
    """Write the script into the folder and run it there."""
    version()
    (folder / SCRIPT).write_text("".join(f"{line}\n" for line in script), encoding="utf-8")
    return jobs.run([sys.executable, str(_CHILD), SCRIPT], folder, folder / LOG, limits)


def copy_sources(unit: RtlUnit, folder: Path) -> None:
    """Copy the RTL into the folder under the names that `elaborate` reads."""
    for source, name in zip(unit.sources, _copies(unit), strict=True):
        try:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / name)
        except OSError as error:
            raise HashloomError(
                f"the RTL file {source} cannot be copied to {folder}: {error.strerror}"
            ) from error


def elaborate(unit: RtlUnit, extra: Sequence[str] = (), top: str | None = None) -> list[str]:
    """Commands that read a unit and `extra` files of the folder, set its parameters and name the top."""
    script = [f"read_verilog -sv -defer {' '.join([*_copies(unit), *extra])}"]
    for name, value in unit.parameters:
        text = f'"{value}"' if isinstance(value, str) else str(value)
        script.append(f"chparam -set {name} {text} {unit.top}")
    return [*script, f"hierarchy -check -top {top or unit.top}"]


def standard_cells(unit: RtlUnit, liberty: str) -> list[str]:
    """Script that maps a unit to standard cells.

    `liberty` is the library, `abc.script` and `abc.constraints` lie in the folder; NETLIST and STATISTICS
    come out. Flip-flops are named after the register bits they hold (`state[3]_reg`). Names of nets are
    dropped: where two stand for one net, an `assign` joins them, and OpenSTA reads only the simplest of
    those. The pass `fsm` is left out: it recodes registers to one-hot, and from a code that is none of
    them, as after power-up, the circuit does not recover.
    """
    return [
        *elaborate(unit),
        "proc -latches error",
        "flatten",
        "opt_expr",
        "opt_clean",
        "check -assert",
        "opt -nodffe -nosdff",
        "opt",
        "wreduce",
        "peepopt",
        "opt_clean",
        "alumacc",
        "opt",
        "memory -nomap",
        "opt_clean",
        "opt -fast -full",
        "memory_map",
        "opt -full",
        "techmap",
        "opt -fast",
        "setundef -zero",
        "opt -fast",
        "rename -wire -suffix _reg t:$_*DFF*",
        f'dfflibmap -liberty "{liberty}"',
        "opt_clean",
        f'abc -liberty "{liberty}" -constr abc.constraints -script abc.script',
        "rename -hide w:*",
        "opt_clean -purge",
        "select -assert-none t:$*",
        f'tee -q -o {STATISTICS} stat -json -liberty "{liberty}"',
        f"write_verilog -noattr -noexpr -nohex -nodec -simple-lhs {NETLIST}",
    ]


def statistics(folder: Path, module: str) -> dict[str, Any]:
    """What `stat -json` says of a module: `area` (with a Liberty file), `num_cells_by_type` and more."""
    modules: dict[str, dict[str, Any]] = json.loads((folder / STATISTICS).read_text(encoding="utf-8"))[
        "modules"
    ]
    found = modules.get(f"\\{module}") or modules.get(module)
    if found is None:
        raise HashloomError(f"yosys gives no statistics of the module {module}; its log is {folder / LOG}")
    return found


def _copies(unit: RtlUnit) -> list[str]:
    return [f"rtl/{number:02d}_{source.name}" for number, source in enumerate(unit.sources)]
