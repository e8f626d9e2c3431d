# SPDX-License-Identifier: Apache-2.0
"""The report of all committed results: every row once, and what is not shown is counted and named."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import design_rows
import pytest
import result_documents as made
from folders import RESULTS, ROOT
from own_state import here, with_repository

from hashloom.analysis.choice import PURPOSES, Choice
from hashloom.catalogue import resolve_function
from hashloom.catalogue.places import Places
from hashloom.commands import main
from hashloom.evaluation import committed
from hashloom.reports.page import document, everything, figures, study, svg
from hashloom.reports.page.study import ReportStudy
from hashloom.reproduction import published
from hashloom.results import reader

Row = dict[str, Any]
Put = Callable[..., Places]
MAXIMUM_BYTES = 3_000_000
"""Budget of the page of all committed results."""


@pytest.fixture(scope="module")
def found() -> ReportStudy:
    return everything.study(here())


@pytest.fixture
def put(tmp_path: Path) -> Put:
    """Have these documents of results, each with its rows, in place of the repository's."""
    (tmp_path / "results").mkdir()
    (tmp_path / "cores").symlink_to(ROOT / "cores")

    def write(**documents: list[Row]) -> Places:
        for name, rows in documents.items():
            (tmp_path / "results" / f"{name}.json").write_text(json.dumps(made.synthesis(rows)))
        return with_repository(tmp_path)

    return write


def cells(architecture: str, clock_mhz: float, area: float, **more: Any) -> Row:
    """A design of SHA-256 on standard cells, of the RTL that lies here."""
    row = design_rows.clocked(design_rows.of(f"sha256/{architecture}", "osu018", **more), clock_mhz)
    return design_rows.sized({**row, "rtl_digest": design_rows.present(row)}, area)


def told(row: Row, energy: float) -> Row:
    """The same placed, a tenth slower, with this energy of a bit."""
    return design_rows.energised(design_rows.wired(row, row["clock_mhz"] * 0.9), 1.0, energy - 2.0, 0.5, 0.5)


def circuit(row: Mapping[str, Any]) -> tuple[Any, ...]:
    settings = tuple(sorted((row.get("settings") or {}).items()))
    names = tuple(row.get(key) for key in ("function", "architecture", "target", "goal"))
    return (*names, settings, bool(row.get("mapped_only")))


def test_every_circuit_of_every_document_is_there_once(found: ReportStudy) -> None:
    """Once at the clock without wires; once more at that with wires, where a document has one."""
    every = [
        row
        for path in committed.documents(here())
        for listed in reader.content(path).values()
        if isinstance(listed, list)
        for row in listed
        if isinstance(row, dict) and {"function", "architecture", "goal", "rtl_digest"} <= set(row)
    ]
    ours = [row for row in found.rows if not row.get("series")]
    bare = Counter(circuit(row) for row in ours if not row.get("wires"))
    assert set(bare) == {circuit(row) for row in every}
    assert set(bare.values()) == {1}
    wires = Counter(circuit(row) for row in ours if row.get("wires"))
    assert set(wires) == {circuit(row) for row in every if row.get("clock_placed_mhz")}
    assert set(wires.values()) <= {1}


def test_the_cores_of_others_and_the_papers_are_there(found: ReportStudy) -> None:
    series = Counter(row.get("series") for row in found.rows)
    theirs = {
        name: len(reader.content(RESULTS / f"{name}.json")["peers"]) for name in ("peers", "peers-message")
    }
    assert series["others"] == sum(theirs.values())
    assert all(theirs.values())
    papers = map(published.load, published.names())
    assert series["published"] == sum(len(table.rows) for paper in papers for table in paper.tables)
    rows = figures.derived(found.rows, here())
    for row in (row for row in rows if row.get("series")):
        assert "ratio_to_sha2" not in row
        assert row["outcome"] == row["mark"] == row["series"]
    for y in ("throughput", "latency"):
        assert not any(row.get("series") for row in figures.front(rows, y))


def test_what_cannot_be_shown_is_counted_and_named(put: Put) -> None:
    """A row that cannot be used, one of no function, and one that timed out, which stands with its state."""
    good = cells("basic", 250.0, 12_000.0)
    broken = {key: value for key, value in cells("tree", 300.0, 13_000.0).items() if key != "area"}
    late = design_rows.failed(design_rows.of("sha256/staggered", "osu018"), "timed-out", "too long")
    unknown = {**cells("balanced", 290.0, 13_100.0), "function": "md5"}
    shown = everything.study(put(some=[good, broken, late, unknown]))
    ours = [row for row in shown.rows if not row.get("series")]
    assert [(row["architecture"], row["state"]) for row in ours] == [
        ("basic", "ok"),
        ("staggered", "timed-out"),
    ]
    named = {name: why for why, names in shown.left_out.items() for name in names}
    assert set(named) == {
        f"{name} in some.json"
        for name in ("sha256/tree on osu018", "sha256/staggered on osu018", "md5/balanced on osu018")
    }
    assert 'no "area"' in named["sha256/tree on osu018 in some.json"]
    assert "timed-out" in named["sha256/staggered on osu018 in some.json"]
    assert "no function of the catalogue" in named["md5/balanced on osu018 in some.json"]
    content = document.content(shown, Path("/"), here())
    assert content["left_out"] == shown.left_out
    assert "sha256/unrolled-2" in content["unmeasured"]
    assert "sha256/basic" not in content["unmeasured"]


