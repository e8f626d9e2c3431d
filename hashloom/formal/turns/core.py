# SPDX-License-Identifier: Apache-2.0
"""One clock cycle of RTL over literals: what the registers take over and what the outputs are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from hashloom.errors import HashloomError
from hashloom.formal.turns.netlist import PARTS, TABLES, Cell, Module, Net
from hashloom.formal.turns.residues import LINEAR, prove_linear
from hashloom.formal.turns.sums import Bits
from hashloom.formal.turns.words import Logic

State = dict[int, int]
"""Literals of registers by their nets."""
_MUX = ()
_FORMS: Mapping[str, Any] = {
    "$_MUX_": _MUX,
    "$_NOT_": (0, 0, 1),
    "$_BUF_": (0, 0, 0),
    "$_AND_": (0, 0, 0),
    "$_NAND_": (0, 0, 1),
    "$_ANDNOT_": (0, 1, 0),
    "$_OR_": (1, 0, 0),
    "$_NOR_": (1, 0, 1),
    "$_ORNOT_": (1, 1, 0),
    "$_XOR_": (None, 0, 0),
    "$_XNOR_": (None, 0, 1),
}
"""Of gates of two inputs: the value of one that decides, whether the second, and the result, is inverted. A
gate of one input is an AND with "1"."""
_Key = TypeVar("_Key")
_Made = TypeVar("_Made")


class Asked(Mapping[_Key, _Made]):
    """What has a value once it is asked for."""

    def __init__(self, keys: Mapping[_Key, Any], make: Callable[[_Key], _Made]) -> None:
        """`make`: the value of a key."""
        self._keys, self._make = keys, make

    def __getitem__(self, key: _Key) -> _Made:
        """The value of a key."""
        return self._make(key)

    def __iter__(self) -> Iterator[_Key]:
        """All keys."""
        return iter(self._keys)

    def __len__(self) -> int:
        """How many there are."""
        return len(self._keys)


class After(Asked[int, int]):
    """Literals of the registers behind a cycle, made when they are asked for, and which of them have values.

    `values`: 0 and 1 by net, as far as they follow gate by gate from those before it.
    """

    def __init__(
        self, keys: Mapping[int, Any], make: Callable[[int], int], values: Mapping[int, int]
    ) -> None:
        """As said above."""
        super().__init__(keys, make)
        self.values_of = values


class Core:
    """The registers and the logic of a unit; `parts` collects the modules of PARTS that it met."""

    def __init__(self, modules: Mapping[str, Module], logic: Logic) -> None:
        """`modules` are those of `hashloom.formal.turns.netlist.read`."""
        self.logic = logic
        self.module = modules[""]
        self._modules = modules
        self.parts: dict[str, Module] = {}
        self._gates: dict[str, tuple[Bits, Bits]] = {}
        self._linear_parts: set[str] = set()
        self._truths: dict[tuple[object, ...], list[int]] = {}
        self._cells: dict[str, tuple[Cell, tuple[Net, ...], tuple[Net, ...]]] = {}
        self._drivers: dict[Net, str] = {}
        self._readers: dict[Net, list[tuple[Any, Net, Net, Net, Net]]] = {}
        self._word_readers: dict[Net, list[str]] = {}
        for cell in self.module.cells:
            driven = modules[cell.kind].outputs if cell.kind in modules else ("Y",)
            writes = tuple(net for port in driven for net in cell.ports.get(port, ()))
            reads = tuple(net for port, nets in cell.ports.items() if port not in driven for net in nets)
            self._cells[cell.name] = cell, reads, writes
            self._drivers.update(dict.fromkeys(writes, cell.name))
            if cell.kind.startswith("$_"):
                a, b, select = (cell.ports.get(port, ("1",))[0] for port in "ABS")
                gate = _FORMS[cell.kind], a, b, select, writes[0]
            for net in dict.fromkeys(reads):
                if cell.kind.startswith("$_"):
                    self._readers.setdefault(net, []).append(gate)
                else:
                    self._word_readers.setdefault(net, []).append(cell.name)

    def clear(self) -> None:
        """Begin again with an empty graph; literals from before mean nothing from here on."""
        self.logic.clear()
        self._gates.clear()

    def cycle(self, state: Mapping[int, int], inputs: Mapping[str, Bits]) -> tuple[After, Mapping[str, Bits]]:
        """The registers after the edge that ends a cycle, and the outputs in it.

        Only logic on which something hangs that is asked for is made.
        """
        values: dict[Any, int] = dict(state)
        for port, nets in self.module.inputs.items():
            values.update(zip(nets, inputs[port], strict=True))
        known = self._propagated(values)
        values |= known
        registers, outputs = self.module.registers, self.module.outputs
        found = {net: known[source] for net, source in registers.items() if source in known}
        after = After(registers, lambda net: self._asked(values, registers[net]), found)
        return after, Asked(outputs, lambda port: tuple(self._asked(values, net) for net in outputs[port]))

    def _propagated(self, values: Mapping[Any, int]) -> dict[Any, int]:
        """Nets, and "0" and "1", of which the values are known by the constant literals, gate by gate."""
        known: dict[Any, int] = {"0": 0, "1": 1}
        known |= {net: literal for net, literal in values.items() if literal < 2}
        get, waiting, words = known.get, [*known], set[str]()
        while waiting or words:
            if not waiting:
                name = words.pop()
                cell, reads, writes = self._cells[name]
                if all(net in known for net in reads):
                    own: dict[Any, int] = {net: known[net] for net in reads}
                    self._word(cell, own)
                    made = [net for net in writes if own[net] < 2 and net not in known]
                    known |= {net: own[net] for net in made}
                    waiting += made
                continue
            net = waiting.pop()
            words.update(self._word_readers.get(net, ()))
            for kind, a, b, select, y in self._readers.get(net, ()):
                if y in known:
                    continue
                if kind == _MUX:
                    chosen = get(select)
                    one, other = get(a), get(b)
                    if chosen is not None:
                        one = other if chosen else one
                    elif one != other:
                        continue
                    if one is None:
                        continue
                else:
                    low, inverted_b, inverted = kind
                    one, other = get(a), get(b)
                    if other is not None:
                        other ^= inverted_b
                    if low is None:
                        if one is None or other is None:
                            continue
                        one ^= other
                    elif one == low or other == low:
                        one = low
                    elif one is None or other is None:
                        continue
                    one ^= inverted
                known[y] = one
                waiting.append(y)
        return known

    def _asked(self, values: dict[Any, int], net: Net) -> int:
        """Literal of a net; the cells that it hangs on are evaluated, each behind those that it reads."""
        waiting = [self._drivers[net]] if net not in values and net in self._drivers else []
        while waiting:
            cell, reads, writes = self._cells[waiting[-1]]
            if writes[0] in values and all(net in values for net in writes):
                waiting.pop()
                continue
            if cell.kind == "$_MUX_":
                select = self._chosen(cell, values)
                reads = reads if select is None else (select,)
            missing = [self._drivers[one] for one in reads if one not in values and one in self._drivers]
            if missing:
                waiting += missing
            else:
                self._cell(cell, values)
                waiting.pop()
        return self._value(values, net)

    def _chosen(self, cell: Cell, values: Mapping[Any, int]) -> Net | None:
        """The input of a multiplexer that is all it needs: the select, or what a known one chooses."""
        (select,) = cell.ports["S"]
        found = {"0": 0, "1": 1}.get(select) if isinstance(select, str) else values.get(select)
        if found is None:
            return select if select in self._drivers else None
        return cell.ports["B" if found else "A"][0] if found < 2 else None

    def _outputs(self, module: Module, values: dict[Net, int]) -> dict[str, Bits]:
        return {
            port: tuple(self._value(values, net) for net in nets) for port, nets in module.outputs.items()
        }

    def _value(self, values: dict[Net, int], net: Net) -> int:
        """Literal of a net; what nothing drives, and x, may be anything."""
        found = values.get(net)
        if found is None:
            if net in ("0", "1"):
                return int(net)
            found = self.logic.graph.input()
            if isinstance(net, int):
                values[net] = found
        return found

    def _evaluate(self, module: Module, values: dict[Net, int], inputs: Mapping[str, Bits]) -> None:
        for port, nets in module.inputs.items():
            values.update(zip(nets, inputs[port], strict=True))
        for cell in module.cells:
            self._cell(cell, values)

    def _cell(self, cell: Cell, values: dict[Net, int]) -> None:
        """Literals of what a cell drives."""
        graph, value = self.logic.graph, self._value
        kind, ports = cell.kind, cell.ports
        if not kind.startswith("$_"):
            self._word(cell, values)
            return
        if kind == "$_MUX_":
            select = value(values, ports["S"][0])
            if select < 2:  # what is not chosen may not be there
                made = value(values, ports["B" if select else "A"][0])
            else:
                made = graph.choose(select, value(values, ports["B"][0]), value(values, ports["A"][0]))
            values[ports["Y"][0]] = made
            return
        a = value(values, ports["A"][0])
        if kind == "$_NOT_":
            made = a ^ 1
        elif kind == "$_BUF_":
            made = a
        else:
            b = value(values, ports["B"][0])
            if kind in ("$_AND_", "$_NAND_"):
                made = graph.both(a, b) ^ (kind == "$_NAND_")
            elif kind in ("$_OR_", "$_NOR_"):
                made = graph.either(a, b) ^ (kind == "$_NOR_")
            elif kind in ("$_XOR_", "$_XNOR_"):
                made = graph.differ(a, b) ^ (kind == "$_XNOR_")
            else:
                made = graph.both(a, b ^ 1) if kind == "$_ANDNOT_" else graph.either(a, b ^ 1)
        values[ports["Y"][0]] = made

    def _word(self, cell: Cell, values: dict[Net, int]) -> None:
        if cell.kind in ("$add", "$sub"):
            made = self._added(cell, values)
            values.update(zip(cell.ports["Y"], made, strict=True))
            return
        part = self._modules[cell.kind]
        inputs = {port: tuple(self._value(values, net) for net in cell.ports[port]) for port in part.inputs}
        if part.name in PARTS:
            self.parts[cell.kind] = part
            outputs = self._sum(part, inputs)
        elif part.name in TABLES:
            outputs = self._looked_up(cell.kind, part, inputs)
        elif part.name in LINEAR:
            outputs = self._linear(cell.kind, part, inputs)
        else:
            raise HashloomError(f"the module {part.name} was not flattened")
        for port, bits in outputs.items():
            values.update(zip(cell.ports.get(port, ()), bits, strict=False))

    def _added(self, cell: Cell, values: dict[Net, int]) -> Bits:
        width = len(cell.ports["Y"])
        forms = []
        for port in ("A", "B"):
            bits = tuple(self._value(values, net) for net in cell.ports[port])
            signed = cell.parameters[f"{port}_SIGNED"] and cell.parameters["A_SIGNED"]
            bits += ((bits[-1] if signed else 0),) * (width - len(bits))
            forms.append((self.logic.sums.form(bits), -1 if port == "B" and cell.kind == "$sub" else 1))
        return self.logic.sums.word(self.logic.sums.combine(width, 0, forms))

    def _sum(self, part: Module, inputs: Mapping[str, Bits]) -> dict[str, Bits]:
        """Outputs of a part: a single one is the sum itself; of several the last is known as the rest."""
        sums = self.logic.sums
        width = len(next(iter(inputs.values())))
        minus = "b" if part.parameters.get("SUBTRACT") else ""
        forms = [(sums.form(bits), -1 if port == minus else 1) for port, bits in inputs.items()]
        total = sums.combine(width, 0, forms)
        if len(part.outputs) == 1:
            return {port: sums.word(total) for port in part.outputs}
        values: dict[Net, int] = {}
        self._evaluate(part, values, inputs)
        outputs = self._outputs(part, values)
        *others, last = outputs.values()
        rest = [(total, 1), *((sums.form(bits), -1) for bits in others)]
        sums.remember(last, sums.combine(width, 0, rest))
        return outputs

    def _linear(self, kind: str, part: Module, inputs: Mapping[str, Bits]) -> dict[str, Bits]:
        """Outputs of a part that computes with residues, which is proven where it is met first."""
        if kind not in self._linear_parts:
            self._linear_parts.add(kind)
            ins, outs = map(iter, self._logic_of(kind, part))
            prove_linear(
                self.logic.graph,
                part.name,
                part.parameters,
                {port: tuple(next(ins) for _ in nets) for port, nets in part.inputs.items()},
                {port: tuple(next(outs) for _ in nets) for port, nets in part.outputs.items()},
            )
        return self.logic.residues.outputs(part.name, part.parameters, inputs)

    def _looked_up(self, kind: str, part: Module, inputs: Mapping[str, Bits]) -> dict[str, Bits]:
        """Outputs of logic as functions of an index: of its inputs, or of what its inputs are functions of.

        Where there is no such index the outputs are those of its gates.
        """
        tables = self.logic.tables
        literals: Bits = sum(inputs.values(), ())
        index = tables.index_of(literals)
        truths = [None if index is None else tables.truth(literal, index) for literal in literals]
        if index is None or None in truths:
            values: dict[Net, int] = {}
            self._evaluate(part, values, inputs)
            return self._outputs(part, values)
        key = kind, len(index), *truths
        if key not in self._truths:
            places, gates = self._logic_of(kind, part)
            known = {place: truth for place, truth in zip(places, truths, strict=True) if truth is not None}
            self._truths[key] = self.logic.graph.values(gates, known, (1 << (1 << len(index))) - 1)
        made = iter([tables.function(index, truth) for truth in self._truths[key]])
        return {port: tuple(next(made) for _ in nets) for port, nets in part.outputs.items()}

    def _logic_of(self, kind: str, part: Module) -> tuple[Bits, Bits]:
        """Literals of the inputs and of the outputs of a module, over inputs of its own."""
        if kind not in self._gates:
            free = {port: self.logic.graph.inputs(len(nets)) for port, nets in part.inputs.items()}
            values: dict[Net, int] = {}
            self._evaluate(part, values, free)
            outputs = self._outputs(part, values)
            self._gates[kind] = sum(free.values(), ()), sum(outputs.values(), ())
        return self._gates[kind]
