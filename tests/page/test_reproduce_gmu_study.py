# SPDX-License-Identifier: Apache-2.0
"""The comparison with the GMU group: statistics, choice of designs, tables, pictures, regions, command."""

import json
import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations
from operator import itemgetter
from pathlib import Path
from typing import Any

import campaign_rows
import design_rows
import pytest
from folders import ROOT
from own_state import another_repository, here, session_around, with_repository

from hashloom import catalogue
from hashloom.commands import main
from hashloom.errors import HashloomError, UsageError
from hashloom.execution.records import Records
from hashloom.reports import drawing, lettering, plane, regions, study_cells, study_pictures, study_regions
from hashloom.reports import study as study_tables
from hashloom.reproduction import hash_times, study_document, study_paper, study_rows
from hashloom.reproduction.hash_times import fit
from hashloom.reproduction.study import ALONE, BEST, PAPERS, SEVERAL, PaperStudy, ranks, spearman
from hashloom.reproduction.study_paper import CANDIDATES, LABELS, OVERALL
from hashloom.reproduction.study_rows import AREA, QUANTITIES, RATIO, THROUGHPUT, StudyCampaign
from hashloom.rows.table import Column


def campaign(folder: Path, rows: list[campaign_rows.Row]) -> StudyCampaign:
    campaign_rows.write(folder, rows)
    return study_rows.load(folder / "results", "gmu", here())


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> StudyCampaign:
    return campaign(tmp_path_factory.mktemp("campaign"), campaign_rows.rows())


