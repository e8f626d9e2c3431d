# SPDX-License-Identifier: Apache-2.0
"""Proof that circuits compute the same, and that a network of adders makes the sums it should.

Two circuits of gates are compared by ABC's equivalence checker. A network of adders is beyond it as soon as
it groups its operands otherwise than the sum it is compared with, so that is proven in two steps (`adds`):

1. Each part, an adder or counter, keeps the sum: its output words add up to its input words modulo 2^n.
   ABC proves that of each, with the parameters it has, against the operator `+`.
2. The parts are connected so that the outputs are the sums asked for. All but one output of a part stand for
   themselves, the last is what the sum of the inputs leaves; the outputs of the network are then sums of its
   inputs whatever words the parts give between themselves, or they are not, and the network is wrong.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from hashloom.catalogue.rtl import RtlUnit
from hashloom.errors import CheckFailed, HashloomError
from hashloom.execution import jobs
from hashloom.execution.records import Body
from hashloom.execution.session import Session
from hashloom.execution.steps import Action, Step, body_of
from hashloom.flow import yosys

KIND = "adder-proof"
NETLIST_KIND = "netlist-proof"
TOOL = "yosys-abc"
LIMITS = jobs.Limits(memory_bytes=8 << 30, wall_seconds=1200)
METHOD = "parts by cec against `+`, their connections by linear algebra"
"""What a record of this kind is worth; it changes with the method."""

_PARTS = "parts.json"
_GATES = ("synth -flatten -noabc -run begin:fine", "memory_map", "techmap", "opt_clean")

Sums = Mapping[str, Sequence[str]]
"""Output ports and the input ports whose sum they are."""
Linear = dict[str, int]
"""A word as a sum of named words with these factors."""


def circuit(folder: Path, read: Sequence[str], limits: jobs.Limits = LIMITS) -> Path:
    """The BLIF file, of gates, of what these yosys commands read and elaborate in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    outcome = yosys.run(folder, [*read, *_GATES, "write_blif circuit.blif"], limits)
    if outcome.state != jobs.OK:
        raise HashloomError(f"no circuit can be made in {folder} ({outcome.state}): {outcome.tail(4)}")
    return folder / "circuit.blif"


def equivalent(one: Path, other: Path, limits: jobs.Limits = LIMITS) -> bool:
    """Do these circuits compute the same? HashloomError where ABC finds no answer within the limits."""
    log = one.parent / "equivalence.log"
    log.unlink(missing_ok=True)
    folder = one.parent
    (copy,) = yosys.copy_files([other], folder)
    outcome = jobs.run([str(yosys.abc()), "-q", f"cec -T 0 {one.name} {copy}"], folder, log, limits)
    answer = log.read_text(encoding="utf-8", errors="replace")
    same, differ = "are equivalent" in answer, "NOT EQUIVALENT" in answer
    if outcome.state != jobs.OK or same == differ:
        raise HashloomError(f"ABC cannot compare {one} and {other} ({outcome.state}): {outcome.tail(4)}")
    return same


def adds(unit: RtlUnit, sums: Sums, session: Session, limits: jobs.Limits = LIMITS) -> Step:
    """Prove that a network of adders makes these sums, or find the proof in the records.

    The state is ok or failed-verification, then with a `message`, or how a job ended; the record of a proof
    names the parts that were proven.
    """

    def work(folder: Path, _: Session) -> Body:
        yosys.copy_sources(unit, folder)
        read = [*yosys.elaborate(unit), "proc", "opt_clean -purge", f"write_json {_PARTS}"]
        outcome = yosys.run(folder, read, limits)
        if outcome.state != jobs.OK:
            return body_of(outcome, tool=yosys.TOOL)
        try:
            parts = json.loads((folder / _PARTS).read_text(encoding="utf-8"))
            names = prove(unit, sums, parts, folder, limits)
        except CheckFailed as error:
            return body_of(replace(outcome, state=jobs.FAILED_VERIFICATION), message=str(error))
        except HashloomError as error:
            return body_of(replace(outcome, state=jobs.TOOL_CRASH), tool=TOOL, message=str(error))
        return body_of(outcome, parts=names)

    ingredients = {
        "rtl": unit.digest(),
        "sums": {name: list(words) for name, words in sums.items()},
        "method": METHOD,
        "tools": {yosys.TOOL: yosys.version()},
    }
    return Action(KIND, ingredients, limits, work).perform(session)


def netlist_equals(
    unit: RtlUnit, netlist: Path, library: Path, digest: str, session: Session, limits: jobs.Limits = LIMITS
) -> Step:
    """Prove that a netlist of a library's cells computes what its combinational unit does.

    `digest` stands for netlist and library together in the key of the record, whose state is as for `adds`.
    """

    def work(folder: Path, _: Session) -> Body:
        yosys.copy_sources(unit, folder / "unit")
        cells, gates = yosys.copy_files([library, netlist], folder / "netlist")
        read = [f"read_liberty -ignore_miss_func {cells}", f"read_verilog {gates}"]
        try:
            circuits = (
                circuit(folder / "unit", yosys.elaborate(unit), limits),
                circuit(folder / "netlist", [*read, f"hierarchy -check -top {unit.top}"], limits),
            )
            same = equivalent(*circuits, limits)
        except HashloomError as error:
            return {"state": jobs.TOOL_CRASH, "message": str(error)}
        message = {} if same else {"message": "the netlist does not compute what its RTL does"}
        return {"state": jobs.OK if same else jobs.FAILED_VERIFICATION, **message}

    ingredients = {"rtl": unit.digest(), "netlist": digest, "tools": {yosys.TOOL: yosys.version()}}
    return Action(NETLIST_KIND, ingredients, limits, work).perform(session)


