# SPDX-License-Identifier: Apache-2.0
"""Timing diagrams of the block level, taken from simulations.

    python -m hashloom.reports.timing    simulate, and write docs/figures/<name>.json (WaveJSON)

`make figures` draws the SVG beside each of these files.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hashloom import catalogue
from hashloom.catalogue import rtl
from hashloom.catalogue.places import Places
from hashloom.errors import HashloomError
from hashloom.execution.session import Session
from hashloom.files import writing
from hashloom.models import Block, model_for
from hashloom.reports import program
from hashloom.reports.waveform import WaveJson, wavejson
from hashloom.simulation import simulator

TIME_PER_CYCLE = 10
"""Time units of the simulator's VCD files from one rising edge to the next."""


@dataclass(frozen=True)
class Diagram:
    """A design, the lengths in bytes of the messages A, B, ... that it gets, how many cycles are drawn."""

    title: str
    design: str
    lengths: tuple[int, ...]
    cycles: int


DIAGRAMS = {
    "one-lane": Diagram(
        "Message A of two blocks, then message B of one block, through one lane",
        "skein-1.3-512-512/8r-1m",
        (100, 20),
        36,
    ),
    "two-lanes": Diagram(
        "Two messages of one block, A in lane 0 and B in lane 1",
        "skein-1.3-512-512/4r-2m",
        (20, 30),
        46,
    ),
}


def figures_folder(places: Places) -> Path:
    """Where the diagrams are kept. UsageError without a checkout."""
    return places.need_checkout("hashloom.reports.timing") / "docs" / "figures"


def capture(diagram: Diagram, session: Session) -> WaveJson:
    """Simulate, and give the cycles as WaveJSON. Blocks are named A0, A1, B0, ..., digests DA, DB."""
    design = catalogue.resolve_design(diagram.design, session.places)
    model = model_for(design.function)
    messages = [bytes(range(length)) for length in diagram.lengths]
    blocks = [model.blocks(message, 8 * len(message)) for message in messages]
    labels: dict[str, str] = {}
    for letter, message, parts in zip("ABCDEFGH", messages, blocks, strict=False):
        labels.update({part.data.hex(): f"{letter}{number}" for number, part in enumerate(parts)})
        labels[model.digest(message).hex()] = f"D{letter}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "wave.vcd"
        lanes = [(number % design.architecture.stages, 0) for number in range(len(blocks))]
        circuit = simulator(rtl.unit(design, "core"), "core", session)
        run = circuit.run(blocks, instances=1, places=lanes, vcd=path)
        if run.failure is not None:
            raise HashloomError(f"{design.name}: {run.failure}")
        # The first cycle is that of the reset.
        ports = {name: values[1:] for name, values in read_vcd(path, diagram.cycles + 1).items()}
    return wavejson(diagram.title, diagram.cycles, _signals(ports, labels, blocks))


def read_vcd(path: Path, cycles: int) -> dict[str, list[int]]:
    """The value of every port in each of the first `cycles` cycles, of a file that the simulator wrote."""
    names: dict[str, str] = {}
    current: dict[str, int] = {}
    found: dict[str, list[int]] = {}
    time = 0
    for line in [*path.read_text(encoding="ascii").splitlines(), f"#{cycles * TIME_PER_CYCLE}"]:
        if line.startswith("$var"):
            words = line.split()
            names[words[3]] = words[4]
        elif line.startswith("#"):
            until = min(int(line[1:]), cycles * TIME_PER_CYCLE)
            # What was said at a rising edge is how the cycle that begins there looks.
            for _ in range(-(-time // TIME_PER_CYCLE), -(-until // TIME_PER_CYCLE)):
                for identifier, name in names.items():
                    found.setdefault(name, []).append(current[identifier])
            time = until
        elif line.startswith("b"):
            value, identifier = line[1:].split()
            current[identifier] = int(value, 2)
        elif line and line[0] in "01":
            current[line[1:]] = int(line[0])
    return found


def _signals(
    ports: Mapping[str, Sequence[int]], labels: Mapping[str, str], blocks: Sequence[Sequence[Block]]
) -> dict[str, list[str]]:
    """The ports worth showing, as levels and labels; what is not valid does not matter."""
    digits = 2 * len(blocks[0][0].data)

    def level(name: str) -> list[str]:
        return [str(value) for value in ports[name]]

    def valid(name: str, side: str, text: Mapping[str, str] | None = None) -> list[str]:
        return [
            "" if not valid else (text[f"{value:0{digits}x}"] if text else str(value))
            for value, valid in zip(ports[name], ports[f"{side}_valid"], strict=True)
        ]

    signals = {"block_valid": level("block_valid"), "block_ready": level("block_ready")}
    if max(ports["block_lane"]) > 0:
        signals["block_lane"] = level("block_lane")
    signals["block_data"] = valid("block_data", "block", labels)
    signals["block_first"] = valid("block_first", "block")
    signals["block_last"] = valid("block_last", "block")
    signals["digest_valid"] = level("digest_valid")
    signals["digest_ready"] = level("digest_ready")
    if max(ports["digest_lane"]) > 0:
        signals["digest_lane"] = level("digest_lane")
    signals["digest_data"] = valid("digest_data", "digest", labels)
    return signals


def renew(places: Places, _: argparse.Namespace) -> None:
    """Simulate and write every diagram."""
    folder, session = figures_folder(places), Session.at(places)
    for name, diagram in DIAGRAMS.items():
        path = folder / f"{name}.json"
        writing.write(path, json.dumps(capture(diagram, session), indent=1, ensure_ascii=False) + "\n")
        print(f"wrote {path}")


def main(arguments: Sequence[str] = ()) -> int:
    """Renew all; the exit status."""
    what = "Simulate the timing diagrams of docs/figures anew."
    return program.run(program.parser_of("timing", what), renew, arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