def test_the_command_names_what_it_leaves_out(
    put: Put, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = {key: value for key, value in cells("tree", 300.0, 13_000.0).items() if key != "area"}
    places = put(some=[cells("basic", 250.0, 12_000.0), broken])
    shown = everything.study(places)
    monkeypatch.setattr(everything, "study", lambda places: shown)
    assert main(["report", "--csv", str(tmp_path / "all.csv")]) == 0
    assert (
        'left out 1, it cannot be used: no "area": sha256/tree on osu018 in some.json'
        in capsys.readouterr().err
    )


def test_of_two_figures_of_a_circuit_one_counts_and_the_other_is_named(put: Put) -> None:
    """As `hashloom show` has it; and what two documents have alike is one row that names both."""
    mine, former = (
        cells("basic", 250.0, 12_000.0),
        {**cells("basic", 200.0, 12_500.0), "rtl_digest": "0" * 64},
    )
    shown = everything.study(put(a=[former], b=[mine], c=[mine]))
    (row,) = [row for row in shown.rows if not row.get("series")]
    assert (row["clock_mhz"], row["campaign"]) == (250.0, "b, c")
    assert [name for names in shown.left_out.values() for name in names] == [
        "sha256/basic on osu018 in a.json"
    ]
    (kept,) = Choice.of(resolve_function("sha256", here()), put()).targets
    assert [one.row["clock_mhz"] for one in kept.candidates] == [row["clock_mhz"]]


def test_wires_and_none_never_mix(put: Put) -> None:
    """A placed design counts at each clock among its like; it has the axes that only such a row has."""
    basic, tree = cells("basic", 250.0, 12_000.0), cells("tree", 300.0, 13_000.0)
    shown = everything.study(put(some=[basic, tree], energy=[told(basic, 5.0)]))
    rows = figures.derived([row for row in shown.rows if not row.get("series")], here())
    by_name = {(row["architecture"], bool(row.get("wires"))): row for row in rows}
    assert set(by_name) == {("basic", False), ("basic", True), ("tree", False)}
    bare, wired = by_name["basic", False], by_name["basic", True]
    assert (bare["clock_mhz"], wired["clock_mhz"]) == (250.0, 225.0)
    assert bare["throughput_gbps"] == pytest.approx(512 / basic["cycles_per_block"] * 0.25)
    assert wired["throughput_gbps"] == pytest.approx(bare["throughput_gbps"] * 0.9)
    assert wired["wire_share"] == pytest.approx(0.1)
    assert wired["energy_pj_per_bit"] == 5.0
    assert wired["energy_delay"] == pytest.approx(5.0 / wired["throughput_gbps"], rel=1e-5)
    assert wired["glitch_share"] == pytest.approx(0.1)
    assert not {"wire_share", "energy_delay", "glitch_share"} & set(bare)
    # Each is set against SHA-2 of its own kind of clock, the one design with wires against itself.
    assert wired["ratio_to_sha2"] == 1
    assert bare["ratio_to_sha2"] < 1
    assert by_name["tree", False]["ratio_to_sha2"] == 1
    pictures = svg.pictures(ReportStudy(shown.campaigns, shown.targets, tuple(rows)), here())
    names = {name for name in pictures if "wires" in name}
    assert names == {
        f"osu018-wires-{y}" for y in ("throughput", "latency", "energy", "energy-delay", "wires", "glitches")
    }
    assert "Energy per bit against area on osu018 at the clock with wires" in pictures["osu018-wires-energy"]


def test_files_that_are_given_have_the_same_split(tmp_path: Path) -> None:
    basic = cells("basic", 250.0, 12_000.0)
    paths = [tmp_path / "a.json", tmp_path / "b.json"]
    for path, row in zip(paths, (basic, told(basic, 5.0)), strict=True):
        path.write_text(json.dumps(made.synthesis([row])))
    rows = study.read(paths, here()).rows
    assert [(row["clock_mhz"], row.get("wires", False), row["campaign"]) for row in rows] == [
        (250.0, False, "a"),
        (225.0, True, "b"),
    ]


def test_what_is_picked_goes_by_the_figures_of_show(found: ReportStudy) -> None:
    """Each design that can be chosen has its figures to the last digit, and its command."""
    picks = {circuit(row): row["pick"] for row in found.rows if "pick" in row}
    seen = 0
    for name in ("sha256", "skein-1.3-512-512", "keccak-r3-256"):
        for at in Choice.of(resolve_function(name, here()), here()).targets:
            units = found.choices[at.target]["mapped" if at.units.relative else "clock"]
            assert (units["speed"], units["ratio"]) == (at.units.throughput, at.units.ratio)
            for one in at.candidates:
                pick = picks[circuit(one.row)]
                assert {key: pick[key] for key in PURPOSES} == {
                    key: purpose.figure(one) for key, purpose in PURPOSES.items()
                }
                assert pick["export"].split() == one.export()
                seen += 1
    assert seen > 50


@pytest.mark.long
def test_the_page_keeps_its_budget(found: ReportStudy) -> None:
    page = document.page(found, ROOT / "build", here())
    assert len(page.encode()) < MAXIMUM_BYTES
    assert "<h1>Hash functions in hardware: all results</h1>" in page
