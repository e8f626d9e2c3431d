# SPDX-License-Identifier: Apache-2.0
"""Campaigns before they run: what a file says, what the records know, how long it will take, what is next."""

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from folders import ROOT
from own_state import here, own_records, session_around

from hashloom import campaign, catalogue
from hashloom.campaign import Item, Plan
from hashloom.campaign.document import document, text
from hashloom.campaign.estimate import Estimate, Estimates
from hashloom.campaign.graph import Graph, Task, makespan
from hashloom.campaign.job import LOG_KIND, End, Job, job_of, log
from hashloom.commands import main
from hashloom.errors import UsageError
from hashloom.execution import jobs
from hashloom.execution.jobs import Limits
from hashloom.execution.records import Records, Snapshot
from hashloom.execution.session import Reuse, Session, again
from hashloom.execution.steps import Action, NotDone
from hashloom.flow import cells, fpga

LIMITS = Limits(memory_bytes=2**34, wall_seconds=7200.0)


@pytest.fixture(autouse=True)
def records(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Records:
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.delenv("HASHLOOM_RECORDS", raising=False)
    return own_records()


def write(folder: Path, content: str) -> Path:
    path = folder / "trial.toml"
    path.write_text(content)
    return path


def read(folder: Path, content: str) -> campaign.Campaign:
    return campaign.read(write(folder, content), here())


def item(design: str, target: str = "osu018", goal: str = "fast", seeds: int = 5) -> Item:
    return Item(catalogue.resolve_design(design, here()), target, goal, seeds, LIMITS)


def test_sweeps_are_products_with_defaults_of_the_file(tmp_path: Path) -> None:
    found = read(
        tmp_path,
        """
        name = "trial-1"
        title = "A trial"
        targets = ["osu018"]
        seeds = 3
        [[sweep]]
        designs = ["sha1", "sha256/all"]
        goals = ["small", "fast"]
        [[sweep]]
        designs = ["sha1"]
        targets = ["ecp5"]
        seeds = 7
        timeout_s = 10.5
        memory_gib = 0.5
        """,
    )
    assert (found.name, found.title) == ("trial-1", "A trial")
    sha256 = [d for d in catalogue.designs(here()) if d.function.name == "sha256"]
    assert found.items == (
        *(
            Item(design, "osu018", goal, 3, LIMITS)
            for design in [catalogue.resolve_design("sha1", here()), *sha256]
            for goal in ("small", "fast")
        ),
        Item(catalogue.resolve_design("sha1", here()), "ecp5", "fast", 7, Limits(2**29, 10.5)),
    )
    assert found.expanded == {"sha1": "sha1/basic"}
    assert list(found.items[-1].placements) == [1, 2, 3, 4, 5, 6, 7]
    assert list(found.items[0].placements) == []


def test_everything_in_the_catalogue(tmp_path: Path) -> None:
    found = read(tmp_path, 'targets = ["osu018"]\n[[sweep]]\ndesigns = ["all"]\n')
    assert [one.design for one in found.items] == catalogue.designs(here())
    assert (found.name, found.title) == ("trial", "trial")


def test_a_target_file_lies_beside_the_campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(
        "from dataclasses import replace\nfrom hashloom import targets\n"
        "TARGET = replace(targets.find('osu018'), name='mine')\n"
    )
    path = write(tmp_path, '[[sweep]]\ndesigns = ["sha1"]\ntargets = ["mine.py"]\n')
    monkeypatch.chdir("/")
    (found,) = campaign.read(path, here()).items
    assert found.target == str(tmp_path / "mine.py")
    assert str(found) == "sha1/basic fast on mine"


def test_an_item_named_twice_is_one(tmp_path: Path) -> None:
    sweep = '[[sweep]]\ndesigns = ["sha1/basic", "sha1"]\ntargets = ["osu018", "osu018"]\n'
    assert len(read(tmp_path, sweep * 2).items) == 1
    with pytest.raises(
        UsageError, match="line 4, sweep 2: it and one before it both name sha1/basic fast on osu018"
    ):
        read(tmp_path, f"{sweep}{sweep}seeds = 4\n")


SWEEP = '[[sweep]]\ndesigns = ["sha1"]\ntargets = ["osu018"]\n'


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("[[sweep]\n", r"trial\.toml is not a TOML file: .*line 1"),
        ("", "there is no sweep; begin one with"),
        ("sweep = 3", "there is no sweep"),
        (f"seed = 3\n{SWEEP}", "line 1, the top of the file has no entry 'seed'; the nearest known: seeds"),
        (f"{SWEEP}desing = 3", "line 4, sweep has no entry 'desing'; the nearest known: designs"),
        (f"{SWEEP}{SWEEP}x = 3", "line 7, sweep 2 has no entry 'x'; known: targets, goals, seeds"),
        ('[[sweep]]\ntargets = ["osu018"]', "line 1, sweep: designs is missing; it must be a list of names"),
        ('[[sweep]]\ndesigns = ["sha1"]', "line 1, sweep: targets is missing; it must be a list of names"),
        (
            '[[sweep]]\ndesigns = "sha1"\ntargets = ["osu018"]',
            "line 2, sweep: designs is 'sha1'; it must be a list",
        ),
        (
            f"{SWEEP}seeds = -1",
            "line 4, sweep: seeds is -1; it must be a number of placements, 0 to map only",
        ),
        (f"{SWEEP}seeds = true", "line 4, sweep: seeds is true; it must"),
        (f"{SWEEP}timeout_s = 0", "sweep: timeout_s is 0; it must be a positive number"),
        (f'{SWEEP}memory_gib = "16"', "sweep: memory_gib is '16'; it must be a positive number"),
        (f'{SWEEP}goals = ["fats"]', "line 4, sweep, goals 1: unknown goal 'fats'; the nearest known: fast$"),
        (
            SWEEP.replace("osu018", "osu81"),
            "line 3, sweep, targets 1: unknown target 'osu81'; the nearest known: osu018",
        ),
        (SWEEP.replace("osu018", "x.py"), r"line 3, sweep, targets 1: there is no target file .*x\.py"),
        (
            SWEEP.replace("sha1", "sha257/all"),
            "line 2, sweep, designs 1: unknown function 'sha257'; .*sha256",
        ),
        (
            SWEEP.replace("sha1", "sha1/baisc"),
            "line 2, sweep, designs 1: sha1 has no architecture 'baisc'; the nearest .*basic",
        ),
        (f'name = "a/b"\n{SWEEP}', "line 1: name is 'a/b'; it must be letters, digits"),
        (f"{SWEEP}[sweep.designs]", "trial.toml is not a TOML file: Cannot declare"),
        (
            f"targets = ['osu018']\n# all\n{SWEEP}\n# last\n[[sweep]]\ndesigns = [\n 'sha1',\n 'sha257',\n]",
            "line 11, sweep 2, designs 2: unknown function 'sha257'",
        ),
        (f"goals = [\n]\n{SWEEP}", r"line 1: goals is \[\]; it must be a list that is not empty"),
        (
            f"seeds = 1.5\ntimeout_s = 1e9\n{SWEEP}",
            "line 1: seeds is 1.5; .*; line 2: timeout_s is 1000000000.0; ",
        ),
        ("[sweep]\n", "there is no sweep; begin one with"),
        ("sweep = [3]", "line 1, sweep: entry 1 is 3; it must be a table$"),
        (f"title = 3\n{SWEEP}", "line 1: title is 3; it must be a text in quotation marks"),
    ],
)
def test_mistakes_in_a_file(tmp_path: Path, content: str, complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint) as caught:
        read(tmp_path, content)
    assert str(caught.value).startswith(str(tmp_path / "trial.toml"))
    assert "\n" not in str(caught.value)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        campaign.read(tmp_path / "none.toml", here())
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(UsageError, match="cannot be read: it is no text"):
        campaign.read(tmp_path / "binary.toml", here())


