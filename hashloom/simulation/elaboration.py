# SPDX-License-Identifier: Apache-2.0
"""From RTL, or from a synthesised netlist with models of its cells, to the gates that the driver simulates.

yosys keeps the hierarchy and maps each module once to one-bit cells; the driver flattens. The RTL comes in
through the same commands as for synthesis, but nothing after that is shared with it.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.execution.session import Session
from hashloom.flow import yosys
from hashloom.simulation.compiled import compiled
from hashloom.simulation.refusals import Refused

TOP = "simulated"
"""Name of the top model in the netlists of this module."""
NETLIST = "simulated.blif"
_WRITE = f"write_blif -icells -conn {NETLIST}"
_SHARED = "+/"
LIMITS = jobs.Limits(wall_seconds=1800)
_RTL_TO_GATES = (
    f"rename -top {TOP}",
    "proc -latches error",
    "memory",
    "opt_expr",
    "opt_clean",
    "alumacc",
    "techmap",
    "opt_expr",
    "opt_merge",
    "opt_clean",
    "dfflegalize -cell $_DFF_P_ 01",
    "opt_clean",
    _WRITE,
)
# A flip-flop of Liberty with both outputs is read as two, which are one again: else they begin apart.
_CELLS_TO_GATES = (
    f"rename -top {TOP}",
    "proc -latches error",
    "techmap",
    "dfflegalize -cell $_DFF_P_ 01",
    "opt_merge -share_all",
    "opt_clean",
)
# A netlist of an FPGA has thousands of tables of its own, and yosys takes minutes to write as many modules.
# Standard cells are few: the driver flattens them, in a third of the time.
_FLAT = ("flatten", "opt_clean")


@dataclass(frozen=True)
class CellModels:
    """Models of the cells of a netlist: Liberty files or Verilog files, and macros to define for the latter.

    Paths that begin with `+/` are of the share folder of yosys.
    """

    kind: Literal["liberty", "verilog"]
    files: tuple[str, ...]
    defines: tuple[str, ...] = ()


def liberty_models(*files: Path) -> CellModels:
    """Models from the `function` and `ff` entries of Liberty files."""
    return CellModels("liberty", tuple(str(file.resolve()) for file in files))


def verilog_models(*files: str, defines: Sequence[str] = ()) -> CellModels:
    """Models from Verilog files, such as `+/ecp5/cells_sim.v`."""
    return CellModels("verilog", files, tuple(defines))


def rtl_gates(unit: RtlUnit, session: Session) -> Path:
    """Netlist of gates of a unit, kept under the unit's digest."""
    ingredients = {
        "of": "rtl",
        "rtl": unit.digest(),
        "yosys": _rtl_to_gates(unit),
        "tools": {yosys.TOOL: yosys.version()},
    }
    return compiled(ingredients, lambda folder: made_rtl_gates(unit, folder), session)


def _rtl_to_gates(unit: RtlUnit) -> list[str]:
    return [*yosys.elaborate(unit), *_RTL_TO_GATES]


def made_rtl_gates(unit: RtlUnit, folder: Path, limits: jobs.Limits = LIMITS) -> Path:
    """Netlist of gates of a unit, made in the folder; Refused where yosys refuses the RTL."""
    yosys.copy_sources(unit, folder)
    return _run(folder, _rtl_to_gates(unit), unit.name, limits)


def netlist_gates(netlist: Path, top: str, models: CellModels, session: Session) -> Path:
    """Gates of a synthesised netlist (.v, .json, .il or .blif), kept under the contents of all files."""
    own = [Path(file) for file in models.files if not file.startswith(_SHARED)]
    try:
        contents = [path.read_bytes() for path in (netlist, *own)]
    except OSError as error:
        raise HashloomError(f"{error.filename} cannot be read: {error.strerror}") from error
    read = {".v": "read_verilog -sv", ".json": "read_json", ".il": "read_rtlil", ".blif": "read_blif -sop"}
    if netlist.suffix not in read:
        raise HashloomError(f"{netlist} is no netlist; its name must end in one of {', '.join(read)}")

    def make(folder: Path) -> Path:
        given = zip((path.name for path in (netlist, *own)), contents, strict=True)
        circuit, *copies = yosys.write_files([*given], folder)
        left = iter(copies)
        files = [file if file.startswith(_SHARED) else next(left) for file in models.files]
        script = [f"{_model_command(models)} {file}" for file in files]
        script += [f"{read[netlist.suffix]} {circuit}", f"hierarchy -check -top {top}"]
        return _run(folder, [*script, *_cells_to_gates(models)], netlist.name)

    shared = [file for file in models.files if file.startswith(_SHARED)]
    ingredients = {
        "of": "netlist",
        "files": [hashlib.sha256(content).hexdigest() for content in contents],
        "top": top,
        "models": [models.kind, *models.defines, *shared],
        "yosys": [_model_command(models), read[netlist.suffix], *_cells_to_gates(models)],
        "tools": {yosys.TOOL: yosys.version()},
    }
    return compiled(ingredients, make, session)


def _cells_to_gates(models: CellModels) -> list[str]:
    return [*_CELLS_TO_GATES, *(_FLAT if models.kind == "verilog" else ()), _WRITE]


def _model_command(models: CellModels) -> str:
    if models.kind == "liberty":
        return "read_liberty -overwrite -ignore_miss_func -ignore_miss_data_latch"
    # The models of Lattice include the same file twice, which is an error without -nooverwrite.
    # Deferred: of the models only those are elaborated that the netlist has; the memories of iCE40 take long.
    return " ".join(["read_verilog -sv -nooverwrite -defer", *(f"-D{define}" for define in models.defines)])


def _run(folder: Path, script: list[str], name: str, limits: jobs.Limits = LIMITS) -> Path:
    outcome = yosys.run(folder, script, limits)
    if outcome.state != jobs.OK or not (folder / NETLIST).is_file():
        lines = outcome.tail(40).splitlines()
        errors = [line.strip() for line in lines if "ERROR" in line] or lines[-1:]
        raise Refused(f"yosys cannot elaborate {name} ({outcome.state}): {' '.join(errors)}")
    return folder / NETLIST
