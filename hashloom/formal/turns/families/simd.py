# SPDX-License-Identifier: Apache-2.0
"""Turns of simd_core with one lane and a step a turn.

A state in turn t is the chaining value, the rows A, B, C, D before step t, and the values y of the transform,
as long as steps take words of them; at other places it is the chaining value. Beside it goes the expansion of
the block at the port: `ahead` is the stage of simd_control. With j = 16 a + b and k = C i + c, C columns, the
transform is made in three parts, for every row b and every column c:

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
DELAY = 4
"""Stages from that in which the bytes of a row are read to that in which it enters the array."""
SIDE = ROWS + DELAY
"""First stage of the transform of the columns."""
LOOKS = 11
"""Turn from which the core looks at the next block."""
PLAIN, RAISED = 4, 84
"""By which the products of column 0 and of the others are too great in simd_rows."""


class Turns(Specification):
    """UNROLL 1, STAGES 1, LOAD_TURN 1."""

    ahead = SIDE + 5

    def __init__(self, design: Design) -> None:
        """Sizes from the function."""
        self.model = simd.model(design.function)
        self.ladders, self.columns = self.model.ladders, 2 * self.model.ladders
        self.each = self.columns // 4
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
        return (WIDTH,) * len(self.model.powers) if cycle < EXPANDED else ()

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The block is added to the chaining value, and expanded."""
        rows = self.model.begin(state, little_endian(block.data, WORD))
        return state, rows, self.model.transform(self._bytes(block), block.last)

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A step."""
        chain, rows, y = state
        rows = self.model.step(cycle, rows, self._words(cycle, chain, y))
        if cycle == STEPS - 1:
            return rows
        return chain, rows, y if self._needed(cycle + 1) else ()

    def digest(self, state: Any) -> Any:
        """The first words of the chaining value."""
        words = [word for row in state for word in row]
        return from_little_endian(words[: self.model.digest_bits // WORD], WORD)

    def looks(self, place: Place) -> bool:
        """Where the rows of the array are free in time."""
        return place.kind != TURN or place.cycle >= LOOKS

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
        turned = [chain[(row + 1 + place.cycle) % 4] for row in range(4)]
        words = self._words(place.cycle, chain, y)
        held: dict[Any, Any] = {
            "ladders.state": self._packed(rows),
            "ladders.ring": self._packed(turned),
            "code.words": joined(words[::-1], WORD),
        }
        for slot, numbers in enumerate(self._slots(place.cycle)):
            held |= self._cells(slot, [_value(y[number]) for number in numbers])
        return held

    def _packed(self, rows: Any) -> Any:
        return joined([word for row in rows for word in row][::-1], WORD)

    def _slots(self, cycle: int) -> list[list[int]]:
        """For the slots of the array the k of the y_k that they hold, as far as these are needed."""
        if cycle < ROWS - 1:
            order = [ORDER[(slot + cycle + 1) % ROWS] for slot in range(ROWS)]
            return [[self.columns * row + column for column in range(self.columns)] for row in order]
        if cycle >= EXPANDED:
            return []
        return [
            [k for pair in self.model.places(number) for k in pair] for number in range(cycle + 1, EXPANDED)
        ]

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
        if stage <= SIDE:
            return held | self._entered(stage, product)
        pairs = list(zip(product[: ROWS // 2], product[ROWS // 2 :], strict=True))
        halves = [[p + q for p, q in zip(*pair, strict=True)] for pair in pairs]
        halves += [[p - q for p, q in zip(*pair, strict=True)] for pair in pairs]
        return self._sideways(stage - SIDE, halves, self.model.evaluate(x, 1))

    def _entering(
        self, stage: int, block: Block, x: list[Any], inner: list[Any], product: list[Any]
    ) -> dict[Any, Any]:
        """Registers of simd_rows; the rows follow each other in their three ranks."""
        held: dict[Any, Any] = {}
        read, summed, done = stage - 2, stage - 3, stage - 4
        if 0 <= read < ROWS:
            own = block.data.words(8)[read::ROWS]
            held["inner_sums.gen_row[0].x"] = joined(own[::-1], 8)
            held["inner_sums.gen_row[0].top"] = residue(own[-1]) + x[ROWS * (self.columns - 1) + read]
        if 0 <= summed < ROWS:
            less = [value - 1 if column else value + PLAIN for column, value in enumerate(inner[summed])]
            held |= _parts("inner_sums.gen_row[0].values", less)
        if 0 <= done < ROWS:
            held |= _parts("inner_sums.rows", self._raised(product[done]))
        return held

    def _raised(self, row: list[Any]) -> list[Any]:
        return [value + (RAISED if column else PLAIN) for column, value in enumerate(row)]

    def _entered(self, stage: int, product: list[Any]) -> dict[Any, Any]:
        """Rows in the array: the lower ones wait for the upper ones, and meet them half way."""
        held: dict[Any, Any] = {}
        half = ROWS // 2
        count = max(stage - DELAY, 0)
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
        done = self.each * max(turn - 1, 0)
        for slot in range(ROWS):
            held |= self._cells(slot, halves[slot][self.columns - todo :])
            values = y[self.columns * ORDER[slot] :][:done]
            held |= self._cells(slot, values, self.columns - done)
        if turn <= 4:
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
    """Of a step a turn, with a turn for the load."""
    parameters = design.architecture.parameters
    if (parameters["unroll"], parameters["stages"], parameters["load_turn"]) != (1, 1, 1):
        raise UsageError(f"the turns of {design.name} have no specification")
    return Turns(design)
