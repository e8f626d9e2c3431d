# SPDX-License-Identifier: Apache-2.0
"""The papers' tables: complete, and consistent with themselves."""

import pytest

from hashloom import published
from hashloom.errors import UsageError
from hashloom.published import PublishedChain, PublishedRow, PublishedSpeed

ROWS = [
    pytest.param(row, id=f"{name}-{table.number}-{row.label}-{row.technology[:12]}")
    for name in published.names()
    for table in published.load(name).tables
    for row in table.rows
]

SPEEDS = [
    pytest.param(speed, id=f"{name}-{table.number}-{speed.label}")
    for name in published.names()
    for table in published.load(name).tables
    for speed in table.speeds
]


@pytest.mark.parametrize("row", ROWS)
def test_throughput_is_clock_times_block_over_cycles(row: PublishedRow) -> None:
    computed = row.clock_mhz * row.block_bits / row.cycles_per_block / 1000
    agrees = row.throughput_gbps == pytest.approx(computed, rel=0.002)
    assert agrees or row.note, f"{row.label}: printed {row.throughput_gbps}, computed {computed:.3f} Gbit/s"
    assert not (agrees and row.note), "a note explains a contradiction that is not there"


@pytest.mark.parametrize("speed", SPEEDS)
def test_cycles_fit_the_clock_and_the_block(speed: PublishedSpeed) -> None:
    rounding = 0.005 / speed.cycles_per_byte
    assert speed.cycles_per_block == pytest.approx(
        speed.cycles_per_byte * speed.block_bytes, rel=rounding + 1e-4
    )
    assert speed.mebibyte_per_s * 2**20 * speed.cycles_per_byte == pytest.approx(
        speed.clock_mhz * 1e6, rel=rounding + 1e-4
    )


@pytest.mark.parametrize("chain", published.load("dadda").table(1).chains, ids=lambda chain: chain.label)
def test_area_times_delay(chain: PublishedChain) -> None:
    agrees = chain.area_delay == pytest.approx(chain.area_um2 * chain.delay_ns, abs=1)
    assert agrees or chain.note
    assert not (agrees and chain.note), "a note explains a contradiction that is not there"


def test_times_that_dadda_prints() -> None:
    """Table 2 gives ns per cycle and per hash, of which clock and throughput here are computed."""
    printed = {
        "Fig. 2": (1.47, 97.02),
        "Fig. 4": (1.30, 85.8),
        "Fig. 5": (1.24, 84.32),
        "Fig. 6": (1.22, 81.74),
    }
    rows = published.load("dadda").table(2).rows
    assert {row.label for row in rows} == set(printed)
    for row in rows:
        cycle, whole = printed[row.label]
        assert row.clock_mhz == pytest.approx(1000 / cycle, abs=0.005)
        assert row.throughput_gbps == pytest.approx(row.block_bits / whole, abs=0.0005)
        assert row.latency_cycles * cycle == pytest.approx(whole, abs=0.005)


def test_tables_have_all_their_rows() -> None:
    intel = published.load("iskein").table(1)
    assert [row.architecture for row in intel.group("Intel")] == ["8r-1m", "4r-2m", "2r-4m", "1r-8m"]
    assert len(intel.group("Graz")) == 15
    assert len(published.load("tillich").table(1).rows) == 6
    assert len(published.load("tillich").table(2).rows) == 6
    assert [len(published.load("nettle").table(number).speeds) for number in (1, 2)] == [2, 8]


def test_what_the_mail_says_about_its_figures() -> None:
    speeds = {
        speed.label: speed.cycles_per_byte
        for number in (1, 2)
        for speed in published.load("nettle").table(number).speeds
    }
    assert speeds["skein512"] < min(
        speeds[name] for name in speeds if name.startswith(("sha2", "sha5", "sha3"))
    )
    assert speeds["sha512"] < speeds["skein256"] < speeds["sha3_256"]
    assert speeds["openssl sha1"] < speeds["sha1"]


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
    mail = published.load("nettle")
    assert mail.citation(*mail.tables).endswith("mailing list nettle-bugs, table 1, table 2")


def test_unknown_paper_and_table() -> None:
    with pytest.raises(UsageError, match="dadda, iskein, nettle, tillich"):
        published.load("isken")
    with pytest.raises(KeyError, match="no table 9"):
        published.load("iskein").table(9)
