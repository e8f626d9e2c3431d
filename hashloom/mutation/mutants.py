# SPDX-License-Identifier: Apache-2.0
"""The mutants of a source: every small change that could be a slip of the hand.

    operator     what changes
    arithmetic   + and -; * and / become +; % becomes /
    bitwise      & and |; ^ becomes |
    reduction    the same on one operand
    equality     == and !=
    relational   < and <=, > and >=
    logical      && and ||
    shift        << and >>
    select       +: and -:
    negation     a ! or ~ is left out
    choice       the two branches of ?: change places
    condition    if (c) becomes if (!(c))
    enable       if (c) in a clocked block becomes if (1'b1)
    constant     a number plus one; '0 and '1
    bit          one bit of a number, chosen at random
    index        a genvar in a bit select or a part select, plus or minus one

What is no behaviour stays as it is: comments, attributes, the ranges of declarations, the sizes of casts, the
step of a loop, and the defaults of parameters that are always set.
"""

import random
import re
from collections.abc import Iterator, Set
from dataclasses import dataclass

from hashloom.mutation import literals
from hashloom.mutation.structure import Structure
from hashloom.mutation.tokens import Token, partners, tokens, top_level

_SWAPPED = {
    "arithmetic": {"+": "-", "-": "+", "*": "+", "/": "*", "%": "/"},
    "bitwise": {"&": "|", "|": "&", "^": "|"},
    "equality": {"==": "!=", "!=": "==", "===": "!==", "!==": "==="},
    "relational": {"<": "<=", "<=": "<", ">": ">=", ">=": ">"},
    "logical": {"&&": "||", "||": "&&"},
    "shift": {"<<": ">>", ">>": "<<", "<<<": ">>>", ">>>": "<<<"},
    "select": {"+:": "-:", "-:": "+:"},
}
_REDUCTION = {"&": "|", "|": "&", "^": "|"}
OPERATORS = (
    *_SWAPPED, "reduction", "negation", "choice", "condition", "enable", "constant", "bit", "index"
)  # fmt: skip
_OPERAND_WORDS = frozenset(["return", "case", "if", "else", "begin", "assign"])
"""Words behind which an operator has one operand only."""


@dataclass(frozen=True)
class Mutant:
    """Source `file` (name without folder) with the text `old` at `start` replaced by `new`.

    `line` is the number of the first line that changes; `before` and `after` are that line without the space
    around it.
    """

    file: str
    operator: str
    start: int
    old: str
    new: str
    line: int
    before: str
    after: str

    def apply(self, text: str) -> str:
        """The source with the change."""
        assert text.startswith(self.old, self.start)
        return text[: self.start] + self.new + text[self.start + len(self.old) :]


def mutants(
    file: str, text: str, generator: random.Random, set_elsewhere: Set[str] = frozenset()
) -> list[Mutant]:
    """Mutants of a source by their place; `set_elsewhere` are parameters whose defaults no design uses.

    UsageError where the brackets do not match.
    """
    reader = _Reader(text, generator, set_elsewhere)
    return [_mutant(file, text, *change) for change in sorted(reader.changes(), key=lambda one: one[1])]


def _mutant(file: str, text: str, operator: str, start: int, old: str, new: str) -> Mutant:
    number = text.count("\n", 0, start)
    changed = text[:start] + new + text[start + len(old) :]
    before, after = (one.split("\n")[number].strip() for one in (text, changed))
    return Mutant(file, operator, start, old, new, number + 1, before, after)


_Change = tuple[str, int, str, str]
"""Operator, place, old text, new text."""


class _Reader:
    def __init__(self, text: str, generator: random.Random, set_elsewhere: Set[str]) -> None:
        self.text, self.generator = text, generator
        self.tokens = tokens(text)
        self.pairs = partners(self.tokens)
        self.genvars = set(re.findall(r"\bgenvar\s+(\w+)", text))
        source = Structure(self.tokens, self.pairs)
        self.left_alone = source.no_behaviour(set_elsewhere)
        self.assignments = source.assignments()
        self.clocked = source.clocked()
        self.selects = source.selects()

    def changes(self) -> Iterator[_Change]:
        for number, token in enumerate(self.tokens):
            if number in self.left_alone:
                continue
            if token.kind == "literal":
                for operator, other in literals.others(token.text, self.generator).items():
                    yield operator, token.start, token.text, other
            elif token.kind == "symbol":
                yield from self._of_symbol(number, token)
            elif token.text == "if":
                yield from self._of_condition(number)
            elif (
                token.text in self.genvars and number in self.selects and self.tokens[number - 1].text != "."
            ):
                for sign in "+-":
                    yield "index", token.start, token.text, f"({token.text} {sign} 1)"

    def _of_symbol(self, number: int, token: Token) -> Iterator[_Change]:
        if token.text in ("!", "~"):
            yield "negation", token.start, token.text, ""
        elif token.text == "?":
            yield from self._of_choice(number)
        elif not self._follows_operand(number):
            if token.text in _REDUCTION:
                yield "reduction", token.start, token.text, _REDUCTION[token.text]
        elif number not in self.assignments:
            for operator, swapped in _SWAPPED.items():
                if token.text in swapped:
                    yield operator, token.start, token.text, swapped[token.text]

    def _of_condition(self, number: int) -> Iterator[_Change]:
        begin, end = self.tokens[number + 1].end, self.tokens[self.pairs[number + 1]].start
        condition = self.text[begin:end]
        yield "condition", begin, condition, f"!({condition})"
        if number in self.clocked:
            yield "enable", begin, condition, "1'b1" + "\n" * condition.count("\n")

    def _of_choice(self, number: int) -> Iterator[_Change]:
        middle, open_choices = None, 0
        end = len(self.tokens)
        for place, token in top_level(self.tokens, self.pairs, number + 1, end):
            if token.text == "?" and token.kind == "symbol":
                open_choices += 1
            elif token.text == ":" and open_choices:
                open_choices -= 1
            elif token.text == ":" and middle is None:
                middle = place
            elif token.kind == "symbol" and token.text in (")", "]", "}", ",", ";", ":"):
                end = place
                break
        if middle is None:
            return
        begin, colon, last = self.tokens[number].end, self.tokens[middle], self.tokens[end - 1].end
        yes, no = self.text[begin : colon.start], self.text[colon.end : last]
        yield "choice", begin, self.text[begin:last], f" ({no.lstrip(' ')}) : ({yes.strip(' ')})"

    def _follows_operand(self, number: int) -> bool:
        before = self.tokens[number - 1]
        if before.kind == "word":
            return before.text not in _OPERAND_WORDS
        return before.kind != "symbol" or before.text in (")", "]", "}")
