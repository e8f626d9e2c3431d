# SPDX-License-Identifier: Apache-2.0
"""Proof that a mutant is no other circuit: the logic between its registers, compared by ABC.

The gates are those that were simulated. Two circuits are equal here when they have the same registers, by
name, and every register gets, and every output has, the same function of registers and inputs. That is
enough for equal behaviour, not necessary: a mutant that differs only in states which are never reached is
not proven equal.
"""

from collections.abc import Iterator
from pathlib import Path

from hashloom import jobs
from hashloom.equivalence import equivalent
from hashloom.errors import HashloomError
from hashloom.simulation.elaboration import TOP

LIMITS = jobs.Limits(memory_bytes=4 << 30, wall_seconds=120)
_TABLES = {
    "$_NOT_": ("A", "0 1"),
    "$_BUF_": ("A", "1 1"),
    "$_AND_": ("A B", "11 1"),
    "$_NAND_": ("A B", "11 0"),
    "$_OR_": ("A B", "00 0"),
    "$_NOR_": ("A B", "00 1"),
    "$_XOR_": ("A B", "10 1\n01 1"),
    "$_XNOR_": ("A B", "00 1\n11 1"),
    "$_ANDNOT_": ("A B", "10 1"),
    "$_ORNOT_": ("A B", "01 0"),
    "$_MUX_": ("A B S", "1-0 1\n-11 1"),
}
_REGISTER = "$_DFF_P_"
_Models = dict[str, list[list[str]]]
_Nets = dict[str, str]


def proven_equal(one: Path, other: Path, folder: Path, limits: jobs.Limits = LIMITS) -> bool:
    """Are these netlists of `elaboration` equal? False where they are not, or the limits allow no proof."""
    circuits = []
    for number, netlist in enumerate((one, other)):
        circuits.append(folder / f"circuit{number}.blif")
        try:
            flatten(netlist, circuits[-1])
        except KeyError:  # a cell that is none of ours
            return False
    if registers(circuits[0]) != registers(circuits[1]):
        return False  # ABC would pair them by their order
    try:
        return equivalent(circuits[0], circuits[1], limits)
    except HashloomError:
        return False


def registers(circuit: Path) -> set[str]:
    """Names of the registers of a flat circuit."""
    lines = circuit.read_text(encoding="utf-8").splitlines()
    return {line.split()[2] for line in lines if line.startswith(".latch ")}


def flatten(netlist: Path, circuit: Path) -> None:
    """Write a netlist of `elaboration` without hierarchy, in the BLIF that ABC reads.

    What nothing drives is 0. KeyError for a cell that is no gate and no module.
    """
    models = _models(netlist)
    top = {line[0]: line[1:] for line in models[TOP] if line[0] in (".inputs", ".outputs")}
    body = list(_flat(models, TOP, "", {name: name for names in top.values() for name in names}))
    driven = {line.split()[-1] for text in body for line in text.splitlines() if line.startswith(".names")}
    driven |= {text.split()[2] for text in body if text.startswith(".latch")}
    used = {word for text in body for word in text.splitlines()[0].split()[1:]}
    loose = sorted((used | set(top[".outputs"])) - driven - set(top[".inputs"]) - {"2"})
    head = [f".model {TOP}", f".inputs {' '.join(top['.inputs'])}", f".outputs {' '.join(top['.outputs'])}"]
    text = "\n".join([*head, *body, *(f".names {net}" for net in loose), ".end"])
    circuit.write_text(f"{text}\n", encoding="utf-8")


def _models(netlist: Path) -> _Models:
    """Lines of each model as words; a table follows its `.names` as one more word."""
    models: _Models = {}
    lines: list[list[str]] = []
    for text in netlist.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        words = text.split()
        if not words or text.startswith("#"):
            continue
        if words[0] == ".model":
            lines = models[words[1]] = []
        elif words[0].startswith("."):
            lines.append(words)
        else:
            lines[-1] = [*lines[-1], "\n" + text]
    return models


def _flat(models: _Models, name: str, prefix: str, ports: _Nets) -> Iterator[str]:
    """Commands of a model; `ports` are the nets outside by the names of its ports."""
    nets: _Nets = dict(ports)

    def net(inside: str) -> str:
        return nets.setdefault(inside, prefix + inside)

    instances = 0
    for words in models[name]:
        if words[0] == ".names":
            rows = [word for word in words if word.startswith("\n")]
            named = [net(word) for word in words[1:] if not word.startswith("\n")]
            yield "".join([" ".join([".names", *named]), *rows])
        elif words[0] == ".conn":
            yield f".names {net(words[1])} {net(words[2])}\n1 1"
        elif words[0] == ".subckt":
            pins = {pin: net(outside) for pin, _, outside in (word.partition("=") for word in words[2:])}
            if words[1] == _REGISTER:
                yield f".latch {pins['D']} {pins['Q']} 2"
            elif words[1] in _TABLES:
                inputs, table = _TABLES[words[1]]
                yield f".names {' '.join(pins[pin] for pin in inputs.split())} {pins['Y']}\n{table}"
            else:
                yield from _flat(models, words[1], f"{prefix}{instances}/", pins)
            instances += words[1] in models
