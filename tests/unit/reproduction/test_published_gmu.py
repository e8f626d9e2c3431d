# SPDX-License-Identifier: Apache-2.0
"""Tables 3 to 10 of the GMU paper: whole, and recomputed from each other but for noted misprints."""

import math

from hashloom.reproduction import published

GMU = published.load("gmu")
SIZES = {row.function: row for row in GMU.table(2).sizes}
FAMILIES = GMU.table(6).figures.columns

Interval = tuple[float, float]


Contradictions = set[tuple[int, str, str]]


class Printed:
    """A table of figures, read as intervals of what may have been rounded."""

    def __init__(self, number: int, contradictions: Contradictions) -> None:
        self.number, self.figures, self.contradictions = number, GMU.table(number).figures, contradictions

    def __call__(self, label: str, column: str, misprints: bool = False) -> Interval | None:
        """What is printed, half a unit of its last digit around; None for N/A, misprinted or not."""
        take = self.figures.printed if misprints else self.figures.figure
        value = take(label, column)
        half = 0.5 * 10.0 ** -self.figures.decimals[self.figures.columns.index(column)]
        return None if value is None else (value - half, value + half)

    def must_be(self, label: str, column: str, computed: Interval | None) -> None:
        """Note a contradiction unless this can be what others give, N/A where they give nothing."""
        printed = self(label, column, misprints=True)
        if printed is None and computed is None:
            return
        slack = 1e-9
        if (
            printed is None
            or computed is None
            or printed[0] > computed[1] + slack
            or computed[0] > printed[1] + slack
        ):
            self.contradictions.add((self.number, label, column))


def quotient(one: Interval | None, other: Interval | None) -> Interval | None:
    return (one[0] / other[1], one[1] / other[0]) if one and other else None


def throughput(clock: Interval | None, label: str, bits: int) -> Interval | None:
    """Mbit/s by the formula of table 1."""
    line = next(one for one in GMU.table(1).hash_times if (one.label, one.digest_bits) == (label, bits))
    rate = SIZES[line.function].block_bits / line.block
    return (clock[0] * rate, clock[1] * rate) if clock else None


def mean(*parts: tuple[Interval | None, int]) -> Interval | None:
    """Geometric mean of intervals, each so many times."""
    there = [(part, times) for part, times in parts if part]
    whole = sum(times for _, times in there)
    if not whole:
        return None
    low, high = (math.prod(part[i] ** times for part, times in there) ** (1 / whole) for i in (0, 1))
    return low, high


def test_both_sizes_beside_each_other() -> None:
    """Tables 3 and 4: throughputs follow from clocks, ratios are quotients."""
    found: Contradictions = set()
    clocks = Printed(6, found)
    for table, family in ((Printed(3, found), "Virtex 5"), (Printed(4, found), "Stratix III")):
        for label in table.figures.lines:
            for bits in (512, 256):
                speed, area = (table(label, f"{name} {bits}") for name in ("throughput", "area"))
                table.must_be(
                    label, f"throughput {bits}", throughput(table(label, f"clock {bits}"), label, bits)
                )
                table.must_be(label, f"throughput/area {bits}", quotient(speed, area))
            for name in ("clock", "throughput", "area"):
                ratio = quotient(table(label, f"{name} 512"), table(label, f"{name} 256"))
                table.must_be(label, f"{name} 512/256", ratio)
            large, small = (
                quotient(table(label, f"throughput {bits}"), table(label, f"area {bits}"))
                for bits in (512, 256)
            )
            table.must_be(label, "throughput/area 512/256", quotient(large, small))
            if label != "SHA-2":
                table.must_be(label, "clock 512", clocks(label, family))
    assert found == misprints(3, 4)


def test_larger_against_smaller() -> None:
    """Table 5: the means of all families follow from those of the two vendors."""
    found: Contradictions = set()
    changes, clocks = Printed(5, found), Printed(6, found)
    for label in changes.figures.lines:
        if label == "BMW":  # on one family only, which is of Altera
            continue
        own = "SHA-512" if label == "SHA-2" else label
        counts = [
            sum(clocks(own, family) is not None for family in some) for some in (FAMILIES[:3], FAMILIES[3:])
        ]
        for name in ("throughput", "area", "throughput/area"):
            parts = zip(
                (changes(label, f"{name} {some}") for some in ("Xilinx", "Altera")), counts, strict=True
            )
            changes.must_be(label, f"{name} Overall", mean(*parts))
        for some in ("Overall", "Xilinx", "Altera"):
            ratio = quotient(changes(label, f"throughput {some}"), changes(label, f"area {some}"))
            changes.must_be(label, f"throughput/area {some}", ratio)
    assert found == misprints(5)


def test_normalised_figures() -> None:
    """Tables 7 to 10: clocks give throughputs, areas are those of tables 3 and 4, means are geometric."""
    found: Contradictions = set()
    both, clocks, unit = {3: Printed(3, found), 4: Printed(4, found)}, Printed(6, found), Printed(7, found)
    normalised = speeds, areas, ratios = Printed(8, found), Printed(9, found), Printed(10, found)
    for family in FAMILIES:
        clock = clocks("SHA-512", family)
        unit.must_be(family, "clock", clock)
        unit.must_be(family, "throughput", throughput(clock, "SHA-2", 512))
        unit.must_be(family, "throughput/area", quotient(unit(family, "throughput"), unit(family, "area")))
    for label in speeds.figures.lines:
        for family in FAMILIES:
            clock = clocks(label, family)
            own, theirs = throughput(clock, label, 512), throughput(clocks("SHA-512", family), "SHA-2", 512)
            speeds.must_be(label, family, quotient(own, theirs))
            table = {"Virtex 5": both[3], "Stratix III": both[4]}.get(family)
            area = quotient(table(label, "area 512"), unit(family, "area")) if table else areas(label, family)
            areas.must_be(label, family, area if clock else None)
            ratios.must_be(label, family, quotient(speeds(label, family), areas(label, family)))
        for printed in normalised:
            printed.must_be(label, "Overall", mean(*((printed(label, family), 1) for family in FAMILIES)))
    assert found == misprints(7, 8, 9, 10)


def misprints(*numbers: int) -> Contradictions:
    """The misprints that are noted of these tables."""
    return {
        (number, one.label, one.column) for number in numbers for one in GMU.table(number).figures.misprints
    }


def test_tables_of_figures_are_whole() -> None:
    for number, lines, columns in ((3, 15, 12), (4, 15, 12), (5, 15, 9), (6, 15, 7), (7, 7, 4)):
        figures = GMU.table(number).figures
        assert (len(figures.lines), len(figures.columns)) == (lines, columns)
    candidates = {row.label for row in GMU.table(2).sizes} - {"SHA-2"}
    for number in (8, 9, 10):
        assert set(GMU.table(number).figures.lines) == candidates
    for number in range(3, 11):
        figures = GMU.table(number).figures
        assert (
            {len(line) for line in figures.lines.values()}
            == {len(figures.columns)}
            == {len(figures.decimals)}
        )
        assert GMU.table(number).place == f"table {number}, section {5 if number < 6 else 6}"


def test_a_misprint_of_an_absent_figure_is_absent() -> None:
    table = GMU.table(8).figures
    assert (table.printed("ECHO", "Cyclone II"), table.figure("ECHO", "Cyclone II")) == (0.0, None)
    assert table.figure("BMW", "Virtex 5") is None
    assert table.figure("BMW", "Stratix III") == 2.85
    sums = GMU.table(5).figures
    assert sums.figure("SHA-2", "area Overall") == sums.printed("SHA-2", "area Overall") == 1.72
