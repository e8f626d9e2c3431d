# SPDX-License-Identifier: Apache-2.0
import pytest

from hashloom.catalogue.expression import Expression, ExpressionError, ceil_div, clog2

NAMES: dict[str, int | str] = {"unroll": 8, "stages": 2, "block": 1024, "version": "1.3"}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("-7 // 2", -4),
        ("stages * (72 // unroll + 1)", 20),
        ("2 ** 10 - 1 % 5", 1023),
        ("80 if block == 1024 else 72", 80),
        ("'a' if version == '1.2' else 'b'", "b"),
        ("version != '1.2'", 1),
        ("block in [256, 512]", 0),
        ("block not in (256, 512) and not stages == 1", 1),
        ("1 < stages <= 2", 1),
        ("0 or 0 and 1", 0),
        ("ceil_div(block + 1, 512)", 3),
        ("clog2(stages)", 1),
        ("max(1, clog2(1), abs(-3))", 3),
        ("min(stages, unroll)", 2),
        ("True", 1),
    ],
)
def test_value(text: str, value: int | str) -> None:
    expression = Expression(text)
    expression.check()
    assert expression.evaluate(NAMES) == value


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("missing + 1", "unknown name 'missing'"),
        ("1 +", "not an expression"),
        ("", "not an expression"),
        ("block / 2", "not allowed"),
        ("block.real", "not allowed"),
        ("__import__('os')", "not allowed"),
        ("open('x')", "not allowed"),
        ("[1, 2]", "not allowed"),
        ("1.5", "not allowed"),
        ("block in version", "must be a list"),
        ("1 // 0", "cannot evaluate"),
        ("version + 1", "an integer is needed"),
        ("2 ** 99999999", "outside"),
        ("min()", "cannot evaluate"),
        ("block is block", "not allowed"),
        ("+block", "not allowed"),
    ],
)
def test_complaint(text: str, complaint: str) -> None:
    with pytest.raises(ExpressionError, match=complaint):
        Expression(text).evaluate(NAMES)


@pytest.mark.parametrize("text", ["block.real", "lambda: 1", "[i for i in (1, 2)]", "f'{block}'", "x := 1"])
def test_check_refuses_other_python(text: str) -> None:
    with pytest.raises(ExpressionError):
        Expression(text).check()


def test_integer_refuses_strings() -> None:
    assert Expression("unroll").integer(NAMES) == 8
    with pytest.raises(ExpressionError, match="an integer is needed"):
        Expression("version").integer(NAMES)


def test_rounding_functions() -> None:
    assert [ceil_div(n, 4) for n in (0, 1, 4, 5)] == [0, 1, 1, 2]
    assert [clog2(n) for n in (1, 2, 3, 4, 5, 8, 9)] == [0, 1, 2, 2, 3, 3, 4]