def texts_of(svg: str) -> list[str | None]:
    return [element.text for element in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")]


def test_equal_values_share_their_ranks() -> None:
    assert ranks([30, 10, 20]) == [3, 1, 2]
    assert ranks([1, 5, 5, 9]) == [1, 2.5, 2.5, 4]


def test_rank_correlation_by_its_definition() -> None:
    """Without ties it is 1 - 6 sum(d^2) / (n (n^2 - 1))."""
    ours, theirs = [1.0, 2.0, 3.0, 4.0, 5.0], [20.0, 10.0, 50.0, 30.0, 40.0]
    differences = 1 + 1 + 4 + 1 + 1
    assert spearman(zip(ours, theirs, strict=True)) == pytest.approx(1 - 6 * differences / (5 * 24))
    assert spearman((value, -value) for value in ours) == pytest.approx(-1)
    assert spearman([(1, 1), (2, None), (None, 3), (4, 4)]) is None
    assert spearman([(1, 5), (2, 5), (3, 5)]) is None


def test_the_papers_figures_come_back_from_rows_that_have_them(whole: StudyCampaign) -> None:
    study = PaperStudy(whole)
    for label in CANDIDATES:
        for quantity in (THROUGHPUT, AREA):
            printed = study_paper.normalised(quantity, label, 512, OVERALL)
            found = study.overall(quantity, label, 512)
            assert found is not None
            assert found.value == pytest.approx(printed)
            assert found.targets == tuple(campaign_rows.TARGETS)
        ratio = study.overall(RATIO, label, 512)
        assert ratio is not None
        assert ratio.value == pytest.approx(study_paper.normalised(RATIO, label, 512, OVERALL), abs=0.01)
    for quantity in (THROUGHPUT, AREA):
        correlation, count = study.correlation(quantity, 512, OVERALL, OVERALL)
        assert correlation == pytest.approx(1)
        assert count == 14
    every = study_document.correlations(study)
    assert every["throughput_per_area_512"] == pytest.approx(1, abs=0.01)
    assert every["throughput_256_virtex_5"] == pytest.approx(1)
    assert every["area_512_mapped"] == every["area_512_placed"] == every["area_512_cells"] == pytest.approx(1)
    assert 0.5 < (every["throughput_512_stratix_iii"] or 0) < 1
    assert "throughput_512_spartan_3" not in every, "the campaign has no such target"
    assert study.moved() == []
    assert study.left_out() == []


def test_a_mean_counts_the_targets_that_have_both_figures(tmp_path: Path) -> None:
    rows = [row for row in campaign_rows.rows() if row["function"] in ("jh-r2-512", "sha512")]
    for number, row in enumerate(rows):
        if row["function"] == "jh-r2-512" and row["target"] == "nangate45":
            rows[number] = design_rows.clocked(row, 4 * row["clock_mhz"])
        if row["function"] == "jh-r2-512" and row["target"] == "virtex5":
            rows[number] = design_rows.failed(row, "timed-out", "after 7200 s")
    rows = [row for row in rows if (row["function"], row["target"]) != ("sha512", "cyclonev")]
    study = PaperStudy(campaign(tmp_path, rows), ALONE)
    found = study.overall(THROUGHPUT, "JH", 512)
    assert found is not None
    assert found.targets == ("nangate45", "ecp5")
    assert found.value == pytest.approx(1.66 * 2)
    assert study.overall(THROUGHPUT, "JH", 512, "mapped") is None
    reasons = {(row["function"], row["target"]): row["reason"] for row in study.left_out()}
    assert reasons["jh-r2-512", "virtex5"] == "`basic` timed-out: after 7200 s"
    assert reasons["sha512", "cyclonev"] == "`rescheduled` not in the campaign"
    assert ("jh-r2-512", "cyclonev") not in reasons
    assert study.overall(THROUGHPUT, "Keccak", 512) is None


def test_a_row_that_was_only_mapped_does_not_count_where_others_are_placed(tmp_path: Path) -> None:
    mapped = design_rows.of("jh-r2-512/basic", "ecp5")
    mapped = design_rows.sized(design_rows.mapped(mapped, 7.0), 5000)
    study = PaperStudy(campaign(tmp_path, [{**mapped, "rtl_digest": design_rows.present(mapped)}]))
    choice = study.choice("JH", 512, "ecp5")
    assert (choice.row, choice.reason) == (None, "`basic` mapped, not placed")


def test_which_design_counts(tmp_path: Path) -> None:
    """The paper's own loop or what stands in for it, the best with one message, the best with any number."""
    make = campaign_rows.row
    rows = [
        make("blake-r2-512/basic", "ecp5", 1000, 5000),
        make("blake-r2-512/quarter", "ecp5", 400, 1000),
        make("blake-r2-512/basic-8m", "ecp5", 9000, 9000),
        campaign_rows.failed("blake-r2-512/basic", "virtex5", "out-of-memory", "16 GiB\nand more"),
        make("blake-r2-512/half", "virtex5", 3, 1000),
        make("blake-r2-512/quarter", "virtex5", 2, 1000),
    ]
    found = campaign(tmp_path, rows)
    for selection, target, architecture, reason in (
        (PAPERS, "ecp5", "basic", None),
        (ALONE, "ecp5", "basic", None),
        (BEST, "ecp5", "quarter", None),
        (SEVERAL, "ecp5", "basic-8m", None),
        (PAPERS, "virtex5", "half", "`basic` out-of-memory: 16 GiB"),
        (ALONE, "virtex5", None, "`basic` out-of-memory: 16 GiB"),
        (BEST, "virtex5", "half", None),
    ):
        choice = PaperStudy(found, selection).choice("BLAKE", 512, target)
        assert (choice.row["architecture"] if choice.row else None) == architecture
        assert choice.reason == reason
    assert PaperStudy(found, BEST).choice("BLAKE", 512, "cyclonev").row is None


def test_levels_stand_for_the_clock_where_designs_are_only_mapped(tmp_path: Path) -> None:
    """Half the levels at the same cycles are twice the throughput; twice the cycles halve it again."""
    jh, sha = (
        campaign_rows.row(name, "virtex5", 1, 100) for name in ("jh-r2-512/basic", "sha512/rescheduled")
    )
    jh |= {"levels": 5.0, "cycles_per_block": 36.0}
    sha |= {"levels": 10.0, "cycles_per_block": 81.0}
    study = PaperStudy(campaign(tmp_path, [jh, sha]))
    assert study.normalised(THROUGHPUT, "JH", 512, "virtex5") == pytest.approx(
        512 / 36 / 5 / (1024 / 81 / 10)
    )


def test_sizes_are_compared_in_one_architecture(tmp_path: Path) -> None:
    make = campaign_rows.row
    rows = [
        make("jh-r2-512/basic", "ecp5", 300, 3000),
        make("jh-r2-256/basic", "ecp5", 200, 1000),
        make("blake-r2-512/quarter", "ecp5", 300, 3000),
        make("blake-r2-256/basic", "ecp5", 200, 1000),
    ]
    study = PaperStudy(campaign(tmp_path, rows))
    assert [study.larger_to_smaller(name, "JH", "ecp5") for name in QUANTITIES] == pytest.approx(
        [1.5, 3, 0.5]
    )
    assert study.larger_to_smaller(THROUGHPUT, "BLAKE", "ecp5") is None


def test_rows_of_other_rtl_are_left_out_and_counted(tmp_path: Path) -> None:
    rows = [campaign_rows.row("jh-r2-512/basic", target, 100, 100) for target in ("ecp5", "nangate45")]
    rows[0]["rtl_digest"] = "0" * 64
    rows.append({**rows[1], "architecture": "of-yesterday"})
    found = campaign(tmp_path, rows)
    assert ([row["target"] for row in found.rows], found.stale) == (["nangate45"], 2)


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"rows": []}'])
def test_a_file_that_is_no_campaigns_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "campaign-gmu.json").write_text(text)
    with pytest.raises(
        HashloomError, match=r"campaign-gmu.json (is not JSON|is no JSON object|cannot be used as a document)"
    ):
        study_rows.load(tmp_path, "gmu", here())


