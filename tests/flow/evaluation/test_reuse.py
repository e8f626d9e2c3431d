# SPDX-License-Identifier: Apache-2.0
"""Going on from documents of results: what is the same is taken as it stands, what differs is measured."""

import json
import os
import random
import shutil
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from campaign_laboratory import Trial
from folders import RESULTS
from own_state import here, own_session, session_around

from hashloom import catalogue, flow, targets, vectors, verification
from hashloom.catalogue import rtl
from hashloom.catalogue.design import Design, Tuning
from hashloom.catalogue.rtl import RtlUnit
from hashloom.commands import main
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.evaluation import carry_over, measured_again, reuse
from hashloom.evaluation.passed import vectors_digests
from hashloom.evaluation.synthesis import ASSURED
from hashloom.execution import code, jobs
from hashloom.execution.records import Records
from hashloom.execution.session import Session
from hashloom.flow import Result, cells, fpga, timing, yosys
from hashloom.flow.result import without_absent
from hashloom.formal import relevance
from hashloom.targets import Fpga
from hashloom.verification import Asked, Failure, Verification, basis
from hashloom.verification.cases import files_digest

CAMPAIGN = RESULTS / "campaign-gmu.json"
PROOF = RESULTS / "verification.json"
Row = dict[str, Any]


def document(path: Path, key: str, *rows: Row) -> Path:
    path.write_text(json.dumps({key: rows}))
    return path


def design_of(row: Row) -> Design:
    return catalogue.resolve_design(f"{row['function']}/{row['architecture']}", here())


def tuning_of(row: Row) -> Tuning:
    names = rtl.names("adder_pkg", here())
    settings = tuple((key, names[adder]) for key, adder in sorted(row.get("settings", {}).items()))
    return Tuning(targets.find(row["target"]).technology, row["goal"], row["target"], settings)


def key_of(design: Design, tuning: Tuning, vectors_digest: str) -> str:
    """Key of the verification at both levels of what lies here, with these vectors."""
    digests: dict[str, str] = {level: rtl.unit(design, level, tuning).digest() for level in ASSURED}
    return basis.key(basis.basis(design, ASSURED, digests, vectors_digest, basis.tools(here())))


def assured(row: Row, vectors_digest: str | None = None) -> Row:
    """The row, as if its design had passed what it must pass now; with the vectors here by default."""
    design = design_of(row)
    passed = vectors_digest or files_digest(vectors.files_for(design.function, here()))
    key = key_of(design, tuning_of(row), passed)
    assurance: Row = {"verification": key, "levels": list(ASSURED), "tools": basis.tools(here())}
    proven = relevance.examine(design, rtl.unit(design, "top", tuning_of(row)), own_session())
    assert proven.failure is None, "results/proofs.json has all that speaks of the designs of this repository"
    assurance |= {"proofs": list(proven.names), "proofs_key": proven.key}
    return {**row, "vectors_digest": passed, "assurance": assurance}


def assure(path: Path, function: str = "") -> None:
    """Do that with every row of a document, or those of a function."""
    content = json.loads(path.read_text())
    for name in ("rows", "fast_adders"):
        if name in content:
            content[name] = [
                assured(row) if function in ("", row["function"]) else row for row in content[name]
            ]
    path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n")


def standing(path: Path, row: Row, seeds: int | None = None) -> Result | None:
    """The figures that the document at `path` has of what the row measured."""
    wanted = len(row.get("seeds", ())) if seeds is None else seeds
    return reuse.read([path], here()).standing(design_of(row), row["target"], row["goal"], wanted)


def found(path: Path, row: Row) -> Result | None:
    """The result that it has."""
    return reuse.read([path], here()).result(
        design_of(row), row["target"], row["goal"], len(row.get("seeds", ()))
    )


def rows_of(kind: str) -> list[Row]:
    """Rows of the campaign: of standard cells, mapped, or placed. Skips where the tools are others."""
    rows: list[Row] = json.loads(CAMPAIGN.read_text())["rows"]
    if kind == "cells":
        chosen = [row for row in rows if row["target"] == "osu018"]
    else:
        chosen = [row for row in rows if ("seeds" if kind == "placed" else "mapped_only") in row]
    target = targets.find(chosen[0]["target"])
    try:
        here = fpga.tools(target) if isinstance(target, Fpga) else cells.tools()
    except HashloomError as error:
        pytest.skip(str(error))
    if here != chosen[0]["tools"]:
        pytest.skip("the results were measured with other versions of the tools")
    return chosen