def test_a_part_of_a_campaign(tmp_path: Path) -> None:
    whole = read(
        tmp_path,
        '[[sweep]]\ndesigns = ["sha1/all", "sha256", "sha512"]\ntargets = ["osu018", "ecp5"]\n',
    )
    assert whole.selected([], []) == whole.items
    assert {one.design.name for one in whole.selected(["sha256"], [])} == {"sha256/basic"}
    assert {one.design.name for one in whole.selected(["*/basic"], ["ecp5"])} == {
        "sha1/basic",
        "sha256/basic",
        "sha512/basic",
    }
    sha1 = [one for one in whole.items if (one.design.function.name, one.target) == ("sha1", "ecp5")]
    assert list(whole.selected(["sha1", "sha1/basic"], ["ecp5"])) == sha1
    assert len(sha1) > 3
    with pytest.raises(UsageError, match="trial has no design 'sha521'; the nearest known: sha512/basic"):
        whole.selected(["sha521"], [])
    with pytest.raises(UsageError, match=r"trial has no target 'nangate45'; .*osu018"):
        whole.selected([], ["nangate45"])


def test_the_demo_of_this_repository() -> None:
    found = campaign.read(ROOT / "campaigns" / "demo.toml", here())
    assert {one.target for one in found.items} == {"osu018"}
    assert len(found.items) == 4


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["-j", "0"], "0 processes cannot do anything"),
        (["--design", "sha1", "-o", "out"], "leave out --design and --target, or -o"),
        (["--design", "md5"], "the campaign trial has no design 'md5'"),
        (["--scheduler", "somewhere"], "'somewhere' is no address of a Dask scheduler"),
    ],
)
def test_wrong_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], complaint: str
) -> None:
    assert main(["campaign", str(write(tmp_path, SWEEP)), *arguments]) == 2
    assert complaint in capsys.readouterr().err


