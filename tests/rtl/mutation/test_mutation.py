# SPDX-License-Identifier: Apache-2.0
"""Mutants, what the verification makes of them, and the committed results; a part of these is made again."""

import dataclasses
import json
import random
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from folders import RESULTS, ROOT
from own_state import here, own_session, session_around, with_repository

from hashloom import simulation
from hashloom.catalogue import resolve_design, rtl
from hashloom.commands import main
from hashloom.errors import CheckFailed, HashloomError, UsageError
from hashloom.execution import jobs
from hashloom.execution.records import Records
from hashloom.mutation import (
    LEAST_RATE,
    Finding,
    Judgement,
    Mutant,
    MutationStudy,
    explanations,
    literals,
    refutation,
)
from hashloom.mutation import mutants as mutants_of
from hashloom.mutation.proof import proven_equal
from hashloom.mutation.study import before_proofs, sample
from hashloom.mutation.suite import (
    BUS,
    CAUGHT,
    COUNTED,
    EQUIVALENT,
    INVALID,
    REFUTED,
    SHARED,
    SHARED_LEVELS,
    SURVIVED,
    WITHOUT_EFFECT,
    Form,
    Suite,
    judge,
    suite,
)
from hashloom.mutation.tokens import tokens
from hashloom.reports import uncovered
from hashloom.simulation.elaboration import TOP

pytestmark = pytest.mark.usefixtures("simulation_state")

RTL = sorted((ROOT / "cores").glob("*/rtl/*.sv"))
LARGE = 200
SECONDS = 60.0


def found(text: str, *operators: str, elsewhere: frozenset[str] = frozenset()) -> set[str]:
    """The texts that the mutants of these operators make of a text; all operators where none is named."""
    mutants = mutants_of("x.sv", text, random.Random(1), elsewhere)
    return {one.apply(text) for one in mutants if not operators or one.operator in operators}


@pytest.mark.parametrize(
    ("text", "operator", "expected"),
    [
        ("a + b", "arithmetic", {"a - b"}),
        ("a % b / c * d", "arithmetic", {"a / b / c * d", "a % b * c * d", "a % b / c + d"}),
        ("a & b ^ c", "bitwise", {"a | b ^ c", "a & b | c"}),
        ("x = &a && ^b", "reduction", {"x = |a && ^b", "x = &a && |b"}),
        ("x = -a", "arithmetic", set()),
        ("a == b != c", "equality", {"a != b != c", "a == b == c"}),
        ("assign x = a <= b;", "relational", {"assign x = a < b;"}),
        ("if (a <= b) c <= d > e;", "relational", {"if (a < b) c <= d > e;", "if (a <= b) c <= d >= e;"}),
        ("begin a <= b; {c, d} <= e; end", "relational", set()),
        ("a && b || c", "logical", {"a || b || c", "a && b && c"}),
        ("a << 1", "shift", {"a >> 1"}),
        ("a[i+:8]", "select", {"a[i-:8]"}),
        ("x = !a & ~b", "negation", {"x = a & ~b", "x = !a & b"}),
        ("x = a ? b : c;", "choice", {"x = a ? (c) : (b);"}),
        (
            "x = {a ? b : c ? d : e, f};",
            "choice",
            {"x = {a ? (c ? d : e) : (b), f};", "x = {a ? b : c ? (e) : (d), f};"},
        ),
        ("x = a ? b ? c : d : e;", "choice", {"x = a ? (e) : (b ? c : d);", "x = a ? b ? (d) : (c) : e;"}),
        ("if (a || b) c = d;", "condition", {"if (!(a || b)) c = d;"}),
        (
            "always_ff @(posedge c) begin if (e) a <= b; end always_comb if (f) g = h;",
            "enable",
            {"always_ff @(posedge c) begin if (1'b1) a <= b; end always_comb if (f) g = h;"},
        ),
        ("always_ff @(posedge c) if (e) a <= b; else a <= d;\nif (f) g = h;", "enable",
         {"always_ff @(posedge c) if (1'b1) a <= b; else a <= d;\nif (f) g = h;"}),
        ("a[3] = 4'd15 + '0;", "constant", {"a[4] = 4'd15 + '0;", "a[3] = 4'd0 + '0;", "a[3] = 4'd15 + '1;"}),
        ("for (genvar i = 0;;) a[i] = i;", "index",
         {"for (genvar i = 0;;) a[(i + 1)] = i;", "for (genvar i = 0;;) a[(i - 1)] = i;"}),
    ],
)  # fmt: skip
def test_what_an_operator_makes(text: str, operator: str, expected: set[str]) -> None:
    assert found(text, operator) == expected


