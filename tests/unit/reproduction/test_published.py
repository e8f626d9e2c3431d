# SPDX-License-Identifier: Apache-2.0
"""The papers' tables: complete, and consistent with themselves."""

import math
from fractions import Fraction

import pytest
from own_state import here

from hashloom import catalogue
from hashloom.errors import UsageError
from hashloom.reproduction import published
from hashloom.reproduction.published import (
    PublishedChain,
    PublishedHashTime,
    PublishedRow,
    PublishedSizes,
    PublishedSpeed,
)

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

GMU = published.load("gmu")
SIZES = {row.function: row for row in GMU.table(2).sizes}


def value(formula: str, blocks: int) -> Fraction:
    """A sum of products of quotients, as the paper on hash times prints it, for N blocks."""
    text = formula.replace("(N-1)", str(blocks - 1)).replace("N", str(blocks))
    factors = [[Fraction(factor) for factor in term.split("·")] for term in text.split("+")]
    return sum((math.prod(term, start=Fraction(1)) for term in factors), Fraction(0))


@pytest.mark.parametrize("line", GMU.table(1).hash_times, ids=lambda line: line.function)
def test_a_hash_time_is_the_sum_of_its_terms(line: PublishedHashTime) -> None:
    printed = [value(line.hash_time, blocks) for blocks in (1, 2, 9)]
    words = SIZES[line.function].block_bits // line.bus_bits
    agrees = printed == [line.cycles(blocks) for blocks in (1, 2, 9)] and line.input in (0, 1, words)
    assert agrees or line.note, f"{line.function}: printed {printed}"
    assert not (agrees and line.note), "a note explains a contradiction that is not there"
    period = "T" if line.block == 1 else f"({line.block}·T)"
    assert line.throughput == f"{SIZES[line.function].block_bits}/{period}"


@pytest.mark.parametrize("row", GMU.table(2).sizes, ids=lambda row: row.function)
def test_sizes_are_those_of_the_functions(row: PublishedSizes) -> None:
    if any(function.name == row.function for function in catalogue.functions(here())):
        assert catalogue.resolve_function(row.function, here()).block_bits == row.block_bits


def test_groups_that_the_paper_makes_of_its_sizes() -> None:
    """Section 5: area and throughput of the 512-bit variants, predicted by equations (6) and (8)."""
    groups: dict[tuple[str, str], set[str]] = {}
    variants = GMU.table(2).sizes[:15], GMU.table(2).sizes[15:]
    for small, large in zip(*variants, strict=True):
        assert small.label == large.label
        area = Fraction(large.state_bits, small.state_bits)
        throughput = Fraction(large.block_bits, small.block_bits) / Fraction(large.rounds, small.rounds)
        change = "less" if throughput < 1 else "same" if throughput == 1 else "more"
        change = "double" if throughput == area == 2 else change
        groups.setdefault(("same" if area == 1 else "more", change), set()).add(small.label)
    assert groups == {
        ("same", "same"): {"CubeHash", "JH", "Shabal"},
        ("more", "double"): {"BMW", "SIMD", "Skein"},
        ("more", "more"): {"BLAKE", "Groestl", "SHAvite-3", "SHA-2"},
        ("same", "less"): {"ECHO", "Keccak"},
        ("more", "same"): {"Hamsi", "Luffa"},
        ("more", "less"): {"Fugue"},
    }


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
    assert len(GMU.table(1).hash_times) == len(GMU.table(2).sizes) == 30
    assert [line.function for line in GMU.table(1).hash_times] == list(SIZES)


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
    with pytest.raises(UsageError, match="dadda, gmu, iskein, nettle, tillich"):
        published.load("isken")
    with pytest.raises(KeyError, match="no table 9"):
        published.load("iskein").table(9)


FILE = """[paper]
name = "x"
title = "On x"
authors = ["A. Author"]
where = "Proceedings"

[[tables]]
number = 1
caption = "Times"

    [[tables.sizes]]
    label = "X-256"
    function = "x"
    state_bits = 256
    block_bits = 512
    rounds = 10
    word_bits = 32

[[tables]]
number = 2
caption = "Areas"

    [tables.figures]
    columns = ["a", "b"]
    decimals = [1, 0]

    [tables.figures.lines]
    X = [1.5, "N/A"]
"""


def test_a_file_is_read() -> None:
    paper = published.read(FILE, "x.toml")
    assert paper.table(1).sizes[0].block_bits == 512
    assert paper.table(2).figures.printed("X", "a") == 1.5
    assert paper.table(2).figures.printed("X", "b") is None
    assert paper.citation(paper.table(1)) == "A. Author, On x, Proceedings, table 1"


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ("rounds = 10", "rounds = 0", "x.toml: line 16, tables 1, sizes 'X-256': rounds is 0; it must be"),
        ("rounds = 10", "", "x.toml: line 11, tables 1, sizes 'X-256': rounds is missing; it must be"),
        (
            "rounds",
            "round",
            "line 16, tables 1, sizes 'X-256' has no entry 'round'; the nearest known: rounds",
        ),
        ('["A. Author"]', '"A. Author"', "line 4, paper: authors is 'A. Author'; it must be a list"),
        (
            "[paper]",
            "[papers]",
            "line 1, the top of the file has no entry 'papers'; the nearest known: paper",
        ),
        ('"N/A"', '"n/a"', r"lines, X: entry 2 is 'n/a'; it must be a number or \"N/A\""),
        ('[1.5, "N/A"]', "[1.5]", "line 'X' has 1 figures for 2 columns"),
        ("[1, 0]", "[1]", "decimals are 1 for 2 columns"),
        (
            "[tables.figures.lines]",
            'misprints = [{ label = "Y", column = "a", reason = "r" }]\n    [tables.figures.lines]',
            "there is no figure 'Y', 'a'",
        ),
        ("number = 2", "number = ", "x.toml is not a TOML file: .*line 20"),
    ],
)
def test_mistakes_in_a_file(right: str, wrong: str, sentence: str) -> None:
    assert right in FILE
    with pytest.raises(UsageError, match=sentence):
        published.read(FILE.replace(right, wrong), "x.toml")
