# SPDX-License-Identifier: Apache-2.0
"""One clock cycle of RTL over literals: what the registers take over and what the outputs are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hashloom.errors import HashloomError
from hashloom.formal.turns.netlist import PARTS, TABLES, Cell, Module, Net
from hashloom.formal.turns.residues import LINEAR, prove_linear
from hashloom.formal.turns.sums import Bits
from hashloom.formal.turns.words import Logic

State = dict[int, int]
"""Literals of registers by their nets."""


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

    def clear(self) -> None:
        """Begin again with an empty graph; literals from before mean nothing from here on."""
        self.logic.clear()
        self._gates.clear()

    def cycle(self, state: State, inputs: Mapping[str, Bits]) -> tuple[State, dict[str, Bits]]:
        """The registers after the edge that ends a cycle, and the outputs in it."""
        values: dict[Any, int] = dict(state)
        self._evaluate(self.module, values, inputs)
        after = {net: self._value(values, source) for net, source in self.module.registers.items()}
        return after, self._outputs(self.module, values)

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
        graph, value = self.logic.graph, self._value
        for port, nets in module.inputs.items():
            values.update(zip(nets, inputs[port], strict=True))
        for cell in module.cells:
            kind, ports = cell.kind, cell.ports
            if not kind.startswith("$_"):
                self._word(cell, values)
                continue
            a = value(values, ports["A"][0])
            if kind == "$_NOT_":
                made = a ^ 1
            elif kind == "$_BUF_":
                made = a
            elif kind == "$_MUX_":
                select = value(values, ports["S"][0])
                made = graph.choose(select, value(values, ports["B"][0]), a)
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
