# SPDX-License-Identifier: Apache-2.0
"""Turns of simd_core with one lane.

A state in a turn is the chaining value, the rows A, B, C, D before the steps of the turn, and the values y of
the transform, as long as steps take words of them; at other places it is the chaining value. Beside it goes
the expansion of the block at the port: `ahead` is the stage of simd_control. With j = 16 a + b and
k = C i + c, C columns, the transform is made in three parts, for every row b and every column c:

    inner[b][c]    the sum over a of x_j alpha^(16 a c)
    product[b][c]  that times alpha^(b c)
    y_k            the sum over b of product[b][c] alpha^(C i b)
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
from hashloom.formal.turns.order import from_little_endian, little_endian
from hashloom.formal.turns.residues import PRIME, WIDTH, residue
from hashloom.formal.turns.specification import TURN, Block, Place, Registers, Shape, Specification
from hashloom.formal.turns.words import joined
from hashloom.models import simd
from hashloom.models.simd import EXPANDED, ORDER, ROWS, STEPS

WORD = 32
PLAIN, RAISED = 4, 84
"""By which the products of column 0 and of the others are too great in simd_rows."""


class Turns(Specification):
    """STAGES 1."""

    def __init__(self, design: Design) -> None:
        """Sizes from the function."""
        parameters = design.architecture.parameters
        self.unroll, self.load_turn = parameters["unroll"], parameters["load_turn"]
        self.cuts = {1: 3, 2: 1, 4: 0}[self.unroll]
        """Registers of simd_rows."""
        self.later = int(self.unroll == 1)
        """Whether a column comes back a turn after it was there."""
        rows = ROWS // self.unroll
        self.side = rows + self.cuts + 1
        """First stage of the transform of the columns."""
        self.ahead = self.side + 4 // self.unroll + self.later + 1 - self.load_turn
        self.looking = rows - self.cuts - 3 + self.load_turn
        """Turn from which the core looks at the next block."""
        self.model = simd.model(design.function)
        self.ladders, self.columns = self.model.ladders, 2 * self.model.ladders
        self.each = self.unroll * self.columns // 4
        self.rows = ((WORD,) * self.ladders,) * 4

    def initial(self) -> Any:
        """The initial value."""
        return self.model.start

    def shape(self, place: Place) -> Shape:
        """Chaining value, rows, values of the transform; the chaining value."""
        if place.kind != TURN:
            return self.rows
        return self.rows, self.rows, self._needed(place.cycle)

    def _needed(self, cycle: int) -> tuple[int, ...]:
        return (WIDTH,) * len(self.model.powers) if self._first(cycle) < EXPANDED else ()

    def _first(self, cycle: int) -> int:
        """First step of a turn; those of the load, if it has any, are of turn -1."""
        return self.unroll * (cycle + 1 - self.load_turn)

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block is added to the chaining value, and expanded."""
        rows = self.model.begin(state, little_endian(block.data, WORD))
        y = self.model.transform(self._bytes(block), block.last)
        return self._steps(-1, (state, rows, y)) if not self.load_turn else (state, rows, y)

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """The steps of a turn."""
        chain, rows, y = self._steps(cycle, state)
        if self._first(cycle + 1) == STEPS:
            return rows
        return chain, rows, y if self._needed(cycle + 1) else ()

    def _steps(self, cycle: int, state: Any) -> Any:
        chain, rows, y = state
        for number in range(self._first(cycle), self._first(cycle + 1)):
            rows = self.model.step(number, rows, self._words(number, chain, y))
        return chain, rows, y

    def digest(self, state: Any) -> Any:
        """The first words of the chaining value."""
        words = [word for row in state for word in row]
        return from_little_endian(words[: self.model.digest_bits // WORD], WORD)

    def looks(self, place: Place) -> bool:
        """Where the rows of the array are free in time."""
        return place.kind != TURN or place.cycle >= self.looking

    def _bytes(self, block: Block) -> list[Any]:
        return [residue(byte) for byte in block.data.words(8)]

    def _words(self, number: int, chain: Any, y: Any) -> Any:
        """Words of a step."""
        if number >= EXPANDED:
            return chain[number - EXPANDED]
        return self.model.words([_value(one) for one in y], number)

    def registers(self, place: Place, state: Any) -> Registers:
        """The rows; in turns the words of the step, the ring of the chaining value, the rows of the array."""
        if place.kind != TURN:
            return {"ladders.state": self._packed(state)}
        chain, rows, y = state
        turned = [chain[(row + self._first(place.cycle + 1)) % 4] for row in range(4)]
        held: dict[Any, Any] = {
            "ladders.state": self._packed(rows),
            "ladders.ring": self._packed(turned),
            "code.words": self._coded(place.cycle, chain, y),
        }
        for slot, numbers in enumerate(self._slots(place.cycle)):
            held |= self._cells(slot, [_value(y[number]) for number in numbers])
        return held

    def _packed(self, rows: Any) -> Any:
        return joined([word for row in rows for word in row][::-1], WORD)

    def _coded(self, cycle: int, chain: Any, y: Any) -> Any:
        """Words of the steps of a turn."""
        steps = range(self._first(cycle), self._first(cycle + 1))
        words = [word for number in steps for word in self._words(number, chain, y)]
        return joined(words[::-1], WORD)

    def _slots(self, cycle: int) -> list[list[int]]:
        """For the slots of the array the k of the y_k that they hold, as far as these are needed."""
        first = self._first(cycle + 1)
        if first < ROWS:
            order = [ORDER[(slot + first) % ROWS] for slot in range(ROWS)]
            return [[self.columns * row + column for column in range(self.columns)] for row in order]
        return [[k for pair in self.model.places(number) for k in pair] for number in range(first, EXPANDED)]

    def _cells(self, slot: int, values: list[Any], first: int = 0) -> dict[Any, Any]:
        """What a slot of the array holds from column `first` on."""
        return _parts("array.cells", values, self.columns * slot + first)

    def offered(self, place: Place, block: Block) -> Registers:
        """Rows on their way through simd_rows into the array, then columns through their transforms."""
        x, stage = self.model.coefficients(self._bytes(block), block.last), place.ahead
        inner = [self.model.evaluate(x[row::ROWS], ROWS) for row in range(ROWS)]
        product = [
            [value * self.model.powers[row * column] for column, value in enumerate(inner[row])]
            for row in range(ROWS)
        ]
        held = self._entering(stage, block, x, inner, product)
        if stage <= self.side:
            return held | self._entered(stage, product)
        y = self.model.evaluate(x, 1)
        if stage == self.ahead and not self.load_turn:
            held["code.words"] = lambda: self._coded(-1, None, y)
            for slot, numbers in enumerate(self._slots(-1)):
                held |= self._cells(slot, [y[number] for number in numbers])
            return held
        pairs = list(zip(product[: ROWS // 2], product[ROWS // 2 :], strict=True))
        halves = [[p + q for p, q in zip(*pair, strict=True)] for pair in pairs]
        halves += [[p - q for p, q in zip(*pair, strict=True)] for pair in pairs]
        return self._sideways(stage - self.side, halves, y)

    def _entering(
        self, stage: int, block: Block, x: list[Any], inner: list[Any], product: list[Any]
    ) -> dict[Any, Any]:
        """Registers of simd_rows; the rows follow each other in their ranks."""
        held: dict[Any, Any] = {}
        cuts = {3: ("read", "summed", "done"), 1: ("summed",), 0: ()}[self.cuts]
        for turn, cut in enumerate(cuts, start=2):
            for u in range(self.unroll):
                row, name = self.unroll * (stage - turn) + u, f"inner_sums.gen_row[{u}]"
                if not 0 <= row < ROWS:
                    continue
                if cut == "read":
                    own = block.data.words(8)[row::ROWS]
                    held[f"{name}.x"] = joined(own[::-1], 8)
                    held[f"{name}.top"] = residue(own[-1]) + x[ROWS * (self.columns - 1) + row]
                elif cut == "summed":
                    less = [value - 1 if c else value + PLAIN for c, value in enumerate(inner[row])]
                    held |= _parts(f"{name}.values", less)
                else:
                    held |= _parts("inner_sums.rows", self._raised(product[row]))
        return held

    def _raised(self, row: list[Any]) -> list[Any]:
        return [value + (RAISED if column else PLAIN) for column, value in enumerate(row)]

    def _entered(self, stage: int, product: list[Any]) -> dict[Any, Any]:
        """Rows in the array: the lower ones wait for the upper ones, and meet them half way."""
        held: dict[Any, Any] = {}
        half = ROWS // 2
        count = self.unroll * max(stage - self.cuts - 1, 0)
        met = max(count - half, 0)
        for row in range(min(count, half)):
            if row < met:
                pair = list(zip(product[row], product[row + half], strict=True))
                held |= self._cells(half - met + row, [p + q for p, q in pair])
                held |= self._cells(ROWS - met + row, [p - q for p, q in pair])
            else:
                slot = ROWS - count + row if count <= half else half + row - met
                held |= self._cells(slot, self._raised(product[row]))
        return held

    def _sideways(self, turn: int, halves: list[Any], y: list[Any]) -> dict[Any, Any]:
        """`turn` turns after the transform of the columns began: columns to do, in work, and done."""
        held: dict[Any, Any] = {}
        todo = max(self.columns - self.each * turn, 0)
        done = self.each * max(turn - self.later, 0)
        for slot in range(ROWS):
            held |= self._cells(slot, halves[slot][self.columns - todo :])
            values = y[self.columns * ORDER[slot] :][:done]
            held |= self._cells(slot, values, self.columns - done)
        if self.later and turn <= 4:
            for group in range(self.each):
                column = [row[self.each * (turn - 1) + group] for row in halves]
                for name, part, root in (("even", column[:8], 0), ("odd", column[8:], 8)):
                    register = f"array.gen_group[{group}].transform_{name}.gen_level[1].out"
                    held |= _parts(register, _remainders(part, root))
        return held


def _parts(register: str, values: list[Any], first: int = 0) -> dict[Any, Any]:
    """Residues in a register, the first in the part with this number."""
    return {
        f"{register}[{WIDTH * number + WIDTH - 1}:{WIDTH * number}]": value
        for number, value in enumerate(values, first)
    }


def _remainders(coefficients: list[Any], root: int) -> list[Any]:
    """Of a polynomial of eight terms, modulo z^8 - 2^root, the remainders modulo the four z^2 - 2^k in it."""
    made = []
    for part in range(4):
        k = (root + 16 * (part % 2 * 2 + part // 2)) // 4
        made += [sum(coefficients[j + 2 * m] * pow(2, k * m, PRIME) for m in range(4)) for j in (0, 1)]
    return made


def _value(y: Any) -> Any:
    """A value of the transform, which is a word in a state that is any."""
    return residue(y) if hasattr(y, "low") else y


def specification(design: Design) -> Specification:
    """Of the designs with one lane."""
    if design.architecture.stages > 1:
        raise UsageError(f"the turns of {design.name} have no specification")
    return Turns(design)