@pytest.fixture(params=["cells", "mapped", "placed"])
def row(request: pytest.FixtureRequest, rng: random.Random) -> Row:
    """A committed row, drawn at random."""
    chosen = rng.choice(rows_of(request.param))
    print(f"row of {chosen['function']}/{chosen['architecture']} on {chosen['target']}")
    return chosen


def test_every_committed_row_is_what_would_be_measured_now() -> None:
    for kind in ("cells", "mapped", "placed"):
        for row in rows_of(kind):
            result = standing(CAMPAIGN, row)
            assert result is not None, (row["function"], row["architecture"], row["target"])
            assert json.dumps(result.row()) == json.dumps(row)


def small_rows() -> list[Row]:
    """Rows of all documents of designs that standard cells take in seconds."""
    found = []
    for path in sorted(RESULTS.glob("*.json")):
        for row in json.loads(path.read_text()).get("rows", ()):
            small = (
                row.get("area_ge") is not None
                and row["area_ge"] < measured_again.QUICK_GE
                and "synthesis_key" in row
            )
            if small and "function" in row and row["target"] in ("osu018", "nangate45"):
                found.append(row)
    return found


@pytest.mark.long
def test_rows_that_are_measured_again_come_out_the_same(
    rng: random.Random, simulation_state: Path, tmp_path: Path
) -> None:
    """To the last digit. One of them, or as many as HASHLOOM_TEST_ROWS says."""
    session = Session(here().keeping(simulation_state), Records(tmp_path / "records.sqlite"))
    for row in rng.sample(small_rows(), int(os.environ.get("HASHLOOM_TEST_ROWS", "1"))):
        print(measured_again.name_of(row))
        made = carry_over.measured_anew(row, session)
        measured_again.compare(row, made)
        with pytest.raises(CheckFailed, match="comes out otherwise, area_ff"):
            measured_again.compare({**row, "area_ff": row["area_ff"] + 1}, made)


def test_figures_of_another_text() -> None:
    """Within a bound of the cells, or of the look-up tables; what the text does not touch is the same."""
    row = next(one for one in small_rows() if measured_again.MEASURED not in one)
    placed = next(one for one in rows_of("placed"))
    ends = ["another_reg", "a_third_reg"]
    made = {**row, "area": row["area"] * 1.019, "clock_mhz": row["clock_mhz"] * 0.981, "critical_path": ends}
    text = {**row, measured_again.MEASURED: "0" * 64}
    measured_again.compare(text, made)
    with pytest.raises(CheckFailed, match="comes out otherwise"):
        measured_again.compare(row, made)
    for key, value in (("area", row["area"] * 1.021), ("area_ff", row["area_ff"] + 1)):
        with pytest.raises(CheckFailed, match=f"comes out otherwise, {key} "):
            measured_again.compare(text, {**made, key: value})
    text = {**placed, measured_again.MEASURED: "0" * 64}
    measured_again.compare(text, {**placed, "area": placed["area"] * 1.1, "seeds": []})
    with pytest.raises(CheckFailed, match="comes out otherwise, clock_mhz "):
        measured_again.compare(text, {**placed, "clock_mhz": placed["clock_mhz"] * 0.84})


def test_a_row_is_mapped_again_for_another_text(simulation_state: Path, tmp_path: Path) -> None:
    """A comment moves all lines and no figure; a row that comes out otherwise keeps its text."""
    session = Session(here().keeping(simulation_state), Records(tmp_path / "records.sqlite"))
    unit = rtl.unit(catalogue.resolve_design("sha1/basic", here()), "core")
    longer = tmp_path / unit.sources[-1].name
    longer.write_bytes(b"// a line\n" + unit.sources[-1].read_bytes())
    measured = asdict(
        flow.measure(unit.with_file(longer), targets.find("osu018", here().libraries), "small", 0, session)
    )
    row = json.loads(json.dumps({"target": "osu018", "goal": "small", **without_absent(measured)}))
    assert measured_again.comes_out(row, unit, session)
    assert not measured_again.comes_out({**row, "area_ff": row["area_ff"] + 1}, unit, session)
    assert not measured_again.comes_out({**row, "placement": {}}, unit, session), "it has no wires then"
    assert not measured_again.comes_out({**row, "area_ge": measured_again.QUICK_GE}, unit, session), (
        "too large"
    )
    assert not measured_again.comes_out({**row, "target": "ecp5"}, unit, session), "FPGAs are not mapped"
    same_text = {**row, "rtl_digest": unit.digest()}
    assert measured_again.comes_out({**same_text, "target": "ecp5"}, unit, session)
    assert not measured_again.comes_out(
        {**same_text, "target": "ecp5", measured_again.MEASURED: "0" * 64}, unit, session
    )