@pytest.mark.parametrize(
    "text",
    [
        "// a + 1",
        "/* a && b */",
        '"a + 1"',
        "(* keep = 1 *)",
        "`default_nettype none",
        "input logic [W-1:0][3:0] a",
        "function automatic [63:0] f;",
        "8'(a)",
        "$clog2(a)",
        "4'bxz01",
        "always @(*)",
    ],
)
def test_what_is_no_behaviour_stays(text: str) -> None:
    assert found(text) == set()


def test_a_loop_keeps_its_step() -> None:
    assert found("for (i = 0; i < n; i = i + 2)") == {
        "for (i = 1; i < n; i = i + 2)",
        "for (i = 0; i <= n; i = i + 2)",
    }


def test_a_default_that_is_always_set_stays() -> None:
    text = "module m #(parameter integer A = 1 + 2, parameter integer B = 4, localparam integer C = 6) ();"
    changed = {one.before for one in mutants_of("m.sv", text, random.Random(1), frozenset("A"))}
    assert changed == {text}
    assert all("A = 1 + 2" in one for one in found(text, elsewhere=frozenset("A")))
    assert any("A = 1 - 2" in one for one in found(text, elsewhere=frozenset("B")))


@pytest.mark.parametrize(
    ("literal", "expected"),
    [
        ("7", "8"),
        ("2'd3", "2'd0"),
        ("8'hFF", "8'h00"),
        ("16'h00_0f", "16'h0010"),
        ("4'b0011", "4'b0100"),
        ("'0", "'1"),
        ("'1", "'0"),
    ],
)
def test_other_values_of_a_literal(literal: str, expected: str) -> None:
    others = literals.others(literal, random.Random(3))
    assert others["constant"] == expected
    assert literal not in others.values()


@pytest.mark.parametrize("literal", ["4'bx0", "1.5", "3'sbz"])
def test_literals_without_a_value_stay(literal: str) -> None:
    assert literals.others(literal, random.Random(3)) == {}


def test_every_file_of_the_cores_is_understood() -> None:
    for path in RTL:
        text = path.read_text()
        made = mutants_of(path.name, text, random.Random(path.name))
        for mutant in random.Random(path.name).sample(made, min(4, len(made))):
            changed = mutant.apply(text)
            assert changed != text
            assert changed.count("\n") == text.count("\n"), f"{path.name}: {mutant}"
            assert changed.split("\n")[mutant.line - 1].strip() == mutant.after
            assert [token.text for token in tokens(changed)] != [token.text for token in tokens(text)]


def test_brackets_that_do_not_match() -> None:
    with pytest.raises(UsageError, match=r"'\)' at character 2 of the RTL closes nothing"):
        mutants_of("x.sv", "[a)", random.Random(1))


# -- What the verification makes of mutants ----------------------------------------------------------------


@pytest.fixture(scope="module")
def tests(simulation_state: Path) -> Suite:
    return suite([resolve_design("sha1/basic", here())], own_session())


def mutant(tests: Suite, file: str, old: str, new: str) -> Mutant:
    """The change of the first place where `old` stands."""
    text = tests.files[file].read_text()
    start = text.index(old)
    return Mutant(file, "bitwise", start, old, new, text.count("\n", 0, start) + 1, old, new)


CARRY = "(a & b) | (c & (a ^ b))"


