# SPDX-License-Identifier: Apache-2.0
import ast

import pytest
from own_state import here

from hashloom import catalogue
from hashloom.catalogue import expression
from hashloom.catalogue.expression import Expression, ExpressionError, ceil_div

NAMES = {"unroll": 8, "stages": 2, "block": 1024}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7", 7),
        ("-7", -7),
        (" stages * (72 // unroll + 1)\n", 20),
        ("stages - 3", -1),
        ("(stages - 9) // 2", -4),
        ("80 if block == 1024 else 72", 80),
        ("80 if block == 512 else 72", 72),
        ("1 if stages - 2 else 3 if unroll else 5", 3),
        ("block == 512", 0),
        ("ceil_div(block + 1, 512)", 3),
        ("max(1, min(stages, unroll))", 2),
        ("7 // 0 if stages == 3 else 1", 1),
    ],
)
def test_value(text: str, value: int) -> None:
    one = Expression(text)
    one.check(NAMES)
    assert one.evaluate(NAMES) == value


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("missing + 1", "unknown name 'missing' in 'missing \\+ 1'; known: block, stages, unroll"),
        ("1 if block else blok", "unknown name 'blok' in .*; the nearest known: block"),
        ("min + 1", "unknown name 'min'"),
        ("1 +", "not an expression"),
        ("", "not an expression"),
        ("(" * 5000 + "1" + ")" * 5000, "not an expression"),
        ("1" + " + 1" * 20000, "not an expression"),
        ("9" * 5000, "not an expression"),
        ("block / 2", "'block / 2' is not allowed"),
        ("2 ** 99999999", "not allowed"),
        ("block % 3", "not allowed"),
        ("-block", "not allowed"),
        ("block.real", "not allowed"),
        ("__import__('os')", "not allowed"),
        ("open(1, 2)", "not allowed"),
        ("min(1)", "not allowed"),
        ("min(1, 2, 3)", "not allowed"),
        ("min(1, b=2)", "not allowed"),
        ("min(*block)", "not allowed"),
        ("[1, 2]", "not allowed"),
        ("block in [256, 512]", "not allowed"),
        ("1 < stages", "not allowed"),
        ("stages == 2 == 2", "not allowed"),
        ("stages and unroll", "not allowed"),
        ("not stages", "not allowed"),
        ("1.5", "not allowed"),
        ("True", "not allowed"),
        ("'1.3'", "not allowed"),
        ("lambda: 1", "not allowed"),
        ("(unroll := 1)", "not allowed"),
        ("f'{block}'", "not allowed"),
    ],
)
def test_complaint(text: str, complaint: str) -> None:
    with pytest.raises(ExpressionError, match=complaint):
        Expression(text).check(NAMES)
    with pytest.raises(ExpressionError, match=complaint):
        Expression(text).evaluate(NAMES)


def test_division_by_zero() -> None:
    divided = Expression("block // (stages - 2)")
    divided.check(NAMES)
    with pytest.raises(ExpressionError, match=r"'block // \(stages - 2\)' divides by 0"):
        divided.evaluate(NAMES)


def test_ceil_div() -> None:
    assert [ceil_div(n, 4) for n in (0, 1, 4, 5)] == [0, 1, 1, 2]


def test_the_cores_use_all_of_the_language() -> None:
    used: set[object] = set()
    for family in catalogue.families(here()):
        formulas = [
            formula
            for core in family.cores.values()
            for formula in (core.valid, core.cycles_block, core.cycles_latency, *core.constants.values())
        ]
        for one in (*formulas, *family.generic_parameters.values()):
            for node in ast.walk(ast.parse(one.text, mode="eval")):
                if isinstance(node, ast.Call):
                    assert isinstance(node.func, ast.Name)
                    used.add(node.func.id)
                else:
                    used.add(type(node))
    assert {*expression._OPERATORS, *expression._FUNCTIONS, ast.Eq, ast.IfExp} <= used
