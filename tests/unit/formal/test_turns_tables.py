# SPDX-License-Identifier: Apache-2.0
"""Sums modulo 2 and tables of symbolic words have one form, and that form has the right values."""

import random

from hashloom.formal.turns.graph import FALSE, TRUE, variables
from hashloom.formal.turns.words import Logic
from hashloom.models.aes import round_of, sbox, times


def test_sums_do_not_depend_on_order() -> None:
    graph = Logic().graph
    a, b, c, d = graph.inputs(4)
    one = graph.differ(graph.differ(a, b), graph.differ(c ^ 1, d))
    other = graph.differ(graph.differ(d, a), graph.differ(b, c)) ^ 1
    assert one == other
    assert graph.differ(one, other) == FALSE
    assert graph.differ(one, other ^ 1) == TRUE
    assert graph.differ(one, graph.differ(graph.differ(b, c), d)) == a ^ 1


def test_multiples_of_a_table_are_sums_of_its_bits() -> None:
    logic = Logic()
    x = logic.fresh(8)
    s = x.pick(sbox())
    doubled = x.pick([times(2, entry) for entry in sbox()])
    high = s >> 7
    plain = (s & 0x7F) << 1 ^ high ^ high << 1 ^ high << 3 ^ high << 4
    assert logic.bits(doubled, 8) == logic.bits(plain, 8)
    assert logic.bits(x.pick([entry ^ (n == 255) for n, entry in enumerate(sbox())]), 8) != logic.bits(s, 8)


def test_functions_of_an_index_have_the_values_of_the_table() -> None:
    logic, source = Logic(), random.Random(1)
    table = [source.getrandbits(12) for _ in range(64)]
    index = logic.fresh(6)
    bits = logic.bits(index.pick(table), 12)
    inputs = dict(zip(logic.bits(index, 6), variables(6), strict=True))
    found = logic.graph.values(bits, inputs, (1 << 64) - 1)
    assert [sum((column >> n & 1) << place for place, column in enumerate(found)) for n in range(64)] == table


def test_a_round_of_aes_has_the_values_of_the_model() -> None:
    logic, source = Logic(), random.Random(2)
    state = logic.fresh(128)
    bits = logic.bits(round_of(state), 128)
    messages = [source.getrandbits(128) for _ in range(8)]
    inputs = {
        literal: sum((message >> place & 1) << n for n, message in enumerate(messages))
        for place, literal in enumerate(logic.bits(state, 128))
    }
    found = logic.graph.values(bits, inputs, (1 << 8) - 1)
    for n, message in enumerate(messages):
        assert sum((column >> n & 1) << place for place, column in enumerate(found)) == round_of(message)
