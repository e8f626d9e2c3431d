# SPDX-License-Identifier: Apache-2.0
"""Arithmetic expressions of the catalogue (`core.toml`), evaluated without executing code.

Allowed: integers, strings, names, `+ - * // % **`, unary minus, comparisons, `in` a literal list,
`and`/`or`/`not`, `A if C else B`, and the functions `min`, `max`, `abs`, `ceil_div(a, b)` = ceil(a/b),
`clog2(a)` = number of bits that count from 0 to a-1. Everything is exact integer arithmetic.
"""

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from hashloom.errors import UsageError

Value = int | str

MAX_EXPONENT = 4096


class ExpressionError(UsageError):
    """An expression is malformed, uses an unknown name, or cannot be evaluated."""


def ceil_div(dividend: int, divisor: int) -> int:
    """Quotient rounded up."""
    return -(-dividend // divisor)


def clog2(values: int) -> int:
    """Bits needed to tell `values` different values apart; 0 for one value."""
    return max(values - 1, 0).bit_length()


def _power(base: int, exponent: int) -> int:
    if not 0 <= exponent <= MAX_EXPONENT:
        raise ValueError(f"exponent {exponent} is outside 0..{MAX_EXPONENT}")
    return int(base**exponent)


_ARITHMETIC: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: _power,
}
_ORDER: dict[type[ast.cmpop], Callable[[int, int], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_FUNCTIONS: dict[str, Callable[..., int]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "ceil_div": ceil_div,
    "clog2": clog2,
}


@dataclass(frozen=True)
class Expression:
    """One expression, by its text."""

    text: str

    def check(self) -> None:
        """Raise ExpressionError unless the text is an expression of the allowed form."""
        for node in ast.walk(_parse(self.text)):
            if not isinstance(node, _ALLOWED):
                raise ExpressionError(f"'{self.text}' uses {type(node).__name__}, which is not allowed")

    def evaluate(self, names: Mapping[str, Value]) -> Value:
        """Value with the given names; truth values are 1 and 0."""
        try:
            return _evaluate(_parse(self.text), names)
        except ExpressionError:
            raise
        except (ValueError, TypeError, ZeroDivisionError) as error:
            raise ExpressionError(f"cannot evaluate '{self.text}': {error}") from error

    def integer(self, names: Mapping[str, Value]) -> int:
        """Value, which must be an integer."""
        value = self.evaluate(names)
        if not isinstance(value, int):
            raise ExpressionError(f"'{self.text}' gives the string '{value}' where an integer is needed")
        return value


_ALLOWED = (
    ast.Constant,
    ast.Name,
    ast.Load,
    ast.BinOp,
    ast.UnaryOp,
    ast.BoolOp,
    ast.Compare,
    ast.IfExp,
    ast.Call,
    ast.List,
    ast.Tuple,
    ast.operator,
    ast.unaryop,
    ast.boolop,
    ast.cmpop,
)


@lru_cache(maxsize=4096)
def _parse(text: str) -> ast.expr:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise ExpressionError(f"'{text}' is not an expression") from error


def _integer(node: ast.expr, names: Mapping[str, Value]) -> int:
    value = _evaluate(node, names)
    if isinstance(value, str):
        raise TypeError(f"the string '{value}' stands where an integer is needed")
    return value


def _evaluate(node: ast.expr, names: Mapping[str, Value]) -> Value:
    match node:
        case ast.Constant(value=bool(value)):
            return int(value)
        case ast.Constant(value=int(value)):
            return value
        case ast.Constant(value=str(value)):
            return value
        case ast.Name(id=name):
            if name not in names:
                known = ", ".join(sorted(names)) or "none"
                raise ExpressionError(f"unknown name '{name}' in an expression; known names: {known}")
            return names[name]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _ARITHMETIC:
            return _ARITHMETIC[type(op)](_integer(left, names), _integer(right, names))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_integer(operand, names)
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return int(not _evaluate(operand, names))
        case ast.BoolOp(op=ast.And(), values=values):
            return int(all(_evaluate(value, names) for value in values))
        case ast.BoolOp(op=ast.Or(), values=values):
            return int(any(_evaluate(value, names) for value in values))
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return _evaluate(body if _evaluate(test, names) else orelse, names)
        case ast.Compare(left=left, ops=ops, comparators=comparators):
            return int(_compare(left, ops, comparators, names))
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in _FUNCTIONS:
            return _FUNCTIONS[name](*(_integer(argument, names) for argument in arguments))
    raise ExpressionError(f"'{ast.unparse(node)}' is not allowed in an expression")


def _compare(
    left: ast.expr, ops: list[ast.cmpop], comparators: list[ast.expr], names: Mapping[str, Value]
) -> bool:
    for op, right in zip(ops, comparators, strict=True):
        if isinstance(op, ast.In | ast.NotIn):
            if not isinstance(right, ast.List | ast.Tuple):
                raise ExpressionError(f"'{ast.unparse(right)}' must be a list such as [256, 512]")
            members = [_evaluate(member, names) for member in right.elts]
            holds = (_evaluate(left, names) in members) == isinstance(op, ast.In)
        elif isinstance(op, ast.Eq | ast.NotEq):
            holds = (_evaluate(left, names) == _evaluate(right, names)) == isinstance(op, ast.Eq)
        elif type(op) in _ORDER:
            holds = _ORDER[type(op)](_integer(left, names), _integer(right, names))
        else:
            raise ExpressionError(f"'{type(op).__name__}' is not allowed in an expression")
        if not holds:
            return False
        left = right
    return True
