# SPDX-License-Identifier: Apache-2.0
"""What the tokens of a source belong to. Sets are of numbers of tokens."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from hashloom.mutation.tokens import Token, top_level

_DECLARING = frozenset(
    {"logic", "wire", "reg", "bit", "signed", "unsigned", "automatic", "integer"}
    | {"input", "output", "inout", "localparam", "parameter"}
)
_BEFORE_A_STATEMENT = frozenset(["begin", "end", "else", ";", "endcase", "generate"])


@dataclass(frozen=True)
class Structure:
    """A source as its tokens, and the closing bracket of each opening one."""

    tokens: Sequence[Token]
    pairs: Mapping[int, int]

    def no_behaviour(self, set_elsewhere: Set[str]) -> set[int]:
        """Ranges of declarations, sizes of casts, steps of loops, and defaults of the parameters named."""
        found: set[int] = set()
        for number, token in enumerate(self.tokens):
            if token.text == "[" and (self._text(number - 1) in _DECLARING or number - 1 in found):
                found.update(range(number, self.pairs[number] + 1))
            elif token.kind == "literal" and self._text(number + 1) == "'":
                found.add(number)
            elif token.text == "for" and self._text(number + 1) == "(":
                found.update(self._step(number + 1))
            elif token.text == "parameter":
                found.update(self._default(number, set_elsewhere))
        return found

    def assignments(self) -> set[int]:
        """The `<=` that assign: the first of a statement, outside all brackets."""
        found: set[int] = set()
        assigned = False
        for number, token in top_level(self.tokens, self.pairs, 0, len(self.tokens)):
            if token.text in _BEFORE_A_STATEMENT:
                assigned = False
            elif token.text == "=":
                assigned = True
            elif token.text == "<=" and not assigned:
                found.add(number)
                assigned = True
        return found

    def clocked(self) -> set[int]:
        """What stands in always_ff blocks."""
        found: set[int] = set()
        for number, token in enumerate(self.tokens):
            if token.text == "always_ff":
                found.update(range(number, self._statement_end(self.pairs[number + 2] + 1)))
        return found

    def selects(self) -> set[int]:
        """What stands in square brackets."""
        return {
            number
            for opening, closing in self.pairs.items()
            if self.tokens[opening].text == "["
            for number in range(opening + 1, closing)
        }

    def _step(self, opening: int) -> range:
        """The last part of the head of a loop, behind its last semicolon."""
        inside = top_level(self.tokens, self.pairs, opening + 1, self.pairs[opening])
        ends = [number for number, token in inside if token.text == ";"]
        return range(ends[-1], self.pairs[opening]) if ends else range(0)

    def _default(self, number: int, set_elsewhere: Set[str]) -> range:
        """The default of a parameter, if it is one of those named."""
        equals = None
        for place, token in top_level(self.tokens, self.pairs, number, len(self.tokens)):
            if token.text == "=" and equals is None:
                equals = place
            elif token.text in (",", ";", ")"):
                named = equals is not None and self._text(equals - 1) in set_elsewhere
                return range(equals, place) if equals is not None and named else range(0)
        return range(0)

    def _statement_end(self, number: int) -> int:
        """Number of the token behind the statement that begins here, all its branches included."""
        depth = 0
        while number < len(self.tokens):
            word = self.tokens[number].text
            depth += (word in ("begin", "case")) - (word in ("end", "endcase"))
            number += 1
            if depth == 0 and word in (";", "end", "endcase") and self._text(number) != "else":
                break
        return number

    def _text(self, number: int) -> str:
        return self.tokens[number].text if 0 <= number < len(self.tokens) else ""