def test_a_function_that_moved_is_named_with_both_places(tmp_path: Path) -> None:
    rows = campaign_rows.rows()
    for number, row in enumerate(rows):
        if row["function"] == "hamsi-r2-512":
            rows[number] = design_rows.sized(row, row["area"] / 10)
    study = PaperStudy(campaign(tmp_path, rows))
    order = [label for label, *_ in study.moves(RATIO)]
    assert order == study_paper.order(RATIO)
    assert study.moved() == [("Hamsi", order.index("Hamsi") + 1, 1)]
    (line,) = study_tables.moved(study).cells()
    assert line == ["`hamsi-r2-512`", "10", "1", "1.00", "0.10", "9.70", "`basic` (4)"]


def test_tables_have_the_papers_figures_beside_ours(whole: StudyCampaign) -> None:
    found = study_tables.tables(whole)
    keccak = next(line for line in found["throughput-512"][1].markdown().splitlines() if "keccak" in line)
    assert keccak == (
        "| `keccak-r2-512` | 2.22 | 2.22 | 2.22 / 1.99 | 2.22 / 2.23 / 2.39 "
        "| 2.22 / 2.22 | 2.22 | 2.22 | 2.22 | 4 |"
    )
    assert [line[0] for line in found["area-512"][1].cells()] == [
        f"`{study_paper.LINES[label, 512].function}`" for label in (*study_paper.order(AREA), "SHA-2")
    ]
    headings = [(column.group, column.heading) for column in found["on-virtex5"][1].columns]
    assert ("throughput 512/256", "Virtex 5") in headings
    assert ("logic depth", "512") in headings
    headings = [(column.group, column.heading) for column in found["on-ecp5"][1].columns]
    assert ("clock, MHz", "512") in headings
    assert [line[0] for line in found["larger-to-smaller"][1].cells()] == list(LABELS)
    assert found["moved"][1].rows == found["left-out"][1].rows == ()
    for heading, made in found.values():
        assert heading
        assert made.terminal()


def test_what_stands_in_for_the_papers_loop_is_marked(tmp_path: Path) -> None:
    rows = [row for row in campaign_rows.rows() if row["target"] == "ecp5"]
    rows = [row for row in rows if row["function"] != "bmw-r2-512"]
    rows += [
        campaign_rows.failed("bmw-r2-512/basic", "ecp5", "timed-out", "after | 7200 s"),
        campaign_rows.row("bmw-r2-512/serial", "ecp5", 500, 5000),
    ]
    found = study_tables.tables(campaign(tmp_path, rows))
    line = next(line for line in found["throughput-512"][1].cells() if line[0] == "`bmw-r2-512`")
    assert line[2] == "0.50*"
    assert "| `bmw-r2-512` | `basic` timed-out: after \\| 7200 s | `serial` | ecp5 |" in (
        found["left-out"][1].markdown()
    )