def other(value: Any) -> Any:
    """A value that is another one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, list):
        return value[:-1]
    if isinstance(value, dict):
        return {**value, "pyosys": "0.69"}
    return str(value)[:-1] + ("0" if str(value)[-1] != "0" else "1")


IDENTITY = (
    "function", "architecture", "target", "goal", "state", "netlist_simulated", "tools", "rtl_digest",
    "vectors_digest", "synthesis_key", "flow_digest", "steps", "mapped_only", "seeds", "block_bits",
    "cycles_per_block", "latency_cycles", "clock_mhz", "throughput_gbps",
)  # fmt: skip


def test_a_row_that_differs_in_one_thing_is_not_reused(row: Row, tmp_path: Path) -> None:
    row = assured(row)
    assert found(document(tmp_path / "same.json", "rows", row), row) is not None
    for key in (*IDENTITY, "assurance"):
        if key not in row:
            continue
        changed = document(tmp_path / "changed.json", "rows", {**row, key: other(row[key])})
        assert found(changed, row) is None, key
        without = document(
            tmp_path / "without.json", "rows", {name: value for name, value in row.items() if name != key}
        )
        assert found(without, row) is None, key


@pytest.mark.parametrize(
    "change",
    [
        {"verification": "0" * 64}, {"levels": ["core"]}, {"levels": []},
        {"tools": {"pyosys": "0.69", "C++": "g++"}}, {"tools": {}}, {"proofs_key": "0" * 64},
    ],
)  # fmt: skip
@pytest.mark.sampled(6)
def test_figures_stand_where_the_design_passed_other_checks(
    row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Row
) -> None:
    """They are a result again when the design has passed today's."""
    good = assured(row)
    old = {**good, "assurance": {**good["assurance"], **change}}
    path = document(tmp_path / "old.json", "rows", old)
    assert found(path, row) is None
    assert standing(path, row) is not None
    seen = []

    def passed(design: Design, tuning: Tuning, *arguments: Any, **options: Any) -> Row:
        seen.append((design.name, tuning, options["levels"]))
        same = {name: good["assurance"][name] for name in ("levels", "tools")}
        digests = {"vectors_digest": good["vectors_digest"], "rtl_digests": {"core": row["rtl_digest"]}}
        return {**same, **digests, "key": good["assurance"]["verification"]}

    monkeypatch.setattr(verification, "require_verified", passed)
    session = session_around(Records(tmp_path / "records"))
    before = reuse.read([path], here())
    what = (design_of(row), row["target"], row["goal"], len(row.get("seeds", ())))
    renewed = before.renewed(*what, session)
    assert renewed is not None
    assert renewed.row() == good
    of_now = {"verification", "levels", "tools"}.isdisjoint(change)
    assert seen == ([] if of_now else [(design_of(row).name, tuning_of(row), ASSURED)])
    assert before.remarks(1, "rows") == [f"1 of 1 rows as in {path}"]


