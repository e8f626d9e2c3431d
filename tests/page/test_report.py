# SPDX-License-Identifier: Apache-2.0
"""`hashloom report`: what it reads, what it computes and what it writes."""

import csv
import io
import json
import re
from pathlib import Path
from typing import Any

import design_rows
import pytest
import report_rows
from folders import ROOT
from own_state import here, with_repository

from hashloom import catalogue
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.reports.page import document, everything, exports, figures, study, themes

MAXIMUM_BYTES = 5_000_000


def derived(tmp_path: Path, rows: list[Any] | None = None) -> list[dict[str, Any]]:
    path = report_rows.write(tmp_path, report_rows.rows() if rows is None else rows)
    return figures.derived(study.read([path], here()).rows, here())


def one(rows: list[dict[str, Any]], design: str, target: str) -> dict[str, Any]:
    function, architecture = design.split("/")
    wanted = {"function": function, "architecture": architecture, "target": target}
    (found,) = [row for row in rows if row | wanted == row]
    return found


def embedded(page: str) -> dict[str, Any]:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    found: dict[str, Any] = json.loads(text)
    return found


def test_figures_beside_sha2_are_of_the_same_size_on_the_same_target(tmp_path: Path) -> None:
    rows = derived(tmp_path)
    for target in report_rows.TARGETS:
        best = one(rows, "sha256/basic", target)
        assert (best["throughput_to_sha2"], best["area_to_sha2"], best["ratio_to_sha2"]) == (1, 1, 1)
        assert one(rows, "sha512/basic", target)["ratio_to_sha2"] == 1
        blake = one(rows, "blake-r2-256/basic", target)
        assert blake["throughput_to_sha2"] == pytest.approx(1.4)
        assert blake["area_to_sha2"] == pytest.approx(4 / 2)
        assert blake["ratio_to_sha2"] == pytest.approx(0.7)


def test_a_mapped_design_has_no_clock_and_compares_by_its_levels(tmp_path: Path) -> None:
    row = one(derived(tmp_path), "sha256/pipelined", "virtex5")
    assert "latency_ns" not in row
    assert "throughput_per_area" not in row
    assert row["outcome"] == "mapped"
    assert row["bits_per_level"] == pytest.approx(512 / 32.5 / row["levels"], rel=1e-5)
    assert row["latency_levels"] == pytest.approx(65 * row["levels"], rel=1e-5)


def test_a_placed_design_is_never_set_against_a_mapped_one(tmp_path: Path) -> None:
    rows = [row for row in report_rows.rows() if row["target"] == "virtex5"]
    whole = report_rows.design("blake-r2-256", "basic", "virtex5", "fpga")
    blake = report_rows.placed(design_rows.sized(whole, 1000), 100.0, seeds=1)
    assert "ratio_to_sha2" not in one(derived(tmp_path, [*rows[:4], blake]), "blake-r2-256/basic", "virtex5")


def test_what_did_not_end_well_has_no_figures(tmp_path: Path) -> None:
    row = one(derived(tmp_path), "jh-r2-256/basic", "ecp5")
    assert row["outcome"] == "timed-out"
    assert not {"ratio_to_sha2", "throughput_per_area"} & set(row)


def test_the_catalogue_says_what_a_row_leaves_out(tmp_path: Path) -> None:
    row = one(derived(tmp_path), "sha256/staggered-2m", "ecp5")
    assert (row["family"], row["digest_bits"], row["stages"]) == ("sha2", 256, 2)
    strange = {**report_rows.rows()[0], "function": report_rows.STRANGE}
    assert "family" not in derived(tmp_path, [strange])[0]


def test_a_row_of_two_campaigns_counts_once(tmp_path: Path) -> None:
    rows = report_rows.rows()
    paths = [report_rows.write(tmp_path, rows[:3], "a"), report_rows.write(tmp_path, rows[1:5], "b")]
    found = study.read(paths, here())
    assert [row["campaign"] for row in found.rows] == ["a"] * 3 + ["b"] * 2
    assert found.title == "A trial & <a>; A trial & <b>"


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("{", "is not JSON"),
        ('{"rows": [{"area": NaN}]}', "NaN is no number of JSON"),
        ("[]", "is no JSON object"),
        ("{}", 'has no "rows"; give a document of results, as campaign -o or synth --json write it'),
        ('{"rows": []}', "there are no rows"),
        ('{"rows": [1]}', "1 of 1 rows cannot be used: it is no JSON object: row 1;"),
        ('{"rows": [{"function": "sha256"}]}', 'no "state" and no "target" and no "goal"'),
        ('{"rows": [ROW], "targets": {"ecp5": 1}}', 'unknown key "targets"'),
        (
            '{"rows": [ROW, ROW_WITHOUT_AREA]}',
            '1 of 2 rows cannot be used: no "area": row 2 (sha256/basic on',
        ),
    ],
)
def test_wrong_results_are_refused_in_one_sentence(tmp_path: Path, content: str, complaint: str) -> None:
    row = report_rows.rows()[0]
    lacking = {key: value for key, value in row.items() if key != "area"}
    path = tmp_path / "x.json"
    content = content.replace("ROW_WITHOUT_AREA", json.dumps(lacking))
    path.write_text(content.replace("ROW", json.dumps(row)))
    with pytest.raises(UsageError, match=re.escape(complaint)) as caught:
        study.read([path], here())
    assert str(path) in str(caught.value)