def prove(
    unit: RtlUnit, sums: Sums, netlist: Mapping[str, Any], folder: Path, limits: jobs.Limits = LIMITS
) -> list[str]:
    """Prove both steps for yosys's JSON of the elaborated unit; its parts. CheckFailed if wrong.

    Work is done inside the `folder`.
    """
    modules = netlist["modules"]
    network = next(module for module in modules.values() if "top" in module["attributes"])
    check_connections(network, modules, sums)
    parts = sorted({cell["type"] for cell in network["cells"].values()})
    return [prove_part(unit, modules[name], folder, limits) for name in parts]


def check_connections(network: Mapping[str, Any], modules: Mapping[str, Any], sums: Sums) -> None:
    """Step 2, for the JSON object of the network and those of all modules by name; CheckFailed if wrong."""
    inputs, outputs = _ports(network, "input"), _ports(network, "output")
    width = len(next(iter(outputs.values())))
    words: dict[tuple[Any, ...], Linear] = {tuple(bits): {name: 1} for name, bits in inputs.items()}
    words[("0",) * width] = {}
    waiting = dict(network["cells"])
    while waiting:
        ready = [
            name
            for name, cell in waiting.items()
            if all(tuple(bits) in words for bits in _connections(cell, modules, "input"))
        ]
        if not ready:
            raise CheckFailed(f"inputs of {', '.join(sorted(waiting))} are no whole words of the network")
        for name in ready:
            cell = waiting.pop(name)
            rest = _total(words[tuple(bits)] for bits in _connections(cell, modules, "input"))
            *free, last = _connections(cell, modules, "output")
            for number, bits in enumerate(free):
                words[tuple(bits)] = {f"{name}.{number}": 1}
                rest[f"{name}.{number}"] = rest.get(f"{name}.{number}", 0) - 1
            words[tuple(last)] = rest
    for name, bits in outputs.items():
        wanted = _total({word: 1} for word in sums.get(name, ()))
        found = words.get(tuple(bits))
        if found is None or len(bits) != width:
            raise CheckFailed(f"the output {name} is no whole word that a part gives")
        if _reduced(found, width) != _reduced(wanted, width):
            raise CheckFailed(f"{name} is {_text(found)}; it should be {_text(wanted)}")


def prove_part(unit: RtlUnit, module: Mapping[str, Any], inside: Path, limits: jobs.Limits) -> str:
    """Step 1 for one part, a module of yosys's JSON; its name with its parameters. CheckFailed if wrong.

    Work is done in a folder inside that one, which is gone afterwards.
    """
    name = str(module["attributes"]["hdlname"]).removeprefix("\\")
    parameters = {key: int(bits, 2) for key, bits in module["parameter_default_values"].items()}
    text = f"{name} #({', '.join(f'.{key}({value})' for key, value in sorted(parameters.items()))})"
    ports = {**_ports(module, "input"), **_ports(module, "output")}
    widths = {len(bits) for bits in ports.values()}
    if len(widths) != 1:
        raise CheckFailed(f"the words of {text} are not of one width")
    word = f"logic [{widths.pop() - 1}:0]"
    inputs, outputs = list(_ports(module, "input")), list(_ports(module, "output"))
    body = f"{text} part ({', '.join(f'.{port}({port})' for port in ports)});"
    head = f"module circuit (input {word} {', '.join(inputs)}, output {word} total);"
    made = f"{head}\n{word} {', '.join(outputs)};\n{body}\nassign total = {' + '.join(outputs)};\nendmodule\n"
    operator = " - " if parameters.get("SUBTRACT") else " + "
    plain = f"{head}\nassign total = {operator.join(inputs)};\nendmodule\n"
    with tempfile.TemporaryDirectory(prefix="part-", dir=inside) as scratch:
        circuits = []
        for kind, source in (("made", made), ("plain", plain)):
            folder = Path(scratch) / kind
            yosys.copy_sources(unit, folder)
            (folder / "circuit.sv").write_text(source, encoding="utf-8")
            parts = replace(unit, top="circuit", parameters=())
            circuits.append(circuit(folder, yosys.elaborate(parts, ["circuit.sv"]), limits))
        if not equivalent(circuits[0], circuits[1], limits):
            raise CheckFailed(f"{text} does not keep the sum of its inputs")
    return text


def _ports(module: Mapping[str, Any], direction: str) -> dict[str, list[Any]]:
    return {name: port["bits"] for name, port in module["ports"].items() if port["direction"] == direction}


def _connections(cell: Mapping[str, Any], modules: Mapping[str, Any], direction: str) -> list[list[Any]]:
    """What the ports of an instance in this direction are connected to."""
    if cell["type"] not in modules:
        raise CheckFailed(f"the network contains logic that is no adder: {cell['type']}")
    return [cell["connections"][name] for name in _ports(modules[cell["type"]], direction)]


def _total(words: Iterator[Linear] | Sequence[Linear]) -> Linear:
    total: Linear = {}
    for word in words:
        for name, factor in word.items():
            total[name] = total.get(name, 0) + factor
    return total


def _reduced(word: Linear, width: int) -> Linear:
    return {name: factor % (1 << width) for name, factor in word.items() if factor % (1 << width)}


def _text(word: Linear) -> str:
    factors = {1: "+ ", -1: "- "}
    terms = [f"{factors.get(factor, f'+ {factor} ')}{name}" for name, factor in word.items() if factor]
    return " ".join(terms).removeprefix("+ ") or "0"
