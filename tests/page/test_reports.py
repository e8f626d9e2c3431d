# SPDX-License-Identifier: Apache-2.0
"""Tables, pictures and the generated regions of the documents."""

import json
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import measured_rows
import pytest
from own_state import here, own_session, with_repository
from reproduction_rows import hardware_paper, software_paper, synthesise

from hashloom.errors import HashloomError
from hashloom.files import writing
from hashloom.reports import comparison, pictures, refresh, regions, results, speed, timing, waveform
from hashloom.reproduction import Report, software
from hashloom.reproduction.hardware import reproduce
from hashloom.rows.table import ABSENT, Column, Table, number
from hashloom.software.benchmark import Measurement

ISKEIN, NETTLE = hardware_paper("iskein"), software_paper("nettle")


@pytest.fixture(scope="module")
def report() -> Report:
    return reproduce(ISKEIN, ISKEIN.targets, synthesise, workers=1)


TABLE = Table(
    (
        Column("name", lambda row: row["name"], numeric=False),
        Column("ours", lambda row: number(row["a"], 1), "clock, MHz"),
        Column("paper", lambda row: number(row["b"], 1), "clock, MHz"),
    ),
    ({"name": "x", "a": 1234.56, "b": 2}, {"name": "longer", "a": None, "b": 3}),
)


def test_terminal_table_is_aligned_under_its_groups() -> None:
    assert TABLE.terminal().splitlines() == [
        "          clock, MHz",
        "name       ours  paper",
        "------  -------  -----",
        "x       1,234.6    2.0",
        "longer        –    3.0",
    ]


WIDE = Table(
    (
        Column("architecture", lambda row: row["name"], numeric=False),
        Column("clock without wires, MHz", lambda row: number(row["clock"], 1)),
        Column("energy, pJ/bit", lambda row: ABSENT),
        Column("remark", lambda row: row["remark"], numeric=False),
        Column("first", lambda row: "1", group="both"),
        Column("second", lambda row: "22", group="both"),
    ),
    (
        {"name": "basic", "clock": 12345.6, "remark": "the first one that was ever made"},
        {"name": "pipelined", "clock": None, "remark": ""},
    ),
)


def test_a_column_in_which_nothing_is_is_left_out() -> None:
    assert "energy" not in WIDE.terminal()
    assert "energy" in WIDE.markdown()
    assert "–" in WIDE.terminal(), "what one row has stays"


@pytest.mark.parametrize("width", [30, 40, 60, 80, 200])
def test_a_table_fits_the_terminal_and_nothing_is_lost(width: int) -> None:
    text = WIDE.terminal(width)
    assert max(map(len, text.splitlines())) <= width
    assert set(WIDE.terminal().split()) - {"both"} <= set(text.split()) | {
        word for word in WIDE.terminal().split() if set(word) == {"-"}
    }
    assert [line.split()[0] for line in text.splitlines() if line.startswith(("basic", "pipe"))][:2] == [
        "basic",
        "pipelined",
    ]


def test_a_table_that_fits_is_as_it_is_without_a_terminal() -> None:
    assert WIDE.terminal(500) == WIDE.terminal()


def test_markdown_table_joins_a_group_into_one_column() -> None:
    assert TABLE.markdown().splitlines() == [
        "| name | clock, MHz<br>ours / paper |",
        "| --- | ---: |",
        "| x | 1,234.6 / 2.0 |",
        "| longer | – / 3.0 |",
    ]


def test_table_without_rows_has_its_headings() -> None:
    assert Table((Column("name", lambda row: row["name"], numeric=False),), ()).terminal() == "name\n----"


def test_comparison_names_what_rows_share_and_what_differs(report: Report) -> None:
    rows = comparison.by_target(report.rows)["osu018"]
    assert comparison.heading(rows) == "skein-1.3-512-512, fast on osu018"
    text = comparison.table(rows).terminal()
    assert "state" not in text
    assert [line.split()[0] for line in text.splitlines()[3:]] == ["8r-1m", "4r-2m", "2r-4m", "1r-8m"]


def test_comparison_shows_a_quantity_once_where_ours_is_the_papers(report: Report) -> None:
    rows = comparison.by_target(report.rows)["osu018"]
    headings = [(column.group, column.heading) for column in comparison.table(rows).columns]
    assert ("latency, cycles", "") in headings
    changed = [{**rows[0], "latency_cycles": 11}, *rows[1:]]
    headings = [(column.group, column.heading) for column in comparison.table(changed).columns]
    assert ("latency, cycles", "ours") in headings
    assert ("latency, cycles", "paper") in headings


