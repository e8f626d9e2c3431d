# SPDX-License-Identifier: Apache-2.0
"""What a verification rests on: the key that it is found under again.

A design that passed has passed *this* RTL, with *these* vectors, against *this* model, in *this* bench, on
*these* tools, and the cycles that it *claims* were counted. Whatever of it changes, it has to pass anew.

    basis(design, levels, rtl_digests, vectors_digest, tools)   all of it, as a JSON object
    key(basis)                                                  SHA-256 of it

Files are read when they are first asked for, once in a process: what is hashed is what was loaded.
"""

import ast
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from hashloom.catalogue.design import Design
from hashloom.catalogue.places import Places
from hashloom.execution.code import PACKAGE, digest_of
from hashloom.execution.steps import key_of
from hashloom.flow import yosys
from hashloom.simulation import driver_program

BENCH = (
    "flow/yosys.py", "flow/yosys_child.py", "models/__init__.py", "simulation/**/*.cc", "simulation/**/*.h",
    "simulation/**/*.py", "vectors/__init__.py", "vectors/skein.py", "verification/*.py",
)  # fmt: skip
"""Files of the laboratory that decide whether RTL passes, beside the model of its function."""
CLAIMED_BLOCKS = (1, 2, 3, 4)
"""Lengths of messages, in blocks, whose latency is part of what a design claims."""

Basis = dict[str, Any]


def basis(
    design: Design,
    levels: Sequence[str],
    rtl_digests: Mapping[str, str],
    vectors_digest: str,
    tools: Mapping[str, str],
) -> Basis:
    """All that a verification of a design at these levels rests on, as a JSON object."""
    return {
        "rtl": {level: rtl_digests[level] for level in levels},
        "vectors": vectors_digest,
        "claims": claims(design),
        "checks": checks_digest(design.family.model),
        "tools": dict(tools),
    }


def key(found: Basis) -> str:
    """SHA-256 (hexadecimal) of a basis."""
    return key_of(found)


def claims(design: Design) -> dict[str, Any]:
    """Bits and cycles of a design as its `core.toml` states them."""
    core = design.core
    return {
        "block_bits": design.function.block_bits,
        "digest_bits": design.function.digest_bits,
        "lanes": design.architecture.stages,
        "cycles_block": design.cycles_block(),
        "latency_cycles": [design.latency_cycles(blocks) for blocks in CLAIMED_BLOCKS],
        "formulas": [core.cycles_block.text, core.cycles_latency.text],
        **({"intake_cycles": design.intake_cycles()} if design.intake_cycles() else {}),
    }


@cache
def checks_digest(model: str) -> str:
    """SHA-256 (hexadecimal) over names and contents of all files that decide whether RTL passes."""
    return digest_of(PACKAGE, sources(model))


def sources(model: str) -> list[Path]:
    """Files of the bench, and of the model of this name with all that it imports of `hashloom.models`."""
    return sorted({*(path for pattern in BENCH for path in PACKAGE.glob(pattern)), *_models(model)})


def model_file(name: str) -> Path:
    """The file of a model. It need not exist."""
    return PACKAGE / "models" / f"{name}.py"


def tools(places: Places) -> dict[str, str]:
    """Versions of what elaborates and compiles. MissingTool if one is not there."""
    return {yosys.TOOL: yosys.version(), "C++": _version(driver_program.compiler(places))}


@cache
def _version(compiler: str) -> str:
    told = subprocess.run([compiler, "--version"], capture_output=True, text=True, check=False).stdout
    return told.partition("\n")[0].strip()


def _models(name: str) -> set[Path]:
    """The file of a model, and of every model that it imports."""
    found: set[Path] = set()
    todo = [name]
    while todo:
        path = model_file(todo.pop())
        if path in found or not path.is_file():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ImportFrom) and node.module and not node.level:
                if node.module == "hashloom.models":
                    todo += [alias.name for alias in node.names]
                elif node.module.startswith("hashloom.models."):
                    todo.append(node.module.split(".")[2])
            elif isinstance(node, ast.Import):
                todo += [
                    alias.name.split(".")[2]
                    for alias in node.names
                    if alias.name.startswith("hashloom.models.")
                ]
    return found