@pytest.mark.parametrize(
    ("file", "old", "new", "verdict"),
    [
        ("carry_save_adder.sv", CARRY, "(a & b) | (c & (a & b))", CAUGHT),
        ("carry_save_adder.sv", CARRY, "(a & b) | (c & (a | b))", EQUIVALENT),
        ("carry_save_adder.sv", "carry = majority << 1", "carry = majority << 2", CAUGHT),
        ("carry_save_adder.sv", "assign carry = '0", "assign carry = '1", WITHOUT_EFFECT),
        ("carry_save_adder.sv", "assign carry = '0", "assign nothing = '0", WITHOUT_EFFECT),
        ("carry_save_adder.sv", CARRY, "(a & b | c", INVALID),
        ("message_end.sv", "module message_end", "module message_begin", INVALID),
    ],
)
def test_verdicts(tests: Suite, file: str, old: str, new: str, verdict: str) -> None:
    judgement = judge(mutant(tests, file, old, new), tests, SECONDS)
    assert judgement.verdict == verdict, judgement


@pytest.mark.parametrize(
    ("more", "equal"),
    [
        ("", True),
        (".subckt $_DFF_P_ C=clk D=b Q=nowhere", True),
        (".subckt $_DFF_P_ C=clk D=round Q=round", True),
        (".subckt $_NOT_ A=b Y=y", False),
        (".subckt $_DFF_P_ C=clk D=b Q=y", False),
    ],
)
def test_what_reaches_no_output_does_not_count(tmp_path: Path, more: str, equal: bool) -> None:
    ports = f".model {TOP}\n.inputs clk a b\n.outputs x y\n"
    gates = ".subckt $_AND_ A=a B=b Y=n\n.subckt $_DFF_P_ C=clk D=n Q=x\n"
    for name, text in (("one", ""), ("other", more)):
        (tmp_path / name).write_text(f"{ports}{gates}{text}\n.end\n")
    assert proven_equal(tmp_path / "one", tmp_path / "other", tmp_path) == equal


def without_messages(tests: Suite) -> Suite:
    """A suite that sees nothing but the protocol of the ports and the cycles."""
    return dataclasses.replace(
        tests, forms=tuple(dataclasses.replace(form, known=(), pool=()) for form in tests.forms)
    )


def test_a_mutant_that_the_tests_do_not_see_survives(tests: Suite) -> None:
    wrong = mutant(tests, "carry_save_adder.sv", CARRY, "(a & b) | (c & (a & b))")
    judgement = judge(wrong, without_messages(tests), SECONDS)
    assert judgement == Judgement(SURVIVED, "sha1/basic (core), sha1/basic (top)")


@pytest.mark.long
def test_a_proof_refutes_what_simulation_does_not_see(tests: Suite, tmp_path: Path) -> None:
    file = "block_collector.sv"
    wrong = mutant(tests, file, "block_first <= block_last", "block_first <= 1'b0")
    session = session_around(Records(tmp_path / "records"))
    designs = ("sha1/basic",)
    refuted = refutation.refuting(wrong, tests.files[file], session, SECONDS, designs)
    assert refuted is not None
    assert refuted.check.startswith("block-collector BLOCK=512 ")
    assert refuted == refutation.refuting(wrong, tests.files[file], session, SECONDS, designs)
    same = mutant(tests, "carry_save_adder.sv", CARRY, "(a & b) | (c & (a | b))")
    assert refutation.refuting(same, tests.files[same.file], session, SECONDS, designs) is None


def test_the_proofs_of_a_mutant_are_those_that_speak_of_the_designs() -> None:
    blocks = {name: set[object]() for name in ("sha1/basic", "keccak-r3-512/basic")}
    for name, found in blocks.items():
        for check in refutation.asked("block_collector.sv", (name,), here()):
            assert check.engine == "bmc", "bounded: none fails of the RTL as it is"
            found.update({value for key, value in check.unit.parameters if key == "BLOCK"})
    assert blocks == {"sha1/basic": {512}, "keccak-r3-512/basic": {576}}
    both = refutation.asked("block_collector.sv", tuple(blocks), here())
    assert {dict(check.unit.parameters).get("BLOCK") for check in both} >= {512, 576}
    assert len(both) < len(refutation.asked("block_collector.sv", (), here()))


def test_a_simulation_has_a_limit(tests: Suite) -> None:
    form = tests.forms[0]
    with pytest.raises(simulation.TookTooLong, match=r"did not end within 0.001 s"):
        form.failure(simulation.gate_simulator(form.gates, form.unit, form.level, own_session(), 0.001))