def test_comparison_of_an_fpga_shows_luts() -> None:
    row = {
        **synthesise("skein-512/8r-1m", "ecp5", "fast"),
        "area_ge": None,
        "area_lut": 9000,
        "area_ff": 2000,
    }
    text = comparison.table([{**row, "paper": {}}]).terminal()
    assert "LUT" in text
    assert "GE" not in text


def test_comparison_marks_a_netlist_that_was_not_simulated(report: Report) -> None:
    rows = comparison.by_target(report.rows)["osu018"]
    assert "netlist" not in comparison.table(rows).terminal()
    rows = [rows[0], {**rows[1], "netlist_simulated": False}]
    assert comparison.table(rows).terminal().count("not simulated") == 1


def test_pictures_are_svg_with_every_point_named(report: Report) -> None:
    made = pictures.pictures(report.rows, ISKEIN.context)
    assert sorted(made) == ["throughput-area", "throughput-latency"]
    for svg in made.values():
        root = ElementTree.fromstring(svg)
        texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        for name in ("8r-1m", "4r-2m", "2r-4m", "1r-8m"):
            assert texts.count(name) == 6, "three series, each label with its halo"
        assert {"nangate45", "osu018", "Keccak (256), Graz", "throughput, Gbit/s"} <= set(texts)


def test_a_picture_is_the_same_twice(report: Report) -> None:
    assert pictures.pictures(report.rows, ()) == pictures.pictures(report.rows, ())


def test_rows_that_are_not_ok_are_not_drawn(report: Report) -> None:
    rows = [{**row, "state": "timed-out"} for row in report.rows]
    assert pictures.pictures(rows, ()) == {}


def test_a_report_survives_its_file(report: Report, tmp_path: Path) -> None:
    path = results.save(report, tmp_path / "new" / "folder", here())
    assert json.loads(path.read_text())["rows"] == list(report.rows)
    assert results.load(path.parent, "iskein", here()) == report


def test_a_missing_report_says_how_to_make_it(tmp_path: Path) -> None:
    with pytest.raises(HashloomError, match="hashloom reproduce iskein -o"):
        results.load(tmp_path, "iskein", here())


