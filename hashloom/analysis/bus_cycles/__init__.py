# SPDX-License-Identifier: Apache-2.0
"""Cycles of a message of 64 bytes through a bus adapter and a hash function, and without the adapter.

The benches of this folder are SystemVerilog for Icarus: a source that always has the next word, a sink that
always takes one. They print the digest, which must be the model's, and the cycles from the first word or
access offered to the last word of the digest taken.
"""

import json
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.places import Places
from hashloom.errors import CheckFailed
from hashloom.execution import jobs
from hashloom.models import model_for

MESSAGE = bytes(range(64))
LIMITS = jobs.Limits(wall_seconds=600)
INSTALL = "apt-get install iverilog"
REGISTERS = {"LAST": "LAST", "STATUS": "STATUS", "WINDOW": "MESSAGE", "DIGEST_DATA": "DIGEST_DATA"}
"""Macros of the bench of the registers, and the registers whose addresses they are."""


def bus_folder(places: Places) -> Path:
    """The folder of the adapters."""
    return places.own_cores / "bus"


def cycles(
    design_name: str, bench: str, adapter: Sequence[Path], settings: Mapping[str, int], places: Places
) -> float:
    """Cycles of the hash function's clock, with the bench of this name and these macros.

    `adapter` are the sources of the adapter. The design has one lane, blocks of 512 bits, and a digest of
    whole words of 64 bits. CheckFailed where the digest is wrong or none comes.
    """
    design = catalogue.resolve_design(design_name, places)
    unit, function = rtl.unit(design, "top"), design.function
    parameters = {**dict(unit.parameters), "WORD": 64}
    macros = {
        "TOP": unit.top,
        "PARAMETERS": ", ".join(f".{name}({value})" for name, value in parameters.items()),
        "DIGEST": function.digest_bits,
        "MESSAGE": f"512'h{MESSAGE.hex()}",
        **settings,
        **(addresses(places) if bench in ("registers", "apb") else {}),
    }
    folder = Path(__file__).parent
    with tempfile.TemporaryDirectory() as made:
        program, log = Path(made) / "bench.vvp", Path(made) / "bench.log"
        compiler = [
            jobs.find("iverilog", INSTALL),
            "-g2012",
            "-s",
            "bench",
            "-I",
            str(folder),
            "-o",
            str(program),
        ]
        compiler += [f"-D{name}={value}" for name, value in macros.items()]
        sources = [*unit.sources, *adapter, folder / f"{bench}.sv"]
        for command in (
            [*compiler, *map(str, sources)],
            [jobs.find("vvp", INSTALL), "-n", str(program)],
        ):
            outcome = jobs.run(command, Path(made), log, LIMITS)
            if outcome.state != jobs.OK:
                raise CheckFailed(
                    f"the bench '{bench}' with {design.name} ends {outcome.state}: {outcome.tail()}"
                )
        text = log.read_text(encoding="utf-8")
    found = re.search(r"digest ([0-9a-f]+) cycles ([\d.]+)", text)
    expected = model_for(function).digest(MESSAGE).hex()
    if found is None or found[1] != expected:
        raise CheckFailed(
            f"the bench '{bench}' with {design.name} has no digest or a wrong one: {text.strip()}"
        )
    return float(found[2])


def addresses(places: Places) -> dict[str, str]:
    """Addresses of the registers, hexadecimal, by the macros of REGISTERS.

    They are those of the list that the compiler of the register map makes (`hashloom.codegen`).
    """
    listed = json.loads((bus_folder(places) / "hash_registers.json").read_text(encoding="utf-8"))
    found = {register["name"]: register["offset"] for register in listed["registers"]}
    return {macro: f"{found[register]:02x}" for macro, register in REGISTERS.items()}
