# SPDX-License-Identifier: Apache-2.0
"""What --json prints is checked by the model of its kind, in every command."""

import ast
import importlib
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import jsonschema
import measured_rows
import pytest
from folders import ROOT
from own_state import here

from hashloom import campaign, catalogue, commands, export, lint, targets
from hashloom.commands import _documents, main
from hashloom.errors import HashloomError
from hashloom.execution import jobs
from hashloom.execution.steps import Step
from hashloom.export import trial
from hashloom.models import skein
from hashloom.mutation import hunt
from hashloom.results import printed, schemas
from hashloom.results.reader import MODELS
from hashloom.results.versions import PRINTED, VERSIONS, Content, stamped
from hashloom.software import saved

FOLDER = ROOT / "hashloom" / "commands"
COMMITTED: dict[str, Content] = {
    path.stem: json.loads(path.read_text()) for path in sorted((ROOT / "results").glob("*.json"))
}
Patch = pytest.MonkeyPatch
SKEIN = "skein-1.3-256-256"


class Found(SimpleNamespace):
    """What a command has found: a document that is committed."""

    rows: tuple[Any, ...] = ()
    findings: tuple[Any, ...] = ()

    def document(self) -> Content:
        content: Content = self.content
        return content

    def complete(self) -> bool:
        return True

    good = complete


class Case(NamedTuple):
    """A command line and the kind that it prints; `prepare` takes the work out of it."""

    command: str
    arguments: tuple[str, ...]
    kind: str
    prepare: Callable[[Patch, Path], None] = lambda patch, folder: None


def finding(function: str, document: str) -> Callable[[Patch, Path], None]:
    """Have a function find a committed document."""
    found = Found(content=COMMITTED[document])
    return lambda patch, folder: patch.setattr(function, lambda *_, **__: found)


def bench(patch: Patch, folder: Path) -> None:
    finding("hashloom.software.benchmark.measure", "bench")(patch, folder)
    patch.setattr("hashloom.commands.bench.benchmark.remarks", lambda measurement: [])


def bench_files(patch: Patch, folder: Path) -> None:
    patch.setattr("hashloom.software.benchmark.files.measure", lambda *_: measured_rows.files())


def run_campaign(patch: Patch, folder: Path) -> None:
    class Nothing:
        workers = 1

        def __enter__(self) -> tuple[Any, Any]:
            plan = SimpleNamespace(summary=lambda workers: PLAN, adopted=[])
            return plan, SimpleNamespace(workers=1)

        def __exit__(self, *_: object) -> None:
            pass

    PLAN = {"designs": 0, "targets": 0, "results": 0, "placements": 0, "recorded_results": 0}
    PLAN |= {"adopted_results": 0, "jobs": 0}
    patch.setattr(campaign, "prepared", lambda *_, **__: Nothing())
    patch.setattr(campaign, "execute", lambda *_: SimpleNamespace(results=[]))
    patch.setattr("hashloom.commands.campaign.summary_lines", lambda *_: [])
    patch.setattr("hashloom.commands.campaign.document", lambda *_: COMMITTED["campaign-gmu"])


def carry_over(patch: Patch, folder: Path) -> None:
    note = {"date": "2026-01-02", "keys": ["synthesis_key"], "from": "0" * 64, "seed": 1, "of": 2}
    content = {**COMMITTED["threefish"], "carried": [{**note, "among": {}, "sample": ["x"]}]}
    (folder / "x.json").write_text(json.dumps(COMMITTED["threefish"]))
    patch.setattr("hashloom.commands.carry_over.carried_over", lambda *_: {folder / "x.json": content})
    patch.setattr("hashloom.commands.carry_over.writer.check", lambda *_: None)
    patch.setattr("hashloom.commands.carry_over.writer.write", lambda *_: None)


def save(patch: Patch, folder: Path) -> None:
    function = catalogue.resolve_function(SKEIN, here())
    at = skein.model(function).initial_value()
    Path("state").write_bytes(saved.State(32, "1.3", 256, 0, at, at, bytes(32)).data())


def explore(patch: Patch, folder: Path) -> None:
    rows = [COMMITTED["campaign-gmu"]["rows"][0]]
    content = stamped("exploration", {"function": rows[0]["function"], "rows": rows, "answers": []})
    patch.setattr("hashloom.commands.explore.exploration.explore", lambda *_: Found(content=content))


def export_package(patch: Patch, folder: Path) -> None:
    proof = {"method": "x", "register_bits": 1, "tool": "yosys"}
    patch.setattr(
        "hashloom.commands.export.packages.export",
        lambda package, folder, *_, **__: export.Exported(package, folder, ("README.md",), 2, proof),
    )


def catch_faults(patch: Patch, folder: Path) -> None:
    caught = hunt.Catch("caught", "sha1/basic (core)", "known answers", 1.0)
    patch.setattr(hunt, "hunt", lambda chosen, *_: [caught for _ in chosen])