def test_a_place_that_cannot_be_written_is_named(report: Report, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(HashloomError, match="is a file, not a folder"):
        results.save(report, tmp_path / "file", here())


def test_regions_are_renewed_and_the_rest_is_kept(report: Report, tmp_path: Path) -> None:
    results.save(report, tmp_path / "results", here())
    text = "before\n<!-- generated: table iskein osu018 -->\nold\n<!-- end of generated -->\nafter\n"
    renewed = regions.renew(text, with_repository(tmp_path))
    assert renewed.startswith(
        "before\n<!-- generated: table iskein osu018 -->\nskein-1.3-512-512, fast on osu018:"
    )
    assert renewed.endswith("<!-- end of generated -->\nafter\n")
    assert "nangate45" not in renewed
    assert "old" not in renewed
    assert regions.renew(renewed, with_repository(tmp_path)) == renewed


def test_a_region_of_unknown_kind_or_target_is_an_error(report: Report, tmp_path: Path) -> None:
    results.save(report, tmp_path / "results", here())
    for arguments, complaint in (
        ("tabel x", "no generated region 'tabel'"),
        ("table iskein ecp5", "no rows"),
    ):
        with pytest.raises(HashloomError, match=complaint):
            regions.renew(
                f"<!-- generated: {arguments} -->\n<!-- end of generated -->", with_repository(tmp_path)
            )


def test_speeds_are_grouped_with_median_and_spread() -> None:
    found = speed.tables(measured_rows.measurement(64, 8192))
    assert {name: heading for name, (heading, _) in found.items()} == {
        "one": "One message", "many": "Many messages", "peer": "Other libraries",
    }  # fmt: skip
    table = found["one"][1]
    assert [column.heading for column in table.columns] == [
        "function", "kernel", "64 B", "8,192 B", "same function", "fastest function",
    ]  # fmt: skip
    assert table.cells()[1] == [
        "skein-1.3-512-512", "portable", "4.00 [3.96..4.40]", "4.00 [3.96..4.40]", "0.80 (OpenSSL)", "1.38",
    ]  # fmt: skip
    assert {line[2] for line in found["many"][1].cells()} == {"8", "64"}


def test_the_summary_has_the_best_of_each_kind() -> None:
    cells = speed.summary(measured_rows.measurement(64, 8192)).cells()
    assert cells[1] == ["Skein-512", "5.71", "5.00 (OpenSSL)", "4.00 (portable)", "1.00 (wide, 8 messages)"]
    assert cells[2][:3] == ["Skein-1024", "–", "–"]
    assert cells[3] == ["SHA-256", "–", "2.90 (OpenSSL)", "–", "–"]


def test_speeds_without_other_libraries_have_no_ratios() -> None:
    found = measured_rows.measurement(64)
    alone = Measurement(tuple(found.group("one")), found.provenance)
    headings = [column.heading for column in speed.tables(alone)["one"][1].columns]
    assert headings == ["function", "kernel", "64 B"]
    assert speed.legend(alone) == "Cycles per byte: median [5 %..95 %]."


def test_the_legend_names_what_ratios_are_to() -> None:
    legend = speed.legend(measured_rows.measurement(64, 8192))
    assert "medians at 8,192 bytes" in legend
    assert "OpenSSL sha256, 2.90" in legend


def test_the_setting_names_machine_and_versions() -> None:
    assert speed.setting(measured_rows.measurement(64)) == (
        "`hashloom bench`, 2026-01-01, on invented processor at 3.0 GHz, gcc 12 `-O3`, libskein 0.1, "
        "OpenSSL 3, nettle 3.8; 81 rounds."
    )
    named = measured_rows.measurement(64)
    named.provenance["machine"]["microarchitecture"] = "AMD Zen 4"
    assert "on invented processor (AMD Zen 4) at" in speed.setting(named)


def test_software_stands_beside_the_paper() -> None:
    found = software.reproduce(NETTLE, measured_rows.measurement(10240))
    lines = speed.comparison(found.rows).markdown().splitlines()
    assert lines[0] == (
        "| in the paper | here | messages | cycles per byte<br>ours / paper | "
        "ratio to SHA-512<br>ours / paper | ratio to SHA3-256<br>ours / paper |"
    )
    assert lines[7] == (
        "| skein512 | libskein wide, 8 messages | 8 | 1.00 / 5.71 | 0.12 / 0.72 | 0.10 / 0.44 |"
    )


def texts_of(svg: str) -> list[str | None]:
    return [element.text for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_bars_have_their_names_and_values() -> None:
    (svg,) = speed.pictures(measured_rows.measurement(64, 8192)).values()
    texts = texts_of(svg)
    assert texts.count("libskein wide, 8 messages") == 3
    assert "libskein portable, 8 messages" not in texts, "one after the other, they are no faster"
    assert {
        "Skein-256",
        "Skein-512",
        "Skein-1024",
        "SHA-256",
        "5.71",
        "cycles per byte, messages of 8,192 bytes",
        "Skein and other hash functions in software, on invented processor",
    } <= set(texts)
    (svg,) = speed.comparison_pictures(software.reproduce(NETTLE, measured_rows.measurement(10240))).values()
    assert {"openssl sha1", "24.87", "Intel Core i3-5010U (Broadwell)"} <= set(texts_of(svg))


def test_processors_stand_beside_each_other(tmp_path: Path) -> None:
    there = with_repository(tmp_path)
    first, other = measured_rows.measurement(64), measured_rows.measurement(64)
    machine = {**other.provenance["machine"], "microarchitecture": "Loom 2"}
    second = replace(other, provenance={**other.provenance, "machine": machine, "sources_digest": "1" * 64})
    results.save(second.beside(first), tmp_path / "results", here())
    found = results.load_measurement(tmp_path / "results", here())
    assert [one.processor for one in found.sections] == ["Loom 2", "invented processor"]
    for text in (regions.speed(there, "one"), regions.speed_summary(there), regions.speed_legend(there)):
        assert text.index("Loom 2:\n\n") < text.index("invented processor:\n\n")
    setting = regions.speed_setting(there).split("\n\n")
    assert ["sources of then" in sentence for sentence in setting] == [False, True]
    again = first.beside(found)
    assert [one.processor for one in again.sections] == ["invented processor", "Loom 2"], "none is doubled"
    assert [one.elsewhere for one in again.elsewhere] == [()]


def test_a_row_that_is_absent_has_no_bar() -> None:
    found = software.reproduce(NETTLE, measured_rows.measurement(10240, without="nettle"))
    (svg,) = speed.comparison_pictures(found).values()
    assert [text for text in texts_of(svg) if text and re.match("nettle", text)] == []


def test_regions_of_software_are_made_from_its_results(tmp_path: Path) -> None:
    there = with_repository(tmp_path)
    results.save(measured_rows.measurement(64), tmp_path / "results", here())
    results.save(software.reproduce(NETTLE, measured_rows.measurement(10240)), tmp_path / "results", here())
    assert results.load_measurement(tmp_path / "results", here()) == measured_rows.measurement(64)
    assert regions.speed(there, "one").startswith("| function | kernel | 64 B |")
    assert regions.table(there, "nettle").startswith("on invented processor, messages of 10,240 bytes:\n\n| ")
    assert "mailing list nettle-bugs" in regions.provenance(there, "nettle")
    assert "| Skein-512 | 5.71 | 5.00 (OpenSSL) | 4.00 (portable) |" in regions.speed_summary(there)
    assert regions.speed_setting(there).startswith("`hashloom bench`, 2026-01-01")
    assert regions.speed_legend(there).startswith("Cycles per byte")
    with pytest.raises(HashloomError, match="no group 'tree'; there are: one, many, peer"):
        regions.speed(there, "tree")
    assert "processor" not in regions.speed_summary(there)
    with pytest.raises(HashloomError, match="hashloom bench -o"):
        results.load_measurement(tmp_path, here())


def test_variants_stand_in_the_order_asked_for_target_by_target(tmp_path: Path) -> None:
    names = ("8r-1m", "4r-2m", "2r-4m")
    rows = [synthesise(f"skein-512/{name}", t, "fast") for name in names for t in ("nangate45", "osu018")]
    writing.write(tmp_path / "results" / "variants.json", json.dumps({"rows": rows}))
    lines = regions.variants(with_repository(tmp_path), "skein-1.3-512-512", "2r-4m", "8r-1m").splitlines()[
        2:
    ]
    assert [line.split(" | ")[:2] for line in lines] == [
        ["| `2r-4m`", "nangate45"],
        ["| `8r-1m`", "nangate45"],
        ["| `2r-4m`", "osu018"],
        ["| `8r-1m`", "osu018"],
    ]
    with pytest.raises(HashloomError, match="as 1r-8m"):
        regions.variants(with_repository(tmp_path), "skein-1.3-512-512", "1r-8m")


def test_refresh_finds_markdown_outside_hidden_and_built_folders(tmp_path: Path) -> None:
    for folder in ("docs", ".venv", "build"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.md").write_text("")
    assert refresh.markdown_files(tmp_path) == [tmp_path / "docs" / "a.md"]


def test_what_is_generated_in_the_repository_is_up_to_date() -> None:
    """`make figures` renews it."""
    assert [str(path) for path in refresh.outdated(here())] == []


def test_waveform_keeps_every_cycle() -> None:
    document = waveform.wavejson("t", 6, {"valid": list("011001"), "data": ["", "A", "A", "B", "", ""]})
    assert document["signal"] == [
        {"name": "clk", "wave": "p....."},
        {"name": "valid", "wave": "01.0.1"},
        {"name": "data", "wave": "x=.=x.", "data": ["A", "B"]},
    ]
    root = ElementTree.fromstring(waveform.svg(document))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["0", "1", "2", "3", "4", "5", "clk", "valid", "data", "A", "B"]


def test_waveform_refuses_signals_of_unequal_length() -> None:
    with pytest.raises(ValueError, match="valid has 2 cycles, expected 3"):
        waveform.wavejson("t", 3, {"valid": ["0", "1"]})


@pytest.mark.usefixtures("simulation_state")
@pytest.mark.parametrize("name", timing.DIAGRAMS)
def test_timing_diagrams_show_what_simulation_does(name: str) -> None:
    """`python -m hashloom.reports.timing` renews them."""
    kept = json.loads((timing.figures_folder(here()) / f"{name}.json").read_text())
    assert kept == timing.capture(timing.DIAGRAMS[name], own_session())


def test_vcd_is_read_cycle_by_cycle(tmp_path: Path) -> None:
    path = tmp_path / "wave.vcd"
    path.write_text(
        "$var wire 1 p0 valid $end\n$var wire 4 p1 data [3:0] $end\n$enddefinitions $end\n"
        "#0\n0p0\nb0011 p1\n#5\n#10\n1p0\n#15\n#30\nb1000 p1\n#35\n"
    )
    assert timing.read_vcd(path, 5) == {"valid": [0, 1, 1, 1, 1], "data": [3, 3, 3, 8, 8]}
    assert timing.read_vcd(path, 2) == {"valid": [0, 1], "data": [3, 3]}
