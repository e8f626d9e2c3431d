# SPDX-License-Identifier: Apache-2.0
import pickle
from fractions import Fraction
from pathlib import Path

import pytest

from hashloom import catalogue
from hashloom.catalogue import Tuning, rtl
from hashloom.catalogue.design import match_pattern
from hashloom.errors import HashloomError, UsageError

CORE = """
[family]
name = "toy"
title = "Toy"
specification = "this test"
model = "toy"
core = "toy_core"
top = "toy_top"
sources = ["rtl/toy_core.sv", "rtl/toy_top.sv"]
common = ["shared.sv"]
common_top = ["shell.sv", "shared.sv"]

[functions]
pattern = "toy-{version}-{width}"
named = ["toy-1.0-64", "toy-2.0-128"]
[functions.fields]
version = ["1.0", "2.0"]
width = {from = 8, to = 128, step = 8}
[functions.short]
"toy" = "toy-2.0-128"
"toy-{width}" = "toy-1.0-{width}"
[functions.sizes]
block_bits = "2 * width"
digest_bits = "width"

[parameters]
WIDTH = "width"
VERSION = {"1.0" = 10, "2.0" = 20}
UNROLL = "unroll"
LOOP = "rounds // unroll"

[architectures]
default = "slow"
named.slow = { unroll = 1, stages = 1 }
named.quick = { unroll = 4, stages = 2 }
generic = "{rounds}r-{messages}m"
unroll_values = [1, 2, 3, 4]
valid = "rounds % unroll == 0"

[[tuning]]
match = { technology = "asic", goal = "fast" }
parameters = { ADDER = '"sklansky"', DEPTH = 3 }
[[tuning]]
match = { target = ["tiny", "small"], width = 64, architecture = "quick" }
parameters = { ADDER = '"ripple"' }

[cycles]
constants.rounds = "16 if version == '2.0' else 8"
block = "stages * (rounds // unroll + 1)"
latency = "stages * (rounds // unroll + 1) * blocks + 1"
"""