@pytest.mark.parametrize("spoilt", [None, "key", "vectors_digest", "levels", "tools", "failed", "design"])
@pytest.mark.sampled(3)
def test_figures_without_assurance_get_that_of_a_verification_of_now(
    row: Row, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spoilt: str | None
) -> None:
    """Of another document, whatever target it was for; of any other verification they get nothing."""
    proven = relevance.Standing("2" * 64, ("message-padder",))
    monkeypatch.setattr(relevance, "examine", lambda *_, **__: proven)
    good = assured(row)
    path = document(tmp_path / "old.json", "rows", {k: v for k, v in good.items() if k != "assurance"})
    entry = {
        **json.loads(PROOF.read_text())["designs"][0],
        "design": design_of(row).name,
        "levels": list(ASSURED),
        "key": good["assurance"]["verification"],
        "tools": good["assurance"]["tools"],
        "vectors_digest": good["vectors_digest"],
        "coverage": {},
    }
    whole = Verification.from_body(entry)
    if spoilt == "failed":
        whole.failures.append(Failure("core", "random", "a message", "1", "0"))
    body = json.loads(json.dumps(whole.body()))
    others: Row = {"design": "sha1/basic" if design_of(row).name != "sha1/basic" else "sha256/basic"}
    others |= {"levels": ["core"], "tools": {"pyosys": "0.69"}}
    if spoilt is not None and spoilt != "failed":
        body[spoilt] = others.get(spoilt, "0" * 64)
    body = json.loads(json.dumps(Verification.from_body(body).body()))
    beside = document(tmp_path / "verification.json", "designs", body)

    def nothing_runs(*_: Any, **__: Any) -> Row:
        raise CheckFailed("it would be verified anew")

    monkeypatch.setattr(verification, "require_verified", nothing_runs)
    what = (design_of(row), row["target"], row["goal"], len(row.get("seeds", ())))
    found = reuse.read([path, beside], here()).renewed(*what, session_around(Records(tmp_path / "records")))
    assert found is not None
    if spoilt is None:
        assert found.row() == good
    else:
        assert (found.state, found.assurance) == (jobs.FAILED_VERIFICATION, None)


def test_other_placements_are_not_reused(rng: random.Random) -> None:
    row = rng.choice(rows_of("placed"))
    assert standing(CAMPAIGN, row, seeds=5) is not None
    for seeds in (0, 1, 4, 6):
        assert standing(CAMPAIGN, row, seeds) is None, seeds


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("cells", lambda patch: patch.setattr(RtlUnit, "digest", lambda unit: "0" * 64)),
        ("cells", lambda patch: patch.setattr(yosys, "version", lambda: "0.69")),
        ("cells", lambda patch: patch.setattr(timing, "version", lambda: "2.0.16")),
        ("cells", lambda patch: patch.setattr(cells, "abc_script", lambda goal, delay: "map\n")),
        ("cells", lambda patch: patch.setattr(yosys, "standard_cells", lambda unit, liberty: ["synth"])),
        ("cells", lambda patch: patch.setattr(timing, "script", lambda *arguments: "report_checks")),
        ("placed", lambda patch: patch.setattr(fpga, "_program_version", lambda *arguments: "0.10")),
        ("placed", lambda patch: patch.setattr(code, "digest", lambda *patterns: "0" * 64)),
        ("cells", lambda patch: patch.setattr(code, "digest", lambda *patterns: "0" * 64)),
        ("placed", lambda patch: change_target(patch, "ecp5", arguments=("--25k",))),
        ("placed", lambda patch: change_target(patch, "ecp5", synthesis="synth_ecp5")),
        ("placed", lambda patch: change_target(patch, "ecp5", levels={})),
        ("mapped", lambda patch: change_target(patch, "virtex5", area_luts=3)),
        ("mapped", lambda patch: change_target(patch, "virtex5", devices={})),
    ],
)
def test_nothing_is_reused_of_other_rtl_tools_or_flow(
    monkeypatch: pytest.MonkeyPatch, kind: str, change: Callable[[pytest.MonkeyPatch], None]
) -> None:
    row = next(row for row in rows_of(kind) if row["target"] in ("osu018", "ecp5", "virtex5"))
    assert standing(CAMPAIGN, row) is not None
    change(monkeypatch)
    assert standing(CAMPAIGN, row) is None


def change_target(monkeypatch: pytest.MonkeyPatch, name: str, **changes: Any) -> None:
    """Make a target another one of the same name."""
    changed = replace(targets.find(name), **changes)
    monkeypatch.setattr(targets, "find", lambda text, libraries=None: changed)