def read_rtl(patch: Patch, folder: Path) -> None:
    patch.setattr(
        lint, "reading", lambda unit, reader, _: lint.Reading(unit.name, reader, unit.digest(), (), 0.1)
    )


def prove(patch: Patch, folder: Path) -> None:
    def proven(*_: object) -> Step:
        return Step("proof", "", {"state": jobs.OK, "answer": "proven", "seconds": 1.0}, folder)

    def refuted(*_: object) -> Step:
        body = {"state": jobs.FAILED_VERIFICATION, "answer": "refuted", "message": "a fails"}
        return Step("proof", "", body, folder)

    patch.setattr("hashloom.commands.prove.runs.prove", proven)
    patch.setattr("hashloom.commands.prove.runs.prove_faulty", refuted)


def carry_proofs_over(patch: Patch, folder: Path) -> None:
    note = {"date": "2026-01-02", "seed": 1, "of": 2, "sample": ["sha1-turns"]}
    patch.setattr("hashloom.commands.prove.carry_over", lambda *_: {"sha1-turns": {"carried": [note]}})
    patch.setattr("hashloom.commands.prove.results.save", lambda *_: folder)


def reproduce(patch: Patch, folder: Path) -> None:
    report = Found(content=COMMITTED["nettle"], designs=lambda: 0)
    paper = SimpleNamespace(name="nettle", takes=(), make=lambda *_: report)
    patch.setattr("hashloom.commands.reproduce.reproduction.load", lambda name: paper)


def synth(patch: Patch, folder: Path) -> None:
    rows = COMMITTED["candidates"]["rows"][:2]
    patch.setattr("hashloom.commands.synth.synthesise_designs", lambda arguments: (rows, {}))


def try_exports(patch: Patch, folder: Path) -> None:
    patch.setattr(trial, "simulators", lambda: None)
    patch.setattr(trial, "attempt", lambda *_, **__: Found())
    finding("hashloom.export.trial.Trials", "exports")(patch, folder)


def verify(patch: Patch, folder: Path) -> None:
    class Result(Found):
        passed, failed = 1, 0

        def body(self) -> dict[str, Any]:
            return dict(COMMITTED["verification"]["designs"][0])

    lab = SimpleNamespace(
        verify_all=lambda *_, **__: [Result()],
        recorded=0,
        reusable=SimpleNamespace(remarks=lambda *_: [], carried=dict),
    )
    patch.setattr("hashloom.commands.verify.laboratory_argument", lambda *_: lab)


def verify_software(patch: Patch, folder: Path) -> None:
    patch.setattr("hashloom.commands.verify_software.find", lambda names: [])
    patch.setattr("hashloom.commands.verify_software.document", lambda *_: COMMITTED["software-verification"])