@pytest.fixture
def cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of cores with the family `toy`."""
    folder = tmp_path / "cores"
    for name in ("common/rtl/shared.sv", "common/rtl/shell.sv", "toy/rtl/toy_core.sv", "toy/rtl/toy_top.sv"):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"// {name}\n")
    (folder / "toy" / "core.toml").write_text(CORE)
    monkeypatch.setenv("HASHLOOM_CORES", str(folder))
    return folder


@pytest.mark.usefixtures("cores")
def test_functions_and_short_forms() -> None:
    assert [function.name for function in catalogue.functions()] == ["toy-1.0-64", "toy-2.0-128"]
    function = catalogue.resolve_function("toy-1.0-24")
    assert (function.fields, function.block_bits, function.digest_bits) == (
        {"version": "1.0", "width": 24},
        48,
        24,
    )
    assert catalogue.resolve_function("toy").name == "toy-2.0-128"
    assert catalogue.resolve_function(" TOY-16 ").name == "toy-1.0-16"


@pytest.mark.usefixtures("cores")
@pytest.mark.parametrize("name", ["toy-1.0-25", "toy-1.0-136", "toy-3.0-64", "toy-1.0-064", "toy-1.0", "yot"])
def test_unknown_function(name: str) -> None:
    with pytest.raises(UsageError, match=f"unknown function '{name}'; "):
        catalogue.resolve_function(name)


@pytest.mark.usefixtures("cores")
def test_nearest_names_are_offered() -> None:
    with pytest.raises(UsageError, match=r"the nearest known: toy-1\.0-64"):
        catalogue.resolve_function("toy-1.0-63")
    with pytest.raises(
        UsageError, match=r"nearest known: quick, or the form \{rounds\}r-\{messages\}m with unroll"
    ):
        catalogue.resolve_design("toy/quik")


@pytest.mark.usefixtures("cores")
def test_designs_and_cycles() -> None:
    assert [design.name for design in catalogue.designs()] == [
        "toy-1.0-64/slow",
        "toy-1.0-64/quick",
        "toy-2.0-128/slow",
        "toy-2.0-128/quick",
    ]
    design = catalogue.resolve_design("toy/quick")
    assert (design.architecture.unroll, design.architecture.stages) == (4, 2)
    assert design.cycles_block() == 10
    assert design.cycles_per_block == Fraction(5)
    assert design.latency_cycles(3) == 31
    assert catalogue.resolve_design("toy").name == "toy-2.0-128/slow"


@pytest.mark.usefixtures("cores")
def test_generic_architecture() -> None:
    design = catalogue.resolve_design("toy/1r-2m")
    assert design.name == "toy-2.0-128/1r-2m"
    assert (design.architecture.unroll, design.architecture.stages) == (2, 2)
    for wrong in ("0r-1m", "01r-1m", "5r-1m", "2r-4m", "r-m", "2r-1", ""):
        with pytest.raises(UsageError, match="has no architecture"):
            catalogue.resolve_design(f"toy/{wrong}")
    with pytest.raises(UsageError, match="does not hold"):
        catalogue.resolve_design("toy/3r-1m")


@pytest.mark.usefixtures("cores")
def test_parameters_and_tuning() -> None:
    plain = {"WIDTH": 64, "VERSION": 10, "UNROLL": 4, "LOOP": 2}
    design = catalogue.resolve_design("toy-1.0-64/quick")
    assert design.parameters() == plain
    assert design.parameters(Tuning("fpga", "fast", "ecp5")) == plain
    assert design.parameters(Tuning("asic", "fast", "big")) == {**plain, "ADDER": "sklansky", "DEPTH": 3}
    assert design.parameters(Tuning("asic", "fast", "tiny")) == {**plain, "ADDER": "ripple", "DEPTH": 3}
    slow = catalogue.resolve_design("toy-1.0-64/slow")
    assert "ADDER" not in slow.parameters(Tuning("asic", "small", "tiny"))


def test_rtl_unit(cores: Path) -> None:
    design = catalogue.resolve_design("toy-1.0-64/quick")
    core, top = rtl.unit(design, "core"), rtl.unit(design, "top", Tuning())
    common = cores / "common" / "rtl"
    own = cores / "toy" / "rtl"
    assert core.sources == (common / "shared.sv", own / "toy_core.sv")
    assert top.sources == (common / "shared.sv", common / "shell.sv", own / "toy_core.sv", own / "toy_top.sv")
    assert (core.top, top.top) == ("toy_core", "toy_top")
    assert core.parameters == (("WIDTH", 64), ("VERSION", 10), ("UNROLL", 4), ("LOOP", 2))
    assert "/" not in core.name


def test_rtl_digest_changes_with_what_matters(cores: Path) -> None:
    design = catalogue.resolve_design("toy-1.0-64/quick")
    digests = {
        rtl.unit(design, "core").digest(),
        rtl.unit(design, "top").digest(),
        rtl.unit(design, "core", Tuning()).digest(),
        rtl.unit(catalogue.resolve_design("toy-1.0-64/slow"), "core").digest(),
    }
    assert len(digests) == 4
    before = rtl.unit(design, "core").digest()
    (cores / "toy" / "rtl" / "toy_top.sv").write_text("// other\n")
    assert rtl.unit(design, "core").digest() == before
    (cores / "common" / "rtl" / "shared.sv").write_text("// other\n")
    assert rtl.unit(design, "core").digest() not in digests
    (cores / "common" / "rtl" / "shared.sv").unlink()
    with pytest.raises(HashloomError, match=r"shared\.sv cannot be read"):
        rtl.unit(design, "core").digest()


@pytest.mark.usefixtures("cores")
def test_designs_survive_pickling() -> None:
    for design in catalogue.designs():
        again = pickle.loads(pickle.dumps(design))
        assert again == design
        assert again.parameters(Tuning()) == design.parameters(Tuning())


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('title = "Toy"', "", "family.title must be a string"),
        (
            "named.slow = { unroll = 1, stages = 1 }",
            "named.slow = { unroll = 1 }",
            "named.slow must be a table",
        ),
        ('default = "slow"', 'default = "lazy"', "default must be one of the named architectures"),
        ('block = "stages', 'block = "stages.real', "cycles.block"),
        ('"2.0" = 20', '"3.0" = 20', "parameters.VERSION must be a table with a value for each of 1.0, 2.0"),
        ('"toy-2.0-128"]', '"toy-2.0-129"]', "'toy-2.0-129' does not follow"),
        ('goal = "fast"', 'aim = "fast"', "tuning\\[1\\].match.aim must be left out"),
        ("width = {from = 8, to = 128, step = 8}", "width = 8", "fields.width must be a list"),
        ("[cycles]", "[cicles]", "cycles must be a table"),
        ("[family]", "[family", "is not a TOML file"),
    ],
)
def test_mistakes_in_a_core_file_are_named(cores: Path, old: str, new: str, complaint: str) -> None:
    path = cores / "toy" / "core.toml"
    assert old in CORE
    path.write_text(CORE.replace(old, new))
    with pytest.raises(UsageError, match=complaint) as caught:
        catalogue.families()
    assert str(path) in str(caught.value)


def test_missing_folder_of_cores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HASHLOOM_CORES", str(tmp_path / "none"))
    with pytest.raises(UsageError, match="there is no folder"):
        catalogue.families()


def test_pattern() -> None:
    assert match_pattern("a-{x}-{y}", "a-1.2-3") == {"x": "1.2", "y": "3"}
    assert match_pattern("a-{x}", "a-1-2") is None
    assert match_pattern("a.{x}", "ab1") is None


def test_settings_take_the_place_of_the_tuning() -> None:
    design = catalogue.resolve_design("sha256/basic")
    plain, changed = Tuning("asic", "fast"), Tuning("asic", "fast", settings=(("ADDER", 5),))
    assert design.parameters(changed) == {**design.parameters(plain), "ADDER": 5}
    with pytest.raises(UsageError, match="no parameter 'DIGEST' that may be set; it has ADDER, "):
        design.parameters(Tuning(settings=(("DIGEST", 5),)))


def test_every_family_of_the_repository() -> None:
    families = catalogue.families()
    assert {"skein", "sha1", "sha2"} <= {family.name for family in families}
    for family in families:
        assert family.functions()
        assert family.folder.name == family.name
        for short in family.short:
            if "{" not in short:
                assert catalogue.resolve_function(short).family == family


def test_every_design_of_the_repository() -> None:
    for design in catalogue.designs():
        assert catalogue.resolve_design(design.name) == design
        assert design.cycles_block() > 0
        assert design.latency_cycles(2) >= design.latency_cycles(1) + design.cycles_block()
        for technology in ("asic", "fpga"):
            for goal in ("small", "fast"):
                assert design.parameters(Tuning(technology, goal, "")).keys() >= design.parameters().keys()


def test_rtl_of_the_repository_is_there() -> None:
    for design in catalogue.designs():
        for level in ("core", "top"):
            assert rtl.unit(design, level).digest()