def test_a_plan_without_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sweep = '[[sweep]]\ndesigns = ["sha1", "sha256"]\ntargets = ["osu018", "ecp5"]\n'
    assert main(["campaign", str(write(tmp_path, sweep)), "--plan", "--json", "-j", "2"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {
        "kind": "campaign-plan",
        "schema": 1,
        "campaign": "trial",
        "designs": 2,
        "targets": 2,
        "results": 4,
        "recorded_results": 0,
        "adopted_results": 0,
        "placements": 10,
        "jobs": 14,
        "placement_jobs": 10,
        "unknown_jobs": 14,
        "workers": 2,
        "cpu_seconds": None,
        "wall_seconds": None,
        "memory_mib": None,
    }
    assert "no estimate of these jobs: nothing like that has been done here before" in captured.err


# Estimates.


def did(records: Records, design: str, target: str, seconds: float, memory_mib: int, seed: int = 0) -> None:
    """Record that a job was done."""
    job = Job(design, target, "fast", (), LIMITS, seed, "rtl")
    log(job, End(jobs.OK, seconds=seconds, memory_mib=memory_mib, worked=True), 2, records)


def estimate(records: Records, design: str, target: str, seed: int = 0) -> Estimate | None:
    return Estimates(Snapshot(records), here()).of(Job(design, target, "fast", (), LIMITS, seed, "rtl"))


def sized(records: Records, design: str, luts: int) -> None:
    """Record that a design was mapped to so many LUT."""
    function, _, architecture = design.partition("/")
    measurement = {"area_lut": luts, "synthesis_key": "", "rtl_digest": "", "seeds": []}
    body = {
        "function": function, "architecture": architecture, "target": "ecp5",
        "measurement": measurement, "vectors_digest": "",
    }  # fmt: skip
    records.put("result", design, body)


def test_estimates_of_the_same_design_on_the_same_target(records: Records) -> None:
    for seconds, memory in ((10, 100), (14, 90), (90, 500)):
        did(records, "sha1/basic", "osu018", seconds, memory)
    did(records, "sha1/basic", "osu018", 1000, 1, seed=1)
    assert estimate(records, "sha1/basic", "osu018") == Estimate(14, 100)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (LOG_KIND, {}),
        (LOG_KIND, {"design": "sha1/basic", "target": "osu018", "seed": 0, "seconds": "9", "max_rss_mib": 1}),
        (LOG_KIND, {"design": ["sha1"], "target": "osu018", "seed": 0, "seconds": 9, "max_rss_mib": 1}),
        ("result", {"function": "sha1"}),
        ("result", {"function": "sha1", "architecture": "basic", "target": "osu018", "measurement": []}),
        ("verification", {"rtl_digests": 5}),
        (fpga.ROUTING_KIND, {"seed": 1}),
        (cells.KIND, {"seconds": None}),
    ],
)
def test_a_record_of_another_shape_gives_no_estimate(
    records: Records, kind: str, body: dict[str, Any]
) -> None:
    """Nor does it keep the others from giving one."""
    records.put(kind, "odd", body)
    assert estimate(records, "sha1/basic", "osu018") is None
    did(records, "sha1/basic", "osu018", 10, 100)
    assert estimate(records, "sha1/basic", "osu018") == Estimate(10, 100)