def test_pictures_have_every_candidate(whole: StudyCampaign) -> None:
    made = study_pictures.pictures(whole)
    assert sorted(made) == ["figure-1", "order-512"]
    texts = texts_of(made["figure-1"])
    assert all(texts.count(label) == 2 for label in LABELS), "each label with its halo"
    assert {"1 Keccak", "14 SIMD", "paper"} <= {
        re.sub(" +", " ", text or "") for text in texts_of(made["order-512"])
    }
    assert made == study_pictures.pictures(whole)


def test_a_column_that_repeats_another_is_left_out() -> None:
    rows = ({"a": "1.00", "b": "1.00*", "c": "2.00"}, {"a": "3.00", "b": "3.00", "c": "2.00"})

    def columns(*keys: str, group: str = "x") -> list[Column]:
        return [Column(key, itemgetter(key), group) for key in keys]

    def kept(found: list[Column]) -> list[str]:
        return [column.heading for column in study_cells.distinct(found, rows)]

    assert kept(columns("a", "b", "c")) == ["a", "c"]
    assert kept([*columns("a"), *columns("b", group="y")]) == ["a", "b"], "it stands under another heading"
    assert kept(columns("a", "b", group="")) == ["a", "b"]


def test_labels_stand_apart() -> None:
    """Of the paper's candidates, joined with points of ours that are elsewhere."""
    points: list[dict[str, Any]] = [
        {"label": label, "x": spot[0] * scale, "y": spot[1] / scale}
        for place, label in enumerate(CANDIDATES)
        for scale in (1, 0.4 + place % 5 / 4)
        if (spot := study_pictures.papers_spot(label)) is not None
    ]
    spots = [plane.spot_of(point) for point in points]
    field = plane.Plane(spots)
    wanted = list({point["label"]: point for point in points}.values())
    found = field.labels(wanted, spots, plane.joined(points, "label"))
    assert [point["label"] for point in found] == list(CANDIDATES)
    boxes = [
        plane.box(
            field.pixel(plane.spot_of(point)),
            lettering.width(point["label"], drawing.LETTERS),
            plane.LINE,
        )
        for point in found
    ]
    assert all(plane.common_area(one, other) < 1 for one, other in combinations(boxes, 2))


def test_regions_without_a_campaign_say_what_makes_it(tmp_path: Path) -> None:
    for kind in ("study overall-512", "study-picture figure-1 x", "study-provenance", "study moved"):
        text = f"<!-- generated: {kind} -->\nold\n<!-- end of generated -->"
        renewed = regions.renew(text, with_repository(tmp_path))
        assert "hashloom campaign campaigns/gmu.toml -o results" in renewed
        assert "old" not in renewed
    assert study_regions.pictures(with_repository(tmp_path)) == {}


def test_regions_of_a_partial_campaign_say_what_is_missing(tmp_path: Path) -> None:
    campaign_rows.write(
        tmp_path,
        [campaign_rows.row("jh-r2-512/basic", "ecp5", 100, 100, rtl_digest="0" * 64)],
        {"ecp5": campaign_rows.TARGETS["ecp5"]},
    )

    def region(kind: str) -> str:
        return regions.renew(
            f"<!-- generated: {kind} -->\n<!-- end of generated -->", with_repository(tmp_path)
        )

    assert "The campaign has no target `virtex5`." in region("study on-virtex5")
    assert "No candidate counts" in region("study-picture figure-1 text")
    assert ": none." in region("study moved")
    assert "1 further rows are of other RTL" in region("study-provenance")
    assert "| `jh-r2-512` |" in region("study overall-512")
    with pytest.raises(HashloomError, match="no table 'overal'; there are: overall-512"):
        region("study overal")


