# SPDX-License-Identifier: Apache-2.0
"""Other values for a SystemVerilog literal, written in the same base with the same size."""

import random
import re

_BASED = re.compile(r"(?P<size>[\d_]*)(?P<base>'[sS]?[bBoOdDhH])\s*(?P<digits>[\da-fA-F_]+)")
_RADIX = {"b": (2, "b"), "o": (8, "o"), "d": (10, "d"), "h": (16, "X")}


def others(literal: str, generator: random.Random) -> dict[str, str]:
    """Literals with other values, by operator; none for a literal with x or z, a real, or a size of a cast.

    `constant` is the value plus one, or the other of '0 and '1; `bit` has one bit flipped, drawn by the
    generator, where that is another literal.
    """
    if literal in ("'0", "'1"):
        return {"constant": "'1" if literal == "'0" else "'0"}
    if re.fullmatch(r"[\d_]+", literal):
        value = int(literal.replace("_", ""))
        found = {"constant": str(value + 1)}
        flipped = value ^ 1 << generator.randrange(max(1, value.bit_length()))
        return found if flipped == value + 1 else {**found, "bit": str(flipped)}
    based = _BASED.fullmatch(literal)
    if based is None:
        return {}
    radix, form = _RADIX[based["base"][-1].lower()]
    digits = based["digits"].replace("_", "")
    try:
        value = int(digits, radix)
    except ValueError:
        return {}
    width = int(based["size"].replace("_", "") or 32)

    def written(number: int) -> str:
        return f"{based['size']}{based['base']}{number:0{len(digits) if radix != 10 else 1}{form}}"

    more, flipped = (value + 1) % (1 << width), value ^ 1 << generator.randrange(width)
    return {"constant": written(more)} | ({} if flipped == more else {"bit": written(flipped)})