def test_a_checkout_without_campaigns_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"hashloom campaign campaigns/gmu\.toml -o results"):
        everything.study(with_repository(tmp_path))


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("page")
    found = study.read([report_rows.write(folder, report_rows.rows())], here())
    return document.page(found, ROOT / "build", here())


def test_the_page_is_one_small_file_that_loads_nothing(page: str) -> None:
    assert len(page.encode()) < MAXIMUM_BYTES / 3
    assert not re.findall(
        r"<(?:link|iframe|object|embed|base)\b|<script[^>]* src|@import|url\([\"']?(?:\w+:|/)", page
    )
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-eval" not in policy[1]


def test_hostile_text_stays_text(page: str) -> None:
    assert "<title>A trial &amp; &lt;trial&gt;" in page
    assert report_rows.HOSTILE not in page
    content = embedded(page)
    messages = [row[content["keys"].index("message")] for row in content["rows"]]
    assert report_rows.HOSTILE in messages


def test_the_page_has_every_row_with_the_way_to_its_rtl(page: str) -> None:
    content = embedded(page)
    assert len(content["rows"]) == len(report_rows.rows())
    assert content["families"]["blake"]["link"] == "../cores/blake"
    assert (ROOT / "build" / content["families"]["blake"]["link"]).resolve().is_dir()


def test_a_page_outside_the_checkout_has_no_way_to_the_rtl(tmp_path: Path) -> None:
    found = study.read([report_rows.write(tmp_path, report_rows.rows())], here())
    families = document.content(found, tmp_path, here())["families"]
    assert families["blake"]["folder"] == "cores/blake"
    assert "link" not in families["blake"]


def test_no_two_families_look_the_same() -> None:
    names = [family.name for family in catalogue.families(here())] + [themes.OTHER]
    marks = themes.marks(names)
    assert sorted(marks) == sorted(names)
    assert len(set(marks.values())) == len(names)


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("theme", themes.INKS)
def test_colours_stand_out_from_the_paper(theme: str) -> None:
    """WCAG 2.1: 4.5 for text, 3 for marks."""
    ink = themes.INKS[theme]

    def contrast(colour: str) -> float:
        high, low = sorted((luminance(colour), luminance(ink.paper)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    assert min(contrast(colour) for colour in (ink.text, ink.quiet)) >= 4.5
    assert min(contrast(colour) for colour in (*ink.families, ink.better, ink.worse)) >= 3


def test_csv_has_every_figure_and_survives_every_text(tmp_path: Path) -> None:
    rows = report_rows.rows()
    rows[0] |= {"function": report_rows.STRANGE, "message": 'line\nof "text", and more'}
    found = list(csv.DictReader(io.StringIO(exports.csv_text(derived(tmp_path, rows)))))
    assert len(found) == len(rows)
    assert found[0]["function"] == report_rows.STRANGE
    assert found[0]["message"] == rows[0]["message"]
    for read, row in zip(found, rows, strict=True):
        for key in ("area", "clock_mhz", "throughput_gbps", "levels"):
            assert (read[key] == "") is (key not in row)
            assert float(read[key] or 0) == pytest.approx(row.get(key, 0), rel=1e-9)


def test_latex_is_a_plain_table_with_everything_escaped(tmp_path: Path) -> None:
    rows = [{**report_rows.rows()[0], "function": "a\\b{c}$&#_%^~<>"}]
    lines = exports.latex(derived(tmp_path, rows)).splitlines()
    assert lines[0] == r"\begin{tabular}{lllllrrrrrrlrrrrr}"
    assert lines[-1] == r"\end{tabular}"
    first, *others = lines[4].split(" & ")
    assert first == (
        r"a\textbackslash{}b\{c\}\$\&\#\_\%\textasciicircum{}\textasciitilde{}\textless{}\textgreater{}"
    )
    assert others[:2] == ["basic", "osu018"]
    assert [line.count(" & ") for line in (lines[2], lines[4])] == [16, 16]


def test_the_command_writes_what_is_asked_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = report_rows.write(tmp_path, report_rows.rows())
    table, tabular = tmp_path / "new" / "a.csv", tmp_path / "a.tex"
    assert main(["report", str(results), "--csv", str(table), "--latex", str(tabular), "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["rows"] == len(report_rows.rows())
    assert printed["written"] == [str(table), str(tabular)]
    assert table.read_bytes().count(b"\r\n") == len(report_rows.rows()) + 1
    assert tabular.read_text().count(r"\\") == len(report_rows.rows()) + 1
    assert not list(tmp_path.glob("**/*.html"))


def test_the_command_refuses_what_it_cannot_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    results = report_rows.write(tmp_path, report_rows.rows())
    assert main(["report", str(tmp_path / "none.json")]) == 2
    assert main(["report", str(results), "-o", str(tmp_path)]) == 2
    assert capsys.readouterr().err.splitlines() == [
        f"hashloom: {tmp_path / 'none.json'} cannot be read: No such file or directory",
        f"hashloom: {tmp_path} is a folder; name a new file, or a plain one to replace",
    ]