def test_an_elaboration_has_a_limit(tests: Suite, tmp_path: Path) -> None:
    with pytest.raises(simulation.Refused, match="timed-out"):
        simulation.made_rtl_gates(tests.forms[0].unit, tmp_path, jobs.Limits(wall_seconds=0.01))


def test_a_suite_passes_without_mutants(tests: Suite, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Form, "failure", lambda form, simulator: "something")
    with pytest.raises(CheckFailed, match=r"sha1/basic fails without any mutant: something"):
        suite([resolve_design("sha1/basic", here())], own_session())


def test_a_unit_with_another_file(tmp_path: Path) -> None:
    unit = rtl.unit(resolve_design("sha1/basic", here()))
    other = tmp_path / unit.sources[0].name
    other.write_text("")
    assert unit.with_file(other).sources == (other, *unit.sources[1:])
    with pytest.raises(UsageError, match=r"has no source nothing.sv"):
        unit.with_file(tmp_path / "nothing.sv")


def test_the_sample_is_that_of_its_seed(tests: Suite) -> None:
    first, again, other = (list(sample(tests, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other
    drawn = Counter((one.file, one.operator) for one in first[:60])
    assert set(drawn.values()) <= {1, 2}, "every file and operator has its turn"


# -- Explanations, the command, the committed results ------------------------------------------------------


ENTRY = '[[survivor]]\nfile = "a.sv"\nline = "x = a + 1;"\noperators = ["constant"]\nwhy = "It is so."\n'


def a_mutant(after: str = "x = a + 2;", operator: str = "constant") -> Mutant:
    return Mutant("a.sv", operator, 6, "1", "2", 1, "x = a + 1;", after)


def test_an_explanation_is_of_what_a_mutant_is() -> None:
    (entry,) = explanations.read(ENTRY)
    assert explanations.find(a_mutant(), [entry], "skein") == "It is so."
    assert (
        explanations.find(dataclasses.replace(a_mutant(), line=7, start=99), [entry], "skein") == "It is so."
    )
    assert explanations.find(a_mutant(operator="bit"), [entry], "skein") is None
    one = entry.model_copy(update={"after": "x = a + 3;"})
    assert explanations.find(a_mutant(), [one], "skein") is None
    assert explanations.find(a_mutant("x = a + 3;"), [one], "skein") == "It is so."
    of_sha1 = entry.model_copy(update={"studies": ["sha1", "common"]})
    found = [explanations.find(a_mutant(), [of_sha1], study) for study in ("sha1", "common", "skein")]
    assert found == ["It is so.", "It is so.", None]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            ENTRY.replace("constant", "konstant"),
            "line [0-9]+, survivor, operators 1: unknown operator 'konstant'; the nearest known: constant",
        ),
        (ENTRY.replace("It is so.", " "), "survivor: why is ' '; it must be a sentence or more"),
        (
            ENTRY.replace("file", "fyle"),
            "survivor: file is missing; it must be .*, survivor has no entry 'fyle'; the nearest known: file",
        ),
        (ENTRY.replace('["constant"]', "7"), "survivor: operators is 7; it must be a list"),
        ("[[survivor", "is not a TOML file"),
    ],
)
def test_wrong_explanations(text: str, sentence: str) -> None:
    with pytest.raises(HashloomError, match=sentence):
        explanations.read(text)


def test_every_explanation_is_of_a_line_that_is_there() -> None:
    lines = {(path.name, line.strip()) for path in RTL for line in path.read_text().splitlines()}
    assert [entry for entry in explanations.read() if (entry.file, entry.line) not in lines] == []