def test_vectors_that_are_missing_here_count_and_others_do_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rng: random.Random
) -> None:
    row = rng.choice(rows_of("mapped"))
    path = document(tmp_path / "rows.json", "rows", assured(row, row["vectors_digest"]))
    folder = tmp_path / "vectors"
    folder.mkdir()
    monkeypatch.setenv("HASHLOOM_VECTORS", str(folder))
    assert found(path, row) is not None
    compact = vectors.compact_file(row["function"])
    assert compact is not None
    shutil.copy(compact, folder / f"{row['function']}.json")
    assert found(path, row) is None


def test_the_digests_of_the_official_vectors() -> None:
    folder = here().official_vectors
    if folder is None:
        pytest.skip("the official vectors are not here")
    for function in catalogue.functions(here()):
        official = vectors.official_file(function.name, here())
        if official is not None:
            here_now = files_digest(vectors.files_for(function, here()))
            assert vectors_digests(function, ("core",), here()) == {here_now}
            assert vectors.official_sha256(function.name) == vectors.read(official).sha256


def entries_with_keys() -> list[Row]:
    """The committed verifications of sha256, as if they had passed what there is to pass now."""
    entries: list[Row] = json.loads(PROOF.read_text())["designs"]
    chosen = [entry for entry in entries if entry["design"].startswith("sha256/")]
    assert len(chosen) > 5
    return [
        {
            **entry,
            "coverage": {},
            "tools": basis.tools(here()),
            "key": key_of(
                catalogue.resolve_design(entry["design"], here()),
                Tuning("asic", "fast"),
                entry["vectors_digest"],
            ),
        }
        for entry in chosen
    ]


def test_verifications_that_would_be_the_same_now(tmp_path: Path, rng: random.Random) -> None:
    entries = entries_with_keys()
    path = document(tmp_path / "passed.json", "designs", *entries)
    before = reuse.read([path], here())
    for entry in entries:
        assert verified(before, entry) is not None, entry["design"]
    assert before.remarks(len(entries), "designs") == [
        f"{len(entries)} of {len(entries)} designs as in {path}"
    ]
    entry = rng.choice(entries)
    print(f"entry of {entry['design']}")
    changes: list[Row] = [
        {"passed": 0}, {"failed": 1}, {"vectors_digest": "0" * 64}, {"seed": 2}, {"effort": "quick"},
        {"key": "0" * 64}, {"tools": {}}, {"tools": {**entry["tools"], "pyosys": "0.69"}},
        {"engine": "cxxrtl"}, {"levels": ["core"]}, {"tuning": {**entry["tuning"], "goal": "small"}},
        {"tuning": {**entry["tuning"], "settings": [["ADDER", 1]]}}, {"failures": [{}]},
        *({"rtl_digests": {**entry["rtl_digests"], level: "0" * 64}} for level in entry["levels"]),
        {"measured": {**entry["measured"], "cycles_block": 7777}}, {"reproduce": "hashloom verify"},
    ]  # fmt: skip
    for change in changes:
        changed = reuse.read([document(tmp_path / "v.json", "designs", {**entry, **change})], here())
        assert verified(changed, entry) is None, change


def verified(before: reuse.Reusable, entry: Row) -> Verification | None:
    """The verification of an entry, as `make results` asks for it."""
    design = catalogue.resolve_design(entry["design"], here())
    return before.verification(design, Asked(Tuning("asic", "fast"), ("core", "top"), "full"))


