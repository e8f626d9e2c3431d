# SPDX-License-Identifier: Apache-2.0
"""SystemVerilog as tokens, each with its place in the text: as much of IEEE 1800 as the cores use."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hashloom.errors import UsageError

# Longest first. An attribute is `(*` that is no `(*)`; a based literal includes its size.
_TOKENS = (
    ("skipped", r"\s+|//[^\n]*|/\*.*?\*/|\(\*(?!\s*\)).*?\*\)|`\w+"),
    ("string", r'"(?:[^"\\\n]|\\.)*"'),
    ("literal", r"(?:\d[\d_]*)?'[sS]?[bBoOdDhH]\s*[\da-fA-FxXzZ?_]+|'[01xXzZ]\b|\d[\d_]*(?:\.\d+)?"),
    ("word", r"\\\S+|[$A-Za-z_][$\w]*"),
    (
        "symbol",
        r"<<<=|>>>=|<<<|>>>|<<=|>>=|===|!==|==\?|!=\?|\*\*|&&|\|\||==|!=|<=|>=|<<|>>|~&|~\||~\^|\^~|\+\+|--|\+:"
        r"|-:|->|::|\+=|-=|\*=|/=|&=|\|=|\^=|'\{|.",
    ),
)
_TOKEN = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _TOKENS), re.DOTALL)
OPENING = {"(": ")", "[": "]", "{": "}", "'{": "}"}
CLOSING = frozenset(")]}")


@dataclass(frozen=True)
class Token:
    """`text` at `start` of the source; `kind` is string, literal, word or symbol."""

    kind: str
    text: str
    start: int

    @property
    def end(self) -> int:
        """Where the next character stands."""
        return self.start + len(self.text)


def tokens(text: str) -> list[Token]:
    """Tokens of a source without space, comments, attributes and directives."""
    return [
        Token(str(found.lastgroup), found[0], found.start())
        for found in _TOKEN.finditer(text)
        if found.lastgroup != "skipped"
    ]


def partners(found: Sequence[Token]) -> dict[int, int]:
    """Number of the closing token of each opening bracket, by the opening's number.

    UsageError where the brackets do not match.
    """
    pairs, open_ones = {}, []
    for number, token in enumerate(found):
        if token.kind == "symbol" and token.text in OPENING:
            open_ones.append(number)
        elif token.kind == "symbol" and token.text in CLOSING:
            if not open_ones or OPENING[found[open_ones[-1]].text] != token.text:
                raise UsageError(f"the '{token.text}' at character {token.start} of the RTL closes nothing")
            pairs[open_ones.pop()] = number
    if open_ones:
        first = found[open_ones[0]]
        raise UsageError(f"the '{first.text}' at character {first.start} of the RTL is not closed")
    return pairs


def top_level(
    found: Sequence[Token], pairs: Mapping[int, int], begin: int, end: int
) -> Iterator[tuple[int, Token]]:
    """Tokens `begin` .. `end` - 1 with their numbers, without what stands in brackets that open there."""
    number = begin
    while number < end:
        yield number, found[number]
        number = pairs.get(number, number) + 1
