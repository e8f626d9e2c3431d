# SPDX-License-Identifier: Apache-2.0
"""Turns of shavite3_core with blocks of 512 bits: a round of AES a turn, beside it a subkey.

A state in turn t is the chaining value, the two parts of the state of the cipher before its round t // 3,
what goes into AES before its subkey, the subkeys t .. t + 3 and the counter. The last turn of a block falls
into the cycle that can take the next one; after it a state is the chaining value.
"""

from __future__ import annotations

from typing import Any

from hashloom.catalogue.design import Design
from hashloom.errors import UsageError
from hashloom.formal.turns.families.aes import CUT, front_of, substituted
from hashloom.formal.turns.specification import (
    ARRIVED,
    FRESH,
    RESTARTED,
    TURN,
    Block,
    Place,
    Registers,
    Shape,
    Specification,
)
from hashloom.formal.turns.words import joined
from hashloom.models import shavite3
from hashloom.models.aes import round_of

STATE = 128
TURNS = 36
IN_F = shavite3.AES_ROUNDS[512]
LANE = {"expand": 576, "half": 512}
"""Bits of a lane in the RTL."""


class Turns(Specification):
    """The specification of a design."""

    def __init__(self, design: Design) -> None:
        """UsageError for blocks of 1024 bits."""
        function = design.function
        if function.block_bits != 512:
            raise UsageError(f"the turns of {design.name} have no specification")
        version = str(function.fields["version"])
        self.order: shavite3.Order = "little" if version == "r2" else "big"
        self.lanes = design.architecture.stages
        value = shavite3.initial_value(version, function.digest_bits)
        self.start = tuple(shavite3.states(value if self.order == "little" else shavite3.swap(value)))

    def initial(self) -> Any:
        """The initial value."""
        return self.start

    def shape(self, place: Place) -> Shape:
        """States of AES, and the counter."""
        pair = (STATE,) * 2
        at_work = place == Place(ARRIVED) or (place.kind == TURN and self._number(place) < TURNS)
        if not at_work:
            return pair
        left = TURNS - self._number(place)
        return pair, pair, STATE, tuple(STATE if i < left else () for i in range(4)), 64

    def _number(self, place: Place) -> int:
        """The turn at a place."""
        return TURNS - 1 if place.kind == ARRIVED else place.cycle // self.lanes

    def load(self, place: Place, state: Any, block: Block) -> Any:
        """The cipher begins with the chaining value."""
        chain = self.wait(place, state)
        keys = tuple(self._in_order(word) for word in block.data.words(STATE))
        return chain, chain, chain[1], keys, 0 if block.empty else block.count

    def wait(self, place: Place, state: Any) -> Any:
        """The last turn of the block before ends."""
        return self._turn(TURNS - 1, state) if place == Place(ARRIVED) else state

    def step(self, cycle: int, state: Any, last: bool) -> Any:
        """A turn ends in the last cycle of it."""
        turn, rank = divmod(cycle, self.lanes)
        return self._turn(turn, state) if rank == self.lanes - 1 and turn < TURNS else state

    def _turn(self, turn: int, state: Any) -> Any:
        """A round of AES and a subkey; at the end of a round the parts change places, at the end of all
        the chaining value is added."""
        chain, (before, here), x, keys, count = state
        x = round_of(x ^ keys[0])
        number = turn + 4
        keys = (*keys[1:], shavite3.expand(number, keys, count, self.order) if number < TURNS else ())
        if turn % IN_F == IN_F - 1:
            before, here = here, before ^ x
            x = here
        if turn == TURNS - 1:
            return before ^ chain[0], here ^ chain[1]
        return chain, (before, here), x, keys, count

    def digest(self, state: Any) -> Any:
        """The chaining value."""
        return joined([self._in_order(word) for word in state], STATE)

    def _in_order(self, word: Any) -> Any:
        """A state of AES with the bytes of its columns as in the message, and back."""
        columns = [word >> place & shavite3.WORD for place in (96, 64, 32, 0)]
        return joined(columns if self.order == "little" else [shavite3.turned(one) for one in columns], 32)

    def registers(self, place: Place, state: Any) -> Registers:
        """The lane's part of the ranks, and what AES keeps within a round."""
        if place.kind in (FRESH, RESTARTED):
            return {}
        rank = (place.rank(self.lanes) - 1) % self.lanes
        if self.shape(place) == (STATE,) * 2:
            low = LANE["half"] * rank
            held = joined([state[1] ^ self.start[1], state[0] ^ self.start[0]], STATE)
            return {f"gen_half[0].half.lane[{low + 255}:{low}]": held}
        chain, (before, here), x, keys, count = state
        turn = self._number(place)
        words = [count >> at & shavite3.WORD for at in (0, 32)]
        counter = joined([shavite3.turned(one) for one in words] if self.order == "little" else words, 32)
        a, b = (before, here) if turn % IN_F == 1 else (here, before)
        of_half = joined([a, b, chain[1] ^ self.start[1], chain[0] ^ self.start[0]], STATE)
        low = LANE["expand"] * rank
        of_expand = {f"[{low + 63}:{low}]": counter}
        for i, key in enumerate(keys):
            top = low + LANE["expand"] - STATE * i
            if not isinstance(key, tuple):
                of_expand[f"[{top - 1}:{top - STATE}]"] = key
        entered = x ^ keys[0]
        rotated = keys[0] << 32 & (1 << STATE) - 1 | keys[0] >> 96
        held = {"gen_half[0].half.x": entered} if rank == 0 else {}
        high = LANE["half"] * (rank + 1) - 1
        held[f"gen_half[0].half.lane[{high}:{LANE['half'] * rank}]"] = of_half
        held |= {f"gen_expand_256.expand.lane{part}": word for part, word in of_expand.items()}
        for name, into in (("gen_half[0].half", entered), ("gen_expand_256.expand", rotated)):
            if rank == 1:
                inverse = front_of(into, 16)
                for i in range(16):
                    register = f"{name}.aes.gen_byte[{i}].gen_cut.inverse_held"
                    held[register] = inverse >> CUT * i & (1 << CUT) - 1
            elif rank == 2:
                held[f"{name}.aes.mixing"] = substituted(into, 16)
        return held


def specification(design: Design) -> Turns:
    """Of the designs with blocks of 512 bits."""
    return Turns(design)