CASES = [
    Case("bench", (), "benchmark", bench),
    Case("bench-files", (), "files-benchmark", bench_files),
    Case("campaign", ("campaigns/demo.toml", "--plan", "-j", "1"), "campaign-plan"),
    Case("campaign", ("campaigns/demo.toml", "-j", "1"), "campaign", run_campaign),
    Case("carry-over", ("x.json", "--from", "."), "carried-over", carry_over),
    Case(
        "compare",
        ("--target", "osu018"),
        "comparison",
        finding("hashloom.analysis.comparison.compare", "peers"),
    ),
    Case("context", (SKEIN, "state", "--from", "libskein", "--to", "hardware", "-o", "out"), "context", save),
    Case("explore", ("sha1", "--target", "osu018"), "exploration", explore),
    Case("export", ("sha1", "-o", "package"), "export", export_package),
    Case("faults", ("--list",), "fault-list"),
    Case("faults", ("sha1",), "faults", catch_faults),
    Case("fsck", (), "fsck"),
    Case("gc", ("--dry-run",), "gc"),
    Case("hash", ("sha1", "message", "--engine", "model"), "hash"),
    Case("lint", ("sha1/basic", "--level", "core"), "lint", read_rtl),
    Case("list", (), "list"),
    Case("list", ("targets",), "list"),
    Case("mutate", ("sha1/basic",), "mutation", finding("hashloom.mutation.study", "mutation-sha1")),
    Case("overhead", ("--bus",), "overhead", finding("hashloom.commands.overhead.assemble", "overhead")),
    Case("prove", ("--list",), "proof-list"),
    Case("prove", ("sha1-turns",), "proofs", prove),
    Case("prove", ("--uses",), "proof-uses", finding("hashloom.commands.prove.collect", "proof-uses")),
    Case("prove", ("--carry-over", "1", "-o", "out"), "proofs-carried-over", carry_proofs_over),
    Case("renew", ("--list", "-o", "out"), "renewal"),
    Case("report", ("results/campaign-gmu.json", "--csv", "table.csv"), "report"),
    Case("reproduce", ("nettle",), "reproduction", reproduce),
    Case("show", ("sha1",), "show"),
    Case("synth", ("sha1", "--target", "osu018"), "synthesis", synth),
    Case("try-exports", ("--count", "1"), "exports", try_exports),
    Case("verify", ("sha1/basic",), "verification", verify),
    Case("verify-software", (), "software-verification", verify_software),
]


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """An empty folder to work in, and an empty state folder; nothing is measured."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HASHLOOM_STATE", str(tmp_path / "state"))
    monkeypatch.setenv("HASHLOOM_RECORDS", str(tmp_path / "records.sqlite"))
    monkeypatch.setattr("hashloom.commands.overhead.adapter_overhead", lambda *_: ())
    Path("message").write_text("abc")


def run(case: Case, patch: Patch) -> int:
    case.prepare(patch, Path.cwd())
    return main([case.command, *case.arguments, "--json"])


def named(case: Case) -> str:
    return f"{case.command} {case.kind}"


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_command_prints_a_document_of_its_kind(
    case: Case, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(case, monkeypatch) == 0, capsys.readouterr().err
    found = json.loads(capsys.readouterr().out)
    assert list(found)[:2] == ["kind", "schema"]
    assert (found["kind"], found["schema"]) == (case.kind, (VERSIONS | PRINTED)[case.kind])
    schema = json.loads((ROOT / schemas.FOLDER / schemas.name_of(case.kind)).read_text())
    jsonschema.Draft202012Validator(schema).validate(found)


@pytest.mark.parametrize("case", CASES, ids=named)
def test_a_member_that_no_model_names_is_not_printed(
    case: Case, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is printed goes through the check, and nothing else is printed."""
    module = importlib.import_module(commands.command_names()[case.command])
    for name in ("print_document", "print_stamped"):
        if hasattr(module, name):
            monkeypatch.setattr(module, name, planting(getattr(module, name)))
    assert run(case, monkeypatch) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert 'is not printed, for it is not as its kind must be: unknown key "planted"' in err


def planting(real: Callable[..., None]) -> Callable[..., None]:
    """The same with a further member."""

    def planted(*arguments: Any, **members: Any) -> None:
        if members or isinstance(arguments[0], str):
            real(*arguments, **members, planted=1)
        else:
            real({**arguments[0], "planted": 1}, *arguments[1:])

    return planted


def test_every_command_is_among_the_cases() -> None:
    assert {case.command for case in CASES} == set(commands.command_names())


def test_every_kind_that_is_only_printed_is_among_the_cases() -> None:
    assert {case.kind for case in CASES} >= set(PRINTED)
    assert printed.MODELS.keys() == PRINTED.keys()
    assert not PRINTED.keys() & VERSIONS.keys()
    for kind, model in printed.MODELS.items():
        for name, field in model.model_fields.items():
            assert field.description, f"{kind}: {name}"


def calls(path: Path) -> list[str]:
    """Functions that a module calls, as they stand there."""
    tree = ast.parse(path.read_text("utf-8"))
    return [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]


@pytest.mark.parametrize("name", sorted(commands.command_names()))
def test_each_of_its_prints_of_json_is_a_case(name: str) -> None:
    """As many cases as there are kinds that the module prints; nobody else makes JSON for a terminal."""
    path = FOLDER / f"{commands.command_names()[name].rpartition('.')[2]}.py"
    prints = [one for one in calls(path) if one in ("print_document", "print_stamped")]
    assert len(prints) == len({case.kind for case in CASES if case.command == name})
    assert "sys.stdout.write" not in calls(path)
    made = calls(path).count("json.dumps")
    assert made == (name == "carry-over"), "which writes documents in the form that they had"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ({}, 'its "kind" is None'),
        ({"kind": "nothing"}, "is none of the kinds"),
        ({"kind": "list", "schema": 2}, '"schema"'),
        (stamped("hash", {"function": "sha1"}), 'no "file"'),
        (stamped("gc", {"alone": 1}), '"alone" is no true or false'),
        ({**COMMITTED["threefish"], "rows": [{"state": "ok"}]}, "rows"),
    ],
)
def test_what_is_wrong_is_said(content: Content, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(HashloomError) as caught:
        _documents.print_document(content, here())
    assert why in str(caught.value)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("name", COMMITTED)
def test_every_committed_document_can_be_printed(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMITTED[name]["kind"] in MODELS
    _documents.print_document(COMMITTED[name], here())
    assert json.loads(capsys.readouterr().out) == COMMITTED[name]


def test_targets_are_listed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "targets", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found) == {"kind", "schema", "targets"}
    assert tuple(one["name"] for one in found["targets"]) == targets.names()
