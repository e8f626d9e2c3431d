# SPDX-License-Identifier: Apache-2.0
"""Proof that a mutant is no other circuit: the logic between its registers, compared by ABC.

The gates are those that were simulated. Registers and gates from which no way leads to an output do not
count. Two circuits are equal here when they have the same registers, by name, and every register gets, and
every output has, the same function of registers and inputs. That is enough for equal behaviour, not
necessary: a mutant that differs only in states which are never reached is not proven equal.
"""

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.formal.equivalence import equivalent
from hashloom.simulation.elaboration import TOP

LIMITS = jobs.Limits(memory_bytes=4 << 30, wall_seconds=600)
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
    """Are these netlists of `elaboration` equal? False where they are not, or the limits allow no proof.

    The modules that differ are proven equal, and where one is not, the whole circuit is: the surroundings of
    a module may hide what it does.
    """
    models, others = _models(one), _models(other)
    try:
        differing = [
            name for name in models if _definitions(models[name]) != _definitions(others.get(name, []))
        ]
    except RecursionError:  # a chain of gates too long to be followed
        differing = [TOP]
    if models.keys() == others.keys() and TOP not in differing:
        parts = (_model_proven(name, models, others, folder, limits) for name in differing)
        if all(parts):
            return True
    return _model_proven(TOP, models, others, folder, limits)


def _model_proven(name: str, models: _Models, others: _Models, folder: Path, limits: jobs.Limits) -> bool:
    circuits = []
    for number, netlist in enumerate((models, others)):
        circuits.append(folder / f"circuit{number}.blif")
        try:
            circuits[-1].write_text(flat(netlist, name), encoding="utf-8")
        except KeyError:  # a cell that is none of ours
            return False
    if registers(circuits[0]) != registers(circuits[1]):
        return False  # ABC would pair them by their order
    try:
        return equivalent(circuits[0], circuits[1], limits)
    except HashloomError:
        return False


def _definitions(lines: list[list[str]]) -> set[str]:
    """What a model says, in no order: commands without generated names.

    In their place stands what defines them; a name that only loops define stays.
    """
    drivers: dict[str, tuple[str, ...]] = {}
    for line in lines:
        if line[0] == ".subckt":
            kind, pins = line[1], dict(word.split("=", 1) for word in line[2:])
            if kind in _TABLES:
                output = pins.pop("Y")
                drivers[output] = (kind, *(f"{pin}={net}" for pin, net in sorted(pins.items())))
        elif line[0] == ".conn":
            drivers[line[2]] = (".conn", f"={line[1]}")
    known: dict[str, str] = {}

    def meaning(net: str) -> str:
        if "$" not in net or net not in drivers:
            return net
        if net not in known:
            known[net] = net  # until its definition is found
            kind, *pins = drivers[net]
            parts = [pin.partition("=")[0] + "=" + meaning(pin.partition("=")[2]) for pin in pins]
            known[net] = hashlib.sha256(" ".join([kind, *parts]).encode()).hexdigest()
        return known[net]

    found = set()
    for line in lines:
        head = 2 if line[0] == ".subckt" else 1
        words = (word.rpartition("=") for word in line[head:])
        found.add(" ".join([*line[:head], *(f"{pin}={meaning(net)}" for pin, _, net in words)]))
    return found


def registers(circuit: Path) -> set[str]:
    """Names of the registers of a flat circuit."""
    lines = circuit.read_text(encoding="utf-8").splitlines()
    return {line.split()[2] for line in lines if line.startswith(".latch ")}


def driven_twice(netlist: Path) -> bool:
    """Has a net of this netlist of `elaboration` two drivers? The simulation refuses such circuits."""
    models = _models(netlist)
    ports = {port: port for line in models[TOP] if line[0] in (".inputs", ".outputs") for port in line[1:]}
    driven = []
    for text in _flat(models, TOP, "", ports):
        kind, *nets = text.partition("\n")[0].split()
        driven.append(nets[1] if kind == ".latch" else nets[-1])
    return len(set(driven)) < len(driven)


def flat(models: _Models, name: str) -> str:
    """What of a model reaches an output, flat, in the BLIF that ABC reads; what nothing drives is 0.

    KeyError for a cell that is no gate and no model.
    """
    top = {line[0]: line[1:] for line in models[name] if line[0] in (".inputs", ".outputs")}
    body = _reaching(
        top[".outputs"],
        list(_flat(models, name, "", {port: port for ports in top.values() for port in ports})),
    )
    driven = {line.split()[-1] for text in body for line in text.splitlines() if line.startswith(".names")}
    driven |= {text.split()[2] for text in body if text.startswith(".latch")}
    used = {word for text in body for word in text.splitlines()[0].split()[1:]}
    loose = sorted((used | set(top[".outputs"])) - driven - set(top[".inputs"]) - {"2"})
    head = [f".model {TOP}", f".inputs {' '.join(top['.inputs'])}", f".outputs {' '.join(top['.outputs'])}"]
    return "\n".join([*head, *body, *(f".names {net}" for net in loose), ".end", ""])


def _reaching(outputs: Sequence[str], body: Sequence[str]) -> list[str]:
    """The commands of a flat model, tables and registers, that have a way to an output."""
    made: dict[str, tuple[str, list[str]]] = {}  # command and what it reads, by the net that it drives
    for text in body:
        kind, *nets = text.partition("\n")[0].split()
        made[nets[1] if kind == ".latch" else nets[-1]] = (text, nets[:1] if kind == ".latch" else nets[:-1])
    reached: dict[str, None] = {}
    waiting = list(outputs)
    while waiting:
        net = waiting.pop()
        if net in made and net not in reached:
            reached[net] = None
            waiting += made[net][1]
    return [text for net, (text, _) in made.items() if net in reached]


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