def test_when_a_study_is_good() -> None:
    design = resolve_design("skein-512", here())
    caught, survivor = Finding(a_mutant(), Judgement(CAUGHT)), Finding(a_mutant(), Judgement(SURVIVED), "so")
    equal = Finding(a_mutant(), Judgement(EQUIVALENT))
    assert MutationStudy((design,), (caught,) * 19 + (survivor, equal), {}).good()
    assert not MutationStudy((design,), (caught,) * 18 + (survivor, equal), {}).good()
    assert not MutationStudy(
        (design,), (caught,) * 19 + (dataclasses.replace(survivor, why=None),), {}
    ).good()
    assert not MutationStudy((design,), (equal,), {}).good()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["skein-513/nothing"], "unknown function 'skein-513'"),
        (["skein-512", "--samples", "0"], "0 mutants cannot be judged; give at least 1"),
        (["skein-512", "--jobs", "0"], "0 mutants cannot be judged at a time"),
        (["skein-512", "--timeout", "0"], "0 s is no limit; give more than 0"),
        (["skein-512", "sha256"], "the designs of a suite are of one family; these are of skein and sha2"),
        (["skein-512", "-o", __file__], "is a file, not a folder; name a folder"),
        ([], "name the designs whose verification the mutants must get past"),
        (["skein-512", "--of", "bus"], "the RTL of the folder 'bus' is in no design"),
    ],
)
def test_wrong_usage(arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mutate", *arguments]) == 2
    captured = capsys.readouterr()
    assert sentence in captured.err
    assert "Traceback" not in captured.err
    assert captured.out == ""


@pytest.mark.long
def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["mutate", "sha1/basic", "--samples", "2", "-o", str(tmp_path)]
    status = main(arguments)
    out = capsys.readouterr().out
    document = json.loads((tmp_path / "mutation-sha1.json").read_text())
    assert sum(document["counts"][verdict] for verdict in COUNTED) == 2
    caught = 2 - document["counts"][SURVIVED]
    assert f"{caught} of 2 mutants caught" in out
    assert status == (0 if caught == 2 else 1)
    assert main(arguments) == status, "judged again from the records"
    again = json.loads((tmp_path / "mutation-sha1.json").read_text())
    assert again["mutants"] == document["mutants"]


@pytest.fixture(scope="module", params=sorted(RESULTS.glob("mutation-*.json")), ids=lambda path: path.stem)
def document(request: pytest.FixtureRequest) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(request.param.read_text())
    return content


@pytest.fixture
def folder(request: pytest.FixtureRequest) -> str:
    """Folder of the RTL that no single family has; empty for that of a family."""
    name = str(request.node.callspec.params["document"].stem.removeprefix("mutation-"))
    return name if name in (SHARED, BUS) else ""


def test_the_rtl_that_was_mutated_is_this(document: dict[str, Any], folder: str) -> None:
    if folder == BUS:
        paths = sorted((RESULTS.parent / "cores" / BUS / "rtl").glob("*.sv"))
    else:
        designs = [resolve_design(name, here()) for name in document["provenance"]["designs"]]
        levels = SHARED_LEVELS if folder else ("core", "top")
        units = [rtl.unit(one, level) for one in designs for level in levels if level in rtl.levels(one)]
        paths = [path for unit in units for path in unit.sources]
    files = {path.name: path for path in paths if folder in ("", path.parent.parent.name)}
    digests = Suite(own_session(), (), files, frozenset()).digests()
    assert document["provenance"]["files"] == digests, document["provenance"]["command"]


def lacking(document: dict[str, Any]) -> list[str]:
    """What a study lacks of what is demanded of it (docs/mutation.md)."""
    counts = document["counts"]
    counted = sum(counts[verdict] for verdict in COUNTED)
    noticed = counted - counts[SURVIVED]
    explained = sum(bool(row["why"]) for row in document["survivors"])
    rules = {
        "the counts are those of its mutants": counts
        == {verdict: sum(row["verdict"] == verdict for row in document["mutants"]) for verdict in counts}
        and counted == document["provenance"]["samples"]
        and len(document["survivors"]) == counts[SURVIVED],
        "enough are noticed or explained": (noticed + explained) / counted >= LEAST_RATE,
        # Of thirty mutants two survivors are more than is granted: the rate is one of a larger sample.
        "enough are noticed": counted < LARGE or noticed / counted >= LEAST_RATE,
        "every survivor is explained": explained == counts[SURVIVED],
    }
    return [rule for rule, kept in rules.items() if not kept]


def test_enough_mutants_are_caught_and_every_survivor_is_explained(document: dict[str, Any]) -> None:
    assert lacking(document) == []


def test_the_rules_of_a_study_can_be_broken() -> None:
    """With fewer explanations, and with survivors in the place of what was caught in a large study."""
    small = json.loads((RESULTS / "mutation-sha2.json").read_text())
    for fewer, broken in ((1, []), (2, ["enough are noticed or explained"])):
        bare = [{**row, "why": None} for row in small["survivors"][:fewer]]
        document = {**small, "survivors": [*bare, *small["survivors"][fewer:]]}
        assert lacking(document) == [*broken, "every survivor is explained"]
    large = json.loads((RESULTS / "mutation-skein.json").read_text())
    caught = [row for row in large["mutants"] if row["verdict"] == CAUGHT][:10]
    mutants = [{**row, "verdict": SURVIVED} if row in caught else row for row in large["mutants"]]
    counts = {verdict: sum(row["verdict"] == verdict for row in mutants) for verdict in large["counts"]}
    survivors = [*large["survivors"], *({**row, "why": "none can"} for row in caught)]
    document = {**large, "mutants": mutants, "counts": counts, "survivors": survivors}
    assert lacking(document) == ["enough are noticed"]
    assert lacking({**large, "mutants": mutants}) == ["the counts are those of its mutants"]


def test_files_without_a_mutant_are_named(tmp_path: Path) -> None:
    document = json.loads((RESULTS / "mutation-sha2.json").read_text())
    samples, survived = document["provenance"]["samples"], document["counts"]["survived"]
    places = with_repository(tmp_path)
    places.results.mkdir()
    for name in ("sha2", "common"):
        shutil.copytree(ROOT / "cores" / name, tmp_path / "cores" / name)
    del document["provenance"]["files"]["sha2_core.sv"]
    (places.results / "mutation-sha2.json").write_text(json.dumps(document))
    (line,) = [line for line in uncovered.uncovered(places).splitlines() if line.startswith("| `sha2` |")]
    _, _, none, untried, _ = line.split("|")
    assert "`sha2_core`" in none
    assert "`sha2_bus`" in none
    assert "`sha2_top`" in untried
    assert "`sha2_schedule`" not in line
    assert f"In 1 studies {samples} mutants count: " in uncovered.total(places)
    assert f"`sha2` ({samples - survived} of {samples})" in uncovered.total(places)


@pytest.mark.long
@pytest.mark.sampled(1)
def test_mutants_that_were_caught_are_caught_again(
    document: dict[str, Any], folder: str, rng: random.Random
) -> None:
    if folder == BUS:
        pytest.skip("no design has this RTL: the next test has the proofs that refute its mutants")
    caught = [row for row in document["mutants"] if row["verdict"] == CAUGHT]
    for row in rng.sample(caught, 2):
        name, level = row["form"].removesuffix(")").split(" (")
        (at,) = (one for one in rtl.LEVELS if one == level)
        tests = suite([resolve_design(name, here())], own_session(), levels=(at,), of=folder)
        one = Mutant(**{field.name: row[field.name] for field in dataclasses.fields(Mutant)})
        judgement = judge(one, tests, SECONDS)
        # Without the official vectors it may be another run that sees it first.
        seen = row["seen"] if here().official_vectors else judgement.seen
        assert judgement == Judgement(CAUGHT, row["form"], seen), one


@pytest.mark.long
@pytest.mark.sampled(1)
def test_mutants_of_the_bus_that_a_proof_refuted_are_refuted_again(
    rng: random.Random, bus: Suite, tmp_path: Path
) -> None:
    document = json.loads((RESULTS / "mutation-bus.json").read_text())
    row = rng.choice([row for row in document["mutants"] if row["verdict"] == REFUTED])
    one = Mutant(**{field.name: row[field.name] for field in dataclasses.fields(Mutant)})
    print(one)
    session = session_around(Records(tmp_path / "records"))
    (check,) = (each for each in refutation.checks(one.file, here()) if each.name == row["form"])
    source = tmp_path / one.file
    source.write_text(one.apply(bus.files[one.file].read_text()))
    assert refutation.first_refuted(source, [check], session, 300) == (row["form"], row["seen"])


# -- Suites of the RTL that is no family's -------------------------------------------------------------------


@pytest.mark.long
def test_the_shared_rtl_is_a_suite_of_several_families(simulation_state: Path) -> None:
    designs = [resolve_design("sha1/basic", here()), resolve_design("luffa-r2-256/apart", here())]
    tests = suite(designs, own_session(), levels=("core",), of=SHARED)
    assert {path.parent.parent.name for path in tests.files.values()} == {SHARED}
    assert {"carry_save_adder.sv", "round_control.sv"} <= set(tests.files)
    wrong = mutant(tests, "round_control.sv", "waiting && block_valid", "waiting || block_valid")
    assert judge(wrong, tests, SECONDS).verdict == CAUGHT


@pytest.mark.long
def test_the_levels_of_the_shared_rtl_are_those_of_each_design(simulation_state: Path) -> None:
    tests = suite([resolve_design("sha1/basic", here())], own_session(), of=SHARED)
    assert [form.level for form in tests.forms] == ["core", "top", "bus", "queue"]
    wrong = mutant(tests, "message_bus.sv", "fresh[l] <= block_last", "fresh[l] <= !block_last")
    assert judge(wrong, tests, SECONDS).verdict == EQUIVALENT, "SHA-1 does not look at block_first"
    wrong = mutant(tests, "message_bus.sv", "owner <= turn", "owner <= '1")
    assert judge(wrong, tests, SECONDS) == Judgement(CAUGHT, "sha1/basic (bus)", "known answers")


@pytest.mark.long
@pytest.mark.parametrize(
    ("file", "old", "new", "verdict"),
    [
        ("word_fifo.sv", "space != '0", "space == '0", SURVIVED),
        ("word_fifo.sv", "space != '0", "space !! '0", INVALID),
        ("stream_resizer.sv", "TO-FROM*(i+1)+:FROM", "TO-FROM*(i+1)-:FROM", INVALID),
        ("axis_adapter.sv", "assign m_axis_tid = '0", "assign m_axis_tid = '1", SURVIVED),
        ("word_fifo.sv", "passed <= wiping ? '0", "passed <= wiping ? '1", WITHOUT_EFFECT),
        ("gmu_lane.sv", "dout_valid && !dst_ready", "!(!dout_valid || dst_ready)", EQUIVALENT),
    ],
)
def test_verdicts_on_bus_adapters(bus: Suite, file: str, old: str, new: str, verdict: str) -> None:
    judgement = judge(mutant(bus, file, old, new), bus, SECONDS)
    assert judgement.verdict == verdict, judgement


@pytest.fixture(scope="module")
def bus(simulation_state: Path) -> Suite:
    return suite([], own_session(), of=BUS)


def test_a_proof_refutes_a_mutant_of_a_bus_adapter(bus: Suite, tmp_path: Path) -> None:
    wrong = mutant(bus, "word_fifo.sv", "space != '0", "space == '0")
    refuted = refutation.refuting(
        wrong, bus.files["word_fifo.sv"], session_around(Records(tmp_path / "records")), SECONDS
    )
    assert refuted is not None
    assert refuted.check.startswith("word-fifo")
    assert not refuted.refused


@pytest.mark.long
def test_a_mutant_that_yosys_refuses_in_a_proof_does_not_count(
    bus: Suite, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its bare circuits elaborate, with bits that nothing drives; in that of a proof yosys refuses them."""
    file = "stream_resizer.sv"
    wrong = mutant(bus, file, "assign parts[i*TO+:TO]", "assign parts[i*TO-:TO]")
    assert judge(wrong, bus, SECONDS).verdict == SURVIVED
    monkeypatch.setattr(refutation, "asked", lambda *_: refutation.checks(file, here())[:2])
    survived = Judgement(SURVIVED)
    session = session_around(Records(tmp_path / "records"))
    found = before_proofs(wrong, survived, bus, session, SECONDS)
    assert (found.verdict, found.form.partition(" ")[0]) == (INVALID, "stream-resizer")
    assert "problems in 'check -assert'" in found.seen
    monkeypatch.setattr(refutation, "is_refused", lambda step: False)
    assert before_proofs(wrong, survived, bus, session, SECONDS) == survived


def test_suites_that_do_not_fit() -> None:
    sha1 = resolve_design("sha1/basic", here())
    with pytest.raises(UsageError, match="the RTL of the folder 'bus' is in no design; name none"):
        suite([sha1], own_session(), of=BUS)
    with pytest.raises(UsageError, match="these designs have no RTL of the folder 'echo'"):
        suite([sha1], own_session(), levels=("core",), of="echo")
