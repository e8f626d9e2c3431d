# SPDX-License-Identifier: Apache-2.0
"""Arithmetic of `core.toml`, evaluated without executing code.

Allowed: integers, names, `+ - * //`, `A == B` (1 or 0), `A if C else B`, and of two numbers each `min(A, B)`,
`max(A, B)` and `ceil_div(A, B)` = ceil(A/B). Everything is exact integer arithmetic.
"""

import ast
import operator
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from hashloom.errors import UsageError
from hashloom.files.suggestions import nearest


class ExpressionError(UsageError):
    """An expression is malformed, uses an unknown name, or cannot be evaluated."""


def ceil_div(dividend: int, divisor: int) -> int:
    """Quotient rounded up."""
    return -(-dividend // divisor)


_OPERATORS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
_FUNCTIONS: Mapping[str, Callable[[int, int], int]] = {"min": min, "max": max, "ceil_div": ceil_div}

_Given = Mapping[str, int]
_Compute = Callable[[_Given], int]


@dataclass(frozen=True)
class Expression:
    """One expression, by its text."""

    text: str

    def check(self, names: Collection[str]) -> None:
        """Raise ExpressionError unless the text is an expression of the allowed form over these names."""
        _, used = _compiled(self.text)
        for name in used:
            if name not in names:
                raise ExpressionError(
                    f"unknown name '{name}' in '{self.text}'; {nearest(name, sorted(names))}"
                )

    def evaluate(self, names: Mapping[str, int]) -> int:
        """Value with the given names; ExpressionError for a division by 0, and as `check` has it."""
        self.check(names)
        made, _ = _compiled(self.text)
        try:
            return made(names)
        except ZeroDivisionError as error:
            raise ExpressionError(f"'{self.text}' divides by 0") from error


@lru_cache(maxsize=4096)
def _compiled(text: str) -> tuple[_Compute, tuple[str, ...]]:
    """What computes the expression, and the names that it uses."""
    used: dict[str, None] = {}
    try:
        return _made(ast.parse(text.strip(), mode="eval").body, used), tuple(used)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ExpressionError(f"'{text}' is not an expression") from error


def _made(node: ast.expr, used: dict[str, None]) -> _Compute:
    match node:
        case ast.Constant(value=int(number)) if type(number) is int:
            return lambda _: number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))) if type(number) is int:
            return lambda _: -number
        case ast.Name(id=name):
            used[name] = None
            return lambda given: given[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            return _of_two(_OPERATORS[type(op)], left, right, used)
        case ast.Compare(left=left, ops=[ast.Eq()], comparators=[right]):
            return _of_two(lambda a, b: int(a == b), left, right, used)
        case ast.Call(func=ast.Name(id=name), args=[left, right], keywords=[]) if name in _FUNCTIONS:
            return _of_two(_FUNCTIONS[name], left, right, used)
        case ast.IfExp(test=test, body=body, orelse=orelse):
            condition, then, otherwise = (_made(part, used) for part in (test, body, orelse))
            return lambda given: then(given) if condition(given) else otherwise(given)
    raise ExpressionError(f"'{ast.unparse(node)}' is not allowed in an expression")


def _of_two(
    function: Callable[[int, int], int], left: ast.expr, right: ast.expr, used: dict[str, None]
) -> _Compute:
    first, second = _made(left, used), _made(right, used)
    return lambda given: function(first(given), second(given))
