# SPDX-License-Identifier: Apache-2.0
"""Boolean expressions of Liberty files: functions of pins, and conditions.

`!a` or `a'` inverts, `a ^ b` is exclusive or, `a & b`, `a * b` or `a b` is and, `a | b` or `a + b` is or;
each binds tighter than the next.
"""

import re
from collections.abc import Callable, Mapping, Sequence

from hashloom.errors import UsageError

Function = Callable[[Mapping[str, bool]], bool]
"""Value of an expression for values of its names."""

_TOKEN = re.compile(r"\s*([A-Za-z_]\w*(?:\[\d+\])?|[01]|[!'&*|+^()])")
_OR, _AND = ("|", "+"), ("&", "*")


def expression(text: str) -> tuple[Function, frozenset[str]]:
    """The function of an expression, and the names in it. UsageError for what is none."""
    reader = _Reader(text)
    found = reader.either()
    if reader.tokens:
        raise reader.error()
    return found, frozenset(reader.names)


def values(text: str, names: Sequence[str]) -> tuple[bool, ...]:
    """Value of an expression in each state: bit k of the number of a state is the value of name k.

    UsageError for an expression of other names.
    """
    function, used = expression(text)
    if not used <= set(names):
        unknown = ", ".join(sorted(used - set(names)))
        raise UsageError(f"the expression {text} of the Liberty file has {unknown}, which is no input here")
    return tuple(
        function({name: bool(state >> bit & 1) for bit, name in enumerate(names)})
        for state in range(1 << len(names))
    )


class _Reader:
    """Reads one expression from left to right."""

    def __init__(self, text: str) -> None:
        self.text, self.names = text, set[str]()
        self.tokens: list[str] = []
        at = 0
        while text[at:].strip():
            found = _TOKEN.match(text, at)
            if found is None:
                raise self.error()
            self.tokens.append(found[1])
            at = found.end()
        self.tokens.reverse()

    def error(self) -> UsageError:
        return UsageError(f"the Liberty file has an expression that is not understood: {self.text:.60}")

    def next(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def either(self) -> Function:
        left = self.both()
        while self.next() in _OR:
            self.tokens.pop()
            left = _or(left, self.both())
        return left

    def both(self) -> Function:
        left = self.different()
        while self.next() and self.next() not in (*_OR, ")", "^", "'"):
            if self.next() in _AND:
                self.tokens.pop()
            left = _and(left, self.different())
        return left

    def different(self) -> Function:
        left = self.single()
        while self.next() == "^":
            self.tokens.pop()
            left = _xor(left, self.single())
        return left

    def single(self) -> Function:
        if not self.tokens:
            raise self.error()
        token = self.tokens.pop()
        if token == "!":
            found = _not(self.single())
        elif token == "(":
            found = self.either()
            if not self.tokens or self.tokens.pop() != ")":
                raise self.error()
        elif token in ("0", "1"):
            found = _constant(token == "1")
        elif token[0].isalpha() or token[0] == "_":
            self.names.add(token)
            found = _name(token)
        else:
            raise self.error()
        while self.next() == "'":
            self.tokens.pop()
            found = _not(found)
        return found


def _name(name: str) -> Function:
    return lambda values: values[name]


def _constant(value: bool) -> Function:
    return lambda values: value


def _not(one: Function) -> Function:
    return lambda values: not one(values)


def _and(left: Function, right: Function) -> Function:
    return lambda values: left(values) and right(values)


def _or(left: Function, right: Function) -> Function:
    return lambda values: left(values) or right(values)


def _xor(left: Function, right: Function) -> Function:
    return lambda values: left(values) != right(values)