def test_estimates_from_another_target(records: Records) -> None:
    did(records, "sha1/basic", "osu018", 10, 100)
    assert estimate(records, "sha1/basic", "nangate45") == Estimate(10, 100)
    for design in ("sha256/basic", "sha512/basic"):
        did(records, design, "osu018", 20, 200)
        did(records, design, "nangate45", 30, 500)
    found = estimate(records, "sha1/basic", "nangate45")
    assert found is not None
    assert (found.seconds, found.memory_mib) == pytest.approx((15, 250))


def test_estimates_from_relatives(records: Records) -> None:
    did(records, "sha512/basic", "osu018", 50, 100)
    assert estimate(records, "sha384/basic", "osu018") == Estimate(50, 100)
    assert estimate(records, "sha256/basic", "osu018") is None  # its block is shorter
    assert estimate(records, "sha384/tree", "osu018") is None


def test_estimates_from_designs_of_similar_size(records: Records) -> None:
    sizes = {"sha1/basic": 1000, "sha256/basic": 1100, "cubehash-r2-256/basic": 1200, "jh-r2-256/basic": 2600}
    for design, luts in sizes.items():
        sized(records, design, luts)
        did(records, design, "ecp5", luts / 10, 100, seed=1)
    sized(records, "luffa-r2-256/basic", 1900)
    found = estimate(records, "luffa-r2-256/basic", "ecp5", seed=1)
    assert found is not None
    assert found.seconds == 120  # of 110, 120 and 260, the nearest
    sized(records, "hamsi-r2-256/basic", 9000)
    assert estimate(records, "hamsi-r2-256/basic", "ecp5", seed=1) is None
    assert estimate(records, "luffa-r2-256/basic", "ecp5") is None  # no mapping was done


def test_estimates_of_what_no_campaign_did(records: Records) -> None:
    records.put("standard-cells", "s", {"seconds": 20.0, "max_rss_mib": 150, "state": "ok"})
    records.put("verification", "v", {"rtl_digests": {"core": "r"}, "seconds": 5.0})
    measurement = {"synthesis_key": "s", "rtl_digest": "r", "seeds": [], "area_ge": 7000.0}
    body = {"function": "sha1", "architecture": "basic", "target": "osu018", "vectors_digest": "d"}
    records.put("result", "x", {**body, "measurement": measurement})
    assert estimate(records, "sha1/basic", "osu018") == Estimate(25, 150)


# The order of jobs.


