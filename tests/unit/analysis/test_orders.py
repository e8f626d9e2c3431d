# SPDX-License-Identifier: Apache-2.0
"""Orders of designs by what is measured, and how far they agree."""

from typing import Any

import pytest

from hashloom.analysis import orders

Row = dict[str, Any]


def row(clock: float, placed: float, energy: float, glitch_free: float, area: float = 1000.0) -> Row:
    """A design of 512 bits in 64 cycles."""
    return {
        "block_bits": 512, "cycles_per_block": 64, "clock_mhz": clock, "clock_placed_mhz": placed,
        "area_ge": area, "throughput_gbps": 512 / 64 * placed / 1000, "energy_pj_per_bit": energy,
        "energy_glitch_free_pj_per_bit": glitch_free,
    }  # fmt: skip


def test_figures_are_those_of_the_clock_that_they_are_named_for() -> None:
    found = {one.name: one.of(row(1000, 500, 6, 2)) for one in orders.MEASURES}
    assert found == pytest.approx(
        {
            "without wires": 8000,
            "with wires": 4000,
            "energy without glitches": 2,
            "energy": 6,
            "energy-delay": 1.5,
        }
    )


def test_places() -> None:
    """More throughput and less energy is better; who is equal shares."""
    rows = [row(1000, 900, 3, 1), row(2000, 900, 1, 1), row(3000, 100, 2, 4)]
    found = {one.name: one.places(rows) for one in orders.MEASURES}
    assert found["without wires"] == [3, 2, 1]
    assert found["with wires"] == [1.5, 1.5, 3]
    assert found["energy"] == [3, 1, 2]
    assert found["energy without glitches"] == [1.5, 1.5, 3]


def test_orders_that_agree_that_are_reversed_and_one_by_hand() -> None:
    """By hand, 1 - 6 sum d^2 / (n (n^2 - 1)): places 1 2 3 4 against 2 1 4 3, d^2 = 4, 1 - 24/60."""
    rows = [row(4, 4, 1, 2), row(3, 3, 2, 1), row(2, 2, 3, 4), row(1, 1, 4, 3)]
    found = orders.agreement(rows)
    assert len(found) == 10
    assert found["without wires", "with wires"] == pytest.approx(1)
    assert found["without wires", "energy"] == pytest.approx(1)
    assert found["energy without glitches", "energy"] == pytest.approx(0.6)
    turned = [{**one, "energy_pj_per_bit": 9 - one["energy_pj_per_bit"]} for one in rows]
    assert orders.agreement(turned)["with wires", "energy"] == pytest.approx(-1)


def test_no_order() -> None:
    with pytest.raises(ValueError, match="2 designs have no order to compare"):
        orders.agreement([row(1, 1, 1, 1), row(2, 2, 2, 2)])
    with pytest.raises(ValueError, match="the same figure"):
        orders.agreement([row(1, n, n, n) for n in (1, 2, 3)])