def test_regions_of_a_campaign_show_it(tmp_path: Path) -> None:
    campaign_rows.write(tmp_path, campaign_rows.rows())
    text = "<!-- generated: study-picture figure-1 Area and throughput -->\n<!-- end of generated -->"
    assert "![Area and throughput](../results/gmu-figure-1.svg)" in regions.renew(
        text, with_repository(tmp_path)
    )
    text = "<!-- generated: study-provenance -->\n<!-- end of generated -->"
    renewed = regions.renew(text, with_repository(tmp_path))
    assert "120 rows on 4 targets (120 ok)" in renewed
    assert "1.0 hours with 2 workers, 2.0 hours of jobs" in renewed


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository that has only the results of a campaign, and no records."""
    (tmp_path / "cores").symlink_to(ROOT / "cores")
    another_repository(monkeypatch, tmp_path)
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    campaign_rows.write(tmp_path, campaign_rows.rows())
    return tmp_path


REQUIRED = {
    "function", "architecture", "target", "goal", "clock_mhz", "cycles_per_block", "latency_cycles",
    "throughput_gbps", "state", "paper",
}  # fmt: skip


def test_the_command_gives_rows_and_rank_correlations(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reproduce", "gmu", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert len(found["rows"]) == 120
    assert all(row.keys() >= REQUIRED for row in found["rows"])
    assert found["spearman"]["throughput_512"] == pytest.approx(1)
    assert {"throughput_per_area_512", "area_512", "throughput_per_area_512_virtex_5"} <= set(
        found["spearman"]
    )
    assert {"spearman_best", "moved", "geometric_means", "normalised", "left_out"} <= set(found)
    row = next(row for row in found["rows"] if (row["function"], row["target"]) == ("jh-r2-512", "cyclonev"))
    assert (row["clock_mhz"], row["paper"]["family"]) == (None, "Stratix III")
    assert row["paper"]["clock_mhz"] == 339.44
    assert row["paper"]["area"] == 3608
    assert row["paper"]["throughput_gbps"] == pytest.approx(4.82759, abs=1e-4)
    assert row["paper"]["normalised"] == {"throughput": 1.63, "area": 2.23, "throughput_per_area": 0.73}
    row = next(row for row in found["rows"] if (row["function"], row["target"]) == ("jh-r2-512", "nangate45"))
    assert row["clock_mhz"] > 0
    assert "family" not in row["paper"]


def test_the_command_writes_what_it_found(repository: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = repository / "out"
    assert main(["reproduce", "gmu", "--target", "ecp5", "--function", "jh-r2-512", "-o", str(folder)]) == 0
    out = capsys.readouterr().out
    assert "Spearman's rank correlation with the paper's order" in out
    assert "Both sizes on ecp5" in out
    assert "virtex5" not in out
    assert sorted(path.name for path in folder.iterdir()) == [
        "gmu-figure-1.svg", "gmu-order-512.svg", "gmu.json",
    ]  # fmt: skip
    rows = json.loads((folder / "gmu.json").read_text())["rows"]
    assert [(row["function"], row["target"]) for row in rows] == [("jh-r2-512", "ecp5")]


def test_a_target_that_the_campaign_does_not_have(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reproduce", "gmu", "--target", "virtx5"]) == UsageError.exit_status
    assert "the campaign has no target 'virtx5'; the nearest known: virtex5" in capsys.readouterr().err


def test_without_a_campaign_the_command_says_what_makes_it(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (repository / "results" / "campaign-gmu.json").unlink()
    assert main(["reproduce", "gmu"]) == HashloomError.exit_status
    assert "make it with: hashloom campaign campaigns/gmu.toml -o results" in capsys.readouterr().err


def test_limits_are_part_of_the_comparison_and_failures_are_not(
    repository: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = campaign_rows.rows()
    late = campaign_rows.failed("simd-r2-512/basic", "ecp5", "timed-out", "after 7200 s")
    campaign_rows.write(repository, [*rows, late])
    assert main(["reproduce", "gmu", "--json"]) == 0
    campaign_rows.write(repository, [*rows, {**late, "state": "failed-verification"}])
    assert main(["reproduce", "gmu", "--json"]) == 1


def test_cycles_come_from_the_report_if_its_rtl_is_the_present(tmp_path: Path) -> None:
    design, session = (
        catalogue.resolve_design("sha256/rescheduled", here()),
        session_around(Records(tmp_path / "records.sqlite")),
    )
    counted = fit({blocks: 26 + 65 * blocks for blocks in range(1, 9)}, 32, 16, 8)
    entry = {"cycles": {str(blocks): number for blocks, number in counted.cycles.items()}}
    assert hash_times.found_before(design, 32, session, None) is None
    assert hash_times.found_before(design, 32, session, {**entry, "rtl_digest": "0" * 64}) is None
    digest = hash_times.unit(design, 32).digest()
    found = hash_times.found_before(design, 32, session, {**entry, "rtl_digest": digest})
    assert found is not None
    assert (found.formula, found.rtl_digest) == ("16+65·N+2+8", digest)