def tasks(*lengths: tuple[float | None, ...]) -> tuple[list[Task], dict[Job, float | None]]:
    """Tasks of a `prepare` and placements with these seconds; each design has RTL of its own."""
    made: list[Task] = []
    seconds: dict[Job, float | None] = {}
    for number, (first, *rest) in enumerate(lengths):
        prepare = Job(f"d{number}", "ecp5", "fast", (), LIMITS, 0, f"rtl{number}")
        places = [
            Job(prepare.design, "ecp5", "fast", (), LIMITS, seed, prepare.rtl)
            for seed in range(1, len(rest) + 1)
        ]
        made.append(Task(prepare, places))
        seconds |= dict(zip([prepare, *places], (first, *rest), strict=True))
    return made, seconds


def known(seconds: dict[Job, float | None]) -> dict[Job, float]:
    """The seconds of jobs that are all known."""
    assert None not in seconds.values()
    return {job: value for job, value in seconds.items() if value is not None}


def names(graph: Graph) -> list[tuple[str, int]]:
    """Order in which jobs are taken when each ends before the next begins."""
    order = []
    while (job := graph.take()) is not None:
        order.append((job.design, job.seed))
        graph.ended(job, End(jobs.OK))
    return order


def test_long_jobs_first_and_what_leads_to_them() -> None:
    made, seconds = tasks((1, 5), (3,), (2, 2, 9))
    graph = Graph(made, seconds.get)
    assert names(graph) == [("d2", 0), ("d2", 2), ("d0", 0), ("d0", 1), ("d1", 0), ("d2", 1)]
    assert graph.finished


def test_what_is_not_known_counts_as_the_longest() -> None:
    made, seconds = tasks((50,), (None,), (60,))
    assert [name for name, _ in names(Graph(made, seconds.get))] == ["d1", "d2", "d0"]


def test_placements_wait_for_a_good_mapping() -> None:
    made, seconds = tasks((1, 1, 1))
    graph = Graph(made, seconds.get)
    prepare = graph.take()
    assert prepare is not None
    assert graph.take() is None
    assert not graph.finished
    assert graph.ended(prepare, End(jobs.TIMED_OUT)).complete
    assert graph.take() is None
    assert graph.finished


def test_the_same_work_for_two_functions_is_done_once() -> None:
    prepare = [Job(name, "ecp5", "fast", (), LIMITS, 0, "the same") for name in ("keccak", "sha3")]
    graph = Graph([Task(job, ()) for job in prepare], lambda job: 1.0)
    first = graph.take()
    assert first is not None
    assert graph.take() is None
    graph.ended(first, End(jobs.OK))
    assert graph.take() in prepare


def test_only_what_fits_is_taken() -> None:
    made, seconds = tasks((9,), (5,))
    graph = Graph(made, seconds.get)
    job = graph.take(lambda job: job.design == "d1")
    assert job is not None
    assert job.design == "d1"


def test_wall_time_of_several_workers() -> None:
    made, seconds = tasks((1, 4, 4), (3,))
    assert makespan(Graph(made, seconds.get), known(seconds), 1) == 12
    made, seconds = tasks((1, 4, 4), (3,))
    assert makespan(Graph(made, seconds.get), known(seconds), 2) == 7


# What the records know.


def test_what_is_recorded_is_known_and_nothing_else(records: Records) -> None:
    counter, nothing = itertools.count(), Reuse()

    def work(folder: Path, session: Session) -> dict[str, object]:
        next(counter)
        return {"state": state}

    def do(limits: Limits = LIMITS, reuse: Reuse = nothing) -> str:
        return Action("kind", {"a": 1}, limits, work).perform(session_around(records, reuse)).state

    def ask(limits: Limits = LIMITS, reuse: Reuse = nothing) -> str:
        session = session_around(Snapshot(records), reuse).asking()
        return Action("kind", {"a": 1}, limits, work).perform(session).state

    state = jobs.TIMED_OUT
    with pytest.raises(NotDone):
        ask()
    do()
    assert ask() == jobs.TIMED_OUT
    with pytest.raises(NotDone):
        ask(reuse=again("failed"))
    longer = Limits(LIMITS.memory_bytes, 9999.0)
    with pytest.raises(NotDone):
        ask(longer)
    state, later = jobs.OK, again("failed")
    do(reuse=later)
    for reuse in (nothing, later, again("failed")):
        assert ask(reuse=reuse) == ask(longer, reuse) == jobs.OK
    with pytest.raises(NotDone):
        ask(reuse=again("all"))
    assert next(counter) == 2
    assert [body["attempt"] for body in records.all("kind")] == [0, 1]


