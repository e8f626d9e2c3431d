# SPDX-License-Identifier: Apache-2.0
"""The papers' tables: complete, and consistent with themselves."""

import pytest

from hashloom import published
from hashloom.errors import UsageError
from hashloom.published import PublishedRow

ROWS = [
    pytest.param(row, id=f"{name}-{table.number}-{row.label}-{row.technology[:12]}")
    for name in published.names()
    for table in published.load(name).tables
    for row in table.rows
]


@pytest.mark.parametrize("row", ROWS)
def test_throughput_is_clock_times_block_over_cycles(row: PublishedRow) -> None:
    computed = row.clock_mhz * row.block_bits / row.cycles_per_block / 1000
    agrees = row.throughput_gbps == pytest.approx(computed, rel=0.002)
    assert agrees or row.note, f"{row.label}: printed {row.throughput_gbps}, computed {computed:.3f} Gbit/s"
    assert not (agrees and row.note), "a note explains a contradiction that is not there"


def test_tables_have_all_their_rows() -> None:
    intel = published.load("iskein").table(1)
    assert [row.architecture for row in intel.group("Intel")] == ["8r-1m", "4r-2m", "2r-4m", "1r-8m"]
    assert len(intel.group("Graz")) == 15
    assert len(published.load("tillich").table(1).rows) == 6
    assert len(published.load("tillich").table(2).rows) == 6


def test_ratios_that_the_text_of_the_paper_gives() -> None:
    rows = {row.label: row for row in published.load("iskein").table(1).rows}
    fastest_graz = rows["Keccak (256)"]
    assert rows["iSkein-512-4R-2M"].throughput_gbps / fastest_graz.throughput_gbps == pytest.approx(
        1.09, abs=0.005
    )
    assert rows["iSkein-512-8R-1M"].throughput_gbps / rows["Skein-512-512"].throughput_gbps > 5
    assert rows["iSkein-512-8R-1M"].kbit_per_s_per_ge == pytest.approx(557.9, abs=0.05)


def test_citation_names_table_and_page() -> None:
    paper = published.load("tillich")
    citation = paper.citation(paper.table(1))
    assert citation.startswith("Stefan Tillich, Hardware Implementation")
    assert citation.endswith("2009, table 1, page 6")
    assert (
        published.load("iskein")
        .citation(published.load("iskein").table(1))
        .startswith("Jesse Walker et al., ")
    )


def test_unknown_paper_and_table() -> None:
    with pytest.raises(UsageError, match="iskein, tillich"):
        published.load("isken")
    with pytest.raises(KeyError, match="no table 9"):
        published.load("iskein").table(9)