def test_verify_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is simulated, which would take longer than any test."""
    path = document(tmp_path / "passed.json", "designs", *entries_with_keys())
    carried = json.loads((here().results / "verification.json").read_text())["carried"]
    path.write_text(json.dumps({**json.loads(path.read_text()), "carried": carried}))
    arguments = ["verify", "sha256/all", "--effort", "full", "--reuse", str(path), "--json"]
    assert main(arguments) == 0
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert told["carried"] == carried
    count = len(told["designs"])
    assert f"{count} of {count} designs as in {path}" in captured.err
    assert main([*arguments, "--vectors", "x.json"]) == 2
    assert "--reuse has no use for --vectors" in capsys.readouterr().err


SHA1 = [
    word
    for name in ("basic", "rescheduled", "rescheduled-2", "unrolled-2")
    for word in ("--architecture", name)
]
"""The architectures of SHA-1 that stand beside other cores."""


@pytest.mark.parametrize(
    ("arguments", "name", "function", "remark"),
    [
        (["compare", "sha1", "--target", "osu018", *SHA1], "peers", "sha1", "8 of 8 rows"),
        (["reproduce", "tillich"], "tillich", "", "6 of 6 rows of designs"),
    ],
)
@pytest.mark.long
def test_reports_go_on_from_themselves(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    name: str,
    function: str,
    remark: str,
) -> None:
    """Nothing is synthesised, which would take minutes, and the report stays as it is, with its date."""
    assert rows_of("cells")
    path = Path(shutil.copy(RESULTS / f"{name}.json", tmp_path))
    assure(path, function)
    before = path.read_text()
    assert main([*arguments, "-o", str(tmp_path)]) == 0
    assert f"{remark} as in {path}" in capsys.readouterr().err
    assert path.read_text() == before


def test_synth_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str], rng: random.Random) -> None:
    row = assured(rng.choice(rows_of("cells")))
    path = document(tmp_path / "rows.json", "rows", row)
    command = ["synth", design_of(row).name, "--target", "osu018", "--goal", row["goal"]]
    assert main([*command, "--reuse", str(path), "--json"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out)["rows"] == [row]
    assert f"1 of 1 rows as in {path}" in captured.err
    with_rtl = ["synth", "--rtl", "x.v", "--top", "x", "--target", "osu018", "--reuse", str(CAMPAIGN)]
    assert main(with_rtl) == 2
    assert "--reuse is for designs" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (None, "cannot be read: No such file"),
        ("rows", "is no document of results to go on from: .* is not JSON"),
        ("[]", "is no document of results to go on from"),
        ('{"rows": []}', "is no document of results to go on from"),
    ],
)
def test_a_file_that_is_no_document(tmp_path: Path, text: str | None, complaint: str) -> None:
    path = tmp_path / "x.json"
    if text is not None:
        path.write_text(text)
    with pytest.raises(UsageError, match=complaint):
        reuse.read([path], here())


@pytest.mark.long
def test_a_campaign_goes_on_from_its_results(tmp_path: Path) -> None:
    """On an empty state folder nothing is done again; one more design is all that is measured."""
    trial = Trial(tmp_path, ["sha1/basic", "sha256/basic"], seeds=2)
    assert trial.run("-o", "out").returncode == 0
    path = tmp_path / "out" / "campaign-trial.json"
    first = path.read_text()
    empty = {"HASHLOOM_STATE": str(tmp_path / "empty")}

    plan = trial.run("--plan", "--json", "-o", "out", environment=empty)
    counts = json.loads(plan.stdout)
    assert (counts["results"], counts["adopted_results"], counts["recorded_results"]) == (2, 2, 0)
    assert counts["jobs"] == 0
    again = trial.run("-o", "out", environment=empty)
    assert "2 of 2 rows as in out/campaign-trial.json" in again.stderr
    assert path.read_text() == first

    trial.write(["sha1/basic", "sha256/basic", "sha512/basic"], seeds=2)
    more = trial.run("-o", "out", environment=empty)
    assert "[3/3 jobs, 3/3 results: 3 ok;" in more.stderr
    assert "2 of 3 rows as in out/campaign-trial.json" in more.stderr
    second = path.read_text()
    before, after = json.loads(first), json.loads(second)
    assert after["rows"][:2] == before["rows"]
    assert after["rows"][2]["function"] == "sha512"
    assert after["provenance"]["job_seconds"] > before["provenance"]["job_seconds"]

    assert trial.run("-o", "out", environment=empty).returncode == 0
    assert path.read_text() == second  # what was added is not added again
    fresh = trial.run("-o", "out", "--again", environment=empty)
    assert "rows as in" not in fresh.stderr
    assert "[9/9 jobs, 3/3 results: 3 ok;" in fresh.stderr
    assert json.loads(path.read_text())["rows"] == after["rows"]


def test_results_that_cannot_be_read_are_not_written_over(tmp_path: Path) -> None:
    trial = Trial(tmp_path, ["sha1/basic"], seeds=1)
    path = tmp_path / "out" / "campaign-trial.json"
    path.parent.mkdir()
    path.write_text("{")
    assert trial.run("-o", "out").returncode == 2
    assert path.read_text() == "{"