def test_asking_writes_nothing(records: Records) -> None:
    asking = session_around(records).asking()
    asking.put("kind", "key", {"a": 1})
    assert records.get("kind", "key") is None
    with pytest.raises(AssertionError):
        Snapshot(records).put("kind", "key", {"a": 1})


def test_what_another_machine_recorded_is_a_further_attempt(records: Records) -> None:
    crash, good = {"state": jobs.TOOL_CRASH, "attempt": 0}, {"state": jobs.OK, "attempt": 0}
    records.add("kind", "key", crash)
    records.add("kind", "key", {**crash, "attempt": 3})  # the same again
    records.add("kind", "key", good)
    records.add("kind", "key", crash)  # what ended well stays the last
    assert [one.body for one in records.attempts("kind", "key")] == [crash, {**good, "attempt": 1}]
    records.add("result", "key", {"measurement": {}})
    assert records.get("result", "key") == {"measurement": {}}


def test_times_of_all_runs_of_a_campaign(records: Records, tmp_path: Path) -> None:
    """Two jobs side by side, a pause, one more; one of another campaign and one done twice."""
    whole = read(tmp_path, '[[sweep]]\ndesigns = ["sha1/all"]\ntargets = ["osu018"]\n')
    spans = [(100.0, 50.0, 2), (120.0, 40.0, 2), (500.0, 30.0, 3)]
    identities = [job_of(one).identity() for one in whole.items]
    records.put(LOG_KIND, "early", {**identities[0], "ended": 9.0, "seconds": 9.0, "workers": 1})
    for identity, (ended, seconds, workers) in zip(identities, spans, strict=False):
        records.put(
            LOG_KIND, str(ended), {**identity, "ended": ended, "seconds": seconds, "workers": workers}
        )
    other = {**identities[0], "design": "sha256/basic", "ended": 999.0, "seconds": 99.0, "workers": 9}
    records.put(LOG_KIND, "other", other)
    found = document(whole, [], records)["provenance"]
    assert (found["workers"], found["wall_seconds"], found["job_seconds"]) == (3, 100.0, 120.0)
    assert found["date"] == "1970-01-01"


def test_the_file_has_a_row_per_line() -> None:
    content = {"campaign": "x", "targets": {"t": {"placed": True}}, "rows": [{"a": 1}, {"b": [2, 3]}]}
    written = text(content)
    assert json.loads(written) == content
    assert {'{"a": 1},', '{"b": [2, 3]}'} <= set(written.splitlines())
    assert json.loads(text({"rows": []})) == {"rows": []}


def test_a_setting_that_does_not_fit(records: Records) -> None:
    wrong = Item(catalogue.resolve_design("sha1", here()), "osu018", "fast", 0, LIMITS, (("NONE", 1),))
    with pytest.raises(UsageError, match="sha1/basic has no parameter 'NONE'"):
        Plan([wrong], session_around(records))


def test_a_tool_that_is_missing_costs_its_items_only(tmp_path: Path, records: Records) -> None:
    (tmp_path / "mine.py").write_text(
        "from dataclasses import replace\nfrom hashloom import targets\n"
        "TARGET = replace(targets.find('ecp5'), name='mine', program='nextpnr-none')\n"
    )
    plan = Plan([item("sha1", str(tmp_path / "mine.py")), item("sha1")], session_around(records))
    missing, there = plan.entries.values()
    assert missing.result is not None
    assert missing.result.state == jobs.TOOL_CRASH
    assert "nextpnr-none is not installed" in str(missing.result.measurement.message)
    assert there.result is None
