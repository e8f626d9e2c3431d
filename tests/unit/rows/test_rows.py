# SPDX-License-Identifier: Apache-2.0
"""The schema of rows of results: what is whole is taken, what is crippled is named, wherever it is read."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import design_rows
import pytest
import result_documents as made
from folders import ROOT
from own_state import here, own_session, with_repository

from hashloom import catalogue, rows
from hashloom.analysis import comparison, exploration, overhead
from hashloom.analysis.exploration import ExplorationOptions, Units
from hashloom.catalogue.places import Places
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.evaluation import reuse
from hashloom.execution import jobs
from hashloom.export import datasheet
from hashloom.reports import levels, peers, ranking, results, threefish
from hashloom.reports import overhead as overhead_report
from hashloom.reproduction import gmu, study_rows
from hashloom.results import reader
from hashloom.rows import kinds

RESULTS = ROOT / "results"
Row = dict[str, Any]
ABSENT = object()
"""In place of a value: the key is left out."""

CELLS = design_rows.sized(design_rows.clocked(design_rows.of("sha256/basic", "osu018"), 100.0), 9000.0)
PLACED = design_rows.sized(design_rows.clocked(design_rows.of("sha256/basic", "ecp5"), 80.0, 5, 0.04), 3000)
MAPPED = design_rows.sized(design_rows.mapped(design_rows.of("sha256/basic", "virtex5"), 12.5), 900)
FAILED = design_rows.failed(design_rows.of("sha256/basic", "ecp5"), "timed-out", "after two hours")
WIRED = design_rows.wired(CELLS, 90.0)
TOLD = design_rows.energised(WIRED, 1.0, 2.0, 1.5, 0.25)
WHOLE = {"cells": CELLS, "wired": WIRED, "energy": TOLD, "placed": PLACED, "mapped": MAPPED, "failed": FAILED}


def changed(row: Row, **changes: Any) -> Row:
    return {key: value for key, value in {**row, **changes}.items() if value is not ABSENT}


def energy(**changes: Any) -> Row:
    """A change of the energy of the row that has one."""
    return {"energy": changed(TOLD["energy"], **changes)}


def placement(**changes: Any) -> Row:
    """A change of the placement of the row that has one."""
    return {"placement": changed(WIRED["placement"], **changes)}


@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_row_is_taken(name: str) -> None:
    assert rows.complaints(WHOLE[name], here()) == []
    assert rows.complaints({**WHOLE[name], "area_ff": None}, here()) == []
    assert rows.complaints({**WHOLE[name], "area_fff": 1}, here())[0].startswith(
        'unknown key "area_fff"; the nearest'
    )


@pytest.mark.parametrize("name", WHOLE)
def test_a_row_without_one_of_its_keys_is_refused(name: str) -> None:
    """But for what may be absent: the count of flip-flops, placements, the message."""
    row = WHOLE[name]
    needed = {key for key in row if rows.complaints(changed(row, **{key: ABSENT}), here())}
    absent = {"placed": {"seeds"}, "failed": {"message", "vectors_digest", "synthesis_key"}}
    assert set(row) - needed == absent.get(name, set())
    for key in needed - {"mapped_only"}:
        assert f'"{key}"' in " ".join(rows.complaints(changed(row, **{key: ABSENT}), here())), key


@pytest.mark.parametrize(
    ("base", "changes", "complaint"),
    [
        (CELLS, {"state": "okay"}, "unknown state 'okay'; the nearest known: ok"),
        (CELLS, {"goal": "quick"}, "unknown goal 'quick'"),
        (CELLS, {"area": -9000.0, "area_ge": -9000.0}, '"area" is no positive number, "area_ge" is no'),
        (CELLS, {"area": 0}, '"area" is no positive number'),
        (CELLS, {"area": "9000"}, '"area" is no positive number'),
        (CELLS, {"area": True}, '"area" is no positive number'),
        (CELLS, {"area": float("inf")}, '"area" is no positive number'),
        (CELLS, {"area": float("nan")}, '"area" is no positive number'),
        (CELLS, {"area": 8999.0}, '"area" 8999.0 is not "area_ge" 9000.0'),
        (CELLS, {"area_ge": ABSENT}, 'the area is in GE, and there is no "area_ge"'),
        (CELLS, {"area_unit": "LUT", "area_lut": 9000}, "osu018 is a library of standard cells"),
        (CELLS, {"block_bits": 512.0}, '"block_bits" is no positive count'),
        (CELLS, {"block_bits": 1024, "throughput_gbps": 1024 / 65 / 10}, "is not the block of sha256, 512"),
        (CELLS, {"throughput_gbps": 0.8}, '"throughput_gbps" 0.8 does not fit: 512 bits in 65.0 cycles of'),
        (CELLS, {"cycles_per_block": 64.0}, '"throughput_gbps" '),
        (CELLS, {"clock_mhz": 101.0}, '"clock_mhz" 101.0 is not between "clock_mhz_min" and "clock_mhz_max"'),
        (CELLS, {"period_ns": 9.9}, '"period_ns" 9.9 does not fit "clock_mhz" 100.0'),
        (CELLS, {"clock_mhz": ABSENT}, 'no "clock_mhz"'),
        (CELLS, {"latency_cycles": 65.5}, '"latency_cycles" is no positive count'),
        (CELLS, {"netlist_simulated": 1}, '"netlist_simulated" is no true or false'),
        (CELLS, {"rtl_digest": "a1"}, '"rtl_digest" is no digest of 64 hexadecimal digits'),
        (CELLS, {"vectors_digest": ""}, '"vectors_digest" is no digest'),
        (CELLS, {"tools": ["pyosys"]}, '"tools" is no object of texts'),
        (CELLS, {"critical_path": ["a"]}, '"critical_path" is no pair of texts'),
        (CELLS, {"mapped_only": True, "levels": 9}, "areas are in GE, and there is a clock"),
        (
            CELLS,
            {"kbit_per_s_per_ge": 161.0},
            '"kbit_per_s_per_ge" 161.0 does not fit throughput and "area_ge"',
        ),
        (
            PLACED,
            {"mbit_per_s_per_lut": 0.5},
            '"mbit_per_s_per_lut" 0.5 does not fit throughput and "area_lut"',
        ),
        (CELLS, {"assurance": "all of it"}, '"assurance" is no object'),
        (PLACED, {"area_unit": "slice"}, '"area_unit" slice is not that of ecp5, LUT'),
        (PLACED, {"area_ff": 100, "area": 3001}, '"area" 3001 does not fit 3000 LUT and 100 flip-flops'),
        (PLACED, {"area_lut": ABSENT}, 'the area is in LUT, and there is no "area_lut"'),
        (PLACED, {"seeds": [{"seed": 1, "clock_mhz": "<b>"}]}, '"seeds" is no list of placements'),
        (PLACED, {"seeds": [*PLACED["seeds"], PLACED["seeds"][0]]}, '"seeds" is no list of placements'),
        (PLACED, {"seeds": PLACED["seeds"][1:]}, '"clock_mhz" 80.0 does not fit the placements'),
        (
            PLACED,
            {"seeds": [*PLACED["seeds"], {"seed": 6, "state": "timed-out"}]},
            "the placement with seed 6 is not ok",
        ),
        (
            WIRED,
            {"throughput_gbps": CELLS["throughput_gbps"]},
            "does not fit: 512 bits in 65.0 cycles of 90.0 MHz are",
        ),
        (
            WIRED,
            {"placement": ABSENT},
            '"wire_mm" and not all of "clock_placed_mhz", "wire_mm" and "placement"',
        ),
        (
            design_rows.wired(CELLS, 100.0),
            {"clock_placed_mhz": 101.0},
            '"clock_placed_mhz" 101.0 is more than "clock_mhz" 100.0, without wires',
        ),
        (
            WIRED,
            {"clock_placed_mhz": 91.0},
            "the placement with seed 2 has not the clock and wires of the row",
        ),
        (WIRED, {"wire_mm": 91.0}, "the placement with seed 2 has not the clock and wires of the row"),
        (WIRED, placement(period_ns=10.0), '"period_ns" 10.0 of the placement does not fit 90.0 MHz'),
        (WIRED, placement(utilisation=1.2), "the cells take 1.2 of the core, more than there is"),
        (WIRED, placement(seed=4), "the placement with seed 4 has not the clock and wires of the row"),
        (
            WIRED,
            placement(
                seeds=[*WIRED["placement"]["seeds"][:2], {"seed": 3, "clock_mhz": 95.0, "wire_mm": 1.0}]
            ),
            '"clock_placed_mhz" 90.0 is not the median of the placements',
        ),
        (WIRED, placement(seeds=WIRED["placement"]["seeds"] * 2), '"seeds" is no list of placements'),
        (WIRED, placement(clock_tree=ABSENT), 'placement: no "clock_tree"'),
        (
            TOLD,
            {"energy": ABSENT},
            'it has "energy_pj_per_bit", "energy_glitch_free_pj_per_bit" and not all of',
        ),
        (TOLD, {"energy_pj_per_bit": ABSENT}, 'it has "energy_glitch_free_pj_per_bit", "energy" and not all'),
        (TOLD, {"energy_pj_per_bit": 5.0}, '"energy_pj_per_bit" 5.0 is not the sum of its parts, 4.75'),
        (
            TOLD,
            {"energy_glitch_free_pj_per_bit": 3.0},
            '"energy_glitch_free_pj_per_bit" 3.0 is not the sum of its parts, 3.25',
        ),
        (TOLD, energy(glitches_pj_per_bit=0.5), "is not the sum of its parts, 3.75"),
        (TOLD, energy(placement=3), 'its "energy" is of another placement than the row'),
        (TOLD, energy(period_ns=3.0), 'its "energy" is of another placement than the row'),
        (TOLD, energy(idle_uw=ABSENT), 'energy: no "idle_uw"'),
        (TOLD, energy(blocks=0), '"blocks" is no'),
        (TOLD, {"placement": ABSENT}, 'it has an "energy" and no "placement"'),
        (
            PLACED,
            {key: WIRED[key] for key in ("clock_placed_mhz", "wire_mm", "placement")},
            'the area is in LUT, yet it has a "placement" of standard cells',
        ),
        (FAILED, {"wire_mm": 1.0}, 'the state is timed-out, yet it has "wire_mm"'),
        (MAPPED, {"levels": ABSENT}, 'it was mapped only and has no "levels"'),
        (MAPPED, {"levels": 0}, '"levels" is no positive number'),
        (MAPPED, {"clock_mhz": 100.0}, 'it was mapped only, yet it has "clock_mhz"'),
        (MAPPED, {"area": 100}, "does not fit 3600 LUT and 200 flip-flops"),
        (FAILED, {"area": 100}, 'the state is timed-out, yet it has "area"'),
        (FAILED, {"throughput_gbps": 1.0}, 'the state is timed-out, yet it has "throughput_gbps"'),
        (FAILED, {"message": 7}, '"message" is no text'),
    ],
)
def test_a_row_with_one_thing_wrong_is_refused(base: Row, changes: Row, complaint: str) -> None:
    base = base if "area" not in changes or base is not MAPPED else {**base, "area_ff": 200}
    assert rows.complaints(base, here()) == []
    assert complaint in ", ".join(rows.complaints(changed(base, **changes), here()))


def test_every_row_that_cannot_be_used_is_named_with_what_to_do() -> None:
    lacking = changed(CELLS, area=ABSENT, area_unit=ABSENT)
    found = [lacking, CELLS, {**lacking, "architecture": "tree"}, {**MAPPED, "levels": -1}]
    usable, sentence = rows.sort_out(found, "x.json", here())
    assert usable == (CELLS,)
    assert sentence == (
        'x.json: 3 of 4 rows cannot be used: no "area" and no "area_unit": row 1 (sha256/basic on osu018), '
        'row 3 (sha256/tree on osu018); "levels" is no positive number: row 4 (sha256/basic on virtex5)'
    )
    with pytest.raises(UsageError, match=re.escape(f"{sentence}; measure such rows anew: make results")):
        rows.checked(found, "x.json", here())


def test_a_number_that_json_has_not_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"rows": [{"area": NaN}]}')
    with pytest.raises(UsageError, match="NaN is no number of JSON"):
        reader.any_kind(path, here())


PART: Row = {
    "design": "skein-1.3-512-512/8r-1m", "part": "block level", "target": "osu018", "goal": "fast",
    "state": "ok", "rtl_digest": "a" * 64, "tools": {"pyosys": "0.70"}, "area_ge": 60000.0, "area_ff": 2000,
    "clock_mhz": 70.0, "area_lut": None,
}  # fmt: skip
ADAPTER: Row = {
    "adapter": "registers", "parameters": {"WORD": 64}, "target": "osu018", "goal": "fast", "state": "ok",
    "rtl_digest": "a" * 64, "tools": {"pyosys": "0.70"}, "area_ge": 100.0, "area_ff": 2, "clock_mhz": 70.0,
    "added_cycles": {"sha256": 1.5},
}  # fmt: skip
BLOCK: Row = {
    "direction": 0, "mix_adder": "BRENT_KUNG",
    **{key: value for key, value in CELLS.items() if key in kinds.BLOCK.ok.model_fields},
}  # fmt: skip
CHAIN: Row = {
    "chain": "SAVED_CHAIN", "word": 32, "adder": "SKLANSKY", "target": "osu018", "goal": "fast",
    "state": "ok", "rtl_digest": "a" * 64, "synthesis_key": "b" * 64, "tools": {}, "proven": {},
    "delay_ns": 2.0, "area_ge": 100.0, "area_um2": 2400.0, "area_delay": 4800.0,
}  # fmt: skip
HASH_TIME: Row = {
    "function": "sha256", "architecture": "basic", "target": None, "goal": None, "state": "ok",
    "label": "SHA-256", "variant": 256, "cycles_per_block": 65.0, "latency_cycles": 65, "hash_time": {},
    "throughput_formula": "512/(65·T)",
}  # fmt: skip
SOFTWARE: Row = {
    "function": "sha256", "library": "nettle", "state": "ok", "cycles_per_byte": 3.0, "messages": 1,
    "architecture": "C", "target": "a processor",
}  # fmt: skip


@pytest.mark.parametrize(
    ("row", "kind", "changes", "complaint"),
    [
        (PART, kinds.PART, {"assurance": "all of it"}, '"assurance" is no object'),
        (PART, kinds.PART, {"netlist_simulated": "yes"}, '"netlist_simulated"'),
        (PART, kinds.PART, {"area_ge": None}, 'neither "area_ge" nor "area_lut"'),
        (ADAPTER, kinds.ADAPTER, {"clock_mhz": None}, 'no "clock_mhz"'),
        (BLOCK, kinds.BLOCK, {"area_unit": None}, 'no "area_unit"'),
        (CHAIN, kinds.CHAIN, {"delay_ns": 2.1}, '"area_delay" 4800.0 is not "area_um2" times "delay_ns"'),
        (HASH_TIME, kinds.HASH_TIME, {"state": "tool-crash"}, "unknown state 'tool-crash'"),
        (SOFTWARE, kinds.SOFTWARE, {"cycles_per_byte": "3"}, '"cycles_per_byte" is no positive number'),
    ],
)
def test_rows_of_other_kinds(row: Row, kind: rows.Kind, changes: Row, complaint: str) -> None:
    assert rows.kind_of(row) is kind
    assert rows.complaints(row, here()) == []
    assert complaint in ", ".join(rows.complaints({**row, **changes}, here()))


def crippled(row: Row) -> Row:
    return changed(row, area_ge=ABSENT)


def put(repository: Path, name: str, content: Row) -> None:
    folder = repository / "results"
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.json").write_text(json.dumps(content))


Make = Callable[[list[Row]], Row]
READERS: dict[str, tuple[Row, str, Make, Callable[[Places], object]]] = {
    "ranking": (CELLS, "candidates", made.synthesis, lambda places: ranking.ranking(places, "osu018", 256)),
    "pictures of the ranking": (CELLS, "candidates", made.synthesis, ranking.pictures),
    "paper": (
        CELLS,
        "tillich",
        lambda found: made.reproduction("tillich", found),
        lambda places: results.load(places.results, "tillich", places),
    ),
    "chains of a paper": (
        CHAIN,
        "dadda",
        lambda found: made.reproduction("dadda", [], adder_chains=found),
        lambda places: results.load(places.results, "dadda", places),
    ),
    "comparison": (
        CELLS,
        comparison.NAME,
        made.comparison,
        lambda places: peers.load(places.results, places),
    ),
    "comparison at message level": (
        {**CELLS, "level": "top"},
        comparison.name_of("message"),
        made.message_comparison,
        lambda places: peers.load(places.results, places),
    ),
    "campaign": (
        CELLS,
        "campaign-gmu",
        made.campaign,
        lambda places: study_rows.load(places.results, "gmu", places),
    ),
    "overhead": (
        PART,
        overhead.NAME,
        made.overheads,
        lambda places: overhead_report.load(places.results, places),
    ),
    "overhead of adapters": (
        ADAPTER,
        overhead.NAME,
        lambda found: made.overheads([], found),
        lambda places: overhead_report.load(places.results, places),
    ),
    "levels": (
        {**CELLS, "level": "top"},
        "iskein-message",
        lambda found: made.levels("iskein", found),
        lambda places: levels.load(places.results, "iskein", places),
    ),
    "Threefish": (BLOCK, threefish.NAME, made.threefish, threefish.table),
    "hash times": (
        HASH_TIME,
        "gmu",
        lambda found: made.reproduction("gmu", found),
        lambda places: gmu.times_before([], places.results, own_session()),
    ),
}


@pytest.mark.parametrize("name", READERS)
def test_every_reader_names_a_crippled_row(name: str, tmp_path: Path) -> None:
    row, file, make, read = READERS[name]
    put(tmp_path, file, make([row]))
    read(with_repository(tmp_path))
    lacking = "hash_time" if name == "hash times" else "area_ge"
    put(tmp_path, file, make([changed(row, **{lacking: ABSENT})]))
    with pytest.raises(UsageError, match="1 of 1 rows cannot be used") as caught:
        read(with_repository(tmp_path))
    assert rows.called(row) in str(caught.value)
    assert lacking in str(caught.value)


def test_the_report_names_a_crippled_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "mine", made.synthesis([CELLS, changed(PLACED, area=ABSENT)]))
    path = tmp_path / "results" / "mine.json"
    assert main(["report", str(path), "-o", str(tmp_path / "page.html")]) == 2
    assert capsys.readouterr().err == (
        f'hashloom: {path}: 1 of 2 rows cannot be used: no "area": row 2 (sha256/basic on ecp5); measure '
        "such rows anew: make results for the documents of results/, hashloom synth for others\n"
    )
    assert not (tmp_path / "page.html").exists()


def test_what_is_known_is_whole_and_the_rest_is_named(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"rows": [CELLS, crippled(CELLS)], "fast_adders": [crippled(CELLS)]}))
    found = reuse.read([path], here())
    assert [row for entries in found.rows.values() for _, row in entries] == [CELLS]
    first, second = found.remarks(1, "rows")
    assert first.startswith(f"{path}: 1 of 2 rows cannot be used: the area is in GE, and there is no")
    assert first.endswith("row 2 (sha256/basic on osu018); they are not reused")
    assert second.startswith(f"{path}: 1 of 1 rows cannot be used")


def test_a_comparison_goes_on_without_crippled_rows_and_names_them(tmp_path: Path) -> None:
    rows_there = [CELLS, crippled(PLACED), changed(PLACED, area=ABSENT)]
    put(tmp_path, comparison.NAME, made.comparison(rows_there))
    found, (sentence,) = peers.kept(tmp_path / "results", "block", here())
    assert found is not None
    assert found.rows == (CELLS, crippled(PLACED))
    assert "row 3 (sha256/basic on ecp5)" in sentence


def test_a_data_sheet_names_crippled_rows_of_its_design(tmp_path: Path) -> None:
    ours = {**CELLS, "rtl_digest": design_rows.present(CELLS)}
    other = changed(CELLS, architecture="tree", area=ABSENT)
    put(tmp_path, "mine", made.synthesis([other, ours, changed(ours, goal="small", area=ABSENT), HASH_TIME]))
    (tmp_path / "cores").symlink_to(ROOT / "cores")
    package = SimpleNamespace(design=catalogue.resolve_design("sha256/basic", here()))
    found, (sentence,) = datasheet._rows(package, with_repository(tmp_path))  # type: ignore[arg-type]
    assert found == [("mine", ours)]
    assert sentence == (
        'results/mine.json: 1 of 2 rows cannot be used: no "area": row 3 (sha256/basic on osu018)'
    )


def test_a_search_refuses_a_result_without_figures() -> None:
    class Found:
        def row(self) -> Row:
            return changed(CELLS, area=ABSENT)

    options = ExplorationOptions(own_session())
    with pytest.raises(UsageError, match='the records: sha256/basic on osu018 cannot be used: no "area"'):
        exploration._point(Found(), (), Units("osu018", "GE"), options)  # type: ignore[arg-type]


DOCUMENTS = sorted(RESULTS.glob("*.json"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.stem)
def test_every_committed_row_can_be_used(path: Path) -> None:
    document = reader.any_kind(path, here())
    found = [row for key in document.ROWS for row in document.plain().get(key, ())]
    assert found or not document.ROWS
    if path.stem != "nettle":
        assert all(row["state"] == jobs.OK for row in found)


def test_a_committed_row_that_loses_a_figure_is_found(tmp_path: Path) -> None:
    """The rows above are looked at: one of them without its area, among 240, is named."""
    path = Path(shutil.copy(RESULTS / "campaign-gmu.json", tmp_path))
    content = json.loads(path.read_text())
    del content["rows"][100]["area"]
    path.write_text(json.dumps(content))
    with pytest.raises(UsageError, match=r'1 of 240 rows cannot be used: no "area": row 101 \('):
        reader.any_kind(path, here())
